/// A bit for each key of an object by its length and ends: one whose bit is not set yet is new, and need not be looked for.
struct SeenKeys {
    private var bits: UInt64 = 0

    /// Notes a key.
    ///
    /// - Returns: Whether it is known to be new.
    mutating func insert(_ key: BorrowedBytes) -> Bool {
        let bit = 1 as UInt64 &<< Self.mix(key)  // &<<: takes the place modulo 64
        defer { bits |= bit }
        return bits & bit == 0
    }

    /// A small number made of a key.
    static func mix(_ key: BorrowedBytes) -> UInt64 {
        guard !key.isEmpty else { return 0 }
        return UInt64(key.count) &* 7 &+ UInt64(key[0]) &* 5 &+ UInt64(key[key.count - 1])  // &*, &+: a hash wraps by design
    }
}
