import FoundationEssentials

// Swift's own values as a source: what JSON has becomes tokens; what it has not goes to a place of its very type, or is text where it stands
// for one.

extension MappingMachine {
    /// Maps a value of Swift's own.
    mutating func replay(any value: Any) -> Bool {
        if let isTaken = unsafe takeAsItIs(value) { return isTaken }
        switch PlainValue(value) {
        case .null: return unsafe null()
        case .bool(let value): return unsafe boolean(value)
        case .number(let text): return unsafe replay(.number(JSONNumber(unchecked: text)))
        case .string(let text): return unsafe replay(.string(text))
        case .json(let value): return unsafe replay(value)
        case .array(let elements):
            guard unsafe startArray() else { return false }
            for element in elements {
                guard unsafe replay(any: element) else { return false }
            }
            return unsafe endArray()
        case .object(let pairs):
            guard unsafe startObject() else { return false }
            for (key, value) in pairs {
                guard unsafe replay(key: key), unsafe replay(any: value) else { return false }
            }
            return unsafe endObject()
        case .other(let value): return unsafe foreign(value)
        }
    }

    /// Puts a container where `Any`, `[Any]` or `[String: Any]` is wanted, without a look into it.
    ///
    /// - Returns: nil if the place wants something else.
    private mutating func takeAsItIs(_ value: Any) -> Bool? {
        switch unsafe frame.pointee.kind {
        case .object, .array, .dictionary: break
        default: return nil
        }
        guard value is [Any] || value is [String: Any], let destination = unsafe destination() else { return nil }
        let inner = unsafe innermost(destination.plan)
        switch unsafe inner.pointee.kind {
        case .any: break
        case .anyArray where value is [Any]: break
        case .anyDictionary where value is [String: Any]: break
        default: return nil
        }
        unsafe put(any: value, destination)
        return unsafe settleElement(.stored, .foreign)
    }

    /// A value that JSON does not have.
    private mutating func foreign(_ value: Any) -> Bool {
        switch unsafe frame.pointee.kind {
        case .skip: return true
        case .capture: return unsafe replay(Self.json(value))
        case .routed, .items: return unsafe routedForeign(value)
        case .root where unsafe !seek.isEmpty: return true
        case .seek where unsafe !isSought(): return true
        default: break
        }
        guard let destination = unsafe destination() else { return true }
        if unsafe Self.isOfType(value, destination.plan) {
            unsafe put(any: value, destination)
            return unsafe settleElement(.stored, .foreign)
        }
        if let text = unsafe Self.text(value) { return unsafe replay(.string(text)) }
        let found = FoundKind.foreign
        return unsafe frame.pointee.kind == .object ? settle(.typeMismatch, found) : settleElement(.typeMismatch, found)
    }

    /// A value for the properties of a route: as it is where it fits, and as what it stands for elsewhere.
    private mutating func routedForeign(_ value: Any) -> Bool {
        if unsafe frame.pointee.kind == .items { unsafe nextItem() }
        guard let route = unsafe frame.pointee.entry?.pointee.route else { return true }
        let text = unsafe Self.text(value)
        for index in unsafe 0..<route.pointee.leafCount {
            let leaf = unsafe route.pointee.leaves[index]
            guard unsafe storeLeaf(value, text, leaf) else { return false }
        }
        return true
    }

    private mutating func storeLeaf(_ value: Any, _ text: String?, _ leaf: Route.Leaf) -> Bool {
        let property = unsafe leaf.property
        if unsafe !property.pointee.isIndirect && Self.isOfType(value, property.pointee.value) {
            if unsafe isBeaten(leaf) { return true }
            let slot = unsafe frame.pointee.base.unsafelyUnwrapped + property.pointee.offset
            unsafe put(any: value, Destination(slot: slot, plan: property.pointee.value, fresh: false))
            unsafe notePresence(of: leaf, true)
            return true
        }
        guard var text else {
            unsafe frame.pointee.element = unsafe property.pointee.value
            return unsafe settle(.typeMismatch, .foreign)
        }
        return text.withUTF8 { unsafe storeLeaf(.string($0), .string, leaf) }
    }

    /// Whether a value can be put where a plan's type stands.
    private static func isOfType(_ value: Any, _ plan: UnsafePointer<ValuePlan>) -> Bool {
        var inner = unsafe plan
        while let wrapped = unsafe inner.pointee.wrapped { unsafe inner = unsafe wrapped }
        let type = unsafe inner.pointee.record._withUnsafeGuaranteedRef(\.type)
        return unsafe inner.pointee.kind == .any || Swift.type(of: value) == type
            || (inner.pointee.kind == .instance && isClass(Swift.type(of: value), under: type))
    }

    /// Puts a value of a destination's own type.
    private mutating func put(any value: Any, _ destination: Destination) {
        let inner = unsafe innermost(destination.plan)
        unsafe place(destination.plan, destination.slot, fresh: destination.fresh) { slot, fresh in
            let isPut = unsafe inner.pointee.withHandle { unsafe $0.put(slot, any: value, fresh: fresh) }
            precondition(isPut, "a value is put where its type does not stand")
        }
    }

    /// The text that a value stands for: data that is UTF-8, a URL, an identifier.
    private static func text(_ value: Any) -> String? {
        switch value {
        case let value as Data: String(validating: value, as: UTF8.self)
        case let value as URL: value.absoluteString
        case let value as UUID: value.uuidString
        default: nil
        }
    }

    /// What a hook sees of a value that JSON does not have: the text that stands for it, else null.
    private static func json(_ value: Any) -> JSONValue {
        if let date = value as? Date { return JSONNumber(date.timeIntervalSince1970).map { .number($0) } ?? .null }
        if let data = value as? Data { return .string(data.base64EncodedString()) }
        return unsafe text(value).map { .string($0) } ?? .null
    }
}
