// The parts of a text that lies whole in memory, for whoever reads it by recursion (Decoding) or in one pass (CodableTokens): white space, words, strings
// (Scanner+Strings), numbers (Scanner+Numbers), and containers that nobody wants.
//
// It knows JSON exactly: it accepts what RFC 8259 does, in UTF-8, and what the yajl path does, since each is held against the other in the
// tests. It does not know where exactly a fault stands, nor in what words to report it: whoever uses it has yajl look at a text that it has
// refused (SyntaxCheck), so that both paths report the same.
//
// No byte beyond the text is read, and few looks at a byte need to ask first whether there is one. The text is taken without the white space
// around it, and must then begin with a bracket that opens and end with one that closes. So whatever byte is not a closing bracket is not the last
// one, and the byte behind it may be looked at. Only what reads several bytes at once, or steps over a closing bracket, has to compare. `last` is the
// place of the last byte.

/// Reads a text that lies whole in memory.
enum Scanner {
    /// Containers inside each other that can be told apart.
    private static var maximumDepth: Int { 2047 }

    /// The first and the last byte of a text, white space around it left out, if it begins and ends as a container does.
    ///
    /// - Parameter start: Where its value begins, or white space before it.
    @inline(__always)
    static func container(in bytes: BorrowedBytes, from start: Int) -> (first: TextPlace, last: TextPlace)? {
        guard bytes.count > start, let text = bytes.start else { return nil }
        // SAFETY: there are bytes from the start to the last one.
        let start = unsafe text + start
        var last = unsafe text + (bytes.count &- 1)  // &-: above zero
        while unsafe ASCII.isSpace(last.byte) {
            guard last != start else { return nil }
            last = unsafe last - 1
        }
        guard unsafe last.byte == closing(isObject: true) || last.byte == closing(isObject: false) else { return nil }
        let first = space(start, last)
        guard unsafe first.byte | 0x20 == UInt8(ascii: "{") else { return nil }
        return (first, last)
    }

    // MARK: Containers that nobody wants

    /// Reads a container that nobody wants, by all of JSON's rules.
    ///
    /// One turn of the loop reads a value, and before it a key if the innermost container is an object:
    ///
    ///     {"id": 7, "tags": ["a", "b"]}
    ///      ---key-  value                   turn 1
    ///               ----key--  [            turn 2; `[` opens a container: the next turn is inside
    ///                           "a"         turn 3
    ///                                "b"    turn 4, which also closes what ends behind it
    ///
    /// - Parameters:
    ///   - start: Its opening bracket.
    ///   - depthLeft: Containers that may be inside each other, itself included.
    /// - Returns: The place behind it; nil for a fault, or what is beyond a limit.
    @inline(never)
    static func skip(_ start: TextPlace, _ last: TextPlace, _ depthLeft: Int, _ maximumTokenBytes: Int) -> TextPlace? {
        // A bit for each open container: one for an object. 256 bytes, which come from the stack.
        unsafe ValueRow<UInt64>.withTemporary((maximumDepth + 1) / 64) { kinds in
            skip(start, last, min(depthLeft, maximumDepth), maximumTokenBytes, kinds)
        }
    }

    private static func skip(
        _ start: TextPlace, _ last: TextPlace, _ depthLimit: Int, _ maximumTokenBytes: Int, _ kinds: ValueRow<UInt64>
    ) -> TextPlace? {
        // SAFETY: `next` is at most `last` wherever the byte there is looked at (see above). `kinds` has a bit for each depth up to
        // `maximumDepth`.
        var next = start
        var depth = 0
        // What closes the innermost container; nothing before the outermost.
        var closing: UInt8 = 0
        nextValue: while true {
            if closing == Self.closing(isObject: true) {
                next = space(next, last)
                guard unsafe next.byte == UInt8(ascii: "\""), let end = unsafe string(next + 1, last, maximumTokenBytes) else {
                    return nil
                }
                next = space(end, last)
                guard unsafe next.byte == UInt8(ascii: ":") else { return nil }
                unsafe next += 1
            }
            next = space(next, last)
            switch unsafe next.byte {
            case UInt8(ascii: "\""):
                guard let end = unsafe string(next + 1, last, maximumTokenBytes) else { return nil }
                next = end
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                guard depth < depthLimit else { return nil }
                closing = unsafe next.byte &+ 2  // &+: of ASCII
                depth &+= 1  // &+=: at most the limit
                note(closing == Self.closing(isObject: true), at: depth, in: kinds)
                next = unsafe space(next + 1, last)
                // An empty one ends below.
                guard unsafe next.byte == closing else { continue nextValue }
            case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
                guard let end = word(next, last) else { return nil }
                next = end
            default:
                guard let number = unsafe NumberParser.token(next, last - next), number.length <= maximumTokenBytes else { return nil }
                unsafe next += number.length
            }
            // What may follow a value: a comma and the next one, or the end of the container. The outermost is one.
            while true {
                next = space(next, last)
                let byte = unsafe next.byte
                unsafe next += 1
                if byte == UInt8(ascii: ",") { continue nextValue }
                guard byte == closing else { return nil }
                depth &-= 1  // &-=: above zero while something is open
                if depth == 0 { return next }
                guard next <= last else { return nil }
                closing = Self.closing(isObject: Self.isObject(at: depth, in: kinds))
            }
        }
    }

    /// Reads a string that nobody wants.
    ///
    /// - Parameter start: Behind its first quote.
    /// - Returns: The place behind its last quote; nil if it is none, or too long.
    @inline(__always)
    private static func string(_ start: TextPlace, _ last: TextPlace, _ maximumTokenBytes: Int) -> TextPlace? {
        let length = unsafe start.asciiRun(of: last - start)
        let end = unsafe start + length
        if unsafe end.byte == UInt8(ascii: "\"") && length <= maximumTokenBytes { return unsafe end + 1 }
        return otherString(start, end, last, maximumTokenBytes)
    }

    @inline(never)
    private static func otherString(_ start: TextPlace, _ stop: TextPlace, _ last: TextPlace, _ maximumTokenBytes: Int) -> TextPlace? {
        // The scratch memory is not asked for: the content is not wanted.
        var scratch = StringScratch()
        guard let string = otherContent(start, stop, last, &scratch, isWanted: false), string.bytes.count <= maximumTokenBytes
        else { return nil }
        return string.end
    }

    @inline(__always)
    private static func closing(isObject: Bool) -> UInt8 { isObject ? UInt8(ascii: "}") : UInt8(ascii: "]") }

    /// The first byte from a place on that is not white space. The last byte of the text is none.
    @inline(__always)
    static func space(_ next: TextPlace, _ last: TextPlace) -> TextPlace {
        // Most often there is none, or one space, or a new line that is indented by less than thirty-two.
        if unsafe next.byte > ASCII.space { return next }
        if unsafe next.byte == ASCII.space && next[1] > ASCII.space { return unsafe next + 1 }
        if unsafe next.byte == ASCII.lineFeed && last - next > 32 {
            // SAFETY: more than thirty-two bytes follow.
            var count = unsafe (next + 1).leadingSpaces
            if count == 16 { count = unsafe 16 + (next + 17).leadingSpaces }
            let end = unsafe next + 1 + count
            if unsafe end.byte > ASCII.space { return end }
        }
        return spaces(next, last)
    }

    /// The same for any white space.
    @inline(never)
    private static func spaces(_ next: TextPlace, _ last: TextPlace) -> TextPlace {
        unsafe next + next.whitespace(of: last - next)
    }

    /// Reads one of the words `true`, `false` and `null`, whose first letter has been seen.
    ///
    /// - Returns: The place behind it; nil if it is none.
    @inline(__always)
    static func word(_ next: TextPlace, _ last: TextPlace) -> TextPlace? {
        switch unsafe next.byte {
        case UInt8(ascii: "t"): return unsafe has(0x6575_7274, at: next, last) ? next + 4 : nil
        case UInt8(ascii: "f"): return unsafe has(0x6573_6C61, at: next + 1, last) ? next + 5 : nil
        default: return unsafe has(0x6C6C_756E, at: next, last) ? next + 4 : nil
        }
    }

    /// Whether four bytes at a place are those of a word, the first in the lowest byte.
    @inline(__always)
    private static func has(_ word: UInt32, at address: TextPlace, _ last: TextPlace) -> Bool {
        guard last - address >= 4 else { return false }
        return unsafe address.halfWord == word
    }

    @inline(__always)
    private static func note(_ isObject: Bool, at depth: Int, in kinds: ValueRow<UInt64>) {
        let (word, bit) = (depth &>> 6, 1 as UInt64 &<< UInt64(truncatingIfNeeded: depth))  // &<<: takes the depth modulo 64
        unsafe kinds[word] = unsafe isObject ? kinds[word] | bit : kinds[word] & ~bit
    }

    @inline(__always)
    private static func isObject(at depth: Int, in kinds: ValueRow<UInt64>) -> Bool {
        unsafe kinds[depth &>> 6] &>> UInt64(truncatingIfNeeded: depth) & 1 != 0
    }

    /// Whether a byte can stand nowhere in a text: VT, FF, and what begins no UTF-8 sequence.
    static func endsInFault(_ byte: UInt8) -> Bool {
        byte == 0x0B || byte == 0x0C || (byte >= 0x80 && byte < 0xC2) || byte > 0xF4
    }
}
