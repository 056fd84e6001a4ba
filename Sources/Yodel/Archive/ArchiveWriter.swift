// A model into any coder, by its plan: the properties that are archived, by name, each through the container's own call for its type.
//
//     ArchiveWriter.swift              models
//     ArchiveWriter+Values.swift       values by kind
//     ArchiveWriter+Containers.swift   arrays, sets, dictionaries, values of `Any`
//
// A property that is nil is left out, since what is absent keeps the value of `init()` when it is read. Where that value is not nil, the nil is
// said.
//
// Between two values a coder's and a type's own code runs. So nothing is read through an address that such code could take away: containers
// and instances are held while they are walked.

/// Archives values by their plans.
@safe struct ArchiveWriter {
    /// As many containers may be inside each other: this ends cycles of instances.
    static let maximumDepth = 512

    /// The plans of subclasses and of models in `Any`.
    let plans: PlanCache
    /// Containers that are open, those around the model included.
    private var depth: Int
    /// Indexes of properties that are not nil in a model that `init()` has made, by the model's type.
    private var filled: [ObjectIdentifier: Set<Int>] = [:]

    init(_ plans: PlanCache, depth: Int) {
        self.plans = plans
        self.depth = depth
    }

    /// Archives a model as the encoder's value.
    ///
    /// - Parameter address: Of a value of the plan's type.
    static func write(
        _ plan: PlanRef, _ address: ValueAddress, to encoder: any Encoder, _ plans: PlanCache
    ) throws {
        var writer = ArchiveWriter(plans, depth: encoder.codingPath.count)
        var place = EncoderPlace(encoder: encoder)
        _ = try writer.value(plan, address, &place)
    }

    /// Goes into a container.
    ///
    /// - Parameter value: What the container is for.
    mutating func enter(_ place: some EncodingPlace, _ value: @autoclosure () -> Any) throws {
        guard depth < Self.maximumDepth else {
            throw EncodingError.invalidValue(
                value(),
                .init(
                    codingPath: place.codingPath,
                    debugDescription: "containers nested deeper than \(Self.maximumDepth); do instances refer to each other?"))
        }
        depth += 1
    }

    /// Comes out of a container.
    mutating func leave() { depth -= 1 }

    // MARK: Models

    /// Archives an instance by the plan of its own class.
    ///
    /// - Parameter address: Of a reference to it.
    mutating func instance(
        _ plan: PlanRef, _ address: ValueAddress, _ place: inout some EncodingPlace
    ) throws {
        // SAFETY: the plan says that there is a reference. It is held here, where the model's own code cannot replace it.
        let held = unsafe address.assumingMemoryBound(to: Unmanaged<AnyObject>.self).pointee.takeUnretainedValue()
        let own = try plans.plan(for: type(of: held))
        guard let model = own.pointee.model else { return }
        unsafe try ValueAddress.of(held) { owner in
            try self.model(model, base: unsafe ValueAddress(Unmanaged.passUnretained(held).toOpaque()), owner: owner, &place)
        }
    }

    /// - Parameters:
    ///   - base: What offsets are counted from.
    ///   - owner: What accessors are given: for a class, the address of a reference.
    mutating func model(
        _ plan: ModelRef, base: ValueAddress, owner: ValueAddress, _ place: inout some EncodingPlace
    ) throws {
        let record = plan.pointee.record.object
        unsafe try enter(place, record.handle.any(owner))
        defer { leave() }
        var member = KeyEncodingPlace(container: place.keyed())
        for index in record.archived {
            member.key = TextKey(record.propertyNames[index])
            let property = plan.property(index)
            let isWritten = try with(property, base, owner) { plan, address in
                try value(plan, address, &member)
            }
            if !isWritten, try isFilled(plan, index) { try member.encodeNil() }
        }
    }

    /// Lends the value of a property.
    private func with<R>(
        _ property: PropertyRef, _ base: ValueAddress, _ owner: ValueAddress,
        _ body: (PlanRef, ValueAddress) throws -> R
    ) throws -> R {
        let plan = property.pointee.value
        guard let access = property.pointee.access else {
            return unsafe try body(plan, base + property.pointee.offset)
        }
        return try plan.withSlot { slot in
            // SAFETY: `get` makes a value of the property's type in the slot, which is destroyed behind the body.
            access.with { $0.value.get(owner, into: slot) }
            defer { plan.withHandle { unsafe $0.deinitialize(slot, count: 1) } }
            return try body(plan, slot.value)
        }
    }

    /// Whether a property is not nil in a model that `init()` has made.
    private mutating func isFilled(_ plan: ModelRef, _ index: Int) throws -> Bool {
        if plan.pointee.draft != nil { return plan.isFilledByDefault(index) }
        let record = plan.pointee.record.object
        let key = ObjectIdentifier(record.type)
        if let known = filled[key] { return known.contains(index) }
        let indexes = try record.plan.withSlot { slot in
            // SAFETY: the record is a model's, so its handle makes one; it is destroyed when it has been looked at.
            unsafe record.handle.putDefault(slot, fresh: true)
            defer { unsafe record.handle.deinitialize(slot, count: 1) }
            let base = ValueMemory.base(plan, slot)
            return try record.archived.filter { index in
                try with(plan.property(index), base.value, slot.value) { !isNil($0, $1) }
            }
        }
        filled[key] = Set(indexes)
        return indexes.contains(index)
    }
}

/// Memory of one value.
enum ValueMemory {
    /// What the offsets of a model are counted from.
    ///
    /// - Parameter address: Of the value; for a class, of a reference to the instance.
    static func base(_ plan: ModelRef, _ address: MutableAddress) -> MutableAddress {
        // SAFETY: the plan says whether there is a reference at the address.
        unsafe plan.pointee.isClass ? address.assumingMemoryBound(to: MutableAddress.self).pointee : address
    }
}
