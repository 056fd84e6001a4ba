internal import CScan

/// A number that begins somewhere in a text: how far it goes, and what it is as far as 64 bits can tell.
struct NumberToken {
    var isNegative: Bool
    /// Its digits as one integer; wrapped if there are more than nineteen.
    var significand: UInt64
    /// The power of ten that the significand is multiplied with; held within ±2^41.
    var exponent: Int
    /// How many digits it has, an exponent's not counted.
    var digits: Int
    /// Whether it is nothing but digits and a sign.
    var isPlain: Bool
    /// How many bytes it is.
    var length: Int

    /// Whether significand and exponent are all of it.
    var isExact: Bool { digits <= 19 }
    /// Whether it is an integer that surely fits in 64 bits with a sign.
    var isShortInteger: Bool { isPlain && digits <= 18 }

    /// The integer that a short one is.
    @inline(__always)
    var shortInteger: Int64 {
        let magnitude = Int64(bitPattern: significand)  // eighteen digits are below 2^63
        return isNegative ? 0 &- magnitude : magnitude  // &-: far from the least Int64
    }

    /// The nearest Double, of an exact one; may be infinite.
    @inline(__always)
    var nearestDouble: Double {
        let value = NumberParser.nearestDouble(significand, exponent)
        return isNegative ? -value : value
    }
}

// The grammar of numbers stands here: whatever reads a number's text asks for its token. (`TokenReader`, when a text is none, says why.)

extension NumberParser {
    /// Reads the number that a text begins with: as many bytes as are one by RFC 8259, section 6.
    ///
    /// - Parameters:
    ///   - text: The first byte.
    ///   - count: Bytes of the text.
    /// - Returns: nil if the text begins with no number, or with one that is broken off.
    @unsafe @inline(__always)
    static func token(_ text: TextPlace, _ count: Int) -> NumberToken? {
        // Up to sixteen digits, and as many behind a point, which end within thirty-two bytes; that is nearly every number there is. One look
        // at these bytes shows where they end; their values are put together apart from that.
        // SAFETY: a word that is read begins at most eight bytes behind the first of sixteen digits, which end within 32 bytes.
        guard count >= 48 else { return longToken(text, count) }
        let others = unsafe yodel_not_digits(text.address)
        let isNegative = unsafe text[0] == ASCII.minus
        let start = isNegative ? 1 : 0
        let whole = (others &>> UInt64(truncatingIfNeeded: start)).trailingZeroBitCount
        guard whole > 0 && whole <= 16, unsafe whole == 1 || text[start] != ASCII.zero else { return longToken(text, count) }
        var end = start &+ whole  // &+: at most seventeen, and what follows ends within 32
        var significand = unsafe value(text + start, whole)
        var (exponent, digits) = (0, whole)
        let hasFraction = unsafe text[end] == ASCII.point
        if hasFraction {
            end &+= 1
            let places = (others &>> UInt64(truncatingIfNeeded: end)).trailingZeroBitCount
            guard places > 0 && places <= 16 else { return longToken(text, count) }
            // &*, &+: wraps beyond nineteen digits.
            significand = unsafe significand &* yodel_power_of_ten(Int32(truncatingIfNeeded: places)) &+ value(text + end, places)
            exponent = 0 &- places
            digits &+= places
            end &+= places
        }
        guard unsafe text[end] | ASCII.caseBit != ASCII.lowerE else { return longToken(text, count) }
        return NumberToken(
            isNegative: isNegative, significand: significand, exponent: exponent, digits: digits, isPlain: !hasFraction, length: end)
    }

    /// Reads a text that is one number; nil if it is none.
    @inline(__always)
    static func token(whole text: BorrowedBytes) -> NumberToken? {
        guard let base = text.start, let token = unsafe token(base, text.count), token.length == text.count else { return nil }
        return token
    }

    /// The value of one to sixteen digits.
    ///
    /// - Parameter text: Sixteen bytes, or eight if there are no more than eight digits.
    @inline(__always)
    private static func value(_ text: TextPlace, _ count: Int) -> UInt64 {
        if count <= 8 { return unsafe self.digits(text, count) }
        let rest = count &- 8  // &-: of more than eight
        // &*, &+: sixteen digits are below 2^64.
        return unsafe self.digits(text, 8) &* yodel_power_of_ten(Int32(truncatingIfNeeded: rest)) &+ self.digits(text + 8, rest)
    }

    /// The same for any number, however long.
    @inline(never)
    private static func longToken(_ text: TextPlace, _ count: Int) -> NumberToken? {
        // SAFETY: every byte is read at an index that has been found to be below the count.
        guard count > 0 else { return nil }
        let isNegative = unsafe text[0] == ASCII.minus
        var index = isNegative ? 1 : 0
        guard index < count else { return nil }
        let whole = index
        var significand: UInt64 = 0
        if unsafe text[index] == ASCII.zero {
            index &+= 1  // &+=: below the count. No digit may follow; the caller finds one where something else is due.
        } else {
            unsafe appendDigits(text, &index, count, to: &significand)
        }
        var digits = index &- whole  // &-: an index behind another
        guard digits > 0 else { return nil }
        guard index < count else {
            return NumberToken(isNegative: isNegative, significand: significand, exponent: 0, digits: digits, isPlain: true, length: index)
        }
        var exponent = 0
        let isWhole = unsafe text[index] != ASCII.point
        if !isWhole {
            index &+= 1  // &+=: below the count
            let fraction = index
            unsafe appendDigits(text, &index, count, to: &significand)
            exponent = fraction &- index  // &-: two indices
            guard exponent < 0 else { return nil }
            digits &-= exponent  // &-=: their sum is below the count
            guard index < count else {
                return NumberToken(
                    isNegative: isNegative, significand: significand, exponent: exponent, digits: digits, isPlain: false, length: index)
            }
        }
        let hasExponent = unsafe text[index] | ASCII.caseBit == ASCII.lowerE
        if hasExponent {
            guard let power = self.exponent(text, &index, count) else { return nil }
            exponent += power
        }
        return NumberToken(
            isNegative: isNegative, significand: significand, exponent: exponent, digits: digits, isPlain: isWhole && !hasExponent,
            length: index)
    }

    /// Reads `e` and what follows it. Values beyond ±2^40 are held there: far beyond every type's range.
    ///
    /// - Parameter index: That of the `e`; behind the last digit afterwards.
    @inline(never)
    private static func exponent(_ text: TextPlace, _ index: inout Int, _ count: Int) -> Int? {
        index += 1
        var isNegative = false
        if index < count, unsafe text[index] == ASCII.minus || text[index] == ASCII.plus {
            isNegative = unsafe text[index] == ASCII.minus
            index += 1
        }
        let start = index
        var value = 0
        while index < count, let digit = unsafe ASCII.digit(text[index]) {
            value = min(value * 10 + Int(digit), 1 << 40)
            index += 1
        }
        return index == start ? nil : isNegative ? -value : value
    }
}
