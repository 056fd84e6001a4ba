extension MappingMachine {
    mutating func endSequence() {
        let sequence = frame.pointee
        let place = sequence.place
        place.plan.build(sequence.values, in: place.slot, fresh: place.state.isFresh, &arena)
        sequence.values.deallocate()
        pop()
    }
}
