/// What a parser refuses, whatever the grammar says.
struct ParserLimits: Sendable {
    /// Longest content of one string, key or number, in bytes.
    var maximumTokenBytes: Int
    /// Longest input, in bytes.
    var maximumDocumentBytes: Int
    /// Whether a byte order mark at the very start is stepped over.
    var acceptsByteOrderMark: Bool
    /// What of a text that is no JSON is put right.
    var repairs: TextRepairs = []
    /// How often yajl may ask for memory. Only tests set it, to let each time fail.
    var yajlAllowance = Int.max
}

extension ParserLimits {
    /// Where the text of a document begins: behind its byte order mark, if it has one that is stepped over.
    @inline(__always)
    func startOfText(_ bytes: BorrowedBytes) -> Int {
        guard acceptsByteOrderMark, bytes.count >= 3 else { return 0 }
        return bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF ? 3 : 0
    }

    /// Bytes that yajl may have of the heap.
    ///
    /// It keeps a split token as it is written, at most six bytes for each of content, and an escaped one's content, both in buffers that double: less
    /// than fourteen times the longest token. So only a token that is too long needs more than this.
    var yajlBudget: Int {
        let (bytes, overflow) = maximumTokenBytes.multipliedReportingOverflow(by: 16)
        return overflow || bytes > .max - 65536 ? .max : bytes + 65536
    }
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
    /// There is no memory to go on; the offset is about where.
    case outOfMemory(offset: Int)
}
