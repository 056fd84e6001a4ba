/// A key that equals another if their UTF-8 bytes are the same.
///
/// Tables of keys that strangers send are keyed by it: Swift's own equality is canonical equivalence, which takes time quadratic in a run of
/// combining marks.
struct UTF8Key: Hashable, Sendable {
    let text: String

    init(_ text: String) {
        self.text = text
    }

    static func == (left: UTF8Key, right: UTF8Key) -> Bool {
        if left.text.hasSameWords(as: right.text) { return true }
        let count = left.text.utf8.count
        guard count == right.text.utf8.count else { return false }
        var (left, right) = (left.text, right.text)
        return unsafe left.withBorrowedBytes { left in unsafe right.withBorrowedBytes { right in areEqual(left, right, count) } }
    }

    /// Whether as many bytes are the same.
    private static func areEqual(_ left: BorrowedBytes, _ right: BorrowedBytes, _ count: Int) -> Bool {
        guard let one = left.start, let other = right.start else { return true }
        var index = 0
        // A word is loaded only where eight bytes are left.
        while index + 8 <= count {
            guard unsafe one.load(index, as: UInt64.self) == other.load(index, as: UInt64.self) else { return false }
            index += 8
        }
        while index < count {
            guard unsafe one[index] == other[index] else { return false }
            index += 1
        }
        return true
    }

    func hash(into hasher: inout Hasher) {
        var text = text
        // SAFETY: the bytes are read within the closure, from a string that lives as long.
        unsafe text.withBorrowedBytes { unsafe hasher.combine(bytes: $0.raw) }
        hasher.combine(0xFF as UInt8)
    }
}

extension [String] {
    /// The places of the texts in the order of their UTF-8 bytes. One function for all: each sort by a closure is compiled anew.
    @inline(never)
    func placesInOrder() -> [Int] { indices.sorted { self[$0].utf8.lexicographicallyPrecedes(self[$1].utf8) } }
}

extension String {
    /// Whether two strings are held by the same words: then they are equal, byte by byte. For short texts, of which most keys are, that is all
    /// there is to compare.
    @inline(__always)
    func hasSameWords(as other: String) -> Bool {
        // SAFETY: a string is two words without padding, which hold a short text, or the address and length of a longer one.
        unsafe unsafeBitCast(self, to: (UInt64, UInt64).self) == unsafeBitCast(other, to: (UInt64, UInt64).self)
    }
}
