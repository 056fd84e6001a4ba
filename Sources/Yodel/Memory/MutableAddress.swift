/// The address of memory for a value, which may be written.
///
/// What it is for a value of says the plan, or the handle, that comes with it: to read or write it as a type is an unsafe operation, handing it on is not.
@safe struct MutableAddress: Equatable {
    // SAFETY: whoever makes an address says that the memory stays there, nobody else's, for as long as the address is used, and that it is laid out for a
    // value of the type that the plan or the handle says which the address is handed on with.
    @unsafe let raw: UnsafeMutableRawPointer

    @unsafe @inline(__always)
    init(_ raw: UnsafeMutableRawPointer) { unsafe self.raw = raw }

    @inline(__always)
    static func == (left: MutableAddress, right: MutableAddress) -> Bool { unsafe left.raw == right.raw }

    /// That of a part of the value, or of one that follows it.
    @unsafe @inline(__always)
    static func + (address: MutableAddress, offset: Int) -> MutableAddress { unsafe MutableAddress(address.raw + offset) }

    @unsafe @inline(__always)
    static func += (address: inout MutableAddress, offset: Int) { address = unsafe address + offset }

    /// The distance from another address.
    @inline(__always)
    static func - (address: MutableAddress, other: MutableAddress) -> Int { unsafe address.raw - other.raw }

    /// The value, to look at.
    @inline(__always)
    var value: ValueAddress { unsafe ValueAddress(raw) }

    /// The value, or one at an offset from it.
    @unsafe @inline(__always)
    func load<T>(fromByteOffset offset: Int = 0, as type: T.Type) -> T { unsafe raw.load(fromByteOffset: offset, as: type) }

    /// Memory for values of one type, one stride apart.
    @unsafe @inline(__always)
    func values<T>(of type: T.Type, count: Int) -> ValueRow<T> { unsafe ValueRow(assumingMemoryBound(to: type), count) }

    /// Puts a value into fresh memory.
    @unsafe @inline(__always)
    func initialize<T>(as type: T.Type, to value: consuming T) { unsafe raw.initializeMemory(as: type, to: value) }

    @unsafe @inline(__always)
    func storeBytes<T: BitwiseCopyable>(of value: T, toByteOffset offset: Int = 0, as type: T.Type) {
        unsafe raw.storeBytes(of: value, toByteOffset: offset, as: type)
    }

    /// Copies the bytes of what holds no reference, or is not used any more.
    @unsafe @inline(__always)
    func copyMemory(from source: ValueAddress, byteCount: Int) { unsafe raw.copyMemory(from: source.raw, byteCount: byteCount) }

    /// Memory that is the caller's, until it is deallocated.
    @inline(__always)
    static func allocate(byteCount: Int, alignment: Int) -> MutableAddress {
        unsafe MutableAddress(UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: alignment))
    }

    @unsafe @inline(__always)
    func deallocate() { unsafe raw.deallocate() }
}

// Members that take or give pointers, whose types mark each use.
extension MutableAddress {
    /// - Parameter room: Memory that is lent, not empty.
    @inline(__always)
    init(_ room: UnsafeMutableRawBufferPointer) { unsafe raw = room.baseAddress.unsafelyUnwrapped }

    @inline(__always)
    func assumingMemoryBound<T>(to type: T.Type) -> UnsafeMutablePointer<T> { unsafe raw.assumingMemoryBound(to: type) }
}
