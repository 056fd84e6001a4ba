// The properties of a key that is more than one plain property's: several of them, an alternative, a required one, one with code of its own. The value
// is read once for each of them, from the same place.

extension Decoding where Features == AllFeatures {
    /// How the value of a key ended for one of its properties.
    enum LeafRead {
        /// Behind the value.
        case read(TextPlace)
        /// The property has no use for the value, or not yet.
        case passedOver
        case failed
    }

    /// Whether a scalar is all there: what is wrong with its text comes before what is wrong with its value.
    mutating func isWhole(_ next: TextPlace) -> Bool { skip(next) != nil }

    /// Reads a value into one of the properties of its key.
    mutating func put(
        _ next: TextPlace, _ found: FoundKind, _ leaf: Route.Leaf, _ open: inout OpenModel, isRepeated: Bool
    ) -> LeafRead {
        if open.isBeaten(leaf) { return .passedOver }
        if found == .null {
            if rules.scalars.contains(.keepsOnNull) { return .passedOver }
            guard isWhole(next) else { return .failed }
            if leaf.property.hasAlternatives {
                // Another alternative may have a value: what null means is known at the object's end.
                open.note(leaf.property) { $0.noteNull() }
                notePlace(ofNull: leaf, next, &open)
                return .passedOver
            }
            open.note(leaf.property) {
                $0.forgetValue()
                $0.noteNull()
            }
        } else if waits(leaf, open) {
            guard readAhead(next) != nil && wait(next, leaf, &open, isRepeated: isRepeated) else { return .failed }
            return .passedOver
        }
        let read = store(next, found, leaf, &open, isRepeated: isRepeated)
        return read.end.map { .read($0) } ?? .failed
    }

    /// Whether a value that is no null goes straight to its property, for which there was nothing before: what `put` and `store` look at is settled then.
    @inline(__always)
    func mayPutFirst(_ next: TextPlace, _ property: PropertyRef, _ open: OpenModel) -> Bool {
        guard unsafe next.byte != UInt8(ascii: "n") && features.levels == 0 && rules.emptyAsNull.isEmpty && !open.isMerge else {
            return false
        }
        guard !property.isIndirect && !property.hasAlternatives, let fieldState = open.fieldState(of: property) else { return false }
        return fieldState.isUntouched
    }

    /// Reads such a value.
    ///
    /// - Parameter entry: That of the key, if it is the property's alone.
    /// - Returns: Behind the value; nil after a failure.
    @inline(__always)
    mutating func putFirst(_ next: TextPlace, _ leaf: Route.Leaf, _ entry: EntryRef?, _ open: inout OpenModel) -> TextPlace? {
        let property = leaf.property
        var state: SlotState = open.draft != nil && property.pointee.draftState.isFresh ? .fresh : []
        if property.pointee.isRequired { state.insert(.awaited) }
        features.forgetRejection()
        let slot = open.slot(of: property)
        let read = entry.map { self.property(next, $0, slot, state) } ?? value(next, property.pointee.value, slot, state)
        if read.isStored { open.hold(property) }
        if read.end != nil { open.note(leaf, isStored: read.isStored) }
        if !read.isStored, property.pointee.isRequired { noteRejection(property, rank: leaf.rank, &open) }
        return read.end
    }

    /// Reads a value into a property that need not wait for better alternatives.
    mutating func store(_ next: TextPlace, _ found: FoundKind, _ leaf: Route.Leaf, _ open: inout OpenModel, isRepeated: Bool) -> Read {
        let property = leaf.property
        var state: SlotState = isRepeated || open.fieldState(of: property)?.isStored == true ? .restarts : []
        if open.isMerge { state.insert(.merges) }
        if open.isFresh(property) { state = .fresh }
        if property.pointee.isRequired { state.insert(.awaited) }
        features.forgetRejection()
        let mayBeEmpty = !rules.emptyAsNull.isEmpty
        if mayBeEmpty {
            features.empty = nil
            if property.hasAlternatives { state.insert(.yields) }
        }
        let read: Read
        if !property.isIndirect {
            read = value(next, property.pointee.value, open.slot(of: property), state)
        } else if let transform = property.transform {
            if let inPlace = shaped(next, found, property, transform.kind, open, state) {
                read = inPlace
            } else {
                read = convert(next, found, property, transform, open)
            }
        } else if let access = property.access {
            read = self.read(next, found, property, access, open, state)
        } else {
            read = value(next, property.pointee.value, open.slot(of: property), state)
        }
        if read.isStored { open.hold(property) }
        if mayBeEmpty && wasEmpty(next) && read.end != nil {
            noteEmpty(leaf, next, &open, isStored: read.isStored)
            return read
        }
        if read.end != nil, found != .null || (read.isStored && property.pointee.value.holdsNull) {
            open.note(leaf, isStored: read.isStored)
        }
        if !read.isStored, property.pointee.isRequired { noteRejection(property, rank: leaf.rank, &open) }
        return read
    }

    /// Notes why a value did not fit a required property, or an object was rejected that would have been it: without another value, the model around it is
    /// rejected too, and says why.
    ///
    /// Apart from `store`, which is below itself for values inside each other and must take little of the stack.
    @inline(never)
    func noteRejection(_ property: PropertyRef, rank: UInt8, _ open: inout OpenModel) {
        guard let rejection = features.rejection, rejection.steps == features.steps.count else { return }
        // One for each property, the last of its best alternative, is all that is asked for: no document makes the list long.
        let index = property.pointee.index
        let past = open.madePast()
        if past.rejections.contains(where: { $0.property == index && $0.rank < rank }) { return }
        past.rejections.removeAll { $0.property == index }
        past.rejections.append((index, rank, rejection.failure))
    }

    /// Reads a value into memory of its own, from which the property is set.
    mutating func read(
        _ next: TextPlace, _ found: FoundKind, _ property: PropertyRef, _ access: PropertyAccess, _ open: OpenModel, _ state: SlotState
    ) -> Read {
        let plan = property.pointee.value
        // A nested model is changed, so the work begins with what is there.
        let isContainer = found.isContainer && !state.isFresh
        return withScratch(plan) { decoding, slot in
            if isContainer { open.withOwner { access.get($0.value, into: slot.address) } }
            let read = decoding.value(next, plan, slot, isContainer ? state : state.intersection([.awaited, .yields]).union(.fresh))
            if read.isStored {
                decoding.set(property, access, movingFrom: slot, open)
            } else if isContainer {
                if read.end == nil { decoding.features.willDestroy() }
                plan.destroy(slot)
            }
            return read
        }
    }

    // MARK: Repeats

    /// An inner node of a path has come again: what was set below it goes back to what `init()` gives, as a nested model would.
    mutating func startAfresh(_ level: LevelRef, _ open: inout OpenModel) {
        let model = open.model
        if model.pointee.draft != nil { return startDraftAfresh(level, &open) }
        model.withDefault { source in startAfresh(level, from: source, &open) }
    }

    /// Of a model that has no `init()`: what was set goes back to not having come. Where the caller's value is changed, it stays as it is.
    private mutating func startDraftAfresh(_ level: LevelRef, _ open: inout OpenModel) {
        for index in 0..<level.pointee.count {
            let entry = level.entry(index)
            guard let route = entry.pointee.route else {
                let property = open.model.property(entry.propertyIndex)
                open.restart(property)
                open.note(property) { $0 = FieldState() }
                continue
            }
            for index in 0..<route.pointee.leafCount where open.forget(route.leaf(index)) { open.restart(route.leaf(index).property) }
            if let child = route.pointee.child { startDraftAfresh(child, &open) }
        }
    }

    /// - Parameter source: That of a fresh model.
    private mutating func startAfresh(_ level: LevelRef, from source: ModelPlace, _ open: inout OpenModel) {
        for index in 0..<level.pointee.count {
            let entry = level.entry(index)
            guard let route = entry.pointee.route else {
                let property = open.model.property(entry.propertyIndex)
                putDefault(property, from: source, open)
                open.note(property) { $0 = FieldState() }
                continue
            }
            for index in 0..<route.pointee.leafCount {
                let leaf = route.leaf(index)
                guard open.forget(leaf) else { continue }
                putDefault(leaf.property, from: source, open)
            }
            if let child = route.pointee.child { startAfresh(child, from: source, &open) }
        }
    }

    private mutating func putDefault(_ property: PropertyRef, from source: ModelPlace, _ open: OpenModel) {
        withScratch(property.pointee.value) { decoding, scratch in
            if let access = property.access {
                access.get(source.owner, into: scratch.address)
                return decoding.set(property, access, movingFrom: scratch, open)
            }
            property.pointee.value.withHandle { handle in
                unsafe handle.initializeCopy(scratch.address, from: source.base + property.pointee.offset)
                unsafe handle.put(open.slot(of: property).address, from: scratch.address, fresh: false)
            }
        }
    }
}
