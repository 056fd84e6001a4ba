/// A JSON value as the bytes that it is written in: checked, kept as they are, written verbatim, and decoded when somebody wants to know.
///
/// Use it for parts of a document that a program hands on, stores or decodes later: what it holds is never built as values.
///
/// ```swift
/// struct Envelope: Model {
///     var kind = ""
///     var payload = RawJSON.null
/// }
/// let envelope = try Envelope(json: #"{"kind": "user", "payload": {"id": 1.50,  "name": "\u0041nn"}}"#)
/// envelope.payload.text                                   // {"id": 1.50,  "name": "\u0041nn"}
/// try envelope.payload.decode(User.self).name             // "Ann"
/// try ModelEncoder().encodeToString(envelope)             // {"kind":"user","payload":{"id": 1.50,  "name": "\u0041nn"}}
/// ```
///
/// A value is kept from its first to its last byte, with the white space inside it and without that around it. It is JSON as RFC 8259 has it, within the
/// limits of the decoder that has read it: its strings and numbers have been checked, its keys may repeat unless the options forbid it. `null` is a value,
/// as for ``JSONValue``; a `RawJSON?` is nil then.
///
/// What is written of it are its bytes: no option changes them, be it one for layout, order of keys or escapes. Two exceptions: lines of
/// ``ModelEncoder/encodeLines(_:)`` have spaces for line breaks inside a value, and a `WillEncodeModel` that changes the object around it, like a
/// `Codable` type of a ``ModelEncoder``, writes it as ``JSONValue`` does. ``CodableDecoder`` and ``CodableEncoder`` keep the bytes; through any other coder it
/// goes as a ``JSONValue``.
///
/// Two values are equal if their bytes are: `1` and `1.0` differ, and so do `[1]` and `[ 1 ]`. Compare ``value`` to compare what they stand for.
public struct RawJSON: Sendable, Hashable, CustomStringConvertible {
    /// The value's text in UTF-8.
    public let bytes: [UInt8]

    /// Takes bytes that are known to be one value, without white space around it.
    init(unchecked bytes: [UInt8]) {
        assert(!bytes.isEmpty, "no value is written in no bytes")
        self.bytes = bytes
    }

    /// Takes the compact text of a value.
    ///
    /// - Parameter value: Any value; its numbers keep their text, its objects their order.
    /// - Complexity: Linear in the value's size.
    public init(_ value: JSONValue) {
        var output = OutputBuffer()
        value.appendText(to: &output)
        bytes = output.copy()
    }

    /// The value `null`.
    public static let null = RawJSON(unchecked: Array("null".utf8))

    /// Whether the value is `null`.
    public var isNull: Bool { bytes.first == UInt8(ascii: "n") }

    /// The value's text.
    ///
    /// - Complexity: Linear in the number of bytes, which are copied.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The same as ``text``.
    public var description: String { text }

    /// Feeds the bytes to a hasher.
    ///
    /// - Parameter hasher: The hasher.
    public func hash(into hasher: inout Hasher) {
        unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
        hasher.combine(bytes.count)
    }

    /// Whether more containers are inside each other than a limit says.
    func isDeeper(than limit: Int) -> Bool {
        // A container takes two bytes.
        guard bytes.count / 2 > limit else { return false }
        return unsafe bytes.withBorrowedBytes { bytes in
            var (depth, next) = (0, 0)
            while true {
                unsafe next += bytes.place(next).findBracket(in: bytes.count - next)
                guard next < bytes.count else { return false }
                switch bytes[next] {
                case UInt8(ascii: "\""): next = bytes.endOfString(next) ?? bytes.count
                case UInt8(ascii: "{"), UInt8(ascii: "["):
                    depth += 1
                    next += 1
                    if depth > limit { return true }
                default:
                    depth -= 1
                    next += 1
                }
                guard next < bytes.count else { return false }
            }
        }
    }

    /// Appends the bytes.
    ///
    /// - Parameter isOnOneLine: Whether line breaks become spaces. In JSON they stand between tokens only.
    func append(to output: inout OutputBuffer, isOnOneLine: Bool = false) {
        func isBreak(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }
        guard isOnOneLine && bytes.contains(where: isBreak) else {
            return unsafe bytes.withBorrowedBytes { output.append($0) }
        }
        for byte in bytes { output.append(isBreak(byte) ? UInt8(ascii: " ") : byte) }
    }
}
