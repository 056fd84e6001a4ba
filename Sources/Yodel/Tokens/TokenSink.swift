/// What takes the tokens of a document, one call each, in the order of the text.
///
/// The bytes lent to a call belong to the caller and are gone when the call returns. A member that returns false stops the source of
/// the tokens at once; the sink knows why.
protocol TokenSink: ~Copyable {
    /// The word `null`.
    mutating func null() -> Bool
    /// The word `true` or `false`.
    mutating func boolean(_ value: Bool) -> Bool
    /// A number, as it is written: one number of RFC 8259, section 6.
    mutating func number(_ text: UnsafeBufferPointer<UInt8>) -> Bool
    /// The content of a string: UTF-8, escapes resolved.
    mutating func string(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool
    /// The content of an object's key: UTF-8, escapes resolved. The next token begins the key's value.
    mutating func key(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool
    /// `{`
    mutating func startObject() -> Bool
    /// `}`
    mutating func endObject() -> Bool
    /// `[`
    mutating func startArray() -> Bool
    /// `]`
    mutating func endArray() -> Bool
}
