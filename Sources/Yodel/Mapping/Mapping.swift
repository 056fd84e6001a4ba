/// What is decoded. Trivial: it stays in place during the call.
@unsafe enum MappingSource {
    /// A document's bytes.
    case bytes(UnsafeBufferPointer<UInt8>)
    /// A value that has been parsed.
    case value(UnsafePointer<JSONValue>)
    /// Swift's own values by key.
    case object(UnsafePointer<[String: Any]>)
    /// Swift's own values, one after the other.
    case array(UnsafePointer<[Any]>)
}

/// One decode: a machine, a source of tokens in front of it, and the memory that both work in.
enum Mapping {
    /// Maps a source into a slot.
    ///
    /// - Parameters:
    ///   - plan: The type in the slot.
    ///   - slot: Memory for a value of the type.
    ///   - isFilled: Whether a value is there, which is changed; otherwise one is made.
    /// - Returns: The error, if there was one. The slot then holds a value only if `isFilled` is true, or was on entry; instances that it refers to
    ///   are as they were before.
    static func map(
        _ source: MappingSource, _ plan: UnsafePointer<ValuePlan>, into slot: UnsafeMutableRawPointer, isFilled: inout Bool,
        _ request: DecodingRequest
    ) -> ModelError? {
        if case .bytes(let bytes) = unsafe source, unsafe request.isScanned {
            if unsafe !isFilled && plan.pointee.isPlain && request.isPlain,
                unsafe WholeDocument.decodePlain(bytes, PlanRef(plan), into: slot, request)
            {
                isFilled = true
                return nil
            }
            if unsafe WholeDocument.isSuited(bytes, request) {
                return unsafe WholeDocument.decode(bytes, PlanRef(plan), into: slot, isFilled: &isFilled, request)
            }
        }
        // Two blocks of the size that always comes from the stack: a document of moderate depth and short arrays needs no other memory.
        return unsafe withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 16) { frames in
            unsafe withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 16) { arena in
                var machine = unsafe MappingMachine(
                    plan: plan, slot: slot, isFilled: isFilled, request, frames: frames, arena: arena)
                let error = unsafe withUnsafeMutablePointer(to: &machine) { machine in
                    switch unsafe source {
                    case .bytes(let bytes): unsafe parse(bytes, machine, request.limits)
                    case .value(let value): unsafe run(machine) { unsafe $0.pointee.replay(value.pointee) }
                    case .object(let object): unsafe run(machine) { unsafe $0.pointee.replay(any: object.pointee) }
                    case .array(let array): unsafe run(machine) { unsafe $0.pointee.replay(any: array.pointee) }
                    }
                }
                if error != nil { unsafe machine.journal?.putBack(since: 0) }
                isFilled = unsafe machine.isRootFilled
                return error
            }
        }
    }

    /// Maps a source into memory for a value.
    ///
    /// - Parameter slot: Fresh memory. It holds a value afterwards exactly if nil is returned.
    static func fill(
        _ slot: UnsafeMutableRawPointer, _ plan: UnsafePointer<ValuePlan>, _ source: MappingSource, _ request: DecodingRequest
    ) -> ModelError? {
        var isFilled = false
        let failure = unsafe map(source, plan, into: slot, isFilled: &isFilled, request)
        if failure != nil && isFilled {
            unsafe plan.pointee.withHandle { unsafe $0.deinitialize(slot, count: 1) }
        }
        return failure
    }

    /// Maps values that have no place in an input.
    private static func run(
        _ machine: UnsafeMutablePointer<MappingMachine>, _ replay: (UnsafeMutablePointer<MappingMachine>) -> Bool
    ) -> ModelError? {
        unsafe machine.pointee.position.replayed = 0
        if unsafe replay(machine) { return unsafe machine.pointee.notFound(at: .none) }
        return unsafe machine.pointee.failure?.error(at: .none)
    }

    /// Maps a document by yajl.
    private static func parse(
        _ bytes: UnsafeBufferPointer<UInt8>, _ machine: UnsafeMutablePointer<MappingMachine>, _ limits: ParserLimits
    ) -> ModelError? {
        // SAFETY: the machine and the position in it stay in place until the parser has been freed.
        let outcome = unsafe withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 16) { block in
            var memory = unsafe YajlMemory(block, limits)
            let position = unsafe withUnsafeMutablePointer(to: &machine.pointee.position) { unsafe $0 }
            return unsafe withUnsafeMutablePointer(to: &memory) { memory in
                let fits = bytes.count <= limits.maximumTokenBytes
                var parser = unsafe YajlParser(
                    callbacks: fits ? YajlCallbacks.plain : YajlCallbacks.noted, context: UnsafeMutableRawPointer(machine),
                    position: position, memory: memory, limits: limits)
                return unsafe parser.parseWhole(bytes)
            }
        }
        return unsafe error(of: outcome, in: bytes, machine, limits)
    }

    /// The error of a document that has been read; nil if all went well.
    @inline(__always)
    private static func error(
        of outcome: ParseOutcome, in bytes: UnsafeBufferPointer<UInt8>, _ machine: UnsafeMutablePointer<MappingMachine>,
        _ limits: ParserLimits
    ) -> ModelError? {
        if case .proceed = outcome, unsafe machine.pointee.isFound { return nil }
        return unsafe failure(of: outcome, in: bytes, machine, limits)
    }

    @inline(never)
    private static func failure(
        of outcome: ParseOutcome, in bytes: UnsafeBufferPointer<UInt8>, _ machine: UnsafeMutablePointer<MappingMachine>,
        _ limits: ParserLimits
    ) -> ModelError? {
        let locate = { offset in unsafe LineCounter().location(of: offset, in: bytes, from: 0) }
        if case .proceed = outcome { return unsafe machine.pointee.notFound(at: locate(bytes.count)) }
        return unsafe machine.pointee.error(of: outcome, limits, locate: locate)
    }
}

extension MappingMachine {
    /// The error that an outcome other than `proceed` stands for.
    ///
    /// - Parameter locate: Finds line and column of an offset.
    func error(of outcome: ParseOutcome, _ limits: ParserLimits, locate: (Int) -> SourceLocation) -> ModelError? {
        switch outcome {
        case .proceed: nil
        case .stopped: unsafe failure.map { $0.error(at: locate($0.offset)) }
        case .fault(let fault): unsafe .syntax(fault, at: locate(fault.offset), path: pathBetweenValues)
        case .tooLong: .documentLimit(limits.maximumDocumentBytes, at: locate(limits.maximumDocumentBytes))
        case .tokenTooLong(let offset): unsafe .tokenLimit(limits.maximumTokenBytes, at: locate(offset), path: path)
        case .outOfMemory(let offset): unsafe .outOfMemory(at: locate(offset), path: path)
        }
    }

    /// Whether there is the value that was asked for.
    var isFound: Bool { unsafe isRootFilled && (seek.isEmpty || frames.pointee.flag) }

    /// The error of a document in which nothing stands where the value is sought; nil if there is a value.
    func notFound(at location: SourceLocation) -> ModelError? {
        if unsafe isFound { return nil }
        return unsafe .pathNotFound(JSONPath(Array(seek)), at: location)
    }
}
