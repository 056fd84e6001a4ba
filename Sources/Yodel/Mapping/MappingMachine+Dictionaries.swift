extension MappingMachine {
    /// Makes a key; its value follows. Without a key the value has no place.
    mutating func dictionaryKey(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let plan = unsafe frame.pointee.keys.plan
        let verdict = unsafe plan.storeKey(bytes, frame.pointee.keys.next(&arena))
        if verdict == .stored {
            unsafe frame.pointee.keys.append()
            unsafe frame.pointee.hasKey = true
            unsafe target = .other
            return true
        }
        unsafe target = .unwanted
        guard unsafe rules.ends(behind: verdict, .element) else { return true }
        let mismatch = Mismatch(code: verdict.code, expected: "a key of type \(plan.name)", found: FoundKind.string.rawValue)
        return unsafe fail(.mismatch(mismatch), .string)
    }

    mutating func endDictionary() -> Bool {
        let dictionary = unsafe frame.pointee
        let place = unsafe dictionary.place
        let different = unsafe place.plan.build(
            dictionary.keys, dictionary.values, in: place.slot, fresh: place.state.isFresh, &arena)
        unsafe dictionary.keys.deallocate()
        unsafe dictionary.values.deallocate()
        if unsafe different < dictionary.values.count && rules.failsOnDuplicateKey {
            if place.state.isFresh { place.plan.destroy(place.slot) }
            unsafe frame.pointee.forgetElements()
            return unsafe fail(.duplicateKey, .fixed(1))
        }
        unsafe pop()
        return true
    }
}
