extension PlanBuilder {
    /// Builds what is known of an enum's cases.
    mutating func fillCases(_ record: TypeRecord, _ declaration: CasesDeclaration) throws(ModelError) {
        let places = try check(declaration, record.type)
        var cases: [CasesPlan.Case] = []
        for one in declaration.cases {
            guard let type = one.payloadType else {
                cases.append(CasesPlan.Case(one, nil))
                continue
            }
            var payload = try self.record(of: type, property: nil, owner: nil)
            guard !payload.plan.pointee.isWriteOnly else { throw .writtenPayload(one.name, type, of: record.type) }
            if one.other == nil, let paths = Self.pathsAmongKeys(declaration.form, places) {
                let values = one.names.first?.parts.map { $0?.value } ?? []
                payload = try taggedRecord(payload, paths, values, Tag(path: paths[0], name: one.name, owner: record.type))
                record.kept.append(payload)
            }
            cases.append(CasesPlan.Case(one, payload.plan))
        }
        record.cases = CasesPlan(record.type, declaration.form, places, cases)
    }

    /// The ways to the tags that stand among the keys of payloads; nil if none does.
    private static func pathsAmongKeys(_ form: CasesForm, _ places: CasePlaces?) -> [[String]]? {
        if case .tagged(let tag) = form { return [[tag]] }
        guard let places, places.content == .among else { return nil }
        return places.tags.map { $0.map(\.text.value) }
    }

    /// The record of a payload whose keys stand beside tags: that of the payload's type, which is written with the tags, and knows them when it is read.
    ///
    /// - Parameter values: What each tag is written with; nil: it is left out.
    private mutating func taggedRecord(
        _ payload: TypeRecord, _ paths: [[String]], _ values: [JSONValue?], _ tag: Tag
    ) throws(ModelError) -> TypeRecord {
        let kind = payload.plan.pointee.kind
        let isOptional = payload.plan.pointee.optionalDepth != 0
        let discriminators = zip(paths, values).map { path, value in
            Discriminator(
                path: path, name: value.map { .name($0, of: payload.type) }, tag: Tag(path: path, name: tag.name, owner: tag.owner))
        }
        if !isOptional && kind == .boxed, var box = cache.resolver.box(payload.type) {
            box.values.discriminators = discriminators
            return addBoxApart(payload.type, box)
        }
        guard !isOptional && (kind == .object || kind == .instance),
            var declaration = cache.resolver.declaration(payload.type)
        else { throw .tagBesideNoObject(tag.key, payload.type, of: tag.name, in: tag.owner) }
        guard declaration.hooks?.modelType == nil else {
            throw .tagBesideChosenType(tag.key, payload.type, of: tag.name, in: tag.owner)
        }
        declaration.discriminators = discriminators
        return addApart(payload.type, declaration, kind: kind)
    }

    /// - Returns: Where tags and payload stand, if not at keys of the object.
    private func check(_ declaration: CasesDeclaration, _ type: Any.Type) throws(ModelError) -> CasePlaces? {
        guard FieldWalk.shape(of: type) == .enum else { throw .describedNoEnum(type) }
        if let fault = declaration.fault { throw fault }
        guard !declaration.cases.isEmpty else { throw .noCases(of: type) }
        if case .adjacent(let tag, let content) = declaration.form, Array(tag.utf8) == Array(content.utf8) {
            throw .tagIsContent(tag, of: type)
        }
        var places: CasePlaces?
        if case .placed(let tags, let content) = declaration.form { places = try CasePlaces(tags, content, of: type) }
        try checkNames(declaration, places, type)
        let others = declaration.cases.filter { $0.other != nil }
        if others.count > 1 { throw .severalOthers(of: type) }
        let takesModels = others.first?.other == .models
        switch declaration.form {
        case .keyed: if takesModels { throw .otherModelWithoutTag(of: type) }
        case .untagged:
            if takesModels { throw .otherModelWithoutTag(of: type) }
            try checkPayloads(declaration, type)
        case .tagged, .adjacent, .placed:
            if let other = others.first?.other, case .texts = other { throw .textsBesideTag(of: type) }
        }
        return places
    }

    /// No name stands for two cases, and each is one that the form may have.
    private func checkNames(_ declaration: CasesDeclaration, _ places: CasePlaces?, _ type: Any.Type) throws(ModelError) {
        let hasTag = declaration.form != .keyed && declaration.form != .untagged
        let tags = places?.tags.count ?? 1
        var owners: [[[UInt8]?]: (index: Int, kinds: [[CaseName.Kind?]])] = [:]
        for (index, one) in declaration.cases.enumerated() {
            for name in one.names {
                guard name.parts.count == tags else { throw .nameOfTags(name.words, tags, of: type) }
                let kinds = name.parts.map { $0?.kind }
                if !hasTag && kinds != [.text] { throw .nameWithoutTag(name.words, of: type) }
                if let places, places.content == .named, one.payloadType != nil, places.hasKeyBesideNamed(name.text) {
                    throw .tagIsContent(name.text, of: type)
                }
                // By its bytes: to JSON, texts that are canonically equivalent are two. A text and a number of one case may look alike.
                let bytes = name.parts.map { $0?.key.bytes }
                if let owner = owners[bytes], owner.index != index || owner.kinds.contains(kinds) {
                    throw .sharedTag(name.text, of: declaration.cases[owner.index].name, one.name, in: type)
                }
                owners[bytes, default: (index, [])].kinds.append(kinds)
            }
        }
    }

    /// Without a tag, no case may have a payload that an earlier one takes in any case, and names but the first are of no use.
    private func checkPayloads(_ declaration: CasesDeclaration, _ type: Any.Type) throws(ModelError) {
        var owners: [ObjectIdentifier: String] = [:]
        var taker: (name: String, payload: Any.Type)?
        for one in declaration.cases where one.other == nil {
            guard one.names.count < 2 else { throw .namesWithoutTag(one.name, of: type) }
            if let taker { throw .caseBehindAll(one.name, taker.name, taker.payload, in: type) }
            let payload: Any.Type = one.payloadType ?? Void.self
            if let other = owners.updateValue(one.name, forKey: ObjectIdentifier(payload)) {
                throw .sharedPayload(one.payloadType, of: other, one.name, in: type)
            }
            if payload == JSONValue.self || payload == RawJSON.self { taker = (one.name, payload) }
        }
    }
}
