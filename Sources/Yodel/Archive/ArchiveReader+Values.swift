import FoundationEssentials

extension ArchiveReader {
    /// Makes a value of any type.
    ///
    /// - Parameter slot: Fresh memory for a value of the plan's type.
    mutating func value(
        _ plan: UnsafePointer<ValuePlan>, into slot: UnsafeMutableRawPointer, _ place: inout some DecodingPlace
    ) throws {
        if let wrapped = unsafe plan.pointee.wrapped {
            if try place.decodeNil() { return unsafe plan.pointee.withHandle { unsafe $0.putNil(slot, fresh: true) } }
            return try unsafe ValueMemory.with(wrapped) { payload in
                try unsafe value(wrapped, into: payload, &place)
                unsafe plan.pointee.withHandle { unsafe $0.wrap(slot, payload: payload, fresh: true) }
            }
        }
        switch unsafe plan.pointee.kind {
        case .object, .instance: try unsafe model(plan, into: slot, &place)
        case .sequence: try unsafe sequence(plan, into: slot, &place)
        case .dictionary: try unsafe dictionary(plan, into: slot, &place)
        case .rawValue: try unsafe rawValue(plan, into: slot, &place)
        case .json: unsafe slot.initializeMemory(as: JSONValue.self, to: try place.decode(JSONValue.self))
        case .any: unsafe slot.initializeMemory(as: Any.self, to: try place.decode(CodedValue.self).swiftValue())
        case .anyArray: try unsafe plain([Any].self, slot, &place)
        case .anyDictionary: try unsafe plain([String: Any].self, slot, &place)
        case .decodable, .encodable, .custom: try unsafe own(plan, slot, &place)
        default: try unsafe scalar(plan, slot, &place)
        }
    }

    /// Makes a container of values of any kind.
    private func plain<T>(_ type: T.Type, _ slot: UnsafeMutableRawPointer, _ place: inout some DecodingPlace) throws {
        let path = place.codingPath
        guard let value = try place.decode(CodedValue.self).swiftValue() as? T else {
            throw DecodingError.typeMismatch(type, .init(codingPath: path, debugDescription: "expected \(type), found another value"))
        }
        unsafe slot.initializeMemory(as: T.self, to: value)
    }

    /// Makes a value by its own `init(from:)`.
    private func own(_ plan: UnsafePointer<ValuePlan>, _ slot: UnsafeMutableRawPointer, _ place: inout some DecodingPlace) throws {
        func open<T: Decodable, P: DecodingPlace>(_ type: T.Type, _ place: inout P) throws {
            unsafe slot.initializeMemory(as: T.self, to: try place.decode(type))
        }
        // What is not Decodable is not archived.
        guard let type = unsafe plan.pointee.record._withUnsafeGuaranteedRef(\.decodable) else {
            throw Self.corrupted("no value of the type can be read from an archive", place.codingPath)
        }
        try open(type, &place)
    }

    static func corrupted(_ description: String, _ path: [any CodingKey]) -> DecodingError {
        .dataCorrupted(.init(codingPath: path, debugDescription: description))
    }

    /// Makes a scalar.
    ///
    /// SAFETY: the slot is for a value of the type that the plan's kind is of.
    private func scalar(_ plan: UnsafePointer<ValuePlan>, _ slot: UnsafeMutableRawPointer, _ place: inout some DecodingPlace) throws {
        switch unsafe plan.pointee.kind {
        case .bool: try unsafe decode(Bool.self, slot, &place)
        case .int: try unsafe decode(Int.self, slot, &place)
        case .int8: try unsafe decode(Int8.self, slot, &place)
        case .int16: try unsafe decode(Int16.self, slot, &place)
        case .int32: try unsafe decode(Int32.self, slot, &place)
        case .int64: try unsafe decode(Int64.self, slot, &place)
        case .int128: try unsafe text(Int128.self, slot, &place, make: Int128.init)
        case .uint: try unsafe decode(UInt.self, slot, &place)
        case .uint8: try unsafe decode(UInt8.self, slot, &place)
        case .uint16: try unsafe decode(UInt16.self, slot, &place)
        case .uint32: try unsafe decode(UInt32.self, slot, &place)
        case .uint64: try unsafe decode(UInt64.self, slot, &place)
        case .uint128: try unsafe text(UInt128.self, slot, &place, make: UInt128.init)
        case .float16: try unsafe decode(Float16.self, slot, &place)
        case .float: try unsafe decode(Float.self, slot, &place)
        case .double: try unsafe decode(Double.self, slot, &place)
        case .string: try unsafe decode(String.self, slot, &place)
        case .substring: try unsafe text(Substring.self, slot, &place) { Substring($0) }
        case .character: try unsafe text(Character.self, slot, &place) { $0.count == 1 ? $0.first : nil }
        case .date: try unsafe decode(Date.self, slot, &place)
        case .data: try unsafe decode(Data.self, slot, &place)
        case .url: try unsafe decode(URL.self, slot, &place)
        case .uuid: try unsafe decode(UUID.self, slot, &place)
        case .decimal: try unsafe decode(Decimal.self, slot, &place)
        default: preconditionFailure("a kind that is no scalar")
        }
    }

    private func decode<T: Decodable>(_ type: T.Type, _ slot: UnsafeMutableRawPointer, _ place: inout some DecodingPlace) throws {
        unsafe slot.initializeMemory(as: T.self, to: try place.decode(type))
    }

    /// Makes a value that is archived as text.
    private func text<T>(
        _ type: T.Type, _ slot: UnsafeMutableRawPointer, _ place: inout some DecodingPlace, make: (String) -> T?
    ) throws {
        let path = place.codingPath
        guard let value = make(try place.decode(String.self)) else {
            throw Self.corrupted("the text is no value of the type \(type)", path)
        }
        unsafe slot.initializeMemory(as: T.self, to: value)
    }

    /// Makes a value by its raw value.
    private func rawValue(_ plan: UnsafePointer<ValuePlan>, into slot: UnsafeMutableRawPointer, _ place: inout some DecodingPlace) throws {
        guard let raw = unsafe plan.pointee.key else { return }
        let path = place.codingPath
        let isValue = try unsafe ValueMemory.with(raw) { payload in
            try unsafe scalar(raw, payload, &place)
            // SAFETY: the raw value is moved out of the slot, whether it names a value or not.
            return unsafe plan.pointee.withHandle { unsafe $0.putRawValue(slot, payload: payload, fresh: true) }
        }
        guard isValue else {
            let type = unsafe plan.pointee.record._withUnsafeGuaranteedRef(\.type)
            throw Self.corrupted("the raw value names no value of the type \(type)", path)
        }
    }
}
