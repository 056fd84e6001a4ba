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

    /// `Data` as the string that it encodes in UTF-8. Data that is not UTF-8 is omitted when written.
    public static let utf8 = PropertyTransform(
        from: { $0.stringValue.map { Data($0.utf8) } },
        to: { (data: Data) in String(validating: data, as: UTF8.self).map { .string($0) } })

    /// A `String` without the white space around it.
    public static let trimmed = PropertyTransform(
        from: { value in
            value.stringValue.map { text in
                var text = Substring(text)
                while text.first?.isWhitespace == true { text.removeFirst() }
                while text.last?.isWhitespace == true { text.removeLast() }
                return String(text)
            }
        }, to: { (text: String) in .string(text) })

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
