/// One decode: a machine, a parser in front of it, and the memory that both work in.
enum Mapping {
    /// Maps a whole document into a slot.
    ///
    /// - Parameters:
    ///   - bytes: The document; stays in place during the call.
    ///   - plan: The type in the slot.
    ///   - slot: Memory for a value of the type.
    ///   - isFilled: Whether a value is there, which is changed; otherwise one is made.
    /// - Returns: The error, if there was one. The slot then holds a value only if `isFilled` is true, or was on entry.
    static func map(
        _ bytes: UnsafeBufferPointer<UInt8>, _ plan: UnsafePointer<ValuePlan>, into slot: UnsafeMutableRawPointer, isFilled: inout Bool,
        rules: MappingRules, limits: ParserLimits
    ) -> ModelError? {
        // Two blocks of the size that always comes from the stack: a document of moderate depth and short arrays needs no other memory.
        unsafe withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 16) { frames in
            unsafe withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 16) { arena in
                var machine = unsafe MappingMachine(
                    plan: plan, slot: slot, isFilled: isFilled, rules: rules, maximumTokenBytes: limits.maximumTokenBytes, frames: frames,
                    arena: arena)
                let error = unsafe withUnsafeMutablePointer(to: &machine) { unsafe run(bytes, $0, limits) }
                isFilled = unsafe machine.isRootFilled
                return error
            }
        }
    }

    private static func run(
        _ bytes: UnsafeBufferPointer<UInt8>, _ machine: UnsafeMutablePointer<MappingMachine>, _ limits: ParserLimits
    ) -> ModelError? {
        // SAFETY: the machine and the position in it stay in place until the parser has been freed.
        let outcome = unsafe withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 16) { block in
            var memory = unsafe YajlMemory(block)
            let position = unsafe withUnsafeMutablePointer(to: &machine.pointee.position) { unsafe $0 }
            return unsafe withUnsafeMutablePointer(to: &memory) { memory in
                let fits = bytes.count <= limits.maximumTokenBytes
                var parser = unsafe YajlParser(
                    callbacks: fits ? YajlCallbacks.plain : YajlCallbacks.noted, context: UnsafeMutableRawPointer(machine),
                    position: position, memory: memory, limits: limits)
                return unsafe parser.parseWhole(bytes)
            }
        }
        if case .proceed = outcome {
            assert(unsafe machine.pointee.isRootFilled)
            return nil
        }
        return unsafe machine.pointee.error(of: outcome, limits) { offset in
            unsafe LineCounter().location(of: offset, in: bytes, from: 0)
        }
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
        case .fault(let fault): unsafe .syntax(fault, at: locate(fault.offset), path: path)
        case .tooLong: .documentLimit(limits.maximumDocumentBytes, at: locate(limits.maximumDocumentBytes))
        case .tokenTooLong(let offset): unsafe .tokenLimit(limits.maximumTokenBytes, at: locate(offset), path: path)
        }
    }
}
