/// What a key is hashed and compared by: its length, its first eight and its last eight bytes.
///
/// Keys of up to sixteen bytes are equal exactly if their signatures are; longer ones compare the bytes in between too. Keys shorter than
/// eight bytes fill `first` from the low end and leave `last` zero.
struct KeySignature: Equatable {
    /// The length of the longest key that is equal exactly if its signature is.
    static var completeCount: Int { 16 }

    var first: UInt64
    var last: UInt64
    var count: Int

    /// - Parameter bytes: `count` bytes that stay readable during the call.
    @unsafe @inline(__always)
    init(_ bytes: TextPlace, _ count: Int) {
        self.count = count
        // SAFETY: every load ends at or before `count`.
        if count >= 8 {
            first = unsafe bytes.load(as: UInt64.self)
            last = unsafe bytes.load(count &- 8, as: UInt64.self)  // &-: count is at least 8
        } else if count >= 4 {
            let low = unsafe UInt64(bytes.load(as: UInt32.self))
            let high = unsafe UInt64(bytes.load(count &- 4, as: UInt32.self))  // &-: count is at least 4
            first = low | high << 32
            last = 0
        } else if count > 0 {
            // The first, the middle and the last byte: all of a key of up to three bytes.
            let low = unsafe UInt64(bytes[0])
            let middle = unsafe UInt64(bytes[count >> 1])
            let high = unsafe UInt64(bytes[count &- 1])  // &-: count is at least 1
            first = low | middle << 8 | high << 16
            last = 0
        } else {
            first = 0
            last = 0
        }
    }

    /// - Parameter key: The bytes of a key, or none.
    @inline(__always)
    init(_ key: BorrowedBytes) {
        if let start = key.start { unsafe self.init(start, key.count) } else { self.init(withoutBytes: 0) }
    }

    /// The signature that no key has.
    init(unmatched: Void) { self.init(withoutBytes: -1) }

    private init(withoutBytes count: Int) { (first, last, self.count) = (0, 0, count) }

    @inline(__always)
    static func == (left: KeySignature, right: KeySignature) -> Bool {
        left.first == right.first && left.last == right.last && left.count == right.count
    }

    /// A hash that depends on the seed. Of the product's bits the upper ones are well mixed: a table takes its index from them.
    @inline(__always)
    func hash(seed: UInt64) -> UInt64 {
        // &*, &+: a hash wraps by design.
        let mixed = (first ^ seed) &* 0x9E37_79B9_7F4A_7C15 ^ (last &+ UInt64(truncatingIfNeeded: count)) &* 0xC2B2_AE3D_27D4_EB4F
        return (mixed ^ mixed >> 32) &* 0xD6E8_FEB8_6659_FD93
    }
}
