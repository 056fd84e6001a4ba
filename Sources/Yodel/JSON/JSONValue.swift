/// Any JSON value, as it stands in a document: numbers keep their text, objects the order of their keys.
///
/// Use it for the parts of a document that have no model: a property of type `JSONValue` takes whatever is there. Values are also written as
/// literals.
///
/// ```swift
/// let value: JSONValue = ["id": 7, "tags": ["a", "b"], "owner": nil]
/// value["tags"]?[1]?.stringValue   // "b"
/// value["owner"]?.isNull           // true
/// value["missing"]                 // nil
/// value.text                       // {"id":7,"tags":["a","b"],"owner":null}
/// ```
///
/// Two values are equal if they are of one kind and their contents are: strings as Swift compares strings, numbers by their text (see
/// `JSONNumber`), arrays element by element, objects without regard to the order of keys (see `JSONObject`).
///
/// Decoding makes no value deeper than the options' `maximumDepth`. A value built by hand may be deeper: `text` serves any depth, but
/// comparing, hashing and releasing a value go down level by level on the call stack, which ends after some tens of thousands of levels.
public enum JSONValue: Sendable, Hashable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number, with the text it is written as.
    case number(JSONNumber)
    /// A string.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// An object.
    case object(JSONObject)
}

extension JSONValue {
    /// Whether two values are equal.
    ///
    /// - Parameters:
    ///   - left: A value.
    ///   - right: Another.
    /// - Returns: Whether they are equal.
    @inline(never)  // The comparison of arrays would hold copies of it inside each other.
    public static func == (left: JSONValue, right: JSONValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        case (.string(let left), .string(let right)): String.areEqual(left, right)
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        default: false
        }
    }

    /// Feeds the value to a hasher.
    ///
    /// - Parameter hasher: The hasher.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0 as UInt8)
        case .bool(let value):
            hasher.combine(1 as UInt8)
            hasher.combine(value)
        case .number(let number):
            hasher.combine(2 as UInt8)
            hasher.combine(number)
        case .string(let text):
            hasher.combine(3 as UInt8)
            text.hashInOrder(into: &hasher)
        case .array(let elements):
            hasher.combine(4 as UInt8)
            hasher.combine(elements)
        case .object(let object):
            hasher.combine(5 as UInt8)
            hasher.combine(object)
        }
    }
}

extension JSONValue {
    /// Whether the value is `null`.
    public var isNull: Bool {
        if case .null = self { true } else { false }
    }

    /// The value as a Bool; nil unless it is `true` or `false`.
    public var boolValue: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The value's characters; nil unless it is a string.
    public var stringValue: String? {
        if case .string(let value) = self { value } else { nil }
    }

    /// The number as an `Int`; nil unless the value is a number that is an integer in range.
    public var intValue: Int? { numberValue?.intValue }

    /// The number as the nearest `Double`; nil unless the value is a number.
    public var doubleValue: Double? { numberValue?.doubleValue }

    /// The value as a number; nil unless it is one. Strings that look like numbers are not converted.
    public var numberValue: JSONNumber? {
        if case .number(let value) = self { value } else { nil }
    }

    /// The value's elements; nil unless it is an array.
    public var arrayValue: [JSONValue]? {
        if case .array(let value) = self { value } else { nil }
    }

    /// The value as an object; nil unless it is one.
    public var objectValue: JSONObject? {
        if case .object(let value) = self { value } else { nil }
    }

    /// The value of a key.
    ///
    /// Reading gives nil if the value is no object or has no such key. Setting on `null` makes an object of it. Setting nil removes the key; to
    /// store a JSON null, set `.null`.
    ///
    /// ```swift
    /// var value: JSONValue = ["a": 1]
    /// value["b"] = "two"
    /// value["a"] = nil
    /// value.text   // {"b":"two"}
    /// ```
    ///
    /// - Parameter key: The key, compared as `JSONObject` compares keys.
    /// - Returns: The key's value, or nil.
    /// - Precondition: Setting needs an object or `null`.
    /// - Complexity: As `JSONObject`'s subscript.
    public subscript(key: String) -> JSONValue? {
        get {
            if case .object(let object) = self { object[key] } else { nil }
        }
        set {
            var object: JSONObject
            switch self {
            case .object(let present): object = present
            case .null: object = [:]
            // Which value it is, is the caller's to know; there is no value that a key could be set on.
            case .bool, .number, .string, .array: preconditionFailure("a key can be set on an object or null only")
            }
            // Frees this value's hold on the object, so that the change is made in place.
            self = .null
            object[key] = newValue
            self = .object(object)
        }
    }

    /// The element at an index.
    ///
    /// - Parameter index: Counted from zero.
    /// - Returns: The element; nil if the value is no array or ends before the index.
    public subscript(index: Int) -> JSONValue? {
        guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
        return elements[index]
    }
}

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByStringInterpolation, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// Makes `null` of the literal `nil`.
    ///
    /// - Parameter nilLiteral: Nothing.
    public init(nilLiteral: ()) {
        self = .null
    }

    /// Makes `true` or `false`.
    ///
    /// - Parameter value: The literal.
    public init(booleanLiteral value: Bool) {
        self = .bool(value)
    }

    /// Makes a number of an integer literal.
    ///
    /// - Parameter value: The literal.
    public init(integerLiteral value: Int) {
        self = .number(JSONNumber(value))
    }

    /// Makes a number of a literal with a fraction or an exponent.
    ///
    /// - Parameter value: The literal.
    /// - Precondition: The literal is within the range of Double.
    public init(floatLiteral value: Double) {
        self = .number(JSONNumber(floatLiteral: value))
    }

    /// Makes a string.
    ///
    /// - Parameter value: The literal.
    public init(stringLiteral value: String) {
        self = .string(value)
    }

    /// Makes an array.
    ///
    /// - Parameter elements: The literal's elements.
    public init(arrayLiteral elements: JSONValue...) {
        self = .array(elements)
    }

    /// Makes an object. Of equal keys the last value wins, at the place of the first.
    ///
    /// - Parameter elements: The literal's pairs, in the order of the object.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(JSONObject(elements.lazy.map { (key: $0, value: $1) }))
    }
}
