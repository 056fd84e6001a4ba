// Classes that are made of a struct of their values. The struct is read into memory of its own, and an instance made of it when all of it is there: so a value
// that fails leaves nothing behind, and no instance is ever changed.

extension Decoding {
    /// Reads an object into a new instance.
    ///
    /// - Parameters:
    ///   - next: Its opening bracket.
    ///   - inner: The class's plan; `plan` has the optionals around it.
    mutating func boxed(_ next: TextPlace, _ plan: PlanRef, _ inner: PlanRef, _ slot: Slot, _ state: SlotState) -> Read {
        let values = inner.key
        return withScratch(values) { decoding, scratch in
            let read = decoding.value(next, values, scratch, state.intersection([.element, .whole]).union(.fresh))
            if read.isStored { decoding.box(scratch, plan, inner, slot, fresh: state.isFresh) }
            return read
        }
    }

    /// Makes an instance of a struct of its values, which is moved out of its slot.
    private mutating func box(_ values: Slot, _ plan: PlanRef, _ own: PlanRef, _ slot: Slot, fresh: Bool) {
        store(through: plan, slot, fresh: fresh) { slot, fresh in
            // Every struct makes one.
            _ = own.putRawValue(slot, payload: values, fresh: fresh)
        }
    }
}

extension Decoding where Features == AllFeatures {
    /// Reads an object into a new instance, which has what another one has that is there, if a document is merged into that: its constants, too.
    mutating func boxedOrMerged(_ next: TextPlace, _ plan: PlanRef, _ inner: PlanRef, _ slot: Slot, _ state: SlotState) -> Read {
        guard state.contains(.merges) && !needsDefault(plan, slot, state) else { return boxed(next, plan, inner, slot, state) }
        guard let own = planOfInstance(in: slot, inner, at: next) else { return .failed }
        let values = own.key
        return withScratch(values) { decoding, scratch in
            own.getRawValue(slot, into: scratch)
            let read = decoding.value(next, values, scratch, state)
            guard read.isStored else {
                if read.end == nil { decoding.features.willDestroy() }
                values.destroy(scratch)
                return read
            }
            let isMade = decoding.withScratch(own) { decoding, made in
                guard own.putCopy(made, payload: scratch, of: slot) else { return false }
                decoding.store(through: plan, slot, fresh: false) { own.move(made, to: $0, fresh: $1) }
                return true
            }
            if isMade { return read }
            decoding.features.fail(.model(.noReflection(own.type)), at: decoding.features.offset(next))
            decoding.features.willDestroy()
            return .failed
        }
    }
}
