// Flattened properties that collect keys of the object around them: Optionals, each of which has its own, and an enum, which has those that are left.

extension Decoding where Features == AllFeatures {
    /// Reads the values that have arrived for the flattened properties of an object. All of its keys have been read.
    ///
    /// - Returns: Whether decoding continues.
    mutating func settleFlattened(_ open: inout OpenModel) -> Bool {
        var next = open.model.pointee.rest
        while let rest = next, rest.isFlattened {
            next = rest.pointee.next
            let verdict = rest.pointee.form == .part ? settle(part: rest, &open) : settle(cases: rest, &open)
            if verdict == .failed { return false }
        }
        return true
    }

    /// Reads an Optional if one of its keys is present; otherwise it is nil.
    private mutating func settle(part rest: RestRef, _ open: inout OpenModel) -> Verdict {
        var own = JSONObject()
        if let past = open.past {
            let level = rest.level
            for (key, value) in past.rest where level.has(key) { own[key] = value }
            for key in own.keys { past.rest[key] = nil }
        }
        return own.isEmpty ? settle(absent: rest.pointee.property, open) : settle(own, rest.pointee.property, &open)
    }

    /// Reads an enum. Without its tag there is no value, and the keys that are left are unknown.
    private mutating func settle(cases rest: RestRef, _ open: inout OpenModel) -> Verdict {
        let (property, come) = (rest.pointee.property, open.past?.rest ?? [:])
        if property.pointee.value.innermost.cases.formKeys.contains(where: { come[$0] != nil }) { return settle(come, property, &open) }
        let outer = features.fixedOffset
        for key in come.keys {
            features.fixedOffset = outer ?? open.past?.restOffsets[key] ?? open.start
            guard goesOn(behindUnknown: key, at: text.first, open.model.type) else { return .failed }
        }
        features.fixedOffset = outer
        return settle(absent: property, open)
    }

    /// None of the keys of a property is present.
    private mutating func settle(absent property: PropertyRef, _ open: OpenModel) -> Verdict {
        guard property.isOptional && !open.isMerge else { return .stored }
        return put(in: property, open) { _, slot, state in
            property.pointee.value.putNil(slot, fresh: state.isFresh)
            return .stored
        }
    }

    /// Reads the value of a property from its keys. Errors have the offsets of the values in the document.
    private mutating func settle(_ come: JSONObject, _ property: PropertyRef, _ open: inout OpenModel) -> Verdict {
        let (start, outer, isMerge) = (open.start, features.fixedOffset, open.isMerge)
        features.fixedOffset = outer ?? start
        if property.pointee.isRequired { features.forgetRejection() }
        let (way, noted) = (features.path.components.count, features.report?.pointee.issues.count ?? 0)
        let verdict = put(in: property, open) { decoding, slot, state in
            var state = state
            if property.pointee.isRequired { state.insert(.awaited) }
            if isMerge { state.insert(.merges) }
            let read = decoding.at(.json(.object(come))) { $0.value($1, property.pointee.value, slot, state) }
            return read.end == nil ? .failed : read.isStored ? .stored : .kept
        }
        features.fixedOffset = outer
        open.note(property) { if verdict == .stored { $0.noteValue(rank: 0) } else { $0.noteUnfit() } }
        let hasRejection = features.rejection?.steps == features.steps.count
        if outer == nil {
            let offsets = open.past?.restOffsets ?? [:]
            /// The offset of the value that a path leads through.
            func place(_ path: JSONPath) -> Int {
                guard path.components.count > way, case .key(let key) = path.components[way] else { return start }
                return offsets[key] ?? start
            }
            if let failure = features.failure { features.failure?.offset = place(failure.path) }
            if hasRejection, let rejection = features.rejection { features.rejection?.failure.offset = place(rejection.failure.path) }
            features.report?.pointee.move(from: noted, place)
        }
        if verdict == .kept && property.pointee.isRequired { noteRejection(property, rank: 0, &open) }
        return verdict
    }
}
