// Which properties of a model have a value in what `init()` makes. Asked only for properties that are nil, and only by those who write a nil so
// that it comes back; worked out once, when it is first asked.

extension ModelRef {
    /// Whether a property is not nil in a model that `init()` has made.
    func isFilledByDefault(_ index: Int) -> Bool {
        pointee.record.with { record in
            if let known = record.filledByDefault.withLock({ $0 }) { return known.contains(index) }
            // Without the lock: the model's own code runs, which may come back here.
            let found = findFilled(record)
            record.filledByDefault.withLock { $0 = found }
            return found.contains(index)
        }
    }

    private func findFilled(_ record: TypeRecord) -> Set<Int> {
        if let draft = pointee.draft { return findFilled(of: draft) }
        return withDefault { place in
            Set((0..<pointee.total).filter { index in isFilled(property(index), place) })
        }
    }

    /// Of a type that has no `init()`: what its defaults say.
    private func findFilled(of draft: DraftRef) -> Set<Int> {
        Set(
            (0..<pointee.total).filter { index in
                let plan = property(index).pointee.value
                guard plan.pointee.wrapped != nil else { return true }
                return draft.withDefault(index) { $0.map { plan.unwrapped(at: $0) != nil } ?? false }
            })
    }

    private func isFilled(_ property: PropertyRef, _ place: ModelPlace) -> Bool {
        let plan = property.pointee.value
        guard plan.pointee.wrapped != nil else { return true }
        return property.withValue(place) { plan.unwrapped(at: $0) != nil }
    }
}
