/// What a parser refuses, whatever the grammar says.
struct ParserLimits: Sendable {
    /// Longest content of one string, key or number, in bytes.
    var maximumTokenBytes: Int
    /// Longest input, in bytes.
    var maximumDocumentBytes: Int
    /// Whether a byte order mark at the very start is stepped over.
    var acceptsByteOrderMark: Bool
}

/// How a step of a parse ended.
enum ParseOutcome {
    /// All bytes were taken; more may come.
    case proceed
    /// The sink asked to stop; the sink knows why.
    case stopped
    /// The input is not JSON.
    case fault(SyntaxFault)
    /// The input is longer than the limit.
    case tooLong
    /// A token is longer than the limit; the offset is that of its first byte.
    case tokenTooLong(offset: Int)
}
