import FoundationEssentials

extension ArchiveWriter {
    /// Archives a value of any type.
    ///
    /// - Returns: false if it is nil: nothing has been encoded then.
    mutating func value(
        _ plan: UnsafePointer<ValuePlan>, _ address: UnsafeRawPointer, _ place: inout some EncodingPlace
    ) throws -> Bool {
        // SAFETY: the payload of an optional stands at the optional's own address, as the canary has checked for this runtime.
        var inner = unsafe plan
        while let wrapped = unsafe inner.pointee.wrapped {
            if unsafe inner.pointee.withHandle({ unsafe $0.isNil(UnsafeMutableRawPointer(mutating: address)) }) { return false }
            unsafe inner = unsafe wrapped
        }
        switch unsafe inner.pointee.kind {
        case .object: try unsafe model(inner.pointee.model.unsafelyUnwrapped, base: address, owner: address, &place)
        case .instance: try unsafe instance(inner, address, &place)
        case .sequence: try unsafe sequence(inner, address, &place)
        case .dictionary: try unsafe dictionary(inner, address, &place)
        case .rawValue: try unsafe rawValue(inner, address, &place)
        case .json: try unsafe encode(JSONValue.self, address, &place)
        case .any: return try unsafe foreign(address.assumingMemoryBound(to: Any.self).pointee, &place)
        case .anyArray: return try unsafe foreign(address.assumingMemoryBound(to: [Any].self).pointee, &place)
        case .anyDictionary: return try unsafe foreign(address.assumingMemoryBound(to: [String: Any].self).pointee, &place)
        case .decodable, .encodable, .custom: try unsafe own(inner, address, &place)
        default: try unsafe scalar(inner, address, &place)
        }
        return true
    }

    /// Whether `value` would encode nothing.
    func isNil(_ plan: UnsafePointer<ValuePlan>, _ address: UnsafeRawPointer) -> Bool {
        var inner = unsafe plan
        while let wrapped = unsafe inner.pointee.wrapped {
            if unsafe inner.pointee.withHandle({ unsafe $0.isNil(UnsafeMutableRawPointer(mutating: address)) }) { return true }
            unsafe inner = unsafe wrapped
        }
        guard unsafe inner.pointee.kind == .any else { return false }
        if case .null = unsafe PlainValue(address.assumingMemoryBound(to: Any.self).pointee) { return true }
        return false
    }

    /// Archives a value by its own `encode(to:)`.
    private func own(_ plan: UnsafePointer<ValuePlan>, _ address: UnsafeRawPointer, _ place: inout some EncodingPlace) throws {
        let value = unsafe plan.pointee.withHandle { unsafe $0.any(address) }
        guard let encodable = value as? any Encodable else { throw Self.unencodable(value, place) }
        try place.encode(encodable)
    }

    static func unencodable(_ value: Any, _ place: some EncodingPlace) -> EncodingError {
        .invalidValue(
            value, .init(codingPath: place.codingPath, debugDescription: "\(type(of: value)) is no value that can be archived"))
    }

    /// Archives a scalar.
    ///
    /// SAFETY: the plan's kind is that of the type of the value at the address.
    func scalar(_ plan: UnsafePointer<ValuePlan>, _ address: UnsafeRawPointer, _ place: inout some EncodingPlace) throws {
        switch unsafe plan.pointee.kind {
        case .bool: try unsafe encode(Bool.self, address, &place)
        case .int: try unsafe encode(Int.self, address, &place)
        case .int8: try unsafe encode(Int8.self, address, &place)
        case .int16: try unsafe encode(Int16.self, address, &place)
        case .int32: try unsafe encode(Int32.self, address, &place)
        case .int64: try unsafe encode(Int64.self, address, &place)
        case .uint: try unsafe encode(UInt.self, address, &place)
        case .uint8: try unsafe encode(UInt8.self, address, &place)
        case .uint16: try unsafe encode(UInt16.self, address, &place)
        case .uint32: try unsafe encode(UInt32.self, address, &place)
        case .uint64: try unsafe encode(UInt64.self, address, &place)
        // Most coders have no integers of 128 bits.
        case .int128: try place.encode(String(unsafe address.assumingMemoryBound(to: Int128.self).pointee))
        case .uint128: try place.encode(String(unsafe address.assumingMemoryBound(to: UInt128.self).pointee))
        case .float16: try unsafe encode(Float16.self, address, &place)
        case .float: try unsafe encode(Float.self, address, &place)
        case .double: try unsafe encode(Double.self, address, &place)
        case .string: try unsafe encode(String.self, address, &place)
        case .substring: try place.encode(String(unsafe address.assumingMemoryBound(to: Substring.self).pointee))
        case .character: try place.encode(String(unsafe address.assumingMemoryBound(to: Character.self).pointee))
        case .date: try unsafe encode(Date.self, address, &place)
        case .data: try unsafe encode(Data.self, address, &place)
        case .url: try unsafe encode(URL.self, address, &place)
        case .uuid: try unsafe encode(UUID.self, address, &place)
        case .decimal: try unsafe encode(Decimal.self, address, &place)
        default: preconditionFailure("a kind that is no scalar")
        }
    }

    private func encode<T: Encodable>(_ type: T.Type, _ address: UnsafeRawPointer, _ place: inout some EncodingPlace) throws {
        try place.encode(unsafe address.assumingMemoryBound(to: T.self).pointee)
    }

    /// Archives the raw value of a value that has one.
    private func rawValue(_ plan: UnsafePointer<ValuePlan>, _ address: UnsafeRawPointer, _ place: inout some EncodingPlace) throws {
        guard let raw = unsafe plan.pointee.key else { return }
        try unsafe ValueMemory.with(raw) { slot in
            // SAFETY: the handle makes a raw value in the slot, which is destroyed when it has been encoded.
            unsafe plan.pointee.withHandle { unsafe $0.getRawValue(address, into: slot) }
            defer { unsafe raw.pointee.withHandle { unsafe $0.deinitialize(slot, count: 1) } }
            try unsafe scalar(raw, UnsafeRawPointer(slot), &place)
        }
    }
}
