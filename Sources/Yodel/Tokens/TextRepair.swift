internal import CScan

// Puts right what is no JSON in a text, as far as the options allow: `NaN` and the infinities, escaped surrogates without a partner, bytes that are not UTF-8,
// control characters in strings. Everything else stays, so that what is still wrong is found and said by who reads the result.
//
//     {"a": NaN, "b": "x\ud800y"}       {"a": "NaN", "b": "x\uFFFDy"}
//
// It runs once a text has been refused; only a document in pieces, of which the earlier ones are gone by then, goes through it from its start. It reads each byte
// a bounded number of times and can stop between any two: what it cannot judge yet, at most twelve bytes, it carries over to the next piece.

/// Puts a text right, in one piece or in several.
struct TextRepair {
    private let repairs: TextRepairs
    /// What the last piece has become.
    private(set) var output: [UInt8] = []
    /// Where that stands in what it was made of.
    private(set) var changes = TextChanges()
    /// What has been put right.
    private(set) var counts = DecodingReport.Repairs()
    /// What could not be judged yet.
    private var carry: [UInt8] = []
    /// Bytes that have been put out before this piece, and bytes of which they were made.
    private var written = 0
    private var taken = 0
    /// Where the line begins that has been reached.
    private var lineStart = 0
    private var isInString = false
    /// The last byte outside of strings that is not white space; zero before the first.
    private var sign: UInt8 = 0
    /// The containers that are open: whether each is an object.
    private var objects: [Bool] = []

    init(_ repairs: TextRepairs) { self.repairs = repairs }

    /// What happens to the next bytes.
    private enum Step {
        /// As many stay.
        case pass(Int)
        /// As many are replaced.
        case replace(Int, by: [UInt8])
        /// The next piece has to say.
        case wait
    }

    /// Takes the next piece; `output` is then what it has become.
    ///
    /// - Parameter isLast: Whether the text ends with it.
    mutating func take(_ piece: BorrowedBytes, isLast: Bool) {
        written += output.count
        output.removeAll(keepingCapacity: true)
        guard !carry.isEmpty else { return run(piece, isLast) }
        var bytes = carry
        carry = []
        bytes.append(contentsOf: piece)
        unsafe bytes.withBorrowedBytes { run($0, isLast) }
    }

    /// Forgets places before an offset of the output.
    mutating func forget(before offset: Int) { changes.forget(before: offset) }

    private mutating func run(_ bytes: BorrowedBytes, _ isLast: Bool) {
        var (index, copied) = (0, 0)
        next: while index < bytes.count {
            switch isInString ? string(bytes, index, isLast) : outside(bytes, index, isLast) {
            case .pass(let count): index += count
            case .replace(let count, let replacement):
                output.append(contentsOf: bytes.part(copied..<index))
                output.append(contentsOf: replacement)
                let isFeed = bytes[index] == ASCII.lineFeed
                index += count
                copied = index
                guard replacement.count != count || isFeed else { continue next }
                changes.add(to: written + output.count, from: taken + index, lineStart: lineStart, isFeed: isFeed)
            case .wait: break next
            }
        }
        output.append(contentsOf: bytes.part(copied..<index))
        carry.append(contentsOf: bytes.part(index...))
        taken += index
    }

    // MARK: Strings

    /// Bytes that are looked at before the first of them is judged: a bound, so that what is judged byte by byte is not looked at for each of them.
    private static let window = 256

    private mutating func string(_ bytes: BorrowedBytes, _ index: Int, _ isLast: Bool) -> Step {
        let run = unsafe bytes.place(index).plainRun(of: min(bytes.count - index, Self.window))
        if run.length > 0 {
            guard run.high != 0 && repairs.contains(.invalidUTF8) else { return .pass(run.length) }
            return characters(bytes, index, to: index + run.length, isLast)
        }
        let byte = bytes[index]
        switch byte {
        case UInt8(ascii: "\""):
            isInString = false
            return .pass(1)
        case UInt8(ascii: "\\"): return escape(bytes, index, isLast)
        default:
            if byte == ASCII.lineFeed { lineStart = taken + index + 1 }
            guard byte < 0x20 && repairs.contains(.controlCharacters) else { return .pass(1) }
            counts.controlCharacters += 1
            return .replace(1, by: Self.escapes[Int(byte)])
        }
    }

    /// Passes characters up to the first that is none.
    private mutating func characters(_ bytes: BorrowedBytes, _ start: Int, to end: Int, _ isLast: Bool) -> Step {
        var index = start
        while index < end {
            guard bytes[index] >= 0x80 else {
                index += 1
                continue
            }
            var length = Self.characterLength(bytes, index)
            if length == 0 {
                if index > start { break }
                if !isLast { return .wait }
                length = index - bytes.count
            }
            if length > 0 {
                index += length
            } else if index > start {
                break
            } else {
                counts.invalidUTF8 += 1
                return .replace(-length, by: [0xEF, 0xBF, 0xBD])
            }
        }
        return .pass(index - start)
    }

    /// Bytes of the character that begins with a byte beyond ASCII; a negative number for the bytes that begin none, all of which become one U+FFFD as the
    /// Unicode Standard advises (section 3.9); zero if bytes are missing.
    private static func characterLength(_ bytes: BorrowedBytes, _ index: Int) -> Int {
        let (more, second): (Int, ClosedRange<UInt8>) =
            switch bytes[index] {
            case 0xC2...0xDF: (1, 0x80...0xBF)
            case 0xE0: (2, 0xA0...0xBF)
            case 0xED: (2, 0x80...0x9F)
            case 0xE1...0xEF: (2, 0x80...0xBF)
            case 0xF0: (3, 0x90...0xBF)
            case 0xF1...0xF3: (3, 0x80...0xBF)
            case 0xF4: (3, 0x80...0x8F)
            default: (0, 0x80...0xBF)
            }
        guard more > 0 else { return -1 }
        for place in 1...more {
            guard index + place < bytes.count else { return 0 }
            let byte = bytes[index + place]
            guard place == 1 ? second.contains(byte) : byte & 0xC0 == 0x80 else { return -place }
        }
        return 1 + more
    }

    private mutating func escape(_ bytes: BorrowedBytes, _ index: Int, _ isLast: Bool) -> Step {
        let count = bytes.count - index
        guard count >= 2 else { return isLast ? .pass(1) : .wait }
        guard bytes[index + 1] == UInt8(ascii: "u") else {
            if bytes[index + 1] == ASCII.lineFeed { lineStart = taken + index + 2 }
            return .pass(2)
        }
        guard repairs.contains(.surrogates) else { return .pass(2) }
        guard count >= 6 else { return isLast ? .pass(2) : .wait }
        // SAFETY: six bytes are there, and twelve below.
        let unit = unsafe bytes.place(index + 2).hexUnit
        guard unit >= 0 else { return .pass(2) }
        guard 0xD800...0xDFFF ~= unit else { return .pass(6) }
        if unit < 0xDC00 {
            let begins = (count < 7 || bytes[index + 6] == UInt8(ascii: "\\")) && (count < 8 || bytes[index + 7] == UInt8(ascii: "u"))
            if begins && count < 12 && !isLast { return .wait }
            if begins && count >= 12, unsafe 0xDC00...0xDFFF ~= bytes.place(index + 8).hexUnit { return .pass(12) }
        }
        counts.surrogates += 1
        return .replace(6, by: Array(#"\uFFFD"#.utf8))
    }

    /// The escapes of the control characters.
    private static let escapes = (0..<0x20 as Range<UInt8>).map { byte in
        var output = OutputBuffer()
        output.append(quoted: String(UnicodeScalar(byte)))
        return Array(output.copy().dropFirst().dropLast())
    }

    // MARK: Outside of strings

    private mutating func outside(_ bytes: BorrowedBytes, _ index: Int, _ isLast: Bool) -> Step {
        let byte = bytes[index]
        switch byte {
        case ASCII.lineFeed:
            lineStart = taken + index + 1
            return .pass(1)
        case UInt8(ascii: " "), 0x09, 0x0D: return .pass(1)
        case UInt8(ascii: "\""): isInString = true
        case UInt8(ascii: "{"), UInt8(ascii: "["): objects.append(byte == UInt8(ascii: "{"))
        case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = objects.popLast()
        case UInt8(ascii: "N"), UInt8(ascii: "I"), UInt8(ascii: "-"):
            if !repairs.isDisjoint(with: .nonFinite) && isValueDue, let step = number(bytes, index, isLast) { return step }
        case 0x80...: return .pass(1)
        default: break
        }
        sign = byte
        return .pass(1)
    }

    /// Whether a value may begin.
    private var isValueDue: Bool {
        switch sign {
        case 0, UInt8(ascii: "["), UInt8(ascii: ":"): true
        case UInt8(ascii: ","): objects.last != true
        default: false
        }
    }

    /// Replaces a number that JSON does not have; nil if none begins.
    private mutating func number(_ bytes: BorrowedBytes, _ index: Int, _ isLast: Bool) -> Step? {
        for word in Self.numbers {
            let count = min(word.count, bytes.count - index)
            guard (0..<count).allSatisfy({ bytes[index + $0] == word[$0] }) else { continue }
            let end = index + word.count
            guard end < bytes.count else {
                if !isLast { return .wait }
                guard end == bytes.count else { return nil }
                return replace(word)
            }
            switch bytes[end] {
            case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"): return replace(word)
            default: return ASCII.isSpace(bytes[end]) ? replace(word) : nil
            }
        }
        return nil
    }

    private mutating func replace(_ word: [UInt8]) -> Step {
        counts.nonFiniteNumbers += 1
        sign = UInt8(ascii: "\"")
        let quote = [UInt8(ascii: "\"")]
        return .replace(word.count, by: repairs.contains(.nonFiniteAsNull) ? Array("null".utf8) : quote + word + quote)
    }

    private static let numbers = ["NaN", "Infinity", "-Infinity"].map { Array($0.utf8) }
}
