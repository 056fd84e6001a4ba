extension PlanBuilder {
    mutating func fillModel(_ record: TypeRecord, _ declaration: ModelDeclaration) throws(ModelError) {
        let type = record.type
        let found = try members(of: declaration, type)
        let members = found.all
        if declaration.isArray { try Self.checkArray(members, declaration, type) }
        let rest = try rest(members, type)
        let writtenPaths = try writtenPaths(members, declaration, type)
        var draft = try draft(declaration, members, record)

        let names = declaration.discriminators.compactMap(\.name)
        let properties = ValueRow<PropertyPlan>.allocate(members.count + max(names.count, 1))
        var (noted, isRejectable) = (0, declaration.hooks?.mayReject == true)
        for (index, member) in members.enumerated() {
            unsafe (properties + index).put(
                PropertyPlan(
                    index: index, offset: member.offset, value: member.record.plan,
                    access: record.keep(object: member.access), transform: record.keep(object: member.transform),
                    alternatives: member.pathCount, mustWait: member.pathCount > 1 && Self.mustWait(member),
                    isRequired: member.isRequired, isConstant: member.isConstant))
            if let draft { unsafe Self.mark(&properties[index], of: draft, mayBeMissing: member.isRest && !member.isWhole) }
            if member.isFlattened && draft != nil { unsafe properties[index].draftState.insert(.fresh) }
            isRejectable = isRejectable || member.isRequired
            if unsafe properties[index].isNoted { noted += 1 }
            // Other records are the cache's; a flattened Optional has one of its own if there is a prefix before its keys.
            if member.record.plan.pointee.kind == .custom || member.isPart { record.kept.append(member.record) }
        }
        // Behind the properties, where nothing but writing comes to it.
        for (index, name) in names.enumerated() {
            unsafe (properties + (members.count + index)).put(
                PropertyPlan(
                    index: members.count + index, offset: 0, value: record.plan, transform: record.keep(name),
                    alternatives: 0, mustWait: false, isRequired: false))
        }
        record.propertyNames = members.map(\.name)
        // Each where there is one: to copy an optional set, the runtime makes its type, and searches all conformances for how texts are hashed.
        if let names = declaration.archived { record.archivedNames = names }
        if let names = declaration.described { record.describedNames = names }
        if declaration.isClass {
            record.fields = members[..<found.own].filter { $0.access == nil && !$0.isConstant }.map { ($0.offset, $0.record.handle) }
            record.fields += restorable(declaration, found.info, besides: record.fields.map(\.offset))
        }

        if let hooks = declaration.hooks,
            hooks.willDecode != nil || hooks.didDecode != nil || (hooks.modelType != nil && names.isEmpty)
        {
            record.paths = .hidden
        } else if !declaration.keys.isEmpty || !declaration.discriminators.isEmpty {
            record.paths = .declared(reading: members.map(\.paths), writing: writtenPaths ?? members.map(\.writtenPath))
        }

        let notedIndexes = ValueRow<Int>.allocate(max(noted, 1))
        noted = 0
        for index in members.indices where unsafe properties[index].isNoted {
            unsafe (notedIndexes + noted).put(index)
            noted += 1
        }
        let model = ValueRow<ModelPlan>.allocate(1)
        var level = Self.level(
            Self.readTree(found, declaration, passing: rest.isEmpty ? nil : writtenPaths ?? members.map(\.writtenPath)),
            unsafe PlanPart(model), unsafe PlanPart(properties), declaration.ignoresCase ?? cache.ignoresCase, record)
        Self.convertKeys(of: &level, members, declaration.ignoresCase ?? cache.ignoresCase)
        level.takesRest = !rest.isEmpty
        if declaration.isArray { level.needsFeatures = true }
        if draft != nil { Self.link(&draft!, to: level) }
        unsafe model.put(
            ModelPlan(
                level: PlanPart(holding: level), properties: PlanPart(properties), count: found.own, total: members.count,
                isClass: declaration.isClass, isArray: declaration.isArray,
                noted: PlanPart(notedIndexes), notedCount: noted,
                hooks: record.keep(object: declaration.hooks), needsObject: declaration.hooks?.needsObject ?? false,
                isRejectable: isRejectable,
                changesWritten: declaration.hooks?.willEncode != nil, draft: draft.map { PlanPart(holding: $0) },
                end: !rest.isEmpty || draft?.hasWholes == true || (isRejectable && declaration.isClass)
                    ? .other : declaration.hooks?.decodes != true ? .plain : .checked,
                required: draft == nil ? Self.required(level, PlanPart(properties)) : 0,
                writing: Self.writeLevel(
                    Self.writeTree(found, writtenPaths), onNil: { $0 < members.count ? members[$0].onNil : nil }, PlanPart(properties),
                    hasRest: !rest.isEmpty, isArray: declaration.isArray, of: PlanPart(model)),
                rest: rest.reversed().reduce(nil) { unsafe $1.plan(PlanPart(properties), before: $0) },
                finishes: noted > 0 || isRejectable || draft != nil || !rest.isEmpty,
                hasAccess: members.contains { $0.access != nil },
                record: record.keptSelf))
        record.unpublished.model = unsafe PlanPart(model)
        if members.contains(where: { $0.isWhole || $0.isPart }) { collecting.append(record) }
    }

    /// The keys that a model is read by.
    ///
    /// - Parameter passed: The places that properties are written to, if a property collects the keys that no other takes: what is only written is none of
    ///   these.
    private static func readTree(_ found: Members, _ declaration: ModelDeclaration, passing passed: [[String]]?) -> KeyTree {
        var tree = KeyTree(capacity: found.all.count)
        for index in found.order {
            if let key = found.all[index].key {
                let place = tree.child(of: KeyTree.root, key)
                tree.addLeaf(place, property: index)
                continue
            }
            for (rank, path) in found.all[index].paths.enumerated() {
                let place = tree.descendant(path)
                tree.addLeaf(place, property: index, rank: rank)
            }
        }
        for member in found.all where member.key == nil {
            for path in member.passedPaths {
                let place = tree.descendant(path)
                if member.isConstant { tree.markConstant(place) }
            }
        }
        for discriminator in declaration.discriminators {
            let place = tree.descendant(discriminator.path)
            if discriminator.tag != nil { tree.markTag(place) }
        }
        if let passed { for path in passed { _ = tree.descendant(Array(path.prefix(1))) } }
        return tree
    }

    /// The keys that a model is written with: those of its properties, in their order, behind those of its discriminators.
    ///
    /// - Parameter paths: As `writtenPaths` gives them.
    private static func writeTree(_ found: Members, _ paths: [[String]]?) -> KeyTree {
        var tree = KeyTree(capacity: found.all.count)
        if let paths {
            for index in found.order.count..<paths.count { tree.add(paths[index], property: index) }
        }
        for index in found.order {
            if let paths {
                tree.add(paths[index], property: index)
            } else if let key = found.all[index].key {
                let place = tree.child(of: KeyTree.root, key)
                tree.addLeaf(place, property: index)
            } else {
                tree.add(found.all[index].writtenPath, property: index)
            }
        }
        return tree
    }

    /// What is declared of properties that are nil, by their indexes.
    static func onNil(
        _ declaration: ModelDeclaration, _ members: [Member], _ type: Any.Type
    ) throws(ModelError) -> [Int: NilForm] {
        if declaration.onNil.isEmpty { return [:] }
        var forms: [Int: NilForm] = [:]
        for (name, form) in declaration.onNil.sorted(by: { $0.key < $1.key }) {
            guard let index = members.firstIndex(where: { $0.name == name }), !members[index].writtenPath.isEmpty else {
                throw .nilPolicyWithoutKey(name, of: type)
            }
            guard members[index].record.plan.pointee.wrapped != nil || members[index].record.plan.pointee.kind == .any else {
                throw .neverNil(name, members[index].record.type, of: type)
            }
            forms[index] = form
        }
        return forms
    }

    private static func mustWait(_ member: Member) -> Bool {
        member.access != nil || (member.transform?.value.kind.readsInPlace != false && runsCode(member.record.plan))
    }

    /// Whether code of others may run while a value of the type is made, or what is there is changed.
    private static func runsCode(_ plan: PlanRef) -> Bool {
        switch plan.pointee.kind {
        case .object, .instance, .boxed, .decodable, .cases: return true
        case .sequence, .dictionary: break
        default: return false
        }
        if let inner = plan.pointee.wrapped ?? plan.pointee.element { return runsCode(inner) }
        return false
    }

    /// Every name of a declaration is one of the type's properties.
    func check(_ declaration: ModelDeclaration, _ info: TypeInfo, _ type: Any.Type) throws(ModelError) {
        let accessors = declaration.accessors.map(\.name)
        guard declaration.namesProperties else { return }
        let names = Set(info.properties.map(\.name) + accessors)
        // The storage of a property may be named in its stead.
        let fields = Set(info.properties.map(\.field.name))
        func check(_ declared: some Sequence<String>, _ list: String, mayBeUnknown: Bool = false) throws(ModelError) {
            for name in declared.sorted() where !names.contains(name) && !fields.contains(name) {
                let nearest = Self.nearest(to: name, among: names)
                if nearest == nil && mayBeUnknown { continue }
                throw .unknownProperty(name, nearest: nearest, in: list, of: type)
            }
        }
        // What a list names and the type does not have is left out or not there anyway (YYModel's rule); a misspelt name is another matter.
        try check(declaration.ignored, "model.ignored", mayBeUnknown: true)
        try check(declaration.included ?? [], "model.included", mayBeUnknown: true)
        try check(declaration.archived ?? [], "model.archived", mayBeUnknown: true)
        try check(declaration.described ?? [], "model.described", mayBeUnknown: true)
        try check(declaration.keys.keys, "model.keys")
        try check(declaration.required, "model.required")
        try check(declaration.transforms.keys, "model.transforms")
        try check(declaration.onNil.keys, "model.keys")
        try declaration.checkPaths(of: type)
        for (name, paths) in declaration.keys.sorted(by: { $0.key < $1.key }) where paths.count > Self.alternativeLimit {
            throw .tooManyAlternatives(name, limit: Self.alternativeLimit, of: type)
        }
        if let twice = accessors.first(where: { name in accessors.filter { $0 == name }.count > 1 }) {
            throw .repeatedAccessor(twice, of: type)
        }
    }

    /// As many alternatives as seven bits tell apart, with room for what else they say.
    static let alternativeLimit = 100

    /// The properties that take part, in the order of declaration, those with accessors last.
    mutating func members(
        _ declaration: ModelDeclaration, _ info: TypeInfo, _ type: Any.Type
    ) throws(ModelError) -> [Member] {
        let accessors = declaration.accessors.filter { declaration.takesPart($0.name) }
        // Without a style keys are names.
        let style = declaration.isArray ? nil : declaration.style ?? cache.style
        var members: [Member] = []
        /// The key of a property of which none is declared: in an array its place.
        func ownKey(_ name: String) -> String { declaration.isArray ? String(members.count) : style?.key(name) ?? name }
        members.reserveCapacity(info.properties.count + accessors.count)
        // A subclass may declare a property with the name of one of its parent's only where that one is private, and a struct one with that of a wrapped
        // one: the last one is the model's.
        var taken: [String: Int] = [:]
        let mayRepeat = declaration.isClass || declaration.listed != nil || info.properties.contains { $0.name != $0.field.name }
        func makeMember(
            _ name: String, _ source: (record: TypeRecord, transform: Box<ValueTransform>?), offset: Int, _ access: Box<PropertyAccess>?,
            isConstant: Bool = false
        ) -> Member {
            let (record, transform) = source
            let isRead = !isConstant && !(record.plan.pointee.isWriteOnly && transform == nil)
            let declared = declaration.keys[name]
            if isRead && declared == nil && declaration.writtenKeys[name] == nil && style?.readsNames != true {
                var member = Member(name, key: ownKey(name), offset: offset, record, access: access, transform: transform)
                member.hasConvertedKeys = style?.converts == true
                return member
            }
            let paths =
                declared.map { $0.filter { !$0.isEmpty }.map(KeyText.components) } ?? (style?.keys(name) ?? [ownKey(name)]).map { [$0] }
            let writtenPath = declaration.writtenKeys[name].map { $0.isEmpty ? [] : KeyText.components($0) } ?? paths.first ?? []
            var member = Member(
                name, paths: isRead ? paths : [], writtenPath: writtenPath, passedPaths: isRead ? [] : paths + [writtenPath],
                offset: offset, record, access: access, transform: transform, isConstant: isConstant)
            member.hasConvertedKeys = declared == nil && style?.converts == true
            return member
        }
        func makeMember(_ accessor: (name: String, access: PropertyAccess)) throws(ModelError) -> Member {
            let transform = declaration.transforms.isEmpty ? nil : declaration.transforms[accessor.name].map(Box.init)
            let source = try record(of: accessor.access.valueType, transform, accessor.name, type)
            return makeMember(accessor.name, source, offset: 0, Box(accessor.access))
        }
        for property in info.properties where declaration.takesPart(property) {
            let transform = declaration.transforms.isEmpty ? nil : declaration.transforms[property.name].map(Box.init)
            let member: Member
            if let accessor = accessors.first(where: { $0.name == property.name }) {
                // A wrapped property that is listed has its place in the list.
                guard declaration.listed != nil else { continue }
                member = try makeMember(accessor)
            } else if property.isStorable {
                let source = try record(of: property.type, transform, property.name, type)
                member = makeMember(property.name, source, offset: property.offset, nil)
            } else if property.isReadable, let source = try constantRecord(of: property.type, transform, property.name, type) {
                member = makeMember(property.name, source, offset: property.offset, nil, isConstant: true)
            } else {
                continue
            }
            if !mayRepeat {
                members.append(member)
            } else if let index = taken[property.name] {
                members[index] = member
            } else {
                taken[property.name] = members.count
                members.append(member)
            }
        }
        if declaration.listed == nil { for accessor in accessors { members.append(try makeMember(accessor)) } }
        for name in declaration.required.sorted() where (members.first { $0.name == name }?.pathCount ?? 0) == 0 {
            throw .requiredWithoutKey(name, of: type)
        }
        // Of several properties on one key only one is written. Who maps them to it wants that; a style does not know.
        if style == nil { return members }
        let styled = members.filter { declaration.keys[$0.name] == nil }
        guard styled.contains(where: { $0.writtenPath.count != 1 || $0.writtenPath[0] != $0.name }) else { return members }
        var named: [[UInt8]: Int] = [:]
        func take(_ key: String, _ index: Int) throws(ModelError) {
            // By the key's bytes: to JSON, texts that are canonically equivalent are two keys.
            if let other = named.updateValue(index, forKey: Array(key.utf8)), other != index {
                throw .oneKey(key, for: styled[min(index, other)].name, styled[max(index, other)].name, of: type)
            }
        }
        // First the keys that are written, which are the ones to name.
        for (index, member) in styled.enumerated() {
            if let key = member.writtenPath.first { try take(key, index) }
        }
        guard style?.readsNames == true else { return members }
        for (index, member) in styled.enumerated() {
            for path in member.paths {
                if let key = path.first { try take(key, index) }
            }
        }
        return members
    }

    /// The record of a constant's type; nil if Yodel does not know the type, which is no fault: nothing has to be put there.
    private mutating func constantRecord(
        of type: Any.Type, _ transform: Box<ValueTransform>?, _ property: String, _ owner: Any.Type
    ) throws(ModelError) -> (TypeRecord, Box<ValueTransform>?)? {
        if transform != nil { return try record(of: type, transform, property, owner) }
        // A build that fails half way must not leave anything behind.
        var trial = self
        do throws(ModelError) {
            let record = try trial.record(of: type, property: property, owner: owner)
            self = trial
            return (record, nil)
        } catch {
            return nil
        }
    }

    /// The record of a property's type. With a transform the type may be any.
    private mutating func record(
        of type: Any.Type, _ transform: Box<ValueTransform>?, _ property: String, _ owner: Any.Type
    ) throws(ModelError) -> (TypeRecord, Box<ValueTransform>?) {
        guard var transform else { return (try record(of: type, property: property, owner: owner), nil) }
        if let fault = transform.value.fault { throw fault }
        if transform.value.keepsNull, StandardTypes.optional(type).flatMap({ StandardTypes.optional($0.wrappedType) }) == nil {
            throw .nullAsValue(property, type, of: owner)
        }
        if transform.value.kind == .each {
            var inner = type
            while let optional = StandardTypes.optional(inner) { inner = optional.wrappedType }
            let element = StandardTypes.sequence(inner)?.elementType
            if element == nil || element == Any.self { throw .eachOfType(property, type, of: owner) }
        }
        if transform.value.kind.usesPlan { return (try record(of: type, property: property, owner: owner), transform) }
        let valueType = transform.value.valueType
        var inner = type
        while inner != valueType, let optional = StandardTypes.optional(inner) { inner = optional.wrappedType }
        // What a transform makes is the property's own type, or what all of its optionals wrap, or what is inside of a collection.
        if inner != valueType || (inner != type && StandardTypes.optional(inner) != nil) {
            guard let lift = try lift(type, to: valueType, property, owner), lift.hasElements else {
                throw .wrongTransform(property, type, makes: valueType, of: owner)
            }
            transform = Box(transform.value.lifted(by: lift))
        }
        // A build that fails half way must not leave anything behind.
        var trial = self
        do throws(ModelError) {
            let record = try trial.record(of: type, property: property, owner: owner)
            self = trial
            return (record, transform)
        } catch {
            return (opaqueRecord(type), transform)
        }
    }

    /// The way from a type to the values of another inside of it; nil if there is none.
    private mutating func lift(
        _ type: Any.Type, to valueType: Any.Type, _ property: String, _ owner: Any.Type
    ) throws(ModelError) -> Lift? {
        if type == valueType { return Lift(.of(type), .value) }
        if let optional = StandardTypes.optional(type) {
            guard let inner = try lift(optional.wrappedType, to: valueType, property, owner) else { return nil }
            return Lift(OptionalHandle(optional: optional), .optional(inner))
        }
        if let sequence = StandardTypes.sequence(type) {
            guard let inner = try lift(sequence.elementType, to: valueType, property, owner) else { return nil }
            return Lift(.of(type), .sequence(sequence, inner))
        }
        if let dictionary = StandardTypes.dictionary(type) {
            guard let inner = try lift(dictionary.valueType, to: valueType, property, owner) else { return nil }
            let key = try keyRecord(dictionary.keyType, property: property, owner: owner)
            return unsafe Lift(.of(type), .dictionary(dictionary, key: key.plan, inner))
        }
        return nil
    }

    /// A record of a type that only a transform can make. It is the property's alone.
    private func opaqueRecord(_ type: Any.Type) -> TypeRecord {
        let optional = StandardTypes.optional(type)
        let record = TypeRecord(type: type, handle: optional.map { OptionalHandle(optional: $0) } ?? .of(type), cache: cache)
        record.writePlan(kind: .custom)
        if let optional {
            let wrapped = opaqueRecord(optional.wrappedType)
            record.kept.append(wrapped)
            record.unpublished.optionalDepth = wrapped.plan.pointee.optionalDepth + 1
            record.unpublished.wrapped = wrapped.plan
        }
        return record
    }
}
