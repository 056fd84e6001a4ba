extension ModelWriter {
    /// What a model has collected, to be written beside its own keys, the last first. A key that is one of its properties' is an error: it would stand in
    /// the object twice, or be read into the property.
    ///
    /// - Returns: Keys and values; nil after a failure.
    mutating func rest(
        of plan: PlanPart<ModelPlan>, _ base: ValueAddress, _ owner: ValueAddress
    ) -> [(key: String, value: JSONValue)]? {
        guard let rest = plan.pointee.rest else { return [] }
        var place = ModelPlace(object: owner)
        place.base = base
        let object = rest.pointee.property.pointee.withValue(place) { rest.pointee.object(at: $0) }
        let model = ModelRef(plan)
        for key in object.keys where model.level.has(key) {
            let property = PropertyRef(rest.pointee.property)
            _ = fail(.error(.restKeyTaken(model.name(of: property), of: model.type)))
            failure?.path = [.key(key)]
            return nil
        }
        let pairs = Array(object)
        return rules.sortsKeys ? pairs.sorted { $1.key.utf8.lexicographicallyPrecedes($0.key.utf8) } : pairs.reversed()
    }

    /// Writes what a model has collected.
    ///
    /// - Parameters:
    ///   - rest: What is left of it, the last first.
    ///   - entry: Behind which the rest of it comes where keys are sorted; nil for all of it.
    /// - Returns: false after a failure.
    mutating func write(
        rest: inout [(key: String, value: JSONValue)], before entry: PlanPart<WriteEntry>?, isFirst: inout Bool
    ) -> Bool {
        while let (key, value) = rest.last {
            if let entry, !key.utf8.lexicographicallyPrecedes(entry.pointee.key) { return true }
            rest.removeLast()
            guard pair(key, isFirst: &isFirst, { $0.json(value) }) == .written else { return false }
        }
        return true
    }
}
