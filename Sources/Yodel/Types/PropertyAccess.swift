/// Reads and writes one property through code of the model's own, where a store at an offset will not do.
@safe struct PropertyAccess {
    // SAFETY of `@safe`: who hands its functions an address says that it is of what they name.

    /// The property's type.
    let valueType: Any.Type
    private let getter: (ValueAddress, MutableAddress) -> Void
    private let setter: (MutableAddress, MutableAddress) -> Void
    /// Makes the property's storage, in a value that has none yet; nil: the property has no storage of its own.
    private let maker: ((MutableAddress, MutableAddress) -> Void)?
    /// Remembers the property's value, and makes what sets it again; nil if setting the property changes nothing but the bytes of its owner.
    private let keeper: ((ValueAddress) -> () -> Void)?

    private init(
        _ valueType: Any.Type, getter: @escaping (ValueAddress, MutableAddress) -> Void,
        setter: @escaping (MutableAddress, MutableAddress) -> Void,
        maker: ((MutableAddress, MutableAddress) -> Void)?, keeper: ((ValueAddress) -> () -> Void)?
    ) {
        self.valueType = valueType
        self.getter = getter
        self.setter = setter
        self.maker = maker
        self.keeper = keeper
    }

    /// The same access, to a value that is inside another one.
    ///
    /// - Parameters:
    ///   - offset: Where it is.
    ///   - isReference: Whether it is in an instance, of which the address of a reference is given.
    func moved(by offset: Int, isReference: Bool) -> PropertyAccess {
        let (getter, setter, maker, keeper) = (self.getter, self.setter, self.maker, self.keeper)
        // SAFETY: an instance's address is what a reference to it is.
        func place(_ owner: MutableAddress) -> MutableAddress {
            unsafe (isReference ? unsafe owner.load(as: MutableAddress.self) : owner) + offset
        }
        return PropertyAccess(
            valueType, getter: { unsafe getter(place($0.mutable).value, $1) }, setter: { setter(place($0), $1) },
            maker: maker.map { maker in { maker(place($0), $1) } },
            keeper: keeper.map { keeper in { unsafe keeper(place($0.mutable).value) } })
    }

    /// Access by a typed key path.
    init<Root, Value>(_ path: WritableKeyPath<Root, Value>) {
        valueType = Value.self
        // SAFETY: the plan pairs the access with the type that declared it; a subclass's reference is one of its superclass's, too.
        getter = { owner, slot in
            unsafe slot.initialize(as: Value.self, to: owner.assumingMemoryBound(to: Root.self).pointee[keyPath: path])
        }
        // SAFETY: as above; `slot` holds a value of the property's type, which is fresh memory afterwards.
        setter = { owner, slot in
            unsafe owner.assumingMemoryBound(to: Root.self).pointee[keyPath: path] = slot.assumingMemoryBound(to: Value.self).move()
        }
        maker = nil
        // What the path sets may be a part of an instance or be elsewhere, and then every copy of the owner has it, too.
        keeper = { owner in
            // SAFETY: as above.
            let kept = unsafe owner.assumingMemoryBound(to: Root.self).pointee
            let value = kept[keyPath: path]
            return {
                var owner = kept
                owner[keyPath: path] = value
            }
        }
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
        getter = { owner, slot in
            unsafe slot.initialize(as: Value.self, to: (owner + offset).assumingMemoryBound(to: Wrapper.self).pointee[keyPath: path])
        }
        let writable = path as? WritableKeyPath<Wrapper, Value>
        setter = { owner, slot in
            let wrapper = unsafe (owner + offset).values(of: Wrapper.self, count: 1)
            let value = unsafe slot.assumingMemoryBound(to: Value.self).move()
            if let writable { unsafe wrapper[0][keyPath: writable] = value } else { unsafe wrapper[0] = wrap(value) }
        }
        maker = { owner, slot in
            unsafe (owner + offset).initialize(as: Wrapper.self, to: wrap(slot.assumingMemoryBound(to: Value.self).move()))
        }
        // A wrapper that is a class, or whose setter is nonmutating, is the same in every copy of its owner.
        keeper = writable.map { writable in
            { owner in
                // SAFETY: as above.
                let kept = unsafe (owner + offset).assumingMemoryBound(to: Wrapper.self).pointee
                let value = kept[keyPath: writable]
                return {
                    var wrapper = kept
                    wrapper[keyPath: writable] = value
                }
            }
        }
    }

    /// Copies the property's value into fresh memory.
    ///
    /// - Parameter owner: The address of the value; for a class, of a reference to the instance.
    func get(_ owner: ValueAddress, into slot: MutableAddress) { getter(owner, slot) }

    /// Remembers the property's value, for a change that may be undone.
    ///
    /// - Parameter owner: As `get` takes it.
    /// - Returns: What sets the property again, wherever it is, though the owner be gone; nil if a copy of the owner has all that is set.
    func keep(_ owner: ValueAddress) -> (() -> Void)? { keeper?(owner) }

    /// Whether the property's storage is made of its value.
    var makesStorage: Bool { maker != nil }

    /// Moves a value out of `slot` and sets the property to it.
    ///
    /// - Parameters:
    ///   - owner: The address of the value; for a class, of a reference to the instance.
    ///   - fresh: Whether the property's storage must be made first.
    func set(_ owner: MutableAddress, movingFrom slot: MutableAddress, fresh: Bool = false) {
        guard fresh, let maker else { return setter(owner, slot) }
        maker(owner, slot)
    }
}
