// SAFETY, here: a record lives as long as its cache, which outlives every use of a plan.

extension ValuePlan {
    /// What is known of the type beside the plan.
    var typeRecord: TypeRecord { unsafe record.takeUnretainedValue() }
}

extension ModelPlan {
    /// What is known of the model beside the plan.
    var typeRecord: TypeRecord { unsafe record.takeUnretainedValue() }
}
