// Enums that list their cases: a container with one key, the case's name, and its payload, or nil without one. What no case has a name for stands under
// an empty key.

extension ArchiveWriter {
    /// Archives an enum that lists its cases.
    mutating func cases(_ plan: PlanRef, _ address: ValueAddress, _ place: inout some EncodingPlace) throws {
        let cases = plan.cases
        let any = { plan.withHandle { unsafe $0.any(address) } }
        try enter(place, any())
        defer { leave() }
        let isWritten: Void? = try cases.withCase(address) { index, payload in
            let one = cases.cases[index]
            var member = KeyEncodingPlace(container: place.keyed())
            member.key = TextKey(one.declaration.names.first?.text ?? "")
            if let content = one.plan, let payload, try value(content, payload, &member) { return }
            try member.encodeNil()
        }
        guard isWritten != nil else { throw Self.unencodable(any(), place) }
    }
}

extension ArchiveReader {
    /// Makes an enum that lists its cases.
    ///
    /// - Parameter slot: Fresh memory for a value of the plan's type.
    mutating func cases(_ plan: PlanRef, into slot: MutableAddress, _ place: inout some DecodingPlace) throws {
        let cases = plan.cases
        var member = KeyDecodingPlace(container: try place.keyed())
        try enter(member.container.codingPath)
        defer { leave() }
        let keys = member.container.allKeys
        guard keys.count == 1, let index = cases.index(archived: keys[0].stringValue) else {
            throw Self.corrupted("the keys name no case of the type \(cases.type)", member.container.codingPath)
        }
        member.key = keys[0]
        let slot = unsafe Slot(slot, of: cases.type)
        guard let content = cases.cases[index].plan else {
            guard try member.decodeNil() else { throw Self.corrupted("the case has no payload", member.codingPath) }
            return plan.withHandle { cases.put(index, nil, slot, $0, fresh: true) }
        }
        try content.withSlot { payload in
            try value(content, into: payload, &member)
            // SAFETY: the payload is moved out of its room.
            plan.withHandle { unsafe cases.put(index, Slot(payload, of: content.type), slot, $0, fresh: true) }
        }
    }
}

extension CasesPlan {
    /// The case that stands under a key of an archive.
    fileprivate func index(archived key: String) -> Int? {
        key.isEmpty ? cases.firstIndex { $0.declaration.names.isEmpty } : index(of: key)
    }
}
