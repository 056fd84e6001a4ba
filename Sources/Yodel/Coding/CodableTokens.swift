// The one pass over the text. It is the scanner's loop (Tokens/Scanner.swift) with a sink that does nothing but write entries, so it is written out:
// a key and a value a turn, containers chained through their second entries, no other memory.
//
// SAFETY: the bounds of the text are the scanner's, stated there. A turn writes at most four entries, for which there is room at its start.

/// The entries of one document, growing while its text is read. The memory serves one document after the other.
@safe struct CodableTokens: ~Copyable {
    private(set) var entries: ValueRow<CodableToken>
    private(set) var count = CodableTokens.first
    private var capacity = 256
    private var scratch = StringScratch()
    /// Where more containers than allowed were open.
    private(set) var depthFault: Int?
    /// Containers inside each other that are read.
    var depthLimit = CodableTokens.maximumDepth

    /// The first entry that is a value.
    static var first: Int { 10 }
    /// The null that stands for a value that is not there.
    static var null: Int { 1 }
    /// The first of the entries whose bits are for comparing keys.
    static var bits: Int { 2 }
    /// Containers inside each other that are read of a document: Foundation's limit.
    static var maximumDepth: Int { 512 }
    /// Bytes of a text; an entry has 32 bits for a place.
    static var maximumBytes: Int { Int(Int32.max) }

    /// Entries for which memory is kept from one document to the next.
    private static var mostKept: Int { 1 << 16 }

    init() {
        entries = Self.allocate(capacity)
    }

    deinit { unsafe entries.free() }

    private static func allocate(_ capacity: Int) -> ValueRow<CodableToken> {
        let entries = ValueRow<CodableToken>.allocate(capacity)
        unsafe entries.put(CodableToken(.null, 0, place: 0, word: 0), times: first)
        return entries
    }

    /// Forgets the document, and gives memory back that few documents need.
    mutating func removeAll() {
        count = Self.first
        depthFault = nil
        scratch.trim()
        if capacity > Self.mostKept { replace(by: 256) }
    }

    private mutating func replace(by capacity: Int) {
        unsafe entries.free()
        entries = Self.allocate(capacity)
        self.capacity = capacity
    }

    /// Makes room for another turn, and more.
    @inline(never)
    private mutating func grow() {
        let larger = ValueRow<CodableToken>.allocate(capacity * 2)
        unsafe larger.take(count, of: entries)
        unsafe entries.free()
        entries = larger
        capacity *= 2
    }

    /// Reads a text that begins and ends as a container does. No document has been read since the last one was forgotten.
    ///
    /// - Returns: Whether it is JSON, and within the limit of depth. The first entry is its root.
    mutating func read(_ text: BorrowedBytes) -> Bool {
        // Text has an entry for about sixteen bytes, numbers one for eight.
        if text.count / 16 + 32 > capacity { replace(by: text.count / 16 + 32) }
        guard let (first, last) = Scanner.container(in: text, from: 0), let base = text.start else { return false }
        return read(first, last, base).map { $0 > last } == true
    }

    /// Reads the container that stands at a place of a text, which begins and ends as one does.
    ///
    /// - Returns: Behind it; nil if it is not JSON, or beyond the limit of depth.
    mutating func read(at place: TextPlace, of text: DocumentText) -> TextPlace? {
        read(place, text.last, place)
    }

    /// Reads the string, the number or the Boolean that stands at a place of a text, which is what places are counted from.
    ///
    /// - Returns: Behind it; nil if it is none, or a string with escapes.
    mutating func read(scalar place: TextPlace, of text: DocumentText) -> TextPlace? {
        let token: CodableToken
        let end: TextPlace
        switch unsafe place.byte {
        case UInt8(ascii: "\""):
            guard let string = unsafe Self.string(place + 1, text.last, &scratch), string.flags & CodableToken.escaped == 0 else {
                return nil
            }
            end = string.end
            token = CodableToken(.string, string.flags, place: 1, word: UInt64(truncatingIfNeeded: end - place - 2))
        case UInt8(ascii: "t"), UInt8(ascii: "f"):
            guard let word = text.word(place) else { return nil }
            end = word
            token = unsafe CodableToken(place.byte == UInt8(ascii: "t") ? .true : .false, 0, place: 0, word: 0)
        default:
            guard let number = text.number(place) else { return nil }
            end = unsafe place + number.length
            token = CodableToken(number, place: 0)
        }
        unsafe entries[count] = token
        count += 1
        return end
    }

    /// Reads a container.
    ///
    /// - Parameters:
    ///   - start: Its first byte.
    ///   - last: The text's last byte.
    ///   - base: What places are counted from.
    /// - Returns: Behind it.
    private mutating func read(_ start: TextPlace, _ last: TextPlace, _ base: TextPlace) -> TextPlace? {
        var next = start
        // The innermost container, 0 before the root; what of it has been read is kept here.
        var (open, isObject, values, depth) = (0, false, 0 as UInt64, 0)
        var slot = unsafe entries + count
        var limit = unsafe entries + (capacity - 4)
        nextValue: while true {
            if slot > limit {
                count = slot - entries
                grow()
                slot = unsafe entries + count
                limit = unsafe entries + (capacity - 4)
            }
            values &+= 1  // &+=: at most one a byte
            if isObject {
                next = Scanner.space(next, last)
                guard unsafe next.byte == UInt8(ascii: "\"") else { return nil }
                guard let (end, flags) = unsafe Self.string(next + 1, last, &scratch) else { return nil }
                let sign = unsafe KeySign.of(next + 1, end - next - 2)
                let key = unsafe CodableToken(.key, flags, place: next + 1 - base, word: sign)
                unsafe slot.put(key)
                if key.isUnresolved { unsafe entries[open].head |= CodableToken.hasUnresolvedKeys }
                unsafe slot += 1
                next = end
                if unsafe next.byte != UInt8(ascii: ":") {
                    next = Scanner.space(next, last)
                    guard unsafe next.byte == UInt8(ascii: ":") else { return nil }
                }
                unsafe next += 1
            }
            next = Scanner.space(next, last)
            let byte = unsafe next.byte
            switch byte {
            case UInt8(ascii: "\""):
                guard let (end, flags) = unsafe Self.string(next + 1, last, &scratch) else { return nil }
                let length = UInt64(truncatingIfNeeded: end - next - 2)
                unsafe slot.put(CodableToken(.string, flags, place: next + 1 - base, word: length))
                unsafe slot += 1
                next = end
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                guard depth < depthLimit else {
                    depthFault = next - base
                    return nil
                }
                depth &+= 1  // &+=: at most the limit
                if open != 0 { unsafe entries[open].word = values }
                let index = slot - entries
                isObject = byte == UInt8(ascii: "{")
                let kind = isObject ? CodableToken.Kind.object : .array
                unsafe slot.put(CodableToken(kind, 0, place: next - base, word: 0))
                unsafe slot[1] = CodableToken(parent: open, first: index &+ (isObject ? 3 : 2))  // &+: an index
                unsafe slot += isObject ? 3 : 2
                (open, values) = (index, 0)
                next = unsafe Scanner.space(next + 1, last)
                // An empty one ends below. What closes it is two above what opens it.
                guard unsafe next.byte == byte &+ 2 else { continue nextValue }
            case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
                guard let end = Scanner.word(next, last) else { return nil }
                let kind = byte == UInt8(ascii: "n") ? CodableToken.Kind.null : byte == UInt8(ascii: "t") ? .true : .false
                unsafe slot.put(CodableToken(kind, 0, place: next - base, word: 0))
                unsafe slot += 1
                next = end
            default:
                guard let number = unsafe NumberParser.token(next, last - next) else { return nil }
                unsafe slot.put(CodableToken(number, place: next - base))
                unsafe slot += 1
                unsafe next += number.length
            }
            // What may follow a value: a comma and the next one, or the end of the container. The root is one.
            while true {
                next = Scanner.space(next, last)
                let byte = unsafe next.byte
                unsafe next += 1
                if byte == UInt8(ascii: ",") { continue nextValue }
                guard byte == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else { return nil }
                let behind = slot - entries
                unsafe entries[open].word = values | UInt64(truncatingIfNeeded: behind) &<< 32  // &<<: by less than 64
                open = unsafe entries[open + 1].parent
                depth &-= 1  // &-=: above zero while something is open
                if depth == 0 {
                    count = behind
                    return next
                }
                guard next <= last else { return nil }
                values = unsafe entries[open].word
                isObject = unsafe entries[open].isObject
            }
        }
    }

    /// Reads a string.
    ///
    /// - Parameter start: Behind its first quote.
    /// - Returns: Behind its last quote, and its flags.
    @inline(__always)
    private static func string(
        _ start: TextPlace, _ last: TextPlace, _ scratch: inout StringScratch
    ) -> (end: TextPlace, flags: UInt32)? {
        let end = unsafe start + start.asciiRun(of: last - start)
        if unsafe end.byte == UInt8(ascii: "\"") { return unsafe (end + 1, CodableToken.plain) }
        return otherString(start, end, last, &scratch)
    }

    /// The same for one that is not plain ASCII, or is none.
    @inline(never)
    private static func otherString(
        _ start: TextPlace, _ stop: TextPlace, _ last: TextPlace, _ scratch: inout StringScratch
    ) -> (end: TextPlace, flags: UInt32)? {
        guard let string = Scanner.otherContent(start, stop, last, &scratch, isWanted: false) else { return nil }
        // An escape is longer than what it stands for.
        let isEscaped = string.bytes.count < string.end - start - 1
        return (string.end, isEscaped ? CodableToken.escaped : 0)
    }
}

extension CodableToken {
    /// The second entry of a container: the one around it, and where its reader stands.
    @inline(__always)
    fileprivate init(parent: Int, first: Int) {
        head = UInt32(truncatingIfNeeded: parent)
        place = UInt32(truncatingIfNeeded: first)
        word = 0
    }

    /// In a second entry, the container around; 0 for none.
    @inline(__always) var parent: Int { Int(head) }

    @inline(__always)
    fileprivate init(_ number: NumberToken, place: Int) {
        var head = Kind.number.rawValue
        if number.isNegative { head |= Self.negative }
        if number.isExact, let exponent = Int16(exactly: number.exponent) {
            head |= Self.exact | UInt32(UInt16(bitPattern: exponent)) &<< 16  // &<<: by less than 32
            if number.isShortInteger { head |= Self.plain }
        }
        self.head = head
        self.place = UInt32(truncatingIfNeeded: place)
        word = number.significand
    }
}
