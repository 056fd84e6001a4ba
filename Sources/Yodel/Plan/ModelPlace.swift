// A model in memory, and the values of its properties: for whatever walks models by their plans.

/// Where a model stands in memory.
@safe struct ModelPlace {
    // SAFETY: whoever makes a place says that a model is there, and that it stays during the call that it is given to.

    /// What offsets are counted from.
    var base: ValueAddress
    /// What accessors are given: for a class, the address of a reference.
    var owner: ValueAddress

    /// A struct.
    init(object address: ValueAddress) {
        base = address
        owner = address
    }

    /// Lends the place of an instance.
    static func with<R>(_ instance: AnyObject, _ body: (ModelPlace) -> R) -> R {
        // SAFETY: a reference is one word, the address of the instance, which it keeps for the time of the call.
        unsafe ValueAddress.of(instance) { reference in
            var place = ModelPlace(object: reference)
            place.base = unsafe ValueAddress(Unmanaged.passUnretained(instance).toOpaque())
            return body(place)
        }
    }
}

extension PropertyRef {
    /// Lends the property's value.
    ///
    /// SAFETY, for the caller: the place is that of a model whose plan the property is of.
    @inline(__always)
    func withValue<R>(_ place: ModelPlace, _ body: (ValueAddress) -> R) -> R {
        guard let access = pointee.access else { return unsafe body(place.base + pointee.offset) }
        return withAccessed(access, place, body)
    }

    private func withAccessed<R>(_ access: Kept<Box<PropertyAccess>>, _ place: ModelPlace, _ body: (ValueAddress) -> R) -> R {
        // SAFETY: the slot is memory for a value of the property's type, which `get` fills and which is destroyed when it has been looked
        // at.
        pointee.value.withSlot { slot in
            access.with { $0.value.get(place.owner, into: slot) }
            defer { pointee.value.withHandle { unsafe $0.deinitialize(slot, count: 1) } }
            return body(slot.value)
        }
    }
}

extension PlanRef {
    /// Lends fresh memory for a value of the type.
    func withSlot<R>(_ body: (MutableAddress) throws -> R) rethrows -> R {
        unsafe try MutableAddress.withRoom(size: pointee.size, alignment: pointee.alignment, body)
    }

    /// Lends the raw value of a value of the type, or the struct of an instance's values. Only for raw representable types and classes that are made of such structs.
    func withRawValue<R>(
        _ address: ValueAddress, _ body: (_ plan: PlanRef, _ raw: ValueAddress) throws -> R
    ) rethrows -> R {
        guard let raw = pointee.key else { preconditionFailure("no raw value") }
        if let remembered = withHandle({ unsafe $0.rememberedRawValue(address) }) { return try body(raw, remembered) }
        return try raw.withSlot { slot in
            withHandle { unsafe $0.getRawValue(address, into: slot) }
            defer { raw.withHandle { unsafe $0.deinitialize(slot, count: 1) } }
            return try body(raw, slot.value)
        }
    }

    // SAFETY, for both: an address comes with the plan of what stands there.

    /// The instance that is referred to. Only for classes.
    subscript(instanceAt address: ValueAddress) -> AnyObject {
        @inline(__always) unsafeAddress {
            assert(pointee.kind == .instance || pointee.kind == .boxed)
            return unsafe address.assumingMemoryBound(to: AnyObject.self)
        }
    }

    /// The value. Only for a plan of this very type, which is no optional.
    subscript<T>(address: ValueAddress, as type: T.Type) -> T {
        @inline(__always) unsafeAddress {
            assert(self.type == type, "a load of \(type)")
            return unsafe address.assumingMemoryBound(to: type)
        }
    }

    /// Whether the outermost optional is nil. Only for optionals.
    func isNil(_ address: ValueAddress) -> Bool {
        withHandle { unsafe $0.isNil(address) }
    }

    /// A copy of the value.
    func any(_ address: ValueAddress) -> Any {
        withHandle { unsafe $0.any(address) }
    }
}
