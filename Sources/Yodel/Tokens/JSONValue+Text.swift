extension JSONValue: CustomStringConvertible {
    /// The value as compact JSON text (RFC 8259), without white space between tokens.
    ///
    /// Numbers appear as they are written. In strings the quote, the backslash and control characters are escaped (`\b`, `\f`, `\n`, `\r`,
    /// `\t`, else `\u00` and two digits); all other characters stand as they are, the slash too.
    ///
    /// ```swift
    /// let value: JSONValue = ["path": "a/b\n", "size": 1.50]
    /// value.text   // {"path":"a/b\n","size":1.5}
    /// ```
    public var text: String {
        var output = OutputBuffer()
        appendText(to: &output)
        return unsafe output.withBytes { unsafe String(decoding: $0, as: UTF8.self) }
    }

    /// The same as `text`.
    public var description: String { text }

    /// Appends the text of the value, in UTF-8. Uses no recursion, so depth is no concern.
    func appendText(to output: inout OutputBuffer) {
        var sink = TextSink()
        swap(&sink.output, &output)
        _ = ValueReplay.replay(self, into: &sink)
        swap(&sink.output, &output)
    }
}

/// Writes tokens as compact JSON.
///
/// SAFETY: the bytes lent to a call are copied before the call returns, and read at their own indices only; no pointer is kept.
private struct TextSink: TokenSink, ~Copyable {
    var output = OutputBuffer()
    /// Whether a comma stands between what was written last and a value or key that follows.
    private var needsComma = false

    mutating func null() -> Bool { word("null") }

    mutating func boolean(_ value: Bool) -> Bool { word(value ? "true" : "false") }

    mutating func number(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        separate()
        unsafe output.append(UnsafeRawBufferPointer(text))
        return true
    }

    mutating func string(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        separate()
        unsafe output.append(quoted: bytes, [])
        return true
    }

    mutating func key(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        separate()
        unsafe output.append(quoted: bytes, [])
        output.append(UInt8(ascii: ":"))
        needsComma = false
        return true
    }

    mutating func startObject() -> Bool { open(UInt8(ascii: "{")) }
    mutating func endObject() -> Bool { close(UInt8(ascii: "}")) }
    mutating func startArray() -> Bool { open(UInt8(ascii: "[")) }
    mutating func endArray() -> Bool { close(UInt8(ascii: "]")) }

    private mutating func separate() {
        if needsComma { output.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    private mutating func word(_ word: StaticString) -> Bool {
        separate()
        output.append(word)
        return true
    }

    private mutating func open(_ bracket: UInt8) -> Bool {
        separate()
        output.append(bracket)
        needsComma = false
        return true
    }

    private mutating func close(_ bracket: UInt8) -> Bool {
        output.append(bracket)
        needsComma = true
        return true
    }
}
