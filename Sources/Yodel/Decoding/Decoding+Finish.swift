// A model's end, where there is more to do than to go on behind it: values that have waited for better alternatives, nulls that stood for all of them,
// properties without which there is no model, the model's own code.
//
// Alternatives: of several keys for one property the best decides, in whatever order they come. Where types are converted that is the first in the list
// that is present, not null and fits; under rules that fail, the first that is present and not null, and it must fit. So a value of a lesser key waits
// until its object ends, and is then read unless a better one has been; it is put at once if nothing of it can be seen then.
//
//     {"n2": "x", "n1": 1}      into ["n1", "n2"]     n2 waits · n1 is put · the end: n2 is beaten, nobody looks at it

/// A value that waits for better alternatives.
struct WaitingPlace {
    struct Key: Hashable, Comparable {
        let property: Int
        let rank: UInt8

        init(_ leaf: Route.Leaf) {
            property = leaf.property.pointee.index
            rank = leaf.rank
        }

        static func < (left: Key, right: Key) -> Bool { (left.property, left.rank) < (right.property, right.rank) }
    }

    let place: TextPlace
    /// The value, if it stands in a text that is gone then.
    let value: DynamicValue?
    let leaf: Route.Leaf
    /// The way from its model.
    let steps: [DecodingStep]
    /// Whether its key came before.
    let isRepeated: Bool
}

extension Decoding where Features == AllFeatures {
    /// How a model ended.
    enum Finish {
        case done
        /// It turns out to be none.
        case rejected(DecodingFailure.Reason)
        case failed
    }

    /// Whether a value has to wait for better alternatives. What nobody would notice if a better one followed need not.
    func waits(_ leaf: Route.Leaf, _ open: OpenModel) -> Bool {
        guard leaf.rank > 0 else { return false }
        // What comes later counts later.
        return leaf.property.pointee.mustWait || rules.mayFail || features.isReporting
            || open.past?.waiting[WaitingPlace.Key(leaf)]?.isEmpty == false
    }

    /// Lets a value wait for better alternatives.
    ///
    /// - Returns: Whether the decode goes on.
    mutating func wait(_ next: TextPlace, _ leaf: Route.Leaf, _ open: inout OpenModel, isRepeated: Bool) -> Bool {
        let key = WaitingPlace.Key(leaf)
        var own: DynamicValue?
        if features.levels > 0 {
            own = valueAtHand(next)
            if own == nil {
                var end = next
                guard let scalar = json(&end) else { return false }
                own = .json(scalar)
            }
        }
        let value = WaitingPlace(
            place: next, value: own, leaf: leaf, steps: features.steps.behind(open.steps),
            isRepeated: isRepeated || open.past?.waiting[key] != nil)
        open.madePast().waiting[key, default: []].append(value)
        open.note(leaf, isStored: false)
        return true
    }

    /// Reads what has waited in a model, which ends: for each property the best first, until one has been put.
    ///
    /// - Returns: Whether the decode goes on.
    mutating func settleWaiting(_ open: inout OpenModel) -> Bool {
        guard let past = open.past, !past.waiting.isEmpty else { return true }
        let waiting = past.waiting
        past.waiting = [:]
        for key in waiting.keys.sorted() {
            for value in waiting[key] ?? [] {
                if open.isBeaten(value.leaf) { break }
                for step in value.steps { features.open(step) }
                depthLeft -= value.steps.count
                let isStored: Bool
                if let own = value.value {
                    isStored = at(own) { $0.store($1, value, &open) }
                } else {
                    isStored = store(value.place, value, &open)
                }
                guard isStored else { return false }
                depthLeft += value.steps.count
                for _ in value.steps { features.close() }
            }
        }
        return true
    }

    /// Reads a value that has waited.
    ///
    /// - Parameter next: Its first byte.
    /// - Returns: Whether the decode goes on.
    private mutating func store(_ next: TextPlace, _ value: WaitingPlace, _ open: inout OpenModel) -> Bool {
        store(next, found(at: next), value.leaf, &open, isRepeated: value.isRepeated).end != nil
    }

    /// Notes where a null of an alternative stands, if somebody may ask.
    mutating func notePlace(ofNull leaf: Route.Leaf, _ next: TextPlace, _ open: inout OpenModel) {
        guard rules.failsOnMismatch || rules.scalars.contains(.failsOnNull) || features.isReporting else { return }
        let index = leaf.property.pointee.index
        let past = open.madePast()
        if let place = past.nulls.firstIndex(where: { $0.property == index }) {
            guard leaf.rank < past.nulls[place].rank else { return }
            past.nulls.remove(at: place)
        }
        past.nulls.append((index, leaf.rank, features.offset(next)))
    }

    /// Does what there is to do at a model's end, when nothing waits any more.
    ///
    /// - Parameter object: What it was made of, if that was kept.
    @inline(never)
    mutating func finish(_ open: inout OpenModel, of object: JSONObject?) -> Finish {
        let model = open.model
        if model.pointee.rest?.isFlattened == true, !settleFlattened(&open) { return .failed }
        if open.fieldState != nil {
            let all = rules.failsOnMissing
            let places = 0..<(all ? model.pointee.total : model.pointee.notedCount)
            func property(_ place: Int) -> PropertyRef { all ? model.property(place) : model.noted(place) }
            var first: Int?
            for place in places {
                // Mostly there is a value, and nothing to say.
                if open.fieldState(of: property(place))?.isStored == true { continue }
                guard finish(property(place), open) else { return .failed }
                guard first == nil, missing(property(place), open) != nil else { continue }
                first = place
                // What nulls do to the rest does not count any more, unless all that is wrong is noted.
                if !rules.notesMissing { break }
            }
            if let first, let finish = finish(open, missing: places[first...].map(property)) { return finish }
        }
        if settleRest(&open) == .failed { return .failed }
        guard open.complete() else { return .rejected(.missing(unmade(open), model.type)) }
        do {
            try open.withOwner { try model.callHooks($0, object) }
        } catch {
            return .rejected(.rejected(error, model.type))
        }
        return .done
    }

    /// Ends a model some of whose properties have got no value: all of them are named.
    ///
    /// - Returns: nil if there is a model all the same.
    private mutating func finish(_ open: OpenModel, missing properties: [PropertyRef]) -> Finish? {
        let missing = properties.compactMap { property in self.missing(property, open).map { (property: property, value: $0) } }
        let isRejected = missing.contains { $0.property.pointee.isRequired }
        if rules.notesMissing {
            // A value that does not fit has been noted where it is.
            for (property, value) in missing where open.fieldState(of: property)?.isNone == true {
                features.note(.missingKey, "a value", found: "none", .kept, at: open.start, path: value.path)
            }
            return isRejected ? .rejected(.missing([], open.model.type)) : nil
        }
        let reason = DecodingFailure.Reason.missing(missing.map(\.value), open.model.type)
        if missing.allSatisfy({ $0.property.pointee.isRequired }) { return .rejected(reason) }
        features.fail(reason, at: open.start)
        return .failed
    }

    /// The properties of a draft that hold no value.
    private func unmade(_ open: OpenModel) -> [MissingValue] {
        (0..<open.model.pointee.total).map(open.model.property).filter(open.isFresh).compactMap { property in
            path(to: property, rank: 0, open).map { MissingValue(property: open.model.name(of: property), path: $0, cause: nil) }
        }
    }

    /// Lets null count for a property of which all alternatives that came were null.
    ///
    /// - Returns: Whether the decode goes on.
    private mutating func finish(_ property: PropertyRef, _ open: OpenModel) -> Bool {
        guard let fieldState = open.fieldState(of: property), fieldState.hasNull && !fieldState.isStored && property.hasAlternatives else {
            return true
        }
        let verdict = storeNull(property, open)
        if verdict == .stored {
            if property.pointee.value.holdsNull { open.note(property) { $0.noteValue(rank: 0) } }
            return true
        }
        guard let null = open.past?.nulls.first(where: { $0.property == property.pointee.index }),
            let path = self.path(to: property, rank: null.rank, open)
        else { return true }
        if verdict == .kept {
            let scalars = rules.scalars
            features.note(
                .unexpectedNull, property.pointee.value.typeText, found: "null", .kept, at: null.offset, path: path,
                sender: SenderWords(expected: property.pointee.value.wanted(.unexpectedNull, scalars), found: "null"))
            return true
        }
        return mismatch(verdict, .null, at: null.offset, property.pointee.value, [], path: path)
    }

    /// Stores null in a property.
    mutating func storeNull(_ property: PropertyRef, _ open: OpenModel) -> Verdict {
        let plan = property.pointee.value
        // Null follows the rule for nulls, whatever makes the values.
        if property.pointee.transform != nil && !property.isOptional { return rules.scalars.nullForPresent }
        return put(in: property, open) { decoding, slot, state in
            guard let transform = property.transform else { return decoding.store(.null, at: decoding.text.first, plan, slot, state) }
            if transform.keepsNull, let wrapped = plan.pointee.wrapped {
                decoding.withScratch(wrapped) { _, payload in
                    wrapped.putNil(payload, fresh: true)
                    plan.wrap(slot, payload: payload, fresh: state.isFresh)
                }
                return .stored
            }
            plan.putNil(slot, fresh: state.isFresh)
            return .stored
        }
    }

    /// What is wrong with a property that has got no value; nil if nothing is.
    @inline(__always)
    private func missing(_ property: PropertyRef, _ open: OpenModel) -> MissingValue? {
        guard let fieldState = open.fieldState(of: property), !open.isMerge && !fieldState.isStored else { return nil }
        let isMissing =
            rules.failsOnMissing && fieldState.isNone && !property.isOptional && !(rules.honoursDefaults && property.pointee.isDrafted)
        // A property without a key cannot be missing.
        guard property.pointee.isRequired || isMissing, let path = path(to: property, rank: 0, open) else { return nil }
        let cause = open.past?.rejections.last { $0.property == property.pointee.index }?.failure
        return MissingValue(property: open.model.name(of: property), path: path, cause: cause)
    }

    /// The path of one of a property's keys, from the root.
    private func path(to property: PropertyRef, rank: UInt8, _ open: OpenModel) -> JSONPath? {
        func keys(_ level: LevelRef) -> [JSONPath.Component]? {
            for index in 0..<level.pointee.count {
                let entry = level.entry(index)
                let key = JSONPath.Component.key(entry.text)
                guard let route = entry.pointee.route else {
                    if entry.propertyIndex == property.pointee.index { return [key] }
                    continue
                }
                for leaf in (0..<route.pointee.leafCount).map(route.leaf) where leaf.property == property && leaf.rank == rank {
                    return [key]
                }
                if let child = route.pointee.child, let below = keys(child) { return [key] + below }
            }
            return nil
        }
        if let rest = open.model.pointee.rest?.last, rest.pointee.form == .cases, rest.pointee.property == property {
            return JSONPath(features.path.components + property.pointee.value.innermost.cases.tagPath.map { .key($0) })
        }
        return keys(open.model.pointee.level).map { JSONPath(features.path.components + $0) }
    }
}
