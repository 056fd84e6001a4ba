/// yajl's look at a text that the scanner has refused.
enum SyntaxCheck {
    /// What is wrong with a text, as the yajl path would say.
    static func outcome(of bytes: BorrowedBytes, _ limits: ParserLimits) -> ParseOutcome {
        var events = 0
        var position = TokenPosition(maximumTokenBytes: limits.maximumTokenBytes)
        return unsafe withUnsafeMutablePointer(to: &events) { events in
            unsafe withUnsafeMutablePointer(to: &position) { position in
                var memory = unsafe YajlMemory(UnsafeMutableRawBufferPointer(start: nil, count: 0), limits)
                // SAFETY: the count, the position and the memory stay in place while the parser is used.
                return unsafe withUnsafeMutablePointer(to: &memory) { memory in
                    var parser = unsafe YajlParser(
                        callbacks: EventCount.callbacks, context: UnsafeMutableRawPointer(events), position: Pinned(position),
                        memory: Pinned(memory),
                        limits: limits)
                    return parser.parseWhole(bytes)
                }
            }
        }
    }
}
