// Enums that list their cases, in the form that they are read in. A tag among a payload's keys is one more key of the payload's own plan.

extension ModelWriter {
    /// Writes an enum that lists its cases.
    mutating func cases(_ plan: PlanPart<ValuePlan>, _ address: ValueAddress) -> WriteVerdict {
        let cases = plan.pointee.cases
        return cases.withCase(address) { index, payload in write(cases, index, payload) }
            ?? fail(.error(.unlistedCase(of: cases.type)))
    }

    private mutating func write(_ cases: CasesPlan, _ index: Int, _ payload: ValueAddress?) -> WriteVerdict {
        let one = cases.cases[index]
        guard let name = one.declaration.names.first else { return content(one, payload) }
        switch cases.form {
        case .keyed:
            guard payload != nil else {
                json.string(name)
                return .written
            }
            guard json.open(UInt8(ascii: "{")) else { return tooDeep() }
            let verdict = member(name, isFirst: true, one, payload)
            guard verdict == .written else { return verdict }
        case .tagged(let tag):
            guard payload == nil else { return tagged(one, payload, tag, cases) }
            guard json.open(UInt8(ascii: "{")) else { return tooDeep() }
            json.key(tag, isFirst: true)
            json.string(name)
        case .adjacent(let tag, let content):
            guard json.open(UInt8(ascii: "{")) else { return tooDeep() }
            let isContentFirst = payload != nil && rules.sortsKeys && content.utf8.lexicographicallyPrecedes(tag.utf8)
            if isContentFirst {
                let verdict = member(content, isFirst: true, one, payload)
                guard verdict == .written else { return verdict }
            }
            json.key(tag, isFirst: !isContentFirst)
            json.string(name)
            if payload != nil && !isContentFirst {
                let verdict = member(content, isFirst: false, one, payload)
                guard verdict == .written else { return verdict }
            }
        case .untagged:
            let verdict: WriteVerdict = payload == nil ? .isNil : content(one, payload)
            guard verdict == .isNil else { return verdict }
            // Null is a value of the enum, and no property that is left out.
            json.null()
            return .written
        }
        json.close(UInt8(ascii: "}"), isEmpty: false)
        return .written
    }

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
        guard let plan = one.value, let payload else { return .leftOut }
        return value(plan, payload)
    }

    /// Writes a payload with the tag among its keys.
    private mutating func tagged(_ one: CasesPlan.Case, _ payload: ValueAddress?, _ tag: String, _ cases: CasesPlan) -> WriteVerdict {
        if let plan = one.plan, plan.kind == .instance || plan.kind == .boxed, let payload {
            // SAFETY: the plan says that there is a reference.
            let instance = unsafe payload.assumingMemoryBound(to: AnyObject.self).pointee
            let type: Any.Type = type(of: instance)
            // A subclass has a plan of its own, without the tag.
            guard type == plan.type else { return fail(.error(.tagOfSubclass(tag, type, of: one.declaration.name, in: cases.type))) }
        }
        return content(one, payload)
    }
}
