import FoundationEssentials

// The first two characters of a JSON text are ASCII, so the zeros among its first four bytes show how it is encoded (RFC 4627 section 3); a text of one
// character has two bytes in UTF-16. A byte order mark comes before that.

/// How a document is encoded that is not plain UTF-8.
struct CodableEncoding {
    let name: String.Encoding
    /// Bytes of the byte order mark.
    let markLength: Int

    /// The encoding of a document; nil for UTF-8 without a byte order mark.
    init?(_ bytes: BorrowedBytes) {
        // A document in UTF-8 has no zero, and begins with ASCII.
        guard bytes.count > 1, bytes[0] == 0 || bytes[0] >= 0x80 || bytes[1] == 0 else { return nil }
        let (first, second) = (bytes[0], bytes[1])
        let (third, fourth) = (bytes.count > 2 ? bytes[2] : nil, bytes.count > 3 ? bytes[3] : nil)
        switch (first, second, third, fourth) {
        case (0, 0, 0xFE, 0xFF): (name, markLength) = (.utf32BigEndian, 4)
        case (0xFE, 0xFF, 0, 0): (name, markLength) = (.utf32LittleEndian, 4)
        case (0xFE, 0xFF, _, _): (name, markLength) = (.utf16BigEndian, 2)
        case (0xFF, 0xFE, _, _): (name, markLength) = (.utf16LittleEndian, 2)
        case (0xEF, 0xBB, 0xBF, _): (name, markLength) = (.utf8, 3)
        case (0, 0, 0, .some(1...)): (name, markLength) = (.utf32BigEndian, 0)
        case (0, 1..., 0, .some(1...)): (name, markLength) = (.utf16BigEndian, 0)
        case (1..., 0, 0, 0): (name, markLength) = (.utf32LittleEndian, 0)
        case (1..., 0, .some(1...), 0): (name, markLength) = (.utf16LittleEndian, 0)
        case (0, 1..., nil, nil): (name, markLength) = (.utf16BigEndian, 0)
        case (1..., 0, nil, nil): (name, markLength) = (.utf16LittleEndian, 0)
        default: return nil
        }
    }
}

extension ModelError {
    /// Bytes that are not in the encoding that they begin in.
    static var invalidEncoding: ModelError {
        ModelError(
            .syntax, .invalidUTF8, at: SourceLocation(offset: 0, line: 1, column: 1), path: JSONPath(),
            "the first bytes are those of UTF-16 or UTF-32, and what follows is none")
    }
}
