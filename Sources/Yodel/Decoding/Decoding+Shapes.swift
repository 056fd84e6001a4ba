// Properties whose transform says in which shapes a value may arrive, and leaves what the value is to the property's type: one value where there may be many,
// a value or the text of its document. Such a value is read where it stands, as that of a property without a transform.
//
//     tags is a [String]     "tags": "a"  ─> ["a"]        "tags": ["a", "b"]  ─> ["a", "b"]
//     name is a String       "name": ["Ann"]  ─> "Ann"    "name": ["Ann", "Bea"]  is a mismatch

extension Decoding where Features == AllFeatures {
    /// Reads a value whose shape a transform chooses, if the value is not the transform's to make.
    ///
    /// - Returns: nil if it is, or null.
    @inline(never)
    mutating func shaped(
        _ next: TextPlace, _ found: FoundKind, _ property: PropertyRef, _ kind: ValueTransform.Kind, _ open: OpenModel, _ state: SlotState
    ) -> Read? {
        if found == .null { return nil }
        switch kind {
        case .closures, .text, .unnamed: return nil
        case .textOrValue: return found == .string ? nil : untransformed(next, found, property, open, state)
        case .plain: return untransformed(next, found, property, open, state)
        case .oneOrMany: return oneOrMany(next, found, property, open, state)
        case .each: return each(next, found, property, open, state)
        }
    }

    /// Reads a value as the property's type says.
    private mutating func untransformed(
        _ next: TextPlace, _ found: FoundKind, _ property: PropertyRef, _ open: OpenModel, _ state: SlotState
    ) -> Read {
        if let access = property.access { return read(next, found, property, access, open, state) }
        return value(next, property.pointee.value, open.slot(of: property), state)
    }

    private mutating func oneOrMany(
        _ next: TextPlace, _ found: FoundKind, _ property: PropertyRef, _ open: OpenModel, _ state: SlotState
    ) -> Read {
        let inner = property.pointee.value.innermost
        if inner.pointee.kind == .sequence {
            let isReady = valueAtHand(next)?.own.map { type(of: $0) == inner.type } ?? false
            return found == .array || isReady ? untransformed(next, found, property, open, state) : one(next, property, open, state)
        }
        let isArrayItself = inner.pointee.kind.takesArrays || (inner.pointee.kind == .object && inner.model.pointee.isArray)
        guard found == .array && !isArrayItself else { return untransformed(next, found, property, open, state) }
        guard let value = valueAtHand(next) else { return only(of: next, next, property, open, state) }
        var read = within(value) { $0.only(of: $1, next, property, open, state) }
        if read.end != nil { read.end = LevelText.end(next) }
        return read
    }

    /// Reads a value as the only element of a sequence. One that does not fit leaves the property as it was.
    private mutating func one(_ next: TextPlace, _ property: PropertyRef, _ open: OpenModel, _ state: SlotState) -> Read {
        let plan = property.pointee.value
        let mark = arena.used
        var elements = ElementBuffer(plan.innermost.element)
        let read = value(next, elements.plan, elements.next(&arena), state.intersection(.awaited).union(.fresh))
        if read.isStored {
            unsafe elements.append()
            _ = put(in: property, open) { decoding, slot, state in
                plan.build(elements, in: slot, fresh: state.isFresh, &decoding.arena)
                return .stored
            }
            unsafe elements.deallocate()
        } else {
            if read.end == nil { features.willDestroy() }
            unsafe elements.destroy()
        }
        unsafe arena.release(to: mark)
        return read
    }

    /// Reads the only element of an array as the property's value. An array of none or of several is a mismatch.
    ///
    /// - Parameters:
    ///   - start: The array's opening bracket.
    ///   - place: Where the array counts as standing.
    private mutating func only(
        of start: TextPlace, _ place: TextPlace, _ property: PropertyRef, _ open: OpenModel, _ state: SlotState
    ) -> Read {
        guard depthLeft > 0 else {
            Features.isTooDeep(&self, at: place)
            return .failed
        }
        depthLeft &-= 1  // &-=: is above zero
        features.open(.index(0))
        let plan = property.pointee.value
        return withScratch(plan) { decoding, scratch in
            var (count, isMade) = (0, false)
            var follower = unsafe Optional(decoding.text.first(start + 1, closing: UInt8(ascii: "]")))
            while case .next(let next) = follower {
                let end: TextPlace?
                if count == 0 {
                    let read = decoding.value(next, plan, scratch, state.intersection(.awaited).union(.fresh))
                    isMade = read.isStored
                    end = read.end
                } else {
                    end = decoding.skip(next)
                }
                count &+= 1  // &+=: fewer than bytes
                follower = decoding.text.follower(end, closing: UInt8(ascii: "]"))
            }
            guard case .end(let end) = follower else {
                decoding.features.willDestroy()
                if isMade { plan.destroy(scratch) }
                return .failed
            }
            decoding.depthLeft &+= 1  // &+=: was taken above
            decoding.features.close()
            if count == 1 {
                if isMade { _ = decoding.put(scratch, in: property, open) }
                return Read(end: end, isStored: isMade)
            }
            if isMade { plan.destroy(scratch) }
            return decoding.unfit(.array, at: place, plan, state) ? Read(end: end, isStored: false) : .failed
        }
    }

    // MARK: Values of all elements

    /// Reads what stands in each element of an array. Elements that have nothing there are passed over; a value that does not fit is an element that does not.
    private mutating func each(
        _ next: TextPlace, _ found: FoundKind, _ property: PropertyRef, _ open: OpenModel, _ state: SlotState
    ) -> Read {
        let plan = property.pointee.value
        guard plan.innermost.pointee.kind == .sequence && found == .array else {
            guard let end = skip(next) else { return .failed }
            if unfit(found, at: next, plan, state) { return Read(end: end, isStored: false) }
            endsBehind(found, at: end)
            return .failed
        }
        var end = next
        let offset = features.offset(next)
        guard let value = json(&end) else { return .failed }
        // All of them count as standing where the array does; their paths tell them apart.
        let outer = features.fixedOffset
        features.fixedOffset = offset
        let isRead = each(value.arrayValue ?? [], at: property.transform?.path ?? [], property, open)
        features.fixedOffset = outer
        return isRead ? Read(end: end, isStored: true) : .failed
    }

    /// - Returns: Whether the decode goes on.
    private mutating func each(_ values: [JSONValue], at path: [Box<String>], _ property: PropertyRef, _ open: OpenModel) -> Bool {
        let plan = property.pointee.value
        let mark = arena.used
        var elements = ElementBuffer(plan.innermost.element)
        for (index, value) in values.enumerated() {
            var part = Optional(value)
            for key in path { part = part?[key.value] }
            guard let part else { continue }
            features.open(.index(index))
            for key in path { features.open(.name(of: key)) }
            let read = at(.json(part)) { $0.value($1, elements.plan, elements.next(&$0.arena), [.fresh, .element]) }
            guard read.end != nil else {
                features.willDestroy()
                unsafe elements.destroy()
                unsafe arena.release(to: mark)
                return false
            }
            for _ in 0...path.count { features.close() }
            if read.isStored { unsafe elements.append() }
        }
        _ = put(in: property, open) { decoding, slot, state in
            plan.build(elements, in: slot, fresh: state.isFresh, &decoding.arena)
            return .stored
        }
        unsafe elements.deallocate()
        unsafe arena.release(to: mark)
        return true
    }
}
