internal import CYajl

// yajl says that there is a fault, which rule was broken, and a position that is good to about one token: for some rules the end of the token
// that broke it, for others a place near its start. The finder reads the tokens again from a known token boundary, by the letter of RFC 8259,
// past those that yajl has delivered, and finds the byte. It runs once, on failure.

/// Reads tokens again to find the exact place of a fault that yajl has reported.
struct FaultFinder {
    /// Bytes from a token boundary at or before the fault.
    let bytes: [UInt8]
    /// Offset of the first of them from the start of the input.
    let offset: Int
    /// The byte before the first of them.
    var byteBefore: UInt8 = 0
    /// The last byte before them that is not white space.
    var signBefore: UInt8 = 0

    /// Finds the fault.
    ///
    /// - Parameters:
    ///   - events: How many tokens of `bytes` yajl has delivered. A comma and a colon are none.
    ///   - end: Where yajl stopped, in bytes of `bytes`.
    ///   - complaint: yajl's own words, which name the rule.
    func find(afterEvents events: Int, stoppedAt end: Int, complaint: String) -> SyntaxFault {
        // After a value or a key one token is due, and the next one is not it. Elsewhere a comma or a colon may still be right.
        let isNext = ["inside map", "after array element", "colon"].contains(where: complaint.contains)
        var index = 0
        var previousEnd = 0
        var sign = signBefore
        var delivered = 0
        while true {
            while index < bytes.count, ASCII.isSpace(bytes[index]) { index += 1 }
            guard index < bytes.count else { return .unexpectedEnd(offset: offset + bytes.count) }
            let start = index
            if let fault = skipToken(&index) { return fault }
            if delivered == events, isNext || index >= end {
                return unexpected(at: start, previousEnd: previousEnd, behind: sign, complaint: complaint)
            }
            sign = bytes[start]
            if bytes[start] != UInt8(ascii: ","), bytes[start] != UInt8(ascii: ":") { delivered += 1 }
            previousEnd = index
        }
    }

    /// - Parameter sign: The first byte of the token before it.
    private func unexpected(at start: Int, previousEnd: Int, behind sign: UInt8, complaint: String) -> SyntaxFault {
        let byte = bytes[start]
        if start == previousEnd, Self.isDigit(byte), (start > 0 ? bytes[start - 1] : byteBefore) == UInt8(ascii: "0") {
            return .invalidNumber("a leading zero", offset: offset + start - 1)
        }
        let expected =
            if complaint.contains("inside map") {
                "',' or '}'"
            } else if complaint.contains("after array element") {
                "',' or ']'"
            } else if complaint.contains("colon") {
                "':'"
            } else if complaint.contains("invalid object key") {
                "a key"
            } else {
                "a value"
            }
        // Without a comma before it, a brace where a key is due ends an empty object.
        if sign == UInt8(ascii: ","), (byte, expected) == (UInt8(ascii: "}"), "a key") || (byte, expected) == (UInt8(ascii: "]"), "a value")
        {
            return .trailingComma(before: byte, expected: expected, offset: offset + start)
        }
        return .unexpected(SyntaxFault.name(byte), expected: expected, offset: offset + start)
    }

    /// Steps over one token; returns the fault in it, if there is one.
    private func skipToken(_ index: inout Int) -> SyntaxFault? {
        switch bytes[index] {
        case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: ","), UInt8(ascii: ":"):
            index += 1
            return nil
        case UInt8(ascii: "\""):
            return skipString(&index)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            return skipNumber(&index)
        case UInt8(ascii: "t"): return skipWord("true", &index)
        case UInt8(ascii: "f"): return skipWord("false", &index)
        case UInt8(ascii: "n"): return skipWord("null", &index)
        default:
            return .unexpected(SyntaxFault.name(bytes[index]), expected: "a JSON token", offset: offset + index)
        }
    }

    private func skipWord(_ word: StaticString, _ index: inout Int) -> SyntaxFault? {
        for position in 0..<word.utf8CodeUnitCount {
            guard index < bytes.count else { return .unexpectedEnd(offset: offset + index) }
            // SAFETY: `position` is below the count of the static string's UTF-8.
            guard unsafe bytes[index] == word.utf8Start[position] else { return .invalidLiteral(offset: offset + index) }
            index += 1
        }
        return nil
    }

    private func skipString(_ index: inout Int) -> SyntaxFault? {
        index += 1
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""):
                index += 1
                return nil
            case UInt8(ascii: "\\"):
                let start = index
                guard index + 1 < bytes.count else { return .unexpectedEnd(offset: offset + bytes.count) }
                guard let length = Self.escapeLength(bytes[index + 1]) else { return .invalidEscape(offset: offset + start) }
                for digit in (index + 2)..<(index + length) {
                    guard digit < bytes.count else { return .unexpectedEnd(offset: offset + bytes.count) }
                    guard Self.isHex(bytes[digit]) else { return .invalidEscape(offset: offset + start) }
                }
                index += length
            case 0..<0x20:
                return .controlCharacter(bytes[index], offset: offset + index)
            default:
                index += 1
            }
        }
        return .unexpectedEnd(offset: offset + bytes.count)
    }

    private func skipNumber(_ index: inout Int) -> SyntaxFault? {
        if bytes[index] == UInt8(ascii: "-") { index += 1 }
        let wholeStart = index
        let rule = SyntaxFault.ruleOfMinus(before: index < bytes.count ? bytes[index] : 0)
        if let fault = skipDigits(&index, rule) { return fault }
        if bytes[wholeStart] == UInt8(ascii: "0") { index = wholeStart + 1 }
        if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
            index += 1
            if let fault = skipDigits(&index, "a digit is required after the decimal point") { return fault }
        }
        if index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "e") {
            index += 1
            if index < bytes.count, bytes[index] == UInt8(ascii: "+") || bytes[index] == UInt8(ascii: "-") { index += 1 }
            if let fault = skipDigits(&index, "a digit is required after the exponent") { return fault }
        }
        return nil
    }

    private func skipDigits(_ index: inout Int, _ rule: String) -> SyntaxFault? {
        guard index < bytes.count else { return .unexpectedEnd(offset: offset + index) }
        guard Self.isDigit(bytes[index]) else { return .invalidNumber(rule, offset: offset + index) }
        while index < bytes.count, Self.isDigit(bytes[index]) { index += 1 }
        return nil
    }

    /// Bytes of an escape, the backslash included, by the byte after the backslash; nil if JSON has no such escape.
    private static func escapeLength(_ byte: UInt8) -> Int? {
        switch byte {
        case UInt8(ascii: "u"): 6
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "n"),
            UInt8(ascii: "r"), UInt8(ascii: "t"):
            2
        default: nil
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }
    private static func isHex(_ byte: UInt8) -> Bool {
        isDigit(byte) || (byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "f"))
    }
}
