// A model whose objects are arrays: its keys are their indexes. Readers and writers know such levels below keys that lead to others; of a model it is the first.
//
//     struct Point { x, y, name }      [1, 2, "a"]      keys  0  1  2

extension PlanBuilder {
    /// Refuses what a model cannot have whose objects are arrays.
    static func checkArray(_ members: [Member], _ declaration: ModelDeclaration, _ type: Any.Type) throws(ModelError) {
        if declaration.isClass { throw .arrayModel("and it is a class: make it a struct", of: type) }
        if let hooks = declaration.hooks, hooks.needsObject || hooks.willEncode != nil {
            throw .arrayModel("and it has hooks that see an object", of: type)
        }
        if !declaration.discriminators.isEmpty { throw .arrayModel("and it is told apart by a key of an object", of: type) }
        if let name = declaration.rest.union(declaration.flattened).min() {
            throw .arrayModel("and '\(name)' stands for keys of an object", of: type)
        }
        for member in members {
            for path in member.paths + member.passedPaths + [member.writtenPath] {
                guard let key = path.first, KeyText.index(key).map({ $0 < WriteLevel.indexLimit }) != true else { continue }
                throw .arrayModel(
                    "and '\(member.name)' has the key '\(key)': a key of an array is an index below \(WriteLevel.indexLimit), such as '0'",
                    of: type)
            }
        }
    }
}
