extension MappingMachine {
    /// Records a failure; the token method returns what this returns: false.
    @inline(never)
    mutating func fail(_ reason: DecodingFailure.Reason, _ shape: TokenShape) -> Bool {
        unsafe fail(reason, at: position.tokenStart(shape))
    }

    mutating func fail(_ reason: DecodingFailure.Reason, at offset: Int, path: JSONPath? = nil) -> Bool {
        unsafe failure = unsafe DecodingFailure(reason: reason, offset: offset, path: path ?? reason.path ?? self.path)
        return false
    }

    /// A value does not fit its place: ends the decode, or leaves the place as it is.
    ///
    /// - Parameters:
    ///   - plan: The place's type, if it is not that of the value at hand.
    ///   - path: The place, if it is not the value at hand.
    ///   - offset: Where the value begins, if that is not the token at hand.
    @inline(never)
    mutating func mismatch(
        _ verdict: Verdict, _ found: FoundKind, _ plan: UnsafePointer<ValuePlan>? = nil, path: JSONPath? = nil, at offset: Int? = nil
    ) -> Bool {
        if verdict == .failed { return false }
        let kind = unsafe frame.pointee.kind
        let isElement = kind == .array || kind == .dictionary
        let ends = unsafe isElement ? rules.failsOnInvalidElement : rules.failsOnMismatch
        let isRefusedNull = unsafe verdict == .unexpectedNull && rules.scalars.contains(.failsOnNull)
        if verdict == .undecodable {
            let action: DecodingReport.Action = isElement ? .leftOut : .kept
            return unsafe refuse(found, plan, path: path, at: offset, ends: ends || kind.isWholeValue, action)
        }
        // A root that does not fit leaves nothing to return.
        if ends || isRefusedNull || kind.isWholeValue {
            let start = unsafe offset ?? position.tokenStart(shape(of: found))
            let expected = unsafe plan.map { unsafe name(of: $0) } ?? expectation
            return unsafe fail(.mismatch(Mismatch(code: verdict.code, expected: expected, found: found.rawValue)), at: start, path: path)
        }
        if unsafe report != nil {
            let start = unsafe offset ?? position.tokenStart(shape(of: found))
            let expected = unsafe plan.map { unsafe name(of: $0) } ?? expectation
            let words = Mismatch(code: verdict.code, expected: expected, found: found.rawValue).foundInWords
            unsafe note(verdict.code, expected, found: words, isElement ? .leftOut : .kept, at: start, path: path)
        }
        unsafe leaveOut()
        return true
    }

    // MARK: The report

    /// Notes a departure, if somebody wants to know.
    func note(
        _ code: ModelError.Code, _ expected: @autoclosure () -> String, found: String, _ action: DecodingReport.Action, _ shape: TokenShape
    ) {
        guard unsafe report != nil else { return }
        unsafe note(code, expected(), found: found, action, at: position.tokenStart(shape), path: nil)
    }

    func note(
        _ code: ModelError.Code, _ expected: String, found: String, _ action: DecodingReport.Action, at offset: Int, path: JSONPath?
    ) {
        let path = unsafe path ?? self.path
        unsafe report?.pointee.add(
            DecodingReport.Departure(code: code, path: path, offset: offset, expected: expected, found: found, action: action))
    }

    /// Notes a value that was passed over because its place has no use for it.
    mutating func noteKept(_ found: FoundKind) {
        guard unsafe report != nil else { return }
        let kind = unsafe frame.pointee.kind
        let code: ModelError.Code = found == .null ? .unexpectedNull : .invalidValue
        unsafe note(
            code, expectation, found: Mismatch(code: code, expected: "", found: found.rawValue).foundInWords,
            kind == .array || kind == .dictionary ? .leftOut : .kept, at: position.tokenStart(shape(of: found)), path: nil)
    }

    private func shape(of found: FoundKind) -> TokenShape {
        switch found {
        case .null: .fixed(4)
        case .string: .string
        case .object, .array: .fixed(1)
        case .number: .number
        case .boolean: .word
        case .foreign: .anything
        }
    }

    /// The type that the value at hand is for, in words.
    var expectation: String {
        let frame = unsafe self.frame
        let plan: UnsafePointer<ValuePlan>? =
            switch unsafe frame.pointee.kind {
            case .object: unsafe frame.pointee.entry?.pointee.value
            case .routed, .items: unsafe frame.pointee.element
            case .seek: unsafe frames.pointee.element
            case .dictionary where unsafe !frame.pointee.flag: unsafe dictionaryKeyPlan
            default: unsafe frame.pointee.element
            }
        guard let plan = unsafe plan else { return "an object" }
        let name = unsafe name(of: plan)
        return unsafe frame.pointee.kind == .dictionary && !frame.pointee.flag ? "a key of type \(name)" : name
    }

    func name(of plan: UnsafePointer<ValuePlan>) -> String {
        unsafe String(describing: plan.pointee.record._withUnsafeGuaranteedRef(\.type))
    }

    /// The way from the root to the value at hand.
    var path: JSONPath {
        var components: [JSONPath.Component] = []
        var current = unsafe frames
        while unsafe current <= frame {
            // A model, and what is skipped, counts from its start, everything else from its end.
            let isInside = unsafe current < frame && (current + 1).pointee.countsFromStart
            switch unsafe current.pointee.kind {
            case .object, .routed:
                if let entry = unsafe current.pointee.entry {
                    components.append(.key(unsafe entry.pointee.key.text))
                }
            case .items:
                components.append(.index(unsafe max(current.pointee.count - 1, 0)))
            case .array:
                components.append(.index(unsafe current.pointee.count + current.pointee.leftOut - (isInside ? 1 : 0)))
            case .dictionary:
                let isModel = unsafe isInside && (current + 1).pointee.kind != .skip
                if unsafe isModel || current.pointee.flag {
                    components.append(.key(unsafe keyText(current, unsafe current.pointee.count - (isModel ? 1 : 0))))
                }
            case .seek:
                if unsafe current.pointee.flag {
                    let isArray = unsafe current.pointee.capacity == 1
                    components.append(unsafe isArray ? .index(current.pointee.leftOut - 1) : .key(seek[current.pointee.count].keyText))
                }
            case .root, .skip, .capture, .tape, .holder: break
            }
            unsafe current += 1
        }
        return JSONPath(components)
    }

    /// The way from the root to a place where no value is at hand.
    var pathBetweenValues: JSONPath {
        guard unsafe frame.pointee.kind == .seek && frame.pointee.capacity == 1 else { return unsafe path }
        // Elements on the way are counted from their start.
        var components = unsafe path.components
        if unsafe frame.pointee.flag { components.removeLast() }
        return unsafe JSONPath(components + [.index(frame.pointee.leftOut)])
    }

    /// A dictionary's key as the text that it was made from.
    private func keyText(_ frame: UnsafeMutablePointer<Frame>, _ index: Int) -> String {
        let plan = unsafe innermost(self.plan(ofFrame: frame)).pointee.key.unsafelyUnwrapped
        guard let keys = unsafe frame.pointee.keys else { return "" }
        return unsafe Self.keyText(plan, keys + index * plan.pointee.stride)
    }

    private static func keyText(_ plan: UnsafePointer<ValuePlan>, _ address: UnsafeMutableRawPointer) -> String {
        guard unsafe plan.pointee.kind == .rawValue, let raw = unsafe plan.pointee.key else {
            let key = unsafe plan.pointee.withHandle { unsafe $0.any(address) }
            // Not a copy of it: there may be as many departures below it as it has bytes.
            return key as? String ?? String(describing: key)
        }
        // SAFETY: the room is for a raw value, which the handle makes and which is destroyed behind its text.
        return unsafe withUnsafeTemporaryAllocation(byteCount: raw.pointee.size, alignment: raw.pointee.alignment) { room in
            let slot = unsafe room.baseAddress.unsafelyUnwrapped
            unsafe plan.pointee.withHandle { unsafe $0.getRawValue(address, into: slot) }
            defer { unsafe raw.pointee.withHandle { unsafe $0.deinitialize(slot, count: 1) } }
            return unsafe keyText(raw, slot)
        }
    }
}

extension Frame {
    /// Whether the frame's value counts as an element of the container around it already.
    fileprivate var countsFromStart: Bool {
        unsafe kind == .object || kind == .routed || kind == .skip
    }
}
