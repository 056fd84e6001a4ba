// Keys that no property of a model takes, and a property that collects them. They are kept until the object ends: whatever ends it before, the property is
// as it was.

extension Decoding where Features == AllFeatures {
    /// Reads the value of a key that the model does not know into its rest.
    ///
    /// - Parameters:
    ///   - next: The first byte of the value.
    ///   - place: The first quote of the key.
    /// - Returns: Behind the value; nil after a failure.
    mutating func rest(_ next: TextPlace, ofKey place: TextPlace, _ open: inout OpenModel) -> TextPlace? {
        guard let rest = open.model.pointee.rest, let key = unsafe content(place + 1) else { return nil }
        var name = String(known: key.bytes, isASCII: key.isASCII)
        let last = rest.last
        if last == nil && !rest.takes(name) {
            if features.tracksKeys { guard goesOn(behindUnknown: name, at: place, open.model.type) else { return nil } }
            return leave(next)
        }
        // A Swift dictionary hashes it.
        if last?.pointee.form == .dictionary || last?.pointee.form == .typed, let ordered = MarkOrder.ordered(name) { name = ordered }
        let notesOffsets = rest.pointee.form != .object && rest.pointee.form != .dictionary
        let past = open.madePast()
        // SAFETY: the name stays in place while it is a step of the way to its value.
        return unsafe Pinned.lend(&name) { name in
            unsafe features.step(.dictionaryKey(rest.pointee.key, Slot(MutableAddress(name.address), of: String.self)))
            if features.tracksKeys && past.rest[name.pointee] != nil, !goesOn(behindRepeatAt: place) { return nil }
            if notesOffsets { past.restOffsets[name.pointee] = features.offset(next) }
            let end = withScratch(rest.pointee.value) { decoding, slot in
                let read = decoding.value(next, rest.pointee.value, slot, [.fresh, .element])
                // SAFETY: the slot holds a value, which is moved out of it.
                if read.isStored {
                    unsafe past.rest[name.pointee] = slot.address.assumingMemoryBound(to: JSONValue.self).move()
                }
                return read.end
            }
            if end == nil { features.willDestroy() }
            features.step(.none)
            return end
        }
    }

    /// Puts what has come of an object's rest into its property: over what is there where the caller's model is changed, in its place elsewhere.
    mutating func settleRest(_ open: inout OpenModel) -> Verdict {
        guard let rest = open.model.pointee.rest?.last, !rest.isFlattened else { return .stored }
        let come = open.past?.rest ?? [:]
        if open.isMerge && come.isEmpty { return .stored }
        if rest.pointee.form == .typed { return settle(typed: rest, come, open) }
        let (isMerge, start) = (open.isMerge, open.start)
        return put(in: rest.pointee.property, open) { decoding, slot, state in
            let plan = rest.pointee.property.pointee.value
            if come.isEmpty && rest.pointee.property.isOptional {
                plan.putNil(slot, fresh: state.isFresh)
                return .stored
            }
            var object = come
            if isMerge {
                object = rest.object(at: slot.value)
                for (key, value) in come { object[key] = value }
            }
            if rest.pointee.form == .object {
                decoding.store(through: plan, slot, fresh: state.isFresh) { unsafe $0.put(object, fresh: $1) }
                return .stored
            }
            let dictionary = Dictionary(object.lazy.map { ($0.key, $0.value) }) { $1 }
            if dictionary.count < object.count {
                // To JSON, texts that are canonically equivalent are two keys.
                decoding.features.note(
                    .duplicateKey, "one value for each key", found: "more than one for one of them", .replaced, at: start)
                if decoding.rules.failsOnDuplicateKey {
                    decoding.features.fail(.duplicateKey, at: start)
                    return .failed
                }
            }
            decoding.store(through: plan, slot, fresh: state.isFresh) { unsafe $0.put(dictionary, fresh: $1) }
            return .stored
        }
    }

    /// The same for values of a type of their own: each is read by its plan, and is one of a dictionary, as for what does not fit. It counts as standing
    /// where it stood.
    private mutating func settle(typed rest: RestRef, _ come: JSONObject, _ open: OpenModel) -> Verdict {
        let (plan, isMerge, start) = (rest.pointee.property.pointee.value, open.isMerge, open.start)
        let (inner, offsets, mark) = (plan.innermost, open.past?.restOffsets ?? [:], arena.used)
        var (keys, values) = (ElementBuffer(inner.key), ElementBuffer(inner.element))
        if isMerge {
            _ = put(in: rest.pointee.property, open) { decoding, slot, state in
                if state.isFresh || plan.isEmpty(slot) { return .kept }
                // An optional's payload stands at its start (the canary checks it). Of equal keys the last wins.
                inner.dictionary.forEachPair(slot.value) { key, value in
                    let (keySlot, valueSlot) = (keys.next(&decoding.arena), values.next(&decoding.arena))
                    inner.key.withHandle { unsafe $0.initializeCopy(keySlot.address, from: key) }
                    inner.element.withHandle { unsafe $0.initializeCopy(valueSlot.address, from: value) }
                    unsafe keys.append()
                    unsafe values.append()
                    return true
                }
                return .kept
            }
        }
        for (name, value) in come {
            let key = keys.next(&arena)
            var text = name
            let verdict = unsafe text.withBorrowedBytes { inner.key.storeKey($0, key) }
            precondition(verdict == .stored, "a text is no key of a dictionary by texts")
            unsafe keys.append()
            features.open(.dictionaryKey(inner.key, key))
            let outer = features.fixedOffset
            if outer == nil { features.fixedOffset = offsets[name] ?? start }
            depthLeft -= 1
            let read = at(.json(value)) { $0.value($1, inner.element, values.next(&$0.arena), [.fresh, .element]) }
            depthLeft += 1
            features.fixedOffset = outer
            guard read.end != nil else {
                features.willDestroy()
                unsafe keys.destroy()
                unsafe values.destroy()
                unsafe arena.release(to: mark)
                return .failed
            }
            features.close()
            if read.isStored { unsafe values.append() } else { unsafe keys.removeLast() }
        }
        let verdict = put(in: rest.pointee.property, open) { decoding, slot, state in
            if come.isEmpty && rest.pointee.property.isOptional {
                plan.putNil(slot, fresh: state.isFresh)
            } else {
                _ = plan.build(keys, values, in: slot, fresh: state.isFresh, &decoding.arena)
            }
            return .stored
        }
        unsafe keys.deallocate()
        unsafe values.deallocate()
        unsafe arena.release(to: mark)
        // To JSON, texts that are canonically equivalent are two keys.
        if verdict == .stored, Dictionary(come.lazy.map { ($0.key, true) }, uniquingKeysWith: { $1 }).count < come.count {
            features.note(.duplicateKey, "one value for each key", found: "more than one for one of them", .replaced, at: start)
            if rules.failsOnDuplicateKey {
                features.fail(.duplicateKey, at: start)
                return .failed
            }
        }
        return verdict
    }
}
