/// A document that lies whole in memory, and which of the readers reads it: the plain one, the one with all features, or a parser that the options have
/// chosen. What is wrong with its text is said by yajl, whatever has read it.
enum WholeDocument {
    // SAFETY: bytes and variables are lent for a call, which keeps none of them.

    // MARK: Which reader

    /// Decodes a document into a slot.
    ///
    /// A text that is no JSON is put right, as far as the options say, and read again: what is right costs nothing. Where a first reading would leave something,
    /// a changed value or a note, the text is put right before.
    ///
    /// - Parameters:
    ///   - bytes: The document; it stays in place during the call.
    ///   - plan: The type in the slot.
    ///   - slot: Memory for a value of the type.
    ///   - isFilled: Whether a value is there, which is changed; otherwise one is made.
    /// - Returns: The error, if there was one. The slot then holds a value only if `isFilled` is true, or was on entry; instances that it refers to
    ///   are as they were before.
    @inline(__always)
    static func read(
        _ bytes: BorrowedBytes, _ plan: PlanRef, into slot: MutableAddress, isFilled: inout Bool,
        _ request: DecodingRequest
    ) -> ModelError? {
        if let parser = request.parser {
            if !isFilled && request.isUnnoted && request.limits.repairs.isEmpty {
                return parser.parse(bytes, plan, into: slot, isFilled: &isFilled, request)
            }
        } else if !isFilled && plan.pointee.isPlain && request.isPlain, decodePlain(bytes, plan, into: slot, request) {
            isFilled = true
            return nil
        }
        return readOther(bytes, plan, into: slot, isFilled: &isFilled, request)
    }

    /// Decodes a document that is not plain, or is not read by the scanner.
    ///
    /// - Parameters: Those of `read`.
    @inline(never)
    private static func readOther(
        _ bytes: BorrowedBytes, _ plan: PlanRef, into slot: MutableAddress, isFilled: inout Bool,
        _ request: DecodingRequest
    ) -> ModelError? {
        if isFilled || request.report != nil {
            if !request.limits.repairs.isEmpty, let repaired = Repaired(bytes, request) {
                return read(repaired, plan, into: slot, isFilled: &isFilled, request)
            }
            return readOnce(bytes, plan, into: slot, isFilled: &isFilled, request)
        }
        guard let error = readOnce(bytes, plan, into: slot, isFilled: &isFilled, request) else { return nil }
        guard error.category == .syntax, !request.limits.repairs.isEmpty, let repaired = Repaired(bytes, request) else { return error }
        if isFilled { unsafe plan.destroy(Slot(slot, of: plan.type)) }
        isFilled = false
        return read(repaired, plan, into: slot, isFilled: &isFilled, request)
    }

    /// Decodes a document that has been put right.
    @inline(never)
    private static func read(
        _ repaired: Repaired, _ plan: PlanRef, into slot: MutableAddress, isFilled: inout Bool, _ request: DecodingRequest
    ) -> ModelError? {
        var inner = request
        inner.limits.repairs = []
        let first = request.report?.pointee.issues.count ?? 0
        let error = unsafe repaired.bytes.withBorrowedBytes { read($0, plan, into: slot, isFilled: &isFilled, inner) }
        if let report = request.report { report.pointee.add(repaired.counts, movingIssuesFrom: first) { repaired.changes.original($0) } }
        return error.map { repaired.changes.original($0) }
    }

    /// A text that has been put right.
    private struct Repaired {
        let bytes: [UInt8]
        let changes: TextChanges
        let counts: DecodingReport.Repairs

        /// Nil if nothing can be put right.
        @inline(never)
        init?(_ bytes: BorrowedBytes, _ request: DecodingRequest) {
            guard bytes.count <= request.limits.maximumDocumentBytes else { return nil }
            var repair = TextRepair(request.limits.repairs)
            repair.take(bytes, isLast: true)
            guard repair.counts.count > 0 else { return nil }
            (self.bytes, changes, counts) = (repair.output, repair.changes, repair.counts)
        }
    }

    /// Decodes a document by the reader that the request names.
    ///
    /// - Parameters: Those of `read`.
    private static func readOnce(
        _ bytes: BorrowedBytes, _ plan: PlanRef, into slot: MutableAddress, isFilled: inout Bool, _ request: DecodingRequest
    ) -> ModelError? {
        if let parser = request.parser {
            if !isFilled && request.isUnnoted {
                return parser.parse(bytes, plan, into: slot, isFilled: &isFilled, request)
            }
            // What is noted is read by the scanner. Whether there is memory for the text, yajl says.
            if case .outOfMemory(let offset) = SyntaxCheck.outcome(of: bytes, request.limits) {
                return .outOfMemory(at: LineCounter().location(of: offset, in: bytes, from: 0), path: JSONPath())
            }
        }
        return decode(bytes, plan, into: slot, isFilled: &isFilled, request)
    }

    /// Decodes a document into memory for a value.
    ///
    /// - Parameter slot: Fresh memory. It holds a value afterwards exactly if nil is returned.
    @inline(__always)
    static func fill(
        _ slot: MutableAddress, _ plan: PlanRef, _ bytes: BorrowedBytes, _ request: DecodingRequest
    ) -> ModelError? {
        var isFilled = false
        let failure = read(bytes, plan, into: slot, isFilled: &isFilled, request)
        if failure != nil && isFilled { unsafe plan.destroy(Slot(slot, of: plan.type)) }
        return failure
    }

    // MARK: By the scanner

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
    static func withDecoding<R>(
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
    static let endOfText: UInt8 = 1
    /// One that is a fault in itself.
    static let faultyByte: UInt8 = 0x0B

    /// Whether containers of the first value of a text may be inside of more others than the caller's stack is for. A scalar has none.
    private static func isDeep(_ text: DocumentText, _ rules: DecodingRules) -> Bool {
        guard rules.maximumDepth > DeepStack.callersDepth, unsafe text.first.byte | 0x20 == UInt8(ascii: "{") else { return false }
        return text.skip(text.first, depthLeft: DeepStack.callersDepth) == nil
    }

    /// - Parameter origin: The address that offset zero would have.
    static func withDecoding<R>(
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

extension Decoding where Features == AllFeatures {
    /// How the decode has ended.
    ///
    /// - Parameter isWhole: Whether the text has been read to its end.
    mutating func ending(_ isWhole: Bool) -> DecodingEnding {
        if isWhole { return features.isFound ? .stored : .leftOut }
        features.willDestroy()
        return features.failure.map { .failed($0) } ?? .faulty(features.pathOfFault)
    }

    /// Reads the document's value, or the part of it that is asked for.
    ///
    /// - Returns: Behind the document's value; nil after a failure.
    mutating func root(_ plan: PlanRef, _ slot: Slot, isFilled: inout Bool) -> TextPlace? {
        if !features.seek.isEmpty { return seek(text.first, step: 0, plan, slot, isFilled: &isFilled, merges: isFilled) }
        let read = value(text.first, plan, slot, isFilled ? [.whole, .merges] : [.whole, .fresh])
        if read.isStored {
            isFilled = true
            features.isFound = true
        }
        return read.end
    }
}

/// A parser that may read complete documents in place of the scanner.
protocol DocumentParser {
    /// Decodes a document of which nothing is noted.
    ///
    /// - Parameters: Those of `WholeDocument.read`. No value is there.
    static func parse(
        _ bytes: BorrowedBytes, _ plan: PlanRef, into slot: MutableAddress, isFilled: inout Bool, _ request: DecodingRequest
    ) -> ModelError?
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
