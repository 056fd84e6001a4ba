// A string, a number or a word by the letter of RFC 8259, up to the first byte that breaks a rule. Whoever has to say what is wrong with a text, and where,
// reads its tokens here: `FaultFinder` after a failure, and `DocumentRest` at once. Readers of texts that are most often right use the scanner, which only
// says that a text is wrong.

/// Reads one token. It can stop between any two bytes and continue with the next piece.
struct TokenReader {
    private enum State {
        case string
        /// After the backslash at an offset.
        case escape(start: Int)
        /// Before some digits of the escape at an offset.
        case digits(start: Int, left: Int)
        /// Before a byte of one of `words`.
        case word(Int, next: Int)
        case number(NumberPart)
        /// After the token's last byte.
        case end
    }

    private enum NumberPart {
        case minus, zero, whole, point, fraction, exponent, sign, power
    }

    enum Verdict {
        /// All bytes belong to the token, and more may follow.
        case goesOn
        /// The token ends before this index.
        case ends(Int)
        case fault(SyntaxFault)
    }

    private static let words = ["true", "false", "null"].map { Array($0.utf8) }

    private var state: State

    /// - Parameter first: The token's first byte. Nil if no string, number or word begins with it.
    init?(_ first: UInt8) {
        switch first {
        case UInt8(ascii: "\""): state = .string
        case UInt8(ascii: "-"): state = .number(.minus)
        case UInt8(ascii: "0"): state = .number(.zero)
        case UInt8(ascii: "1")...UInt8(ascii: "9"): state = .number(.whole)
        default:
            guard let word = Self.words.firstIndex(where: { $0[0] == first }) else { return nil }
            state = .word(word, next: 1)
        }
    }

    /// Whether the token is complete if no byte follows.
    var isComplete: Bool {
        switch state {
        case .end, .number(.zero), .number(.whole), .number(.fraction), .number(.power): true
        case .string, .escape, .digits, .word, .number(.minus), .number(.point), .number(.exponent), .number(.sign): false
        }
    }

    /// Continues at an index, which at first is that of the second byte.
    ///
    /// - Parameter offset: Offset of the first of the bytes.
    mutating func read(_ bytes: BorrowedBytes, from start: Int, at offset: Int) -> Verdict {
        var index = start
        while index < bytes.count {
            let fault: SyntaxFault?
            switch state {
            case .string: fault = readString(bytes, &index, offset)
            case .escape(let start): fault = readEscape(bytes[index], start)
            case .digits(let start, let left): fault = readDigit(bytes[index], start, left)
            case .word(let word, let next): fault = readWord(bytes[index], word, next, offset + index)
            case .number(let part):
                guard let next = Self.part(after: part, bytes[index]) else {
                    fault = Self.fault(after: part, bytes[index], offset + index)
                    if fault == nil { return .ends(index) }
                    break
                }
                state = .number(next)
                fault = nil
            case .end: return .ends(index)
            }
            if let fault { return .fault(fault) }
            index += 1
        }
        if case .end = state { return .ends(index) }
        return .goesOn
    }

    // MARK: Strings

    /// Reads up to the end of the bytes, or to the first byte that is not plain, which `index` becomes.
    private mutating func readString(_ bytes: BorrowedBytes, _ index: inout Int, _ offset: Int) -> SyntaxFault? {
        unsafe index += bytes.place(index).plainRun(of: bytes.count - index).length
        guard index < bytes.count else { return nil }
        switch bytes[index] {
        case UInt8(ascii: "\""): state = .end
        case UInt8(ascii: "\\"): state = .escape(start: offset + index)
        case let byte: return .controlCharacter(byte, offset: offset + index)
        }
        return nil
    }

    private mutating func readEscape(_ byte: UInt8, _ start: Int) -> SyntaxFault? {
        switch byte {
        case UInt8(ascii: "u"): state = .digits(start: start, left: 4)
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "n"),
            UInt8(ascii: "r"), UInt8(ascii: "t"):
            state = .string
        default: return .invalidEscape(offset: start)
        }
        return nil
    }

    private mutating func readDigit(_ byte: UInt8, _ start: Int, _ left: Int) -> SyntaxFault? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"):
            state = left > 1 ? .digits(start: start, left: left - 1) : .string
            return nil
        default: return .invalidEscape(offset: start)
        }
    }

    // MARK: Words and numbers

    private mutating func readWord(_ byte: UInt8, _ word: Int, _ next: Int, _ place: Int) -> SyntaxFault? {
        guard byte == Self.words[word][next] else { return .invalidLiteral(offset: place) }
        state = next + 1 < Self.words[word].count ? .word(word, next: next + 1) : .end
        return nil
    }

    /// What is wrong with a number that a byte does not belong to; nil if the number ends before the byte.
    private static func fault(after part: NumberPart, _ byte: UInt8, _ place: Int) -> SyntaxFault? {
        switch part {
        case .zero where ASCII.digit(byte) != nil: .leadingZero(offset: place - 1)
        case .zero, .whole, .fraction, .power: nil
        case .minus: .invalidNumber(SyntaxFault.ruleOfMinus(before: byte), offset: place)
        case .point: .invalidNumber("a digit is required after the decimal point", offset: place)
        case .exponent, .sign: .invalidNumber("a digit is required after the exponent", offset: place)
        }
    }

    /// The part of a number that a byte belongs to; nil if it does not belong to the number.
    private static func part(after part: NumberPart, _ byte: UInt8) -> NumberPart? {
        let isDigit = ASCII.digit(byte) != nil
        switch part {
        case .minus: return !isDigit ? nil : byte == ASCII.zero ? .zero : .whole
        case .zero, .whole, .fraction:
            if isDigit { return part == .zero ? nil : part }
            if byte | ASCII.caseBit == ASCII.lowerE { return .exponent }
            return byte == ASCII.point && part != .fraction ? .point : nil
        case .point: return isDigit ? .fraction : nil
        case .exponent where byte == ASCII.plus || byte == ASCII.minus: return .sign
        case .exponent, .sign, .power: return isDigit ? .power : nil
        }
    }
}
