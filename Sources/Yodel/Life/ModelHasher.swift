// A hash that agrees with ModelComparison: what it compares as equal has one hash. Two graphs are equal there if they unfold to the same
// tree, whatever is shared in one and not in the other. So the hash is one of the top of that tree and of nothing else: an instance adds
// its properties if it is at most `levels` below the root, and if fewer than `instances` came before it on a way that the tree alone
// decides. Pairs of a dictionary, which have no order, are hashed one by one and added up; instances in their values add only their type.
// A set whose elements could lead back here adds only its count.

/// Feeds the properties of a model to a hasher.
struct ModelHasher {
    let plans: PlanCache
    var hasher: Hasher
    /// How many instances may still add their properties.
    private var budget: Int
    /// Instances that the current one is below.
    private var level = 0

    /// As many instances below each other add their properties, the root not counted.
    static let levels = 3
    /// As many instances add their properties, the root not counted.
    static let instances = 64

    init(_ plans: PlanCache, _ hasher: Hasher, instances: Int = Self.instances) {
        self.plans = plans
        self.hasher = hasher
        budget = instances
    }

    /// Adds an instance.
    mutating func add(_ instance: AnyObject) {
        let type: AnyClass = type(of: instance)
        hasher.combine(ObjectIdentifier(type))
        unsafe ModelPlace.with(instance) { unsafe model(plans.modelPlan(for: type), $0) }
    }

    /// Adds a struct.
    mutating func add(_ type: Any.Type, _ address: UnsafeRawPointer) {
        hasher.combine(ObjectIdentifier(type))
        unsafe model(plans.modelPlan(for: type), ModelPlace(object: address))
    }

    private mutating func nested(_ instance: AnyObject) {
        guard level < Self.levels, budget > 0 else { return hasher.combine(ObjectIdentifier(type(of: instance))) }
        budget -= 1
        level += 1
        add(instance)
        level -= 1
    }

    // MARK: By plan

    private mutating func model(_ plan: UnsafePointer<ModelPlan>, _ place: ModelPlace) {
        for index in unsafe 0..<plan.pointee.count {
            let property = unsafe plan.pointee.properties + index
            unsafe property.pointee.withValue(place) { unsafe value(property.pointee.value, $0) }
        }
    }

    /// SAFETY, for all below: a value of the plan's type stands at the address.
    private mutating func value(_ plan: UnsafePointer<ValuePlan>, _ address: UnsafeRawPointer) {
        // SAFETY: the payload of an optional stands at the optional's own address, which the canary has checked.
        var inner = unsafe plan
        while let wrapped = unsafe inner.pointee.wrapped {
            let isNil = unsafe inner.pointee.isNil(address)
            hasher.combine(isNil)
            if isNil { return }
            unsafe inner = unsafe wrapped
        }
        switch unsafe inner.pointee.kind {
        case .object:
            guard let plan = unsafe inner.pointee.model else { preconditionFailure("a model without a plan") }
            unsafe model(plan, ModelPlace(object: address))
        case .instance: unsafe nested(address.assumingMemoryBound(to: AnyObject.self).pointee)
        case .sequence: unsafe sequence(inner, address)
        case .dictionary: unsafe dictionary(inner, address)
        case .rawValue: unsafe inner.pointee.withRawValue(address) { unsafe scalars($0, $1, count: 1) }
        case .any, .anyArray, .anyDictionary, .decodable, .encodable, .custom: unsafe foreign(inner.pointee.any(address))
        default: unsafe scalars(inner, address, count: 1)
        }
    }

    private mutating func scalars(_ plan: UnsafePointer<ValuePlan>, _ address: UnsafeRawPointer, count: Int) {
        var hashing = unsafe ScalarHashing(address: address, count: count, hasher: hasher)
        unsafe plan.pointee.kind.visit(&hashing)
        unsafe hasher = hashing.hasher
    }

    private mutating func sequence(_ plan: UnsafePointer<ValuePlan>, _ address: UnsafeRawPointer) {
        let type = unsafe plan.pointee.sequence
        guard let element = unsafe plan.pointee.element else { preconditionFailure("a sequence without elements") }
        hasher.combine(unsafe type.count(address))
        if type.isSet {
            if unsafe !element.pointee.mayLeadToModels { unsafe type.hash(address, into: &hasher) }
            return
        }
        unsafe type.withElements(address) { base, count in
            if unsafe element.pointee.optionalDepth == 0 && element.pointee.kind.isScalar {
                return unsafe scalars(element, base, count: count)
            }
            let stride = unsafe element.pointee.stride
            for index in 0..<count { unsafe value(element, base + index * stride) }
        }
    }

    private mutating func dictionary(_ plan: UnsafePointer<ValuePlan>, _ address: UnsafeRawPointer) {
        let type = unsafe plan.pointee.dictionary
        guard let element = unsafe plan.pointee.element else { preconditionFailure("a dictionary without values") }
        var sum = 0
        unsafe type.forEachPair(address) { key, value in
            var pair = ModelHasher(plans, hasher, instances: 0)
            unsafe type.hashKey(key, into: &pair.hasher)
            unsafe pair.value(element, value)
            sum ^= pair.hasher.finalize()
            return true
        }
        hasher.combine(unsafe type.count(address))
        hasher.combine(sum)
    }

    // MARK: Without a plan

    private mutating func foreign(_ value: Any) {
        switch ForeignValue(value, plans) {
        case .nothing: hasher.combine(0)
        case .array(let elements):
            hasher.combine(elements.count)
            for element in elements { foreign(element) }
        case .dictionary(let pairs):
            var sum = 0
            for (key, value) in pairs {
                var pair = ModelHasher(plans, hasher, instances: 0)
                pair.hasher.combine(key)
                pair.foreign(value)
                sum ^= pair.hasher.finalize()
            }
            hasher.combine(pairs.count)
            hasher.combine(sum)
        case .set: hasher.combine(1)
        case .object(let value): unsafe ForeignValue.withAddress(of: value) { unsafe add(type(of: value), $0) }
        case .instance(let instance): nested(instance)
        case .hashable(let value): hasher.combine(value)
        case .other(let value): hasher.combine(ObjectIdentifier(type(of: value)))
        }
    }
}

/// Feeds scalars to a hasher, one stride apart.
@unsafe private struct ScalarHashing: ScalarVisitor {
    let address: UnsafeRawPointer
    let count: Int
    var hasher: Hasher

    mutating func visit<T: Hashable>(_ type: T.Type) {
        let values = unsafe address.assumingMemoryBound(to: T.self)
        for index in unsafe 0..<count { unsafe values[index].hash(into: &hasher) }
    }
}
