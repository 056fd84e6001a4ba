// An enum without a tag is its payload, and the first case that fits is the value's. What can be known of that before a value comes is found with the
// plans: a container is never tried as what cannot be one, nor an object without a key that a payload must have.
//
//     case circle(Circle)    objects with "radius"
//     case list([Shape])     arrays
//     case number(Int)       scalars are tried one by one

/// What tells the cases of an enum apart that nothing names.
struct CaseFits {
    /// The cases whose payloads may be arrays, and those whose payloads may be objects, in their order. The case of all others is none of them.
    private(set) var arrays: [Int] = []
    private(set) var objects: [Int] = []
    /// Of each case the keys without which an object is no payload, as many of them as a word has bits.
    private(set) var required: [[KnownKey]] = []
    /// Whether some case has any.
    private(set) var looksAtKeys = false
    /// Whether something in a payload is made of its whole text, however deep that is: JSON as it is, a type's own code. What stands below another enum
    /// without a tag does not count.
    private(set) var keepsWholes = false
    /// Whether a copy of a value may have instances in common with it.
    private(set) var holdsInstances = false

    init() {}

    /// - Parameter enumeration: An enum whose cases have their plans.
    init(_ enumeration: CasesPlan) throws(ModelError) {
        try Self.checkProgress(enumeration)
        var (seen, held): (Set<ObjectIdentifier>, Set<ObjectIdentifier>) = ([], [])
        for (index, one) in enumeration.cases.enumerated() {
            let plan = one.declaration.other == nil ? one.plan?.innermost : nil
            required.append(plan.map(Self.requiredKeys) ?? [])
            guard let plan else { continue }
            let isArray = plan.pointee.kind == .object && plan.model.pointee.isArray
            if plan.pointee.kind.takesArrays || isArray { arrays.append(index) }
            if plan.pointee.kind.takesObjects && !isArray { objects.append(index) }
            keepsWholes = keepsWholes || Self.has(plan, &seen, Self.keepsWhole)
            holdsInstances = holdsInstances || Self.has(plan, &held, Self.isInstance)
        }
        looksAtKeys = objects.count > 1 && objects.contains { !required[$0].isEmpty }
    }

    /// A payload that is the enum itself, with nothing between them, would be read for ever.
    private static func checkProgress(_ enumeration: CasesPlan) throws(ModelError) {
        for one in enumeration.cases {
            var seen: Set<ObjectIdentifier> = []
            var waiting = [one]
            while let next = waiting.popLast() {
                guard next.declaration.other == nil, let plan = next.plan?.innermost, plan.pointee.kind == .cases,
                    plan.cases.form == .untagged
                else { continue }
                if plan.cases === enumeration { throw .payloadWithoutEnd(one.declaration.name, of: enumeration.type) }
                if seen.insert(ObjectIdentifier(plan.cases)).inserted { waiting += plan.cases.cases }
            }
        }
    }

    /// The keys without which an object makes no value, as far as they are known.
    private static func requiredKeys(_ plan: PlanRef) -> [KnownKey] {
        if plan.pointee.kind == .boxed { return requiredKeys(plan.key) }
        guard plan.pointee.kind == .object || plan.pointee.kind == .instance else { return [] }
        let (model, level) = (plan.model, plan.model.pointee.level)
        // The model's own code may change the object, or choose another type for it.
        guard !model.pointee.needsObject && !level.hasOtherSpellings else { return [] }
        let keys = (0..<level.pointee.count).lazy.map(level.entry).filter { entry in
            guard let route = entry.pointee.route else { return model.property(entry.propertyIndex).pointee.isRequired }
            return (0..<route.pointee.leafCount).contains {
                route.leaf($0).property.pointee.isRequired && !route.leaf($0).property.hasAlternatives
            }
        }
        return keys.prefix(UInt64.bitWidth).map { KnownKey($0.text) }
    }

    /// Whether values of a plan have one of some kind in them.
    ///
    /// - Parameter isSought: Returns nil to look further into a value.
    private static func has(_ plan: PlanRef, _ seen: inout Set<ObjectIdentifier>, _ isSought: (PlanRef) -> Bool?) -> Bool {
        let plan = plan.innermost
        if let answer = isSought(plan) { return answer }
        switch plan.pointee.kind {
        case .json, .rawJSON, .any, .anyArray, .anyDictionary, .decodable, .encodable, .custom, .scalar, .rawValue: return false
        case .sequence, .dictionary: return has(plan.element, &seen, isSought)
        case .boxed: return has(plan.key, &seen, isSought)
        case .cases:
            guard seen.insert(ObjectIdentifier(plan.type)).inserted else { return false }
            return plan.cases.cases.contains { one in one.plan.map { has($0, &seen, isSought) } ?? false }
        case .object, .instance:
            guard seen.insert(ObjectIdentifier(plan.type)).inserted else { return false }
            return (0..<plan.model.pointee.total).contains { has(plan.model.property($0).pointee.value, &seen, isSought) }
        }
    }

    private static func keepsWhole(_ plan: PlanRef) -> Bool? {
        switch plan.pointee.kind {
        case .json, .rawJSON, .any, .anyArray, .anyDictionary, .decodable, .encodable, .custom: return true
        case .scalar, .rawValue: return false
        case .sequence, .dictionary, .boxed: return nil
        case .cases: return plan.cases.form == .untagged ? false : nil
        case .object, .instance:
            let model = plan.model
            let isWhole =
                model.pointee.needsObject || model.pointee.rest != nil
                || (0..<model.pointee.total).contains { model.property($0).pointee.transform != nil }
            return isWhole ? true : nil
        }
    }

    private static func isInstance(_ plan: PlanRef) -> Bool? {
        switch plan.pointee.kind {
        case .instance, .boxed, .any, .anyArray, .anyDictionary, .decodable, .encodable, .custom: true
        case .scalar, .rawValue, .json, .rawJSON: false
        case .sequence, .dictionary, .cases, .object: nil
        }
    }
}
