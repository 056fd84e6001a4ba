extension ModelWriter {
    /// Writes an instance that is made of a struct of its values, by the plan of its own class.
    mutating func boxed(_ plan: PlanRef, _ address: ValueAddress) -> WriteVerdict {
        do throws(ModelError) {
            let own = try plan.ofInstance(at: address)
            return own.withRawValue(address) { value($0, $1) }
        } catch {
            return fail(.error(error))
        }
    }
}
