/// yajl's look at a text that the scanner has refused.
enum SyntaxCheck {
    /// What is wrong with a text, as the yajl path would say.
    static func outcome(of bytes: BorrowedBytes, _ limits: ParserLimits) -> ParseOutcome {
        var events = 0
        var position = TokenPosition(maximumTokenBytes: limits.maximumTokenBytes)
        var memory = YajlMemory(limits)
        return unsafe Pinned.lend(&events) { events in
            unsafe Pinned.lend(&position) { position in
                unsafe Pinned.lend(&memory) { memory in
                    var parser = YajlParser(EventCount.sink(events), position: position, memory: memory, limits: limits)
                    return parser.parseWhole(bytes)
                }
            }
        }
    }
}
