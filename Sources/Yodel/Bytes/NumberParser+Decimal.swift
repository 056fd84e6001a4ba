import FoundationEssentials

// A Decimal is an integer of 128 bits times a power of ten from -128 to 127, so a number of up to 38 digits is taken over as it is, and
// nothing is ever rounded. Zeros at both ends are no digits of the number: 1200.50 is 120050 x 10^-2, stored as 12005 x 10^-1.

extension NumberParser {
    /// Reads a Decimal exactly; nil for more than 38 digits, zeros at the ends not counted, or an exponent that Decimal does not have.
    static func decimal(_ text: UnsafeBufferPointer<UInt8>) -> Decimal? {
        guard let number = unsafe NumberText(text) else { return nil }
        var first = 0
        var last = number.digitCount
        while first < last, unsafe number.digit(first, in: text) == 0 { first += 1 }
        while last > first, unsafe number.digit(last - 1, in: text) == 0 { last -= 1 }
        // Decimal has no negative zero: those bits are its NaN.
        guard last > first else { return 0 }
        let exponent = number.wholeDigits - last
        guard last - first <= 38, exponent >= -128, exponent <= 127 else { return nil }
        // Nineteen digits fit in 64 bits; the other half, if there is one, goes before them. No sum or product here has more than 38
        // digits.
        let split = max(first, last - 19)
        var significand = Decimal(unsafe integer(number, split..<last, text))
        if split > first {
            significand += unsafe Decimal(integer(number, first..<split, text)) * Decimal(10_000_000_000_000_000_000 as UInt64)
        }
        return Decimal(sign: number.isNegative ? .minus : .plus, exponent: exponent, significand: significand)
    }

    /// The digits at up to nineteen places as one integer.
    private static func integer(_ number: NumberText, _ places: Range<Int>, _ text: UnsafeBufferPointer<UInt8>) -> UInt64 {
        var value: UInt64 = 0
        for place in places {
            let digit = unsafe UInt64(number.digit(place, in: text))
            value = value &* 10 &+ digit  // &*, &+: nineteen digits are below 2^64
        }
        return value
    }
}
