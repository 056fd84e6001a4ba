// Numbers keep their text until the type that wants them is known; here they get it. Nothing wraps, nothing is clamped, and nothing is
// rounded but what a binary floating point type must round.
//
// Integers come in four steps, each for what the one before does not take:
//   1. up to eighteen digits and nothing else, nearly every integer there is: cannot overflow an Int64;
//   2. up to 38 digits and nothing else, eight a step: cannot overflow 128 bits;
//   3. up to nineteen digits that count, with point and exponent: the digits as one integer, multiplied or divided by a power of ten.
//      10.50e1 is 1050 x 10^-1 = 105, exactly; 1.5 is 15 x 10^-1 = 1, and the rest of 5 is the fraction that is cut off;
//   4. longer ones, digit by digit in 128 bits.

/// A number as an integer.
enum ParsedInteger<T> {
    /// The number is this integer, however it is written: `1e3`, `10.50e1`.
    case exact(T)
    /// The number has a fraction, which has been cut off.
    case truncated(T)
    case outOfRange
}

extension ParsedInteger: Equatable where T: Equatable {}

extension ParsedInteger: Sendable where T: Sendable {}

/// Reads numbers from their text. Each function takes text that is one number by RFC 8259; other text gives nil or `outOfRange`.
enum NumberParser {
    /// Whether the bytes are exactly one number.
    static func isNumber(_ text: BorrowedBytes) -> Bool {
        token(whole: text) != nil
    }

    /// Reads an integer.
    @inline(__always)
    static func integer<T: FixedWidthInteger & Sendable>(_ text: BorrowedBytes, as type: T.Type) -> ParsedInteger<T> {
        if let short = shortInteger(text) {
            return T(exactly: short).map { .exact($0) } ?? .outOfRange
        }
        return longInteger(text, as: type)
    }

    @inline(__always)
    private static func shortInteger(_ text: BorrowedBytes) -> Int64? {
        // SAFETY: every index is below the count.
        guard let base = text.start, text.count > 0 else { return nil }
        let isNegative = unsafe base[0] == ASCII.minus
        let start = isNegative ? 1 : 0
        guard text.count &- start <= 18, start < text.count else { return nil }  // &-: start is at most 1
        var value: UInt64 = 0
        var index = start
        if text.count &- start >= 8 {  // &-: start is at most 1
            unsafe appendDigits(base, &index, text.count, to: &value)
            guard index == text.count else { return nil }
        } else {
            // The shortest are the most frequent, and a plain loop is quickest for them.
            repeat {
                let digit = unsafe base[index] &- ASCII.zero  // &-: other bytes wrap to values above nine
                guard digit <= 9 else { return nil }
                value = value &* 10 &+ UInt64(digit)  // &*, &+: at most seven digits
                index &+= 1  // &+=: below the count
            } while index < text.count
        }
        let magnitude = Int64(bitPattern: value)  // eighteen digits are below 2^63
        return isNegative ? 0 &- magnitude : magnitude  // &-: far from the least Int64
    }

    /// Not inlined, and outside of the generic caller but for its last step: there are twelve integer types.
    @inline(never)
    private static func longInteger<T: FixedWidthInteger>(_ text: BorrowedBytes, as type: T.Type) -> ParsedInteger<T> {
        if let wide = wideInteger(text) { return signed(wide.magnitude, wide.isNegative).map { .exact($0) } ?? .outOfRange }
        guard let whole = magnitude(text), let value: T = signed(whole.magnitude, whole.isNegative) else { return .outOfRange }
        return whole.hasFraction ? .truncated(value) : .exact(value)
    }

    /// A number's size without its fraction.
    private struct Whole {
        var isNegative: Bool
        var magnitude: UInt128
        var hasFraction: Bool
    }

    /// - Returns: nil if the size does not fit 128 bits.
    private static func magnitude(_ text: BorrowedBytes) -> Whole? {
        guard let number = scan(text) else { return nil }
        if number.isCut { return longMagnitude(text) }
        var whole = Whole(isNegative: number.isNegative, magnitude: UInt128(number.significand), hasFraction: false)
        if number.significand == 0 || number.exponent == 0 { return whole }
        if number.exponent < 0 {
            // Nineteen digits are less than 10^19, which itself fits.
            guard number.exponent > -20 else {
                return Whole(isNegative: number.isNegative, magnitude: 0, hasFraction: true)
            }
            let (quotient, rest) = number.significand.quotientAndRemainder(dividingBy: UInt64(powerOfTen(-number.exponent)))
            whole.magnitude = UInt128(quotient)
            whole.hasFraction = rest != 0
            return whole
        }
        // 10^38 fits in 128 bits, 10^39 does not.
        guard number.exponent <= 38 else { return nil }
        let (product, overflow) = whole.magnitude.multipliedReportingOverflow(by: powerOfTen(number.exponent))
        whole.magnitude = product
        return overflow ? nil : whole
    }

    static func powerOfTen(_ exponent: Int) -> UInt128 {
        var power: UInt128 = 1
        for _ in 0..<exponent { power *= 10 }
        return power
    }

    private static func longMagnitude(_ text: BorrowedBytes) -> Whole? {
        guard let number = NumberText(text) else { return nil }
        let wholeDigits = number.wholeDigits
        var whole = Whole(isNegative: number.isNegative, magnitude: 0, hasFraction: false)
        for place in 0..<number.digitCount {
            let digit = number.digit(place, in: text)
            if place < wholeDigits {
                guard append(digit, to: &whole.magnitude) else { return nil }
            } else if digit != 0 {
                whole.hasFraction = true
                break
            }
        }
        // Zeros that the exponent adds: 39 of them take any number but zero, which has no digits to cut, out of every range.
        if wholeDigits > number.digitCount {
            for _ in 0..<min(wholeDigits - number.digitCount, 39) {
                guard append(0, to: &whole.magnitude) else { return nil }
            }
        }
        return whole
    }

    private static func append(_ digit: UInt8, to magnitude: inout UInt128) -> Bool {
        let (product, overflow) = magnitude.multipliedReportingOverflow(by: 10)
        let (sum, carry) = product.addingReportingOverflow(UInt128(digit))
        magnitude = sum
        return !overflow && !carry
    }

    private static func signed<T: FixedWidthInteger>(_ magnitude: UInt128, _ isNegative: Bool) -> T? {
        guard isNegative, magnitude != 0 else { return T(exactly: magnitude) }
        guard T.isSigned, magnitude <= UInt128(T.max.magnitude) + 1 else { return nil }
        // The least value has no positive counterpart: one less is negated, then one is taken off.
        return T(magnitude - 1) * -1 - 1
    }
}
