/// One decode of what lies whole: which of the readers reads it.
enum Mapping {
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
    static func map(
        _ bytes: BorrowedBytes, _ plan: PlanRef, into slot: MutableAddress, isFilled: inout Bool,
        _ request: DecodingRequest
    ) -> ModelError? {
        if request.isScanned {
            if !isFilled && plan.pointee.isPlain && request.isPlain, WholeDocument.decodePlain(bytes, plan, into: slot, request) {
                isFilled = true
                return nil
            }
        } else if !isFilled && request.isUnnoted && request.limits.repairs.isEmpty {
            return parse(bytes, plan, into: slot, isFilled: &isFilled, request)
        }
        return mapOther(bytes, plan, into: slot, isFilled: &isFilled, request)
    }

    /// Decodes a document that is not plain, or is not read by the scanner.
    ///
    /// - Parameters: Those of `map`.
    @inline(never)
    private static func mapOther(
        _ bytes: BorrowedBytes, _ plan: PlanRef, into slot: MutableAddress, isFilled: inout Bool,
        _ request: DecodingRequest
    ) -> ModelError? {
        if isFilled || request.report != nil {
            if !request.limits.repairs.isEmpty, let repaired = Repaired(bytes, request) {
                return map(repaired, plan, into: slot, isFilled: &isFilled, request)
            }
            return read(bytes, plan, into: slot, isFilled: &isFilled, request)
        }
        guard let error = read(bytes, plan, into: slot, isFilled: &isFilled, request) else { return nil }
        guard error.category == .syntax, !request.limits.repairs.isEmpty, let repaired = Repaired(bytes, request) else { return error }
        if isFilled { unsafe plan.destroy(Slot(slot, of: plan.type)) }
        isFilled = false
        return map(repaired, plan, into: slot, isFilled: &isFilled, request)
    }

    /// Decodes a document that has been put right.
    @inline(never)
    private static func map(
        _ repaired: Repaired, _ plan: PlanRef, into slot: MutableAddress, isFilled: inout Bool, _ request: DecodingRequest
    ) -> ModelError? {
        var inner = request
        inner.limits.repairs = []
        let first = request.report?.pointee.issues.count ?? 0
        let error = unsafe repaired.bytes.withBorrowedBytes { map($0, plan, into: slot, isFilled: &isFilled, inner) }
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
    /// - Parameters: Those of `map`.
    private static func read(
        _ bytes: BorrowedBytes, _ plan: PlanRef, into slot: MutableAddress, isFilled: inout Bool, _ request: DecodingRequest
    ) -> ModelError? {
        if !request.isScanned {
            if !isFilled && request.isUnnoted {
                return parse(bytes, plan, into: slot, isFilled: &isFilled, request)
            }
            // What is wanted as a whole is read as such; that it is JSON, yajl says.
            if case .outOfMemory(let offset) = SyntaxCheck.outcome(of: bytes, request.limits) {
                return .outOfMemory(at: LineCounter().location(of: offset, in: bytes, from: 0), path: JSONPath())
            }
        }
        return WholeDocument.decode(bytes, plan, into: slot, isFilled: &isFilled, request)
    }

    /// Decodes a document into memory for a value.
    ///
    /// - Parameter slot: Fresh memory. It holds a value afterwards exactly if nil is returned.
    @inline(__always)
    static func fill(
        _ slot: MutableAddress, _ plan: PlanRef, _ bytes: BorrowedBytes, _ request: DecodingRequest
    ) -> ModelError? {
        var isFilled = false
        let failure = map(bytes, plan, into: slot, isFilled: &isFilled, request)
        if failure != nil && isFilled { unsafe plan.destroy(Slot(slot, of: plan.type)) }
        return failure
    }

    /// Decodes a value at hand into memory for a value.
    ///
    /// - Parameter slot: Fresh memory. It holds a value afterwards exactly if nil is returned.
    static func fill(_ slot: MutableAddress, _ plan: PlanRef, _ value: DynamicValue, _ request: DecodingRequest) -> ModelError? {
        var isFilled = false
        let failure = WholeDocument.decode(value, plan, into: slot, isFilled: &isFilled, request)
        if failure != nil && isFilled { unsafe plan.destroy(Slot(slot, of: plan.type)) }
        return failure
    }

    /// Decodes a document by yajl. A function of its own: the scanner's way needs none of its memory.
    @inline(never)
    private static func parse(
        _ bytes: BorrowedBytes, _ plan: PlanRef, into slot: MutableAddress, isFilled: inout Bool,
        _ request: DecodingRequest
    ) -> ModelError? {
        let limits = request.limits
        // Memory of the stack: a document of moderate depth and short arrays needs no other.
        var frames = InlineArray<224, UInt64>(repeating: 0)
        // SAFETY: the three blocks stay until the machine and the parser have gone.
        return unsafe withUnsafeMutableBytes(of: &frames) { frames in
            unsafe withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 16) { rest in
                unsafe withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 16) { block in
                    var memory = unsafe YajlMemory(block, limits)
                    var machine = unsafe MappingMachine(plan, into: Slot(slot, of: plan.type), request, frames: frames, arena: rest)
                    let error = unsafe Pinned.lend(&machine) { machine in
                        unsafe Pinned.lend(&memory) { memory in
                            let fits = bytes.count <= limits.maximumTokenBytes
                            var parser = YajlParser(
                                machine.sink(isNoted: !fits), position: machine.position, memory: memory, limits: limits)
                            let outcome = parser.parseWhole(bytes)
                            if case .proceed = outcome { return nil as ModelError? }
                            return machine.pointee.error(of: outcome) { LineCounter().location(of: $0, in: bytes, from: 0) }
                        }
                    }
                    isFilled = machine.isFilled
                    return error
                }
            }
        }
    }
}
