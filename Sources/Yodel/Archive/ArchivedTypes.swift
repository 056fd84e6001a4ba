// SAFETY, here: what a plan refers to lives as long as its cache, which outlives every use of a plan.

extension ValuePlan {
    /// What is known of the type beside the plan.
    var typeRecord: TypeRecord { unsafe record.takeUnretainedValue() }
}

extension ModelPlan {
    /// What is known of the model beside the plan.
    var typeRecord: TypeRecord { unsafe record.takeUnretainedValue() }

    /// One of the model's own properties.
    func ownProperty(_ index: Int) -> PlanPart<PropertyPlan> {
        assert((0..<count).contains(index), "a property of the model")
        return unsafe properties + index
    }
}

extension PropertyPlan {
    /// Lends the code of the model's own by which the property is read and set.
    ///
    /// - Returns: nil if there is none.
    func withAccess<R>(_ body: (PropertyAccess) throws -> R) rethrows -> R? {
        try unsafe access?._withUnsafeGuaranteedRef { try body($0.value) }
    }
}
