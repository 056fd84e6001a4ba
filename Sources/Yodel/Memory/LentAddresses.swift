// Values and room for them that are lent to a closure by their addresses.
//
// SAFETY of all of it: a value, or the room, stays in place while the closure runs, and the closure keeps no address.

extension ValueAddress {
    /// Lends the address of a value.
    ///
    /// Where `T` is not known to the compiler, this takes some twenty instructions more than the standard library's function alone, which the encoders
    /// call for each of their values.
    @unsafe @inline(__always)
    static func of<T: ~Copyable, R: ~Copyable, E>(_ value: borrowing T, _ body: (ValueAddress) throws(E) -> R) throws(E) -> R {
        unsafe try withUnsafePointer(to: value) { (address) throws(E) in unsafe try body(ValueAddress(address)) }
    }
}

extension MutableAddress {
    /// Lends the address of a value, which may be changed there.
    @unsafe @inline(__always)
    static func of<T, R, E>(_ value: inout T, _ body: (MutableAddress) throws(E) -> R) throws(E) -> R {
        unsafe try withUnsafeMutablePointer(to: &value) { (address) throws(E) in unsafe try body(MutableAddress(address)) }
    }

    /// Lends room for a value, and moves out what has been put there.
    ///
    /// - Parameter fill: Puts a value of the type into the room, which is fresh, or throws and leaves none.
    @unsafe @inline(__always)
    static func value<T, E>(of type: T.Type, _ fill: (MutableAddress) throws(E) -> Void) throws(E) -> T {
        unsafe try withUnsafeTemporaryAllocation(of: T.self, capacity: 1) { (room) throws(E) -> T in
            let slot = unsafe room.baseAddress.unsafelyUnwrapped
            unsafe try fill(MutableAddress(slot))
            return unsafe slot.move()
        }
    }
}
