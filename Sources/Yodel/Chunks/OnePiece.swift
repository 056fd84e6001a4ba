/// yajl for a complete document, which is one piece to it: what `DecodingOptions.Tokenizer.yajl` chooses.
enum OnePiece: DocumentParser {
    static func parse(
        _ bytes: BorrowedBytes, _ plan: PlanRef, into slot: MutableAddress, isFilled: inout Bool, _ request: DecodingRequest
    ) -> ModelError? {
        let limits = request.limits
        // Memory of the stack: a document of moderate depth and short arrays needs no other.
        var frames = InlineArray<224, UInt64>(repeating: 0)
        // SAFETY: the three blocks stay until the machine and the parser have gone.
        return unsafe withUnsafeMutableBytes(of: &frames) { frames in
            unsafe withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 16) { rest in
                unsafe withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 16) { block in
                    var memory = unsafe YajlMemory(block, limits)
                    var machine = unsafe ChunkMachine(plan, into: Slot(slot, of: plan.type), request, frames: frames, arena: rest)
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
