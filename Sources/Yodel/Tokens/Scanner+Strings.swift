internal import CScan

// Strings that are not plain ASCII. Their end is found first; then what is not ASCII is checked to be UTF-8, and escapes are resolved into
// scratch memory, where the content is never longer than it is written.

/// Memory for the content of strings with escapes, kept from one to the next.
@safe struct StringScratch: ~Copyable {
    // SAFETY: the block has `capacity` bytes and is freed with the struct; whoever asks for room again gives up what it had before.
    private var block: ValueRow<UInt8>?
    private var capacity = 0

    init() {}

    deinit {
        unsafe block?.free()
    }

    /// Gives memory back that few texts need.
    mutating func trim() {
        if capacity > 1 << 16 { self = StringScratch() }
    }

    /// Memory for that many bytes, until the next call.
    private mutating func room(for count: Int) -> ValueRow<UInt8> {
        if let block, count <= capacity { return block }
        unsafe block?.free()
        capacity = max(count, 2 * capacity, 128)
        let larger = ValueRow<UInt8>.allocate(capacity)
        block = larger
        return larger
    }

    /// The content of a string, as `Scanner.unescape` has it, until the next one is asked for.
    mutating func unescape(_ written: BorrowedBytes, _ isASCII: inout Bool) -> BorrowedBytes? {
        let room = room(for: written.count)
        guard let length = Scanner.unescape(written, into: room, &isASCII) else { return nil }
        return unsafe BorrowedBytes(start: room.address, count: length)
    }
}

extension Scanner {
    /// Reads the content of a string that is not ASCII without escapes, or is none.
    ///
    /// - Parameters:
    ///   - start: Behind its first quote.
    ///   - stop: The first byte that is not plain ASCII.
    ///   - isWanted: Whether its content is; otherwise it is only checked.
    /// - Returns: The content, whether it is ASCII, and the place behind its last quote; nil if it is none.
    @inline(__always)
    static func otherContent(
        _ start: TextPlace, _ stop: TextPlace, _ last: TextPlace, _ scratch: inout StringScratch, isWanted: Bool
    ) -> (bytes: BorrowedBytes, isASCII: Bool, end: TextPlace)? {
        // SAFETY: the last byte of the text is a bracket, so the byte behind a backslash, and where a run ends, is still one of the text.
        var (end, high, hasEscapes) = (stop, 0 as UInt32, false)
        while unsafe end.byte != UInt8(ascii: "\"") {
            if unsafe end.byte < 0x80 {
                guard unsafe end.byte == UInt8(ascii: "\\") && end + 1 < last else { return nil }
                hasEscapes = true
                // What stands behind a backslash does not end the string; whether it is an escape is seen below.
                unsafe end += 2
            }
            let run = unsafe end.plainRun(of: last - end)
            unsafe end += run.length
            high |= run.high
        }
        let written = unsafe BorrowedBytes(from: start, count: end - start)
        if high != 0, unsafe yodel_is_utf8(start.address, written.count) == 0 { return nil }
        var (content, isASCII) = (written, high == 0)
        if hasEscapes && isWanted {
            guard let unescaped = scratch.unescape(written, &isASCII) else { return nil }
            content = unescaped
        } else if hasEscapes {
            // Of what is not wanted the length is looked at.
            guard let length = unescape(written, into: nil, &isASCII) else { return nil }
            content = unsafe BorrowedBytes(from: start, count: length)
        }
        return unsafe (content, isASCII, end + 1)
    }

    /// The content of a string; nil if it is none.
    ///
    /// - Parameter text: What is written behind its first quote, the last quote included.
    static func content(ofString text: [UInt8]) -> [UInt8]? {
        unsafe text.withBorrowedBytes { text in
            guard let start = text.start, text.last == UInt8(ascii: "\"") else { return nil }
            // SAFETY: the last byte is a quote, which ends every run; so it stands for the bracket behind a string.
            let last = unsafe start + (text.count - 1)
            var scratch = StringScratch()
            let string = unsafe otherContent(start, start + start.asciiRun(of: last - start), last, &scratch, isWanted: true)
            return string.map { Array($0.bytes) }
        }
    }

    /// Resolves the escapes of a string's content (RFC 8259 section 7).
    ///
    /// - Parameters:
    ///   - written: The content as it is written: every backslash has a byte behind it.
    ///   - room: Memory for as many bytes; nil to check the escapes only.
    ///   - isASCII: Set to false if an escape stands for a character that is not ASCII.
    /// - Returns: Bytes of the content; nil if it has an escape that JSON does not have, or a surrogate without its partner.
    fileprivate static func unescape(
        _ written: BorrowedBytes, into room: ValueRow<UInt8>?, _ isASCII: inout Bool
    ) -> Int? {
        guard let text = written.start else { return 0 }
        // SAFETY: what is written is at most as long as what has been read, so it fits; a byte is read at an index below the count.
        let count = written.count
        var (index, length) = (0, 0)
        while true {
            if let room {
                let plain = unsafe yodel_copy_plain(room.address + length, text.address + index, count - index, 0)
                index += plain
                length += plain
            } else {
                let plain = unsafe (text + index).plainRun(of: count - index).length
                index += plain
                length += plain
            }
            guard index < count else { return length }
            guard let scalar = scalar(text, &index, count) else { return nil }
            isASCII = isASCII && scalar.isASCII
            for unit in unsafe UTF8.encode(scalar).unsafelyUnwrapped {
                unsafe room?[length] = unit
                length += 1
            }
        }
    }

    /// Reads one escape, or two that are one character.
    private static func scalar(_ text: TextPlace, _ index: inout Int, _ count: Int) -> Unicode.Scalar? {
        // SAFETY: as above.
        let byte = unsafe text[index + 1]
        if byte == UInt8(ascii: "u") { return scalarByNumber(text, &index, count) }
        index += 2
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        default: return nil
        }
    }

    /// The number that an escape of six bytes stands for; negative if it is none.
    @inline(__always)
    private static func hexUnit(_ escape: TextPlace) -> Int32 { unsafe (escape + 2).hexUnit }

    /// Reads `\uXXXX`, or a pair of them.
    private static func scalarByNumber(_ text: TextPlace, _ index: inout Int, _ count: Int) -> Unicode.Scalar? {
        guard count - index >= 6 else { return nil }
        // SAFETY: six bytes are there, of this escape and of the next one.
        let unit = unsafe hexUnit(text + index)
        guard unit >= 0 else { return nil }
        index += 6
        guard unit & 0xF800 == 0xD800 else { return Unicode.Scalar(UInt32(unit)) }
        guard unit < 0xDC00, count - index >= 6, unsafe text[index] == UInt8(ascii: "\\") && text[index + 1] == UInt8(ascii: "u") else {
            return nil
        }
        let low = unsafe hexUnit(text + index)
        guard low & ~0x3FF == 0xDC00 else { return nil }
        index += 6
        return Unicode.Scalar(UInt32(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)))
    }
}
