// A key's sign: its length, and 32 bits that mix its first and last bytes. Two keys are compared as one number first, and hardly ever byte by byte in vain.

/// The sign of a key.
enum KeySign {
    /// The sign of bytes: the length in the lower half, what is mixed in the upper one.
    @inline(__always)
    static func of(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> UInt64 {
        // SAFETY: every load ends at or before the count. &*, &+: a hash wraps by design.
        let address = unsafe UnsafeRawPointer(bytes)
        var mixed: UInt64
        if count >= 8 {
            mixed = unsafe address.loadUnaligned(as: UInt64.self) &* 0x9E37_79B9_7F4A_7C15
            mixed = unsafe (mixed ^ address.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)) &* 0xD6E8_FEB8_6659_FD93
        } else if count >= 4 {
            mixed = unsafe UInt64(address.loadUnaligned(as: UInt32.self)) &<< 32
            mixed |= unsafe UInt64(address.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self))
            mixed = mixed &* 0x9E37_79B9_7F4A_7C15
        } else if count > 0 {
            mixed = unsafe UInt64(bytes[0]) | UInt64(bytes[count &>> 1]) &<< 8 | UInt64(bytes[count &- 1]) &<< 16
            mixed = mixed &* 0x9E37_79B9_7F4A_7C15
        } else {
            mixed = 0
        }
        return mixed & 0xFFFF_FFFF_0000_0000 | UInt64(truncatingIfNeeded: count)
    }

    /// One of 64 bits that a sign chooses.
    @inline(__always)
    static func bit(_ sign: UInt64) -> UInt64 { 1 &<< (sign &>> 58) }

    /// Whether as many bytes are the same.
    @inline(__always)
    static func areEqual(_ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        // SAFETY: every load ends at or before the count.
        let (left, right) = unsafe (UnsafeRawPointer(left), UnsafeRawPointer(right))
        if count >= 8 {
            var index = 0
            while index &+ 8 < count {
                if unsafe word(left, index) != word(right, index) { return false }
                index &+= 8
            }
            return unsafe word(left, count &- 8) == word(right, count &- 8)
        }
        // What is shorter is in the sign, but for the bytes between.
        if count >= 4 {
            return unsafe left.loadUnaligned(as: UInt32.self) == right.loadUnaligned(as: UInt32.self)
                && left.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)
                    == right.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)
        }
        for index in 0..<count {
            if unsafe left.load(fromByteOffset: index, as: UInt8.self) != right.load(fromByteOffset: index, as: UInt8.self) { return false }
        }
        return true
    }

    @inline(__always)
    private static func word(_ address: UnsafeRawPointer, _ offset: Int) -> UInt64 {
        unsafe address.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    }
}
