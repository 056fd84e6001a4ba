// From bytes as they are given to a text that the one pass can read. That begins and ends as a container does; what does not (a document that is one
// string, or a dictionary without its braces) is copied with brackets around it.

/// How the reading of a document's bytes ended.
@safe struct CodableText {
    /// The text whose places the entries have.
    var text: BorrowedBytes
    /// The copy that it is, if it is one; whoever has it frees it.
    var copy: OutputPlace?
    /// Bytes before that of the first byte given.
    var shift = 0
    /// The entry of the root; 0 if the bytes are not JSON.
    var root = 0

    /// Reads bytes.
    static func read(_ bytes: BorrowedBytes, _ rules: borrowing CodableRules, _ tokens: inout CodableTokens) -> CodableText {
        guard bytes.count <= CodableTokens.maximumBytes else { return CodableText(text: bytes) }
        let needsBraces = rules.assumesTopLevelDictionary && firstByte(bytes) != UInt8(ascii: "{")
        if !needsBraces, Scanner.container(in: bytes, from: 0) != nil {
            let isRead = tokens.read(bytes)
            return CodableText(text: bytes, root: isRead ? CodableTokens.first : 0)
        }
        let place = OutputPlace.allocate(bytes.count + 2)
        unsafe place.put(needsBraces ? UInt8(ascii: "{") : UInt8(ascii: "["))
        unsafe (place + 1).copy(bytes)
        unsafe place.put(needsBraces ? UInt8(ascii: "}") : UInt8(ascii: "]"), at: bytes.count + 1)
        let text = unsafe place.bytes(bytes.count + 2)
        let isRead = tokens.read(text)
        var root = isRead ? CodableTokens.first : 0
        if isRead, !needsBraces { root = unsafe tokens.entries[root].count == 1 ? root + tokens.entries[root].lead : 0 }
        return CodableText(text: text, copy: place, shift: 1, root: root)
    }

    private static func firstByte(_ bytes: BorrowedBytes) -> UInt8? {
        bytes.first { !ASCII.isSpace($0) }
    }

    private static var limits: ParserLimits {
        ParserLimits(maximumTokenBytes: .max, maximumDocumentBytes: CodableTokens.maximumBytes, acceptsByteOrderMark: false)
    }

    /// The error of bytes that could not be read.
    @inline(never)
    static func error(_ outcome: CodableText, depthFault: Int?, of bytes: BorrowedBytes) -> DecodingError {
        let limits = limits
        let underlying: ModelError
        let locate = { offset in LineCounter().location(of: offset, in: bytes, from: 0) }
        if let depthFault {
            underlying = .depthLimit(CodableTokens.maximumDepth, at: locate(depthFault - outcome.shift), path: JSONPath())
        } else if bytes.count > limits.maximumDocumentBytes {
            underlying = .documentLimit(limits.maximumDocumentBytes, at: locate(limits.maximumDocumentBytes))
        } else if case .fault(let fault) = SyntaxCheck.outcome(of: bytes, limits) {
            underlying = .syntax(fault, at: locate(fault.offset), path: JSONPath())
        } else {
            // The text is JSON, and not what it was assumed to be: a dictionary without braces.
            let fault = SyntaxFault.unexpected("another value", expected: "the members of an object", offset: 0)
            underlying = .syntax(fault, at: locate(0), path: JSONPath())
        }
        return .notJSON(underlying)
    }
}
