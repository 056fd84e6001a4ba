// One method per token. Each looks at the innermost frame, finds where the value goes, and stores it or opens a frame there.

extension ChunkMachine {
    @inline(__always)
    mutating func string(_ bytes: BorrowedBytes) -> Bool {
        // Most values of most documents: no look at frame, entry or kind.
        switch target {
        case .string: unsafe targetSlot.replace(with: String(valid: bytes, isASCII: position.isPlain, strings))
        case .optionalString: unsafe targetSlot.replaceOptional(with: String(valid: bytes, isASCII: position.isPlain, strings))
        case .unwanted: break
        default: return scalar(.string(bytes), .string)
        }
        return true
    }

    @inline(__always)
    mutating func number(_ text: BorrowedBytes) -> Bool {
        switch target {
        case .unwanted: return true
        case .integer:
            guard let value = position.integer(text) else { break }
            unsafe targetSlot.put(trivial: value)
            return true
        case .optionalInteger:
            guard let value = position.integer(text) else { break }
            unsafe targetSlot.put(trivial: Optional(value))
            return true
        default: break
        }
        return anyNumber(text)
    }

    @inline(__always)
    mutating func boolean(_ value: Bool) -> Bool {
        switch target {
        case .boolean: unsafe targetSlot.put(trivial: value)
        case .optionalBoolean: unsafe targetSlot.put(trivial: Optional(value))
        case .unwanted: break
        default: return scalar(.boolean(value), .boolean)
        }
        return true
    }

    @inline(__always)
    mutating func null() -> Bool { target == .unwanted || scalar(.null, .null) }

    /// Stores a number of any form, whatever its place.
    @inline(never)
    private mutating func anyNumber(_ text: BorrowedBytes) -> Bool {
        guard let number = position.number(text) else { return scalar(.number(text), .number) }
        guard let place = frame.pointee.next(&arena) else { return true }
        guard let kind = place.plan.pointee.direct else { return scalar(.number(text), .number) }
        let target = place.plan.target(kind, place.slot, fresh: place.state.isFresh, rules.scalars)
        return take(target.store(number: number, text), .number, place)
    }

    /// Stores a scalar.
    @inline(never)
    private mutating func scalar(_ token: ScalarToken, _ found: FoundKind) -> Bool {
        if passed > 0 { return true }
        guard let place = frame.pointee.next(&arena) else { return true }
        if found == .null, rules.scalars.contains(.keepsOnNull) && isPassedOver(place) { return true }
        if place.plan.pointee.direct == nil && place.plan.innermost.pointee.kind.isWhole { return whole(place) }
        let verdict = place.plan.store(token, place.slot, fresh: place.state.isFresh, rules.scalars, &arena)
        guard verdict == .stored else { return settle(verdict, token, found, place) }
        takeValue()
        return true
    }

    /// What follows from a store.
    @inline(__always)
    private mutating func take(_ verdict: Verdict, _ found: FoundKind, _ place: ValuePlace) -> Bool {
        guard verdict == .stored else { return settle(verdict, found, place) }
        takeValue()
        return true
    }

    /// Whether null leaves a place as it is, where the rules say that it does: as if its key had not come.
    mutating func isPassedOver(_ place: ValuePlace) -> Bool {
        if frame.pointee.kind == .model { return true }
        guard place.state.isElement && place.plan.pointee.optionalDepth == 0 else { return false }
        frame.pointee.omit()
        return true
    }

    @inline(__always)
    mutating func key(_ bytes: BorrowedBytes) -> Bool {
        if passed > 0 { return true }
        guard frame.pointee.kind == .model else { return dictionaryKey(bytes) }
        return modelKey(bytes)
    }

    mutating func startObject() -> Bool { start(.object) }

    mutating func startArray() -> Bool { start(.array) }

    private mutating func start(_ found: FoundKind) -> Bool {
        depth &+= 1  // &+=: at most one more than the rules allow
        guard depth <= rules.maximumDepth else { return fail(.depthLimit(rules.maximumDepth), .fixed(1)) }
        if passed > 0 {
            passed &+= 1  // &+=: at most the depth
            return true
        }
        guard let place = frame.pointee.next(&arena) else { return skip() }
        let inner = place.plan.innermost
        switch (inner.pointee.kind, found) {
        case (.object, .object), (.instance, .object): return startModel(place, inner)
        case (.boxed, .object): return keep(place)
        case (.object, .array) where inner.model.pointee.isArray: return keep(place)
        case (.sequence, .array): push(.sequence, place, inner)
        case (.dictionary, .object): push(.dictionary, place, inner)
        default:
            let fits = inner.pointee.kind.isWhole && inner.pointee.kind.takes(found)
            if fits || mayBeNull(found, place) { return keep(place, fits: fits) }
            return refuse(.typeMismatch, found, place) && skip()
        }
        return true
    }

    mutating func endObject() -> Bool {
        leaveContainer()
        if passed > 0 { return endPassed() }
        if frame.pointee.kind == .model { endModel() } else { return endDictionary() }
        return true
    }

    mutating func endArray() -> Bool {
        leaveContainer()
        if passed > 0 { return endPassed() }
        endSequence()
        return true
    }

    @inline(__always)
    private mutating func leaveContainer() {
        depth &-= 1  // &-=: one is open
        if depth == 0 { position.hasRootEnded = true }
    }
}
