// Decimal to binary, rounded correctly: to the nearest, and halves to the even one.
//
// A number is w x 10^q (NumberParser+Scan.swift). Of a short one both w and the power of ten are exact in the format, so a single division
// or multiplication rounds it correctly (Clinger, 1990). A number whose digits have been cut has more of them than that, so it is not short.
//
// Of the others: with w shifted up to fill 64 bits, w x 5^q is one multiplication by the first 64 bits of 5^q, and 10^q = 5^q x 2^q, so the
// rest is adding to the exponent. The upper half of the product holds the bits of the result, one bit to round with and some below it. If
// those below are not all ones, the part of 5^q that was left out cannot change anything. Else a second multiplication, by the next 64
// bits, settles it: Mushtak and Lemire proved that no more are ever needed for a w of 64 bits (Lemire, Number parsing at a gigabyte per
// second, 2021; Mushtak and Lemire, Fast number parsing without fallback, 2023).
//
//     7.3177701707893310: w = 73177701707893310, q = -16; the upper half begins with 1.110101000101..., times 2^2.
//
// Exactly half way between two results can a number only lie if 5^q or its reciprocal is small: -4 <= q <= 23 for Double, -17 <= q <= 10
// for Float. There the product shows it by nothing but zeros below the bit to round with.
//
// Of more than nineteen digits the first nineteen are w. If w and w + 1 give the same, so does what lies between. Else, which is rare, the
// standard library reads the text: it is slow, correct and knows no locale.

extension NumberParser {
    /// Reads a Double, correctly rounded; nil where the number is beyond the finite ones.
    static func double(_ text: BorrowedBytes) -> Double? {
        guard let number = scan(text) else { return nil }
        if number.isCut {
            let bits = round(number.significand, number.exponent, to: .double)
            if bits != round(number.significand + 1, number.exponent, to: .double) {
                guard let value = Double(String(decoding: text, as: UTF8.self)), value.isFinite else { return nil }
                return value
            }
        }
        let value = nearestDouble(number.significand, number.exponent)
        guard value.isFinite else { return nil }
        return number.isNegative ? -value : value
    }

    /// Reads a Double as `double(_:)` does, the point moved to the left first, so that it is rounded once; nil where the number is beyond the finite ones.
    ///
    /// - Parameter decimalPlaces: How far the point is moved.
    static func double(_ text: BorrowedBytes, decimalPlaces: Int) -> Double? {
        guard let number = scan(text) else { return nil }
        // More than nineteen digits are rarely of use: what is left of them is rounded twice.
        guard !number.isCut else { return double(text).map { $0 / powersOfTen[decimalPlaces] } }
        let value = nearestDouble(number.significand, number.exponent - decimalPlaces)
        guard value.isFinite else { return nil }
        return number.isNegative ? -value : value
    }

    /// The Double nearest to a significand times ten to the power of an exponent; infinity beyond the finite ones.
    @inline(__always)
    static func nearestDouble(_ significand: UInt64, _ exponent: Int) -> Double {
        if significand <= 1 << 53, exponent.magnitude <= 22 {
            let scale = powersOfTen[Int(truncatingIfNeeded: exponent.magnitude)]
            return exponent < 0 ? Double(significand) / scale : Double(significand) * scale
        }
        return Double(bitPattern: round(significand, exponent, to: .double))
    }

    /// Reads a Float, rounded once from the decimal; nil where the number is beyond the finite ones.
    static func float(_ text: BorrowedBytes) -> Float? {
        guard let number = scan(text) else { return nil }
        if number.significand <= 1 << 24, number.exponent.magnitude <= 10 {
            let scale = Float(powersOfTen[Int(truncatingIfNeeded: number.exponent.magnitude)])
            let value = number.exponent < 0 ? Float(number.significand) / scale : Float(number.significand) * scale
            return number.isNegative ? -value : value
        }
        var bits = round(number.significand, number.exponent, to: .float)
        if number.isCut, bits != round(number.significand + 1, number.exponent, to: .float) {
            guard let value = Float(String(decoding: text, as: UTF8.self)), value.isFinite else { return nil }
            return value
        }
        guard bits < BinaryFormat.float.infinity else { return nil }
        if number.isNegative { bits |= 1 << 31 }
        return Float(bitPattern: UInt32(truncatingIfNeeded: bits))
    }

    /// Each exactly a Double; up to 10^10 exactly a Float.
    private static let powersOfTen: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
    ]

    /// What the two formats differ in.
    private struct BinaryFormat {
        /// Bits of the significand that are stored.
        var significandBits: Int
        /// What the stored exponent is larger by than the true one.
        var bias: Int
        /// The powers of ten outside of which the result is zero or infinite, whatever the digits.
        var least: Int
        var greatest: Int
        /// The powers of ten at which a number can lie half way between two results.
        var leastHalfway: Int
        var greatestHalfway: Int

        /// The stored exponent that means infinity.
        var infiniteExponent: Int { 2 * bias + 1 }
        /// The bits of infinity; those of every finite number are less.
        var infinity: UInt64 { UInt64(infiniteExponent) << UInt64(significandBits) }

        static var double: BinaryFormat {
            BinaryFormat(significandBits: 52, bias: 1023, least: -342, greatest: 308, leastHalfway: -4, greatestHalfway: 23)
        }
        static var float: BinaryFormat {
            BinaryFormat(significandBits: 23, bias: 127, least: -64, greatest: 38, leastHalfway: -17, greatestHalfway: 10)
        }
    }

    /// Whether nothing but zeros stands below the bit to round with, which is one, and the bit above it zero. Apart, since it is rare.
    @inline(never)
    private static func isHalfway(_ significand: UInt64, _ shift: UInt64, _ high: UInt64) -> Bool {
        significand & 3 == 1 && significand &<< shift == high
    }

    /// The bits of the nearest number to `digits` times ten to the power of `exponent`, without a sign.
    ///
    /// What does not check: sums of exponents, which are within ±2,000; sums of bits that have been shifted down before; shifts by less
    /// than 64.
    @inline(__always)
    private static func round(_ digits: UInt64, _ exponent: Int, to format: BinaryFormat) -> UInt64 {
        guard digits != 0, exponent >= format.least else { return 0 }
        guard exponent <= format.greatest else { return format.infinity }
        let zeros = digits.leadingZeroBitCount
        let normal = digits &<< UInt64(truncatingIfNeeded: zeros)
        // `least` and `greatest` of both formats are within the table.
        let powers = PowersOfFive.words
        let index = 2 &* (exponent &- PowersOfFive.least)
        var (high, low) = normal.multipliedFullWidth(by: powers[index])
        let belowRounding = UInt64.max &>> UInt64(truncatingIfNeeded: format.significandBits &+ 3)
        if high & belowRounding == belowRounding {
            let next = normal.multipliedFullWidth(by: powers[index &+ 1]).high
            low = low &+ next  // &+: the carry is taken below
            if next > low { high &+= 1 }
        }
        let upperBit = Int(truncatingIfNeeded: high >> 63)
        let shift = UInt64(truncatingIfNeeded: upperBit &+ 61 &- format.significandBits)
        // The significand and one bit more, to round with.
        var significand = high &>> shift
        // 217706 / 65536 is the binary logarithm of ten, near enough that the whole part is right for every power in the table.
        var stored = (217_706 &* exponent) >> 16 &+ 63 &+ upperBit &- zeros &+ format.bias
        if stored <= 0 {
            // Subnormal: fewer bits, by as much as the exponent is too small.
            guard stored > -63 else { return 0 }
            significand &>>= UInt64(truncatingIfNeeded: 1 &- stored)
            // May round up to the least normal number, whose bits are what this gives.
            return (significand &+ significand & 1) >> 1
        }
        // Half way, and the one below is even.
        if low <= 1, isHalfway(significand, shift, high), exponent >= format.leastHalfway, exponent <= format.greatestHalfway {
            significand &= ~1
        }
        significand = (significand &+ significand & 1) >> 1
        let carry = UInt64(1) &<< UInt64(truncatingIfNeeded: format.significandBits &+ 1)
        if significand >= carry {
            significand >>= 1
            stored &+= 1
        }
        guard stored < format.infiniteExponent else { return format.infinity }
        // The top bit of the significand is not stored.
        return significand & (carry >> 1 &- 1) | UInt64(truncatingIfNeeded: stored) &<< UInt64(truncatingIfNeeded: format.significandBits)
    }
}
