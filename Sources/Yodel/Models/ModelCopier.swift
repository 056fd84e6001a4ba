/// Copies the properties of one instance to another of the same class.
struct ModelCopier {
    let plans: PlanCache

    /// Copies every property that takes part.
    ///
    /// A property with an accessor is set after those that have none, since what sets it may look at them; and since it may change them,
    /// they are copied once more then. So the copy's stored properties are the original's, whatever the accessors do.
    func copy(_ original: AnyObject, to copy: AnyObject) {
        let plan = plans.modelPlan(for: type(of: original))
        ModelPlace.with(original) { from in
            ModelPlace.with(copy) { to in
                stored(plan, from, to)
                guard (0..<plan.pointee.count).contains(where: { plan.property($0).pointee.access != nil }) else { return }
                accessed(plan, from, to)
                stored(plan, from, to)
            }
        }
    }

    private func stored(_ plan: ModelRef, _ from: ModelPlace, _ to: ModelPlace) {
        for index in 0..<plan.pointee.count {
            let property = plan.property(index)
            guard property.pointee.access == nil && !property.pointee.isConstant else { continue }
            let value = property.pointee.value
            // SAFETY: both places are of the plan's class, so a value of the property's type stands at its offset in each. It is copied
            // to memory of its own first: what the store releases may run code that comes back to the original.
            value.withSlot { slot in
                value.withHandle { handle in
                    unsafe handle.initializeCopy(slot, from: from.base + property.pointee.offset)
                    unsafe handle.put((to.base + property.pointee.offset).mutable, from: slot, fresh: false)
                }
            }
        }
    }

    private func accessed(_ plan: ModelRef, _ from: ModelPlace, _ to: ModelPlace) {
        for index in 0..<plan.pointee.count {
            let property = plan.property(index)
            guard let access = property.pointee.access else { continue }
            // SAFETY: `get` fills the slot, `set` moves out of it.
            property.pointee.value.withSlot { slot in
                access.with { access in
                    access.value.get(from.owner, into: slot)
                    unsafe access.value.set(to.owner.mutable, movingFrom: slot)
                }
            }
        }
    }
}
