extension ModelWriter {
    /// What a model has collected, to be written beside its own keys, the last first. A key that is one of its properties' is an error: it would stand in
    /// the object twice, or be read into the property.
    ///
    /// - Returns: Keys and values; nil after a failure.
    mutating func rest(
        of model: ModelRef, _ base: ValueAddress, _ owner: ValueAddress
    ) -> [(key: String, value: JSONValue)]? {
        guard let rest = model.pointee.rest else { return [] }
        var place = ModelPlace(object: owner)
        place.base = base
        let found = rest.pointee.property.withValue(place) { address -> [(key: String, value: JSONValue)]? in
            rest.pointee.isTyped ? typed(rest, address, of: model) : Array(rest.object(at: address))
        }
        guard let pairs = found else { return nil }
        for (key, _) in pairs where model.pointee.level.has(key) {
            let property = rest.pointee.property
            _ = fail(.error(.restKeyTaken(model.name(of: property), of: model.type)))
            failure?.path = [.key(key)]
            return nil
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
            var inner = ModelWriter(rules.compact, plans, OutputBuffer(capacity: 64), depth: json.depth, parse: parse)
            let verdict = inner.value(element, valueAddress)
            inner.giveBackSession()
            if rules.quotesLargeIntegers && verdict == .written { LargeIntegers.removeMarks(in: &inner.json.output) }
            switch verdict {
            case .leftOut: break
            case .isNil: pairs.append((name, .null))
            case .written:
                do {
                    let value = unsafe try inner.json.output.withBorrowedBytes { try parse($0) }
                    pairs.append((name, value))
                } catch {
                    _ = fail(.model(error, model.type))
                    isWritten = false
                }
            case .failed:
                failure = inner.failure
                isWritten = false
            }
            if !isWritten { failure?.path.append(.key(name)) }
            return isWritten
        }
        return isWritten ? pairs : nil
    }

    /// Writes what a model has collected.
    ///
    /// - Parameters:
    ///   - rest: What is left of it, the last first.
    ///   - entry: Behind which the rest of it comes where keys are sorted; nil for all of it.
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
