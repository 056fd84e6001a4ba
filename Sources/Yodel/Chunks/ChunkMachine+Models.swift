// Models: a struct is filled where it stands, an instance of a class where it is or in a new one. One with features is kept.

extension ChunkMachine {
    /// Opens a model, after making it if there is none.
    mutating func startModel(_ place: ValuePlace, _ inner: PlanRef) -> Bool {
        guard inner.model.hasOnlyPlainKeys && !rules.tracksKeys else { return keep(place) }
        // What comes a second time starts afresh.
        let isNew = !place.state.isDisjoint(with: [.fresh, .restarts]) || place.plan.isEmpty(place.slot)
        if isNew {
            place.plan.store(through: place.slot, fresh: place.state.isFresh, &arena) { inner.putDefault($0, fresh: $1) }
        }
        guard inner.pointee.kind == .instance else {
            // SAFETY: an optional's payload stands at its start (the canary checks it).
            push(.model, place, inner)
            return true
        }
        // An instance of a subclass is filled by the plan of its own class, which may be of any kind.
        guard unsafe isNew || inner.isOwn(place.slot.instance) else { return keep(place) }
        push(.model, place, inner)
        frame.pointee.fillInstance(in: place.slot)
        return true
    }

    /// Finds the property of a key.
    @inline(__always)
    mutating func modelKey(_ bytes: BorrowedBytes) -> Bool {
        let expected = frame.pointee.expectedEntry
        guard expected.matches(bytes) else { return otherKey(bytes) }
        turn(to: expected)
        return true
    }

    /// Finds the property of a key that is not the expected one. A function of its own, so that the expected ones need few registers.
    @inline(never)
    private mutating func otherKey(_ bytes: BorrowedBytes) -> Bool {
        let expected = frame.pointee.expectedEntry
        // SAFETY: a model's frame has its level.
        if let entry = unsafe frame.pointee.level.unsafelyUnwrapped.entry(of: bytes, expected: expected) {
            turn(to: entry)
        } else {
            frame.pointee.entry = nil
            target = .unwanted
        }
        return true
    }

    /// Makes ready for the value of a key.
    @inline(__always)
    private mutating func turn(to entry: EntryRef) {
        frame.pointee.expected = entry.next
        frame.pointee.entry = entry
        target = entry.pointee.target
        // SAFETY: the offset is that of a property of the entry's type in a value or an instance of the model's.
        targetSlot = unsafe Slot(frame.pointee.base + entry.pointee.offset, of: entry.pointee.value.type)
        if entry.pointee.isTracked {
            frame.pointee.isRepeated = frame.pointee.seen & entry.pointee.bit != 0
            frame.pointee.seen |= entry.pointee.bit
        }
    }

    mutating func endModel() {
        frame.pointee.releaseInstance()
        pop()
    }
}
