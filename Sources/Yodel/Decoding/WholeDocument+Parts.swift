// Parts of documents, and values that have been parsed: both are read as documents are.

extension WholeDocument {
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

    /// Decodes a value at hand into memory for a value.
    ///
    /// - Parameter slot: Fresh memory. It holds a value afterwards exactly if nil is returned.
    static func fill(_ slot: MutableAddress, _ plan: PlanRef, _ value: DynamicValue, _ request: DecodingRequest) -> ModelError? {
        var isFilled = false
        let failure = decode(value, plan, into: slot, isFilled: &isFilled, request)
        if failure != nil && isFilled { unsafe plan.destroy(Slot(slot, of: plan.type)) }
        return failure
    }
}
