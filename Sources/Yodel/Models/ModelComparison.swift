// Two models are equal if they are of one type and every property that takes part is. Values that are models are compared in place, level
// by level; instances are not: a pair of them goes to the end of a list and counts as equal for the time being, and a pair that has been
// on the list already is not compared again. If no pair of the list turns out to differ, all of them are equal.
//
// So a chain of instances takes no stack, a graph with cycles has an end, and two graphs are equal if no way along their properties leads
// to a difference:
//
//     a -> b -> a      equals      c -> d -> e -> f -> c      if all six hold the same otherwise
//
// A set is compared by its own `==`, which may come back here for its elements. What has been taken as equal by then is handed on
// (`AssumedPairs`), so that a cycle through a set ends too.

/// Two instances that are compared.
struct InstancePair: Hashable, Sendable {
    let left: ObjectIdentifier
    let right: ObjectIdentifier
}

/// The pairs that comparisons under way on this thread have taken as equal, while code of other types runs.
struct AssumedPairs: Sendable {
    @TaskLocal static var current: AssumedPairs?

    let levels: [Set<InstancePair>]
}

/// One comparison of two models.
struct ModelComparison: ~Copyable {
    let plans: PlanCache
    /// Pairs of instances in the order in which they were found, kept alive since an accessor may have made them for us.
    private var pairs: [(left: AnyObject, right: AnyObject)] = []
    /// How many of them have been compared.
    private var compared = 0
    private var taken: Set<InstancePair> = []
    /// Whether a type that cannot be mapped is no mistake of the caller's: its values are not surely equal then.
    private var asksForSure = false
    /// Whether all that has been compared could be.
    var isSure = true
    /// What the comparisons that this one is a part of have taken as equal.
    private var assumed: [Set<InstancePair>] = []

    init(_ plans: PlanCache) {
        self.plans = plans
    }

    /// Whether two instances are equal.
    mutating func areEqual(_ left: AnyObject, _ right: AnyObject) -> Bool {
        instances(left, right) && finish()
    }

    /// Whether two structs are equal.
    ///
    /// - Parameters:
    ///   - type: Of both.
    ///   - left: The address of a value.
    ///   - right: The address of another.
    mutating func areEqual(_ type: Any.Type, _ left: ValueAddress, _ right: ValueAddress) -> Bool {
        model(plans.modelPlan(for: type), ModelPlace(object: left), ModelPlace(object: right)) && finish()
    }

    /// Whether two values are equal, and all in them can be compared: what is of no known equality is not equal.
    ///
    /// - Parameters:
    ///   - plan: Of both.
    ///   - left: The address of a value of the plan's type.
    ///   - right: The address of another.
    mutating func areSurelyEqual(_ plan: PlanRef, _ left: ValueAddress, _ right: ValueAddress) -> Bool {
        asksForSure = true
        return value(plan, left, right) && finish() && isSure
    }

    /// The plan of a struct that is a model; nil if there is none and that is no mistake.
    mutating func modelPlan(for type: Any.Type) -> ModelRef? { plan(for: type)?.pointee.model }

    /// The plan of a model's type; nil if there is none and that is no mistake.
    private mutating func plan(for type: Any.Type) -> PlanRef? {
        guard asksForSure else { return plans.modelValuePlan(for: type) }
        let plan = try? plans.plan(for: type)
        guard let plan, plan.isModel else {
            isSure = false
            return nil
        }
        return plan
    }

    /// Compares what has been put off.
    private mutating func finish() -> Bool {
        while compared < pairs.count {
            let (left, right) = pairs[compared]
            compared += 1
            guard let plan = plan(for: type(of: left)) else { return false }
            let isEqual = plan.withModel(of: left) { plan, left in
                self.plan(for: type(of: right))?.withModel(of: right) { model(plan, left, $1) } ?? false
            }
            guard isEqual else { return false }
        }
        return true
    }

    /// Takes two instances as equal and puts their comparison off, unless they differ at first sight.
    mutating func instances(_ left: AnyObject, _ right: AnyObject) -> Bool {
        if left === right { return true }
        guard type(of: left) == type(of: right) else { return false }
        if pairs.isEmpty { assumed = AssumedPairs.current?.levels ?? [] }
        let pair = InstancePair(left: ObjectIdentifier(left), right: ObjectIdentifier(right))
        guard !assumed.contains(where: { $0.contains(pair) }), taken.insert(pair).inserted else { return true }
        pairs.append((left, right))
        return true
    }

    /// Runs code of another type, which may compare models.
    func handingOn(_ body: () -> Bool) -> Bool {
        guard !taken.isEmpty else { return body() }
        return AssumedPairs.$current.withValue(AssumedPairs(levels: assumed + [taken]), operation: body)
    }

    // MARK: By plan

    mutating func model(_ plan: ModelRef, _ left: ModelPlace, _ right: ModelPlace) -> Bool {
        for index in 0..<plan.pointee.count {
            let property = plan.property(index)
            let isEqual = property.withValue(left) { left in
                property.withValue(right) { right in value(property.pointee.value, left, right) }
            }
            guard isEqual else { return false }
        }
        return true
    }

    /// SAFETY, for all below: values of the plan's type stand at both addresses.
    private mutating func value(_ plan: PlanRef, _ left: ValueAddress, _ right: ValueAddress) -> Bool {
        // SAFETY: the payload of an optional stands at the optional's own address, which the canary has checked.
        var inner = plan
        while let wrapped = inner.pointee.wrapped {
            let (isNil, isOtherNil) = (inner.isNil(left), inner.isNil(right))
            if isNil || isOtherNil { return isNil == isOtherNil }
            inner = wrapped
        }
        switch inner.pointee.kind {
        case .object:
            guard let plan = inner.pointee.model else { preconditionFailure("a model without a plan") }
            return model(plan, ModelPlace(object: left), ModelPlace(object: right))
        case .instance, .boxed:
            return instances(inner[instanceAt: left], inner[instanceAt: right])
        case .sequence: return sequence(inner, left, right)
        case .dictionary: return dictionary(inner, left, right)
        case .rawValue:
            return inner.withRawValue(left) { plan, left in
                inner.withRawValue(right) { _, right in value(plan, left, right) }
            }
        case .cases:
            let cases = inner.cases
            let isEqual = cases.withCase(left) { index, left in
                cases.withCase(right) { other, right in
                    guard index == other else { return false }
                    guard let plan = cases.cases[index].plan, let left, let right else { return true }
                    return value(plan, left, right)
                } ?? false
            }
            return isEqual ?? foreign(inner.any(left), inner.any(right))
        case .any, .anyArray, .anyDictionary, .decodable, .encodable, .custom:
            return foreign(inner.any(left), inner.any(right))
        case .scalar(let kind): return scalars(kind, left, right, count: 1)
        case .rawJSON:
            return inner[left, as: RawJSON.self] == inner[right, as: RawJSON.self]
        case .json:
            return inner[left, as: JSONValue.self] == inner[right, as: JSONValue.self]
        }
    }

    private func scalars(
        _ kind: ScalarKind, _ left: ValueAddress, _ right: ValueAddress, count: Int
    ) -> Bool {
        if kind == .string {
            let left = unsafe left.values(of: String.self, count: count)
            let right = unsafe right.values(of: String.self, count: count)
            for index in 0..<count {
                guard String.areEqual(left[index], right[index]) else { return false }
            }
            return true
        }
        var equality = ScalarEquality(left: left, right: right, count: count)
        return unsafe kind.visit(&equality, ())
    }

    private mutating func sequence(_ plan: PlanRef, _ left: ValueAddress, _ right: ValueAddress) -> Bool {
        let type = plan.sequence
        guard let element = plan.pointee.element else { preconditionFailure("a sequence without elements") }
        if type.isSet {
            guard element.mayLeadToModels else { return type.areEqual(left, right) }
            return handingOn { type.areEqual(left, right) }
        }
        guard type.count(left) == type.count(right) else { return false }
        var isEqual = true
        type.withElements(left) { left, count in
            type.withElements(right) { right, _ in isEqual = elements(element, left, right, count) }
        }
        return isEqual
    }

    private mutating func elements(
        _ plan: PlanRef, _ left: ValueAddress, _ right: ValueAddress, _ count: Int
    ) -> Bool {
        if plan.pointee.optionalDepth == 0, case .scalar(let kind) = plan.pointee.kind {
            return scalars(kind, left, right, count: count)
        }
        let stride = plan.pointee.stride
        for index in 0..<count {
            guard unsafe value(plan, left + index * stride, right + index * stride) else { return false }
        }
        return true
    }

    private mutating func dictionary(_ plan: PlanRef, _ left: ValueAddress, _ right: ValueAddress) -> Bool {
        let type = plan.dictionary
        guard let element = plan.pointee.element else { preconditionFailure("a dictionary without values") }
        guard type.count(left) == type.count(right) else { return false }
        var isEqual = true
        type.forEachPair(left) { key, left in
            isEqual = type.withValue(right, ofKeyAt: key) { right in value(element, left, right) } ?? false
            return isEqual
        }
        return isEqual
    }
}

/// Compares scalars, one stride apart.
private struct ScalarEquality: @unsafe ScalarVisitor {
    // SAFETY: whoever makes one says that so many scalars of the kind stand at both addresses.
    let left: ValueAddress
    let right: ValueAddress
    let count: Int

    func visit<S: Scalar>(_ type: S.Type, _ input: Void) -> Bool {
        let left = unsafe left.values(of: type, count: count)
        let right = unsafe right.values(of: type, count: count)
        if S.isText { return areEqual(texts: left, right) }
        for index in 0..<count where left[index] != right[index] { return false }
        return true
    }

    private func areEqual<T: Hashable>(texts left: Span<T>, _ right: Span<T>) -> Bool {
        for index in 0..<count {
            // The values are copied, and the copies alone put in order.
            var (one, other) = (left[index], right[index])
            MarkOrder.order(&one)
            MarkOrder.order(&other)
            guard one == other else { return false }
        }
        return true
    }
}
