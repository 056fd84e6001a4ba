// Values that JSON does not have: each goes to a place of its very type, or is text where it stands for one.

extension Decoding where Features == AllFeatures {
    /// Stores a value that JSON does not have.
    mutating func foreign(
        _ value: DynamicValue, at next: TextPlace, _ plan: PlanRef, _ inner: PlanRef, _ slot: Slot, _ state: SlotState
    ) -> Read {
        guard let own = value.own else { return .failed }
        if put(own, plan, slot, state) { return Read(end: next, isStored: true) }
        if inner.pointee.kind == .cases && put(own, asPayloadOf: inner, plan, slot, state) { return Read(end: next, isStored: true) }
        let verdict: Verdict
        if inner.pointee.kind == .json {
            verdict = store(whole: PlainValue.json(own), at: next, plan, slot, state)
        } else if var text = PlainValue.text(own) {
            verdict = unsafe text.withBorrowedBytes { store(.string($0), at: next, plan, slot, state) }
        } else {
            verdict = .typeMismatch
        }
        if verdict == .stored { return Read(end: next, isStored: true) }
        let found: FoundKind = verdict == .typeMismatch ? .foreign : .string
        return settle(verdict, found, at: next, plan, state) ? Read(end: next, isStored: false) : .failed
    }

    /// Puts one of Swift's own values as it is as the payload of an enum without a tag.
    ///
    /// - Returns: Whether it is a payload of one of the cases.
    private mutating func put(_ value: Any, asPayloadOf inner: PlanRef, _ plan: PlanRef, _ slot: Slot, _ state: SlotState) -> Bool {
        guard inner.cases.form == .untagged else { return false }
        let target = CaseTarget(plan: plan, cases: inner.cases, slot: slot, state: state)
        for (index, one) in inner.cases.cases.enumerated() where one.declaration.other == nil {
            guard let payload = one.plan else { continue }
            let isPut = withScratch(payload) { decoding, scratch in
                guard decoding.put(value, payload, scratch, .fresh) else { return false }
                decoding.put(index, scratch, target)
                return true
            }
            if isPut { return true }
        }
        return false
    }

    /// Puts one of Swift's own values as it is.
    ///
    /// - Returns: Whether it can stand where the plan's type does.
    mutating func put(_ value: Any, _ plan: PlanRef, _ slot: Slot, _ state: SlotState) -> Bool {
        let inner = plan.innermost
        guard let value = Self.own(value, inner) else { return false }
        store(through: plan, slot, fresh: state.isFresh) { slot, fresh in
            let isPut = inner.withHandle { unsafe $0.put(slot.address, any: value, fresh: fresh) }
            precondition(isPut, "a value is put where its type does not stand")
        }
        return true
    }

    /// A value of Swift's own as it stands where a plan's type does; nil if it cannot.
    private static func own(_ value: Any, _ inner: PlanRef) -> Any? {
        switch inner.pointee.kind {
        case .any: return value
        case .anyArray:
            guard case .array(let elements) = PlainValue(value) else { return nil }
            return elements
        case .anyDictionary: return value as? [String: Any]
        default:
            let type = Swift.type(of: value)
            let isClass = inner.pointee.kind == .instance || inner.pointee.kind == .boxed
            return type == inner.type || (isClass && TypeHandle.isClass(type, under: inner.type)) ? value : nil
        }
    }
}
