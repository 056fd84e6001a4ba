// What a plan's typed operations do to the value in a slot.
//
// SAFETY of all of it: the slot is of the plan's type, which debug builds assert where a slot is made and at each typed store.

extension PlanRef {
    /// Destroys the value.
    func destroy(_ slot: Slot) { withHandle { unsafe $0.deinitialize(slot.address, count: 1) } }

    /// Moves a value from one slot to another.
    func move(_ source: Slot, to slot: Slot, fresh: Bool) {
        withHandle { unsafe $0.put(slot.address, from: source.address, fresh: fresh) }
    }

    /// Stores the model's default value. Only for models.
    @inline(__always)
    func putDefault(_ slot: Slot, fresh: Bool) { withHandle { unsafe $0.putDefault(slot.address, fresh: fresh) } }

    /// Whether the outermost optional is nil. Only for optionals.
    func isNil(_ slot: Slot) -> Bool { withHandle { unsafe $0.isNil(slot.address) } }

    /// Stores nil. Only for optionals.
    func putNil(_ slot: Slot, fresh: Bool) { withHandle { unsafe $0.putNil(slot.address, fresh: fresh) } }

    /// Moves a wrapped value out of a slot of its own and stores it as an optional. Only for optionals.
    func wrap(_ slot: Slot, payload: Slot, fresh: Bool) {
        withHandle { unsafe $0.wrap(slot.address, payload: payload.address, fresh: fresh) }
    }

    /// Moves a raw value out of a slot of its own and, if it names a value of the type, stores that. Only for raw representable types.
    func putRawValue(_ slot: Slot, payload: Slot, fresh: Bool) -> Bool {
        withHandle { unsafe $0.putRawValue(slot.address, payload: payload.address, fresh: fresh) }
    }

    /// Makes a key of a dictionary from the text of a key: the text itself, an integer written in it, or what has one of these as raw value.
    ///
    /// - Parameter slot: Fresh memory.
    func storeKey(_ bytes: UnsafeBufferPointer<UInt8>, _ slot: Slot) -> Verdict {
        if kind == .rawValue {
            // The widest raw value of a key is sixteen bytes.
            return unsafe withUnsafeTemporaryAllocation(byteCount: key.size, alignment: key.alignment) { block in
                let payload = unsafe Slot(block.baseAddress.unsafelyUnwrapped, of: key.type)
                let verdict = unsafe key.storeKey(bytes, payload)
                guard verdict == .stored else { return verdict }
                return putRawValue(slot, payload: payload, fresh: true) ? .stored : .invalidValue
            }
        }
        guard case .scalar(let scalar) = kind else { return .typeMismatch }
        let target = unsafe ScalarTarget(slot: slot.address, kind: scalar, isOptional: false, fresh: true, rules: [])
        if scalar == .string { return unsafe target.store(string: bytes) }
        guard unsafe NumberParser.isNumber(bytes) else { return .invalidValue }
        return unsafe target.store(number: bytes)
    }
}
