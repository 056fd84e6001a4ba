import FoundationEssentials

/// A value of another module that stands for one of Swift's own, where a `[String: Any]` is decoded.
///
/// `YodelFoundation` lets Foundation's classes conform: `NSNumber`, `NSNull`, `NSString` and the others that a `[String: Any]` may hold.
public protocol PlainValueConvertible {
    /// The value it stands for: nil for null, else a Bool, number, string, date, data, URL, array or dictionary of Swift's.
    var plainValue: Any? { get }
}

/// A value of Swift's own as JSON sees it.
enum PlainValue {
    case null
    case bool(Bool)
    /// A number's text.
    case number(String)
    case string(String)
    case array([Any])
    case object([(key: String, value: Any)])
    case json(JSONValue)
    /// A value that JSON does not have: a date, data, a URL, an instance, a number that is not finite.
    case other(Any)

    init(_ value: Any) { self = Self.told(value, PlainKind.of(type(of: value))) ?? Self.asked(value) }

    /// What a value is by the kind of its type; nil if that does not tell.
    private static func told(_ value: Any, _ kind: PlainKind) -> PlainValue? {
        switch kind {
        case .untold: nil
        case .convertible: (value as? any PlainValueConvertible).map { $0.plainValue.map { PlainValue($0) } ?? .null }
        case .optional: (value as? any PlainOptional).map { $0.wrappedAny.map { PlainValue($0) } ?? .null }
        case .bool: (value as? Bool).map { .bool($0) }
        case .int: (value as? Int).map { .number($0.description) }
        case .integer: (value as? any BinaryInteger).map { .number(String(describing: $0)) }
        case .double: (value as? Double).map { $0.isFinite ? .number($0.description) : .other(value) }
        case .fraction: text(ofNumber: value).map { .number($0) } ?? .other(value)
        case .rareFraction: (value as? any BinaryFloatingPoint).map { finiteNumber($0) }
        case .string: (value as? String).map { .string($0) }
        case .text: (value as? any StringProtocol).map { .string(String($0)) }
        case .character: (value as? Character).map { .string(String($0)) }
        case .parsed: (value as? JSONValue).map { .json($0) }
        case .parsedObject: (value as? JSONObject).map { .json(.object($0)) }
        case .parsedNumber: (value as? JSONNumber).map { .number($0.text) }
        case .array: (value as? [Any]).map { .array($0) }
        case .dictionary: (value as? [String: Any]).map { .object($0.map { ($0, $1) }) }
        case .integers, .strings, .list: (value as? [Any]).map { .array($0) }
        case .pairs: pairs(value)
        case .set: set(value)
        case .container: container(value)
        case .other: .other(value)
        }
    }

    /// What a value is by asking it.
    static func asked(_ value: Any) -> PlainValue {
        let type = type(of: value)
        return if let convertible = value as? any PlainValueConvertible {
            convertible.plainValue.map { PlainValue($0) } ?? .null
        } else if let optional = value as? any PlainOptional {
            optional.wrappedAny.map { PlainValue($0) } ?? .null
        } else if type == Bool.self, let value = value as? Bool {
            .bool(value)
        } else if let value = value as? any BinaryInteger {
            .number(String(describing: value))
        } else if let number = Self.text(ofNumber: value) {
            .number(number)
        } else if let text = value as? any StringProtocol {
            .string(String(text))
        } else if type == Character.self, let value = value as? Character {
            .string(String(value))
        } else if let value = value as? JSONValue {
            .json(value)
        } else if let value = value as? JSONObject {
            .json(.object(value))
        } else if let value = value as? JSONNumber {
            .number(value.text)
        } else if value is any PlainContainer {
            Self.container(value)
        } else if let value = value as? any BinaryFloatingPoint {
            Self.finiteNumber(value)
        } else {
            .other(value)
        }
    }

    /// A number of a rarer type with a fraction.
    private static func finiteNumber(_ value: some BinaryFloatingPoint) -> PlainValue {
        if let short = value as? Float16, short.isFinite { return .number(short.description) }
        let double = Double(value)
        return double.isFinite ? .number(double.description) : .other(value)
    }

    /// The value as JSON. Of values that JSON does not have: a date is seconds since 1970, data is base64, a URL or an identifier its text,
    /// anything else null.
    ///
    /// - Parameter limit: As many containers as may be inside each other.
    /// - Returns: nil if there are more.
    func json(within limit: Int) -> JSONValue? {
        switch self {
        case .null: return .null
        case .bool(let value): return .bool(value)
        case .number(let text): return .number(JSONNumber(unchecked: text))
        case .string(let text): return .string(text)
        case .json(let value): return value.isDeeper(than: limit) ? .none : .some(value)  // `nil` would be JSON's null
        case .array(let elements):
            guard limit > 0 else { return nil }
            var result: [JSONValue] = []
            for element in elements {
                guard let value = PlainValue(element).json(within: limit - 1) else { return nil }
                result.append(value)
            }
            return .array(result)
        case .object(let pairs):
            guard limit > 0 else { return nil }
            var result = JSONObject()
            for (key, element) in pairs {
                guard let value = PlainValue(element).json(within: limit - 1) else { return nil }
                result[key] = value
            }
            return .object(result)
        case .other(let value): return Self.json(value)
        }
    }

    /// What stands for a value that JSON does not have.
    static func json(_ value: Any) -> JSONValue {
        switch value {
        case let date as Date: JSONNumber(date.timeIntervalSince1970).map { .number($0) } ?? .null
        case let data as Data: .string(data.base64EncodedString())
        default: text(value).map { .string($0) } ?? .null
        }
    }

    /// The text that a value stands for: data that is UTF-8, a URL, an identifier.
    static func text(_ value: Any) -> String? {
        switch value {
        case let value as Data: String(validating: value, as: UTF8.self)
        case let value as URL: value.absoluteString
        case let value as UUID: value.uuidString
        default: nil
        }
    }

    /// The text of a number with a fraction, if it is finite.
    private static func text(ofNumber value: Any) -> String? {
        switch value {
        case let value as Double where value.isFinite: value.description
        case let value as Float where value.isFinite: value.description
        case let value as Decimal where value.isFinite: value.description
        default: nil
        }
    }

    private static func container(_ value: Any) -> PlainValue {
        if let object = pairs(value) ?? set(value) { return object }
        if let array = value as? [Any] { return .array(array) }
        if let array = value as? any PlainArray { return .array(array.elements) }
        return .other(value)
    }

    /// What a dictionary is; nil for any other value.
    private static func pairs(_ value: Any) -> PlainValue? {
        guard let dictionary = value as? [AnyHashable: Any] else { return nil }
        let pairs = dictionary.map { key, value in (key: Self.keyText(key.base), value: value) }
        // A key that is no text has no place in JSON; the whole is then a value of another kind.
        guard pairs.allSatisfy({ $0.key != nil }) else { return .other(value) }
        return .object(pairs.map { ($0.key ?? "", $0.value) })
    }

    /// What a set is; nil for any other value.
    private static func set(_ value: Any) -> PlainValue? { (value as? Set<AnyHashable>).map { .array($0.map(\.base)) } }

    private static func keyText(_ key: Any) -> String? {
        switch PlainValue(key) {
        case .string(let text), .number(let text): text
        default: nil
        }
    }
}

/// The containers of the standard library.
protocol PlainContainer {
    static var plainKind: PlainKind { get }
}

extension Array: PlainContainer {
    static var plainKind: PlainKind { .list }
}

extension ContiguousArray: PlainContainer {
    static var plainKind: PlainKind { .container }
}

extension Set: PlainContainer {
    static var plainKind: PlainKind { .set }
}

extension Dictionary: PlainContainer {
    static var plainKind: PlainKind { .pairs }
}

/// `ContiguousArray`, of which no cast changes the type of the elements.
private protocol PlainArray {
    var elements: [Any] { get }
}

extension ContiguousArray: PlainArray {
    fileprivate var elements: [Any] { map { $0 } }
}

/// `Optional`.
protocol PlainOptional {
    /// The wrapped value.
    var wrappedAny: Any? { get }
}

extension Optional: PlainOptional {
    var wrappedAny: Any? { self }
}
