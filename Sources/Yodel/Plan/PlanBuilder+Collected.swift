// What is flattened and collects its keys has them in the object of the model around it:
//
//     struct Payment { id, kind, billing }      enum Kind { card(Card), cash }, by "type"      struct Place { street, city }      billing is a Place?
//
//     {"id": 1, "type": "card", "brand": "visa", "city": "Bern"}      id is the model's, city the Place's, the others are read as a Kind
//
// What belongs to whom is decided by the keys alone, so none is that of two.

extension PlanBuilder {
    /// A part of an object that has keys of its own.
    private struct KeyOwner {
        let name: String
        /// Its keys, if a model has them.
        var level: LevelRef?
        var keys: [String]

        init(_ name: String, _ level: LevelRef) {
            (self.name, self.level) = (name, level)
            keys = (0..<level.pointee.count).map { level.entry($0).text } + level.pointee.model.writtenKeys.map(\.text)
        }

        init(_ name: String, keys: [String]) { (self.name, self.keys) = (name, keys) }

        /// A key that the other has, too, in whatever way each of them lets it be written.
        func key(sharedWith other: KeyOwner) -> String? {
            keys.first { other.has($0) } ?? other.keys.first { has($0) }
        }

        private func has(_ key: String) -> Bool { level?.has(key) ?? keys.contains { $0.utf8.elementsEqual(key.utf8) } }
    }

    /// Refuses flattened properties whose keys are not their own. The plans of all types are complete.
    func checkCollected(_ record: TypeRecord) throws(ModelError) {
        guard let model = record.plan.pointee.model else { return }
        var owners = [[KeyOwner("", model.pointee.level)]]
        var next = model.pointee.rest
        while let rest = next, rest.isFlattened {
            next = rest.pointee.next
            let (name, inner) = (model.name(of: rest.pointee.property), rest.pointee.property.pointee.value.innermost)
            if rest.pointee.form == .cases {
                guard !inner.cases.formKeys.isEmpty else { throw .flattenedForm(name, inner.type, of: record.type) }
                var (found, seen): ([KeyOwner], Set<ObjectIdentifier>) = ([], [])
                Self.owners(of: inner, name, &found, &seen)
                owners.append(found)
                continue
            }
            if inner.model.pointee.isArray {
                throw .arrayModel("and '\(name)' of \(record.type) flattens it into an object", of: inner.type)
            }
            // A part of parts has the keys of all of them.
            guard inner.model.pointee.rest == nil else { throw .flattenedPart(name, inner.type, of: record.type) }
            owners.append([KeyOwner(name, inner.model.pointee.level)])
        }
        for (index, later) in owners.enumerated() {
            for earlier in owners[..<index].joined() {
                for owner in later {
                    guard let key = owner.key(sharedWith: earlier) else { continue }
                    let name = earlier.name.isEmpty ? Self.property(of: key, in: model) : earlier.name
                    throw .flattenedKeys(name, owner.name, key: key, of: record.type)
                }
            }
        }
    }

    /// Finds who has keys in the object of an enum.
    ///
    /// - Parameter name: The way to it.
    private static func owners(of plan: PlanRef, _ name: String, _ found: inout [KeyOwner], _ seen: inout Set<ObjectIdentifier>) {
        guard seen.insert(ObjectIdentifier(plan.type)).inserted else { return }
        let cases = plan.cases
        found.append(KeyOwner(name, keys: cases.formKeys))
        for one in cases.cases where cases.isAmongKeys(one) {
            guard let payload = one.plan?.innermost, [.object, .instance, .boxed].contains(payload.pointee.kind) else { continue }
            let model = payload.pointee.kind == .boxed ? payload.key.model : payload.model
            let name = "\(name).\(one.declaration.name)"
            found.append(KeyOwner(name, model.pointee.level))
            var next = model.pointee.rest
            while let rest = next, rest.isFlattened {
                next = rest.pointee.next
                let inner = rest.pointee.property.pointee.value.innermost
                if rest.pointee.form == .cases {
                    owners(of: inner, name, &found, &seen)
                } else {
                    found.append(KeyOwner(name, inner.model.pointee.level))
                }
            }
        }
    }

    /// The property that has a key, or the key if there is more to it.
    private static func property(of key: String, in model: ModelRef) -> String {
        for index in 0..<model.pointee.level.pointee.count {
            let entry = model.pointee.level.entry(index)
            if entry.pointee.route == nil && entry.text.utf8.elementsEqual(key.utf8) {
                return model.name(of: model.property(entry.propertyIndex))
            }
        }
        return key
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
