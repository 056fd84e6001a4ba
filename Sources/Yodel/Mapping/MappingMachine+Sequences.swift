extension MappingMachine {
    mutating func endSequence() {
        let sequence = unsafe frame.pointee
        let place = unsafe sequence.place
        unsafe place.plan.build(sequence.values, in: place.slot, fresh: place.state.isFresh, &arena)
        unsafe sequence.values.deallocate()
        unsafe pop()
    }
}
