internal import CScan

// Tokens of a document that lies whole in memory.
//
// The scanner is one loop over the text, compiled for its sink: a token's delivery is a direct call, most often inlined. It reads each byte
// about once, strings sixteen bytes a step (CScan), and nothing beyond the end of the text. What needs few instructions stands in the loop;
// strings that have escapes, or are not ASCII, are read apart (Scanner+Strings.swift).
//
// One turn of the loop reads a value, and before it a key if the innermost container is an object:
//
//     {"id": 7, "tags": ["a", "b"]}
//      ---key-  value                   turn 2, after that of the root's `{`
//                ----key--  [           turn 3; `[` opens a container: the next turn is inside
//                            "a"        turn 4
//                                 "b"   turn 5, which also closes what ends behind it
//
// It knows JSON exactly: it accepts what RFC 8259 does, in UTF-8, and what the yajl path does, since each is held against the other in the
// tests. It does not know where exactly a fault stands, nor in what words to report it: whoever runs it has yajl look at a text that it has
// refused (SyntaxCheck), so that both paths report the same.
//
// No byte beyond the text is read, and few looks at a byte need to ask first whether there is one. The text is taken without the white space
// around it, and must then begin with a bracket that opens and end with one that closes; a document that is no container is left to yajl. So
// whatever byte is not a closing bracket is not the last one, and the byte behind it may be looked at. Only what reads several bytes at once,
// or steps over a closing bracket, has to compare. `last` is the address of the last byte.
//
// Shortcuts, on what the sink tells:
//   - the key that is expected is compared where it stands, closing quote included, so that the end of a key is rarely looked for;
//   - an array of numbers is read by the sink, if it is nothing but numbers and short;
//   - a container that nobody wants is read by the same loop, compiled for a sink that does nothing. If that fails for any reason, the container
//     is read once more for the sink itself, which then meets what is wrong where it stands. After that no shortcut is tried again: either the
//     document ends there, or it is one that is hardly worth it.

/// How a scan ended.
enum ScanVerdict {
    /// The text is one value, and all of it has been delivered.
    case whole
    /// The sink has stopped the scan, and knows why.
    case stopped
    /// The text is not JSON.
    case fault
    /// The text does not begin and end as a container does: nothing has been delivered.
    case unsuited
}

/// Reads tokens from a text that lies whole in memory.
enum Scanner {
    typealias Address = UnsafePointer<UInt8>

    /// Containers inside each other that the scanner can tell apart. A sink stops before.
    static var maximumDepth: Int { 2047 }

    /// Delivers the tokens of a text to a sink, up to the end of the text or the first fault.
    ///
    /// - Parameters:
    ///   - bytes: The text. It stays in place during the call.
    ///   - start: Where its value begins, or white space before it.
    ///   - sink: Takes the tokens. It stops before more than `maximumDepth` containers are open.
    @inline(__always)
    static func scan<Sink: ScannerSink & ~Copyable>(
        _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, into sink: UnsafeMutablePointer<Sink>
    ) -> ScanVerdict {
        guard let (first, last) = unsafe container(in: bytes, from: start) else { return .unsuited }
        guard let end = unsafe container(first, last, sink) else { return unsafe sink.pointee.hasFault ? .fault : .stopped }
        return unsafe end > last ? .whole : .fault
    }

    /// The first and the last byte of a text, white space around it left out, if it begins and ends as a container does.
    ///
    /// - Parameter start: Where its value begins, or white space before it.
    @inline(__always)
    static func container(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> (first: Address, last: Address)? {
        var count = bytes.count
        while count > start, unsafe ASCII.isSpace(bytes[count &- 1]) { count &-= 1 }  // &-, &-=: above the start
        guard count > start, let text = bytes.baseAddress else { return nil }
        let last = unsafe text + (count &- 1)  // &-: above zero
        guard unsafe last.pointee == closing(isObject: true) || last.pointee == closing(isObject: false) else { return nil }
        let first = unsafe space(text + start, last)
        guard unsafe first.pointee | 0x20 == UInt8(ascii: "{") else { return nil }
        return unsafe (first, last)
    }

    /// Delivers the tokens of one container.
    ///
    /// - Parameter start: Its opening bracket.
    /// - Returns: The address behind it; nil if the sink has stopped, or been told of a fault.
    @inline(__always)
    private static func container<Sink: ScannerSink & ~Copyable>(
        _ start: Address, _ last: Address, _ sink: UnsafeMutablePointer<Sink>
    ) -> Address? {
        // A bit for each open container: one for an object. 256 bytes, which come from the stack.
        unsafe withUnsafeTemporaryAllocation(of: UInt64.self, capacity: (maximumDepth + 1) / 64) { kinds in
            unsafe container(start, last, sink, kinds.baseAddress.unsafelyUnwrapped)
        }
    }

    private static func container<Sink: ScannerSink & ~Copyable>(
        _ start: Address, _ last: Address, _ sink: UnsafeMutablePointer<Sink>, _ kinds: UnsafeMutablePointer<UInt64>
    ) -> Address? {
        // SAFETY: `next` is at most `last` wherever the byte there is looked at (see above). `kinds` has a bit for each depth up to
        // `maximumDepth`.
        var scratch = StringScratch()
        var next = unsafe start
        var depth = 0
        // What closes the innermost container; nothing before the root.
        var closing: UInt8 = 0
        var skips = true
        nextValue: while true {
            if closing == Self.closing(isObject: true) {
                guard let value = unsafe key(next, last, sink, &scratch) else { return nil }
                unsafe next = unsafe value
            }
            unsafe next = space(next, last)
            switch unsafe next.pointee {
            case UInt8(ascii: "\""):
                guard let end = unsafe string(next + 1, last, sink, &scratch, isKey: false) else { return nil }
                unsafe next = unsafe end
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                if unsafe sink.pointee.wantsNumbers && next.pointee == UInt8(ascii: "["),
                    let end = unsafe sink.pointee.numbers(next + 1, last)
                {
                    unsafe next = unsafe end
                    break
                }
                closing = unsafe next.pointee &+ 2  // &+: of ASCII
                let isObject = closing == Self.closing(isObject: true)
                let open = unsafe next
                unsafe next += 1
                unsafe sink.pointee.reach(next)
                guard unsafe isObject ? sink.pointee.startObject() : sink.pointee.startArray() else { return nil }
                guard depth < maximumDepth else { return unsafe fault(sink) }
                depth &+= 1  // &+=: at most the limit
                unsafe note(isObject, at: depth, in: kinds)
                if skips, unsafe !sink.pointee.wantsValue {
                    if let end = unsafe skip(open, last, sink.pointee.depthLeft + 1, sink.pointee.maximumTokenBytes) {
                        unsafe next = unsafe end - 1
                        break
                    }
                    skips = false
                }
                unsafe next = space(next, last)
                // An empty one ends below.
                guard unsafe next.pointee == closing else { continue nextValue }
            case UInt8(ascii: "t"), UInt8(ascii: "f"):
                guard let end = unsafe word(next, last) else { return unsafe fault(sink) }
                let value = unsafe next.pointee == UInt8(ascii: "t")
                unsafe next = unsafe end
                unsafe sink.pointee.reach(next)
                guard unsafe sink.pointee.boolean(value) else { return nil }
            case UInt8(ascii: "n"):
                guard let end = unsafe word(next, last) else { return unsafe fault(sink) }
                unsafe next = unsafe end
                unsafe sink.pointee.reach(next)
                guard unsafe sink.pointee.null() else { return nil }
            default:
                guard let end = unsafe number(next, last, sink) else { return nil }
                unsafe next = unsafe end
            }
            // What may follow a value: a comma and the next one, or the end of the container. The root is one.
            while true {
                unsafe next = space(next, last)
                let byte = unsafe next.pointee
                unsafe next += 1
                if byte == UInt8(ascii: ",") { continue nextValue }
                guard byte == closing else { return unsafe fault(sink) }
                unsafe sink.pointee.reach(next)
                let isObject = closing == Self.closing(isObject: true)
                guard unsafe isObject ? sink.pointee.endObject() : sink.pointee.endArray() else { return nil }
                depth &-= 1  // &-=: above zero while something is open
                if depth == 0 { return unsafe next }
                guard unsafe next <= last else { return unsafe fault(sink) }
                closing = unsafe Self.closing(isObject: Self.isObject(at: depth, in: kinds))
            }
        }
    }

    /// Reads a container that nobody wants.
    ///
    /// - Returns: The address behind it; nil if the sink itself must look at it.
    @inline(never)
    static func skip(_ start: Address, _ last: Address, _ depthLeft: Int, _ maximumTokenBytes: Int) -> Address? {
        var sink = UnwantedValue(maximumTokenBytes: maximumTokenBytes, depthLeft: min(depthLeft, maximumDepth))
        return unsafe withUnsafeMutablePointer(to: &sink) { unsafe container(start, last, $0) }
    }

    // MARK: Parts of the loop

    /// Tells the sink that the text is not JSON.
    @inline(never)
    static func fault<Sink: ScannerSink & ~Copyable>(_ sink: UnsafeMutablePointer<Sink>) -> Address? {
        unsafe sink.pointee.hasFault = true
        return nil
    }

    @inline(__always)
    private static func closing(isObject: Bool) -> UInt8 { isObject ? UInt8(ascii: "}") : UInt8(ascii: "]") }

    /// The first byte from an address on that is not white space. The last byte of the text is none.
    @inline(__always)
    static func space(_ next: Address, _ last: Address) -> Address {
        // Most often there is none, or one space, or a new line that is indented by less than sixteen.
        if unsafe next.pointee > ASCII.space { return unsafe next }
        if unsafe next.pointee == ASCII.space && next[1] > ASCII.space { return unsafe next + 1 }
        if unsafe next.pointee == ASCII.lineFeed && last - next > 16 {
            let end = unsafe next + 1 + yodel_leading_spaces(next + 1)
            if unsafe end.pointee > ASCII.space { return unsafe end }
        }
        return unsafe spaces(next, last)
    }

    /// The same for any white space.
    @inline(never)
    private static func spaces(_ next: Address, _ last: Address) -> Address {
        unsafe next + yodel_skip_whitespace(next, last - next)
    }

    /// Reads one of the words `true`, `false` and `null`, whose first letter has been seen.
    ///
    /// - Returns: The address behind it; nil if it is none.
    @inline(__always)
    static func word(_ next: Address, _ last: Address) -> Address? {
        switch unsafe next.pointee {
        case UInt8(ascii: "t"): return unsafe has(0x6575_7274, at: next, last) ? next + 4 : nil
        case UInt8(ascii: "f"): return unsafe has(0x6573_6C61, at: next + 1, last) ? next + 5 : nil
        default: return unsafe has(0x6C6C_756E, at: next, last) ? next + 4 : nil
        }
    }

    /// Whether four bytes at an address are those of a word, the first in the lowest byte.
    @inline(__always)
    private static func has(_ word: UInt32, at address: Address, _ last: Address) -> Bool {
        guard unsafe last - address >= 4 else { return false }
        return unsafe UInt32(littleEndian: UnsafeRawPointer(address).loadUnaligned(as: UInt32.self)) == word
    }

    @inline(__always)
    private static func note(_ isObject: Bool, at depth: Int, in kinds: UnsafeMutablePointer<UInt64>) {
        let (word, bit) = (depth &>> 6, 1 as UInt64 &<< UInt64(truncatingIfNeeded: depth))  // &<<: takes the depth modulo 64
        unsafe kinds[word] = isObject ? kinds[word] | bit : kinds[word] & ~bit
    }

    @inline(__always)
    private static func isObject(at depth: Int, in kinds: UnsafeMutablePointer<UInt64>) -> Bool {
        unsafe kinds[depth &>> 6] &>> UInt64(truncatingIfNeeded: depth) & 1 != 0
    }

    /// Reads a key and the colon behind it.
    ///
    /// - Returns: The address behind the colon.
    @inline(__always)
    private static func key<Sink: ScannerSink & ~Copyable>(
        _ start: Address, _ last: Address, _ sink: UnsafeMutablePointer<Sink>, _ scratch: inout StringScratch
    ) -> Address? {
        var next = unsafe space(start, last)
        guard unsafe next.pointee == UInt8(ascii: "\"") else { return unsafe fault(sink) }
        unsafe next += 1
        let length = unsafe sink.pointee.lengthOfExpectedKey(next, last - next)
        if length >= 0, unsafe length <= sink.pointee.maximumTokenBytes {
            unsafe next += length &+ 1  // &+: a key's length
            unsafe sink.pointee.reach(next)
            guard unsafe sink.pointee.takeExpectedKey() else { return nil }
        } else {
            guard let end = unsafe string(next, last, sink, &scratch, isKey: true) else { return nil }
            unsafe next = unsafe end
        }
        if unsafe next.pointee != UInt8(ascii: ":") {
            unsafe next = space(next, last)
            guard unsafe next.pointee == UInt8(ascii: ":") else { return unsafe fault(sink) }
        }
        return unsafe next + 1
    }

    /// Reads a string, a value or a key that may be any.
    ///
    /// - Parameters:
    ///   - start: Behind its first quote.
    ///   - isKey: Whether it is a key.
    /// - Returns: The address behind its last quote.
    @inline(__always)
    private static func string<Sink: ScannerSink & ~Copyable>(
        _ start: Address, _ last: Address, _ sink: UnsafeMutablePointer<Sink>, _ scratch: inout StringScratch, isKey: Bool
    ) -> Address? {
        let length = unsafe yodel_ascii_run(start, last - start)
        let end = unsafe start + length
        guard unsafe end.pointee == UInt8(ascii: "\"") && length <= sink.pointee.maximumTokenBytes else {
            return unsafe otherString(start, end, last, sink, &scratch, isKey: isKey)
        }
        unsafe sink.pointee.reach(end + 1)
        let content = unsafe UnsafeBufferPointer(start: start, count: length)
        return unsafe (isKey ? sink.pointee.key(content) : sink.pointee.string(content, isASCII: true)) ? end + 1 : nil
    }

    /// Reads a number, or finds that there is none.
    ///
    /// - Returns: The address behind it.
    @inline(__always)
    private static func number<Sink: ScannerSink & ~Copyable>(
        _ start: Address, _ last: Address, _ sink: UnsafeMutablePointer<Sink>
    ) -> Address? {
        guard let token = unsafe NumberParser.token(start, last - start) else { return unsafe fault(sink) }
        let end = unsafe start + token.length
        unsafe sink.pointee.reach(end)
        let isShort = unsafe token.length <= sink.pointee.maximumTokenBytes
        let content = unsafe UnsafeBufferPointer(start: start, count: token.length)
        if unsafe isShort ? sink.pointee.number(token, content) : sink.pointee.tokenTooLong() { return unsafe end }
        // A number ends with the byte behind it. If that is a fault in itself, it comes before what the sink has to say.
        return unsafe endsInFault(end.pointee) ? fault(sink) : nil
    }

    /// Whether a byte can stand nowhere in a text: VT, FF, and what begins no UTF-8 sequence.
    static func endsInFault(_ byte: UInt8) -> Bool {
        byte == 0x0B || byte == 0x0C || (byte >= 0x80 && byte < 0xC2) || byte > 0xF4
    }
}
