// Values that are wanted as a whole: `JSONValue`, `RawJSON`, `Any`, and types that decode themselves, whose errors keep their cause, and whose place
// inside of the value joins the value's own.

extension Decoding where Features == AllFeatures {
    /// Reads a value as JSON.
    ///
    /// - Parameter next: Its first byte; behind it afterwards.
    /// - Returns: nil after a failure.
    mutating func json(_ next: inout TextPlace) -> JSONValue? {
        if let value = valueAtHand(next) {
            defer { next = LevelText.end(next) }
            return json(of: value, at: next)
        }
        return value(&next, by: JSONValueMaker.self)
    }

    /// Reads a value that stands in the text; of which kind, its maker says.
    ///
    /// - Parameter next: Its first byte; behind it afterwards.
    /// - Returns: nil after a failure.
    private mutating func value<Maker: ValueMaker>(_ next: inout TextPlace, by maker: Maker.Type) -> Maker.Value? {
        var (end, hasRepeats) = (next, false)
        guard let value = text.value(&end, by: maker, depthLeft: depthLeft, &scratch, &hasRepeats) else {
            // The limit that it is beyond, if it is.
            _ = skip(next)
            return nil
        }
        if hasRepeats && !goesOn(behindRepeatsAt: features.offset(next)) { return nil }
        next = end
        return value
    }

    /// A key appears twice in an object whose values are made together.
    ///
    /// - Parameters:
    ///   - offset: Of the object, or of the value that it is in.
    ///   - way: From the value at hand to the object.
    /// - Returns: Whether the decode goes on.
    mutating func goesOn(behindRepeatsAt offset: Int, _ way: [JSONPath.Component] = []) -> Bool {
        let path = JSONPath(features.path.components + way)
        if rules.failsOnDuplicateKey {
            features.fail(.duplicateKey, at: offset, path: path)
            return false
        }
        features.note(.duplicateKey, "one value for each key", found: "more than one for one of them", .replaced, at: offset, path: path)
        return true
    }

    /// Looks for a key that comes twice in a value which has been stepped over, if somebody wants to know.
    ///
    /// - Returns: Whether the decode goes on.
    mutating func passesRepeats(_ next: TextPlace) -> Bool {
        var end = next
        guard rules.failsOnDuplicateKey || features.isReporting, valueAtHand(next) == nil, let found = text.firstRepeat(&end) else {
            return true
        }
        return goesOn(behindRepeatsAt: features.offset(found.place), found.path)
    }

    /// Reads a container into a slot of a type that is made of it as a whole.
    mutating func whole(_ next: TextPlace, _ plan: PlanRef, _ slot: Slot, _ state: SlotState) -> Read {
        if plan.innermost.pointee.kind == .rawJSON {
            let end = rawJSON(next, plan, slot, state)
            return Read(end: end, isStored: end != nil)
        }
        if plan.innermost.pointee.kind == .decodable, valueAtHand(next) == nil { return decodable(next, plan, slot, state) }
        var end = next
        if plan.innermost.pointee.kind.isAny && valueAtHand(next) == nil {
            guard let value = value(&end, by: SwiftValueMaker.self) else { return .failed }
            return Read(end: end, isStored: put(container: value, plan, slot, state))
        }
        guard let value = json(&end) else { return .failed }
        return whole(value, from: next, to: end, plan, slot, state)
    }

    /// Puts a container of Swift's own values where one is taken.
    private mutating func put(container value: Any, _ plan: PlanRef, _ slot: Slot, _ state: SlotState) -> Bool {
        // The kind first: a cast that fails takes longer than most of what is read.
        let kind = plan.innermost.pointee.kind
        if kind == .anyDictionary, let dictionary = value as? [String: Any] {
            store(through: plan, slot, fresh: state.isFresh) { unsafe $0.put(dictionary, fresh: $1) }
        } else if kind == .anyArray, let array = value as? [Any] {
            store(through: plan, slot, fresh: state.isFresh) { unsafe $0.put(array, fresh: $1) }
        } else {
            assert(kind == .any)
            // `as Any`: without it the value would be opened and stored as its own type.
            store(through: plan, slot, fresh: state.isFresh) { unsafe $0.put(value as Any, fresh: $1) }
        }
        return true
    }

    /// Stores the bytes of a value that stands in the text, none of it by reference.
    ///
    /// - Returns: Behind it; nil after a failure.
    mutating func rawJSON(_ next: TextPlace, _ plan: PlanRef, _ slot: Slot, _ state: SlotState) -> TextPlace? {
        guard let end = pass(next) else { return nil }
        let raw = RawJSON(unchecked: text.bytes(from: next, to: end))
        store(through: plan, slot, fresh: state.isFresh) { unsafe $0.put(raw, fresh: $1) }
        return end
    }

    /// Checks a value that stands in the text.
    ///
    /// - Returns: Behind it; nil after a failure.
    private mutating func pass(_ next: TextPlace) -> TextPlace? {
        guard rules.failsOnDuplicateKey else {
            let end = skip(next)
            // In a text that is kept as it is nothing is replaced: only who asks for all that is wrong wants to know.
            if end != nil && rules.notesMissing { _ = passesRepeats(next) }
            return end
        }
        var end = next
        return json(&end) == nil ? nil : end
    }

    /// Stores a container that is at hand in a slot of a type that is made of it as a whole.
    mutating func whole(_ value: DynamicValue, at next: TextPlace, _ plan: PlanRef, _ slot: Slot, _ state: SlotState) -> Read {
        // `Any` and containers of it keep Swift's own values as they are.
        if let own = value.own, put(own, plan, slot, state) { return Read(end: next, isStored: true) }
        guard let value = json(of: value, at: next) else { return .failed }
        return whole(value, from: next, to: next, plan, slot, state)
    }

    /// The JSON of a value at hand; nil after a failure.
    mutating func json(of value: DynamicValue, at next: TextPlace) -> JSONValue? {
        if let value = value.json(within: depthLeft) { return value }
        Features.isTooDeep(&self, at: next)
        return .none  // `nil` would be JSON's null
    }

    private mutating func whole(
        _ value: JSONValue, from next: TextPlace, to end: TextPlace, _ plan: PlanRef, _ slot: Slot, _ state: SlotState
    ) -> Read {
        read(store(whole: value, at: next, plan, slot, state), value.foundKind, from: next, to: end, plan, state)
    }

    /// What follows from a verdict on a value.
    private mutating func read(
        _ verdict: Verdict, _ found: FoundKind, from next: TextPlace, to end: TextPlace, _ plan: PlanRef, _ state: SlotState
    ) -> Read {
        if verdict == .stored { return Read(end: end, isStored: true) }
        let goesOn = verdict == .kept || mismatch(verdict, found, at: features.offset(next), plan, state)
        return goesOn ? Read(end: end, isStored: false) : .failed
    }

    /// Stores a value that is wanted as a whole.
    ///
    /// - Parameter next: Where it begins.
    mutating func store(whole value: JSONValue, at next: TextPlace, _ plan: PlanRef, _ slot: Slot, _ state: SlotState) -> Verdict {
        let inner = plan.innermost
        switch inner.pointee.kind {
        case .json: store(through: plan, slot, fresh: state.isFresh) { unsafe $0.put(value, fresh: $1) }
        case .rawJSON: store(through: plan, slot, fresh: state.isFresh) { unsafe $0.put(RawJSON(value), fresh: $1) }
        case .any:
            // A property of type Any keeps what it has; elsewhere null is what it is inside of `[Any]`.
            let takesNull = state.isElement || state.isWhole
            guard let any = value.swiftAny() ?? (takesNull ? Optional<Any>.none as Any : nil) else { return rules.scalars.nullForPresent }
            // `as Any`: without it the value would be opened and stored as its own type.
            store(through: plan, slot, fresh: state.isFresh) { unsafe $0.put(any as Any, fresh: $1) }
        case .anyArray:
            guard let array = value.swiftArray() else { return .typeMismatch }
            store(through: plan, slot, fresh: state.isFresh) { unsafe $0.put(array, fresh: $1) }
        case .anyDictionary:
            guard let dictionary = value.swiftDictionary() else { return .typeMismatch }
            store(through: plan, slot, fresh: state.isFresh) { unsafe $0.put(dictionary, fresh: $1) }
        case .decodable: return decode(value, at: next, plan, slot, state)
        default: return .typeMismatch
        }
        return .stored
    }

    /// What reads the value that has begun. It is asked for in functions that are called, so that nobody holds the document when the value ends.
    private var begunCoded: (document: CodableDocument, models: PlannedModels) {
        // SAFETY: a value has begun.
        let coded = unsafe features.coded.unsafelyUnwrapped
        return (coded.document, coded.models)
    }

    /// Reads a container that stands in the text by its type's own `init(from:)`.
    private mutating func decodable(_ next: TextPlace, _ plan: PlanRef, _ slot: Slot, _ state: SlotState) -> Read {
        beginCoded(plan)
        let read = read(begun: next, plan, slot, state)
        endCoded()
        return read
    }

    @inline(never)
    private mutating func read(begun next: TextPlace, _ plan: PlanRef, _ slot: Slot, _ state: SlotState) -> Read {
        let (document, models) = begunCoded
        let found: FoundKind = unsafe next.byte == UInt8(ascii: "{") ? .object : .array
        if !rules.failsOnDuplicateKey, let end = document.begin(at: next, of: text, depthLeft: depthLeft) {
            _ = passesRepeats(next)
            return read(decode(document, models, nil, at: next, plan, slot, state), found, from: next, to: end, plan, state)
        }
        // What is wrong with it, if something is.
        guard let end = pass(next) else { return .failed }
        let verdict = decode(document, models, text.text(from: next, to: end), nil, at: next, plan, slot, state)
        return read(verdict, found, from: next, to: end, plan, state)
    }

    /// Stores what a type that decodes itself makes of a string, a number or a Boolean.
    mutating func store(
        decodable token: ScalarToken, at next: TextPlace, _ plan: PlanRef, _ slot: Slot, _ state: SlotState
    ) -> Verdict {
        beginCoded(plan)
        let verdict = decode(begun: token, at: next, plan, slot, state)
        endCoded()
        return verdict
    }

    @inline(never)
    private mutating func decode(
        begun token: ScalarToken, at next: TextPlace, _ plan: PlanRef, _ slot: Slot, _ state: SlotState
    ) -> Verdict {
        let (document, models) = begunCoded
        if token.stands(at: next), document.begin(scalar: next, of: text) {
            return decode(document, models, nil, at: next, plan, slot, state)
        }
        return decode(begun: JSONValue(token), at: next, plan, slot, state)
    }

    /// Stores what a type that decodes itself makes of null.
    ///
    /// - Returns: Whether null is one of its values. If its `init(from:)` throws, whatever that is, it is not, and nothing has happened.
    @inline(never)
    mutating func storeNull(decodable plan: PlanRef, at next: TextPlace, _ slot: Slot, _ state: SlotState) -> Bool {
        beginCoded(plan)
        let isStored = storeNull(begun: plan, at: next, slot, state)
        endCoded()
        return isStored
    }

    @inline(never)
    private mutating func storeNull(begun plan: PlanRef, at next: TextPlace, _ slot: Slot, _ state: SlotState) -> Bool {
        let ((document, models), type) = (begunCoded, plan.innermost.decodable)
        do {
            try document.begin(BorrowedBytes(literal: "null"))
            try decode(type, document, models, plan, slot, state)
        } catch {
            return false
        }
        noteIssues(of: document, at: next)
        return true
    }

    /// Decodes a value that is at hand by its type's own `init(from:)`.
    private mutating func decode(
        _ value: JSONValue, at next: TextPlace, _ plan: PlanRef, _ slot: Slot, _ state: SlotState
    ) -> Verdict {
        beginCoded(plan)
        let verdict = decode(begun: value, at: next, plan, slot, state)
        endCoded()
        return verdict
    }

    @inline(never)
    private mutating func decode(
        begun value: JSONValue, at next: TextPlace, _ plan: PlanRef, _ slot: Slot, _ state: SlotState
    ) -> Verdict {
        let (document, models) = begunCoded
        var text = value.text
        return unsafe text.withBorrowedBytes { decode(document, models, $0, value, at: next, plan, slot, state) }
    }

    /// Decodes a value, whose text has been read before.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - value: The value, if it is known.
    private mutating func decode(
        _ document: CodableDocument, _ models: PlannedModels, _ bytes: BorrowedBytes, _ value: JSONValue?, at next: TextPlace,
        _ plan: PlanRef, _ slot: Slot, _ state: SlotState
    ) -> Verdict {
        do {
            try document.begin(bytes)
        } catch {
            features.refusal = Refusal(error, plan.innermost.decodable, value ?? .null, expected: nil, plan.innermost.codedKeys)
            return .undecodable
        }
        return decode(document, models, value, at: next, plan, slot, state)
    }

    /// Decodes the value that a document is.
    ///
    /// - Parameter value: The value, if it is known; it is read again for an error's words.
    private mutating func decode(
        _ document: CodableDocument, _ models: PlannedModels, _ value: JSONValue?, at next: TextPlace, _ plan: PlanRef, _ slot: Slot,
        _ state: SlotState
    ) -> Verdict {
        let (type, keys) = (plan.innermost.decodable, plan.innermost.codedKeys)
        defer { noteIssues(of: document, at: next) }
        do {
            try decode(type, document, models, plan, slot, state)
            return .stored
        } catch let error as ModelInside {
            let way = Refusal.path(document.path(to: error), in: value ?? document.json(document.root), keys)
            if error.error.category == .mismatch && features.spent == nil {
                features.refusal = Refusal(inside: error.error, type, behind: way)
                return .undecodable
            }
            features.fail(
                .inside(error.error), at: features.offset(next),
                path: JSONPath(features.path.components + way + error.error.path.components))
            return .failed
        } catch _ where features.spent != nil {
            // The type's own code has caught that a value would be read too often.
            if let spent = features.spent { refuse(next, plan, spent) }
            return .failed
        } catch let error as DecodingError {
            // Whether it counts is seen where verdicts are.
            features.refusal = Refusal(error, type, value ?? document.json(document.root), expected: document.refused, keys)
            return .undecodable
        } catch {
            let way = Refusal.path(document.path(to: error), in: value ?? document.json(document.root), keys)
            features.fail(.custom(error, type), at: features.offset(next), path: JSONPath(features.path.components + way))
            return .failed
        }
    }

    /// Notes what models inside of a value have noted.
    private func noteIssues(of document: CodableDocument, at next: TextPlace) {
        guard let report = document.modelState.report else { return }
        features.note(report, at: features.offset(next))
        document.modelState.report = nil
    }

    private mutating func decode<T: Decodable>(
        _ type: T.Type, _ document: CodableDocument, _ models: PlannedModels, _ plan: PlanRef, _ slot: Slot, _ state: SlotState
    ) throws {
        let made: T
        do {
            defer { features.take(models.end()) }
            made = try document.decode(inModel: type, document.root, in: CodableDocument.nothing)
        }
        if features.spent != nil { throw CaughtLimit() }
        store(through: plan, slot, fresh: state.isFresh) { unsafe $0.put(made, fresh: $1) }
    }
}

extension JSONValue {
    /// The value that one token stands for.
    init(_ token: ScalarToken) {
        switch token {
        case .null: self = .null
        case .boolean(let value): self = .bool(value)
        case .number(let text): self = .number(JSONNumber(unchecked: String(decoding: text, as: UTF8.self)))
        case .string(let bytes): self = .string(String(valid: bytes))
        }
    }
}

extension ScalarToken {
    /// Whether a token stands at a place of a text, letter by letter. A string with escapes does not.
    fileprivate func stands(at place: TextPlace) -> Bool {
        switch self {
        case .null: false
        case .boolean(let value): unsafe place.byte == (value ? UInt8(ascii: "t") : UInt8(ascii: "f"))
        case .number(let bytes): bytes.start == place
        case .string(let bytes): unsafe bytes.start == place + 1
        }
    }
}

/// A type's own code has caught that a value inside of it would be read too often.
private struct CaughtLimit: Error {}

extension FieldKind {
    /// Whether values of the kind are Swift's own, of any type.
    fileprivate var isAny: Bool { self == .any || self == .anyArray || self == .anyDictionary }
}

extension FieldKind {
    /// Whether values of the kind are made of a whole value.
    var isWhole: Bool {
        switch self {
        case .json, .rawJSON, .any, .anyArray, .anyDictionary, .decodable, .cases: true
        case .scalar, .rawValue, .object, .instance, .boxed, .sequence, .dictionary, .encodable, .custom: false
        }
    }
}
