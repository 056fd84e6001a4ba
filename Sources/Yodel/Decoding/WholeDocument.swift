/// A document that lies whole in memory: it is read by the scanner, and what is wrong with its text is said by yajl, as of every other one.
enum WholeDocument {
    // SAFETY: bytes and variables are lent for a call, which keeps none of them.

    /// Decodes a plain document.
    ///
    /// - Parameters:
    ///   - plan: A plain plan.
    ///   - slot: Fresh memory for a value of the plan's type.
    /// - Returns: Whether the slot holds the document's value. If not, nothing has happened.
    static func decodePlain(
        _ bytes: BorrowedBytes, _ plan: PlanRef, into slot: MutableAddress, _ request: DecodingRequest
    ) -> Bool {
        guard let text = plainText(bytes, request.limits) else { return false }
        return unsafe ScratchArena.lend { arena in
            var decoding = Decoding(text, request.rules, arena, NoFeatures(watching: request.watch))
            decoding.depthLeft = min(decoding.depthLeft, DeepStack.callersDepth)
            let slot = unsafe Slot(slot, of: plan.type)
            let read = decoding.value(text.first, plan, slot, [.fresh, .whole])
            guard read.isStored, let end = read.end else { return false }
            if text.isEnd(end) { return true }
            plan.destroy(slot)
            return false
        }
    }

    /// The text of a document that may be read without features; nil under limits that are asked for at each key.
    static func plainText(_ bytes: BorrowedBytes, _ limits: ParserLimits) -> DocumentText? {
        guard bytes.count <= limits.maximumDocumentBytes && limits.allowAllKnownKeys else { return nil }
        return DocumentText(bytes, from: limits.startOfText(bytes), maximumTokenBytes: limits.maximumTokenBytes)
    }

    /// Makes a value in fresh memory, which holds nothing if there is an error.
    static func make(_ bytes: BorrowedBytes, _ plan: PlanRef, _ slot: Slot, _ request: DecodingRequest) -> ModelError? {
        if plan.pointee.isPlain && request.isPlain, decodePlain(bytes, plan, into: slot.address, request) { return nil }
        var isFilled = false
        let error = decode(bytes, plan, into: slot.address, isFilled: &isFilled, request)
        if error != nil && isFilled { plan.destroy(slot) }
        return error
    }

    /// Makes a value of a part of a document, in fresh memory, which holds nothing if there is an error.
    ///
    /// - Parameters:
    ///   - report: An empty one for what is noted; nil: nobody wants to know.
    ///   - limits: Those of the value around it.
    static func make(
        part bytes: BorrowedBytes, _ plan: PlanRef, _ slot: Slot, _ rules: DecodingRules, noting report: DecodingReport?,
        _ limits: inout PartLimits
    ) -> (error: ModelError?, report: DecodingReport?) {
        var request = DecodingRequest(
            rules, ParserLimits(maximumTokenBytes: .max, maximumDocumentBytes: .max, acceptsByteOrderMark: false))
        var report = report
        let error = unsafe Pinned.lend(&limits) { limits -> ModelError? in
            request.part = limits
            guard var noted = report else { return make(bytes, plan, slot, request) }
            report = nil  // held once: it is changed where it is
            defer { report = noted }
            return unsafe Pinned.lend(&noted) { noted in
                request.report = noted
                return make(bytes, plan, slot, request)
            }
        }
        return (error, report)
    }

    /// Decodes a document into a slot.
    ///
    /// - Parameters:
    ///   - plan: The type in the slot.
    ///   - isFilled: Whether a value is there, which is changed; otherwise one is made.
    /// - Returns: The error, if there was one. The slot then holds a value only if `isFilled` is true, or was on entry; instances that it refers to
    ///   are as they were before.
    static func decode(
        _ bytes: BorrowedBytes, _ plan: PlanRef, into slot: MutableAddress, isFilled: inout Bool,
        _ request: DecodingRequest
    ) -> ModelError? {
        let limits = request.limits
        let locate = { offset in LineCounter().location(of: offset, in: bytes, from: 0) }
        guard bytes.count <= limits.maximumDocumentBytes else {
            return .documentLimit(limits.maximumDocumentBytes, at: locate(limits.maximumDocumentBytes))
        }
        let slot = unsafe Slot(slot, of: plan.type)
        let ending = withDecoding(of: bytes, from: limits.startOfText(bytes), at: 0, request) { decoding, isEnd in
            if isFilled && plan.reachesInstances { decoding.features.undoReasons = 1 }
            let end = decoding.root(plan, slot, isFilled: &isFilled)
            let ending = decoding.ending(end.map(isEnd) == true)
            if request.undoesWhatIsNoted { decoding.features.undoIfNoted() }
            return ending
        }
        switch ending {
        case .stored: return nil
        case .leftOut: return .pathNotFound(request.seek.path, at: locate(bytes.count))
        case .failed(let failure): return failure.error(at: locate(failure.offset))
        case .faulty(let path): return fault(in: bytes, limits, path, locate)
        case nil: return .outOfMemory(at: locate(0), path: JSONPath())
        }
    }

    /// What is wrong with a text that the scanner has refused.
    private static func fault(
        in bytes: BorrowedBytes, _ limits: ParserLimits, _ path: JSONPath, _ locate: (Int) -> SourceLocation
    ) -> ModelError {
        switch SyntaxCheck.outcome(of: bytes, limits) {
        case .fault(let fault): return .syntax(fault, at: locate(fault.offset), path: path)
        case .tokenTooLong(let offset): return .tokenLimit(limits.maximumTokenBytes, at: locate(offset), path: path)
        case .outOfMemory(let offset): return .outOfMemory(at: locate(offset), path: path)
        case .proceed, .stopped, .tooLong:
            assertionFailure("the scanner has refused what yajl takes: \(path)")
            return .syntax(.unexpectedEnd(offset: bytes.count), at: locate(bytes.count), path: path)
        }
    }

    // MARK: Values of a document in pieces

    /// Reads one value of a document, whose bytes have been kept, or as many of them as there are.
    ///
    /// - Parameters:
    ///   - offset: Bytes of the document before them.
    ///   - depthLeft: Containers that may be inside each other, the value included.
    ///   - fault: Where the document has a fault, if it has.
    ///   - lender: What one part leaves to the next for the model's own code.
    /// - Returns: How it ended; nil without memory for it.
    static func decode(
        part bytes: BorrowedBytes, at offset: Int, _ plan: PlanRef, _ slot: Slot, _ state: SlotState, depthLeft: Int,
        upTo fault: Int? = nil, _ request: DecodingRequest, _ lender: inout KeptObject?
    ) -> DecodingEnding? {
        // A number ends with the byte behind it, which may be the fault.
        let next = fault == offset + bytes.count ? faultyByte : endOfText
        return withDecoding(of: bytes, from: 0, at: offset, followedBy: next, request) { decoding, isEnd in
            decoding.depthLeft = depthLeft
            swap(&decoding.features.lender, &lender)
            defer { swap(&decoding.features.lender, &lender) }
            let read = decoding.value(decoding.text.first, plan, slot, state)
            decoding.features.isFound = read.isStored
            let isWhole = read.end.map(isEnd) == true
            if read.isStored && !isWhole && state.isFresh { plan.destroy(slot) }
            return decoding.ending(isWhole)
        }
    }

    // MARK: Values that have been parsed

    /// Decodes a value at hand into a slot.
    ///
    /// - Parameters: Those of `decode` for documents.
    static func decode(
        _ value: DynamicValue, _ plan: PlanRef, into slot: MutableAddress, isFilled: inout Bool, _ request: DecodingRequest
    ) -> ModelError? {
        let slot = unsafe Slot(slot, of: plan.type)
        let ending = DeepStack.run(if: request.rules.maximumDepth > DeepStack.callersDepth) {
            var values: [DynamicValue] = []
            let level = LevelText(around: [value], &values)
            return level.withText { text in
                withDecoding(text.inside(), origin: 0, request) { decoding in
                    decoding.features.values = values
                    decoding.features.levels = 1
                    // A value has no place in an input.
                    decoding.features.fixedOffset = 0
                    if isFilled && plan.reachesInstances { decoding.features.undoReasons = 1 }
                    return decoding.ending(decoding.root(plan, slot, isFilled: &isFilled) != nil)
                }
            }
        }
        switch ending {
        case .stored: return nil
        case .leftOut, .faulty: return .pathNotFound(JSONPath(), at: .none)
        case .failed(let failure): return failure.error(at: .none)
        case nil: return .outOfMemory(at: .none, path: JSONPath())
        }
    }

    // MARK: The reader and its memory

    /// Lends a reader of a text with all features.
    ///
    /// A text that is no container, or none that ends, stands between brackets, so that it too begins and ends with one. A byte comes before the second
    /// so that nothing is taken for its end that is none.
    ///
    /// - Parameters:
    ///   - start: Where the text begins in the bytes.
    ///   - offset: Bytes of the input before the bytes.
    ///   - next: A byte that stands nowhere in a text: it comes behind one that is no container, or none that ends.
    ///   - body: Gets what tells whether a place is the text's end. It may run on another stack.
    /// - Returns: nil without memory for a deep stack.
    private static func withDecoding<R>(
        of bytes: BorrowedBytes, from start: Int, at offset: Int, followedBy next: UInt8 = endOfText,
        _ request: DecodingRequest,
        _ body: (inout Decoding<AllFeatures>, (TextPlace) -> Bool) -> R
    ) -> R? {
        let limit = request.limits.maximumTokenBytes
        if let text = DocumentText(bytes, from: start, maximumTokenBytes: limit) {
            let origin = unsafe Int(bitPattern: bytes.baseAddress) - offset
            return DeepStack.run(if: isDeep(text, request.rules)) {
                withDecoding(text, origin: origin, request) { body(&$0) { text.isEnd($0) } }
            }
        }
        var array: [UInt8] = []
        array.reserveCapacity(bytes.count - start + 3)
        array.append(UInt8(ascii: "["))
        array.append(contentsOf: bytes[start...])
        array.append(contentsOf: [next, UInt8(ascii: "]")])
        return unsafe array.withBorrowedBytes { array in
            let origin = unsafe Int(bitPattern: array.baseAddress) + 1 - start - offset
            let text = unsafe DocumentText(array, from: 0, maximumTokenBytes: limit).unsafelyUnwrapped
            return DeepStack.run(if: isDeep(text.inside(), request.rules)) {
                withDecoding(text.inside(), origin: origin, request) { decoding in
                    body(&decoding) { end in
                        let end = text.space(end)
                        return unsafe end.byte == next && text.isEnd(end + 2)
                    }
                }
            }
        }
    }

    /// A byte behind a text.
    private static let endOfText: UInt8 = 1
    /// One that is a fault in itself.
    private static let faultyByte: UInt8 = 0x0B

    /// Whether containers of the first value of a text may be inside of more others than the caller's stack is for. A scalar has none.
    private static func isDeep(_ text: DocumentText, _ rules: DecodingRules) -> Bool {
        guard rules.maximumDepth > DeepStack.callersDepth, unsafe text.first.byte | 0x20 == UInt8(ascii: "{") else { return false }
        return text.skip(text.first, depthLeft: DeepStack.callersDepth) == nil
    }

    /// - Parameter origin: The address that offset zero would have.
    private static func withDecoding<R>(
        _ text: DocumentText, origin: Int, _ request: DecodingRequest, _ body: (inout Decoding<AllFeatures>) -> R
    ) -> R {
        unsafe ScratchArena.lend { arena in
            var arena = arena
            let steps = DecodingSteps(&arena)
            var decoding = Decoding(text, request.rules, arena, AllFeatures(origin: origin, request, steps: steps))
            if request.rules.seeksLastTags { decoding.features.tags = .last }
            guard let part = request.part else {
                let result = body(&decoding)
                decoding.endAllCoded()
                return result
            }
            let around = decoding.begin(part.pointee)
            let result = body(&decoding)
            decoding.endAllCoded()
            decoding.end(around, &part.pointee)
            return result
        }
    }
}

/// How a decode ended.
enum DecodingEnding {
    /// The slot holds the value.
    case stored
    /// All is well, but there is no value: it did not fit, or nothing stands where it is sought.
    case leftOut
    case failed(DecodingFailure)
    /// The text is wrong, or not all there.
    case faulty(JSONPath)
}
