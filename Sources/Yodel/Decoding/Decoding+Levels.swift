// The keys of an object, level by level: those of the model itself, and those below a key that leads to others.

extension Decoding where Features == AllFeatures {
    /// Reads the keys and values of an object into the properties of a model.
    ///
    /// - Parameters:
    ///   - start: Behind its opening bracket.
    ///   - level: The model's own keys, or those below one of them.
    /// - Returns: Behind its closing bracket; nil after a failure.
    mutating func level(_ start: TextPlace, _ level: LevelRef, _ open: inout OpenModel) -> TextPlace? {
        if level.pointee.takesRest && rules.failsOnUnknownKey, let rest = level.pointee.model.pointee.rest?.last, !rest.isFlattened {
            features.fail(
                .model(.restBesideUnknownKeys(level.pointee.model.name(of: rest.pointee.property), of: level.pointee.model.type)),
                at: open.start)
            return nil
        }
        var expected = level.first
        var come = KeysCome(level)
        depthLeft &-= 1  // &-=: the caller has seen that it is above zero
        features.open(.none)
        var follower = Optional(text.first(start, closing: UInt8(ascii: "}")))
        while case .next(let next) = follower {
            guard unsafe next.byte == UInt8(ascii: "\"") else { return nil }
            var entry = Optional(expected)
            let length = unsafe text.length(of: expected, at: next + 1)
            let isFound = length >= 0 && length <= text.maximumTokenBytes
            // &+: a key's length
            guard let behind = unsafe isFound ? next + (length &+ 2) : otherKey(next, level, &entry) else { return nil }
            let end: TextPlace?
            if let entry {
                expected = entry.next
                features.step(.key(entry))
                var isRepeated = false
                if entry.pointee.isTracked || features.tracksKeys {
                    isRepeated = come.insert(entry.pointee.index)
                    guard !isRepeated || goesOn(behindRepeatAt: next) else { return nil }
                }
                let route = entry.pointee.route
                let isPassedOver = route?.isPassedOver == true
                if isPassedOver {
                    if isRepeated && features.tags == .first {
                        features.isTagRepeated = true
                        return nil
                    }
                    if route?.pointee.isConstant == true { noteConstant(at: next) }
                    features.step(.none)
                }
                guard let start = text.colon(behind) else { return nil }
                if isPassedOver {
                    end = leave(start)
                } else if let route {
                    end = routed(start, route, &open, isRepeated: isRepeated)
                } else {
                    end = plain(start, entry, &open, isRepeated: isRepeated)
                }
            } else {
                guard let start = text.colon(behind) else { return nil }
                end = level.pointee.takesRest ? rest(start, ofKey: next, &open) : leave(start)
            }
            follower = text.follower(end, closing: UInt8(ascii: "}"))
        }
        guard case .end(let end) = follower else { return nil }
        if features.watch != nil { open.note(come, of: level) }
        depthLeft &+= 1  // &+=: was taken above
        features.close()
        return end
    }

    /// Reads a key that is not the expected one.
    ///
    /// - Parameters:
    ///   - next: Its first quote.
    ///   - entry: The entry that is expected; the key's own afterwards, nil if the level does not have it.
    /// - Returns: Behind its last quote; nil after a failure.
    private mutating func otherKey(_ next: TextPlace, _ level: LevelRef, _ entry: inout EntryRef?) -> TextPlace? {
        guard let expected = entry, let key = unsafe content(next + 1) else {
            Features.isMissing(&self, at: next)
            return nil
        }
        entry = level.entry(of: key.bytes, expected: expected) ?? level.otherEntry(of: key.bytes)
        if entry == nil {
            features.step(.none)
            if features.tracksKeys && !level.pointee.takesRest {
                guard goesOn(behindUnknown: String(valid: key.bytes), at: next, level) else { return nil }
            }
        }
        return key.end
    }

    /// A key has come that no property has.
    private mutating func goesOn(behindUnknown key: String, at next: TextPlace, _ level: LevelRef) -> Bool {
        goesOn(behindUnknown: key, at: next, level.pointee.model.type)
    }

    /// A key has come that nothing of a type has.
    @inline(never)
    mutating func goesOn(behindUnknown key: String, at next: TextPlace, _ type: Any.Type) -> Bool {
        features.noteUnknown(key)
        guard rules.failsOnUnknownKey || features.isReporting else { return true }
        let path = JSONPath(features.path.components + [.key(key)])
        if rules.failsOnUnknownKey {
            features.fail(.unknownKey(type), at: features.offset(next), path: path)
            return false
        }
        features.note(.unknownKey, "a key of \(type)", found: "another key", .ignored, at: features.offset(next), path: path)
        return true
    }

    /// Reports a value for a `let` that has one.
    @inline(never)
    private mutating func noteConstant(at next: TextPlace) {
        guard features.notesConstants else { return }
        features.note(
            .constantProperty, "no value for a `let` that has one", found: "a value", .ignored, at: features.offset(next))
    }

    /// A key has come twice.
    @inline(never)
    mutating func goesOn(behindRepeatAt next: TextPlace) -> Bool {
        if rules.failsOnDuplicateKey {
            features.fail(.duplicateKey, at: features.offset(next))
            return false
        }
        features.note(.duplicateKey, "one value", found: "another one", .replaced, at: features.offset(next))
        return true
    }

    /// Reads the value of a key that is one plain property's.
    private mutating func plain(_ next: TextPlace, _ entry: EntryRef, _ open: inout OpenModel, isRepeated: Bool) -> TextPlace? {
        if unsafe next.byte == UInt8(ascii: "n") && rules.scalars.contains(.keepsOnNull) {
            // As if its key had not come.
            return skip(next)
        }
        if open.draft != nil { return drafted(next, entry, &open, isRepeated: isRepeated) }
        if rules.failsOnMissing { open.note(open.model.property(entry.propertyIndex)) { $0.noteUnfit() } }
        var state: SlotState = isRepeated ? .restarts : []
        if open.isMerge { state.insert(.merges) }
        // SAFETY: the offset is that of a property of the plan's type in a value or an instance of the model's.
        return unsafe property(next, entry, Slot(open.base + entry.pointee.offset, of: entry.pointee.value.type), state).end
    }

    // MARK: Keys with a route

    /// Reads the value of a key with a route.
    ///
    /// - Parameter isRepeated: Whether the key has come before.
    /// - Returns: Behind the value; nil after a failure.
    mutating func routed(_ next: TextPlace, _ route: RouteRef, _ open: inout OpenModel, isRepeated: Bool) -> TextPlace? {
        if !isRepeated && route.pointee.leafCount == 1 && route.pointee.child == nil, mayPutFirst(next, route.leaf(0).property, open) {
            return putFirst(next, route.leaf(0), nil, &open)
        }
        let found = found(at: next)
        let isContainer = found.isContainer
        if isContainer && depthLeft == 0 {
            Features.isTooDeep(&self, at: next)
            return nil
        }
        let child = route.pointee.child
        if isContainer && isReadMoreThanOnce(route, open) {
            guard readAhead(next) != nil else { return nil }
        }
        let isShared = isContainer && route.pointee.leafCount > 1
        if isShared {
            guard mayShare(next, route) else { return nil }
            features.shared.depth += 1
        }
        defer { if isShared { features.shared.depth -= 1 } }
        var end: TextPlace?
        for index in 0..<route.pointee.leafCount {
            let leaf = route.leaf(index)
            // Where a container leads to other properties it need not fit this one.
            if child != nil && isContainer && leaf.property.pointee.transform == nil
                && !leaf.property.pointee.value.innermost.pointee.kind.takes(found)
            {
                continue
            }
            switch put(next, found, leaf, &open, isRepeated: isRepeated) {
            case .read(let place): end = place
            case .passedOver: break
            case .failed: return nil
            }
        }
        if let child, found == .object || (found == .array && child.pointee.indexLimit > 0) {
            if isRepeated { startAfresh(child, &open) }
            guard let value = valueAtHand(next) else {
                return unsafe found == .object ? level(next + 1, child, &open) : items(next, child, &open)
            }
            return within(value) { decoding, first in
                unsafe found == .object ? decoding.level(first + 1, child, &open) : decoding.items(first, child, &open)
            }.map { _ in LevelText.end(next) }
        }
        if route.pointee.leafCount == 0 && found != .null && !isNull(onTheWay: found, at: next) {
            // On the way of a path there has to be an object; null is none at all.
            guard isContainer || isWhole(next) else { return nil }
            let hint = emptyHint(.typeMismatch, found, next)
            guard mismatch(.typeMismatch, found, at: features.offset(next), nil, [], hint: hint) else { return failed(at: next, found) }
        }
        return end ?? leave(next)
    }

    /// Reads the value of a property of a draft: one without which there is no value may come as null, and is then missing.
    ///
    /// - Returns: Behind the value; nil after a failure.
    mutating func drafted(_ next: TextPlace, _ entry: EntryRef, _ open: inout OpenModel, isRepeated: Bool) -> TextPlace? {
        let leaf = Route.Leaf(property: open.model.property(entry.propertyIndex), rank: 0)
        if !isRepeated && mayPutFirst(next, leaf.property, open) { return putFirst(next, leaf, entry, &open) }
        switch put(next, found(at: next), leaf, &open, isRepeated: isRepeated) {
        case .read(let end): return end
        case .passedOver: return leave(next)
        case .failed: return nil
        }
    }

    /// Whether a container is read more than once, or later: then what is wrong with its text comes before what is wrong with its values.
    private func isReadMoreThanOnce(_ route: RouteRef, _ open: OpenModel) -> Bool {
        guard route.pointee.leafCount > 0 else { return false }
        let leaf = route.leaf(0)
        if route.pointee.leafCount > 1 || route.pointee.child != nil { return true }
        return !open.isBeaten(leaf) && (leaf.property.isIndirect || waits(leaf, open))
    }

    private mutating func failed(at next: TextPlace, _ found: FoundKind) -> TextPlace? {
        if found == .number, let end = text.endOfNumber(next), unsafe Scanner.endsInFault(end.byte) { features.failure = nil }
        return nil
    }

    // MARK: Arrays on the way

    /// Reads an array whose elements paths name by index.
    mutating func items(_ next: TextPlace, _ level: LevelRef, _ open: inout OpenModel) -> TextPlace? {
        depthLeft &-= 1  // &-=: the caller has seen that it is above zero
        features.open(.index(0))
        var index = 0
        var follower = unsafe Optional(text.first(next + 1, closing: UInt8(ascii: "]")))
        while case .next(let next) = follower {
            // A scalar counts as an element when it has been read, a container when it begins.
            guard found(at: next).isContainer || isWhole(next) else { return nil }
            features.step(.index(index))
            let route = level.entry(ofIndex: index)?.pointee.route
            let end: TextPlace?
            if let route, features.watch != nil { open.note(route) }
            if let route, !route.isPassedOver { end = routed(next, route, &open, isRepeated: false) } else { end = leave(next) }
            index &+= 1  // &+=: fewer than bytes
            follower = text.follower(end, closing: UInt8(ascii: "]"))
        }
        guard case .end(let end) = follower else { return nil }
        depthLeft &+= 1  // &+=: was taken above
        features.close()
        return end
    }
}
