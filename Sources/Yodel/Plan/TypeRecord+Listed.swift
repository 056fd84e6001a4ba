// Which properties of a model are archived, and which of them a description shows. Asked only by archives and descriptions; worked out once, when it is first
// asked.

extension TypeRecord {
    /// Indexes of the properties of a model that are archived.
    var archived: [Int] { listedProperties.archived }

    /// Indexes of the properties that a description shows, sorted by name.
    var described: [Int] { listedProperties.described }

    private var listedProperties: (archived: [Int], described: [Int]) {
        if let known = listed.withLock({ $0 }) { return known }
        let found = findListed()
        listed.withLock { $0 = found }
        return found
    }

    private func findListed() -> (archived: [Int], described: [Int]) {
        guard let model = plan.pointee.model else { return ([], []) }
        let own = 0..<model.pointee.count
        return (
            // A constant cannot be set again, so it is not archived either.
            own.filter { index in
                let property = model.property(index)
                return !property.pointee.isConstant && archivedNames?.contains(propertyNames[index]) != false
                    && property.pointee.value.isArchivable
            },
            own.filter { describedNames?.contains(propertyNames[$0]) != false }.sorted { propertyNames[$0] < propertyNames[$1] }
        )
    }
}
