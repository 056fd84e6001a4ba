import FoundationEssentials

extension ArchiveReader {
    /// Makes a value of any type.
    ///
    /// - Parameter slot: Fresh memory for a value of the plan's type.
    mutating func value(
        _ plan: PlanRef, into slot: MutableAddress, _ place: inout some DecodingPlace
    ) throws {
        if let wrapped = plan.pointee.wrapped {
            if try place.decodeNil() { return plan.withHandle { unsafe $0.putNil(slot, fresh: true) } }
            return try wrapped.withSlot { payload in
                try value(wrapped, into: payload, &place)
                plan.withHandle { unsafe $0.wrap(slot, payload: payload, fresh: true) }
            }
        }
        let own = unsafe Slot(slot, of: plan.type)
        switch plan.pointee.kind {
        case .object, .instance: try model(plan, into: slot, &place)
        case .sequence: try sequence(plan, into: slot, &place)
        case .dictionary: try dictionary(plan, into: slot, &place)
        case .rawValue: try rawValue(plan, into: slot, &place)
        case .cases: try cases(plan, into: slot, &place)
        case .boxed: try boxed(plan, into: slot, &place)
        case .json: unsafe own.put(try place.decode(JSONValue.self), fresh: true)
        case .rawJSON: unsafe own.put(try place.decode(RawJSON.self), fresh: true)
        // `as Any`: without it the value would be opened and stored as its own type.
        case .any: unsafe own.put(try place.decode(CodedValue.self).swiftValue() as Any, fresh: true)
        case .anyArray: try plain([Any].self, own, &place)
        case .anyDictionary: try plain([String: Any].self, own, &place)
        case .decodable, .encodable, .custom: try decodable(plan, own, &place)
        case .scalar(let kind): try scalar(kind, own, &place)
        }
    }

    /// Makes a container of values of any kind.
    private func plain<T>(_ type: T.Type, _ slot: Slot, _ place: inout some DecodingPlace) throws {
        let path = place.codingPath
        guard let value = try place.decode(CodedValue.self).swiftValue() as? T else {
            throw DecodingError.typeMismatch(type, .init(codingPath: path, debugDescription: "expected \(type), found another value"))
        }
        unsafe slot.put(value, fresh: true)
    }

    /// Makes a value by its own `init(from:)`.
    private func decodable(_ plan: PlanRef, _ slot: Slot, _ place: inout some DecodingPlace) throws {
        func open<T: Decodable, P: DecodingPlace>(_ type: T.Type, _ place: inout P) throws {
            unsafe slot.put(try place.decode(type), fresh: true)
        }
        // What is not Decodable is not archived.
        guard let type = plan.pointee.record.with(\.decodable) else {
            throw Self.corrupted("no value of the type can be read from an archive", place.codingPath)
        }
        try open(type, &place)
    }

    static func corrupted(_ description: String, _ path: [any CodingKey]) -> DecodingError {
        .dataCorrupted(.init(codingPath: path, debugDescription: description))
    }

    /// Makes a scalar.
    ///
    /// SAFETY: the slot is for a value of the kind's type.
    private func scalar<P: DecodingPlace>(_ kind: ScalarKind, _ slot: Slot, _ place: inout P) throws {
        func open<S: Scalar>(_ type: S.Type, _ place: inout P) throws {
            // A place goes on behind its value: where it was is asked before, if it can be of use.
            let path = S.Archived.self == S.self ? [] : place.codingPath
            guard let value = S.from(archived: try place.decode(S.Archived.self)) else {
                throw Self.corrupted("the text is no value of the type \(type)", path)
            }
            unsafe slot.put(value, fresh: true)
        }
        try open(kind.scalarType, &place)
    }

    /// Makes a value by its raw value.
    private func rawValue(_ plan: PlanRef, into slot: MutableAddress, _ place: inout some DecodingPlace) throws {
        guard let raw = plan.pointee.key, let kind = raw.pointee.direct else { return }
        let path = place.codingPath
        let isValue = try raw.withSlot { payload in
            unsafe try scalar(kind, Slot(payload, of: raw.type), &place)
            // SAFETY: the raw value is moved out of the slot, whether it names a value or not.
            return plan.withHandle { unsafe $0.putRawValue(slot, payload: payload, fresh: true) }
        }
        guard isValue else {
            let type = plan.pointee.record.with(\.type)
            throw Self.corrupted("the raw value names no value of the type \(type)", path)
        }
    }
}
