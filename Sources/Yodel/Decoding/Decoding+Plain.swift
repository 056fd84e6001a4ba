// Values of a document that is not plain, which are plain themselves: the plain loop reads them, until one of them is none that it can read. So a hook, a
// value of any JSON, a report or a rule for keys costs the values that have to do with it.
//
//     {"users": [{"name": "Ann"}, …], "meta": {"a": [1]}}      users: [User], a plain type · meta: JSONValue, all features
//
// Where the plain loop gives up, the value is read once more, and all that follow are read with all features: no document is read more than twice.

extension Decoding where Features == AllFeatures {
    /// Reads a container by the plain loop.
    ///
    /// - Returns: nil if it is still to be read: the slot is as it was.
    @inline(never)
    mutating func readPlainly(_ next: TextPlace, _ plan: PlanRef, _ slot: Slot, _ state: SlotState) -> Read? {
        // What stands in a model's slot is left as it is by a value that is none, which the plain loop does not see to; a collection is made apart.
        let kind = plan.innermost.pointee.kind
        guard state.isFresh || kind == .sequence || kind == .dictionary else { return nil }
        return plainly(next, plan, slot, state, isObject: false).map { Read(end: $0, isStored: true) }
    }

    /// Reads an object by the plain loop into a new struct whose own code then looks at it.
    ///
    /// - Returns: nil if it is still to be read: the slot is as it was.
    @inline(never)
    mutating func readPlainly(checking plan: PlanRef, _ next: TextPlace, _ slot: Slot, _ state: SlotState) -> Read? {
        guard state.isFresh, unsafe next.byte == UInt8(ascii: "{"), let end = plainly(next, plan, slot, state, isObject: true) else {
            return nil
        }
        let model = plan.innermost.model
        do {
            // An optional's payload stands at its start (the canary checks it).
            try model.callHooks(slot.address, nil)
            return Read(end: end, isStored: true)
        } catch {
            return rejected(.rejected(error, model.type), from: features.offset(next), to: end, plan, state) { plan.destroy(slot) }
        }
    }

    /// Reads a container by the plain loop. One that it cannot read is the last that it gets.
    ///
    /// - Parameter isObject: Whether it is an object for a struct, which is read whatever the struct's own code is.
    /// - Returns: Where it ends; nil if it is still to be read.
    private mutating func plainly(_ next: TextPlace, _ plan: PlanRef, _ slot: Slot, _ state: SlotState, isObject: Bool) -> TextPlace? {
        // A try wants to know of each value whether it fits, and a text of values has them by reference.
        guard features.levels == 0 && (features.tries?.depth ?? 0) == 0 else { return nil }
        var rules = rules
        if features.isReporting { rules.wantFit() }
        var asked = NoFeatures(tracksKeys: rules.asksForPresence, wantsFit: features.isReporting)
        var mark = 0
        if let watch = features.watch {
            (asked.tracksKeys, asked.watch, asked.frame) = (true, watch, features.frame(of: plan))
            mark = watch.pointee.mark
        }
        var plain = Decoding<NoFeatures>(text, rules, arena, asked)
        plain.depthLeft = depthLeft
        swap(&plain.scratch, &scratch)
        let read = unsafe isObject ? plain.object(next + 1, plan, plan.innermost, slot, state) : plain.value(next, plan, slot, state)
        swap(&plain.scratch, &scratch)
        if read.isStored { return read.end }
        features.watch?.pointee.forget(since: mark)
        features.readsPlainly = false
        return nil
    }
}
