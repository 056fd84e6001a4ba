import Synchronization

// Threads share a coder, and each call wants the memory that the call before has left. A lock for that is held for a few nanoseconds, and yet threads that
// meet at it may wait for the kernel to hand it on, which takes longer than a small document: the slot is one word, and each use of it one atomic step.

/// A place for one object that a call leaves for the next one, whatever thread that is on.
@safe struct IdleSlot<Object: AnyObject & Sendable>: ~Copyable, Sendable {
    /// The address of the object, of which the slot has a reference; 0 if it is empty.
    private let address = Atomic<UInt>(0)

    init() {}

    deinit { _ = take() }

    /// Takes the object out. Nobody else has it then, if nobody else had it when it was put in.
    @inline(__always)
    func take() -> Object? {
        guard let address = unsafe UnsafeRawPointer(bitPattern: address.exchange(0, ordering: .acquiring)) else { return nil }
        // SAFETY: the address is that of an object whose reference `put` has left here; the exchange gives it to one caller alone.
        return unsafe Unmanaged<Object>.fromOpaque(address).takeRetainedValue()
    }

    /// Puts an object in, unless there is one.
    @inline(__always)
    func put(_ object: consuming Object) {
        let address = Self.address(of: consume object)
        if !self.address.compareExchange(expected: 0, desired: address, ordering: .releasing).exchanged { Self.release(address) }
    }

    /// Makes the caller's reference one that is counted by hand.
    ///
    /// It is a call, so that the caller's is gone when another thread can take the object, and asks whether anybody else has it: inlined, the reference
    /// would be released whenever the optimiser likes, after the exchange too.
    @inline(never)
    private static func address(of object: consuming Object) -> UInt {
        unsafe UInt(bitPattern: Unmanaged.passRetained(object).toOpaque())
    }

    @inline(never)
    private static func release(_ address: UInt) {
        // SAFETY: the reference is that of `address(of:)`, which the slot has not taken.
        unsafe UnsafeRawPointer(bitPattern: address).map { unsafe Unmanaged<Object>.fromOpaque($0).release() }
    }
}
