// Enums whose tag and whose payload's keys stand among the keys of the model around them. What the model's own keys have left is the enum's object.

extension Decoding where Features == AllFeatures {
    /// Reads what has come of an object's other keys into the enum that is flattened there. Without its tag none has come, and the keys are unknown ones.
    mutating func settle(whole rest: RestRef, _ open: inout OpenModel) -> Verdict {
        let (property, come, offsets) = (rest.property, open.past?.rest ?? [:], open.past?.restOffsets ?? [:])
        let (plan, start, outer) = (property.value, open.start, features.fixedOffset)
        defer { features.fixedOffset = outer }
        guard plan.innermost.cases.formKeys.contains(where: { come[$0] != nil }) else {
            for key in come.keys {
                features.fixedOffset = outer ?? offsets[key] ?? start
                guard goesOn(behindUnknown: key, at: text.first, open.model.type) else { return .failed }
            }
            guard property.isOptional && !open.isMerge else { return .stored }
            return put(in: property, open) { _, slot, state in
                plan.putNil(slot, fresh: state.isFresh)
                return .stored
            }
        }
        features.fixedOffset = outer ?? start
        if property.isRequired { features.forgetRejection() }
        let (way, noted) = (features.path.components.count, features.report?.pointee.issues.count ?? 0)
        let verdict = put(in: property, open) { decoding, slot, state in
            var state = state
            if property.isRequired { state.insert(.awaited) }
            let read = decoding.at(.json(.object(come))) { $0.value($1, plan, slot, state) }
            return read.end == nil ? .failed : read.isStored ? .stored : .kept
        }
        defer { if verdict == .kept && property.isRequired { noteRejection(property, rank: 0, &open) } }
        open.note(property) { if verdict == .stored { $0.noteValue(rank: 0) } else { $0.noteUnfit() } }
        guard outer == nil else { return verdict }
        /// Where the value stands that a path leads through.
        func place(_ path: JSONPath) -> Int {
            guard path.components.count > way, case .key(let key) = path.components[way] else { return start }
            return offsets[key] ?? start
        }
        if let failure = features.failure { features.failure?.offset = place(failure.path) }
        if let rejection = features.rejection, rejection.steps == features.steps.count {
            features.rejection?.failure.offset = place(rejection.failure.path)
        }
        features.report?.pointee.move(from: noted, place)
        return verdict
    }
}
