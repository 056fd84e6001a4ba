/// One decode of a document that comes in pieces.
///
/// Feed it the pieces as they come and finish it; any cut gives the same value and the same error as the whole document would.
///
/// ```swift
/// var document = ChunkedDocument(plan, into: slot, rules: rules, limits: limits)
/// try document.feed(first)
/// try document.feed(second)
/// try document.finish()       // the slot holds a value
/// ```
@safe struct ChunkedDocument: ~Copyable {
    private let machine: Pinned<ChunkMachine>
    private let memory: Pinned<YajlMemory>
    private let block: UnsafeMutableRawBufferPointer
    private var parser: YajlParser
    private let limits: ParserLimits
    private let plan: PlanRef
    private let slot: Slot
    /// What puts the text right before it is read, if the options say so.
    private var repair: TextRepair?
    private var failure: ModelError?
    private var isFinished = false

    /// - Parameters:
    ///   - plan: The type of the value.
    ///   - slot: Fresh memory for it. It holds a value once `finish` has returned, and never if the document is given up before.
    init(_ plan: PlanRef, into slot: Slot, rules: DecodingRules, limits: ParserLimits) {
        // SAFETY: the machine, yajl's memory and theirs are of the heap: they stay in place until `deinit`, and the parser, which goes after it, does
        // not use them when it goes.
        unsafe block = .allocate(byteCount: 5120, alignment: 16)
        memory = unsafe Pinned(holding: YajlMemory(UnsafeMutableRawBufferPointer(rebasing: block[4096...]), limits))
        machine = unsafe Pinned(
            holding: ChunkMachine(
                plan, into: slot, DecodingRequest(rules, limits),
                frames: UnsafeMutableRawBufferPointer(rebasing: block[..<2048]),
                arena: UnsafeMutableRawBufferPointer(rebasing: block[2048..<4096])))
        parser = YajlParser(machine.sink(isNoted: true), position: machine.position, memory: memory, limits: limits)
        self.limits = limits
        if !limits.repairs.isEmpty { repair = TextRepair(limits.repairs) }
        self.plan = plan
        self.slot = slot
    }

    deinit {
        if !isFinished && machine.pointee.isFilled { plan.destroy(slot) }
        unsafe machine.destroy()
        unsafe memory.destroy()
        unsafe block.deallocate()
    }

    /// Takes the next bytes.
    ///
    /// - Throws: The error that ends the decode; every later call throws it again.
    mutating func feed(_ chunk: BorrowedBytes) throws(ModelError) {
        if let failure { throw failure }
        if repair != nil { return try feedRepaired(chunk, isLast: false) }
        try check(parser.feed(chunk))
    }

    /// Takes the next bytes, and puts them right.
    @inline(never)
    private mutating func feedRepaired(_ chunk: BorrowedBytes, isLast: Bool) throws(ModelError) {
        repair?.take(chunk, isLast: isLast)
        guard let text = repair?.output, !text.isEmpty else { return }
        let outcome = unsafe text.withBorrowedBytes { parser.feed($0) }
        try check(outcome)
        // An error has its place in what is at hand, or in a value that is kept.
        if machine.pointee.kept == nil { repair?.forget(before: parser.pendingOffset) }
    }

    /// Ends the document.
    mutating func finish() throws(ModelError) {
        if let failure { throw failure }
        if repair != nil { try feedRepaired(.none, isLast: true) }
        try check(parser.finish())
        isFinished = true
    }

    private mutating func check(_ outcome: ParseOutcome) throws(ModelError) {
        if case .proceed = outcome { return }
        let error = machine.pointee.error(of: outcome) { parser.location(ofPendingOffset: $0) }
        failure = error.map { repair?.changes.original($0) ?? $0 }
        if let failure { throw failure }
    }
}
