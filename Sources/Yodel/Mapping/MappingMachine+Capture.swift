import FoundationEssentials

// Some values are wanted as a whole: `JSONValue`, `Any`, and types with an initializer of their own. Their tokens are kept as a `JSONValue`
// and handed on at the end.

extension MappingMachine {
    // MARK: Values

    /// Keeps a container as a value, or takes it at once if it is at hand.
    mutating func keepValue(_ found: FoundKind, _ offered: UnsafePointer<KeptValue>?) -> Bool {
        if let offered = unsafe offered { return unsafe take(offered) { unsafe $0.storeKept($1, at: $0.position.tokenStart(.fixed(1))) } }
        unsafe builder.reset()
        unsafe position.noteLine(length: 1, depth: depth, isContainer: true)
        var next = unsafe Frame(kind: .capture)
        unsafe next.count = unsafe position.tokenStart(.fixed(1))
        unsafe next.mark = unsafe arena.used
        unsafe push(next)
        return unsafe found == .object ? builder.startObject() : builder.startArray()
    }

    /// Takes a container that has been offered.
    private mutating func take(_ offered: UnsafePointer<KeptValue>, _ store: (inout MappingMachine, KeptValue) -> Bool) -> Bool {
        unsafe depth -= 1
        guard unsafe store(&self, offered.pointee) else { return false }
        unsafe tookWhole = true
        return true
    }

    /// Adds a token to what is kept, and hands it on if it is whole.
    mutating func capture(_ token: (inout JSONValueBuilder) -> Bool) -> Bool {
        guard unsafe token(&builder) else { return false }
        guard unsafe builder.isComplete else { return true }
        let hasRepeats = unsafe builder.hasRepeats
        let value = unsafe builder.take()
        let start = unsafe frame.pointee.count
        unsafe pop()
        if unsafe hasRepeats && rules.failsOnDuplicateKey { return unsafe fail(.duplicateKey, at: start) }
        return unsafe storeKept(.json(value), at: start)
    }

    /// Stores a container that is wanted as a value.
    ///
    /// - Parameter start: Where it begins.
    private mutating func storeKept(_ kept: KeptValue, at start: Int) -> Bool {
        guard let destination = unsafe destination() else { return true }
        if case .plain(let value, _) = unsafe kept, unsafe putAsItIs(value, destination, innermost(destination.plan)) { return true }
        guard let value = unsafe json(kept) else { return false }
        let verdict = unsafe storeWhole(value, destination.plan, destination.slot, fresh: destination.fresh, at: start)
        if verdict == .stored {
            unsafe filled()
            unsafe noteKeptPresence(isStored: true)
            return true
        }
        unsafe noteKeptPresence(isStored: false)
        return unsafe verdict == .kept || mismatch(verdict, kept.found, at: start)
    }

    /// A value that was kept has come to its end, for a key that may have a route; then the key has one property.
    private func noteKeptPresence(isStored: Bool) {
        guard unsafe frame.pointee.kind == .routed || frame.pointee.kind == .items else { return }
        if let route = unsafe frame.pointee.entry?.pointee.route { unsafe notePresence(of: route.pointee.leaves[0], isStored) }
    }

    /// A container at hand as JSON; nil after a failure: it is too deep, or a key has come twice in it and must not.
    mutating func json(_ kept: KeptValue) -> JSONValue? {
        if unsafe rules.failsOnDuplicateKey, case .tape(let piece) = unsafe kept, unsafe piece.token.firstRepeat != nil {
            _ = unsafe fail(.duplicateKey, .fixed(1))
            return nil
        }
        let json = unsafe kept.json(within: rules.maximumDepth - depth)
        if json == nil { _ = unsafe fail(.depthLimit(rules.maximumDepth), .fixed(1)) }
        return json
    }

    // MARK: Tokens

    /// Keeps the tokens of a container, or takes it at once if it is at hand.
    mutating func keepTokens(_ found: FoundKind, _ offered: UnsafePointer<KeptValue>?) -> Bool {
        if let offered = unsafe offered { return unsafe take(offered) { unsafe $0.settle(whole: $1) } }
        unsafe position.noteLine(length: 1, depth: depth, isContainer: true, keepsInside: true)
        var next = unsafe Frame(kind: .tape)
        unsafe next.mark = unsafe arena.used
        unsafe push(next)
        unsafe tape.reset()
        unsafe tape.start(found == .object ? .startObject : .startArray, mark: position.mark(.fixed(1)))
        return true
    }

    /// Keeps a scalar.
    mutating func keep(_ token: ScalarToken) -> Bool {
        switch unsafe token {
        case .null: unsafe tape.add(.null, mark: position.mark(.fixed(4)))
        case .boolean(let value): unsafe tape.add(value ? .true : .false, mark: position.mark(.word))
        case .number(let text): unsafe tape.add(.number, text, mark: position.mark(text, lead: 0, .number))
        case .string(let bytes): unsafe tape.add(.string, bytes, mark: position.mark(bytes, lead: 1, .string))
        }
        return true
    }

    /// Ends a container of which the tokens are kept, and hands the outermost on.
    mutating func endTape(_ kind: TapeToken.Kind) -> Bool {
        unsafe tape.end(kind, mark: position.mark(.fixed(1)))
        if unsafe tape.isOpen { return true }
        unsafe pop()
        guard unsafe settle(whole: .tape(tape.piece)) else { return false }
        unsafe position.lines?.forgetInside()
        return true
    }

    /// Hands a container on that is at hand as a whole.
    private mutating func settle(whole kept: KeptValue) -> Bool {
        if unsafe frame.pointee.kind == .routed || frame.pointee.kind == .items { return unsafe storeRouted(kept) }
        guard let destination = unsafe destination() else { return true }
        return unsafe storeObject(kept, destination, innermost(destination.plan))
    }

    /// Stores a value that is wanted as a whole.
    ///
    /// - Parameter start: Where the value begins; nil if it is the token at hand.
    mutating func storeWhole(
        _ value: JSONValue, _ plan: UnsafePointer<ValuePlan>, _ slot: UnsafeMutableRawPointer, fresh: Bool, at start: Int? = nil
    ) -> Verdict {
        let inner = unsafe innermost(plan)
        switch unsafe inner.pointee.kind {
        case .json:
            unsafe place(plan, slot, fresh: fresh) { unsafe Yodel.put(value, $0, isOptional: false, fresh: $1) }
        case .rawJSON:
            unsafe place(plan, slot, fresh: fresh) { unsafe Yodel.put(RawJSON(value), $0, isOptional: false, fresh: $1) }
        case .any:
            // A property of type Any keeps what it has; elsewhere null is what it is inside of `[Any]`.
            guard let any = unsafe value.swiftAny() ?? (takesNullAsAny ? Optional<Any>.none as Any : nil) else {
                return unsafe nullForPresent
            }
            // `as Any`: without it the value would be opened and stored as its own type.
            unsafe place(plan, slot, fresh: fresh) { unsafe Yodel.put(any as Any, $0, isOptional: false, fresh: $1) }
        case .anyArray:
            guard let array = value.swiftArray() else { return .typeMismatch }
            unsafe place(plan, slot, fresh: fresh) { unsafe Yodel.put(array, $0, isOptional: false, fresh: $1) }
        case .anyDictionary:
            guard let dictionary = value.swiftDictionary() else { return .typeMismatch }
            unsafe place(plan, slot, fresh: fresh) { unsafe Yodel.put(dictionary, $0, isOptional: false, fresh: $1) }
        case .decodable:
            return unsafe storeDecodable(value, plan, inner, slot, fresh: fresh, at: start)
        default:
            return .typeMismatch
        }
        return .stored
    }

    /// Whether the value at hand is a whole document or an element, not a property's.
    private var takesNullAsAny: Bool {
        let kind = unsafe frame.pointee.kind
        return kind.isWholeValue || kind == .array || kind == .dictionary
    }

    // MARK: Properties with code of their own

    /// Stores a scalar in a property.
    mutating func store(_ token: ScalarToken, in property: UnsafePointer<PropertyPlan>) -> Verdict {
        let plan = unsafe property.pointee.value
        guard unsafe property.pointee.isIndirect else {
            let slot = unsafe frame.pointee.base.unsafelyUnwrapped + property.pointee.offset
            return unsafe store(token, plan, slot, fresh: false)
        }
        // Null follows the rule for nulls, whatever makes the values.
        if unsafe property.pointee.transform != nil, case .null = unsafe token {
            guard unsafe property.pointee.isOptional else { return unsafe nullForPresent }
            return unsafe put(in: property) { _, slot, fresh in
                unsafe plan.pointee.withHandle { unsafe $0.putNil(slot, fresh: fresh) }
                return .stored
            }
        }
        if unsafe property.pointee.transform != nil { return unsafe convert(JSONValue(token), in: property, .anything) }
        return unsafe put(in: property) { machine, slot, fresh in unsafe machine.store(token, plan, slot, fresh: fresh) }
    }

    /// Maps a container that has been kept into a property.
    ///
    /// - Returns: Whether it fits; nil after a failure.
    mutating func store(_ value: KeptValue, in property: UnsafePointer<PropertyPlan>) -> Bool? {
        let plan = unsafe property.pointee.value
        let restarts = unsafe frame.pointee.kind == .items ? frame.pointee.restarts : frame.pointee.flag || frame.pointee.restarts
        if unsafe property.pointee.transform != nil {
            if case .plain(let ready, _) = unsafe value, unsafe Self.isOfType(ready, plan) {
                return unsafe put(in: property) { machine, slot, fresh in
                    unsafe machine.put(any: ready, Destination(slot: slot, plan: plan, fresh: fresh))
                    return .stored
                } == .stored
            }
            guard let json = unsafe json(value) else { return nil }
            let verdict = unsafe convert(json, in: property, .fixed(1))
            guard unsafe settle(verdict, value.found) else { return nil }
            return verdict == .stored
        }
        guard let access = unsafe property.pointee.access?.takeUnretainedValue().value else {
            let slot = unsafe frame.pointee.base.unsafelyUnwrapped + property.pointee.offset
            return unsafe map(value, plan, slot, restarts: restarts)
        }
        // A nested model is changed, so the work begins with what is there.
        return unsafe withScratch(plan) { machine, slot in
            unsafe machine.withOwner { unsafe access.get($0, into: slot) }
            let fits = unsafe machine.map(value, plan, slot, restarts: restarts)
            if fits == true {
                unsafe machine.withOwner { unsafe access.set($0, movingFrom: slot) }
            } else {
                unsafe plan.pointee.withHandle { unsafe $0.deinitialize(slot, count: 1) }
            }
            return fits
        }
    }

    /// Lends the place of a property, or scratch memory from which the property is set.
    mutating func put(
        in property: UnsafePointer<PropertyPlan>, _ body: (inout MappingMachine, UnsafeMutableRawPointer, Bool) -> Verdict
    ) -> Verdict {
        guard let access = unsafe property.pointee.access?.takeUnretainedValue().value else {
            let slot = unsafe frame.pointee.base.unsafelyUnwrapped + property.pointee.offset
            return unsafe body(&self, slot, false)
        }
        return unsafe withScratch(property.pointee.value) { machine, slot in
            let verdict = unsafe body(&machine, slot, true)
            if verdict == .stored { unsafe machine.withOwner { unsafe access.set($0, movingFrom: slot) } }
            return verdict
        }
    }

    /// Has a property's value made by its transform.
    private mutating func convert(_ value: JSONValue, in property: UnsafePointer<PropertyPlan>, _ shape: TokenShape) -> Verdict {
        let transform = unsafe property.pointee.transform.unsafelyUnwrapped.takeUnretainedValue().value
        if transform.kind == .text { return unsafe convertText(value, in: property, shape) }
        if let lift = transform.lift { return unsafe convertElements(value, in: property, transform, lift, shape) }
        let plan = unsafe property.pointee.value
        let isWhole = unsafe plan.pointee.record._withUnsafeGuaranteedRef { $0.type == transform.valueType }
        let made = unsafe isWhole ? plan : innermost(plan)
        return unsafe withScratch(made) { machine, payload in
            do {
                guard unsafe try transform.decode(value, payload) else { return .invalidValue }
            } catch {
                return unsafe machine.refuse(.transform(error, transform.valueType), found: "a value that its transform refuses", shape)
            }
            return unsafe machine.put(in: property) { machine, slot, fresh in
                if isWhole {
                    unsafe plan.pointee.withHandle { unsafe $0.put(slot, from: payload, fresh: fresh) }
                } else {
                    unsafe machine.place(plan, slot, fresh: fresh) { slot, fresh in
                        unsafe made.pointee.withHandle { unsafe $0.put(slot, from: payload, fresh: fresh) }
                    }
                }
                return .stored
            }
        }
    }

    /// The model's own code has refused a value with an error: the decode ends with it, or it is noted.
    private mutating func refuse(_ reason: DecodingFailure.Reason, found: String, _ shape: TokenShape) -> Verdict {
        if unsafe rules.failsOnMismatch {
            _ = unsafe fail(reason, shape)
            return .failed
        }
        unsafe note(reason.code, expectation, found: found, .kept, shape)
        return .passed
    }
}
