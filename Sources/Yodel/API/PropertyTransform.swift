import FoundationEssentials

/// Makes a property's value from JSON, and JSON from the value, with your own code.
///
/// ```swift
/// struct Post: Model {
///     var created: Date?
///     var tags: [String] = []
///     static func describe(_ model: inout ModelDescription) {
///         model.transforms = ["created": .epochMilliseconds, "tags": .separated(by: ",")]
///     }
/// }
/// ```
///
/// The transform makes the property's type, or the type that its optionals wrap. It may also be a collection of such values: an array, set or dictionary of
/// `Date` or `Date?`, whose elements go through the transform one by one; an element that does not fit follows `onInvalidElement`. Anything else is an error
/// when the type is first used. A property with a transform may have a type that Yodel does not know. Null does not reach the transform; it follows the rule
/// for nulls.
public struct PropertyTransform: Sendable {
    let transform: ValueTransform
    /// What tells transforms apart.
    let identity = TransformIdentity()

    /// Makes a transform.
    ///
    /// - Parameters:
    ///   - decode: Makes the value. Nil, or any error, is a mismatch: the property keeps its value, or the decode fails, depending on the options.
    ///   - encode: Makes the JSON. Nil leaves the property out.
    public init<Value>(
        from decode: @escaping @Sendable (JSONValue) throws -> Value?, to encode: @escaping @Sendable (Value) throws -> JSONValue?
    ) {
        transform = ValueTransform(decode: decode, encode: encode)
    }

    /// Makes a transform of dates.
    ///
    /// - Parameter fault: What is wrong with its formats.
    init(
        fault: ModelError?, from decode: @escaping @Sendable (JSONValue) -> Date?,
        to encode: @escaping @Sendable (Date) throws -> JSONValue?
    ) {
        transform = ValueTransform(fault: fault, decode: decode, encode: encode)
    }

    private init(_ transform: ValueTransform) {
        self.transform = transform
    }

    /// A value of any type that can be mapped, as a string that contains its JSON text.
    ///
    /// The text is a separate document. Yodel maps it by the same rules as the document around it, and writes it with the same options, but never with line
    /// breaks.
    ///
    /// ```swift
    /// struct Message: Model {
    ///     var payload = Payload()          // {"payload": "{\\"id\\":7}"}
    ///     static func describe(_ model: inout ModelDescription) { model.transforms = ["payload": .jsonText] }
    /// }
    /// ```
    ///
    /// Text that is not JSON, or does not make the type, is a mismatch. Its error is the `underlying` error.
    public static let jsonText = PropertyTransform(.text)

    /// A value of any type that can be mapped, as it is or as a string that contains its JSON text.
    ///
    /// A string is read as by ``jsonText``, so a value that is itself a string must arrive in a document: `"\"a\""`. Any other value is read as without a
    /// transform. The value is written as it is.
    ///
    /// ```swift
    /// struct Hook: Model {
    ///     var payload: [String: Int] = [:]   // {"payload": {"id": 7}} and {"payload": "{\"id\": 7}"}
    ///     static func describe(_ model: inout ModelDescription) { model.transforms = ["payload": .jsonTextOrValue] }
    /// }
    /// ```
    public static let jsonTextOrValue = PropertyTransform(.textOrValue)

    /// One value where there may be many, and many where there may be one.
    ///
    /// ```swift
    /// struct Pod: Model {
    ///     var command: [String] = []   // {"command": "run"} and {"command": ["run", "-v"]}
    ///     var owner = ""               // {"owner": "Ann"} and {"owner": ["Ann"]}
    ///     static func describe(_ model: inout ModelDescription) {
    ///         model.transforms = ["command": .oneOrMany, "owner": .oneOrMany]
    ///     }
    /// }
    /// ```
    ///
    /// An array, `ContiguousArray` or set is also made of one value that is no array; if that does not fit, the property keeps its value, or the decode
    /// fails, depending on the options. A value of a type that no array makes is also made of an array with exactly one element; an array of any other
    /// length is a mismatch. Everything else is read as without a transform: arrays of arrays, `[Any]`, a ``JSONValue``, and types that decode themselves.
    /// The property is written as its type says: an array as an array.
    public static let oneOrMany = PropertyTransform(.oneOrMany(writesOne: false))

    /// The same as ``oneOrMany``, but an array or set with exactly one element is written as that element.
    ///
    /// If the element is nil, or may be an array in JSON itself, an array is written.
    public static let oneUnlessMany = PropertyTransform(.oneOrMany(writesOne: true))

    /// One value of each element of an array of objects: `data.topics[*].name` in other syntaxes.
    ///
    /// ```swift
    /// struct Board: Model {
    ///     var topics: [String] = []   // {"data": {"topics": [{"name": "a"}, {"name": "b"}]}}
    ///     static func describe(_ model: inout ModelDescription) {
    ///         model.keys = ["topics": "data.topics"]
    ///         model.transforms = ["topics": .each("name")]
    ///     }
    /// }
    /// ```
    ///
    /// The property is an array, `ContiguousArray` or set. An element that has nothing at the path is passed over; a value that does not fit is an element that
    /// does not (``DecodingOptions/onInvalidElement``). Each element is written as an object with nothing but the path, so a property that shares its key with
    /// others is better not written: `.keys("data.topics", writing: "")`.
    ///
    /// - Parameter path: The keys that lead from an element to the value. Without a key, or with an index, it is an error when the type is first used.
    /// - Returns: The transform.
    public static func each(_ path: JSONPath) -> PropertyTransform { PropertyTransform(ValueTransform.each(path)) }

    /// Null as a value of its own: a property of two optionals tells a missing key, null and a value apart.
    ///
    /// ```swift
    /// struct Patch: Model {
    ///     var due: String??   // {}: nil    {"due": null}: .some(nil)    {"due": "May"}: "May"
    ///     static func describe(_ model: inout ModelDescription) { model.transforms = ["due": .nullAsValue] }
    /// }
    /// var task = (title: "Mow", due: Optional("April"))
    /// if let due = try Patch(json: #"{"due": null}"#).due { task.due = due }   // due is nil
    /// ```
    ///
    /// Without it null makes the outer optional nil. `.some(nil)` is written as null, nil by ``EncodingOptions/onNil``: by default its key is left out. With
    /// ``DecodingOptions/NullPolicy/keep`` null counts as a missing key here too. A property of any other type is an error when the type is first used.
    public static let nullAsValue = PropertyTransform(ValueTransform.plain.keepingNull())

    /// The same transform for a property of two optionals, which keeps null as a value of its own: `.epochMilliseconds.keepingNull` for a `Date??`.
    public var keepingNull: PropertyTransform { PropertyTransform(transform.keepingNull()) }

    /// A `Date` as seconds since 1970: a number, or a string that contains one.
    public static let epochSeconds = epoch(unitsPerSecond: 1)

    /// A `Date` as milliseconds since 1970: a number, or a string that contains one.
    public static let epochMilliseconds = epoch(unitsPerSecond: 1000)

    private static func epoch(unitsPerSecond units: Double) -> PropertyTransform {
        PropertyTransform(
            from: { value in
                guard let number = value.number?.doubleValue, number.isFinite else { return nil }
                return Date(timeIntervalSince1970: number / units)
            },
            to: { (date: Date) in
                // Whole numbers are written without a fraction.
                if let whole = DateWriter.wholeUnits(since1970: date, unitsPerSecond: units) { return .number(JSONNumber(whole)) }
                return JSONNumber(date.timeIntervalSince1970 * units).map { .number($0) }
            })
    }

    /// `Data` as a string in base64 (RFC 4648 section 4).
    public static let base64 = PropertyTransform(
        from: { $0.stringValue.flatMap { Data(base64Encoded: $0) } }, to: { (data: Data) in .string(data.base64EncodedString()) })

    /// `Data` as a string in base64url (RFC 4648 section 5) without padding, as JSON Web Tokens have it.
    ///
    /// It is read from either alphabet, with padding or without.
    public static let base64URL = PropertyTransform(
        from: { $0.stringValue.flatMap { Base64.data(ofAnyForm: $0) } },
        to: { (data: Data) in .string(Base64.unpadded(data, isForURL: true)) })

    /// `Data` as a string in base64 (RFC 4648 section 4) without padding.
    ///
    /// It is read from either alphabet, with padding or without.
    public static let base64Unpadded = PropertyTransform(
        from: { $0.stringValue.flatMap { Base64.data(ofAnyForm: $0) } },
        to: { (data: Data) in .string(Base64.unpadded(data, isForURL: false)) })

    /// A `Decimal` as a string of its digits, as APIs send amounts of money; it is also read from a number.
    ///
    /// All digits are exact both ways, whatever ``DecodingOptions/convertsTypes`` says.
    public static let decimalText = PropertyTransform(
        from: { $0.number?.exactDecimal },
        to: { (value: Decimal) -> JSONValue? in value.isFinite ? .some(.string(value.description)) : .none })

    /// `Data` as the string that it encodes in UTF-8. Data that is not UTF-8 is omitted when written.
    public static let utf8 = PropertyTransform(
        from: { $0.stringValue.map { Data($0.utf8) } },
        to: { (data: Data) in String(validating: data, as: UTF8.self).map { .string($0) } })

    /// A `String` without the white space around it.
    public static let trimmed = PropertyTransform(
        from: { $0.stringValue?.trimmed }, to: { (text: String) in .string(text) })

    /// A `[String]` as one string with separated parts.
    ///
    /// - Parameter separator: The character between two parts. An empty string has no parts.
    /// - Returns: The transform.
    public static func separated(by separator: Character) -> PropertyTransform {
        // A character may be of any length, and is compared in more than linear time: one that is far longer than the separator differs.
        let limit = 16 + 16 * separator.utf8.count
        return PropertyTransform(
            from: { value in
                value.stringValue.map {
                    $0.isEmpty
                        ? []
                        : $0.split(omittingEmptySubsequences: false) { $0.utf8.count <= limit && $0 == separator }.map(String.init)
                }
            }, to: { (parts: [String]) in .string(parts.joined(separator: String(separator))) })
    }

    /// A value of any type as its string.
    ///
    /// - Parameter values: Values by string. Any other string is a mismatch; a value without a string is omitted when written.
    /// - Returns: The transform.
    public static func table<Value: Hashable & Sendable>(_ values: [String: Value]) -> PropertyTransform {
        let texts = Dictionary(values.map { ($1, $0) }) { min($0, $1) }
        return PropertyTransform(
            from: { $0.stringValue.flatMap { values[$0.marksInOrder] } }, to: { (value: Value) in texts[value].map { .string($0) } })
    }
}

/// One call that has made a transform.
final class TransformIdentity: Sendable, Equatable {
    static func == (left: TransformIdentity, right: TransformIdentity) -> Bool { left === right }
}

extension JSONValue {
    /// The value as a number, be it one or a string that holds one.
    var number: JSONNumber? {
        numberValue ?? stringValue.flatMap { JSONNumber($0) }
    }
}
