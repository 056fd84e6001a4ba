// Enums whose tags or payload do not stand at keys of their own object alone: at the ends of paths, several tags, a payload whose key the tag names.
//
// Of equal keys the last counts, at each level: a tag is looked for to the end of its object, and what follows in the object is seen when its payload is read.
// Containers are read ahead once and stepped over, so that objects inside each other take linear time here, too.
//
//     {"data": {"type": "circle", "attributes": {"radius": 1}}}     tag at data.type ── all keys of the form ── payload at data.attributes

extension Decoding where Features == AllFeatures {
    /// Which case the tags of an object name.
    private enum Named {
        /// One of the names of the enum's cases.
        case name(Int)
        /// None: a tag, what stands at it (nil: it is missing), and where.
        case none(tag: [KnownKey], FoundKind?, at: Int)
        case failed
    }

    /// Reads an object whose tags and payload stand where paths lead.
    mutating func placed(_ next: TextPlace, _ target: CaseTarget) -> Read {
        guard let places = target.cases.places else { return .failed }
        let (name, index): (CaseName, Int)
        switch self.name(in: next, places, target) {
        case .failed: return .failed
        case .none(let tag, let found, let offset): return unnamed(next, tag, found, offset, target)
        case .name(let found): (name, index) = target.cases.names[found]
        }
        let plan = target.cases.cases[index].plan
        if places.content == .among && plan != nil {
            // Made of the value, not of a text in which its parts stand by reference.
            guard let whole = target.whole else { return payload(next, of: index, target) }
            return at(whole) { $0.payload($1, of: index, target) }
        }
        guard let end = keys(of: next, places.keys, named: name.only?.key, target) else { return .failed }
        let way = places.contentPath(name)
        guard let plan else {
            guard way.isEmpty || mayBeNothing(way, in: next, target) else { return .failed }
            put(index, nil, target)
            return Read(end: end, isStored: true)
        }
        guard let read = content(way[...], in: next, of: index, target) else {
            guard plan.pointee.optionalDepth > 0 else { return missing(way, next, end, target) }
            withScratch(plan) { decoding, scratch in
                plan.putNil(scratch, fresh: true)
                decoding.put(index, scratch, target)
            }
            return Read(end: end, isStored: true)
        }
        return Read(end: read.end.map { _ in end }, isStored: read.isStored)
    }

    // MARK: Tags

    /// Reads the tags of an object. Each leaves the names that have its value.
    private mutating func name(in next: TextPlace, _ places: CasePlaces, _ target: CaseTarget) -> Named {
        let names = target.cases.names
        let converts = rules.scalars.contains(.converts)
        var left = Array(names.indices)
        for (tag, way) in places.tags.enumerated() {
            var found: FoundKind?
            var offset = features.offset(next)
            let goesOn = atEnd(of: way[...], in: next) { decoding, place in
                guard let place else {
                    left.removeAll { names[$0].name.parts[tag] != nil }
                    return true
                }
                found = decoding.found(at: place)
                offset = decoding.features.offset(place)
                switch decoding.tagText(at: place) {
                case .failed: return false
                case .other: left.removeAll { found != .null || names[$0].name.parts[tag] != nil }
                case .text(let bytes, let kind):
                    left.removeAll { names[$0].name.parts[tag]?.matches(bytes, kind, converts: converts) != true }
                }
                return true
            }
            guard goesOn else { return .failed }
            if left.isEmpty { return .none(tag: way, found, at: offset) }
        }
        return .name(left[0])
    }

    /// Goes to the last value at the end of a way.
    ///
    /// - Parameter body: Gets its place, or nil if there is none. The way of the decode is that to the value's object.
    /// - Returns: What `body` says; false after a failure.
    private mutating func atEnd(
        of way: ArraySlice<KnownKey>, in next: TextPlace, _ body: (inout Decoding, TextPlace?) -> Bool
    ) -> Bool {
        var place: TextPlace?
        guard let key = way.first, findTag(key, in: next, last: true, &place) else { return false }
        guard way.count > 1, let inner = place else { return body(&self, place) }
        guard found(at: inner) == .object else { return body(&self, nil) }
        features.open(.name(of: key.text))
        depthLeft &-= 1  // &-=: the caller has seen that it is above zero
        guard depthLeft > 0 else {
            Features.isTooDeep(&self, at: inner)
            return false
        }
        let goesOn: Bool
        if let value = valueAtHand(inner) {
            goesOn = within(value) { $0.atEnd(of: way.dropFirst(), in: $1, body) }
        } else {
            goesOn = atEnd(of: way.dropFirst(), in: inner, body)
        }
        guard goesOn else { return false }
        features.close()
        depthLeft &+= 1  // &+=: was taken above
        return true
    }

    /// Reads an object that names no case: all of it is kept, if there is a case for that.
    private mutating func unnamed(
        _ next: TextPlace, _ tag: [KnownKey], _ found: FoundKind?, _ offset: Int, _ target: CaseTarget
    ) -> Read {
        if let index = target.cases.other(isObject: true) { return other(next, index, target) }
        guard let found else { return missing(tag, next, nil, target) }
        let path = JSONPath(features.path.components + tag.map { .key($0.text.value) })
        let goesOn = mismatch(
            verdict(ofTag: found, target), found, at: offset, target.plan, target.state, path: path, hint: target.cases.hint)
        return goesOn ? Read(end: behind(next, target), isStored: false) : .failed
    }

    // MARK: Payloads

    /// Reads the payload at the end of a way.
    ///
    /// - Returns: nil if there is nothing.
    private mutating func content(_ way: ArraySlice<KnownKey>, in next: TextPlace, of index: Int, _ target: CaseTarget) -> Read? {
        var place: TextPlace?
        guard let key = way.first, findTag(key, in: next, last: true, &place) else { return .failed }
        guard let place else { return nil }
        if way.count == 1 { return under(key) { $0.payload(place, of: index, target) } }
        guard found(at: place) == .object else { return nil }
        var isThere = true
        let read = under(key) { decoding in
            guard decoding.depthLeft > 0 else {
                Features.isTooDeep(&decoding, at: place)
                return .failed
            }
            let read: Read?
            if let value = decoding.valueAtHand(place) {
                read = decoding.within(value) { $0.content(way.dropFirst(), in: $1, of: index, target) }
            } else {
                read = decoding.content(way.dropFirst(), in: place, of: index, target)
            }
            isThere = read != nil
            return read ?? Read(end: place, isStored: false)
        }
        return isThere ? read : nil
    }

    /// Looks at what stands in the place of a payload that there is none of: null and an empty object say nothing.
    ///
    /// - Returns: Whether the decode goes on.
    private mutating func mayBeNothing(_ way: [KnownKey], in next: TextPlace, _ target: CaseTarget) -> Bool {
        atEnd(of: way[...], in: next) { decoding, place in
            guard let place, let key = way.last, decoding.found(at: place) != .null, !decoding.isEmptyObject(place) else { return true }
            return decoding.goesOn(behindUnknown: key.text.value, at: place, target.cases.type)
        }
    }

    private func isEmptyObject(_ place: TextPlace) -> Bool {
        guard found(at: place) == .object else { return false }
        switch valueAtHand(place) {
        case nil: return saysNothing(place)
        case .json(let value): return value.objectValue?.isEmpty == true
        case .plain(let value, _):
            guard case .object(let pairs) = PlainValue(value) else { return false }
            return pairs.isEmpty
        }
    }

    // MARK: Keys

    /// Reads over the keys of an object of which only those of the form are known.
    ///
    /// - Parameter name: The case's, where that is the payload's key.
    /// - Returns: Behind the object; nil after a failure.
    private mutating func keys(
        of next: TextPlace, _ known: [FormKey], named name: KnownKey?, _ target: CaseTarget
    ) -> TextPlace? {
        depthLeft &-= 1  // &-=: the caller has seen that it is above zero
        features.open(.none)
        var come = [Bool](repeating: false, count: known.count)
        var follower = unsafe Optional(text.first(next + 1, closing: UInt8(ascii: "}")))
        while case .next(let place) = follower {
            var index: Int?
            var unknown: String?
            let wantsUnknown = features.tracksKeys
            let read = key(place) { bytes in
                index = known.firstIndex { ($0.key ?? name)?.matches(bytes) == true }
                if index == nil && wantsUnknown { unknown = String(valid: bytes) }
                return index != nil
            }
            guard let (_, start) = read else { return nil }
            var end: TextPlace?
            if let index, let key = known[index].key ?? name {
                features.step(.name(of: key.text))
                if come[index] {
                    guard goesOn(behindRepeatAt: place) else { return nil }
                }
                come[index] = true
                end = level(start, known[index].below, named: name, target)
            } else {
                features.step(.none)
                if let unknown {
                    guard goesOn(behindUnknown: unknown, at: place, target.cases.type) else { return nil }
                }
                end = passOver(start)
            }
            follower = text.follower(end, closing: UInt8(ascii: "}"))
        }
        guard case .end(let end) = follower else { return nil }
        features.close()
        depthLeft &+= 1  // &+=: was taken above
        return end
    }

    /// Reads over the value of a key of the form, which may lead to others.
    private mutating func level(_ start: TextPlace, _ below: [FormKey], named name: KnownKey?, _ target: CaseTarget) -> TextPlace? {
        guard !below.isEmpty, found(at: start) == .object else { return passOver(start) }
        guard depthLeft > 0 else {
            Features.isTooDeep(&self, at: start)
            return nil
        }
        guard let value = valueAtHand(start) else { return keys(of: start, below, named: name, target) }
        return within(value) { $0.keys(of: $1, below, named: name, target) }.map { _ in LevelText.end(start) }
    }
}
