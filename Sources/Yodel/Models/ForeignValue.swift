/// A value of a type that no plan tells, seen as what it is to be compared as: what stands in `Any`, and what is known only by its coding.
enum ForeignValue {
    /// Nil, whatever of.
    case nothing
    /// An array of any type.
    case array([Any])
    case dictionary([AnyHashable: Any])
    case set(AnyHashable)
    /// A model that is a struct.
    case object(Any)
    /// A model that is a class.
    case instance(AnyObject)
    case hashable(AnyHashable)
    /// Anything else.
    case other(Any)

    init(_ value: Any, _ plans: PlanCache) {
        let value = Self.flat(value)
        if let optional = value as? any PlainOptional {
            self = optional.wrappedAny.map { ForeignValue($0, plans) } ?? .nothing
            return
        }
        // Foundation's classes: of two `NSNull` the hashes differ.
        if let convertible = value as? any PlainValueConvertible {
            self = convertible.plainValue.map { ForeignValue($0, plans) } ?? .nothing
            return
        }
        let type = type(of: value)
        if type == String.self, let text = value as? String {
            self = .hashable(AnyHashable(text.marksInOrder))
            return
        }
        // Not a cast of the value, which would succeed for everything that is hashable.
        if type == AnyHashable.self, let value = value as? AnyHashable {
            self = ForeignValue(value.base, plans)
        } else if plans.isModel(type) {
            self = type is AnyClass ? .instance(value as AnyObject) : .object(value)
        } else if let sequence = StandardTypes.sequence(type) {
            if sequence.isSet, let set = value as? any Hashable {
                self = .set(AnyHashable(set))
            } else {
                self = .array(Self.elements(of: value, sequence))
            }
        } else if let dictionary = StandardTypes.dictionary(type) {
            self = .dictionary(Self.pairs(of: value, dictionary))
        } else if let hashable = value as? any Hashable {
            self = .hashable(AnyHashable(hashable))
        } else {
            self = .other(value)
        }
    }

    /// The value without an existential between: code that is generic makes an `Any` of an `Any` that holds the other.
    private static func flat(_ value: Any) -> Any {
        func isFlat<T>(_ held: T) -> Bool { T.self == type(of: value) }
        if _openExistential(value, do: isFlat) { return value }
        func cast<T>(_ type: T.Type) -> Any {
            guard let value = value as? T else { return value }
            return value
        }
        return _openExistential(type(of: value), do: cast)
    }

    /// The elements of an array or a set.
    static func elements(of value: Any, _ type: any SequenceType.Type) -> [Any] {
        let element = TypeHandle.of(type.elementType)
        var elements: [Any] = []
        withAddress(of: value) { address in
            type.withElements(address) { base, count in
                elements.reserveCapacity(count)
                for index in 0..<count { unsafe elements.append(element.any(base + index * element.stride)) }
            }
        }
        return elements
    }

    private static func pairs(of value: Any, _ type: any DictionaryType.Type) -> [AnyHashable: Any] {
        let (keys, values) = (TypeHandle.of(type.keyType), TypeHandle.of(type.valueType))
        var pairs: [AnyHashable: Any] = [:]
        withAddress(of: value) { address in
            pairs.reserveCapacity(type.count(address))
            type.forEachPair(address) { key, value in
                if let key = unsafe keys.any(key) as? any Hashable { pairs[hashable(key)] = unsafe values.any(value) }
                return true
            }
        }
        return pairs
    }

    private static func hashable(_ key: any Hashable) -> AnyHashable {
        if let text = key as? String { AnyHashable(text.marksInOrder) } else { AnyHashable(key) }
    }

    /// Lends the value itself, of its own type.
    static func withAddress<R>(of value: Any, _ body: (ValueAddress) -> R) -> R {
        func open<T>(_ value: T) -> R { unsafe ValueAddress.of(value, body) }
        return _openExistential(value, do: open)
    }
}
