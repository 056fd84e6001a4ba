/// The address of a value that is only looked at.
///
/// What it is a value of says the plan that comes with it: reading it as a type is an unsafe operation, handing it on is not.
@safe struct ValueAddress: Equatable {
    // SAFETY: whoever makes an address says that the value stays there, unchanged, for as long as the address is used.
    @unsafe let raw: UnsafeRawPointer

    /// - Parameter bits: The address; nil for 0.
    @unsafe @inline(__always)
    init?(bits: UInt) {
        guard let raw = unsafe UnsafeRawPointer(bitPattern: bits) else { return nil }
        unsafe self.raw = raw
    }

    /// The address as a number.
    @inline(__always)
    var bits: UInt { unsafe UInt(bitPattern: raw) }

    static func == (left: ValueAddress, right: ValueAddress) -> Bool { unsafe left.raw == right.raw }

    /// That of a part of the value, or of one that follows it.
    @unsafe @inline(__always)
    static func + (address: ValueAddress, offset: Int) -> ValueAddress { unsafe ValueAddress(address.raw + offset) }

    @unsafe @inline(__always)
    static func += (address: inout ValueAddress, offset: Int) { address = unsafe address + offset }

    /// The distance from another address.
    @inline(__always)
    static func - (address: ValueAddress, other: ValueAddress) -> Int { unsafe address.raw - other.raw }

    /// The value, or one at an offset from it.
    @unsafe @inline(__always)
    func load<T>(fromByteOffset offset: Int = 0, as type: T.Type) -> T { unsafe raw.load(fromByteOffset: offset, as: type) }

    /// Values of one type that stand there, one stride apart.
    @unsafe @_lifetime(borrow self)
    @inline(__always)
    func values<T>(of type: T.Type, count: Int) -> Span<T> {
        unsafe _overrideLifetime(Span(_unsafeStart: assumingMemoryBound(to: type), count: count), borrowing: self)
    }

    /// For operations on values of any kind, of which this one only looks.
    @unsafe @inline(__always)
    var mutable: MutableAddress { unsafe MutableAddress(UnsafeMutableRawPointer(mutating: raw)) }
}

// Members that take or give pointers, whose types mark each use.
extension ValueAddress {
    @inline(__always)
    init(_ raw: UnsafeRawPointer) { unsafe self.raw = raw }

    @inline(__always)
    func assumingMemoryBound<T>(to type: T.Type) -> UnsafePointer<T> { unsafe raw.assumingMemoryBound(to: type) }
}
