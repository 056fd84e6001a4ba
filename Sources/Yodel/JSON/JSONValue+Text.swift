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
        return output.text
    }

    /// The same as `text`.
    public var description: String { text }

    /// Appends the text of the value, in UTF-8. Uses no recursion, so depth is no concern.
    func appendText(to output: inout OutputBuffer) {
        var visitor = TextVisitor()
        swap(&visitor.output, &output)
        _ = walk(&visitor)
        swap(&visitor.output, &output)
    }
}

/// Writes a value as compact JSON.
private struct TextVisitor: JSONValueVisitor, ~Copyable {
    var output = OutputBuffer()
    /// Whether a comma stands between what was written last and a value or key that follows.
    private var needsComma = false

    mutating func scalar(_ value: JSONValue) -> Bool {
        separate()
        switch value {
        case .bool(let value): output.append(ShortText(value))
        case .number(let number): output.append(number.text)
        case .string(let text): output.append(quoted: text)
        case .null, .array, .object: output.append(.null)
        }
        return true
    }

    mutating func key(_ key: String) -> Bool {
        separate()
        output.append(quoted: key)
        output.append(UInt8(ascii: ":"))
        needsComma = false
        return true
    }

    mutating func start(isObject: Bool) -> Bool {
        separate()
        output.append(isObject ? UInt8(ascii: "{") : UInt8(ascii: "["))
        needsComma = false
        return true
    }

    mutating func end(isObject: Bool) -> Bool {
        output.append(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
        needsComma = true
        return true
    }

    private mutating func separate() {
        if needsComma { output.append(UInt8(ascii: ",")) }
        needsComma = true
    }
}
