import FoundationEssentials

// The memory that a call works on, as what is inlined into callers hands it to the library.

/// Bytes that are lent to a call.
@frozen @usableFromInline
@safe struct LentBytes {
    // SAFETY: whoever makes one keeps the bytes in place, and unchanged, while it is used.
    @usableFromInline @unsafe let raw: UnsafeRawBufferPointer

    @unsafe @inlinable
    @inline(__always)
    init(_ raw: UnsafeRawBufferPointer) { unsafe self.raw = raw }

    @inlinable @inline(__always) static var none: LentBytes { unsafe LentBytes(UnsafeRawBufferPointer(start: nil, count: 0)) }

    @inline(__always) var borrowed: BorrowedBytes { unsafe BorrowedBytes(raw) }
}

/// Room for a value that is lent to a call.
@frozen @usableFromInline
@safe struct LentRoom {
    // SAFETY: whoever makes one says that the room stays in place while it is used, and that it is for a value of the type that it is handed on with.
    @usableFromInline @unsafe let raw: UnsafeMutableRawPointer

    @unsafe @inlinable
    @inline(__always)
    init(_ raw: UnsafeMutableRawPointer) { unsafe self.raw = raw }

    @inline(__always) var address: MutableAddress { unsafe MutableAddress(raw) }

    /// Lends fresh room for a value.
    @unsafe @inlinable
    @inline(__always)
    static func lend<T, R, E>(for type: T.Type, _ body: (LentRoom) throws(E) -> R) throws(E) -> R {
        unsafe try withUnsafeTemporaryAllocation(of: T.self, capacity: 1) { (room) throws(E) -> R in
            unsafe try body(LentRoom(UnsafeMutableRawPointer(room.baseAddress.unsafelyUnwrapped)))
        }
    }

    /// Moves the value out that has been put into the room.
    @unsafe @inlinable
    @inline(__always)
    func take<T>(as type: T.Type) -> T { unsafe raw.assumingMemoryBound(to: type).move() }
}

extension JSONBytes {
    @unsafe @inlinable
    @inline(__always)
    func withLentBytes<R>(_ body: (LentBytes) -> R) -> R { unsafe withJSONBytes { unsafe body(LentBytes($0)) } }
}

extension RawSpan {
    @unsafe @inlinable
    @inline(__always)
    func withLentBytes<R, E>(_ body: (LentBytes) throws(E) -> R) throws(E) -> R {
        unsafe try withUnsafeBytes { (bytes) throws(E) in unsafe try body(LentBytes(bytes)) }
    }
}
