// Which of the readers reads a document: the plain one, the one with all features, or a parser that the options have chosen.

/// A parser that may read complete documents in place of the scanner.
protocol DocumentParser {
    /// Decodes a document of which nothing is noted.
    ///
    /// - Parameters: Those of `WholeDocument.read`. No value is there.
    static func parse(
        _ bytes: BorrowedBytes, _ plan: PlanRef, into slot: MutableAddress, isFilled: inout Bool, _ request: DecodingRequest
    ) -> ModelError?
}

extension WholeDocument {
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
        } else if !isFilled && plan.isPlain && request.isPlain, decodePlain(bytes, plan, into: slot, request) {
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
