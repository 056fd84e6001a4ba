/// The place of a value: memory that is laid out and aligned for its type.
///
/// In debug builds a slot knows the type, and every typed store asserts it.
@safe struct Slot {
    // SAFETY: whoever makes a slot says that the address is of a value of the type, or of memory for one, for as long as the slot is used.
    let address: MutableAddress
    #if DEBUG
    private let type: Any.Type?
    #endif

    /// - Parameter type: The value's type. Not evaluated in optimised builds.
    @unsafe @inline(__always)
    init(_ address: MutableAddress, of type: @autoclosure () -> Any.Type) {
        self.address = address
        #if DEBUG
        self.type = type()
        #endif
    }

    /// The value in the slot, to look at.
    var value: ValueAddress { address.value }

    /// Whether a store of a type is one of the slot's own.
    @inline(__always)
    private func holds(_ stored: Any.Type) -> Bool {
        #if DEBUG
        guard let type, type != stored else { return type == stored }
        // A type may be stored as one of the same kind is: `CGFloat` as `Double`, and an optional of the one as an optional of the other.
        var (own, other) = (type, stored)
        if let optional = own as? any OptionalType.Type, let otherOptional = other as? any OptionalType.Type {
            (own, other) = (optional.wrappedType, otherOptional.wrappedType)
        }
        return FieldKind.leaf(other).map { FieldKind.twin(own) == $0 } ?? false
        #else
        return true
        #endif
    }

    /// Stores a value.
    ///
    /// - Parameter fresh: Whether the memory holds no value yet.
    @unsafe @inline(__always)
    func put<T>(_ value: consuming T, fresh: Bool) {
        assert(holds(T.self), "a store of \(T.self)")
        // SAFETY: the slot is of the type, which is asserted.
        unsafe TypeHandle.store(value, at: address, fresh: fresh)
    }

    /// Stores a value that holds no reference over one of its kind, or in fresh memory.
    @unsafe @inline(__always)
    func put<T: BitwiseCopyable>(trivial value: T) {
        assert(holds(T.self), "a store of \(T.self)")
        // SAFETY: as above; what stood there needs no release.
        unsafe address.storeBytes(of: value, as: T.self)
    }

    /// Stores a string over one that is there.
    @unsafe @inline(__always)
    func replace(with value: consuming String) {
        assert(holds(String.self), "a store of String")
        unsafe Yodel.replace(address, with: value, unowned: "")
    }

    /// Stores a string, or nil, over an optional one that is there.
    @unsafe @inline(__always)
    func replaceOptional(with value: consuming String?) {
        assert(holds(String?.self), "a store of String?")
        unsafe Yodel.replace(address, with: value, unowned: nil)
    }

    /// The reference that the slot holds, which any number of optionals around it leave as it is.
    @unsafe @inline(__always)
    var instance: InstanceRef {
        // SAFETY: the caller has seen that there is a strong reference to an instance of a class.
        unsafe InstanceRef(at: value)
    }
}

/// Stores a value over one that is there.
///
/// - Parameter unowned: A value that holds no reference, such as an empty literal. Where exactly its bits are there is nothing to release;
///   that is what a fresh model holds, and seeing it saves a call per value.
@unsafe @inline(__always)
func replace<T>(_ slot: MutableAddress, with value: consuming T, unowned: T) {
    // SAFETY: as for `put`. Both instances of `T` are sixteen bytes, strings with or without an optional around them.
    assert(MemoryLayout<T>.size == 16)
    let old = unsafe slot.load(as: (UInt64, UInt64).self)
    let empty = unsafe unsafeBitCast(unowned, to: (UInt64, UInt64).self)
    unsafe TypeHandle.store(value, at: slot, fresh: old.0 == empty.0 && old.1 == empty.1)
}
