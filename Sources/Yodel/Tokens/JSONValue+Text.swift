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
        var bytes: [UInt8] = []
        appendText(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The same as `text`.
    public var description: String { text }

    /// Appends the text of the value, in UTF-8. Uses no recursion, so depth is no concern.
    func appendText(to bytes: inout [UInt8]) {
        var sink = TextSink()
        swap(&sink.bytes, &bytes)
        _ = ValueReplay.replay(self, into: &sink)
        swap(&sink.bytes, &bytes)
    }
}

/// Writes tokens as compact JSON.
///
/// SAFETY: the bytes lent to a call are copied before the call returns, and read at their own indices only; no pointer is kept.
private struct TextSink: TokenSink {
    var bytes: [UInt8] = []
    /// Whether a comma stands between what was written last and a value or key that follows.
    private var needsComma = false

    mutating func null() -> Bool { word("null") }

    mutating func boolean(_ value: Bool) -> Bool { word(value ? "true" : "false") }

    mutating func number(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        separate()
        unsafe bytes.append(contentsOf: text)
        return true
    }

    mutating func string(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        separate()
        unsafe appendQuoted(bytes)
        return true
    }

    mutating func key(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        separate()
        unsafe appendQuoted(bytes)
        self.bytes.append(UInt8(ascii: ":"))
        needsComma = false
        return true
    }

    mutating func startObject() -> Bool { open(UInt8(ascii: "{")) }
    mutating func endObject() -> Bool { close(UInt8(ascii: "}")) }
    mutating func startArray() -> Bool { open(UInt8(ascii: "[")) }
    mutating func endArray() -> Bool { close(UInt8(ascii: "]")) }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    private mutating func word(_ word: StaticString) -> Bool {
        separate()
        // SAFETY: the buffer is read within the closure.
        word.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) }
        return true
    }

    private mutating func open(_ bracket: UInt8) -> Bool {
        separate()
        bytes.append(bracket)
        needsComma = false
        return true
    }

    private mutating func close(_ bracket: UInt8) -> Bool {
        bytes.append(bracket)
        needsComma = true
        return true
    }

    /// Runs without anything to escape are appended whole.
    private mutating func appendQuoted(_ content: UnsafeBufferPointer<UInt8>) {
        bytes.append(UInt8(ascii: "\""))
        var start = 0
        for index in content.indices {
            let byte = unsafe content[index]
            guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else { continue }
            unsafe bytes.append(contentsOf: content[start..<index])
            appendEscape(of: byte)
            start = index + 1
        }
        unsafe bytes.append(contentsOf: content[start...])
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func appendEscape(of byte: UInt8) {
        bytes.append(UInt8(ascii: "\\"))
        switch byte {
        case 0x08: bytes.append(UInt8(ascii: "b"))
        case 0x09: bytes.append(UInt8(ascii: "t"))
        case 0x0A: bytes.append(UInt8(ascii: "n"))
        case 0x0C: bytes.append(UInt8(ascii: "f"))
        case 0x0D: bytes.append(UInt8(ascii: "r"))
        case 0..<0x20:
            bytes.append(contentsOf: (byte < 0x10 ? "u000" : "u001").utf8)
            let digit = byte & 0x0F
            bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
        default: bytes.append(byte)
        }
    }
}
