internal import CYajl

/// Where the tokenizer stands, shared by the parser that owns it and the sink that is being fed.
///
/// The sink counts events in it; on a failure, and only then, it asks for the offset of the token at hand.
@unsafe struct TokenPosition {
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
    var feed = unsafe UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    /// Offset of the first byte of `feed` from the start of the input.
    var feedOffset = 0
    /// Bytes since the last event that were fed before `feed`.
    var carried = unsafe UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    /// The place of the token at hand while tokens that were kept are mapped: where it begins, or the complement of where it ends in `feed`;
    /// `Int.min` for tokens that come from the parser.
    var replayed = Int.min
    /// The lines of input in chunks; nil for a whole document, which can be looked at again.
    var lines: LineHistory?
    /// Where the token ends that a scanner delivers: an address in `feed`.
    var scanned: UnsafePointer<UInt8>?
    /// Whether a scanner has met a fault.
    var hasFault = false
    private var memory: UnsafeMutablePointer<YajlMemory>?

    init(maximumTokenBytes: Int) {
        unsafe self.maximumTokenBytes = maximumTokenBytes
    }

    mutating func attach(_ memory: UnsafeMutablePointer<YajlMemory>) {
        unsafe self.memory = unsafe memory
    }

    /// Notes that an event has been delivered. Called once a token: it must stay a handful of instructions.
    @inline(__always)
    mutating func note() {
        unsafe events &+= 1  // &+: cannot overflow 63 bits
        if unsafe recordsEnds {
            unsafe lastEnd = tokenEnd()
        }
    }

    /// The end of the token being delivered, in bytes of the present feed.
    func tokenEnd() -> Int {
        guard let memory = unsafe memory else {
            guard let scanned = unsafe scanned, let first = unsafe feed.baseAddress else { return 0 }
            return unsafe scanned - first
        }
        return unsafe yodel_yajl_consumed(memory.pointer)
    }

    /// The offset, from the start of the input, of the first byte of the token that is being delivered.
    ///
    /// yajl tells where the token ends; it is followed back from there. Containers and null have one length. A string begins at the quote
    /// that ends the way back with an even number of backslashes before it; a number or a word at its first byte that belongs to one.
    func tokenStart(_ shape: TokenShape) -> Int {
        if unsafe replayed >= 0 { return unsafe replayed }
        return unsafe tokenStart(shape, end: replayed == .min ? tokenEnd() : ~replayed)
    }

    /// Notes the place of the token being delivered, to find it again when it is mapped later. While a document lies whole in memory that is its
    /// end; its start is worked out if somebody asks.
    func mark(_ shape: TokenShape) -> Int {
        if unsafe replayed != .min { return unsafe replayed }
        return unsafe recordsEnds ? tokenStart(shape) : ~tokenEnd()
    }

    /// Notes the line of the token being delivered, which may be asked for when its bytes are gone.
    ///
    /// - Parameters:
    ///   - length: Bytes of the token.
    ///   - depth: How many containers are open, one that it begins included.
    ///   - isContainer: Whether it begins one.
    ///   - keepsInside: Whether tokens that follow may be asked for, too.
    func noteLine(length: Int, depth: Int, isContainer: Bool, keepsInside: Bool = false) {
        guard let lines = unsafe lines, unsafe replayed == .min else { return }
        unsafe lines.pass(carried, from: feedOffset - carried.count)
        let start = unsafe max(0, min(tokenStart(.fixed(length)) - feedOffset, feed.count))
        unsafe lines.pass(UnsafeBufferPointer(rebasing: feed[..<start]), from: feedOffset)
        lines.mark(depth: depth, isContainer: isContainer, keepsLineFeeds: keepsInside)
    }

    /// Keeps all lines from the token being delivered on: it and what follows may be asked for when the bytes are gone.
    func keepLines(_ shape: TokenShape) {
        guard let lines = unsafe lines, unsafe replayed == .min else { return }
        let offset = unsafe tokenStart(shape)
        unsafe lines.pass(carried, from: feedOffset - carried.count)
        let start = unsafe max(0, min(offset - feedOffset, feed.count))
        unsafe lines.pass(UnsafeBufferPointer(rebasing: feed[..<start]), from: feedOffset)
        lines.keepAll(from: offset)
    }

    /// Notes the place of a token with content. Where the content is lent from the input itself, it tells the place.
    ///
    /// - Parameter lead: Bytes of the token before its content: the quote of a string or key.
    @inline(__always)
    func mark(_ content: UnsafeBufferPointer<UInt8>, lead: Int, _ shape: TokenShape) -> Int {
        if let start = content.baseAddress, let first = unsafe feed.baseAddress, unsafe replayed == .min {
            let place = unsafe start - first
            if place >= lead, unsafe place <= feed.count - content.count { return unsafe feedOffset + place - lead }
        }
        return unsafe mark(shape)
    }

    private func tokenStart(_ shape: TokenShape, end: Int) -> Int {
        switch shape {
        case .fixed(let length):
            return unsafe feedOffset + end - length
        case .word, .number:
            var index = end
            while unsafe index > -carried.count, unsafe Self.isWordOrNumber(byte(index - 1)) { index -= 1 }
            return unsafe feedOffset + index
        case .string:
            return unsafe feedOffset + stringStart(end: end)
        case .anything:
            let isString = unsafe end > -carried.count && byte(end - 1) == UInt8(ascii: "\"")
            return unsafe tokenStart(isString ? .string : .number, end: end)
        }
    }

    private func stringStart(end: Int) -> Int {
        let first = unsafe -carried.count
        var index = end - 2
        while index > first {
            if unsafe byte(index) == UInt8(ascii: "\"") {
                var backslashes = 0
                while index - 1 - backslashes >= first, unsafe byte(index - 1 - backslashes) == UInt8(ascii: "\\") {
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
        unsafe index >= 0 ? feed[index] : carried[carried.count + index]
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
