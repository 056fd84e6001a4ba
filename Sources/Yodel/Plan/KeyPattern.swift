/// A key as it stands in a document, for a compare in place: its bytes and the quote that ends it.
///
/// Two masked words tell a key of up to fifteen bytes, which with the quote are sixteen:
///
///     key     id                     login_count
///     head    i d " . . . . .        l o g i n _ c o
///     tail    the same               n _ c o u n t "     eight bytes that end with the quote
///     mask    F F F . . . . .        F F F F F F F F
///
/// A key that would be written with escapes is never found in place.
@safe struct KeyPattern {
    // SAFETY: the bytes are the key table's, which outlives the pattern.

    private var head: UInt64
    private var tail: UInt64
    private var mask: UInt64
    /// Bytes that a text must have to be looked at.
    private var needed: Int
    private var count: Int
    private var bytes: TextPlace

    /// Bytes of the longest key that is found in place. Longer ones are looked up.
    static let longest = 256

    /// - Parameters:
    ///   - bytes: The key's bytes; they stay in place while the pattern is used.
    ///   - isFound: Whether the key can be found at all.
    @unsafe init(_ bytes: TextPlace, _ count: Int, isFound: Bool) {
        let key = unsafe BorrowedBytes(from: bytes, count: count)
        let isPlain = key.allSatisfy { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
        self.bytes = bytes
        self.count = count
        needed = max(count + 1, 8)
        guard isFound && isPlain && count <= Self.longest else {
            // No byte is looked at, and nothing is not something.
            (head, tail, mask) = (1, 1, 0)
            return
        }
        // The quote stands behind the key; a word begins with its lowest byte.
        let length = count + 1
        func byte(_ index: Int) -> UInt64 { unsafe UInt64(index < count ? bytes[index] : UInt8(ascii: "\"")) }
        let tailStart = max(length - 8, 0)
        var (head, tail, mask) = (UInt64(0), UInt64(0), UInt64(0))
        for place in 0..<min(8, length) {
            head |= byte(place) << UInt64(8 * place)
            tail |= byte(tailStart + place) << UInt64(8 * place)
            mask |= 0xFF << UInt64(8 * place)
        }
        (self.head, self.tail, self.mask) = (UInt64(littleEndian: head), UInt64(littleEndian: tail), UInt64(littleEndian: mask))
    }

    /// The key's length, if a text begins with it and a quote; else a negative number.
    @unsafe @inline(__always)
    func length(in text: TextPlace, _ textCount: Int) -> Int {
        guard textCount >= needed else { return -1 }
        // SAFETY: both words end at or before `needed`, which is at least eight.
        let first = unsafe text.load(as: UInt64.self)
        let last = unsafe text.load(needed &- 8, as: UInt64.self)  // &-: at least eight
        guard first & mask == head && last & mask == tail && (count < 16 || middleMatches(text)) else { return -1 }
        return count
    }

    private func middleMatches(_ text: TextPlace) -> Bool {
        // The words have compared the first eight bytes, and the last seven and the quote; here come those in between.
        var index = 8
        // SAFETY: both have `count` bytes, and every index is at least eight below it.
        while index < count &- 8 {  // &-: at least sixteen
            guard unsafe bytes.load(index, as: UInt64.self) == text.load(index, as: UInt64.self) else { return false }
            index &+= 8  // &+=: below the count
        }
        return unsafe bytes.load(count &- 8, as: UInt64.self) == text.load(count &- 8, as: UInt64.self)  // &-: at least sixteen
    }
}
