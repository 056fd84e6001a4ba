/// Where the tokenizer stands, shared by the parser that owns it and the sink that is being fed.
///
/// The sink counts events in it; on a failure, and only then, it asks for the offset of the token at hand.
@safe struct TokenPosition {
    // SAFETY: the parser that owns the position sets `feed`, `carried` and `memory` before each call of yajl, and they stay during it.

    /// Tokens seen so far.
    var events = 0
    /// Whether the end of each event is recorded; only input in chunks needs it.
    var recordsEnds = false
    /// Where the last event ended, in bytes of the present feed.
    var lastEnd = 0
    /// Whether every string of the input is ASCII without escapes. Known of whole documents only.
    var isPlain = false
    /// Whether a container that is the root has ended; the sink says so.
    var hasRootEnded = false
    /// Longest content of a string, key or number.
    var maximumTokenBytes: Int
    /// The bytes being parsed now.
    var feed = BorrowedBytes.none
    /// Offset of the first byte of `feed` from the start of the input.
    var feedOffset = 0
    /// Bytes since the last event that were fed before `feed`.
    var carried = BorrowedBytes.none
    /// The lines of input in chunks; nil for a whole document, which can be looked at again.
    var lines: LineHistory?
    /// The bytes of a value that is being kept.
    private var kept: BufferedBytes?
    private var memory: Pinned<YajlMemory>?

    init(maximumTokenBytes: Int) {
        self.maximumTokenBytes = maximumTokenBytes
    }

    mutating func attach(_ memory: Pinned<YajlMemory>) {
        self.memory = memory
    }

    /// Notes that an event has been delivered. Called once a token: it must stay a handful of instructions.
    @inline(__always)
    mutating func note() {
        events &+= 1  // &+: cannot overflow 63 bits
        if recordsEnds {
            lastEnd = tokenEnd()
        }
    }

    /// The end of the token being delivered, in bytes of the present feed.
    func tokenEnd() -> Int {
        guard let memory else { return 0 }
        return memory.consumed
    }

    /// Whether the container that begins with the token being delivered is empty; nil if the byte that tells has not come.
    ///
    /// - Parameter closing: Its closing bracket.
    func endsAtOnce(_ closing: UInt8) -> Bool? {
        var index = tokenEnd()
        while index < feed.count, ASCII.isSpace(feed[index]) { index += 1 }
        return index < feed.count ? feed[index] == closing : nil
    }

    /// The offset, from the start of the input, of the first byte of the token that is being delivered.
    ///
    /// yajl tells where the token ends; it is followed back from there. Containers and null have one length. A string begins at the quote
    /// that ends the way back with an even number of backslashes before it; a number or a word at its first byte that belongs to one.
    func tokenStart(_ shape: TokenShape) -> Int {
        tokenStart(shape, end: tokenEnd())
    }

    private func tokenStart(_ shape: TokenShape, end: Int) -> Int {
        switch shape {
        case .fixed(let length):
            return feedOffset + end - length
        case .word, .number:
            var index = end
            while index > -carried.count, Self.isWordOrNumber(byte(index - 1)) { index -= 1 }
            return feedOffset + index
        case .string:
            return feedOffset + stringStart(end: end)
        case .anything:
            let isString = end > -carried.count && byte(end - 1) == UInt8(ascii: "\"")
            return tokenStart(isString ? .string : .number, end: end)
        }
    }

    /// Reads the number that a token is; nil if it has to be read from its text alone.
    ///
    /// - Parameter text: The token, in the feed or in yajl's own memory. Of the feed more bytes than the token's may be looked at, which is quicker.
    @inline(__always)
    func number(_ text: BorrowedBytes) -> NumberToken? {
        guard let start = text.start else { return nil }
        let count = readable(from: start, text.count)
        guard let number = unsafe NumberParser.token(start.widened(to: count), count), number.length == text.count else { return nil }
        return number
    }

    /// Reads the number that a token is, if it has digits alone, and not many; otherwise nil.
    ///
    /// - Parameter text: As above.
    @inline(__always)
    func integer(_ text: BorrowedBytes) -> Int? {
        guard let start = text.start else { return nil }
        let count = readable(from: start, text.count)
        return unsafe NumberParser.shortInteger(start.widened(to: count), text.count, readable: count)
    }

    /// How many bytes may be looked at from the start of a token on, which has `count`.
    @inline(__always)
    private func readable(from start: TextPlace, _ count: Int) -> Int {
        guard let first = feed.start else { return count }
        let offset = start - first
        return offset >= 0 && offset < feed.count ? feed.count - offset : count
    }

    // MARK: Values that are kept

    /// Begins to keep the bytes from the container on that begins with the token being delivered.
    mutating func keep() {
        let end = tokenEnd()
        kept = BufferedBytes(at: feedOffset + end - 1, location(ofLast: end))
    }

    /// The place of the last byte of the token being delivered, in input in chunks.
    private func location(ofLast end: Int) -> SourceLocation? {
        guard let lines else { return nil }
        lines.pass(carried, from: feedOffset - carried.count)
        lines.pass(feed.part(..<(end - 1)), from: feedOffset)
        return lines.place(of: feedOffset + end - 1)
    }

    /// The bytes of the scalar being delivered.
    func token() -> BufferedBytes {
        let start = tokenStart(.anything)
        // Its lines are still known when it has been read.
        var bytes = BufferedBytes(at: start, nil)
        if start < feedOffset { bytes.append(carried, from: feedOffset - carried.count, upTo: carried.count) }
        bytes.end(in: feed, from: feedOffset, upTo: tokenEnd())
        return bytes
    }

    /// Takes over what is kept of bytes that are about to go.
    mutating func keepFeed() {
        guard var bytes = kept.take() else { return }
        bytes.append(feed, from: feedOffset, upTo: feed.count)
        kept = bytes
    }

    /// Hands out what has been kept.
    ///
    /// - Parameter isWhole: Whether the value ends with the token being delivered; otherwise there is no more of it.
    mutating func takeKept(isWhole: Bool) -> BufferedBytes? {
        var taken = kept.take()
        taken?.end(in: feed, from: feedOffset, upTo: isWhole ? tokenEnd() : feed.count)
        return taken
    }

    private func stringStart(end: Int) -> Int {
        let first = -carried.count
        var index = end - 2
        while index > first {
            if byte(index) == UInt8(ascii: "\"") {
                var backslashes = 0
                while index - 1 - backslashes >= first, byte(index - 1 - backslashes) == UInt8(ascii: "\\") {
                    backslashes += 1
                }
                if backslashes % 2 == 0 { return index }
            }
            index -= 1
        }
        return first
    }

    /// A byte of the feed, or of what was carried into it when the index is negative.
    private func byte(_ index: Int) -> UInt8 {
        index >= 0 ? feed[index] : carried[carried.count + index]
    }

    private static func isWordOrNumber(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "E"), UInt8(ascii: "+"),
            UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }
}

/// What is known of a token's extent in the input.
enum TokenShape {
    case fixed(Int)
    case word
    case number
    case string
    /// Any token with content.
    case anything
}
