// Enums that list their cases. A payload is read into memory of its own and moved into the enum, so that a value that fails leaves nothing behind; it is
// always a value of its own, also where a document is merged into what is there.
//
// A tag may stand anywhere in its object, so that the keys before it are passed over first. Containers among them are read ahead once, and then
// stepped over (`readAhead`): n objects inside each other, each with its tag at the end, take linear time. A payload is read once, and nothing is tried, but
// where there is no tag (Decoding+Untagged.swift).
//
// Of repeated tags the last one counts, as of every key: else a value would be of one case when it is read and of another when it is read again, by
// this reader or by others. Hardly any does, so an object is read by its first tag, and nobody looks for another. Where the payload's keys show one, the
// decode goes back to the outermost enum with a tag, and in that each object is looked through for its last tag first: so nothing is read three times.
//
//     {"type": "a", "x": 1, "type": "b"}     a: x, type again ── back ── the last is "b" ── b: x

/// An enum that is being read, and where it goes.
struct CaseTarget {
    let plan: PlanRef
    let cases: CasesPlan
    let slot: Slot
    let state: SlotState
    /// The value, if it is at hand: the text is one in which its parts stand by reference.
    var whole: DynamicValue?

    /// Of its payload, which is all of it or an element where the enum is.
    var payloadState: SlotState { state.intersection([.element, .whole, .awaited]).union(.fresh) }
}

/// Which tag of an object names the case.
enum TagSearch {
    /// No enum with a tag is being read.
    case none
    /// The first; if another follows, the decode goes back to the outermost enum.
    case first
    /// The last: each object is looked through.
    case last
}

extension Decoding where Features == AllFeatures {
    /// Reads a container into an enum.
    ///
    /// - Parameter whole: The container, if it is at hand.
    mutating func cases(
        _ next: TextPlace, _ plan: PlanRef, _ inner: PlanRef, _ slot: Slot, _ state: SlotState, of whole: DynamicValue? = nil
    ) -> Read {
        let target = CaseTarget(plan: plan, cases: inner.cases, slot: slot, state: state, whole: whole)
        let isObject = unsafe next.byte == UInt8(ascii: "{")
        guard isObject || target.cases.form == .untagged else { return misfit(.typeMismatch, .array, at: next, in: next, target) }
        switch target.cases.form {
        case .keyed: return keyed(next, target)
        case .tagged: return tagged(next, target)
        case .adjacent: return adjacent(next, target)
        case .untagged: return untagged(next, target)
        case .placed: return placed(next, target)
        }
    }

    /// Stores a scalar as an enum.
    mutating func store(
        case token: ScalarToken, at next: TextPlace, _ plan: PlanRef, _ inner: PlanRef, _ slot: Slot, _ state: SlotState
    ) -> Verdict {
        let target = CaseTarget(plan: plan, cases: inner.cases, slot: slot, state: state)
        var verdict = Verdict.typeMismatch
        if case .string(let bytes) = token, target.cases.form == .keyed {
            if let index = target.cases.name(of: bytes)?.index {
                if target.cases.cases[index].plan == nil {
                    put(index, nil, target)
                    return .stored
                }
            } else {
                if let other = target.cases.other(isObject: false), keep(token, at: next, as: other, target) { return .stored }
                verdict = .invalidValue
            }
        }
        if isNull(token) { return verdict }
        let goesOn = mismatch(verdict, token.foundKind, at: features.offset(next), plan, state, hint: target.cases.hint)
        return goesOn ? .passed : .failed
    }

    // MARK: Forms

    /// Reads an object with one key, which names the case.
    private mutating func keyed(_ next: TextPlace, _ target: CaseTarget) -> Read {
        guard case .next(let place) = unsafe text.first(next + 1, closing: UInt8(ascii: "}")) else {
            return misfit(.invalidValue, .object, at: next, in: next, target)
        }
        guard unsafe place.byte == UInt8(ascii: "\""), let key = unsafe content(place + 1) else {
            Features.isMissing(&self, at: place)
            return .failed
        }
        guard let (index, name) = target.cases.name(of: key.bytes) else {
            if let index = target.cases.other(isObject: true) { return other(next, index, target) }
            return misfit(.invalidValue, .object, at: next, in: next, target)
        }
        guard let start = text.colon(key.end) else { return .failed }
        features.open(.name(of: name))
        depthLeft &-= 1  // &-=: the caller has seen that it is above zero
        let read: Read
        var more: TextPlace?
        if let plan = target.cases.cases[index].plan {
            read = withScratch(plan) { decoding, scratch in
                var read = decoding.wrapped(start, index, plan, scratch, target)
                guard let end = read.end else { return .failed }
                more = decoding.closes(&read, behind: end)
                if more != nil || read.end == nil {
                    if read.isStored { decoding.destroy(scratch, plan, isFailing: read.end == nil && more == nil) }
                } else if read.isStored {
                    decoding.put(index, scratch, target)
                }
                return read
            }
        } else {
            var nothing = self.nothing(start, target)
            if let end = nothing.end {
                more = closes(&nothing, behind: end)
                if nothing.isStored && more == nil && nothing.end != nil { put(index, nil, target) }
            }
            read = nothing
        }
        guard read.end != nil || more != nil else { return .failed }
        features.noteRejectionAbove()
        features.close()
        depthLeft &+= 1  // &+=: was taken above
        guard let more else { return read }
        guard mismatch(.invalidValue, .object, at: features.offset(next), target.plan, target.state, hint: target.cases.hint) else {
            return .failed
        }
        return Read(end: rest(from: more), isStored: false)
    }

    /// Looks for the end of an object behind its only value.
    ///
    /// - Parameter read: Ends behind the object afterwards; nowhere if it does not end.
    /// - Returns: The next key, if there is one.
    private func closes(_ read: inout Read, behind end: TextPlace) -> TextPlace? {
        switch text.follower(end, closing: UInt8(ascii: "}")) {
        case .end(let behind): read.end = behind
        case .next(let place):
            read.end = nil
            // What is no key is a fault of the text.
            return unsafe place.byte == UInt8(ascii: "\"") ? place : nil
        case nil: read.end = nil
        }
        return nil
    }

    /// Reads an object in which the case's name stands among the payload's keys.
    private mutating func tagged(_ next: TextPlace, _ target: CaseTarget) -> Read {
        features.tags == .none ? outermost(next, target) : tagged(next, target, byLast: features.tags == .last)
    }

    /// Reads an object by its tag that is not inside of another one.
    ///
    /// Apart from `tagged`, which is below itself for values inside each other and must take little of the stack.
    @inline(never)
    private mutating func outermost(_ next: TextPlace, _ target: CaseTarget) -> Read {
        defer { features.tags = .none }
        // What has been noted cannot be taken back.
        if !features.isReporting {
            features.tags = .first
            features.tagMark = features.undoLog?.count ?? 0
            let (depth, steps, undoReasons) = (depthLeft, features.steps.count, features.undoReasons)
            let (shared, spent) = (features.shared, features.spent)
            let read = tagged(next, target, byLast: false)
            guard features.isTagRepeated else { return read }
            // As before: the payload's memory is the enum's own, and what was in it is gone.
            depthLeft = depth
            features.steps.truncate(to: steps)
            features.trouble = nil
            (features.undoReasons, features.shared, features.spent) = (undoReasons, shared, spent)
        }
        features.tags = .last
        return tagged(next, target, byLast: true)
    }

    /// Reads an object by one of its tags.
    ///
    /// - Parameter byLast: Whether by the last one; otherwise by the first, and the decode goes back if its payload's keys show another.
    private mutating func tagged(_ next: TextPlace, _ target: CaseTarget, byLast: Bool) -> Read {
        let key = target.cases.keys[0]
        var tag: TextPlace?
        guard findTag(key, in: next, last: byLast, &tag) else { return .failed }
        guard let index = index(at: tag, target) else { return .failed }
        // If the first names no case, or the payload's own code looks at the object, nobody would see another one.
        let isSeen = index.map { !target.cases.cases[$0].looksAtObjects } ?? (tag == nil)
        if !byLast && !isSeen { return tagged(next, target, byLast: true) }
        guard let index else { return unnamed(next, tag, target) }
        guard target.cases.cases[index].plan == nil else {
            // A payload that is made of the object as a whole is made of the value, not of a text in which its parts stand by reference.
            guard let whole = target.whole else { return payload(next, of: index, target) }
            return at(whole) { $0.payload($1, of: index, target) }
        }
        var places: [TextPlace?] = [nil]
        guard let end = keys(of: next, target.cases.keys, target, &places) else { return .failed }
        if !byLast && places[0] != tag { return tagged(next, target, byLast: true) }
        put(index, nil, target)
        return Read(end: end, isStored: true)
    }

    /// Looks for a tag. A fault after one is left to those who read its object: what precedes it is seen first.
    mutating func findTag(_ key: KnownKey, in next: TextPlace, last isLast: Bool, _ tag: inout TextPlace?) -> Bool {
        let (depth, steps, failure) = (depthLeft, features.steps.count, features.failure)
        guard !find(key, in: next, last: isLast, &tag) else { return true }
        guard tag != nil else { return false }
        depthLeft = depth
        features.steps.truncate(to: steps)
        features.failure = failure
        return true
    }

    /// Reads an object with a key for the case's name and one for its payload.
    private mutating func adjacent(_ next: TextPlace, _ target: CaseTarget) -> Read {
        let keys = target.cases.keys
        var places: [TextPlace?] = [nil, nil]
        // What else is in the object is known when its case is: of another one all of it is kept.
        let keepsOthers = target.cases.other(isObject: true) != nil
        guard let end = self.keys(of: next, keys, target, &places, isNoted: !keepsOthers) else { return .failed }
        guard let index = index(at: places[0], target) else { return .failed }
        guard let index else { return unnamed(next, places[0], target, end) }
        if keepsOthers && features.tracksKeys {
            places = [nil, nil]
            guard self.keys(of: next, keys, target, &places) != nil else { return .failed }
        }
        guard let plan = target.cases.cases[index].plan else {
            if let content = places[1], found(at: content) != .null {
                guard goesOn(behindUnknown: keys[1].text.value, at: content, target.cases.type) else { return .failed }
            }
            put(index, nil, target)
            return Read(end: end, isStored: true)
        }
        guard let content = places[1] else {
            guard plan.pointee.optionalDepth > 0 else { return missing([keys[1]], next, end, target) }
            withScratch(plan) { decoding, scratch in
                plan.putNil(scratch, fresh: true)
                decoding.put(index, scratch, target)
            }
            return Read(end: end, isStored: true)
        }
        let read = under(keys[1]) { $0.payload(content, of: index, target) }
        return Read(end: read.end.map { _ in end }, isStored: read.isStored)
    }

    /// Reads an object that names no case: all of it is kept, if there is a case for that.
    ///
    /// - Parameters:
    ///   - tag: The value of its tag; nil if it has none.
    ///   - end: Behind the object, if that is known.
    private mutating func unnamed(_ next: TextPlace, _ tag: TextPlace?, _ target: CaseTarget, _ end: TextPlace? = nil) -> Read {
        if let index = target.cases.other(isObject: true) { return other(next, index, target) }
        let key = target.cases.keys[0]
        guard let tag else { return missing([key], next, end, target) }
        let found = found(at: tag)
        let path = JSONPath(features.path.components + [.key(key.text.value)])
        return misfit(verdict(ofTag: found, target), found, at: tag, in: next, target, path: path, end: end)
    }

    // MARK: Payloads

    /// Reads a payload, and makes the enum of it.
    mutating func payload(_ next: TextPlace, of index: Int, _ target: CaseTarget) -> Read {
        guard let plan = target.cases.cases[index].plan else { return .failed }
        return withScratch(plan) { decoding, scratch in
            let read = decoding.value(next, plan, scratch, target.payloadState)
            if read.isStored { decoding.put(index, scratch, target) }
            return read
        }
    }

    /// Reads a value under a key of the form. The caller has seen that there is depth left for the key's object.
    mutating func under(_ key: KnownKey, _ read: (inout Decoding) -> Read) -> Read {
        features.open(.name(of: key.text))
        depthLeft &-= 1  // &-=: above zero
        let read = read(&self)
        guard read.end != nil else { return .failed }
        features.noteRejectionAbove()
        features.close()
        depthLeft &+= 1  // &+=: was taken above
        return read
    }

    /// Keeps an object that names no case.
    mutating func other(_ next: TextPlace, _ index: Int, _ target: CaseTarget) -> Read {
        let one = target.cases.cases[index]
        guard let whole = target.whole, let plan = one.plan else { return payload(next, of: index, target) }
        if one.declaration.other == .models { return at(whole) { $0.payload($1, of: index, target) } }
        return withScratch(plan) { decoding, scratch in
            let read = decoding.whole(whole, at: next, plan, scratch, target.payloadState)
            if read.isStored { decoding.put(index, scratch, target) }
            return read
        }
    }

    /// Keeps a scalar that names no case, or fits none.
    ///
    /// - Returns: Whether the case keeps something.
    mutating func keep(_ token: ScalarToken, at next: TextPlace, as index: Int, _ target: CaseTarget) -> Bool {
        guard let payload = target.cases.cases[index].plan else { return false }
        let value = JSONValue(token)
        withScratch(payload) { decoding, scratch in
            if payload.isString {
                unsafe scratch.put(value.stringValue ?? "", fresh: true)
            } else {
                _ = decoding.store(whole: value, at: next, payload, scratch, .fresh)
            }
            decoding.put(index, scratch, target)
        }
        return true
    }

    /// Reads a payload, which may stand in an object under `_0`.
    private mutating func wrapped(_ next: TextPlace, _ index: Int, _ plan: PlanRef, _ scratch: Slot, _ target: CaseTarget) -> Read {
        guard target.cases.cases[index].readsWrapped else { return value(next, plan, scratch, target.payloadState) }
        let key = CasesPlan.unlabelled
        if let whole = valueAtHand(next) {
            guard depthLeft > 0, let only = whole.onlyValue(of: key.text.value) else {
                return value(next, plan, scratch, target.payloadState)
            }
            let read = under(key) { decoding in decoding.at(only) { $0.value($1, plan, scratch, target.payloadState) } }
            return Read(end: read.end.map { _ in LevelText.end(next) }, isStored: read.isStored)
        }
        guard unsafe next.byte == UInt8(ascii: "{"), depthLeft > 0,
            case .next(let place) = unsafe text.first(next + 1, closing: UInt8(ascii: "}")),
            unsafe place.byte == UInt8(ascii: "\""), let found = unsafe content(place + 1), key.matches(found.bytes),
            let start = text.colon(found.end)
        else { return value(next, plan, scratch, target.payloadState) }
        features.open(.name(of: key.text))
        depthLeft &-= 1  // &-=: above zero
        var read = value(start, plan, scratch, target.payloadState)
        guard let end = read.end else { return .failed }
        let more = closes(&read, behind: end)
        guard read.end != nil || more != nil else {
            if read.isStored { destroy(scratch, plan, isFailing: true) }
            return .failed
        }
        features.noteRejectionAbove()
        features.close()
        depthLeft &+= 1  // &+=: was taken above
        guard let more else { return read }
        if read.isStored { destroy(scratch, plan, isFailing: false) }
        guard mismatch(.invalidValue, .object, at: features.offset(next), plan, target.state) else { return .failed }
        return Read(end: rest(from: more), isStored: false)
    }

    /// Reads what stands for a payload that there is none of: null, or an object in which no key is known.
    private mutating func nothing(_ next: TextPlace, _ target: CaseTarget) -> Read {
        switch found(at: next) {
        case .null: return Read(end: skip(next), isStored: true)
        case .object:
            guard depthLeft > 0 else {
                Features.isTooDeep(&self, at: next)
                return .failed
            }
            var places: [TextPlace?] = []
            if let value = valueAtHand(next) {
                let isRead = within(value) { $0.keys(of: $1, [], target, &places) != nil }
                return isRead ? Read(end: LevelText.end(next), isStored: true) : .failed
            }
            let end = keys(of: next, [], target, &places)
            return Read(end: end, isStored: end != nil)
        case let found:
            guard let end = skip(next) else { return .failed }
            guard
                mismatch(
                    .typeMismatch, found, at: features.offset(next), target.plan, target.state,
                    expected: ("an empty object", "an empty object"))
            else {
                return .failed
            }
            return Read(end: end, isStored: false)
        }
    }

    /// Stores an enum.
    ///
    /// - Parameter payload: Is moved out of its slot.
    mutating func put(_ index: Int, _ payload: Slot?, _ target: CaseTarget) {
        let inner = target.plan.innermost
        store(through: target.plan, target.slot, fresh: target.state.isFresh) { slot, fresh in
            inner.withHandle { target.cases.put(index, payload, slot, $0, fresh: fresh) }
        }
    }

    /// Destroys a payload that is not wanted.
    private mutating func destroy(_ payload: Slot, _ plan: PlanRef, isFailing: Bool) {
        if isFailing { features.willDestroy() }
        plan.destroy(payload)
    }
}

extension DynamicValue {
    /// The value of an object's only key; nil for anything else.
    fileprivate func onlyValue(of key: String) -> DynamicValue? {
        switch self {
        case .json(.object(let object)): return object.count == 1 ? object[key].map { .json($0) } : nil
        case .json: return nil
        case .plain(let value, _):
            guard case .object(let pairs) = PlainValue(value), pairs.count == 1, pairs[0].key == key else { return nil }
            return DynamicValue(pairs[0].value)
        }
    }
}
