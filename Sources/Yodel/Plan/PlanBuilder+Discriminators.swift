// Keys that say of which type an object is, or of which case. They are no property's, and stand before the properties in what is written.

extension PlanBuilder {
    /// The keys of the places that properties are written to, by index; those of discriminators that are written behind them. Nil for a model without one: its
    /// members say.
    func writtenPaths(_ members: [Member], _ declaration: ModelDeclaration, _ type: Any.Type) throws(ModelError) -> [[String]]? {
        for tag in declaration.discriminators.compactMap(\.tag) { try check(tag, members, type) }
        let discriminators = declaration.discriminators.filter { $0.name != nil }
        if discriminators.isEmpty { return nil }
        let paths = members.map(\.writtenPath)
        // At its place nothing else is written, so that what is read again is of the same type.
        let others = paths.map { path in discriminators.contains { $0.path == path } ? [] : path }
        for (index, path) in others.enumerated() where !path.isEmpty {
            for discriminator in discriminators where path.starts(with: discriminator.path) || discriminator.path.starts(with: path) {
                throw .discriminatorInTheWay(of: members[index].name, of: type)
            }
        }
        return others + discriminators.map(\.path)
    }

    /// No property has the key of a tag, or one that leads through it.
    private func check(_ tag: Tag, _ members: [Member], _ type: Any.Type) throws(ModelError) {
        let property = members.first { member in
            (member.paths + member.passedPaths + [member.writtenPath]).contains { path in
                !path.isEmpty && zip(path, tag.path).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
            }
        }
        guard let property else { return }
        if tag.path.count > 1 { throw .tagThroughKey(tag.key, of: property.name, type, of: tag.name, in: tag.owner) }
        throw .tagIsKey(tag.key, of: property.name, type, of: tag.name, in: tag.owner)
    }
}
