extension ChunkMachine {
    mutating func endSequence() {
        let place = frame.pointee.place
        let values = frame.pointee.values
        place.plan.build(values, in: place.slot, fresh: place.state.isFresh, &arena)
        unsafe values.deallocate()
        pop()
    }

    /// Makes a key; its value follows. Without a key the value has no place.
    mutating func dictionaryKey(_ bytes: BorrowedBytes) -> Bool {
        let plan = frame.pointee.keys.plan
        let verdict = plan.storeKey(bytes, frame.pointee.keys.next(&arena))
        if verdict == .stored {
            unsafe frame.pointee.keys.append()
            frame.pointee.hasKey = true
            target = .other
            return true
        }
        target = .unwanted
        guard rules.ends(behind: verdict, .element) else { return true }
        let mismatch = Mismatch(
            code: verdict.code, expected: "a key of type \(plan.typeText)", found: FoundKind.string.rawValue,
            hint: plan.hint(verdict, .string, rules.scalars), wanted: "another key")
        return fail(.mismatch(mismatch), .string)
    }

    mutating func endDictionary() -> Bool {
        let place = frame.pointee.place
        let (keys, values) = (frame.pointee.keys, frame.pointee.values)
        let different = place.plan.build(keys, values, in: place.slot, fresh: place.state.isFresh, &arena)
        unsafe keys.deallocate()
        unsafe values.deallocate()
        if different < values.count && rules.failsOnDuplicateKey {
            if place.state.isFresh { place.plan.destroy(place.slot) }
            frame.pointee.forgetElements()
            return fail(.duplicateKey, .fixed(1))
        }
        pop()
        return true
    }
}
