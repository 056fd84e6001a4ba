import FoundationEssentials

extension ModelComparison {
    /// Whether two values of any types are equal.
    mutating func foreign(_ left: Any, _ right: Any) -> Bool {
        switch (ForeignValue(left, plans), ForeignValue(right, plans)) {
        case (.nothing, .nothing): return true
        case (.array(let left), .array(let right)):
            guard left.count == right.count else { return false }
            for index in left.indices {
                guard foreign(left[index], right[index]) else { return false }
            }
            return true
        case (.dictionary(let left), .dictionary(let right)):
            guard left.count == right.count else { return false }
            for (key, value) in left {
                guard let other = right[key], foreign(value, other) else { return false }
            }
            return true
        case (.instance(let left), .instance(let right)): return instances(left, right)
        case (.object(let left), .object(let right)): return objects(left, right)
        case (.set(let left), .set(let right)), (.hashable(let left), .hashable(let right)): return handingOn { left == right }
        case (.other(let left), .other(let right)): return others(left, right)
        default: return false
        }
    }

    private mutating func objects(_ left: Any, _ right: Any) -> Bool {
        let type = type(of: left)
        guard type == Swift.type(of: right) else { return false }
        guard let plan = modelPlan(for: type) else { return false }
        return ForeignValue.withAddress(of: left) { left in
            ForeignValue.withAddress(of: right) { right in
                model(plan, ModelPlace(object: left), ModelPlace(object: right))
            }
        }
    }

    /// Compares what is neither a model nor hashable: by its own `==`, by identity, by its JSON, or else by nothing but its type.
    private mutating func others(_ left: Any, _ right: Any) -> Bool {
        func isEqual<T: Equatable>(_ left: T) -> Bool {
            guard let right = right as? T else { return false }
            return handingOn { left == right }
        }
        let type = type(of: left)
        guard type == Swift.type(of: right) else { return false }
        if let left = left as? any Equatable { return isEqual(left) }
        if type is AnyClass { return left as AnyObject === right as AnyObject }
        guard let left = left as? any Encodable, let right = right as? any Encodable else {
            isSure = false
            return true
        }
        guard let json = Self.json(left), let other = Self.json(right) else { return false }
        return json == other
    }

    /// The value's JSON; nil if it has none.
    static func json(_ value: any Encodable) -> Data? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return try? encoder.encode(value)
    }
}
