// The rest of a model's life, after it has been made of JSON: copies, equality, hashes and descriptions. All of them walk the properties of
// the model's plan, as writing does, those that no key leads to included; what takes no part in mapping takes none here.
//
//     ModelPlace.swift              a model in memory, and the values of its properties
//     ForeignValue.swift            values whose type no plan tells
//     ModelCopier.swift             copies
//     ModelComparison.swift         equality, cycles of instances included
//     ModelHasher.swift             hashes that agree with it
//     HashGraph.swift               hashes of instances, which lead to each other
//     ModelDescriber.swift          texts for people

/// Where a model stands in memory.
@safe struct ModelPlace {
    // SAFETY: whoever makes a place says that a model is there, and that it stays during the call that it is given to.

    /// What offsets are counted from.
    var base: UnsafeRawPointer
    /// What accessors are given: for a class, the address of a reference.
    var owner: UnsafeRawPointer

    /// A struct.
    init(object address: UnsafeRawPointer) {
        unsafe base = address
        unsafe owner = address
    }

    /// Lends the place of an instance.
    static func with<R>(_ instance: AnyObject, _ body: (ModelPlace) -> R) -> R {
        // SAFETY: a reference is one word, the address of the instance, which it keeps for the time of the call.
        unsafe withUnsafePointer(to: instance) { reference in
            var place = unsafe ModelPlace(object: UnsafeRawPointer(reference))
            unsafe place.base = unsafe UnsafeRawPointer(Unmanaged.passUnretained(reference.pointee).toOpaque())
            return body(place)
        }
    }
}

extension PropertyPlan {
    /// Lends the property's value.
    ///
    /// SAFETY, for the caller: the place is that of a model whose plan the property is of.
    @inline(__always)
    func withValue<R>(_ place: ModelPlace, _ body: (UnsafeRawPointer) -> R) -> R {
        guard let access = unsafe access else { return unsafe body(place.base + offset) }
        return unsafe withAccessed(access, place, body)
    }

    private func withAccessed<R>(_ access: Unmanaged<Box<PropertyAccess>>, _ place: ModelPlace, _ body: (UnsafeRawPointer) -> R) -> R {
        // SAFETY: the slot is memory for a value of the property's type, which `get` fills and which is destroyed when it has been looked
        // at.
        unsafe value.pointee.withSlot { slot in
            unsafe access._withUnsafeGuaranteedRef { unsafe $0.value.get(UnsafeMutableRawPointer(mutating: place.owner), into: slot) }
            defer { unsafe value.pointee.withHandle { unsafe $0.deinitialize(slot, count: 1) } }
            return unsafe body(UnsafeRawPointer(slot))
        }
    }
}

extension ValuePlan {
    /// Lends fresh memory for a value of the type.
    func withSlot<R>(_ body: (UnsafeMutableRawPointer) -> R) -> R {
        unsafe withUnsafeTemporaryAllocation(byteCount: max(size, 1), alignment: alignment) { memory in
            guard let slot = memory.baseAddress else { preconditionFailure("no memory") }
            return unsafe body(slot)
        }
    }

    /// Lends the raw value of a value of the type. Only for raw representable types.
    func withRawValue<R>(_ address: UnsafeRawPointer, _ body: (_ plan: UnsafePointer<ValuePlan>, _ raw: UnsafeRawPointer) -> R) -> R {
        guard let raw = unsafe key else { preconditionFailure("no raw value") }
        return unsafe raw.pointee.withSlot { slot in
            withHandle { unsafe $0.getRawValue(address, into: slot) }
            defer { unsafe raw.pointee.withHandle { unsafe $0.deinitialize(slot, count: 1) } }
            return unsafe body(raw, UnsafeRawPointer(slot))
        }
    }

    /// Whether the outermost optional is nil. Only for optionals.
    func isNil(_ address: UnsafeRawPointer) -> Bool {
        withHandle { unsafe $0.isNil(UnsafeMutableRawPointer(mutating: address)) }
    }

    /// A copy of the value.
    func any(_ address: UnsafeRawPointer) -> Any {
        withHandle { unsafe $0.any(address) }
    }

    var sequence: any SequenceType.Type {
        guard let type = unsafe record._withUnsafeGuaranteedRef(\.sequence) else { preconditionFailure("no sequence") }
        return type
    }

    var dictionary: any DictionaryType.Type {
        guard let type = unsafe record._withUnsafeGuaranteedRef(\.dictionary) else { preconditionFailure("no dictionary") }
        return type
    }

    /// Whether comparing two values of the type by their own `==` can come to models, or to anything that is not known.
    var mayLeadToModels: Bool {
        if let wrapped = unsafe wrapped { return unsafe wrapped.pointee.mayLeadToModels }
        if let element = unsafe element { return unsafe element.pointee.mayLeadToModels }
        return !(kind.isScalar || kind == .json || kind == .rawJSON || kind == .rawValue)
    }
}

extension PlanCache {
    /// The plan of a model's type. A type that has none is a programmer's mistake here, since nothing can be thrown.
    func modelPlan(for type: Any.Type) -> UnsafePointer<ModelPlan> {
        do throws(ModelError) {
            guard let plan = unsafe try plan(for: type).pointee.model else { preconditionFailure("\(type) is no model") }
            return unsafe plan
        } catch {
            preconditionFailure(error.description)
        }
    }

    /// Whether a type is a model.
    func isModel(_ type: Any.Type) -> Bool {
        if let record = published(type) { return unsafe record.plan.pointee.optionalDepth == 0 && record.plan.pointee.model != nil }
        return resolver.declaration(type) != nil
    }
}
