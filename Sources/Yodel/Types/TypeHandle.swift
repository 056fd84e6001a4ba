// Typed operations on memory whose type is known only when a plan is built.
//
// A handle is made once per type, where the type is still a generic parameter, and kept for the life of the process. Every move and every
// destruction of a value goes through its type's own witness, so reference counts are right for any type; nothing is copied byte by byte.
// The machine reaches a handle once per container or per nested object, never per scalar.

/// The operations of one type, over raw addresses.
///
/// Every address must be aligned for the type. "Fresh" memory holds no value yet and is initialised; other memory holds a value, which is
/// replaced and released.
class TypeHandle: @unchecked Sendable {
    // SAFETY of `@unchecked Sendable`: handles hold immutable facts only; a model's `init()` runs on whichever thread decodes.

    let type: Any.Type
    let size: Int
    let stride: Int
    let alignment: Int

    fileprivate init(type: Any.Type, size: Int, stride: Int, alignment: Int) {
        self.type = type
        self.size = size
        self.stride = stride
        self.alignment = alignment
    }

    /// The handle of any type.
    static func of(_ type: Any.Type) -> TypeHandle {
        func open<T>(_ type: T.Type) -> TypeHandle { ValueHandle<T>() }
        return _openExistential(type, do: open)
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

    /// Destroys `count` values, one stride apart.
    func deinitialize(_ address: UnsafeMutableRawPointer, count: Int) { preconditionFailure("abstract") }

    /// Moves `count` values into fresh memory; `source` is fresh memory afterwards.
    func moveInitialize(_ address: UnsafeMutableRawPointer, from source: UnsafeMutableRawPointer, count: Int) {
        preconditionFailure("abstract")
    }

    /// Copies one value into fresh memory.
    func initializeCopy(_ address: UnsafeMutableRawPointer, from source: UnsafeMutableRawPointer) { preconditionFailure("abstract") }

    /// A copy of the value.
    func any(_ address: UnsafeRawPointer) -> Any { preconditionFailure("abstract") }

    /// Puts a value that is of the type already.
    ///
    /// - Returns: Whether it is.
    func put(_ address: UnsafeMutableRawPointer, any value: Any, fresh: Bool) -> Bool { preconditionFailure("abstract") }

    /// Moves one value to `address`.
    func put(_ address: UnsafeMutableRawPointer, from source: UnsafeMutableRawPointer, fresh: Bool) { preconditionFailure("abstract") }

    /// Makes the model's default value (`init()`) at `address`. Only for models.
    func putDefault(_ address: UnsafeMutableRawPointer, fresh: Bool) { preconditionFailure("abstract") }

    /// Puts nil. Only for optionals.
    func putNil(_ address: UnsafeMutableRawPointer, fresh: Bool) { preconditionFailure("abstract") }

    /// Moves a wrapped value from `payload` and puts it as an optional. Only for optionals.
    func wrap(_ address: UnsafeMutableRawPointer, payload: UnsafeMutableRawPointer, fresh: Bool) { preconditionFailure("abstract") }

    /// Whether the outermost optional is nil. Only for optionals.
    func isNil(_ address: UnsafeMutableRawPointer) -> Bool { preconditionFailure("abstract") }

    /// Copies the raw value of a value into fresh memory. Only for raw representable types.
    func getRawValue(_ address: UnsafeRawPointer, into slot: UnsafeMutableRawPointer) { preconditionFailure("abstract") }

    /// Moves a raw value from `payload` and, if it names a value of the type, puts that. Only for raw representable types.
    func putRawValue(_ address: UnsafeMutableRawPointer, payload: UnsafeMutableRawPointer, fresh: Bool) -> Bool {
        preconditionFailure("abstract")
    }
}

/// The operations that every type has.
class ValueHandle<T>: TypeHandle, @unchecked Sendable {
    init() {
        super.init(type: T.self, size: MemoryLayout<T>.size, stride: MemoryLayout<T>.stride, alignment: MemoryLayout<T>.alignment)
    }

    override func deinitialize(_ address: UnsafeMutableRawPointer, count: Int) {
        unsafe address.assumingMemoryBound(to: T.self).deinitialize(count: count)
    }

    override func moveInitialize(_ address: UnsafeMutableRawPointer, from source: UnsafeMutableRawPointer, count: Int) {
        unsafe address.assumingMemoryBound(to: T.self).moveInitialize(from: source.assumingMemoryBound(to: T.self), count: count)
    }

    override func initializeCopy(_ address: UnsafeMutableRawPointer, from source: UnsafeMutableRawPointer) {
        unsafe address.assumingMemoryBound(to: T.self).initialize(to: source.assumingMemoryBound(to: T.self).pointee)
    }

    override func any(_ address: UnsafeRawPointer) -> Any {
        unsafe address.assumingMemoryBound(to: T.self).pointee
    }

    override func put(_ address: UnsafeMutableRawPointer, any value: Any, fresh: Bool) -> Bool {
        guard let value = value as? T else { return false }
        unsafe store(value, at: address, fresh: fresh)
        return true
    }

    override func put(_ address: UnsafeMutableRawPointer, from source: UnsafeMutableRawPointer, fresh: Bool) {
        unsafe store(source.assumingMemoryBound(to: T.self).move(), at: address, fresh: fresh)
    }

    final func store(_ value: consuming T, at address: UnsafeMutableRawPointer, fresh: Bool) {
        let typed = unsafe address.assumingMemoryBound(to: T.self)
        if fresh {
            unsafe typed.initialize(to: value)
        } else {
            unsafe typed.pointee = value
        }
    }
}

/// The operations of a model: it can be made from nothing.
final class ModelHandle<T>: ValueHandle<T>, @unchecked Sendable {
    private let make: () -> T

    /// - Parameter make: The model's `init()`.
    init(make: @escaping () -> T) {
        self.make = make
        super.init()
    }

    override func putDefault(_ address: UnsafeMutableRawPointer, fresh: Bool) {
        let typed = unsafe address.assumingMemoryBound(to: T.self)
        if fresh {
            unsafe typed.initialize(to: make())
        } else {
            unsafe typed.pointee = make()
        }
    }
}

/// The operations of an optional.
///
/// A parameter of the optional type itself, whose metadata comes with it: with one of the wrapped type it would be looked up at every call.
final class OptionalHandle<T: OptionalType>: ValueHandle<T>, @unchecked Sendable {
    override func putNil(_ address: UnsafeMutableRawPointer, fresh: Bool) {
        unsafe store(T.none(), at: address, fresh: fresh)
    }

    override func wrap(_ address: UnsafeMutableRawPointer, payload: UnsafeMutableRawPointer, fresh: Bool) {
        unsafe store(T.some(moving: payload), at: address, fresh: fresh)
    }

    override func isNil(_ address: UnsafeMutableRawPointer) -> Bool {
        unsafe T.isNone(address)
    }
}

/// The operations of a `RawRepresentable` type.
final class RawValueHandle<T: RawRepresentable>: ValueHandle<T>, @unchecked Sendable {
    override func getRawValue(_ address: UnsafeRawPointer, into slot: UnsafeMutableRawPointer) {
        unsafe slot.initializeMemory(as: T.RawValue.self, to: address.assumingMemoryBound(to: T.self).pointee.rawValue)
    }

    override func putRawValue(_ address: UnsafeMutableRawPointer, payload: UnsafeMutableRawPointer, fresh: Bool) -> Bool {
        let raw = unsafe payload.assumingMemoryBound(to: T.RawValue.self)
        // An enum finds its case by comparing, or by a hash.
        unsafe MarkOrder.order(raw, count: 1)
        guard let value = unsafe T(rawValue: raw.move()) else { return false }
        unsafe store(value, at: address, fresh: fresh)
        return true
    }
}
