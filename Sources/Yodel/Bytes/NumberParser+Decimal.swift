import FoundationEssentials

// A Decimal is an integer of 128 bits times a power of ten from -128 to 127. Zeros at both ends of a number are no digits of it: 1200.50 is
// 120050 x 10^-2, which is 12005 x 10^-1. Any 38 digits fit, and of those with 39 the ones below 2^128; so do 10^128 to some 3.4 x 10^165,
// as more than one digit times 10^127.
//
// What has more digits, or smaller ones, is no Decimal, or is rounded to the nearest one if that is wanted: as many digits are taken as may
// fit, and one is added if the rest is more than half of the last, or is half of an odd one.

extension NumberParser {
    /// Reads a Decimal exactly, or as the nearest one.
    ///
    /// - Parameter rounds: Whether digits that a Decimal has no room for are rounded.
    /// - Returns: nil for a number that is too large, and for one that would have to be rounded and must not.
    static func decimal(_ text: BorrowedBytes, rounds: Bool = false) -> Decimal? {
        if let value = token(whole: text).flatMap(decimal) { return value }
        guard let number = NumberText(text) else { return nil }
        let places = number.significantPlaces(in: text)
        // Decimal has no negative zero: those bits are its NaN.
        guard !places.isEmpty else { return 0 }
        let exponent = number.wholeDigits - places.upperBound
        let sign: FloatingPointSign = number.isNegative ? .minus : .plus
        if places.count <= 39, exponent >= -128, let digits = integer(number, places, text) {
            return decimal(sign, digits, exponent)
        }
        return rounds ? nearestDecimal(sign, number, places, text) : nil
    }

    /// The Decimal that a number of up to nineteen digits is, which nearly every number has; nil for any other number, and for one whose power of ten is
    /// none of a Decimal's.
    static func decimal(_ number: NumberToken) -> Decimal? {
        guard number.isExact else { return nil }
        var (digits, exponent) = (number.significand, number.exponent)
        // Decimal has no negative zero: those bits are its NaN.
        guard digits != 0 else { return 0 }
        while digits % 10 == 0 {
            digits /= 10
            exponent += 1
        }
        guard exponent >= -128 && exponent <= 127 else { return nil }
        return DecimalParts.decimal(digits, isNegative: number.isNegative, exponent)
    }

    /// The Decimal that is an integer times a power of ten; nil if that is too large.
    ///
    /// - Parameter exponent: At least -128.
    private static func decimal(_ sign: FloatingPointSign, _ digits: UInt128, _ exponent: Int) -> Decimal? {
        guard digits % 10 == 0 || exponent > 127 else { return Decimal(sign: sign, exponent: exponent, significand: significand(digits)) }
        if digits == 0 { return 0 }
        if exponent < 127 { return decimal(sign, digits / 10, exponent + 1) }
        // 10^38 fits in 128 bits, 10^39 does not.
        guard exponent <= 127 + 38 else { return nil }
        let (scaled, overflow) = digits.multipliedReportingOverflow(by: powerOfTen(exponent - 127))
        guard !overflow else { return nil }
        // A significand that ends with a zero would lose it to the exponent, which has no room: as a sum of two that do not it stays.
        return Decimal(sign: sign, exponent: 127, significand: significand(scaled - 1)) + Decimal(sign: sign, exponent: 127, significand: 1)
    }

    /// An integer as a Decimal, in two halves: no half and no sum of them has to be rounded.
    private static func significand(_ digits: UInt128) -> Decimal {
        let low = Decimal(UInt64(truncatingIfNeeded: digits))
        return digits >> 64 == 0 ? low : Decimal(UInt64(truncatingIfNeeded: digits >> 64)) * (Decimal(UInt64.max) + 1) + low
    }

    /// The Decimal that is nearest to a number; halves go to the even one.
    private static func nearestDecimal(
        _ sign: FloatingPointSign, _ number: NumberText, _ places: Range<Int>, _ text: BorrowedBytes
    ) -> Decimal? {
        // Digits below the last place of a Decimal are not taken.
        var end = min(places.lowerBound + 39, places.upperBound, number.wholeDigits + 128)
        guard end >= places.lowerBound else { return 0 }
        while true {
            if let digits = integer(number, places.lowerBound..<end, text) {
                let rest = end < places.upperBound ? number.digit(end, in: text) : 0
                let isHalf = rest == 5 && end + 1 == places.upperBound
                let goesUp = rest > 5 || (rest == 5 && (!isHalf || digits % 2 == 1))
                let (rounded, overflow) = digits.addingReportingOverflow(goesUp ? 1 : 0)
                if !overflow { return decimal(sign, rounded, number.wholeDigits - end) }
            }
            end -= 1
        }
    }

    /// The digits at up to 39 places as one integer; nil if that takes more than 128 bits.
    private static func integer(_ number: NumberText, _ places: Range<Int>, _ text: BorrowedBytes) -> UInt128? {
        // Nineteen digits are below 2^64, which is quicker.
        let split = min(places.lowerBound + 19, places.upperBound)
        var head: UInt64 = 0
        for place in places.lowerBound..<split {
            head = head &* 10 &+ UInt64(number.digit(place, in: text))  // &*, &+: nineteen digits are below 2^64
        }
        var value = UInt128(head)
        for place in split..<places.upperBound {
            let (product, tooLarge) = value.multipliedReportingOverflow(by: 10)
            let (sum, overflow) = product.addingReportingOverflow(UInt128(number.digit(place, in: text)))
            guard !tooLarge && !overflow else { return nil }
            value = sum
        }
        return value
    }
}
