// How a token goes to its place: a scalar straight (ScalarTarget), what is around one through memory of its own, the rest as a whole.

extension MappingMachine {
    /// Stores one token as a value of a plan's type.
    @inline(__always)
    mutating func store(
        _ token: ScalarToken, _ plan: UnsafePointer<ValuePlan>, _ slot: UnsafeMutableRawPointer, fresh: Bool
    ) -> Verdict {
        if let kind = unsafe plan.pointee.direct {
            let target = unsafe ScalarTarget(
                slot: slot, kind: kind, isOptional: plan.pointee.optionalDepth == 1, fresh: fresh, rules: rules.scalars)
            return unsafe target.store(token: token)
        }
        return unsafe storeIndirect(token, plan, slot, fresh: fresh)
    }

    /// Stores into what takes more than one typed store: several optionals, raw values, values wanted as a whole.
    @inline(never)
    private mutating func storeIndirect(
        _ token: ScalarToken, _ plan: UnsafePointer<ValuePlan>, _ slot: UnsafeMutableRawPointer, fresh: Bool
    ) -> Verdict {
        let inner = unsafe innermost(plan)
        let isNull = if case .null = unsafe token { true } else { false }
        if isNull, unsafe plan.pointee.optionalDepth > 0 {
            unsafe plan.pointee.withHandle { unsafe $0.putNil(slot, fresh: fresh) }
            return .stored
        }
        switch unsafe inner.pointee.kind {
        case .decodable where isNull:
            return unsafe nullForPresent
        case .json, .rawJSON, .any, .decodable:
            return unsafe storeWhole(JSONValue(token), plan, slot, fresh: fresh)
        case .anyArray, .anyDictionary, .object, .instance, .sequence, .dictionary, .custom:
            return isNull ? unsafe nullForPresent : .typeMismatch
        case .scalar, .rawValue, .encodable:
            return unsafe storeScratch(token, plan, slot, fresh: fresh)
        }
    }

    /// Null for a type that has no place for it.
    var nullForPresent: Verdict { unsafe rules.scalars.nullForPresent }

    /// Stores a scalar into scratch memory, and from there through the layers around it.
    private mutating func storeScratch(
        _ token: ScalarToken, _ plan: UnsafePointer<ValuePlan>, _ slot: UnsafeMutableRawPointer, fresh: Bool
    ) -> Verdict {
        let isRaw = unsafe plan.pointee.optionalDepth == 0
        // A plan that is not direct is wrapped once more, or has a raw value.
        let payloadPlan = unsafe isRaw ? plan.pointee.key.unsafelyUnwrapped : plan.pointee.wrapped.unsafelyUnwrapped
        if isRaw, case .null = unsafe token { return unsafe nullForPresent }
        return unsafe withScratch(payloadPlan) { machine, payload in
            let verdict = unsafe machine.storeNested(token, payloadPlan, payload)
            guard verdict == .stored else { return verdict }
            if isRaw {
                return unsafe plan.pointee.withHandle { unsafe $0.putRawValue(slot, payload: payload, fresh: fresh) }
                    ? .stored : .invalidValue
            }
            unsafe plan.pointee.withHandle { unsafe $0.wrap(slot, payload: payload, fresh: fresh) }
            return .stored
        }
    }

    /// Lends memory for one value of a plan's type during a call.
    mutating func withScratch<R>(
        _ plan: UnsafePointer<ValuePlan>, _ body: (inout MappingMachine, UnsafeMutableRawPointer) -> R
    ) -> R {
        let loan = unsafe arena.lend(size: plan.pointee.size, alignment: plan.pointee.alignment)
        defer { unsafe arena.takeBack(loan) }
        return unsafe body(&self, loan.address)
    }

    @inline(never)
    private mutating func storeNested(
        _ token: ScalarToken, _ plan: UnsafePointer<ValuePlan>, _ slot: UnsafeMutableRawPointer
    ) -> Verdict {
        unsafe store(token, plan, slot, fresh: true)
    }
}

extension JSONValue {
    /// The value that one token stands for.
    init(_ token: ScalarToken) {
        switch unsafe token {
        case .null: self = .null
        case .boolean(let value): self = .bool(value)
        case .number(let text): self = unsafe .number(JSONNumber(unchecked: String(decoding: text, as: UTF8.self)))
        case .string(let bytes): self = unsafe .string(String(valid: bytes))
        }
    }
}
