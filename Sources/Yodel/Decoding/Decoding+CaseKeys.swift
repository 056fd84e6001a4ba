// The keys of objects that name a case, and what follows when they name none.

extension Decoding where Features == AllFeatures {
    /// Looks for the first value of a key, or for the last.
    ///
    /// - Parameters:
    ///   - next: The object.
    ///   - isLast: Whether the last one is wanted.
    ///   - place: Where it is found; nil if it is not there.
    /// - Returns: Whether the decode goes on.
    mutating func find(_ wanted: KnownKey, in next: TextPlace, last isLast: Bool, _ place: inout TextPlace?) -> Bool {
        depthLeft &-= 1  // &-=: the caller has seen that it is above zero
        features.open(.none)
        var follower = unsafe Optional(text.first(next + 1, closing: UInt8(ascii: "}")))
        while case .next(let key) = follower {
            guard let (isWanted, start) = self.key(key, { wanted.matches($0) }) else { return false }
            if isWanted {
                place = start
                if !isLast { break }
            }
            follower = text.follower(passOver(start), closing: UInt8(ascii: "}"))
        }
        guard place != nil || follower != nil else { return false }
        features.close()
        depthLeft &+= 1  // &+=: was taken above
        return true
    }

    /// Reads over the keys of an object of which only some are known.
    ///
    /// - Parameters:
    ///   - next: The object.
    ///   - places: Where their values are, the last of each.
    ///   - isNoted: Whether keys that are unknown or come again are noted, or refused.
    /// - Returns: Behind the object; nil after a failure.
    mutating func keys(
        of next: TextPlace, _ known: [KnownKey], _ target: CaseTarget, _ places: inout [TextPlace?], isNoted: Bool = true
    ) -> TextPlace? {
        depthLeft &-= 1  // &-=: the caller has seen that it is above zero
        features.open(.none)
        var follower = unsafe Optional(text.first(next + 1, closing: UInt8(ascii: "}")))
        while case .next(let place) = follower {
            var index: Int?
            var unknown: String?
            let wantsUnknown = isNoted && features.tracksKeys
            let read = key(place) { bytes in
                index = known.firstIndex { $0.matches(bytes) }
                if index == nil && wantsUnknown { unknown = String(valid: bytes) }
                return index != nil
            }
            guard let (_, start) = read else { return nil }
            features.step(index.map { .name(of: known[$0].text) } ?? .none)
            if let index, places[index] != nil, isNoted {
                guard goesOn(behindRepeatAt: place) else { return nil }
            } else if let unknown {
                guard goesOn(behindUnknown: unknown, at: place, target.cases.type) else { return nil }
            }
            if let index { places[index] = start }
            follower = text.follower(passOver(start), closing: UInt8(ascii: "}"))
        }
        guard case .end(let end) = follower else { return nil }
        features.close()
        depthLeft &+= 1  // &+=: was taken above
        return end
    }

    /// Passes over the rest of an object.
    ///
    /// - Parameter next: One of its keys.
    /// - Returns: Behind the object; nil after a failure.
    mutating func rest(from next: TextPlace) -> TextPlace? {
        depthLeft &-= 1  // &-=: the object has been opened
        features.open(.none)
        var follower = Optional(DocumentText.Follower.next(next))
        while case .next(let place) = follower {
            guard let (_, start) = key(place, { _ in false }) else { return nil }
            follower = text.follower(skip(start), closing: UInt8(ascii: "}"))
        }
        guard case .end(let end) = follower else { return nil }
        features.close()
        depthLeft &+= 1  // &+=: was taken above
        return end
    }

    /// Reads a key.
    ///
    /// - Parameter isWanted: Looks at it.
    /// - Returns: What that says, and the value's first byte; nil after a failure.
    mutating func key(
        _ next: TextPlace, _ isWanted: (BorrowedBytes) -> Bool
    ) -> (isWanted: Bool, start: TextPlace)? {
        guard unsafe next.byte == UInt8(ascii: "\""), let key = unsafe content(next + 1) else {
            Features.isMissing(&self, at: next)
            return nil
        }
        let answer = isWanted(key.bytes)
        return text.colon(key.end).map { (answer, $0) }
    }

    /// Passes over a value that nobody wants. While a case is tried it may be wanted by another one, and is read ahead once for all of them.
    mutating func leave(_ next: TextPlace) -> TextPlace? {
        guard let tries = features.tries, tries.depth > 0 else { return skip(next) }
        return passOver(next)
    }

    /// Whether a value that is at hand and that nobody wants is within the limit of depth; if not, that is noted.
    mutating func mayPassOver(_ value: DynamicValue, at next: TextPlace) -> Bool {
        guard value.isDeeper(than: depthLeft) else { return true }
        Features.isTooDeep(&self, at: next)
        return false
    }

    /// Passes over a value that will be read again, or has been.
    mutating func passOver(_ next: TextPlace) -> TextPlace? {
        unsafe next.byte | 0x20 == UInt8(ascii: "{") && depthLeft > 0 ? readAhead(next) : skip(next)
    }

    /// What stands at a tag.
    enum TagText {
        /// A string, a number or a Boolean, as written in the document; valid until the next string is read.
        case text(BorrowedBytes, CaseName.Kind)
        /// Null or a container.
        case other
        case failed
    }

    /// Reads what stands at a tag.
    mutating func tagText(at tag: TextPlace) -> TagText {
        guard unsafe tag.byte == UInt8(ascii: "\"") else {
            depthLeft &-= 1  // &-=: the tag's object has been opened
            defer { depthLeft &+= 1 }  // &+=: was taken above
            guard let end = skip(tag) else { return .failed }
            switch found(at: tag) {
            case .number: return .text(text.text(from: tag, to: end), .number)
            case .boolean: return .text(text.text(from: tag, to: end), .truth)
            case .string, .null, .object, .array, .foreign: return .other
            }
        }
        guard let name = unsafe content(tag + 1) else {
            Features.isMissing(&self, at: tag)
            return .failed
        }
        return .text(name.bytes, .text)
    }

    /// The case that a tag names.
    ///
    /// - Parameter tag: Its value; nil if there is none.
    /// - Returns: An index, or nil for no case; nothing after a failure.
    mutating func index(at tag: TextPlace?, _ target: CaseTarget) -> Int?? {
        guard let tag else { return .some(nil) }
        switch tagText(at: tag) {
        case .text(let bytes, let kind):
            return .some(target.cases.index(tagged: bytes, kind, converts: rules.scalars.contains(.converts)))
        case .other: return .some(nil)
        case .failed: return nil
        }
    }

    // MARK: What names no case

    /// What is said of a tag that names no case.
    func verdict(ofTag found: FoundKind, _ target: CaseTarget) -> Verdict {
        switch found {
        case .string: .invalidValue
        case .number: target.cases.hasNames(.number) ? .invalidValue : .typeMismatch
        case .boolean: target.cases.hasNames(.truth) ? .invalidValue : .typeMismatch
        case .null: .unexpectedNull
        case .object, .array, .foreign: .typeMismatch
        }
    }

    /// A value makes no enum.
    ///
    /// - Parameters:
    ///   - place: What is wrong.
    ///   - next: The value.
    ///   - path: The way to what is wrong, if that is not the value.
    ///   - end: Behind the value, if that is known.
    mutating func misfit(
        _ verdict: Verdict, _ found: FoundKind, at place: TextPlace, in next: TextPlace, _ target: CaseTarget, path: JSONPath? = nil,
        end: TextPlace? = nil
    ) -> Read {
        if place == next && rules.emptyAsNull.has(found) && saysNothing(next) {
            guard let end = end ?? behind(next, target) else { return .failed }
            return storeEmpty(next, to: end, target.plan, target.slot, target.state)
        }
        let offset = features.offset(place)
        guard mismatch(verdict, found, at: offset, target.plan, target.state, path: path, hint: target.cases.hint) else {
            return .failed
        }
        return Read(end: end ?? behind(next, target), isStored: false)
    }

    /// Behind a value that makes no enum; nil if it is beyond a limit.
    mutating func behind(_ next: TextPlace, _ target: CaseTarget) -> TextPlace? {
        // Of a value at hand there is the text of one level, which cannot be passed over: the containers in it stand by reference.
        guard let whole = target.whole else { return skip(next) }
        return mayPassOver(whole, at: next) ? next : nil
    }

    /// An object has no value at the end of a way without which it is no enum.
    mutating func missing(_ way: [KnownKey], _ next: TextPlace, _ end: TextPlace?, _ target: CaseTarget) -> Read {
        let keys = way.map { JSONPath.Component.key($0.text.value) }
        let name = way.count == 1 ? way[0].text.value : JSONPath(keys).description
        let value = MissingValue(property: name, path: JSONPath(features.path.components + keys), cause: nil)
        let reason = DecodingFailure.Reason.missing([value], target.cases.type)
        guard goesOn(behindRejection: reason, at: features.offset(next), target.plan, target.state) else { return .failed }
        return Read(end: end ?? behind(next, target), isStored: false)
    }
}

extension AllFeatures {
    /// A value that was rejected inside of an enum is the enum's own: who asks for the enum's sees why.
    mutating func noteRejectionAbove() {
        if let last = rejection, last.steps == steps.count { rejection = (last.steps - 1, last.failure) }
    }
}
