extension MappingMachine {
    mutating func endSequence() {
        let place = frame.pointee.place
        let values = frame.pointee.values
        place.plan.build(values, in: place.slot, fresh: place.state.isFresh, &arena)
        unsafe values.deallocate()
        pop()
    }
}
