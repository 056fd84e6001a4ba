// Finds where a value ends, without reading it: by its brackets and strings alone, so that a value which is no JSON inside ends all the same.
// It can stop between any two bytes and go on with the next piece.
//
//     {"a": [1, "]"]}      depth 1 2 .. in string .. 1 0: the end
//
// A value that is never closed would take all that follows with it. Where nothing else tells values apart, the scanner therefore watches lines: no
// string goes on after a line feed, and a line that begins with a bracket inside the value is a value inside it only where JSON allows one.
//
//     {"a": 1↵             an object is open, and its last byte is `1`
//     {"b": 2}             not allowed after `1`: the value at hand is no JSON
//
//     {"a": [↵             an array is open, and its last byte is `[`
//     {"b": 2}↵            allowed: an inner line, whose value ends with `}`
//     {"c": 3}             no comma and no bracket that fits: the value at hand is no JSON, and the inner line may have been a value of its own

/// Looks for the end of one value.
struct ValueScanner {
    // SAFETY: an index is below the count wherever a place is made of it.

    /// What has been found of the value.
    private enum Mode {
        /// Nothing yet.
        case start
        /// A number or a word: it ends before what cannot be part of one.
        case scalar
        case inside
        case string
        /// Behind a backslash in a string.
        case escape
        /// After the value of an inner line, where a comma or a bracket must follow.
        case line
    }

    enum Verdict: Equatable {
        /// The value ends before this index.
        case ends(Int)
        /// All bytes belong to it, and more may.
        case goesOn
        /// A bracket at this index closes what another kind of bracket has opened, or no value begins here: where it ends cannot be told. If lines are
        /// watched, also a line feed inside a string, a bracket at the start of a line where JSON allows none, and what cannot follow an inner line.
        case undecidable(Int)
    }

    /// A line inside the value that begins with a bracket where JSON allows one, up to the end of what the bracket begins.
    struct InnerLine {
        /// Offset of the bracket.
        let offset: Int
        /// Offset after the last byte before it that is no white space.
        let before: Int
        /// Brackets that are open around it.
        let depth: Int
        /// Offset after the value that the bracket begins; nil while that is open.
        var end: Int?
        /// Where the bracket stands, once lines have been counted that far.
        var place: SourceLocation?
    }

    private var mode = Mode.start
    private var brackets = OpenBrackets()

    /// The innermost of the inner lines that may be values of their own: those whose value is open, and one whose value has just ended. One that is
    /// followed by what may follow it is forgotten.
    var lines: [InnerLine] = []
    /// As many are remembered: a value of nothing but lines with a bracket must not fill the memory.
    private static let lineLimit = 16
    /// The depth of the last one; negative if there is none.
    private var lineDepth = -1
    /// The last byte of the earlier chunks that is no white space.
    private(set) var solid = SolidByte()
    /// Whether the last byte of the earlier chunks is a line feed.
    private var isAfterLineFeed = false

    /// Whether a number or a word has begun, which the end of the input ends.
    var isScalar: Bool { mode == .scalar }

    /// Whether a bracket is open.
    var isInside: Bool { brackets.depth > 0 }

    /// Makes the scanner ready for the next value.
    mutating func reset() {
        mode = .start
        brackets.removeAll()
        if !lines.isEmpty { lines.removeAll(keepingCapacity: true) }
        lineDepth = -1
        isAfterLineFeed = false
    }

    /// Scans on from an index, which at first is that of the value's first byte.
    ///
    /// - Parameter offset: Offset of the first of the bytes, if lines are watched. Then each chunk is scanned once, and left by `leave`.
    mutating func scan(_ bytes: BorrowedBytes, from start: Int, watchingLinesAt offset: Int? = nil) -> Verdict {
        guard let base = bytes.start else { return .goesOn }
        var index = start
        while index < bytes.count {
            switch mode {
            case .start:
                switch bytes[index] {
                case UInt8(ascii: "{"), UInt8(ascii: "["): mode = .inside
                case UInt8(ascii: "\""):
                    mode = .string
                    index += 1
                case UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ","), UInt8(ascii: ":"): return .undecidable(index)
                default: mode = .scalar
                }
            case .scalar:
                while index < bytes.count, !Self.endsScalar(bytes[index]) { index += 1 }
                return index < bytes.count ? .ends(index) : .goesOn
            case .string:
                if offset == nil {
                    unsafe index += (base + index).findQuote(in: bytes.count - index)
                } else {
                    unsafe index += (base + index).plainRun(of: bytes.count - index).length
                }
                guard index < bytes.count else { return .goesOn }
                switch bytes[index] {
                case UInt8(ascii: "\""):
                    mode = .inside
                    index += 1
                    if brackets.depth == 0 { return .ends(index) }
                case UInt8(ascii: "\\"):
                    mode = .escape
                    index += 1
                case ASCII.lineFeed: return .undecidable(index)
                default: index += 1
                }
            case .escape:
                if offset != nil, bytes[index] == ASCII.lineFeed { return .undecidable(index) }
                mode = .string
                index += 1
            case .line:
                unsafe index += (base + index).whitespace(of: bytes.count - index)
                guard index < bytes.count else { return .goesOn }
                let closing = brackets.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
                guard bytes[index] == closing || bytes[index] == UInt8(ascii: ",") else { return .undecidable(index) }
                lines.removeLast()
                lineDepth = lines.last?.depth ?? -1
                mode = .inside
            case .inside:
                unsafe index += (base + index).findBracket(in: bytes.count - index)
                guard index < bytes.count else { return .goesOn }
                switch bytes[index] {
                case UInt8(ascii: "{"), UInt8(ascii: "["):
                    guard brackets.hasRoom else { return .undecidable(index) }
                    if let offset, beginsInnerLine(index, of: bytes, from: start) {
                        guard enterLine(at: index, of: bytes, from: start, at: offset) else { return .undecidable(index) }
                    }
                    brackets.open(isObject: bytes[index] == UInt8(ascii: "{"))
                case UInt8(ascii: "\""): mode = .string
                case let bracket:
                    guard brackets.close(isObject: bracket == UInt8(ascii: "}")) else { return .undecidable(index) }
                    if brackets.depth == 0 { return .ends(index + 1) }
                    if let offset, brackets.depth == lineDepth {
                        lines[lines.count - 1].end = offset + index + 1
                        mode = .line
                    }
                }
                index += 1
            }
        }
        return .goesOn
    }

    /// Whether a byte ends a number or a word: white space, and what begins another token.
    static func endsScalar(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "{"),
            UInt8(ascii: "\""), UInt8(ascii: ":"):
            true
        default: false
        }
    }

    // MARK: Lines

    /// Notes what the next chunk has to know of this one.
    ///
    /// - Parameters:
    ///   - start: Index of the chunk's first byte that belongs to the value.
    ///   - offset: Offset of the chunk's first byte.
    mutating func leave(_ chunk: BorrowedBytes, from start: Int, at offset: Int) {
        solid = solid.before(chunk.count, of: chunk, from: start, at: offset)
        if let last = chunk.last { isAfterLineFeed = last == ASCII.lineFeed }
    }

    /// Whether a bracket is the first byte of a line inside the value.
    private func beginsInnerLine(_ index: Int, of bytes: BorrowedBytes, from start: Int) -> Bool {
        brackets.depth > 0 && (index > start ? bytes[index - 1] == ASCII.lineFeed : isAfterLineFeed)
    }

    /// Notes the inner line that begins with a bracket.
    ///
    /// - Returns: Whether JSON allows a value there: it is the byte before that says so, which is in no string.
    private mutating func enterLine(at index: Int, of bytes: BorrowedBytes, from start: Int, at offset: Int) -> Bool {
        let last = solid.before(index, of: bytes, from: start, at: offset)
        let isAllowed =
            brackets.isObject ? last.byte == UInt8(ascii: ":") : last.byte == UInt8(ascii: "[") || last.byte == UInt8(ascii: ",")
        guard isAllowed else { return false }
        if lines.count == Self.lineLimit { lines.removeFirst() }
        lineDepth = brackets.depth
        lines.append(InnerLine(offset: offset + index, before: last.end, depth: lineDepth))
        return true
    }
}

extension ArraySlice<UInt8> {
    /// Whether the text begins with one value, or is a part of one, as far as brackets, strings and lines tell: no line inside that value is one of its own.
    package var beginsWithOneValue: Bool {
        unsafe withUnsafeBufferPointer { bytes in
            var scanner = ValueScanner()
            let verdict = unsafe scanner.scan(BorrowedBytes(bytes), from: 0, watchingLinesAt: 0)
            return if case .undecidable = verdict { false } else { true }
        }
    }
}
