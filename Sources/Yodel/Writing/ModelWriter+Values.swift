import FoundationEssentials

extension ModelWriter {
    /// Writes a value of any type.
    mutating func value(_ plan: UnsafePointer<ValuePlan>, _ address: UnsafeRawPointer) -> WriteVerdict {
        if unsafe plan.pointee.isDirect { return unsafe scalar(plan, address) }
        // SAFETY: the payload of an optional stands at the optional's own address: what makes it one comes behind it or is a value that the
        // payload does not have. The canary has checked it for this runtime.
        var inner = unsafe plan
        while let wrapped = unsafe inner.pointee.wrapped {
            if unsafe inner.pointee.withHandle({ unsafe $0.isNil(UnsafeMutableRawPointer(mutating: address)) }) { return .isNil }
            unsafe inner = unsafe wrapped
        }
        return switch unsafe inner.pointee.kind {
        case .object: unsafe object(inner.pointee.model.unsafelyUnwrapped, address)
        case .instance: unsafe instance(inner, address)
        case .sequence: unsafe sequence(inner, address)
        case .dictionary: unsafe dictionary(inner, address)
        case .rawValue: unsafe rawValue(inner, address)
        case .json: unsafe self.json(address.assumingMemoryBound(to: JSONValue.self).pointee)
        case .any: unsafe foreign(address.assumingMemoryBound(to: Any.self).pointee)
        case .anyArray: unsafe foreign(address.assumingMemoryBound(to: [Any].self).pointee)
        case .anyDictionary: unsafe foreign(address.assumingMemoryBound(to: [String: Any].self).pointee)
        case .decodable, .encodable: unsafe encodable(inner, address)
        // Without a transform's way out there is none.
        case .custom: fail(.unencodable(unsafe inner.pointee.record._withUnsafeGuaranteedRef(\.type)))
        default: unsafe scalar(inner, address)
        }
    }

    /// Writes a JSON value as it is.
    mutating func json(_ value: JSONValue) -> WriteVerdict {
        json.value(value) ? .written : fail(.depthLimit(rules.maximumDepth))
    }

    // MARK: Scalars

    /// Writes a scalar under at most one optional.
    ///
    /// SAFETY, for all below: the plan's kind and depth are those of the type of the value at the address.
    @inline(__always)
    private mutating func scalar(_ plan: UnsafePointer<ValuePlan>, _ address: UnsafeRawPointer) -> WriteVerdict {
        let isOptional = unsafe plan.pointee.optionalDepth != 0
        switch unsafe plan.pointee.kind {
        case .string:
            // SAFETY: the payload of an optional stands at its own address, see `value`.
            if isOptional, unsafe address.assumingMemoryBound(to: String?.self).pointee == nil { return .isNil }
            unsafe json.string(at: address.assumingMemoryBound(to: String.self))
        case .int, .int64:
            guard let value = unsafe load(Int64.self, address, isOptional) else { return .isNil }
            json.integer(value)
        case .bool:
            guard let value = unsafe load(Bool.self, address, isOptional) else { return .isNil }
            json.boolean(value)
        case .double:
            guard let value = unsafe load(Double.self, address, isOptional) else { return .isNil }
            guard value.isFinite else { return nonFinite() }
            json.finite(value)
        default: return unsafe rarerScalar(plan.pointee.kind, address, isOptional)
        }
        return .written
    }

    @inline(never)
    private mutating func rarerScalar(_ kind: FieldKind, _ address: UnsafeRawPointer, _ isOptional: Bool) -> WriteVerdict {
        switch kind {
        case .int8: return unsafe integer(Int8.self, address, isOptional)
        case .int16: return unsafe integer(Int16.self, address, isOptional)
        case .int32: return unsafe integer(Int32.self, address, isOptional)
        case .uint8: return unsafe integer(UInt8.self, address, isOptional)
        case .uint16: return unsafe integer(UInt16.self, address, isOptional)
        case .uint32: return unsafe integer(UInt32.self, address, isOptional)
        case .uint, .uint64:
            guard let value = unsafe load(UInt64.self, address, isOptional) else { return .isNil }
            json.integer(value)
        case .int128:
            guard let value = unsafe load(Int128.self, address, isOptional) else { return .isNil }
            json.integer(value)
        case .uint128:
            guard let value = unsafe load(UInt128.self, address, isOptional) else { return .isNil }
            json.integer(value)
        case .float16:
            guard let value = unsafe load(Float16.self, address, isOptional) else { return .isNil }
            guard value.isFinite else { return nonFinite() }
            json.number(value.description)
        case .float:
            guard let value = unsafe load(Float.self, address, isOptional) else { return .isNil }
            guard value.isFinite else { return nonFinite() }
            json.finite(value)
        case .substring:
            guard let text = unsafe load(Substring.self, address, isOptional) else { return .isNil }
            json.string(String(text))
        case .character:
            guard let character = unsafe load(Character.self, address, isOptional) else { return .isNil }
            json.string(String(character))
        case .date:
            guard let date = unsafe load(Date.self, address, isOptional) else { return .isNil }
            return self.date(date)
        case .data:
            guard let data = unsafe load(Data.self, address, isOptional) else { return .isNil }
            return self.data(data)
        case .url:
            guard let url = unsafe load(URL.self, address, isOptional) else { return .isNil }
            json.string(url.absoluteString)
        case .uuid:
            guard let uuid = unsafe load(UUID.self, address, isOptional) else { return .isNil }
            json.string(uuid.uuidString)
        case .decimal:
            guard let decimal = unsafe load(Decimal.self, address, isOptional) else { return .isNil }
            guard decimal.isFinite else { return nonFinite() }
            json.number(decimal.description)
        default: preconditionFailure("a kind that is no scalar")
        }
        return .written
    }

    @inline(__always)
    private func load<T>(_ type: T.Type, _ address: UnsafeRawPointer, _ isOptional: Bool) -> T? {
        isOptional ? unsafe address.assumingMemoryBound(to: T?.self).pointee : unsafe address.assumingMemoryBound(to: T.self).pointee
    }

    @inline(__always)
    private mutating func integer<T: FixedWidthInteger>(_ type: T.Type, _ address: UnsafeRawPointer, _ isOptional: Bool) -> WriteVerdict {
        guard let value = unsafe load(type, address, isOptional) else { return .isNil }
        json.integer(Int64(value))
        return .written
    }

    mutating func nonFinite() -> WriteVerdict {
        switch rules.nonFinite {
        case .fail: return fail(.nonFinite)
        case .leaveOut: return .leftOut
        case .null:
            json.null()
            return .written
        }
    }

    mutating func date(_ date: Date) -> WriteVerdict {
        switch json.date(date) {
        case .written: .written
        case .notFinite: nonFinite()
        case .outOfRange: fail(.dateOutOfRange)
        }
    }

    mutating func data(_ data: Data) -> WriteVerdict {
        guard let text = rules.text(of: data) else { return fail(.dataIsNoText) }
        json.string(text)
        return .written
    }

    /// Writes the raw value of a value that has one.
    private mutating func rawValue(_ plan: UnsafePointer<ValuePlan>, _ address: UnsafeRawPointer) -> WriteVerdict {
        guard let raw = unsafe plan.pointee.key else { return .leftOut }
        // SAFETY: the slot is memory for a raw value, which the handle fills and which is destroyed when it has been written.
        return unsafe withUnsafeTemporaryAllocation(byteCount: raw.pointee.size, alignment: raw.pointee.alignment) { memory in
            guard let slot = memory.baseAddress else { return .leftOut }
            unsafe plan.pointee.withHandle { unsafe $0.getRawValue(address, into: slot) }
            defer { unsafe raw.pointee.withHandle { unsafe $0.deinitialize(slot, count: 1) } }
            return unsafe scalar(raw, UnsafeRawPointer(slot))
        }
    }
}
