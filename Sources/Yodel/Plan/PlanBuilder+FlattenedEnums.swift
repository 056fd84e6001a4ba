// An enum that is flattened has its tag and its payload's keys in the object of the model around it:
//
//     struct Payment { id, kind }      enum Kind { card(Card), cash }, by "type"      kind is flattened
//
//     {"id": 1, "type": "card", "brand": "visa"}      id is the model's, the others are collected, and read as a Kind when the object ends
//
// What belongs to whom is decided by the model's keys alone, so nothing of the enum may have one of these.

extension PlanBuilder {
    /// Refuses an enum that is flattened, and whose keys are not its own. The plans of all types are complete.
    func checkFlattenedEnum(_ record: TypeRecord) throws(ModelError) {
        guard let plan = record.plan.pointee.model else { return }
        let model = ModelRef(plan)
        guard let property = model.rest?.property else { return }
        let (name, inner) = (model.name(of: property), property.value.innermost)
        guard !inner.cases.formKeys.isEmpty else { throw .flattenedForm(name, inner.type, of: record.type) }
        var seen: Set<ObjectIdentifier> = []
        try check(inner, of: name, in: model, record.type, &seen)
    }

    /// - Parameter name: The way to the enum.
    private func check(
        _ plan: PlanRef, of name: String, in model: ModelRef, _ type: Any.Type, _ seen: inout Set<ObjectIdentifier>
    ) throws(ModelError) {
        guard seen.insert(ObjectIdentifier(plan.type)).inserted else { return }
        let cases = plan.cases
        for key in cases.formKeys where model.level.has(key) { throw .flattenedKeys(type, model, key, name) }
        for one in cases.cases where cases.isAmongKeys(one) {
            guard let payload = one.plan?.innermost, [.object, .instance, .boxed].contains(payload.kind) else { continue }
            let inner = payload.kind == .boxed ? payload.key.model : payload.model
            let name = "\(name).\(one.declaration.name)"
            for index in 0..<inner.level.count {
                let key = inner.level.entry(index).text
                if model.level.has(key) { throw .flattenedKeys(type, model, key, name) }
            }
            // Either may take keys that are written in another way.
            for index in 0..<model.level.count {
                let key = model.level.entry(index).text
                if inner.level.has(key) { throw .flattenedKeys(type, model, key, name) }
            }
            if let rest = inner.rest, rest.isWhole { try check(rest.property.value.innermost, of: name, in: model, type, &seen) }
        }
    }
}

extension CasesPlan {
    /// The keys of the form in the object of the enum; none if nothing but the object as a whole names a case.
    var formKeys: [String] {
        switch form {
        case .keyed, .untagged: []
        case .tagged, .adjacent: keys.map(\.text.value)
        case .placed:
            (places?.keys ?? []).flatMap { key in
                key.key.map { [$0.text.value] } ?? names.filter { cases[$0.index].plan != nil }.map { $0.name.text }
            }
        }
    }

    /// The way to the first tag.
    var tagPath: [String] { (places?.tags.first ?? Array(keys.prefix(1))).map(\.text.value) }

    /// Whether the keys of a case's payload stand beside the tag.
    fileprivate func isAmongKeys(_ one: Case) -> Bool {
        if one.declaration.other != nil { return true }
        if case .tagged = form { return true }
        return places?.content == .among
    }
}

extension ModelError {
    /// - Parameter name: That of the part of the enum that has the key.
    fileprivate static func flattenedKeys(_ type: Any.Type, _ model: ModelRef, _ key: String, _ name: String) -> ModelError {
        var owner: String?
        for index in 0..<model.level.count where model.level.entry(index).text.utf8.elementsEqual(key.utf8) {
            let entry = model.level.entry(index)
            if entry.route == nil { owner = model.name(of: model.property(entry.property)) }
        }
        return .flattenedKeys(owner ?? key, name, key: key, of: type)
    }
}
