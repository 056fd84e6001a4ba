// Enums that list their cases, in the form that they are read in. A tag among a payload's keys is one more key of the payload's own plan.

extension ModelWriter {
    /// Writes an enum that lists its cases.
    mutating func cases(_ plan: PlanRef, _ address: ValueAddress) -> WriteVerdict {
        let cases = plan.cases
        return cases.withCase(address) { index, payload in write(cases, index, payload) }
            ?? fail(.error(.unlistedCase(of: cases.type)))
    }

    private mutating func write(_ cases: CasesPlan, _ index: Int, _ payload: ValueAddress?) -> WriteVerdict {
        let one = cases.cases[index]
        guard let name = one.declaration.names.first else { return content(one, payload) }
        switch cases.form {
        case .keyed:
            guard payload != nil else {
                json.string(name.text)
                return .written
            }
            guard json.open(UInt8(ascii: "{")) else { return tooDeep() }
            guard let verdict = unwritten(member(name.text, isFirst: true, one, payload)) else { break }
            return verdict
        case .tagged(let tag):
            guard payload == nil else { return tagged(one, payload, tag, cases) }
            guard json.open(UInt8(ascii: "{")) else { return tooDeep() }
            json.key(tag, isFirst: true)
            write(name, 0)
        case .adjacent(let tag, let content):
            guard json.open(UInt8(ascii: "{")) else { return tooDeep() }
            let isContentFirst = payload != nil && rules.sortsKeys && content.utf8.lexicographicallyPrecedes(tag.utf8)
            if isContentFirst, let verdict = unwritten(member(content, isFirst: true, one, payload)) { return verdict }
            json.key(tag, isFirst: !isContentFirst)
            write(name, 0)
            if payload != nil && !isContentFirst, let verdict = unwritten(member(content, isFirst: false, one, payload)) { return verdict }
        case .untagged:
            let verdict: WriteVerdict = payload == nil ? .isNil : content(one, payload)
            guard verdict == .isNil else { return verdict }
            // Null is a value of the enum, and no property that is left out.
            json.null()
            return .written
        case .placed:
            guard let places = cases.places else { return .leftOut }
            if payload != nil && places.content == .among { return tagged(one, payload, Self.text(places.tags[0]), cases) }
            return level(places.keys, name, one, payload)
        }
        json.close(UInt8(ascii: "}"), isEmpty: false)
        return .written
    }

    /// Writes what stands for a case at a tag.
    private mutating func write(_ name: CaseName, _ tag: Int) {
        switch name.parts[tag]?.value {
        case .string(let text): json.string(text)
        case .number(let number): json.number(number.text)
        case .bool(let value): json.boolean(value)
        case .null, .array, .object, nil: json.null()
        }
    }

    /// Leaves an object whose payload has not been written.
    ///
    /// - Returns: Why the payload is not written; nil if it is.
    private mutating func unwritten(_ verdict: WriteVerdict) -> WriteVerdict? {
        if verdict == .written { return nil }
        if verdict == .leftOut { json.leave() }
        return verdict
    }

    // MARK: Tags that be elsewhere

    /// Writes the tags of a case, and its payload if that does not stand among their keys.
    private mutating func level(_ keys: [FormKey], _ name: CaseName, _ one: CasesPlan.Case, _ payload: ValueAddress?) -> WriteVerdict {
        guard json.open(UInt8(ascii: "{")) else { return tooDeep() }
        var members: [(text: String, key: FormKey)] = []
        for key in keys where Self.isWritten(key, name, hasPayload: payload != nil) {
            members.append((key.key?.text.value ?? name.text, key))
        }
        if rules.sortsKeys { members.sort { $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) } }
        for (index, (text, key)) in members.enumerated() {
            var verdict = WriteVerdict.written
            switch key.role {
            case .tag(let tag):
                json.key(text, isFirst: index == 0)
                write(name, tag)
            case .content: verdict = member(text, isFirst: index == 0, one, payload)
            case .way:
                json.key(text, isFirst: index == 0)
                verdict = level(key.below, name, one, payload)
                if verdict == .failed { failure?.path.append(.key(text)) }
            }
            if let verdict = unwritten(verdict) { return verdict }
        }
        json.close(UInt8(ascii: "}"), isEmpty: members.isEmpty)
        return .written
    }

    /// Whether something is at a key of a form, or below it.
    private static func isWritten(_ key: FormKey, _ name: CaseName, hasPayload: Bool) -> Bool {
        switch key.role {
        case .tag(let tag): name.parts[tag] != nil
        case .content: hasPayload
        case .way: key.below.contains { isWritten($0, name, hasPayload: hasPayload) }
        }
    }

    private static func text(_ way: [KnownKey]) -> String { JSONPath(way.map { .key($0.text.value) }).description }

    // MARK: Payloads

    /// Writes a key with a payload.
    private mutating func member(
        _ key: String, isFirst: Bool, _ one: CasesPlan.Case, _ payload: ValueAddress?
    ) -> WriteVerdict {
        json.key(key, isFirst: isFirst)
        let verdict = content(one, payload)
        switch verdict {
        case .written, .leftOut: return verdict
        case .isNil:
            json.null()
            return .written
        case .failed:
            failure?.path.append(.key(key))
            return .failed
        }
    }

    private mutating func content(_ one: CasesPlan.Case, _ payload: ValueAddress?) -> WriteVerdict {
        guard let plan = one.plan, let payload else { return .leftOut }
        return value(plan, payload)
    }

    /// Writes a payload with the tag among its keys.
    private mutating func tagged(_ one: CasesPlan.Case, _ payload: ValueAddress?, _ tag: String, _ cases: CasesPlan) -> WriteVerdict {
        if let plan = one.plan, plan.pointee.kind == .instance || plan.pointee.kind == .boxed, let payload {
            // SAFETY: the plan says that there is a reference.
            let instance = unsafe payload.assumingMemoryBound(to: AnyObject.self).pointee
            let type: Any.Type = type(of: instance)
            // A subclass has a plan of its own, without the tag.
            guard type == plan.type else { return fail(.error(.tagOfSubclass(tag, type, of: one.declaration.name, in: cases.type))) }
        }
        return content(one, payload)
    }
}
