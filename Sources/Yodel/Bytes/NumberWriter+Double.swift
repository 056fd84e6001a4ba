internal import CScan

// Binary to decimal: the shortest text that reads back to the same bits, and of several the one closest to the value. Laid out as
// `description` does it: 0.1, 2.0, 1e+20.
//
// Schubfach (Giulietti, The Schubfach way to render doubles, 2021). A value c x 2^q is read back from every decimal between the midpoints
// to its neighbours. With 10^k the greatest power of ten that is not above the distance of the midpoints, the multiples of 10^k lie so
// dense that at least one is between them, and those of 10^(k+1) so thin that at most one is. So there are four candidates:
//
//     the multiples of 10^(k+1) below and above the value        one that lies between the midpoints is the shortest
//     the multiples of 10^k below and above it                   else one of these, the closer if both do
//
//     0.3 is 5404319552844595 x 2^-54, k = -17; times 10^17 it is 29999999999999998.9, its midpoints are 2.8 below and above that.
//     Multiples of ten: 29999999999999990 is out, 30000000000000000 is in: 3.
//
// Value and midpoints are needed times 10^-k only, in quarters: as whole numbers of quarters, where a lowest bit that is set stands for
// "and something more". That takes the first 128 bits of the power, rounded up where they are not all; the paper proves that the error
// never reaches a comparison. It treats Double; the c and q of every Float are among those of Double, and k depends on q alone.

extension NumberWriter {
    /// The room that a floating point number needs, the bytes that are written behind its text included.
    static let maximumDoubleBytes = 32

    /// Writes a finite number. Needs room for `maximumDoubleBytes`, whatever the value.
    ///
    /// Not inlined: the loop over a model's members needs its registers for what is more frequent. One over numbers has it in `writeInline`.
    @inline(never)
    static func write(_ value: Double, to target: OutputPlace) -> Int { writeInline(value, to: target) }

    /// The same where nothing but numbers is written.
    @inline(__always)
    static func writeInline(_ value: Double, to target: OutputPlace) -> Int {
        assert(value.isFinite)
        if let length = writeDecimal(value, to: target) { return length }
        let fraction = value.significandBitPattern
        let stored = Int(truncatingIfNeeded: value.exponentBitPattern)
        let isNegative = value.sign == .minus
        // A subnormal number has the exponent of the least normal ones, without their upper bit.
        let significand = stored == 0 ? fraction : fraction | 1 << 52
        let exponent = max(stored, 1) &- 1075  // &-: at most 2,046
        if let length = writeInteger(significand, exponent, isNegative, greatest: 1 << 53, to: target) { return length }
        let shortest = shortest(significand, exponent, isCloserBelow: fraction == 0 && stored > 1)
        return layOut(shortest, isNegative, isGreat: value.magnitude > 0x1p53, to: target)
    }

    /// Writes a finite number. Needs room for `maximumDoubleBytes`, whatever the value.
    static func write(_ value: Float, to target: OutputPlace) -> Int {
        assert(value.isFinite)
        let fraction = UInt64(value.significandBitPattern)
        let stored = Int(truncatingIfNeeded: value.exponentBitPattern)
        let isNegative = value.sign == .minus
        let significand = stored == 0 ? fraction : fraction | 1 << 23
        let exponent = max(stored, 1) &- 150  // &-: at most 254
        if let length = writeInteger(significand, exponent, isNegative, greatest: 1 << 24, to: target) { return length }
        var shortest = shortest(significand, exponent, isCloserBelow: fraction == 0 && stored > 1)
        // Nine digits at the most, and seldom fewer than eight: one step for nearly all.
        shortest.digits &*= 100_000_000  // &*=: seventeen digits
        shortest.exponent &-= 8  // &-=: far from the least Int
        return layOut(shortest, isNegative, isGreat: value.magnitude > 0x1p24, to: target)
    }

    /// Writes a number of at most six digits behind the point, and eight before it, as most are that somebody has written.
    ///
    /// Two decimals of at most fifteen digits are never read as the same number, so one that is read as the number is the shortest.
    @inline(__always)
    private static func writeDecimal(_ value: Double, to target: OutputPlace) -> Int? {
        guard value.magnitude < 100_000_000 else { return nil }
        // Where there is such a decimal, a product is less than a half off its millionths. The quotient is rounded as the decimal is when it is read.
        let nearest = Int64(value.magnitude * 1_000_000 + 0.5)
        guard Double(nearest) / 1_000_000 == value.magnitude else { return nil }
        let millionths = UInt64(bitPattern: nearest)
        // What is less than 0.0001 has an exponent.
        guard millionths >= 100 || millionths == 0 else { return nil }
        let whole = millionths / 1_000_000
        // What does not check: the remainder; lengths.
        let fraction = digits((millionths &- 1_000_000 &* whole) &* 100)
        // SAFETY: a sign, at most eight digits, the point, and eight bytes from there on.
        unsafe target.put(ASCII.minus)
        let start = value.sign == .minus ? 1 : 0
        let point = unsafe start &+ write(whole, to: target + start)
        unsafe target.put(ASCII.point, at: point)
        unsafe target.store(fraction | asciiZeros, at: point &+ 1)
        // A zero byte at the top of the word is a zero at its end.
        return point &+ 1 &+ max(8 &- fraction.leadingZeroBitCount >> 3, 1)
    }

    /// Writes what is an integer, up to the greatest that is written with all its digits: the last before the integers begin to have gaps.
    @inline(__always)
    private static func writeInteger(
        _ significand: UInt64, _ exponent: Int, _ isNegative: Bool, greatest: UInt64, to target: OutputPlace
    ) -> Int? {
        var integer = significand
        if significand != 0 {
            // The significand has its upper bit set where it could be an integer, so a shift by more than its width gives no integer.
            guard exponent <= 1, exponent > -64 else { return nil }
            if exponent > 0 {
                integer = significand << 1
            } else {
                let shift = UInt64(truncatingIfNeeded: 0 &- exponent)  // &-: within 64, as was asked
                integer = significand &>> shift
                guard integer &<< shift == significand else { return nil }
            }
            guard integer <= greatest else { return nil }
        }
        unsafe target.put(ASCII.minus)
        let start = isNegative ? 1 : 0
        let end = unsafe start &+ write(integer, to: target + start)  // &+: at most seventeen
        // SAFETY: a sign, sixteen digits and these two.
        unsafe target.store(UInt16(0x302E), at: end)  // a point and a zero
        return end &+ 2  // &+: as before
    }

    // MARK: Shortest digits

    /// A number as an integer, which may end with zeros, times a power of ten.
    private struct Decimal {
        var digits: UInt64
        var exponent: Int
    }

    /// The shortest decimal that is read back as `significand` x 2^`exponent`.
    ///
    /// What does not check: products and sums of exponents, which are below 2^31; the shift by `upward`, which is 1 to 4 and leaves the
    /// 55 bits of the significand below 2^60; sums of quarters, which are below 2^60 as well.
    ///
    /// - Parameter isCloserBelow: Whether the neighbour below is half as far as the one above: at powers of two.
    @inline(__always)
    private static func shortest(_ significand: UInt64, _ exponent: Int, isCloserBelow: Bool) -> Decimal {
        // The logarithm of 2^exponent to the base of ten, rounded down; or that of 3/4 of it, which is how far the midpoints are apart.
        let power = (exponent &* 1_262_611 &- (isCloserBelow ? 524_031 : 0)) >> 22
        // With 1741647 / 2^19, the binary logarithm of ten: how far up the significand must be for the product to count quarters.
        let upward = UInt64(truncatingIfNeeded: exponent &+ (0 &- power &* 1_741_647) >> 19 &+ 1)
        assert(upward >= 1 && upward <= 4)
        let scale = scale(0 &- power)
        let value = significand &<< 2
        let quarters = roundedToOdd(value &<< upward, scale)
        // A significand that is even is what a midpoint itself is read as, so the midpoints are in; else they are out.
        let isOdd = significand & 1
        let least = roundedToOdd((value &- (isCloserBelow ? 1 : 2)) &<< upward, scale) &+ isOdd
        let greatest = roundedToOdd((value &+ 2) &<< upward, scale) &- isOdd

        // Below ten there is no decimal that is shorter, but zero and ten are no false answers either: zero is never in, ten only if closest.
        let below = quarters >> 2
        let tens = below / 10
        let isTenBelowIn = least <= 40 &* tens
        let isTenAboveIn = 40 &* tens &+ 40 <= greatest
        if isTenBelowIn != isTenAboveIn { return Decimal(digits: 10 &* (tens &+ (isTenAboveIn ? 1 : 0)), exponent: power) }
        let isBelowIn = least <= 4 &* below
        let isAboveIn = 4 &* below &+ 4 <= greatest
        // If both are in, the closer one, and half way the even one.
        let halfway = 4 &* below &+ 2
        let isAboveCloser = quarters > halfway || (quarters == halfway && below & 1 == 1)
        let isAbove = isBelowIn != isAboveIn ? isAboveIn : isAboveCloser
        return Decimal(digits: below &+ (isAbove ? 1 : 0), exponent: power)
    }

    private typealias Scale = (upper: UInt64, lower: UInt64)

    /// The first 128 bits of 5^power, rounded up where there are more behind them.
    ///
    /// The table holds them cut off. From 5^0 to 5^55 they are all there are. From 5^-27 to 5^-1 the table has rounded them up already. All
    /// others need one more; no lower word is all ones, so there is no carry.
    @inline(__always)
    private static func scale(_ power: Int) -> Scale {
        assert(power >= -292 && power <= PowersOfFive.greatest)
        // The finite numbers need no powers but these, and they are within the table.
        let words = PowersOfFive.words
        let index = 2 &* (power &- PowersOfFive.least)  // &*, &-: an index into the table
        let isRounded = power >= -27 && power <= 55
        return (words[index], words[index &+ 1] &+ (isRounded ? 0 : 1))  // &+: as said
    }

    /// The upper 64 bits of the 192 of a product, the lowest set if what is below them is more than the error of the scale.
    @inline(__always)
    private static func roundedToOdd(_ factor: UInt64, _ scale: Scale) -> UInt64 {
        let lower = scale.lower.multipliedFullWidth(by: factor).high
        let upper = scale.upper.multipliedFullWidth(by: factor)
        let (middle, carry) = upper.low.addingReportingOverflow(lower)
        let high = upper.high &+ (carry ? 1 : 0)  // &+: the whole product has 192 bits
        return high | (middle > 1 ? 1 : 0)
    }

    // MARK: Layout

    /// Writes digits with a point or an exponent.
    ///
    /// The digits are brought to seventeen, one and two words of eight, with zeros behind; what is behind the last other than zero is cut.
    ///
    /// What does not check: sums of lengths and exponents, which are below 400; shifts by whole bytes of a word.
    @inline(__always)
    private static func layOut(
        _ decimal: Decimal, _ isNegative: Bool, isGreat: Bool, to target: OutputPlace
    ) -> Int {
        let (digits, exponent) = seventeenDigits(decimal)
        let head = digits / 100_000_000
        let first = head / 100_000_000
        let words = yodel_digits_of(head &- first &* 100_000_000, digits &- head &* 100_000_000)
        let (middle, last) = (words.first, words.second)
        // A zero byte at the top of a word is a zero at its end.
        let count =
            last != 0 ? 17 &- last.leadingZeroBitCount >> 3 : middle != 0 ? 9 &- middle.leadingZeroBitCount >> 3 : 1
        let firstByte = UInt8(truncatingIfNeeded: first) | ASCII.zero
        // How many digits stand before the point.
        let whole = exponent &+ 17

        // SAFETY: the longest texts are those with an exponent, 24 bytes, and those that begin with 0.000, 23; the stores end with the 17
        // digits or in front of them, so all stay within 32.
        unsafe target.put(ASCII.minus)
        let start = isNegative ? 1 : 0
        let text = unsafe target + start
        if isGreat || whole < -3 {
            unsafe text.put(firstByte)
            unsafe text.put(ASCII.point, at: 1)
            unsafe text.store(middle | asciiZeros, at: 2)
            unsafe text.store(last | asciiZeros, at: 10)
            let length = count == 1 ? 1 : count &+ 1
            return unsafe start &+ length &+ writeExponent(whole &- 1, to: text + length)
        }
        if whole <= 0 {
            unsafe text.store(0x3030_3030_3030_2E30 as UInt64)  // 0.000000
            let zeros = 2 &- whole
            unsafe text.put(firstByte, at: zeros)
            unsafe text.store(middle | asciiZeros, at: zeros &+ 1)
            unsafe text.store(last | asciiZeros, at: zeros &+ 9)
            return start &+ zeros &+ count
        }
        // All digits one place late, then those before the point in their own place: what is behind the point is in its own by then.
        unsafe text.put(firstByte)
        unsafe text.put(firstByte, at: 1)
        unsafe text.store(middle | asciiZeros, at: 2)
        unsafe text.store(last | asciiZeros, at: 10)
        if whole <= 9 {
            unsafe text.store(opened(middle, whole &- 1), at: 1)
        } else {
            unsafe text.store(middle | asciiZeros, at: 1)
            unsafe text.store(opened(last, whole &- 9), at: 9)
        }
        unsafe text.put(ASCII.point, at: whole)
        return start &+ 1 &+ max(count, whole &+ 1)
    }

    /// Eight digits, of which those from a place on are moved up by one. What is left at the place does not matter.
    @inline(__always)
    private static func opened(_ digits: UInt64, _ place: Int) -> UInt64 {
        let ascii = digits | asciiZeros
        // A shift by 64, where the place is 8, gives zero; so the mask is all ones.
        let before = (1 as UInt64) << UInt64(truncatingIfNeeded: place &<< 3) &- 1  // &-, &<<: place is 0 to 8
        return ascii & before | ascii &<< 8 & ~before
    }

    /// Exactly seventeen digits, with zeros behind: so many nearly all numbers have, or sixteen. The other steps are for subnormals.
    @inline(__always)
    private static func seventeenDigits(_ decimal: Decimal) -> (digits: UInt64, exponent: Int) {
        var digits = decimal.digits
        var exponent = decimal.exponent
        // What does not check: no step leads beyond seventeen digits.
        if digits < 1_000_000_000_000_000 {
            if digits < 1_000_000_000 { (digits, exponent) = (digits &* 100_000_000, exponent &- 8) }
            if digits < 10_000_000_000_000 { (digits, exponent) = (digits &* 10_000, exponent &- 4) }
            if digits < 1_000_000_000_000_000 { (digits, exponent) = (digits &* 100, exponent &- 2) }
            // Of what was one digit there are fifteen by now.
            if digits < 1_000_000_000_000_000 { (digits, exponent) = (digits &* 10, exponent &- 1) }
        }
        if digits < 10_000_000_000_000_000 { (digits, exponent) = (digits &* 10, exponent &- 1) }
        assert(digits >= 10_000_000_000_000_000 && digits < 100_000_000_000_000_000)
        return (digits, exponent)
    }

    /// Writes `e`, a sign and two or three digits.
    @inline(__always)
    private static func writeExponent(_ exponent: Int, to target: OutputPlace) -> Int {
        unsafe target.put(ASCII.lowerE)
        unsafe target.put(exponent < 0 ? ASCII.minus : ASCII.plus, at: 1)
        let digits = digits(UInt64(truncatingIfNeeded: exponent.magnitude)) | asciiZeros
        let isLong = exponent.magnitude >= 100
        // SAFETY: the digits that count are the last two or three of eight.
        unsafe target.store(UInt32(truncatingIfNeeded: digits >> (isLong ? 40 : 48)), at: 2)
        return isLong ? 5 : 4
    }
}
