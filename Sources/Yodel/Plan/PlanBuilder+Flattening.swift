// A property that is flattened has no key: the keys of its model stand in the object of the model around it. So the plan of that one has the properties of
// both, each at its place in memory, and nothing more is to be done where a document is read or written.
//
//     struct User { name, address, age }      struct Address { street, city }      address is flattened
//
//     properties    name  address  age                  what walks values sees: copies, comparisons, archives, descriptions
//     and behind    address.street  address.city        what has keys besides
//     keys          name  street  city  age             in the order of declaration
//
// An enum whose tag stands in the object, too, has its keys by its cases, and an Optional has a value only if one of its keys comes: what is there is known
// when the object ends. So they are rests (RestPlan.swift), of whose keys one value is made then.
//
// A prefix is put before each of the keys that the flattened model has there.
//
// In a value that is made of its properties a flattened model that lists its properties, too, is made piece by piece with the rest; any other one is made
// at the start, and filled where it stands.

extension PlanBuilder {
    /// The properties of a model, and those of the models that are flattened into it.
    struct Members {
        /// The model's own first.
        var all: [Member]
        /// How many are the model's own.
        var own: Int
        /// Indexes in the order of declaration.
        var order: [Int]
        var info: TypeInfo
    }

    /// Reads what a type says about its properties, and refuses what cannot be mapped.
    func info(of declaration: ModelDeclaration, _ type: Any.Type) throws(ModelError) -> TypeInfo {
        let info: TypeInfo
        if let listed = declaration.listed {
            if let fault = declaration.fault { throw fault }
            try checkList(listed, declaration, of: type)
            info = TypeInfo(type, described: listed)
        } else {
            guard let walked = TypeInfo(type, cache.resolver.reading { declaration }) else { throw .neitherStructNorClass(type) }
            if let fault = declaration.fault { throw fault }
            try checkFields(declaration, walked, type)
            info = walked
        }
        if !info.properties.allSatisfy({ FieldWalk.isOfCommonKind($0.type) }) { try FieldWalk.rareKinds.check(for: root) }
        try check(declaration, info, type)
        if declaration.listed == nil { try checkStorage(declaration, info, type) }
        return info
    }

    /// The properties that take part, those of flattened models included.
    mutating func members(of declaration: ModelDeclaration, _ type: Any.Type) throws(ModelError) -> Members {
        let info = try info(of: declaration, type)
        var own = try members(declaration, info, type)
        let onNil = try Self.onNil(declaration, own, type)
        for index in own.indices {
            own[index].onNil = onNil[index]
            own[index].isRequired = declaration.required.contains(own[index].name)
            let isFlattened = declaration.flattened.contains(own[index].name)
            own[index].isWhole = isFlattened && own[index].record.plan.pointee.kind == .cases
            own[index].isRest = own[index].isWhole || declaration.rest.contains(own[index].name)
            own[index].isPart = isFlattened && Self.isPart(own[index].record.plan)
            own[index].isFlattened = isFlattened && !own[index].isWhole && !own[index].isPart
            guard let prefix = declaration.prefixes[own[index].name], !own[index].isFlattened else { continue }
            if own[index].isWhole { throw .flattenedPrefix(own[index].name, own[index].record.type, isEnum: true, of: type) }
            own[index].record = try prefixed(own[index].record.type, prefix)
        }
        try checkKeyless(declaration, own, type)
        var (parts, order): ([Member], [Int]) = ([], [])
        for (index, member) in own.enumerated() {
            order.append(index)
            guard member.isFlattened else { continue }
            let found = try self.parts(of: member, in: declaration, type)
            for other in parts { try Self.checkKeys(other, found, type) }
            for other in own { try Self.checkKeys(other, found, type) }
            order += found.indices.map { own.count + parts.count + $0 }
            parts += found
        }
        var all = own + parts
        if let prefix = declaration.prefix {
            if let one = all.first(where: { $0.isWhole || $0.isPart }) {
                throw .flattenedPrefix(one.name, one.record.type, isEnum: one.isWhole, of: type)
            }
            for index in all.indices { all[index].prefixKeys(prefix) }
        }
        return Members(all: all, own: own.count, order: order, info: info)
    }

    /// Whether a type is an Optional of a struct that is a model.
    private static func isPart(_ plan: PlanRef) -> Bool { plan.pointee.kind == .object && plan.pointee.optionalDepth == 1 }

    /// The record of an Optional whose model has a prefix before its keys.
    private mutating func prefixed(_ type: Any.Type, _ prefix: String) throws(ModelError) -> TypeRecord {
        guard let optional = StandardTypes.optional(type), var declaration = cache.resolver.declaration(optional.wrappedType) else {
            preconditionFailure("an Optional of a model")
        }
        if let fault = declaration.fault { throw fault }
        declaration.prefix = prefix
        return addApart(type, optional, of: addApart(optional.wrappedType, declaration, kind: .object))
    }

    /// The properties of a model that is flattened, as those of the model around it.
    private mutating func parts(
        of member: Member, in declaration: ModelDeclaration, _ type: Any.Type
    ) throws(ModelError) -> [Member] {
        let valueType = member.record.type
        guard let child = cache.resolver.declaration(valueType), !child.isClass else {
            throw .flattenedOther(member.name, valueType, of: type)
        }
        if let fault = child.fault { throw fault }
        if child.isArray { throw .arrayModel("and '\(member.name)' of \(type) flattens it into an object", of: valueType) }
        guard child.hooks == nil else { throw .flattenedHooks(member.name, valueType, of: type) }
        guard (child.ignoresCase ?? cache.ignoresCase) == (declaration.ignoresCase ?? cache.ignoresCase) else {
            throw .flattenedCase(member.name, valueType, of: type)
        }
        let inner = try members(of: child, valueType)
        let prefix = declaration.prefixes[member.name]
        if prefix != nil, let one = inner.all.first(where: { $0.isWhole || $0.isPart }) {
            throw .flattenedPrefix("\(member.name).\(one.name)", one.record.type, isEnum: one.isWhole, of: type)
        }
        return inner.order.map { index in
            var part = inner.all[index]
            part.ownNameStart += member.name.utf8.count + 1
            part.name = "\(member.name).\(part.name)"
            part.offset += member.offset
            if let prefix { part.prefixKeys(prefix) }
            part.access = part.access.map { Box($0.value.moved(by: member.offset, isReference: declaration.isClass)) }
            return part
        }
    }

    /// Of two models in one object neither has a key of the other's, nor one that leads through a key of the other's.
    private static func checkKeys(_ member: Member, _ parts: [Member], _ type: Any.Type) throws(ModelError) {
        for part in parts {
            for left in member.allPaths {
                for right in part.allPaths where zip(left, right).allSatisfy({ $0.utf8.elementsEqual($1.utf8) }) {
                    let key = left.count < right.count ? left : right
                    throw .flattenedKeys(member.name, part.name, key: key.joined(separator: "."), of: type)
                }
            }
        }
    }

    /// Refuses properties that are to be rests, or flattened, and cannot be.
    private func checkKeyless(_ declaration: ModelDeclaration, _ members: [Member], _ type: Any.Type) throws(ModelError) {
        for name in declaration.rest.union(declaration.flattened).sorted() where declaration.takesPart(name) {
            let member = members.first { $0.name == name }
            guard let member, member.access == nil && member.transform == nil && !member.isConstant else {
                throw .keylessNotStored(name, isRest: declaration.rest.contains(name), of: type)
            }
        }
    }
}

extension PlanBuilder.Member {
    /// All places that are the property's.
    fileprivate var allPaths: [[String]] { (paths + [writtenPath] + passedPaths).filter { !$0.isEmpty } }
}
