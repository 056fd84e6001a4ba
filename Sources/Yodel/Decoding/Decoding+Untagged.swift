// Enums without a tag: the first case that fits is the value's. Scalars are stored as one payload after the other. A container goes to the cases that it can be by
// its kind and by the keys that must come; if that is one, it is read as that payload, and if there are more they are tried (Decoding+Tries.swift).
//
// Hostile documents: the value is read ahead once, so that tries step over what they do not want. What becomes of an enum inside of a try is kept (Tries.swift):
//
//     time ≤ bytes × cases × enums that a value is read as
//
// Where nothing can be kept, since the text is made anew in each try (hooks), or a payload takes JSON as a whole, tries inside of tries are counted by their sizes, and
// end the decode when they have read 64 times the outermost value. Models inside of types that decode themselves, and texts in strings, count with what is around
// them.

extension Decoding where Features == AllFeatures {
    // MARK: Scalars

    /// Stores a scalar as the first payload that it fits.
    mutating func store(
        untagged token: ScalarToken, at next: TextPlace, _ plan: PlanRef, _ inner: PlanRef, _ slot: Slot, _ state: SlotState
    ) -> Verdict {
        let target = CaseTarget(plan: plan, cases: inner.cases, slot: slot, state: state)
        let found = token.foundKind
        var verdict = Verdict.typeMismatch
        for converts in rounds {
            for (index, one) in target.cases.cases.enumerated() where one.declaration.other == nil {
                guard let payload = one.plan else {
                    guard found == .null else { continue }
                    put(index, nil, target)
                    return .stored
                }
                // What options make of null elsewhere, zero, is not what it says here.
                if found == .null && converts { continue }
                let tried = store(token, at: next, as: index, payload, target, converting: converts)
                if tried == .stored || tried == .failed { return tried }
                if tried != .typeMismatch { verdict = .invalidValue }
            }
        }
        if let other = target.cases.otherFit(isObject: false, isText: found == .string), keep(token, at: next, as: other, target) {
            return .stored
        }
        if found == .null { return rules.scalars.nullForPresent }
        if isNull(token) { return verdict }
        let goesOn = mismatch(verdict, found, at: features.offset(next), plan, state, hint: target.cases.hint)
        return goesOn ? .passed : .failed
    }

    /// Stores a scalar as a payload, if it fits.
    ///
    /// - Returns: `failed` if nothing else is to be tried.
    private mutating func store(
        _ token: ScalarToken, at next: TextPlace, as index: Int, _ payload: PlanRef, _ target: CaseTarget, converting converts: Bool
    ) -> Verdict {
        withScratch(payload) { decoding, scratch in
            var verdict: Verdict
            if payload.pointee.direct != nil {
                let scalars = converts ? decoding.rules.scalars : decoding.rules.scalars.subtracting(.converts)
                verdict = payload.store(token, scratch, fresh: true, scalars, &decoding.arena)
            } else {
                let before = decoding.beginTry(converting: converts)
                verdict = decoding.store(token, at: next, payload, scratch, .fresh)
                switch decoding.endTry(before, Read(end: next, isStored: verdict == .stored)) {
                case .fits: break
                case .unfit: if verdict == .failed { verdict = .invalidValue }
                case .ended: verdict = .failed
                }
            }
            if verdict == .stored { decoding.put(index, scratch, target) }
            return verdict
        }
    }

    /// Whether values are converted, for each time that all cases are tried.
    private var rounds: [Bool] { rules.scalars.contains(.converts) ? [false, true] : [false] }

    // MARK: Containers

    /// Reads a container that is at hand into an enum.
    mutating func untagged(
        _ value: DynamicValue, _ next: TextPlace, _ plan: PlanRef, _ inner: PlanRef, _ slot: Slot, _ state: SlotState
    ) -> Read {
        let target = CaseTarget(plan: plan, cases: inner.cases, slot: slot, state: state)
        // Swift's own values would not be the same in a text.
        guard case .json(let json) = value else { return untagged(next, target) }
        guard !json.isDeeper(than: depthLeft) else {
            Features.isTooDeep(&self, at: next)
            return .failed
        }
        guard let tries = features.tries, tries.depth > 0 else { return inOneText(json) { $0.untagged($1, target) } }
        return inOneText(json) { decoding, next in
            let outer = tries.beginApart(decoding.text)
            defer { tries.endApart(outer) }
            return decoding.untagged(next, target)
        }
    }

    /// Reads a container into an enum.
    ///
    /// - Parameter next: The container, or the reference to it.
    mutating func untagged(_ next: TextPlace, _ target: CaseTarget) -> Read {
        var index = 0
        var rounds = rounds
        guard let tries = features.tries, tries.depth > 0 else { return fitting(next, target, rounds, &index) }
        guard features.levels == 0 else {
            return mayTry(next, target, tries) ? fitting(next, target, rounds, &index) : .failed
        }
        for converts in rounds {
            guard let outcome = tries[triesKey(next, target, converts: converts)] else { continue }
            if case .unfit = outcome, converts != rounds.last {
                rounds = [true]
                continue
            }
            return again(next, outcome, target)
        }
        guard mayTry(next, target, tries) else { return .failed }
        let key = triesKey(next, target, converts: rounds.last == true)
        let mark = features.watch?.pointee.mark ?? 0
        let (read, report) = noted { $0.fitting(next, target, rounds, &index) }
        note(report)
        if read.isStored, let end = read.end {
            // The payload of an optional stands at the optional's own address.
            let inner = target.plan.innermost
            let counted = features.watch?.pointee.noted(since: mark) ?? []
            unsafe tries.keep(key, index, to: end, inner, from: Slot(target.slot.address, of: inner.type), report, counted)
            if target.cases.fits.holdsInstances { tries.take(to: end) }
        } else {
            tries.keepUnfit(key)
        }
        return read
    }

    private func triesKey(_ next: TextPlace, _ target: CaseTarget, converts: Bool) -> Tries.Key {
        Tries.Key(target.cases, next, converts: converts, origin: features.originOfNotes)
    }

    /// Reads a container of which it is known what it is.
    private mutating func again(_ next: TextPlace, _ outcome: Tries.Outcome, _ target: CaseTarget) -> Read {
        guard case .fits(let fit) = outcome else { return misfit(.invalidValue, found(at: next), at: next, in: next, target) }
        if target.cases.fits.holdsInstances {
            guard features.tries?.mayTake(next) == true else { return payload(next, of: fit.index, target) }
            features.tries?.take(to: fit.end)
        }
        note(fit.report)
        features.watch?.pointee.note(fit.noted)
        let inner = target.plan.innermost
        withScratch(inner) { decoding, scratch in
            fit.copy(to: scratch)
            decoding.store(through: target.plan, target.slot, fresh: target.state.isFresh) { inner.move(scratch, to: $0, fresh: $1) }
        }
        return Read(end: fit.end, isStored: true)
    }

    /// Reads a container as the first payload that it fits.
    ///
    /// - Parameters:
    ///   - rounds: Whether values are converted, for each time that all cases are tried.
    ///   - index: The case, afterwards.
    private mutating func fitting(_ next: TextPlace, _ target: CaseTarget, _ rounds: [Bool], _ index: inout Int) -> Read {
        let (cases, found) = (target.cases, found(at: next))
        let isObject = found == .object
        var candidates = isObject ? cases.fits.objects : cases.fits.arrays
        let other = cases.otherFit(isObject: isObject, isText: false)
        if candidates.isEmpty && other == nil { return misfit(.typeMismatch, found, at: next, in: next, target) }
        if candidates.count > 1 || (other != nil && !candidates.isEmpty) {
            guard let end = readAhead(next) else { return .failed }
            if isObject && cases.fits.looksAtKeys {
                guard omit(&candidates, lackingKeysOf: next, target) else { return .failed }
            }
            if candidates.count > 1 || other != nil {
                let isDeep = features.tries?.isOutermost != false && isDeep(next, to: end)
                let tried = DeepStack.run(if: isDeep) { self.tried(next, candidates, target, rounds, &index) }
                switch tried ?? outOfMemory(at: next) {
                case .fits(let end): return Read(end: end, isStored: true)
                case .ended: return .failed
                case .unfit: candidates = []
                }
            }
            if candidates.isEmpty && other == nil { return misfit(.invalidValue, found, at: next, in: next, target, end: end) }
        }
        guard let only = candidates.first ?? other else { return .failed }
        index = only
        return payload(next, of: only, target)
    }

    /// Tries cases one after the other.
    private mutating func tried(
        _ next: TextPlace, _ candidates: [Int], _ target: CaseTarget, _ rounds: [Bool], _ index: inout Int
    ) -> Tried {
        let tries = madeTries()
        if tries.depth == 0 { tries.begin(in: text, mayRead: Self.sizes * (size(of: next) + Self.sizes)) }
        tries.depth += 1
        defer {
            tries.depth -= 1
            if tries.depth == 0 { tries.forget() }
        }
        for converts in rounds {
            for candidate in candidates {
                let tried = tried(next, candidate, target, converting: converts)
                if case .unfit = tried { continue }
                index = candidate
                return tried
            }
        }
        return .unfit
    }

    /// Tries a case.
    private mutating func tried(_ next: TextPlace, _ index: Int, _ target: CaseTarget, converting converts: Bool) -> Tried {
        guard let plan = target.cases.cases[index].plan else { return .unfit }
        return withScratch(plan) { decoding, scratch in
            let before = decoding.beginTry(converting: converts)
            let (read, report) = decoding.noted { $0.value(next, plan, scratch, .fresh) }
            let tried = decoding.endTry(before, read)
            guard case .fits = tried else { return tried }
            decoding.note(report)
            decoding.put(index, scratch, target)
            return tried
        }
    }

    /// Containers inside each other that are tried on the caller's stack, of which each takes more of it than one that is only read.
    private static var depthOfStack: Int { 64 }

    /// Whether more containers are inside each other than are tried on the caller's stack.
    private func isDeep(_ next: TextPlace, to end: TextPlace) -> Bool {
        if let value = valueAtHand(next) { return value.isDeeper(than: Self.depthOfStack) }
        return end - next > 2 * Self.depthOfStack && text.skip(next, depthLeft: Self.depthOfStack) == nil
    }

    private mutating func outOfMemory(at next: TextPlace) -> Tried {
        features.fail(.model(.outOfMemory(at: .none, path: features.path)), at: features.offset(next))
        return .ended
    }

    // MARK: Keys

    /// Leaves out the cases whose payloads must have keys that an object does not have.
    ///
    /// - Returns: Whether the decode goes on.
    private mutating func omit(_ candidates: inout [Int], lackingKeysOf next: TextPlace, _ target: CaseTarget) -> Bool {
        if let value = valueAtHand(next) { return within(value) { $0.omit(&candidates, lackingKeysOf: $1, target) } }
        let required = candidates.map { target.cases.fits.required[$0] }
        var come = [UInt64](repeating: 0, count: candidates.count)
        depthLeft &-= 1  // &-=: the caller has seen that it is above zero
        features.open(.none)
        var follower = unsafe Optional(text.first(next + 1, closing: UInt8(ascii: "}")))
        while case .next(let place) = follower {
            let read = key(place) { bytes in
                for (candidate, keys) in required.enumerated() {
                    for (bit, key) in keys.enumerated() where key.matches(bytes) { come[candidate] |= 1 << UInt64(bit) }
                }
                return true
            }
            guard let (_, start) = read else { return false }
            follower = text.follower(passOver(start), closing: UInt8(ascii: "}"))
        }
        guard case .end = follower else { return false }
        features.close()
        depthLeft &+= 1  // &+=: was taken above
        candidates = zip(candidates, zip(required, come)).filter { $1.1.nonzeroBitCount == $1.0.count }.map(\.0)
        return true
    }
}
