import FoundationEssentials

extension ModelWriter {
    /// Writes a value of any type.
    mutating func value(_ plan: PlanRef, _ address: ValueAddress) -> WriteVerdict {
        if let kind = plan.pointee.direct {
            return scalar(kind, ScalarSource(address: address, isOptional: plan.pointee.optionalDepth != 0))
        }
        guard let inner = plan.unwrapped(at: address) else { return .isNil }
        return switch inner.pointee.kind {
        case .object: object(inner.model, address)
        case .instance: instance(inner, address)
        case .sequence: sequence(inner, address)
        case .dictionary: dictionary(inner, address)
        case .rawValue: rawValue(inner, address)
        case .cases: cases(inner, address)
        case .boxed: boxed(inner, address)
        case .scalar(let kind): scalar(kind, ScalarSource(address: address, isOptional: false))
        case .json, .rawJSON, .any, .anyArray, .anyDictionary, .decodable, .encodable, .custom: leaf(inner, address)
        }
    }

    /// Writes a value whose parts the plan does not know. Not inlined, as `tooDeep`.
    @inline(never)
    private mutating func leaf(_ plan: PlanRef, _ address: ValueAddress) -> WriteVerdict {
        switch plan.pointee.kind {
        case .json: json(plan[address, as: JSONValue.self])
        case .rawJSON: raw(plan[address, as: RawJSON.self])
        case .any: foreign(at: address)
        case .anyArray: foreignArray(at: address)
        case .anyDictionary: foreignDictionary(at: address)
        case .decodable, .encodable: encodable(plan, address)
        // Without a transform's way out there is none.
        default: fail(.unencodable(plan.type))
        }
    }

    /// Writes a JSON value as it is.
    mutating func json(_ value: JSONValue) -> WriteVerdict {
        json.value(value) ? .written : tooDeep()
    }

    /// Writes the bytes of a value.
    mutating func raw(_ value: RawJSON) -> WriteVerdict {
        json.raw(value) ? .written : tooDeep()
    }

    // MARK: Scalars

    /// Writes a scalar. The commonest are written here, all others by what the table has of them. Not inlined, as `tooDeep`.
    @inline(never)
    private mutating func scalar(_ kind: ScalarKind, _ source: ScalarSource) -> WriteVerdict {
        switch kind {
        case .string:
            let text = WrittenValue(source.address, source.isOptional ? .stringUnlessNil : .string)
            if source.isOptional && text.isNil(String.self) { return .isNil }
            json.string(at: text.string)
        case .int, .int64:
            guard let value = source.load(Int64.self) else { return .isNil }
            json.integer(value)
        case .bool:
            guard let value = source.load(Bool.self) else { return .isNil }
            json.boolean(value)
        case .double:
            guard let value = source.load(Double.self) else { return .isNil }
            guard value.isFinite else { return nonFinite() }
            json.finite(value)
        default: return otherScalar(kind, source)
        }
        return .written
    }

    @inline(never)
    private mutating func otherScalar(_ kind: ScalarKind, _ source: ScalarSource) -> WriteVerdict {
        switch unsafe kind.visit(&json, source) {
        case .written: .written
        case .isNil: .isNil
        case .notFinite: nonFinite()
        case .dateOutOfRange: fail(.dateOutOfRange)
        case .dataIsNoText: fail(.dataIsNoText)
        }
    }

    /// Writes what stands for a number that is not finite.
    mutating func nonFinite() -> WriteVerdict {
        switch rules.nonFinite {
        case .fail: return fail(.nonFinite)
        case .omit: return .leftOut
        case .null:
            json.null()
            return .written
        }
    }

    /// Writes the raw value of a value that has one.
    private mutating func rawValue(_ plan: PlanRef, _ address: ValueAddress) -> WriteVerdict {
        guard let raw = plan.pointee.key, let kind = raw.pointee.direct else { return .leftOut }
        if let remembered = plan.withHandle({ unsafe $0.rememberedRawValue(address) }) {
            return scalar(kind, ScalarSource(address: remembered, isOptional: false))
        }
        // The slot is memory for a raw value, which the handle fills and which is destroyed when it has been written.
        return unsafe MutableAddress.withRoom(size: raw.pointee.size, alignment: raw.pointee.alignment) { slot in
            plan.withHandle { unsafe $0.getRawValue(address, into: slot) }
            defer { raw.withHandle { unsafe $0.deinitialize(slot, count: 1) } }
            return scalar(kind, ScalarSource(address: slot.value, isOptional: false))
        }
    }
}
