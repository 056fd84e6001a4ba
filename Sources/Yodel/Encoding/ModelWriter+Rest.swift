extension ModelWriter {
    /// What a model has collected, to be written beside its own keys, the last first. A key that is one of its properties' is an error: it would stand in
    /// the object twice, or be read into the property.
    ///
    /// - Returns: Keys and values; nil after a failure.
    mutating func rest(
        of model: ModelRef, _ base: ValueAddress, _ owner: ValueAddress
    ) -> [(key: String, value: JSONValue)]? {
        var (pairs, next): ([(key: String, value: JSONValue)], RestRef?) = ([], model.pointee.rest)
        var place = ModelPlace(object: owner)
        place.base = base
        while let rest = next {
            next = rest.pointee.next
            let found = rest.pointee.property.withValue(place) { address -> [(key: String, value: JSONValue)]? in
                switch rest.pointee.form {
                case .object, .dictionary: Array(rest.object(at: address))
                case .typed: typed(rest, address, of: model)
                case .cases, .part: whole(rest, address, of: model)
                }
            }
            guard let found else { return nil }
            // What stands before it of the same row is a part, whose keys are known.
            let parts = rest.pointee.form == .part ? nil : model.pointee.rest
            for (key, _) in found where model.pointee.level.has(key) || parts?.partTakes(key) == true {
                _ = fail(.error(.restKeyTaken(model.name(of: rest.pointee.property), of: model.type)))
                failure?.path = [.key(key)]
                return nil
            }
            pairs += found
        }
        return rules.sortsKeys ? pairs.sorted { $1.key.utf8.lexicographicallyPrecedes($0.key.utf8) } : pairs.reversed()
    }

    /// The keys of a rest whose values have a type of their own, and the JSON of these. A value that is left out leaves its key out.
    ///
    /// - Returns: nil after a failure.
    private mutating func typed(
        _ rest: RestRef, _ address: ValueAddress, of model: ModelRef
    ) -> [(key: String, value: JSONValue)]? {
        guard let plan = rest.pointee.property.pointee.value.unwrapped(at: address) else { return [] }
        guard let type = plan.pointee.record.with(\.dictionary), let key = plan.pointee.key, let element = plan.pointee.element else {
            return []
        }
        var pairs: [(key: String, value: JSONValue)] = []
        var isWritten = true
        type.forEachPair(address) { keyAddress, valueAddress in
            let name = keyText(key, keyAddress)
            let (verdict, value) = json(of: element, valueAddress, depth: json.depth, in: model)
            if let value { pairs.append((name, value)) }
            isWritten = verdict != .failed
            if !isWritten { failure?.path.append(.key(name)) }
            return isWritten
        }
        return isWritten ? pairs : nil
    }

    /// The keys of a flattened enum, or of an Optional that is one, and their values.
    ///
    /// - Returns: nil after a failure.
    private mutating func whole(
        _ rest: RestRef, _ address: ValueAddress, of model: ModelRef
    ) -> [(key: String, value: JSONValue)]? {
        // The model's own object is open, and it is the enum's.
        let (verdict, value) = json(of: rest.pointee.property.pointee.value, address, depth: json.depth - 1, in: model)
        switch (verdict, value) {
        case (.failed, _): return nil
        case (.written, .object(let object)?): return Array(object)
        case (.isNil, _), (.leftOut, _): return []
        case (.written, _):
            _ = fail(.error(.flattenedNoObject(model.name(of: rest.pointee.property), of: model.type)))
            return nil
        }
    }

    /// The JSON of a value, to be written among what a model has collected.
    ///
    /// - Returns: nothing for a value that is left out, or after a failure.
    private mutating func json(
        of plan: PlanRef, _ address: ValueAddress, depth: Int, in model: ModelRef
    ) -> (WriteVerdict, JSONValue?) {
        var inner = ModelWriter(rules.compact, plans, OutputBuffer(capacity: 64), depth: depth, parse: parse)
        let verdict = inner.value(plan, address)
        inner.giveBackSession()
        if rules.quotesLargeIntegers && verdict == .written { LargeIntegers.removeMarks(in: &inner.json.output) }
        switch verdict {
        case .leftOut: return (verdict, nil)
        case .isNil: return (verdict, .null)
        case .written:
            do {
                return (verdict, unsafe try inner.json.output.withBorrowedBytes { try parse($0) })
            } catch {
                return (fail(.model(error, model.type)), nil)
            }
        case .failed:
            failure = inner.failure
            return (.failed, nil)
        }
    }

    /// Writes what a model has collected.
    ///
    /// - Parameters:
    ///   - rest: What is left of it, the last first.
    ///   - entry: After which the rest of it comes where keys are sorted; nil for all of it.
    /// - Returns: false after a failure.
    mutating func write(
        rest: inout [(key: String, value: JSONValue)], before entry: WriteEntryRef?, isFirst: inout Bool
    ) -> Bool {
        while let (key, value) = rest.last {
            if let entry, !key.utf8.lexicographicallyPrecedes(entry.pointee.key) { return true }
            rest.removeLast()
            guard pair(key, isFirst: &isFirst, { $0.json(value) }) == .written else { return false }
        }
        return true
    }
}
