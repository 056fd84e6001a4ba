// Plain models: a struct is filled where it stands, an instance of a class where it is or in a new one.

/// Where the values of an object's keys go.
protocol ObjectSink {
    /// What becomes of keys that a level does not have.
    associatedtype Others: OtherKeys = PassedKeys

    /// Whether it matters which values have been stored.
    var isDraft: Bool { get }
    /// Whether the rules of missing keys and of those that come twice are kept; known to the compiler.
    var tracksKeys: Bool { get }

    /// Reads the value of a property.
    func property(_ next: TextPlace, _ entry: EntryRef, _ decoding: inout Decoding<NoFeatures>) -> Decoding<NoFeatures>.Read
}

/// A model's memory.
@safe struct MemorySink: ObjectSink {
    // SAFETY: a value or an instance of the model stands at the base, or a draft of one, as long as its object is read.
    let base: MutableAddress
    let isDraft: Bool
    var tracksKeys: Bool { @inline(__always) get { false } }

    @inline(__always)
    func property(_ next: TextPlace, _ entry: EntryRef, _ decoding: inout Decoding<NoFeatures>) -> Decoding<NoFeatures>.Read {
        // SAFETY: the offset is that of a property of the plan's type in a value or an instance of the model's.
        let slot = unsafe Slot(base + entry.pointee.offset, of: entry.pointee.value.type)
        // In a draft, the slots of the most frequent types hold values as well, or what needs none.
        return decoding.property(next, entry, slot, isDraft ? entry.pointee.draftState : [])
    }
}

/// A model's memory where the rules look at each key.
struct TrackingSink: ObjectSink {
    fileprivate let memory: MemorySink

    var isDraft: Bool { memory.isDraft }
    var tracksKeys: Bool { @inline(__always) get { true } }

    @inline(__always)
    func property(_ next: TextPlace, _ entry: EntryRef, _ decoding: inout Decoding<NoFeatures>) -> Decoding<NoFeatures>.Read {
        memory.property(next, entry, &decoding)
    }
}

extension Decoding where Features == NoFeatures {
    /// Reads an object into a struct.
    ///
    /// - Parameters:
    ///   - next: Behind its opening bracket.
    ///   - inner: The struct's plan; `plan` has the optionals around it.
    mutating func object(_ next: TextPlace, _ plan: PlanRef, _ inner: PlanRef, _ slot: Slot, _ state: SlotState) -> Read {
        let fresh = state.isFresh
        if let draft = inner.model.pointee.draft { return drafted(next, plan, inner, draft, slot, fresh: fresh) }
        if fresh || plan.isEmpty(slot) { putDefault(plan, inner, slot, fresh: fresh) }
        // SAFETY: an optional's payload stands at its start (the canary checks it).
        let model = inner.model
        let end = model.pointee.required == 0 ? filled(next, model.pointee.level, slot.address) : fill(next, model, requiring: slot.address)
        if end == nil && fresh { plan.destroy(slot) }
        return Read(end: end, isStored: end != nil)
    }

    /// Reads an object into a struct that has no `init()`: always a new one.
    @inline(never)
    private mutating func drafted(
        _ next: TextPlace, _ plan: PlanRef, _ inner: PlanRef, _ draft: DraftRef, _ slot: Slot, fresh: Bool
    ) -> Read {
        guard plan == inner && fresh else {
            return withScratch(inner) { decoding, scratch in
                let read = decoding.drafted(next, inner, inner, draft, scratch, fresh: true)
                if read.isStored { decoding.store(through: plan, slot, fresh: fresh) { inner.move(scratch, to: $0, fresh: $1) } }
                return read
            }
        }
        draft.begin(slot.address)
        let (end, come) = fill(next, inner.model.pointee.level, draft: slot.address)
        if end != nil, draft.complete(slot.address, come) { return Read(end: end, isStored: true) }
        draft.destroy(slot.address, come)
        return .failed
    }

    /// Reads an object into an instance of a class: the one that is there, if it is of the very class, or a new one.
    mutating func instance(_ next: TextPlace, _ plan: PlanRef, _ inner: PlanRef, _ slot: Slot, _ state: SlotState) -> Read {
        let fresh = state.isFresh
        let isNew = fresh || plan.isEmpty(slot)
        if isNew { putDefault(plan, inner, slot, fresh: fresh) }
        guard unsafe isNew || inner.isOwn(slot.instance) else { return .failed }
        // Retained while it is filled: code that runs when a value in it is replaced may drop the reference.
        let retained = unsafe slot.instance.retain()
        let end = filled(next, inner.model.pointee.level, retained.address)
        unsafe retained.release()
        if end == nil && fresh { plan.destroy(slot) }
        return Read(end: end, isStored: end != nil)
    }

    /// Makes a model where it is to stand.
    ///
    /// - Parameter slot: Where optionals are around it, fresh memory or one without a model.
    @inline(__always)
    private func putDefault(_ plan: PlanRef, _ inner: PlanRef, _ slot: Slot, fresh: Bool) {
        if plan == inner { return inner.putDefault(slot, fresh: fresh) }
        // What is there is nil, which holds nothing.
        inner.putDefault(slot, fresh: true)
        plan.markAsPresent(slot, inner)
    }

    /// Reads the keys and values of an object into a value or an instance that is there.
    ///
    /// - Parameters:
    ///   - start: Behind its opening bracket.
    ///   - level: The model's own keys.
    ///   - base: What is filled.
    /// - Returns: Behind its closing bracket; nil to give up.
    @inline(__always)
    private mutating func filled(_ start: TextPlace, _ level: LevelRef, _ base: MutableAddress) -> TextPlace? {
        if features.tracksKeys { return fill(start, level, tracking: MemorySink(base: base, isDraft: false)).end }
        return fill(start, level, base)
    }

    /// - Parameters: Those of `filled`.
    @inline(never)
    private mutating func fill(_ start: TextPlace, _ level: LevelRef, _ base: MutableAddress) -> TextPlace? {
        keys(start, level, MemorySink(base: base, isDraft: false))
    }

    /// Reads the keys and values of an object into a value, some of whose properties have to come.
    ///
    /// - Returns: Behind its closing bracket; nil to give up: which of them are missing is told by the reader with all features.
    @inline(never)
    private mutating func fill(_ start: TextPlace, _ model: ModelRef, requiring base: MutableAddress) -> TextPlace? {
        let sink = MemorySink(base: base, isDraft: false)
        if features.tracksKeys {
            let (end, come) = fill(start, model.pointee.level, tracking: sink)
            return come & model.pointee.required == model.pointee.required ? end : nil
        }
        var come: UInt64 = 0
        let end = keys(start, model.pointee.level, sink, &come)
        return come & model.pointee.required == model.pointee.required ? end : nil
    }

    /// Reads the keys and values of an object into a draft.
    ///
    /// - Returns: Behind its closing bracket, nil to give up; and a bit for each key of the model that is tracked and whose value has come.
    @inline(never)
    private mutating func fill(
        _ start: TextPlace, _ level: LevelRef, draft base: MutableAddress
    ) -> (end: TextPlace?, come: UInt64) {
        let sink = MemorySink(base: base, isDraft: true)
        if features.tracksKeys { return fill(start, level, tracking: sink) }
        var come: UInt64 = 0
        let end = keys(start, level, sink, &come)
        return (end, come)
    }

    /// Reads the keys and values of an object under rules that look at each key.
    ///
    /// - Returns: As of a draft.
    @inline(never)
    private mutating func fill(
        _ start: TextPlace, _ level: LevelRef, tracking sink: MemorySink
    ) -> (end: TextPlace?, come: UInt64) {
        var come: UInt64 = 0
        let end =
            features.watch == nil
            ? keys(start, level, TrackingSink(memory: sink), &come)
            : rules.asksForPresence
                ? watchedKeys(start, level, TrackingSink(memory: sink), &come) : watchedKeys(start, level, sink, &come)
        return (end, come)
    }

    /// Reads the keys and values of an object.
    ///
    /// - Parameters: Those of the other one.
    @inline(__always)
    mutating func keys(_ start: TextPlace, _ level: LevelRef, _ sink: some ObjectSink) -> TextPlace? {
        var seen: UInt64 = 0
        return keys(start, level, sink, &seen)
    }

    /// Reads the keys and values of an object on the way of a path.
    ///
    /// - Parameters: Those of `keys`.
    @inline(never)
    private mutating func below(
        _ start: TextPlace, _ level: LevelRef, _ sink: some ObjectSink, _ seen: inout UInt64
    ) -> TextPlace? {
        keys(start, level, sink, &seen)
    }

    /// Reads the keys and values of an object.
    ///
    /// - Parameters:
    ///   - start: Behind its opening bracket.
    ///   - level: The model's own keys, or those below one of them.
    ///   - sink: Where the values go.
    ///   - seen: A bit for each key of the model that is tracked and has come; of a draft, whose value has.
    /// - Returns: Behind its closing bracket; nil to give up.
    @inline(__always)
    mutating func keys<Sink: ObjectSink>(
        _ start: TextPlace, _ level: LevelRef, _ sink: Sink, _ seen: inout UInt64
    ) -> TextPlace? {
        if sink.tracksKeys && !level.mayTrackKeys(missing: rules.failsOnMissing) { return nil }
        var present: UInt64 = 0
        var counted: UInt64 = 0
        var expected = level.first
        depthLeft &-= 1  // &-=: the caller has seen that it is above zero
        var follower = Optional(text.first(start, closing: UInt8(ascii: "}")))
        while case .next(let next) = follower {
            guard unsafe next.byte == UInt8(ascii: "\"") else { return nil }
            var (entry, behind) = (expected, next)
            let length = unsafe text.length(of: expected, at: next + 1)
            if length >= 0 {
                behind = unsafe next + (length &+ 2)  // &+: a key's length
            } else {
                let other = otherKey(next, level, expected, Sink.Others.self)
                guard let place = other.end else { return nil }
                guard let found = other.entry else {
                    follower = .end(place)
                    break
                }
                (entry, behind) = (found, place)
            }
            guard let start = text.colon(behind) else { return nil }
            expected = entry.next
            if sink.tracksKeys {
                let own = 1 as UInt64 &<< UInt64(truncatingIfNeeded: entry.pointee.index)  // &<<: below 64
                guard present & own == 0 || !rules.failsOnDuplicateKey else { return nil }
                present |= own
            }
            var bit: UInt64 = 0
            if entry.pointee.isTracked {
                bit = entry.pointee.bit
                // A model or a path that comes a second time starts afresh, and of alternatives the best counts: that is read with all features.
                guard seen & bit == 0 else { return nil }
                seen |= bit
            }
            let end: TextPlace?
            if entry.pointee.isTracked, let route = entry.pointee.route, !isReadPlainly(start, entry) {
                end = routed(start, entry, route, sink, &seen)
            } else {
                if Sink.Others.areCounted { features.note(entry.propertyIndex, &counted) }
                let read = sink.property(start, entry, &self)
                if !read.isStored && (sink.isDraft || entry.pointee.isNeeded) {
                    seen &= ~bit
                    if entry.pointee.isNeeded && rules.failsOnDuplicateKey { return nil }
                }
                end = read.end
            }
            follower = text.follower(end, closing: UInt8(ascii: "}"))
        }
        guard case .end(let end) = follower else { return nil }
        if Sink.Others.areCounted { features.frame.come |= counted }
        if sink.tracksKeys && rules.failsOnMissing && present & level.pointee.awaited != level.pointee.awaited { return nil }
        depthLeft &+= 1  // &+=: was taken above
        return end
    }

    /// Whether the value of a key with a route is read as that of a plain key.
    @inline(__always)
    private func isReadPlainly(_ next: TextPlace, _ entry: EntryRef) -> Bool {
        unsafe entry.pointee.isNeeded && next.byte != UInt8(ascii: "n") && rules.emptyAsNull.isEmpty
    }

    /// Reads the value of a key that is the way to others, or an alternative.
    ///
    /// - Parameters: Those of `keys`.
    /// - Returns: Behind the value; nil to give up.
    @inline(never)
    private mutating func routed<Sink: ObjectSink>(
        _ next: TextPlace, _ entry: EntryRef, _ route: RouteRef, _ sink: Sink, _ seen: inout UInt64
    ) -> TextPlace? {
        // The tag of an enum, which has been read.
        if entry.pointee.target == .unwanted { return skip(next) }
        let isNull = unsafe next.byte == UInt8(ascii: "n")
        if let child = route.pointee.child {
            // Null is no object on the way of a path; what is none else is read with all features.
            if isNull { return skip(next) }
            guard unsafe next.byte == UInt8(ascii: "{") && depthLeft > 0 else { return nil }
            return unsafe below(next + 1, child, sink, &seen)
        }
        if Sink.Others.areCounted {
            var counted: UInt64 = 0
            features.note(entry.propertyIndex, &counted)
            features.frame.come |= counted
        }
        let others = seen & (isNull ? route.pointee.alternatives & ~entry.pointee.bit : route.pointee.better)
        if others != 0 {
            // A better one has a value, or any if this is null.
            return forget(entry, &seen) ? skip(next) : nil
        }
        // Whether it fits does not matter yet: of a value that says nothing only the reader with all features knows what follows.
        if !rules.emptyAsNull.isEmpty, saysNothing(next) { return nil }
        let read = sink.property(next, entry, &self)
        // What gives no value leaves the place to another alternative: null, if nothing else depends on it.
        let isOpen = entry.pointee.value.pointee.direct != nil && (isNull ? !route.leaf(0).property.pointee.isAwaited : !read.isStored)
        if isOpen || (!read.isStored && (sink.isDraft || route.leaf(0).property.pointee.isRequired)) {
            guard forget(entry, &seen) else { return nil }
        }
        return read.end
    }

    /// Lets a key count as one that has not come.
    ///
    /// - Returns: Whether nobody asks if it comes twice.
    private func forget(_ entry: EntryRef, _ seen: inout UInt64) -> Bool {
        seen &= ~entry.pointee.bit
        return !rules.failsOnDuplicateKey
    }

    /// Passes over keys that a level does not have, and their values.
    ///
    /// - Parameters:
    ///   - start: A key that is not the expected one: its first quote.
    ///   - expected: The entry that comes next if the keys are in order.
    /// - Returns: The first key that the level has, and behind it; no key and behind the object, where none comes; no place to give up.
    @inline(never)
    private mutating func otherKey<Others: OtherKeys>(
        _ start: TextPlace, _ level: LevelRef, _ expected: EntryRef, _ others: Others.Type
    ) -> (entry: EntryRef?, end: TextPlace?) {
        var next = start
        while true {
            guard let key = unsafe content(next + 1) else { return (nil, nil) }
            if let entry = level.entry(of: key.bytes, expected: expected) { return (entry, key.end) }
            guard !rules.failsOnUnknownKey, let value = text.colon(key.end) else { return (nil, nil) }
            if others.areCounted { features.watch?.pointee.noteUnknown(key.bytes, features.frame.node, level) }
            let end = unsafe value.byte == UInt8(ascii: "\"") ? content(value + 1, isWanted: false)?.end : skip(value)
            switch text.follower(end, closing: UInt8(ascii: "}")) {
            case .next(let place):
                guard unsafe place.byte == UInt8(ascii: "\"") else { return (nil, nil) }
                next = place
            case .end(let place): return (nil, place)
            case nil: return (nil, nil)
            }
            let length = unsafe text.length(of: expected, at: next + 1)
            if length >= 0 { return unsafe (expected, next + (length &+ 2)) }  // &+: a key's length
        }
    }
}
