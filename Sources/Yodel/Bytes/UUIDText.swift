import FoundationEssentials

// UUIDs by their text, eight digits a step.
//
// A UUID is 32 hexadecimal digits with hyphens between them, 0FDA28D2-70B4-4D47-9CBB-F3D9F03D2711. Eight digits are worked out side by side in one
// word, the first in the lowest byte, and make four bytes. A letter is told from a digit by the bit 0x40, and its lower half is nine less than its value:
//
//     'D' '2'  ->  44 32  ->  04 02, plus 9 for the letter  ->  0D 02  ->  D2
//
// Only the form that is above is read here, in letters of any case. Foundation reads each pair of digits as `scanf` does, with white space, a sign or `0x`
// before it, and stops at a zero byte; whoever has a text that is nil here asks Foundation, so that such texts mean what they have always meant.

/// Reads UUIDs from their text and writes them.
enum UUIDText {
    /// Bytes of a text.
    static let length = 36
    /// The bits of a byte that a letter has and a digit does not.
    private static let letters: UInt64 = 0x4040_4040_4040_4040
    private static let topBits: UInt64 = 0x8080_8080_8080_8080
    private static let lowerHalves: UInt64 = 0x0F0F_0F0F_0F0F_0F0F

    /// Reads a UUID. Not inlined: all kinds of scalars are read in one function, which is not to grow by it.
    ///
    /// - Returns: nil for a text of any other form, which may still be one of Foundation's.
    @inline(never)
    static func uuid(_ text: BorrowedBytes) -> UUID? {
        guard text.count == length, let start = text.start else { return nil }
        // SAFETY: every word ends within the 36 bytes.
        let hyphens = unsafe (start[8] ^ ASCII.minus) | (start[13] ^ ASCII.minus) | (start[18] ^ ASCII.minus) | (start[23] ^ ASCII.minus)
        let words = unsafe (start.word, joined(start + 9, start + 14), joined(start + 19, start + 24), (start + 28).word)
        let digits = areDigits(words.0) & areDigits(words.1) & areDigits(words.2) & areDigits(words.3)
        guard hyphens == 0 && digits & topBits == topBits else { return nil }
        let first = bytes(words.0) | bytes(words.1) << 32
        let last = bytes(words.2) | bytes(words.3) << 32
        // SAFETY: sixteen bytes, of which any make a UUID.
        return unsafe UUID(uuid: unsafeBitCast((first.littleEndian, last.littleEndian), to: uuid_t.self))
    }

    /// Writes a UUID in capitals, as its `uuidString`. Needs room for `length`.
    ///
    /// - Returns: The number of bytes written.
    @inline(__always)
    static func write(_ uuid: UUID, to target: OutputPlace) -> Int {
        let (first, last) = unsafe unsafeBitCast(uuid.uuid, to: (UInt64, UInt64).self)
        let words = (
            digits(UInt64(littleEndian: first) & 0xFFFF_FFFF), digits(UInt64(littleEndian: first) >> 32),
            digits(UInt64(littleEndian: last) & 0xFFFF_FFFF), digits(UInt64(littleEndian: last) >> 32)
        )
        unsafe target.store(words.0)
        unsafe put(words.1, to: target + 8)
        unsafe put(words.2, to: target + 18)
        unsafe target.store(words.3, at: 28)
        return length
    }

    /// Writes eight digits in two halves, each with a hyphen before it, and the hyphen after the first of the words that follow.
    @inline(__always)
    private static func put(_ digits: UInt64, to target: OutputPlace) {
        unsafe target.put(ASCII.minus)
        unsafe target.store(UInt32(truncatingIfNeeded: digits), at: 1)
        unsafe target.put(ASCII.minus, at: 5)
        unsafe target.store(UInt32(truncatingIfNeeded: digits >> 32), at: 6)
    }

    /// Two groups of four digits as one word.
    @inline(__always)
    private static func joined(_ first: TextPlace, _ last: TextPlace) -> UInt64 {
        unsafe UInt64(first.halfWord) | UInt64(last.halfWord) << 32
    }

    /// Has the top bit of each byte that is a hexadecimal digit, if all bytes are ASCII; else at least one of them is missing.
    ///
    /// &+: no byte carries into the next, since each is below 0x80 and what is added at most 0x50. Where a byte is not, the result loses its bit.
    @inline(__always)
    private static func areDigits(_ word: UInt64) -> UInt64 {
        let low = word & ~topBits
        let isDigit = (low &+ 0x5050_5050_5050_5050) & ~(low &+ 0x4646_4646_4646_4646)  // from 0x30, below 0x3A
        let small = low | 0x2020_2020_2020_2020
        let isLetter = (small &+ 0x1F1F_1F1F_1F1F_1F1F) & ~(small &+ 0x1919_1919_1919_1919)  // from 0x61, below 0x67
        return (isDigit | isLetter) & ~word
    }

    /// The four bytes that eight digits make, the first the lowest.
    @inline(__always)
    private static func bytes(_ word: UInt64) -> UInt64 {
        let values = (word & lowerHalves) &+ 9 &* ((word & letters) >> 6)  // &+, &*: at most fifteen a byte
        // The first digit of a pair is the upper half.
        let pairs = (values << 4 | values >> 8) & 0x00FF_00FF_00FF_00FF
        let fours = (pairs | pairs >> 8) & 0x0000_FFFF_0000_FFFF
        return (fours | fours >> 16) & 0xFFFF_FFFF
    }

    /// The eight digits of four bytes.
    @inline(__always)
    private static func digits(_ bytes: UInt64) -> UInt64 {
        let pairs = (bytes | bytes << 16) & 0x0000_FFFF_0000_FFFF
        let ones = (pairs | pairs << 8) & 0x00FF_00FF_00FF_00FF
        let values = (ones >> 4 | ones << 8) & lowerHalves
        let isLetter = (values &+ 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101  // &+: at most 21 a byte
        return values &+ NumberWriter.asciiZeros &+ 7 &* isLetter  // &+, &*: at most `F`
    }
}

extension OutputBuffer {
    /// Writes a UUID as a JSON string. Not inlined, as all kinds of scalars are written in one function.
    @inline(never)
    mutating func append(quoted uuid: UUID) {
        unsafe write(UUIDText.length + 2) { to in
            unsafe to.put(UInt8(ascii: "\""))
            let count = unsafe UUIDText.write(uuid, to: to + 1)
            unsafe to.put(UInt8(ascii: "\""), at: count &+ 1)  // &+: a UUID's
            return count &+ 2
        }
    }
}
