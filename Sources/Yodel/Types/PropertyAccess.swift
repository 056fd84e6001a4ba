/// Reads and writes one property through code of the model's own, where a store at an offset will not do.
@safe struct PropertyAccess {
    // SAFETY of `@safe`: its members are functions on addresses, which say what these are of.

    /// The property's type.
    let valueType: Any.Type
    private let getter: (UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> Void
    private let setter: (UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> Void
    /// Makes the property's storage, in a value that has none yet; nil: the property has no storage of its own.
    private let maker: ((UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> Void)?

    private init(
        _ valueType: Any.Type, getter: @escaping (UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> Void,
        setter: @escaping (UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> Void,
        maker: ((UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> Void)?
    ) {
        self.valueType = valueType
        unsafe self.getter = getter
        unsafe self.setter = setter
        unsafe self.maker = maker
    }

    /// The same access, to a value that stands inside another one.
    ///
    /// - Parameters:
    ///   - offset: Where it stands.
    ///   - isReference: Whether it stands in an instance, of which the address of a reference is given.
    func moved(by offset: Int, isReference: Bool) -> PropertyAccess {
        let (getter, setter, maker) = unsafe (self.getter, self.setter, self.maker)
        // SAFETY: an instance's address is what a reference to it is.
        func place(_ owner: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
            unsafe (isReference ? owner.load(as: UnsafeMutableRawPointer.self) : owner) + offset
        }
        return unsafe PropertyAccess(
            valueType, getter: { unsafe getter(place($0), $1) }, setter: { unsafe setter(place($0), $1) },
            maker: maker.map { maker in { unsafe maker(place($0), $1) } })
    }

    /// Access by a typed key path.
    init<Root, Value>(_ path: WritableKeyPath<Root, Value>) {
        valueType = Value.self
        // SAFETY: the plan pairs the access with the type that declared it; a subclass's reference is one of its superclass's, too.
        unsafe getter = { owner, slot in
            unsafe slot.initializeMemory(as: Value.self, to: owner.assumingMemoryBound(to: Root.self).pointee[keyPath: path])
        }
        // SAFETY: as above; `slot` holds a value of the property's type, which is fresh memory afterwards.
        unsafe setter = { owner, slot in
            unsafe owner.assumingMemoryBound(to: Root.self).pointee[keyPath: path] = slot.assumingMemoryBound(to: Value.self).move()
        }
        unsafe maker = nil
    }

    /// Access to what a property wrapper wraps.
    ///
    /// - Parameters:
    ///   - path: From the wrapper to the value. What has a wrapper already is set through it, if it can be set.
    ///   - offset: Where the wrapper is stored.
    ///   - wrap: Makes a wrapper.
    init<Wrapper, Value>(wrapped path: KeyPath<Wrapper, Value>, at offset: Int, wrap: @escaping (Value) -> Wrapper) {
        valueType = Value.self
        // SAFETY, for all three: a wrapper is stored at the offset, or is to be; `slot` has a value of the property's type, or room for one.
        unsafe getter = { owner, slot in
            unsafe slot.initializeMemory(as: Value.self, to: (owner + offset).assumingMemoryBound(to: Wrapper.self).pointee[keyPath: path])
        }
        let writable = path as? WritableKeyPath<Wrapper, Value>
        unsafe setter = { owner, slot in
            let wrapper = unsafe (owner + offset).assumingMemoryBound(to: Wrapper.self)
            let value = unsafe slot.assumingMemoryBound(to: Value.self).move()
            if let writable { unsafe wrapper.pointee[keyPath: writable] = value } else { unsafe wrapper.pointee = wrap(value) }
        }
        unsafe maker = { owner, slot in
            unsafe (owner + offset).initializeMemory(as: Wrapper.self, to: wrap(slot.assumingMemoryBound(to: Value.self).move()))
        }
    }

    /// Copies the property's value into fresh memory.
    ///
    /// - Parameter owner: The address of the value; for a class, of a reference to the instance.
    func get(_ owner: UnsafeMutableRawPointer, into slot: UnsafeMutableRawPointer) { unsafe getter(owner, slot) }

    /// Whether the property's storage is made of its value.
    var makesStorage: Bool { unsafe maker != nil }

    /// Moves a value out of `slot` and sets the property to it.
    ///
    /// - Parameters:
    ///   - owner: The address of the value; for a class, of a reference to the instance.
    ///   - fresh: Whether the property's storage is to be made.
    func set(_ owner: UnsafeMutableRawPointer, movingFrom slot: UnsafeMutableRawPointer, fresh: Bool = false) {
        guard fresh, let maker = unsafe maker else { return unsafe setter(owner, slot) }
        unsafe maker(owner, slot)
    }
}
