// Which properties of a model have a value in what `init()` makes. Asked only for properties that are nil, and only by those who write a nil so
// that it comes back; worked out once, when it is first asked.

extension ModelPlan {
    /// Whether a property is not nil in a model that `init()` has made.
    func isFilledByDefault(_ index: Int) -> Bool {
        unsafe record._withUnsafeGuaranteedRef { record in
            if let known = record.filledByDefault.withLock({ $0 }) { return known.contains(index) }
            // Without the lock: the model's own code runs, which may come back here.
            let found = findFilled(record)
            record.filledByDefault.withLock { $0 = found }
            return found.contains(index)
        }
    }

    private func findFilled(_ record: TypeRecord) -> Set<Int> {
        if let draft = unsafe draft { return unsafe findFilled(of: DraftRef(draft)) }
        return unsafe Self.withMemory(record.plan) { slot in
            // SAFETY: the record is a model's, so its handle makes one in fresh memory; it is destroyed when it has been looked at.
            unsafe record.handle.putDefault(slot, fresh: true)
            defer { unsafe record.handle.deinitialize(slot, count: 1) }
            // SAFETY: the plan says whether there is a reference at the address.
            let base = unsafe isClass ? slot.assumingMemoryBound(to: UnsafeMutableRawPointer.self).pointee : slot
            return Set((0..<count).filter { index in unsafe isFilled(properties + index, base, slot) })
        }
    }

    /// Of a type that has no `init()`: what its defaults say.
    private func findFilled(of draft: DraftRef) -> Set<Int> {
        Set(
            (0..<count).filter { index in
                let plan = unsafe properties[index].value
                guard unsafe plan.pointee.wrapped != nil else { return true }
                return unsafe draft.isFilledByDefault(index) { unsafe Self.isNil(plan, $0) }
            })
    }

    private func isFilled(
        _ property: UnsafePointer<PropertyPlan>, _ base: UnsafeMutableRawPointer, _ owner: UnsafeMutableRawPointer
    ) -> Bool {
        let plan = unsafe property.pointee.value
        guard unsafe plan.pointee.wrapped != nil else { return true }
        guard let access = unsafe property.pointee.access else { return unsafe !Self.isNil(plan, base + property.pointee.offset) }
        return unsafe Self.withMemory(plan) { slot in
            // SAFETY: `get` makes a value of the property's type in the slot, which is destroyed behind the look at it.
            unsafe access._withUnsafeGuaranteedRef { unsafe $0.value.get(owner, into: slot) }
            defer { unsafe plan.pointee.withHandle { unsafe $0.deinitialize(slot, count: 1) } }
            return unsafe !Self.isNil(plan, slot)
        }
    }

    /// Whether one of a value's optionals is nil.
    private static func isNil(_ plan: UnsafePointer<ValuePlan>, _ address: UnsafeMutableRawPointer) -> Bool {
        // SAFETY: the payload of an optional stands at the optional's own address, which the canary has checked.
        var inner = unsafe plan
        while let wrapped = unsafe inner.pointee.wrapped {
            if unsafe inner.pointee.withHandle({ unsafe $0.isNil(address) }) { return true }
            unsafe inner = unsafe wrapped
        }
        return false
    }

    private static func withMemory<R>(_ plan: UnsafePointer<ValuePlan>, _ body: (UnsafeMutableRawPointer) -> R) -> R {
        // One byte more, since there is no memory of no bytes.
        unsafe withUnsafeTemporaryAllocation(byteCount: max(plan.pointee.size, 1), alignment: plan.pointee.alignment) { memory in
            unsafe body(memory.baseAddress.unsafelyUnwrapped)
        }
    }
}
