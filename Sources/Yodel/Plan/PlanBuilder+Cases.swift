extension PlanBuilder {
    /// Builds what is known of an enum's cases.
    mutating func fillCases(_ record: TypeRecord, _ declaration: CasesDeclaration) throws(ModelError) {
        try check(declaration, record.type)
        var cases: [CasesPlan.Case] = []
        for one in declaration.cases {
            guard let type = one.payloadType else {
                cases.append(CasesPlan.Case(one, nil))
                continue
            }
            var payload = try self.record(of: type, property: nil, owner: nil)
            guard !payload.plan.pointee.isWriteOnly else { throw .writtenPayload(one.name, type, of: record.type) }
            if one.other == nil, case .tagged(let tag) = declaration.form {
                payload = try taggedRecord(payload, Tag(key: tag, name: one.name, owner: record.type))
                record.kept.append(payload)
            }
            cases.append(CasesPlan.Case(one, payload.plan))
        }
        record.cases = CasesPlan(record.type, declaration.form, cases)
    }

    /// The record of a payload whose keys stand beside a tag: that of the payload's type, which is written with one key more, and knows it when it is read.
    private mutating func taggedRecord(_ payload: TypeRecord, _ tag: Tag) throws(ModelError) -> TypeRecord {
        let kind = payload.plan.pointee.kind
        let isOptional = payload.plan.pointee.optionalDepth != 0
        func discriminator() -> Discriminator {
            Discriminator(path: [tag.key], name: .name(.string(tag.name), of: payload.type), tag: tag)
        }
        if !isOptional && kind == .boxed, var box = cache.resolver.box(payload.type) {
            box.values.discriminator = discriminator()
            return addBoxApart(payload.type, box)
        }
        guard !isOptional && (kind == .object || kind == .instance),
            var declaration = cache.resolver.declaration(payload.type)
        else { throw .tagBesideNoObject(tag.key, payload.type, of: tag.name, in: tag.owner) }
        guard declaration.hooks?.modelType == nil else {
            throw .tagBesideChosenType(tag.key, payload.type, of: tag.name, in: tag.owner)
        }
        declaration.discriminator = discriminator()
        return addApart(payload.type, declaration, kind: kind)
    }

    private func check(_ declaration: CasesDeclaration, _ type: Any.Type) throws(ModelError) {
        guard FieldWalk.shape(of: type) == .enum else { throw .describedNoEnum(type) }
        if let fault = declaration.fault { throw fault }
        guard !declaration.cases.isEmpty else { throw .noCases(of: type) }
        if case .adjacent(let tag, let content) = declaration.form, Array(tag.utf8) == Array(content.utf8) {
            throw .tagIsContent(tag, of: type)
        }
        var owners: [[UInt8]: String] = [:]
        for one in declaration.cases {
            for name in one.names {
                // By its bytes: to JSON, texts that are canonically equivalent are two.
                if let other = owners.updateValue(one.name, forKey: Array(name.utf8)) {
                    throw .sharedTag(name, of: other, one.name, in: type)
                }
            }
        }
        let others = declaration.cases.filter { $0.other != nil }
        if others.count > 1 { throw .severalOthers(of: type) }
        switch declaration.form {
        case .keyed: break
        case .untagged: try checkPayloads(declaration, type)
        case .tagged, .adjacent: if let other = others.first?.other, case .texts = other { throw .textsBesideTag(of: type) }
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
