extension String {
    /// The text without the white space around it.
    var trimmed: String {
        // A character that begins or ends with printable ASCII is no white space, which most texts have at neither end.
        let isPrintable = { (byte: UInt8) in (0x21...0x7E).contains(byte) }
        if let first = utf8.first, let last = utf8.last, isPrintable(first) && isPrintable(last) { return self }
        var text = Substring(self)
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
