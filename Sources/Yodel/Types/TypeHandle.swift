// Typed operations on memory whose type is known only when a plan is built.
//
// A handle is made once per type and kept for the life of the process. It holds the type; each operation opens it, so that every move and every
// destruction of a value goes through its type's own witness: reference counts are right for any type, and nothing is copied byte by byte.
// No class of handles is generic: the runtime takes longer to make one for a type than all the rest of a plan takes for a property.
// The machine reaches a handle once per container or per nested object, never per scalar.

/// The operations of one type, over addresses.
///
/// Every address must be aligned for the type. "Fresh" memory holds no value yet and is initialised; other memory holds a value, which is
/// replaced and released.
class TypeHandle: @unchecked Sendable {
    // SAFETY, of every operation, and of whoever asks for one: the handle and the address come from one plan, so that the address is of the handle's type.
    // Whoever has made the address has said so, and knows whether a value is there: a draft by what has come, a buffer by its count, a slot by the state it
    // is read with.
    //
    // SAFETY of `@unchecked Sendable`: handles hold immutable facts only; a model's `init()` runs on whichever thread decodes.

    final let type: Any.Type
    final let size: Int
    final let stride: Int
    final let alignment: Int

    init(_ type: Any.Type) {
        func open<T>(_ type: T.Type) -> (size: Int, stride: Int, alignment: Int) {
            (MemoryLayout<T>.size, MemoryLayout<T>.stride, MemoryLayout<T>.alignment)
        }
        self.type = type
        (size, stride, alignment) = _openExistential(type, do: open)
    }

    /// The handle of any type.
    static func of(_ type: Any.Type) -> TypeHandle { TypeHandle(type) }

    /// Lends memory for a value, which holds none at first, nor at the end.
    @unsafe @inline(__always)
    final func withRoom<R>(_ body: (MutableAddress) throws -> R) rethrows -> R {
        unsafe try MutableAddress.withRoom(size: size, alignment: alignment, body)
    }

    /// Whether a type is a class, and a subclass of another.
    static func isClass(_ type: Any.Type, under superclass: Any.Type) -> Bool {
        var current: AnyClass? = type as? AnyClass
        while let candidate = current {
            if ObjectIdentifier(candidate) == ObjectIdentifier(superclass) { return true }
            current = _getSuperclass(candidate)
        }
        return false
    }

    // MARK: Operations of every type

    /// Destroys `count` values, one stride apart.
    @unsafe final func deinitialize(_ address: MutableAddress, count: Int) {
        func open<T>(_ type: T.Type) { unsafe address.assumingMemoryBound(to: T.self).deinitialize(count: count) }
        _openExistential(type, do: open)
    }

    /// Moves `count` values into fresh memory; `source` is fresh memory afterwards.
    @unsafe final func moveInitialize(_ address: MutableAddress, from source: MutableAddress, count: Int) {
        func open<T>(_ type: T.Type) {
            unsafe address.assumingMemoryBound(to: T.self).moveInitialize(from: source.assumingMemoryBound(to: T.self), count: count)
        }
        _openExistential(type, do: open)
    }

    /// Copies one value into fresh memory.
    @unsafe final func initializeCopy(_ address: MutableAddress, from source: ValueAddress) {
        func open<T>(_ type: T.Type) {
            unsafe address.assumingMemoryBound(to: T.self).initialize(to: source.assumingMemoryBound(to: T.self).pointee)
        }
        _openExistential(type, do: open)
    }

    /// A copy of the value.
    @unsafe final func any(_ address: ValueAddress) -> Any {
        func open<T>(_ type: T.Type) -> Any { unsafe address.assumingMemoryBound(to: T.self).pointee }
        return _openExistential(type, do: open)
    }

    /// Puts a value that is of the type already.
    ///
    /// - Returns: Whether it is.
    @unsafe final func put(_ address: MutableAddress, any value: Any, fresh: Bool) -> Bool {
        func open<T>(_ type: T.Type) -> Bool {
            guard let value = value as? T else { return false }
            unsafe TypeHandle.store(value, at: address, fresh: fresh)
            return true
        }
        return _openExistential(type, do: open)
    }

    /// Moves one value to `address`.
    @unsafe final func put(_ address: MutableAddress, from source: MutableAddress, fresh: Bool) {
        func open<T>(_ type: T.Type) {
            unsafe TypeHandle.store(source.assumingMemoryBound(to: T.self).move(), at: address, fresh: fresh)
        }
        _openExistential(type, do: open)
    }

    /// Stores a value of the handle's type.
    @unsafe @inline(__always)
    static func store<T>(_ value: consuming T, at address: MutableAddress, fresh: Bool) {
        let place = unsafe address.values(of: T.self, count: 1)
        if fresh { unsafe place.put(value) } else { unsafe place[0] = value }
    }

    // MARK: Operations of some

    /// Makes the model's default value (`init()`) at `address`. Only for models.
    @unsafe func putDefault(_ address: MutableAddress, fresh: Bool) { preconditionFailure("abstract") }

    /// Puts nil. Only for optionals.
    @unsafe func putNil(_ address: MutableAddress, fresh: Bool) { preconditionFailure("abstract") }

    /// Moves a wrapped value from `payload` and puts it as an optional. Only for optionals.
    @unsafe func wrap(_ address: MutableAddress, payload: MutableAddress, fresh: Bool) { preconditionFailure("abstract") }

    /// Whether the outermost optional is nil. Only for optionals.
    @unsafe func isNil(_ address: ValueAddress) -> Bool { preconditionFailure("abstract") }

    /// Copies the raw value of a value into fresh memory. Only for raw representable types.
    @unsafe func getRawValue(_ address: ValueAddress, into slot: MutableAddress) { preconditionFailure("abstract") }

    /// Moves a raw value from `payload` and, if it names a value of the type, puts that. Only for raw representable types.
    @unsafe func putRawValue(_ address: MutableAddress, payload: MutableAddress, fresh: Bool) -> Bool {
        preconditionFailure("abstract")
    }

    /// Puts the value that a text is remembered to make, over one that is there or in fresh memory.
    ///
    /// - Parameters:
    ///   - text: The content of a string, or a number.
    ///   - isString: Which of both.
    /// - Returns: false if none is remembered: the raw value says what the text makes.
    @unsafe func putRemembered(_ address: MutableAddress, text: BorrowedBytes, isString: Bool) -> Bool { false }

    /// The raw value that is remembered of a value, which stays as long as the handle; nil if none is.
    @unsafe func rememberedRawValue(_ address: ValueAddress) -> ValueAddress? { nil }
}

/// The operations of a model: it can be made from nothing.
@safe final class ModelHandle: TypeHandle, @unchecked Sendable {
    // SAFETY of `@safe`: who hands `putDefault` an address says that it is of the type.
    private let make: (_ address: MutableAddress, _ fresh: Bool) -> Void

    /// - Parameter make: Stores what the model's `init()` makes.
    init(_ type: Any.Type, make: @escaping (_ address: MutableAddress, _ fresh: Bool) -> Void) {
        self.make = make
        super.init(type)
    }

    @unsafe override func putDefault(_ address: MutableAddress, fresh: Bool) { make(address, fresh) }
}

/// The operations of an optional.
///
/// What they open is the optional type itself, whose metadata comes with it: that of the wrapped type would have it looked up at every call.
final class OptionalHandle: TypeHandle, @unchecked Sendable {
    private let optional: any OptionalType.Type

    init(optional: any OptionalType.Type) {
        self.optional = optional
        super.init(optional)
    }

    @unsafe override func putNil(_ address: MutableAddress, fresh: Bool) {
        func open<T: OptionalType>(_ type: T.Type) { unsafe TypeHandle.store(T.none(), at: address, fresh: fresh) }
        open(optional)
    }

    @unsafe override func wrap(_ address: MutableAddress, payload: MutableAddress, fresh: Bool) {
        func open<T: OptionalType>(_ type: T.Type) { unsafe TypeHandle.store(T.some(moving: payload), at: address, fresh: fresh) }
        open(optional)
    }

    @unsafe override func isNil(_ address: ValueAddress) -> Bool { optional.isNone(address) }
}

/// The operations of a type whose values are made of raw values.
@safe class RememberingHandle: TypeHandle, @unchecked Sendable {
    /// What is remembered of an enum without payloads; nil for any other type, whose code is asked for each value.
    final let remembered: RememberedRawValues?
    /// The same, which is not counted where it is only looked into.
    ///
    /// SAFETY: the handle keeps it.
    private let lent: Unmanaged<RememberedRawValues>?

    init(_ type: Any.Type, _ remembered: RememberedRawValues?) {
        self.remembered = remembered
        unsafe lent = remembered.map { unsafe .passUnretained($0) }
        super.init(type)
    }

    @unsafe final override func putRemembered(_ address: MutableAddress, text: BorrowedBytes, isString: Bool) -> Bool {
        guard let lent = unsafe lent else { return false }
        return unsafe lent._withUnsafeGuaranteedRef { $0.isOfStrings == isString && $0.putValue(of: text, at: address) }
    }

    @unsafe final override func rememberedRawValue(_ address: ValueAddress) -> ValueAddress? {
        guard let lent = unsafe lent else { return nil }
        return unsafe lent._withUnsafeGuaranteedRef { $0.rawValue(of: address) }
    }
}

/// The operations of a `RawRepresentable` type.
final class RawValueHandle: RememberingHandle, @unchecked Sendable {
    private let raw: any RawRepresentable.Type

    init(_ type: any RawRepresentable.Type) {
        func open<T: RawRepresentable>(_ type: T.Type) -> RememberedRawValues? { RememberedRawValues(type) }
        raw = type
        super.init(type, open(type))
    }

    @unsafe override func getRawValue(_ address: ValueAddress, into slot: MutableAddress) {
        func open<T: RawRepresentable>(_ type: T.Type) {
            unsafe slot.initialize(as: T.RawValue.self, to: address.assumingMemoryBound(to: T.self).pointee.rawValue)
            if let remembered {
                unsafe remembered.note(
                    slot.assumingMemoryBound(to: T.RawValue.self).pointee, of: address.assumingMemoryBound(to: T.self).pointee)
            }
        }
        open(raw)
    }

    @unsafe override func putRawValue(_ address: MutableAddress, payload: MutableAddress, fresh: Bool) -> Bool {
        func open<T: RawRepresentable>(_ type: T.Type) -> Bool {
            var raw = unsafe payload.assumingMemoryBound(to: T.RawValue.self).move()
            // An enum finds its case by comparing, or by a hash.
            MarkOrder.order(&raw)
            // A branch of its own: no other raw value is copied to be handed on.
            if let remembered {
                guard let value = T(rawValue: raw) else { return false }
                remembered.note(value, madeOf: raw) { $0.rawValue }
                unsafe TypeHandle.store(value, at: address, fresh: fresh)
                return true
            }
            guard let value = T(rawValue: raw) else { return false }
            unsafe TypeHandle.store(value, at: address, fresh: fresh)
            return true
        }
        return open(raw)
    }
}
