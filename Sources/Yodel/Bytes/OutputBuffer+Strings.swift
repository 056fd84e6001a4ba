extension OutputBuffer {
    /// As many bytes of a string are written at once: room is asked for as if each had to be escaped.
    static let pieceBytes = 4096

    /// Writes a JSON string in its quotes.
    ///
    /// - Parameters:
    ///   - bytes: Its content, well-formed UTF-8.
    ///   - flags: What is escaped in addition to what must be.
    @inline(__always)
    mutating func append(quoted bytes: BorrowedBytes, _ flags: StringEscape.Flags) {
        guard bytes.count <= Self.pieceBytes else { return appendLong(quoted: bytes, flags) }
        unsafe write(StringEscape.maximumBytes(for: bytes.count) + 2) { StringEscape.write(quoted: bytes, to: $0, flags: flags) }
    }

    private mutating func appendLong(quoted bytes: BorrowedBytes, _ flags: StringEscape.Flags) {
        append(UInt8(ascii: "\""))
        var start = 0
        while start < bytes.count {
            var end = min(start + Self.pieceBytes, bytes.count)
            // A piece ends where a character does.
            while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end -= 1 }
            let piece = bytes.part(start..<end)
            unsafe write(StringEscape.maximumBytes(for: piece.count)) { StringEscape.write(piece, to: $0, flags: flags) }
            start = end
        }
        append(UInt8(ascii: "\""))
    }

    /// Writes a JSON string in its quotes.
    ///
    /// - Parameters:
    ///   - text: Its content.
    ///   - flags: What is escaped in addition to what must be.
    mutating func append(quoted text: String, _ flags: StringEscape.Flags = []) {
        unsafe text.withBorrowedUTF8 { append(quoted: $0, flags) }
    }

    /// Writes a short text.
    @inline(__always)
    mutating func append(_ text: ShortText) { unsafe write(ShortText.room) { text.write(to: $0) } }

    /// Begins a line of pretty text.
    ///
    /// - Parameter count: The spaces that the line begins with.
    mutating func append(newlineWithSpaces count: Int) {
        unsafe write(count + 1) { to in
            unsafe to.put(UInt8(ascii: "\n"))
            unsafe (to + 1).put(UInt8(ascii: " "), times: count)
            return count + 1
        }
    }
}

extension StringEscape {
    /// Writes a JSON string with its quotes. Needs two bytes more than its content does.
    ///
    /// - Returns: The number of bytes written.
    @inline(__always)
    static func write(quoted bytes: BorrowedBytes, to target: OutputPlace, flags: Flags) -> Int {
        unsafe target.put(UInt8(ascii: "\""))
        let count = unsafe write(bytes, to: target + 1, flags: flags)
        unsafe target.put(UInt8(ascii: "\""), at: count &+ 1)  // &+: less than the room asked for
        return count &+ 2
    }

    /// The same of a short string that stands in its own two words.
    @inline(__always)
    static func write(quotedSmall text: StringAddress, _ count: Int, to target: OutputPlace, flags: Flags) -> Int {
        unsafe target.put(UInt8(ascii: "\""))
        let written = unsafe write(block: text.block, count, to: target + 1, flags: flags)
        unsafe target.put(UInt8(ascii: "\""), at: written &+ 1)  // &+: less than the room asked for
        return written &+ 2
    }
}
