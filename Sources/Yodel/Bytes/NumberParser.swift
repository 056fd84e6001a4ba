import FoundationEssentials

// Numbers keep their text until the type that wants them is known; here they get it. Nothing wraps, nothing is clamped, and nothing is rounded
// but what a binary floating point type must round.

/// A number as an integer.
enum ParsedInteger<T> {
    /// The number is this integer, however it is written: `1e3`, `10.50e1`.
    case exact(T)
    /// The number has a fraction, which has been cut off.
    case truncated(T)
    case outOfRange
}

/// Reads numbers from their text. Each function takes text that is one number by RFC 8259; other text gives nil or `outOfRange`.
enum NumberParser {
    /// Whether the bytes are exactly one number.
    static func isNumber(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        unsafe NumberText(text) != nil
    }

    // MARK: Integers

    /// Reads an integer.
    @inline(__always)
    static func integer<T: FixedWidthInteger & Sendable>(_ text: UnsafeBufferPointer<UInt8>, as type: T.Type) -> ParsedInteger<T> {
        if let short = unsafe shortInteger(text) {
            return T(exactly: short).map { .exact($0) } ?? .outOfRange
        }
        return unsafe longInteger(text, as: type)
    }

    /// An integer of up to 18 digits and nothing else, which cannot overflow: nearly every integer there is.
    @inline(__always)
    private static func shortInteger(_ text: UnsafeBufferPointer<UInt8>) -> Int64? {
        // SAFETY: every index is below the count.
        guard let bytes = text.baseAddress, text.count > 0 else { return nil }
        let isNegative = unsafe bytes[0] == UInt8(ascii: "-")
        var index = isNegative ? 1 : 0
        guard text.count &- index <= 18, index < text.count else { return nil }  // &-: index is at most 1
        var value: Int64 = 0
        repeat {
            let digit = unsafe bytes[index] &- UInt8(ascii: "0")  // &-: other bytes wrap to values above nine
            guard digit <= 9 else { return nil }
            value = value &* 10 &+ Int64(digit)  // &*, &+: at most eighteen digits
            index &+= 1  // &+=: below the count
        } while index < text.count
        return isNegative ? 0 &- value : value  // &-: far from the least Int64
    }

    @inline(never)
    private static func longInteger<T: FixedWidthInteger>(_ text: UnsafeBufferPointer<UInt8>, as type: T.Type) -> ParsedInteger<T> {
        guard let number = unsafe NumberText(text) else { return .outOfRange }
        let whole = number.wholeDigits
        var magnitude: UInt128 = 0
        var hasFraction = false
        for place in 0..<number.digitCount {
            let digit = unsafe number.digit(place, in: text)
            if place < whole {
                guard append(digit, to: &magnitude) else { return .outOfRange }
            } else if digit != 0 {
                hasFraction = true
                break
            }
        }
        // Zeros that the exponent adds: 39 of them take any number but zero out of every range.
        if magnitude != 0, whole > number.digitCount {
            for _ in 0..<min(whole - number.digitCount, 39) {
                guard append(0, to: &magnitude) else { return .outOfRange }
            }
        }
        guard let value: T = signed(magnitude, number.isNegative) else { return .outOfRange }
        return hasFraction ? .truncated(value) : .exact(value)
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

    // MARK: Floating point

    /// Reads a Double, correctly rounded; nil where the number is beyond the finite ones.
    static func double(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
        if let (significand, exponent, isNegative) = unsafe short(text) {
            if significand <= 1 << 53, exponent.magnitude <= 22 {
                // Both are exact, so the one division or multiplication rounds correctly (Clinger 1990).
                let scale = powersOfTen[Int(exponent.magnitude)]
                let value = exponent < 0 ? Double(significand) / scale : Double(significand) * scale
                return isNegative ? -value : value
            }
            if let value = extended(significand, exponent) {
                return isNegative ? -value : value
            }
        }
        // The standard library's reading is correctly rounded and does not depend on the locale.
        guard let value = unsafe Double(String(decoding: text, as: UTF8.self)), value.isFinite else { return nil }
        return value
    }

    /// Reads a Float, rounded once from the decimal; nil where the number is beyond the finite ones.
    static func float(_ text: UnsafeBufferPointer<UInt8>) -> Float? {
        if let (significand, exponent, isNegative) = unsafe short(text), significand <= 1 << 24, exponent.magnitude <= 10 {
            let scale = Float(powersOfTen[Int(exponent.magnitude)])
            let value = exponent < 0 ? Float(significand) / scale : Float(significand) * scale
            return isNegative ? -value : value
        }
        guard let value = unsafe Float(String(decoding: text, as: UTF8.self)), value.isFinite else { return nil }
        return value
    }

    /// The same in the 80-bit format, where there is one: its significand holds any 64-bit integer and 5^27, so the quotient or product is
    /// within half a unit of its 64 bits. Rounding it again to 53 bits can only go wrong where it lies exactly between two Doubles: then nil.
    private static func extended(_ significand: UInt64, _ exponent: Int) -> Double? {
        #if arch(x86_64)
            guard significand != 0, exponent.magnitude <= 27 else { return nil }
            var scale: Float80 = 1
            var power = exponent.magnitude
            var factor: Float80 = 10
            while power != 0 {
                if power & 1 != 0 { scale *= factor }
                factor *= factor
                power >>= 1
            }
            let value = exponent < 0 ? Float80(significand) / scale : Float80(significand) * scale
            // The eleven bits that a Double does not have: 0x400 is half of its last place.
            return value.significandBitPattern & 0x7FF == 0x400 ? nil : Double(value)
        #else
            return nil
        #endif
    }

    private static let powersOfTen: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
    ]

    /// The digits as one integer, and the power of ten it is to be multiplied by; nil for more than 19 digits.
    private static func short(_ text: UnsafeBufferPointer<UInt8>) -> (significand: UInt64, exponent: Int, isNegative: Bool)? {
        guard let number = unsafe NumberText(text), number.digitCount <= 19 else { return nil }
        var significand: UInt64 = 0
        for index in number.start..<number.end where index != number.point {
            significand = unsafe significand &* 10 &+ UInt64(text[index] &- UInt8(ascii: "0"))  // &*, &+: 19 digits are below 2^64
        }
        return (significand, number.wholeDigits - number.digitCount, number.isNegative)
    }

    // MARK: Decimal

    /// Reads a Decimal exactly; nil for more than 38 digits, zeros at the ends not counted, or an exponent that Decimal does not have.
    static func decimal(_ text: UnsafeBufferPointer<UInt8>) -> Decimal? {
        guard let number = unsafe NumberText(text) else { return nil }
        var first = 0
        var last = number.digitCount
        while first < last, unsafe number.digit(first, in: text) == 0 { first += 1 }
        while last > first, unsafe number.digit(last - 1, in: text) == 0 { last -= 1 }
        guard last > first else { return 0 }
        let exponent = number.wholeDigits - last
        guard last - first <= 38, exponent >= -127, exponent <= 127 else { return nil }
        var value = Decimal()
        var place = first
        while place < last {
            let count = min(last - place, 19)
            var part: UInt64 = 0
            for offset in 0..<count {
                part = unsafe part &* 10 &+ UInt64(number.digit(place + offset, in: text))  // &*, &+: 19 digits are below 2^64
            }
            value = value * Decimal(sign: .plus, exponent: count, significand: 1) + Decimal(part)
            place += count
        }
        return Decimal(sign: number.isNegative ? .minus : .plus, exponent: exponent, significand: value)
    }
}
