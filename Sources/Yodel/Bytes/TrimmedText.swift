extension String {
    /// Makes a string of bytes that are known to be UTF-8, without the white space around them.
    init(trimming bytes: BorrowedBytes) {
        let text = String(valid: bytes)
        if let first = bytes.first, let last = bytes.last, Self.isPrintable(first) && Self.isPrintable(last) {
            self = text
        } else {
            self = text.trimmed
        }
    }

    /// The text without the white space around it.
    var trimmed: String {
        if let first = utf8.first, let last = utf8.last, Self.isPrintable(first) && Self.isPrintable(last) { return self }
        var text = Substring(self)
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }

    /// Whether a character that begins or ends with the byte is surely no white space, which most texts have at neither end.
    private static func isPrintable(_ byte: UInt8) -> Bool { byte >= 0x21 && byte <= 0x7E }
}
