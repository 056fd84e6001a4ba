import CScan

/// What a prevalidator says of a whole text: how many bytes passed, the fault, and how many bytes before that position it began.
struct PrevalidatorVerdict: Equatable {
    var position: Int
    var fault: UInt8
    var back: Int
}

/// The prevalidator's rules written a second time, to be read and not to be fast: over the whole text, by looking ahead, without any state.
///
/// A byte that a sequence cannot go on with is its verdict's position; a sequence that the end cuts has the end as its position.
enum ReferencePrevalidator {
    static func verdict(_ text: [UInt8]) -> PrevalidatorVerdict {
        var index = 0
        while index < text.count {
            let start = index
            switch text[index] {
            case 0x0B, 0x0C:
                return PrevalidatorVerdict(position: index, fault: UInt8(YODEL_PREVALIDATOR_CONTROL), back: 0)
            case 0x5C:
                if let fault = escape(text, &index) { return PrevalidatorVerdict(position: index, fault: fault, back: index - start) }
            case 0x80...:
                if !sequence(text, &index) {
                    return PrevalidatorVerdict(position: index, fault: UInt8(YODEL_PREVALIDATOR_UTF8), back: index - start)
                }
            default:
                index += 1
            }
        }
        return PrevalidatorVerdict(position: index, fault: 0, back: 0)
    }

    /// Moves behind a UTF-8 sequence, or to the byte that breaks it. The table is that of RFC 3629, section 4, row for row.
    private static func sequence(_ text: [UInt8], _ index: inout Int) -> Bool {
        let tail: ClosedRange<UInt8> = 0x80...0xBF
        let rest: [ClosedRange<UInt8>]
        switch text[index] {
        case 0xC2...0xDF: rest = [tail]
        case 0xE0: rest = [0xA0...0xBF, tail]
        case 0xE1...0xEC, 0xEE...0xEF: rest = [tail, tail]
        case 0xED: rest = [0x80...0x9F, tail]
        case 0xF0: rest = [0x90...0xBF, tail, tail]
        case 0xF1...0xF3: rest = [tail, tail, tail]
        case 0xF4: rest = [0x80...0x8F, tail, tail]
        default: return false
        }
        index += 1
        for range in rest {
            guard index < text.count, range.contains(text[index]) else { return false }
            index += 1
        }
        return true
    }

    /// Moves behind an escape and, after a high surrogate, the one that must follow. On a fault, to the byte that shows it.
    private static func escape(_ text: [UInt8], _ index: inout Int) -> UInt8? {
        index += 1
        guard index < text.count else { return nil }
        guard text[index] == 0x75 else {
            // The backslash takes another backslash with it; every other byte is looked at again.
            if text[index] == 0x5C { index += 1 }
            return nil
        }
        index += 1
        guard let unit = hexUnit(text, &index) else { return nil }
        let surrogate = UInt8(YODEL_PREVALIDATOR_SURROGATE)
        switch unit {
        case 0xDC00...0xDFFF:
            index -= 1
            return surrogate
        case 0xD800...0xDBFF:
            for expected in [0x5C, 0x75] as [UInt8] {
                guard index < text.count, text[index] == expected else { return surrogate }
                index += 1
            }
            guard let low = hexUnit(text, &index) else { return surrogate }
            if (0xDC00...0xDFFF).contains(low) { return nil }
            index -= 1
            return surrogate
        default:
            return nil
        }
    }

    /// Reads four hex digits, or up to the byte that is none.
    private static func hexUnit(_ text: [UInt8], _ index: inout Int) -> Int? {
        var value = 0
        for _ in 0..<4 {
            guard index < text.count, text[index] < 0x80, let digit = Character(Unicode.Scalar(text[index])).hexDigitValue else {
                return nil
            }
            value = value * 16 + digit
            index += 1
        }
        return value
    }
}
