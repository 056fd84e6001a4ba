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
        var sign = signBefore
        var delivered = 0
        while true {
            while index < bytes.count, ASCII.isSpace(bytes[index]) { index += 1 }
            guard index < bytes.count else { return .unexpectedEnd(offset: offset + bytes.count) }
            let start = index
            // Of a number such as 007 the first zero may be before these bytes.
            if start == 0, byteBefore == ASCII.zero, ASCII.digit(bytes[0]) != nil { return .leadingZero(offset: offset - 1) }
            if let fault = skipToken(&index) { return fault }
            if delivered == events, isNext || index >= end {
                return unexpected(at: start, behind: sign, complaint: complaint)
            }
            sign = bytes[start]
            if bytes[start] != UInt8(ascii: ","), bytes[start] != UInt8(ascii: ":") { delivered += 1 }
        }
    }

    /// - Parameter sign: The first byte of the token before it.
    private func unexpected(at start: Int, behind sign: UInt8, complaint: String) -> SyntaxFault {
        let byte = bytes[start]
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
        case let byte:
            guard var token = TokenReader(byte) else {
                return .unexpected(SyntaxFault.name(byte), expected: "a JSON token", offset: offset + index)
            }
            switch unsafe bytes.withBorrowedBytes({ token.read($0, from: index + 1, at: offset) }) {
            case .ends(let end): index = end
            case .fault(let fault): return fault
            case .goesOn:
                guard token.isComplete else { return .unexpectedEnd(offset: offset + bytes.count) }
                index = bytes.count
            }
            return nil
        }
    }
}
