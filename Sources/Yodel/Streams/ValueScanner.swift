internal import CScan

// Finds where a value ends, without reading it: by its brackets and strings alone, so that a value which is no JSON inside ends all the same.
// It can stop between any two bytes and go on with the next piece.
//
//     {"a": [1, "]"]}      depth 1 2 .. in string .. 1 0: the end

/// Looks for the end of one value.
struct ValueScanner {
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
    }

    enum Verdict: Equatable {
        /// The value ends before this index.
        case ends(Int)
        /// All bytes belong to it, and more may.
        case goesOn
        /// A bracket at this index closes what another kind of bracket has opened, or no value begins here: where it ends cannot be told.
        case undecidable(Int)
    }

    private var mode = Mode.start
    /// Open brackets, a bit each: 1 for an object.
    private var kinds: [UInt64] = []
    /// As many open brackets are told apart: a value of nothing but brackets must not fill the memory.
    private static let depthLimit = 1 << 24
    private var depth = 0

    /// Whether a number or a word has begun, which the end of the input ends.
    var isScalar: Bool { mode == .scalar }

    /// Makes the scanner ready for the next value.
    mutating func reset() {
        mode = .start
        depth = 0
    }

    /// Scans on from an index, which at first is that of the value's first byte.
    mutating func scan(_ bytes: BorrowedBytes, from start: Int) -> Verdict {
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
                index += (base + index).findQuote(in: bytes.count - index)
                guard index < bytes.count else { return .goesOn }
                let isQuote = bytes[index] == UInt8(ascii: "\"")
                mode = !isQuote ? .escape : .inside
                index += 1
                if isQuote && depth == 0 { return .ends(index) }
            case .escape:
                mode = .string
                index += 1
            case .inside:
                unsafe index += yodel_find_bracket((base + index).address, bytes.count - index)
                guard index < bytes.count else { return .goesOn }
                switch bytes[index] {
                case UInt8(ascii: "{"), UInt8(ascii: "["):
                    guard depth < Self.depthLimit else { return .undecidable(index) }
                    open(isObject: bytes[index] == UInt8(ascii: "{"))
                case UInt8(ascii: "\""): mode = .string
                case let bracket:
                    guard close(isObject: bracket == UInt8(ascii: "}")) else { return .undecidable(index) }
                    if depth == 0 { return .ends(index + 1) }
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

    private mutating func open(isObject: Bool) {
        let (word, bit) = (depth / 64, UInt64(1) << UInt64(depth % 64))
        if word == kinds.count { kinds.append(0) }
        kinds[word] = isObject ? kinds[word] | bit : kinds[word] & ~bit
        depth += 1
    }

    private mutating func close(isObject: Bool) -> Bool {
        guard depth > 0 else { return false }
        depth -= 1
        return (kinds[depth / 64] >> UInt64(depth % 64) & 1 == 1) == isObject
    }
}
