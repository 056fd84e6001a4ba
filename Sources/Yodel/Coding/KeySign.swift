// A key's sign: its length, and 32 bits that mix its first and last bytes. Two keys are compared as one number first, and hardly ever byte by byte in vain.

/// The sign of a key.
enum KeySign {
    /// The sign of bytes: the length in the lower half, what is mixed in the upper one.
    @unsafe @inline(__always)
    static func of(_ bytes: TextPlace, _ count: Int) -> UInt64 {
        // SAFETY: every load ends at or before the count. &*, &+: a hash wraps by design.
        var mixed: UInt64
        if count >= 8 {
            mixed = unsafe bytes.load(as: UInt64.self) &* 0x9E37_79B9_7F4A_7C15
            mixed = unsafe (mixed ^ bytes.load(count &- 8, as: UInt64.self)) &* 0xD6E8_FEB8_6659_FD93
        } else if count >= 4 {
            mixed = unsafe UInt64(bytes.load(as: UInt32.self)) &<< 32
            unsafe mixed |= UInt64(bytes.load(count &- 4, as: UInt32.self))
            mixed = mixed &* 0x9E37_79B9_7F4A_7C15
        } else if count > 0 {
            mixed = unsafe UInt64(bytes[0]) | UInt64(bytes[count &>> 1]) &<< 8 | UInt64(bytes[count &- 1]) &<< 16
            mixed = mixed &* 0x9E37_79B9_7F4A_7C15
        } else {
            mixed = 0
        }
        return mixed & 0xFFFF_FFFF_0000_0000 | UInt64(truncatingIfNeeded: count)
    }

    /// One of 64 bits that a sign chooses, by the lower six of its upper ten bits.
    @inline(__always)
    static func bit(_ sign: UInt64) -> UInt64 { 1 &<< (sign &>> 54) }

    /// Whether as many bytes are the same.
    @unsafe @inline(__always)
    static func areEqual(_ left: TextPlace, _ right: TextPlace, _ count: Int) -> Bool {
        // SAFETY: every load ends at or before the count.
        if count >= 8 {
            var index = 0
            while index &+ 8 < count {
                if word(left, index) != word(right, index) { return false }
                index &+= 8
            }
            return word(left, count &- 8) == word(right, count &- 8)
        }
        // What is shorter is in the sign, but for the bytes between.
        if count >= 4 {
            return unsafe left.load(as: UInt32.self) == right.load(as: UInt32.self)
                && left.load(count &- 4, as: UInt32.self) == right.load(count &- 4, as: UInt32.self)
        }
        for index in 0..<count {
            if unsafe left[index] != right[index] { return false }
        }
        return true
    }

    @inline(__always)
    private static func word(_ place: TextPlace, _ offset: Int) -> UInt64 {
        unsafe place.load(offset, as: UInt64.self)
    }
}
