extension ArchiveReader {
    /// Makes an array or a set.
    mutating func sequence(
        _ plan: PlanRef, into slot: MutableAddress, _ place: inout some DecodingPlace
    ) throws {
        let record = plan.pointee.record.object
        guard let type = record.sequence, let element = plan.pointee.element else { return }
        var next = ElementDecodingPlace(container: try place.unkeyed())
        try enter(next.codingPath)
        defer { leave() }
        var elements = ValueBuffer(element.withHandle { $0 })
        while !next.container.isAtEnd {
            try value(element, into: elements.next, &next)
            unsafe elements.append()
        }
        elements.take { base, count in type.build(slot, elements: base, count: count, fresh: true) }
    }

    /// Makes a dictionary.
    mutating func dictionary(
        _ plan: PlanRef, into slot: MutableAddress, _ place: inout some DecodingPlace
    ) throws {
        let record = plan.pointee.record.object
        guard let type = record.dictionary, let key = plan.pointee.key, let element = plan.pointee.element else { return }
        var member = KeyDecodingPlace(container: try place.keyed())
        try enter(member.container.codingPath)
        defer { leave() }
        var keys = ValueBuffer(key.withHandle { $0 })
        var values = ValueBuffer(element.withHandle { $0 })
        for name in member.container.allKeys {
            member.key = name
            try self.key(key, into: keys.next, name.stringValue, member.codingPath)
            unsafe keys.append()
            try value(element, into: values.next, &member)
            unsafe values.append()
        }
        keys.take { keys, count in
            values.take { values, _ in
                _ = type.build(slot, keys: keys, values: values, count: count, fresh: true)
            }
        }
    }

    /// Makes a dictionary's key of its text.
    private func key(
        _ plan: PlanRef, into slot: MutableAddress, _ text: String, _ path: @autoclosure () -> [any CodingKey]
    ) throws {
        var isKey = true
        switch plan.pointee.kind {
        case .scalar(let kind): isKey = unsafe Self.key(kind.scalarType, text, Slot(slot, of: plan.type))
        case .rawValue:
            guard let raw = plan.pointee.key else { break }
            isKey = try raw.withSlot { payload in
                try key(raw, into: payload, text, path())
                return plan.withHandle { unsafe $0.putRawValue(slot, payload: payload, fresh: true) }
            }
        case .json, .rawJSON, .any, .anyArray, .anyDictionary, .cases, .object, .instance, .boxed, .sequence, .dictionary, .decodable,
            .encodable, .custom:
            preconditionFailure("a kind that is no key")
        }
        guard isKey else {
            let type = plan.pointee.record.with(\.type)
            throw Self.corrupted("the key is no value of the type \(type)", path())
        }
    }

    /// Puts a scalar that is a key; false if the text makes none.
    ///
    /// SAFETY: the slot is for a value of the type.
    private static func key<S: Scalar>(_ type: S.Type, _ text: String, _ slot: Slot) -> Bool {
        guard let value = S.from(key: text) else { return false }
        unsafe slot.put(value, fresh: true)
        return true
    }
}
