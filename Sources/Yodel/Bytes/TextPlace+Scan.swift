internal import CScan

// What is searched several bytes at once (CScan.h), from a place on.

extension TextPlace {
    // SAFETY: whoever calls has seen that so many bytes are there, or as many as a member says.

    /// Bytes of plain ASCII without quotes and backslashes, of as many.
    @unsafe @inline(__always)
    func asciiRun(of count: Int) -> Int { unsafe yodel_ascii_run(address, count) }

    /// Bytes without quotes and backslashes, of as many, and whether there is more than ASCII in them.
    @unsafe @inline(__always)
    func plainRun(of count: Int) -> yodel_run { unsafe yodel_plain_run(address, count) }

    /// Bytes of white space, of as many.
    @unsafe @inline(__always)
    func whitespace(of count: Int) -> Int { unsafe yodel_skip_whitespace(address, count) }

    /// Spaces that sixteen bytes begin with, all of which are read.
    @unsafe @inline(__always)
    var leadingSpaces: Int { unsafe yodel_leading_spaces(address) }

    /// Bytes before a quote or a backslash, of as many.
    @unsafe @inline(__always)
    func findQuote(in count: Int) -> Int { unsafe yodel_find_quote(address, count) }

    /// Bytes before a quote or a bracket, of as many.
    @unsafe @inline(__always)
    func findBracket(in count: Int) -> Int { unsafe yodel_find_bracket(address, count) }

    /// The value of four hexadecimal digits; negative for others. All four are read.
    @unsafe @inline(__always)
    var hexUnit: Int32 { unsafe yodel_hex_unit(address) }
}

extension BorrowedBytes {
    /// The place after the string that begins at a place; nil if the string does not end.
    ///
    /// - Parameter start: The place of its first quote.
    func endOfString(_ start: Int) -> Int? {
        var next = start + 1
        while next < count {
            unsafe next += place(next).findQuote(in: count - next)
            guard next < count else { return nil }
            if self[next] == UInt8(ascii: "\"") { return next + 1 }
            next += 2
        }
        return nil
    }
}
