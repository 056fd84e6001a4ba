// A model's end, where there is more to do than to close its frame: nulls that stood for all alternatives, properties without which there is
// no model, the model's own code. A model that turns out to be none leaves its place as it was.

extension MappingMachine {
    /// Ends the innermost frame, a model's.
    ///
    /// - Parameter object: What it was made of, if that was kept.
    @inline(never)
    mutating func finishModel(of object: JSONObject?) -> Bool {
        unsafe self.frame.pointee.kind = .object
        unsafe self.frame.pointee.entry = nil
        if unsafe !waiting.isEmpty {
            guard unsafe settleWaiting() else { return false }
        }
        let frame = unsafe self.frame
        let level = unsafe frame.pointee.level.unsafelyUnwrapped
        let model = unsafe level.pointee.model
        if unsafe frame.pointee.presence != nil {
            let all = unsafe rules.failsOnMissing
            let places = unsafe 0..<(all ? model.pointee.count : model.pointee.notedCount)
            func property(_ place: Int) -> UnsafePointer<PropertyPlan> {
                unsafe UnsafePointer(model.pointee.properties + (all ? place : model.pointee.noted[place]))
            }
            for place in places {
                guard unsafe finish(property(place)) else { return false }
                guard unsafe self.missing(property(place)) != nil else { continue }
                // All that is missing is named. What nulls do to the rest does not count any more.
                let rest = places[place...]
                let missing = rest.compactMap { unsafe self.missing(property($0)) }
                let fails = rest.contains { unsafe !property($0).pointee.isRequired && self.missing(property($0)) != nil }
                let reason = unsafe DecodingFailure.Reason.missing(missing, model.pointee.type)
                return unsafe fails ? fail(reason, at: frame.pointee.count) : reject(reason)
            }
        }
        unsafe forgetPast()
        if let hooks = unsafe model.pointee.hooks {
            do {
                unsafe try callHooks(hooks, object)
            } catch {
                return unsafe reject(.rejected(error, level.pointee.model.pointee.type))
            }
        }
        if unsafe frame.pointee.journalMark >= 0 {
            unsafe journaling -= 1
            unsafe journal?.forget(since: frame.pointee.journalMark, butFields: journaling > 0)
        }
        unsafe closeModel(frame)
        unsafe pop()
        return true
    }

    /// Lets null count for a property of which all alternatives that came were null.
    private mutating func finish(_ property: UnsafePointer<PropertyPlan>) -> Bool {
        let presence = unsafe frame.pointee.presence.unsafelyUnwrapped[property.pointee.index]
        guard unsafe presence.hasNull && !presence.isStored && property.pointee.hasAlternatives else { return true }
        let verdict = unsafe store(.null, in: property)
        if verdict == .stored { return true }
        let own = unsafe nulls.filter { unsafe $0.model == presenceAddress && $0.property == property.pointee.index }
        let null = own.min { $0.rank < $1.rank }
        guard let null, let path = unsafe self.path(to: property, rank: null.rank) else { return true }
        if verdict == .kept {
            guard unsafe report != nil else { return true }
            unsafe note(.unexpectedNull, name(of: property.pointee.value), found: "null", .kept, at: null.offset, path: path)
            return true
        }
        return unsafe mismatch(verdict, .null, property.pointee.value, path: path, at: null.offset)
    }

    /// Notes where a null of an alternative stands, if somebody may ask.
    mutating func notePlace(ofNull leaf: Route.Leaf) {
        guard unsafe rules.failsOnMismatch || rules.scalars.contains(.failsOnNull) || report != nil else { return }
        let null = unsafe AlternativeNull(
            model: presenceAddress, property: leaf.property.pointee.index, rank: leaf.rank, offset: position.tokenStart(.fixed(4)))
        // One for each property, the first of the best rank, is all that is asked for: no document makes the list long.
        var place = unsafe nulls.count
        while unsafe place > 0 && nulls[place - 1].model == null.model {
            place -= 1
            guard unsafe nulls[place].property == null.property else { continue }
            guard unsafe null.rank < nulls[place].rank else { return }
            unsafe nulls.remove(at: place)
            break
        }
        unsafe position.keepLines(.fixed(4))
        unsafe nulls.append(null)
    }

    /// Forgets what has been noted of the innermost model's values.
    private mutating func forgetPast() {
        guard unsafe !nulls.isEmpty || !rejections.isEmpty else { return }
        let model = unsafe presenceAddress
        unsafe nulls.removeAll { $0.model == model }
        unsafe rejections.removeAll { $0.model == model }
        unsafe forgetLines()
    }

    /// What is wrong with a property that has got no value.
    private func missing(_ property: UnsafePointer<PropertyPlan>) -> MissingValue? {
        let presence = unsafe frame.pointee.presence.unsafelyUnwrapped[property.pointee.index]
        if unsafe frame.pointee.isMerge || presence.isStored { return nil }
        let isMissing = unsafe rules.failsOnMissing && presence.isNone && !property.pointee.isOptional
        // A property without a key cannot be missing.
        guard unsafe property.pointee.isRequired || isMissing, let path = unsafe path(to: property, rank: 0) else { return nil }
        let record = unsafe frame.pointee.level.unsafelyUnwrapped.pointee.model.pointee.record.takeUnretainedValue()
        let cause = unsafe rejections.last { unsafe $0.model == presenceAddress && $0.property == property.pointee.index }?.failure
        return unsafe MissingValue(property: record.propertyNames[property.pointee.index], path: path, cause: cause)
    }

    /// The path of one of a property's keys, from the root.
    private func path(to property: UnsafePointer<PropertyPlan>, rank: UInt8) -> JSONPath? {
        func keys(_ level: UnsafePointer<KeyLevel>) -> [JSONPath.Component]? {
            for index in unsafe 0..<level.pointee.count {
                let entry = unsafe level.pointee.entries + index
                let key = unsafe JSONPath.Component.key(entry.pointee.key.text)
                guard let route = unsafe entry.pointee.route else {
                    if unsafe entry.pointee.property == property.pointee.index { return [key] }
                    continue
                }
                for leaf in unsafe 0..<route.pointee.leafCount {
                    let leaf = unsafe route.pointee.leaves[leaf]
                    if unsafe leaf.property == property && leaf.rank == rank { return [key] }
                }
                if let child = unsafe route.pointee.child, let below = unsafe keys(child) { return [key] + below }
            }
            return nil
        }
        guard let below = unsafe keys(frame.pointee.level.unsafelyUnwrapped) else { return nil }
        return unsafe JSONPath(path.components + below)
    }

    /// Calls what the model has to say at its end.
    private func callHooks(_ hooks: Unmanaged<Box<ModelHooks>>, _ object: JSONObject?) throws {
        // SAFETY: the model's record keeps the hooks alive.
        try unsafe hooks._withUnsafeGuaranteedRef { hooks in
            try unsafe withOwner { owner in
                if let object { unsafe try hooks.value.didDecode?(owner, object) }
                unsafe try hooks.value.validate?(owner)
            }
        }
    }

    /// Lends the innermost model as its own code gets it: the address of the value, or of a reference to the instance.
    func withOwner<R>(_ body: (UnsafeMutableRawPointer) throws -> R) rethrows -> R {
        let base = unsafe frame.pointee.base.unsafelyUnwrapped
        let isClass = unsafe frame.pointee.level.unsafelyUnwrapped.pointee.model.pointee.isClass
        guard isClass else { return try unsafe body(base) }
        // SAFETY: an instance's address is a reference to it; the frame, or that of the model around this level, keeps it alive. The machine
        // uses no pointer into the value while the body runs.
        var reference = unsafe base
        return try unsafe withUnsafeMutablePointer(to: &reference) { try unsafe body(UnsafeMutableRawPointer($0)) }
    }

    /// Takes the innermost model back: its place is as it was, and the object counts as one that does not fit.
    @inline(never)
    mutating func reject(_ reason: DecodingFailure.Reason) -> Bool {
        let start = unsafe frame.pointee.count
        let mark = unsafe frame.pointee.journalMark
        unsafe forgetPast()
        unsafe forgetWaiting()
        unsafe closeModel(frame)
        unsafe pop()
        if mark >= 0 {
            unsafe journal?.putBack(since: mark)
            unsafe journaling -= 1
        }
        return unsafe leaveRejected(reason, at: start)
    }

    /// Goes on without the object that has just been taken back, or fails.
    private mutating func leaveRejected(_ reason: DecodingFailure.Reason, at start: Int) -> Bool {
        let parent = unsafe frame
        switch unsafe parent.pointee.kind {
        case .array, .dictionary:
            // The element counts from its start, and nothing was there before.
            unsafe parent.pointee.count -= 1
            let plan = unsafe parent.pointee.element.unsafelyUnwrapped
            unsafe plan.pointee.withHandle {
                unsafe $0.deinitialize(parent.pointee.base.unsafelyUnwrapped + parent.pointee.count * plan.pointee.stride, count: 1)
            }
            // Its key is there again, without a value.
            if unsafe parent.pointee.kind == .dictionary { unsafe parent.pointee.flag = true }
        case .routed, .items:
            // The value is not there, so an alternative may still come.
            unsafe restorePresence()
        default: break
        }
        unsafe noteRejection(reason, at: start)
        let isElement = unsafe parent.pointee.kind == .array || parent.pointee.kind == .dictionary
        guard unsafe (isElement ? rules.failsOnInvalidElement : rules.failsOnMismatch) || parent.pointee.kind.isWholeValue else {
            if unsafe report != nil {
                let expected = unsafe expectation
                let action: DecodingReport.Action = isElement ? .leftOut : .kept
                let paths = reason.missingPaths
                for path in paths.isEmpty ? [nil] : paths {
                    unsafe note(reason.code, expected, found: "an object that it rejects", action, at: start, path: path)
                }
            }
            unsafe leaveOut()
            return true
        }
        return unsafe fail(reason, at: start)
    }

    /// Notes why an object was rejected that would have been the value of a required property: without another value, the model around it is
    /// rejected too, and says why.
    private mutating func noteRejection(_ reason: DecodingFailure.Reason, at start: Int) {
        var parent = unsafe frame
        // SAFETY: below a holder stands the frame of the model that the value is kept for; the bottom is none.
        while unsafe parent.pointee.kind == .holder { unsafe parent -= 1 }
        guard unsafe parent.pointee.kind == .routed || parent.pointee.kind == .items, let presence = unsafe parent.pointee.presence,
            let route = unsafe parent.pointee.entry?.pointee.route
        else { return }
        let model = UInt(bitPattern: presence)
        for index in unsafe 0..<route.pointee.leafCount {
            let (property, rank) = unsafe (route.pointee.leaves[index].property, route.pointee.leaves[index].rank)
            guard unsafe property.pointee.isRequired else { continue }
            // One for each property, the last of its best alternative, is all that is asked for: no document makes the list long.
            let isOwn = { (other: Rejection) in unsafe other.model == model && other.property == property.pointee.index }
            if unsafe rejections.contains(where: { isOwn($0) && $0.rank < rank }) { continue }
            unsafe rejections.removeAll(where: isOwn)
            unsafe rejections.append(
                Rejection(
                    model: model, property: property.pointee.index, rank: rank,
                    failure: DecodingFailure(reason: reason, offset: start, path: reason.path ?? path)))
        }
    }
}

extension FrameKind {
    /// Whether a value of the frame is the whole that was asked for: without it there is nothing to return.
    var isWholeValue: Bool { self == .root || self == .seek }
}

/// A null that an alternative of a property has had.
struct AlternativeNull {
    let model: UInt
    let property: Int
    let rank: UInt8
    let offset: Int
}

/// Why an object was rejected that would have been the value of a property.
struct Rejection {
    let model: UInt
    let property: Int
    let rank: UInt8
    let failure: DecodingFailure
}
