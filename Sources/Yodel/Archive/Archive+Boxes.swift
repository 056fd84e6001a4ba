// Instances that are made of a struct of their values: what the struct is in an archive.

extension ArchiveWriter {
    /// Archives an instance by the plan of its own class.
    mutating func boxed(_ plan: PlanRef, _ address: ValueAddress, _ place: inout some EncodingPlace) throws {
        let own = try plan.ofInstance(at: address)
        try own.withRawValue(address) { _ = try value($0, $1, &place) }
    }
}

extension ArchiveReader {
    /// Makes an instance.
    ///
    /// - Parameter slot: Fresh memory for a value of the plan's type.
    mutating func boxed(_ plan: PlanRef, into slot: MutableAddress, _ place: inout some DecodingPlace) throws {
        guard let values = plan.pointee.key else { preconditionFailure("a class without values") }
        try values.withSlot { payload in
            try value(values, into: payload, &place)
            // SAFETY: the struct is moved out of its room.
            _ = plan.withHandle { unsafe $0.putRawValue(slot, payload: payload, fresh: true) }
        }
    }

    /// Makes a value of a type that is made of a struct of its values.
    ///
    /// - Parameters:
    ///   - slot: Fresh memory for a value of the plan's type.
    ///   - decoder: Has the struct.
    static func box(_ plan: PlanRef, _ slot: MutableAddress, from decoder: any Decoder) throws {
        guard let values = plan.pointee.key, let model = values.pointee.model, let draft = model.pointee.draft else {
            preconditionFailure("a class without values")
        }
        try values.withSlot { payload in
            try make(model, draft, payload, from: decoder)
            // SAFETY: as above.
            _ = plan.withHandle { unsafe $0.putRawValue(slot, payload: payload, fresh: true) }
        }
    }
}
