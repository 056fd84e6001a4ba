import FoundationEssentials

extension ArchiveWriter {
    /// Archives a value of any type.
    ///
    /// - Returns: false if it is nil: nothing has been encoded then.
    mutating func value(
        _ plan: PlanRef, _ address: ValueAddress, _ place: inout some EncodingPlace
    ) throws -> Bool {
        guard let inner = plan.unwrapped(at: address) else { return false }
        switch inner.pointee.kind {
        case .object: try model(inner.model, base: address, owner: address, &place)
        case .instance: try instance(inner, address, &place)
        case .sequence: try sequence(inner, address, &place)
        case .dictionary: try dictionary(inner, address, &place)
        case .rawValue: try rawValue(inner, address, &place)
        case .cases: try cases(inner, address, &place)
        case .boxed: try boxed(inner, address, &place)
        case .json: try place.encode(unsafe address.assumingMemoryBound(to: JSONValue.self).pointee)
        case .rawJSON: try place.encode(unsafe address.assumingMemoryBound(to: RawJSON.self).pointee)
        case .any, .anyArray, .anyDictionary: return try foreign(inner.withHandle { unsafe $0.any(address) }, &place)
        case .decodable, .encodable, .custom: try own(inner, address, &place)
        case .scalar(let kind): try scalar(kind, address, &place)
        }
        return true
    }

    /// Whether `value` would encode nothing.
    func isNil(_ plan: PlanRef, _ address: ValueAddress) -> Bool {
        guard let inner = plan.unwrapped(at: address) else { return true }
        guard inner.pointee.kind == .any else { return false }
        if case .null = unsafe PlainValue(address.assumingMemoryBound(to: Any.self).pointee) { return true }
        return false
    }

    /// Archives a value by its own `encode(to:)`.
    private func own(_ plan: PlanRef, _ address: ValueAddress, _ place: inout some EncodingPlace) throws {
        let value = plan.withHandle { unsafe $0.any(address) }
        guard let encodable = value as? any Encodable else { throw Self.unencodable(value, place) }
        try place.encode(encodable)
    }

    static func unencodable(_ value: Any, _ place: some EncodingPlace) -> EncodingError {
        .invalidValue(
            value, .init(codingPath: place.codingPath, debugDescription: "\(type(of: value)) is no value that can be archived"))
    }

    /// Archives a scalar.
    ///
    /// SAFETY: a value of the kind's type stands at the address.
    private func scalar<P: EncodingPlace>(_ kind: ScalarKind, _ address: ValueAddress, _ place: inout P) throws {
        func open<S: Scalar>(_ type: S.Type, _ place: inout P) throws {
            try place.encode(unsafe address.assumingMemoryBound(to: type).pointee.archived)
        }
        try open(kind.scalarType, &place)
    }

    /// Archives the raw value of a value that has one.
    private func rawValue(_ plan: PlanRef, _ address: ValueAddress, _ place: inout some EncodingPlace) throws {
        guard let raw = plan.pointee.key, let kind = raw.pointee.direct else { return }
        try raw.withSlot { slot in
            // SAFETY: the handle makes a raw value in the slot, which is destroyed when it has been encoded.
            plan.withHandle { unsafe $0.getRawValue(address, into: slot) }
            defer { raw.withHandle { unsafe $0.deinitialize(slot, count: 1) } }
            try scalar(kind, slot.value, &place)
        }
    }
}
