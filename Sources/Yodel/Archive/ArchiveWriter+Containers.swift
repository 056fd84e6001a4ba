import FoundationEssentials

extension ArchiveWriter {
    /// Archives an array or a set.
    mutating func sequence(_ plan: PlanRef, _ address: ValueAddress, _ place: inout some EncodingPlace) throws {
        let record = plan.pointee.record.object
        guard let type = record.sequence, let element = plan.pointee.element else { return }
        unsafe try enter(place, record.handle.any(address))
        defer { leave() }
        var next = ElementEncodingPlace(container: place.unkeyed())
        let stride = element.pointee.stride
        try withCopy(plan, address) { copy in
            // The containers lend their elements to what does not throw.
            var result = Result<Void, any Error>.success(())
            type.withElements(copy) { base, count in
                result = Result {
                    for index in 0..<count {
                        if unsafe try !value(element, base + index * stride, &next) { try next.encodeNil() }
                    }
                }
            }
            try result.get()
        }
    }

    /// Archives a dictionary. That a key is there is part of it, so a value that is nil is said.
    mutating func dictionary(_ plan: PlanRef, _ address: ValueAddress, _ place: inout some EncodingPlace) throws {
        let record = plan.pointee.record.object
        guard let type = record.dictionary, let key = plan.pointee.key, let element = plan.pointee.element else { return }
        unsafe try enter(place, record.handle.any(address))
        defer { leave() }
        var member = KeyEncodingPlace(container: place.keyed())
        try withCopy(plan, address) { copy in
            var result = Result<Void, any Error>.success(())
            type.forEachPair(copy) { keyAddress, valueAddress in
                do {
                    member.key = TextKey(try keyText(key, keyAddress))
                    if try !value(element, valueAddress, &member) { try member.encodeNil() }
                    return true
                } catch {
                    result = .failure(error)
                    return false
                }
            }
            try result.get()
        }
    }

    /// Holds a container while it is walked.
    private func withCopy(
        _ plan: PlanRef, _ address: ValueAddress, _ body: (ValueAddress) throws -> Void
    ) throws {
        try plan.withSlot { slot in
            // SAFETY: the copy is made in fresh memory and destroyed behind the body.
            plan.withHandle { unsafe $0.initializeCopy(slot, from: address) }
            defer { plan.withHandle { unsafe $0.deinitialize(slot, count: 1) } }
            try body(slot.value)
        }
    }

    /// A dictionary's key as text.
    private func keyText(_ plan: PlanRef, _ address: ValueAddress) throws -> String {
        guard plan.pointee.kind == .rawValue, let raw = plan.pointee.key else {
            return String(describing: plan.withHandle { unsafe $0.any(address) })
        }
        return try raw.withSlot { slot in
            // SAFETY: as for a raw value that is archived by itself.
            plan.withHandle { unsafe $0.getRawValue(address, into: slot) }
            defer { raw.withHandle { unsafe $0.deinitialize(slot, count: 1) } }
            return try keyText(raw, slot.value)
        }
    }

    // MARK: Any

    /// Archives a value of any kind: what JSON has as such, dates and data as such, a URL as its text, a model or a collection by its plan.
    ///
    /// - Returns: false if it is nil: nothing has been encoded then.
    mutating func foreign(_ value: Any, _ place: inout some EncodingPlace) throws -> Bool {
        switch PlainValue(value) {
        case .null: return false
        case .bool(let value): try place.encode(value)
        case .number(let text): try place.encode(JSONNumber(unchecked: text))
        case .string(let text): try place.encode(text)
        case .json(let value): try place.encode(value)
        case .array(let elements):
            try enter(place, elements)
            defer { leave() }
            var next = ElementEncodingPlace(container: place.unkeyed())
            for element in elements where try !foreign(element, &next) { try next.encodeNil() }
        case .object(let pairs):
            try enter(place, value)
            defer { leave() }
            var member = KeyEncodingPlace(container: place.keyed())
            for (key, value) in pairs {
                member.key = TextKey(key)
                if try !foreign(value, &member) { try member.encodeNil() }
            }
        case .other(let value): return try other(value, &place)
        }
        return true
    }

    private mutating func other(_ value: Any, _ place: inout some EncodingPlace) throws -> Bool {
        switch value {
        case let date as Date: try place.encode(date)
        case let data as Data: try place.encode(data)
        case let url as URL: try place.encode(url.absoluteString)
        case let uuid as UUID: try place.encode(uuid)
        // Those that are not finite, as the coder allows.
        case let number as Double: try place.encode(number)
        case let number as Float: try place.encode(number)
        case let number as Decimal: try place.encode(number)
        default: return try planned(value, &place)
        }
        return true
    }

    /// Archives a value by the plan of its type, if it has one.
    private mutating func planned(_ value: Any, _ place: inout some EncodingPlace) throws -> Bool {
        func open<T>(_ value: T) throws -> Bool {
            guard let plan = try? plans.plan(for: T.self), plan.isArchivable else {
                throw Self.unencodable(value, place)
            }
            return unsafe try ValueAddress.of(value) { try self.value(plan, $0, &place) }
        }
        return try _openExistential(value, do: open)
    }
}
