/// yajl's look at a text that the scanner has refused.
enum SyntaxCheck {
    /// What is wrong with a text, as the yajl path would say.
    static func outcome(of bytes: UnsafeBufferPointer<UInt8>, _ limits: ParserLimits) -> ParseOutcome {
        var events = 0
        var position = unsafe TokenPosition(maximumTokenBytes: limits.maximumTokenBytes)
        return unsafe withUnsafeMutablePointer(to: &events) { events in
            unsafe withUnsafeMutablePointer(to: &position) { position in
                // SAFETY: the count and the position stay in place until the parser has been freed.
                var parser = unsafe YajlParser(
                    callbacks: EventCount.callbacks, context: UnsafeMutableRawPointer(events), position: position, memory: nil, limits: limits)
                return unsafe parser.parseWhole(bytes)
            }
        }
    }
}
