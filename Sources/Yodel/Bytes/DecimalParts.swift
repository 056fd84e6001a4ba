import FoundationEssentials

// A Decimal's integer and power of ten, as its bytes have them: Foundation tells the integer by no member, but as a Decimal again, and makes a Decimal of both
// in several steps.
//
// The twenty bytes are: the power of ten, as a signed byte; a byte that has in its upper half how many words of 16 bits the integer has, and in its lower
// half 8 for a sign and 4 for an integer that does not end with a zero; two bytes that mean nothing; and eight words, the lowest first.
//
//     -1.5    FF  1C  00 00  0F 00  00 00 ...        15 in one word, times 10^-1
//
// That is checked on values that Foundation has made, when the first Decimal is looked at. If it fails, no Decimal has parts.

/// What a Decimal's bytes say.
struct DecimalParts {
    var magnitude: UInt128
    var isNegative: Bool
    /// The power of ten, from -128 to 127.
    var exponent: Int

    /// Whether the bytes of a Decimal are where they are looked at.
    static let areKnown = areAsExpected()

    /// - Returns: nil for what is no number, for a layout that is not the expected one, and for an integer that has more words than it needs.
    @inline(__always)
    init?(_ value: Decimal) {
        guard Self.areKnown else { return nil }
        self.init(unchecked: value)
    }

    /// The same while it is not known yet whether the layout is the expected one.
    @inline(__always)
    private init?(unchecked value: Decimal) {
        assert(MemoryLayout<Decimal>.size == Self.size)
        // SAFETY: a Decimal is twenty bytes, which refer to nothing.
        let bits = unsafe unsafeBitCast(value, to: (Int8, UInt8, UInt16, UInt32, UInt32, UInt32, UInt32).self)
        let low = UInt64(bits.3) | UInt64(bits.4) << 32
        let high = UInt64(bits.5) | UInt64(bits.6) << 32
        magnitude = UInt128(high) << 64 | UInt128(low)
        isNegative = bits.1 & 0x08 != 0
        // The power of a zero means nothing.
        exponent = magnitude == 0 ? 0 : Int(bits.0)
        // Words after those that count would have to be left out. A zero with a sign is no number.
        let words = (143 - magnitude.leadingZeroBitCount) / 16
        guard Int(bits.1 >> 4) == words && (words > 0 || !isNegative) else { return nil }
    }

    /// The Decimal that is an integer times a power of ten.
    ///
    /// - Parameters:
    ///   - magnitude: Does not end with a zero.
    ///   - exponent: From -128 to 127.
    @inline(__always)
    static func decimal(_ magnitude: UInt64, isNegative: Bool, _ exponent: Int) -> Decimal {
        guard areKnown else {
            return Decimal(sign: isNegative ? .minus : .plus, exponent: exponent, significand: Decimal(magnitude))
        }
        return decimal(unchecked: magnitude, isNegative: isNegative, exponent)
    }

    /// The same while it is not known yet whether the layout is the expected one.
    @inline(__always)
    private static func decimal(unchecked magnitude: UInt64, isNegative: Bool, _ exponent: Int) -> Decimal {
        assert(MemoryLayout<Decimal>.size == size && magnitude % 10 != 0 && Int8(exactly: exponent) != nil)
        let words = UInt8(truncatingIfNeeded: (79 - magnitude.leadingZeroBitCount) / 16)
        let low = UInt32(truncatingIfNeeded: magnitude)
        let high = UInt32(truncatingIfNeeded: magnitude >> 32)
        let bits: (Int8, UInt8, UInt16, UInt32, UInt32, UInt32, UInt32) = (
            Int8(truncatingIfNeeded: exponent), words << 4 | (isNegative ? 0x0C : 0x04), 0, low, high, 0, 0
        )
        // SAFETY: a Decimal is twenty bytes, which refer to nothing, and which say what is here.
        return unsafe unsafeBitCast(bits, to: Decimal.self)
    }

    private static let size = 20

    private static func areAsExpected() -> Bool {
        guard MemoryLayout<Decimal>.size == size && _isPOD(Decimal.self) else { return false }
        guard DecimalParts(unchecked: 0)?.magnitude == 0 && DecimalParts(unchecked: .nan) == nil else { return false }
        let samples: [(magnitude: UInt128, isNegative: Bool, exponent: Int)] = [
            (1, false, 0), (7, true, -128), (0x1234_5679, false, 127), (0xFFFF, true, 3), (0x1_0001, false, -1),
            (0xFEDC_BA98_7654_3211, false, 0),
            (UInt128(0x0123_4567_89AB_CDEF) << 64 | 0xFEDC_BA98_7654_3211, true, -20), (.max, false, -38),
        ]
        return samples.allSatisfy { sample in
            let low = Decimal(UInt64(truncatingIfNeeded: sample.magnitude))
            // No half and no sum of them has to be rounded.
            let significand = Decimal(UInt64(truncatingIfNeeded: sample.magnitude >> 64)) * (Decimal(UInt64.max) + 1) + low
            let value = Decimal(sign: sample.isNegative ? .minus : .plus, exponent: sample.exponent, significand: significand)
            guard let parts = DecimalParts(unchecked: value) else { return false }
            if let magnitude = UInt64(exactly: sample.magnitude) {
                let own = decimal(unchecked: magnitude, isNegative: sample.isNegative, sample.exponent)
                guard bits(own) == bits(value) else { return false }
            }
            return parts.magnitude == sample.magnitude && parts.isNegative == sample.isNegative && parts.exponent == sample.exponent
        }
    }

    private static func bits(_ value: Decimal) -> (UInt64, UInt64, UInt32) {
        // SAFETY: a Decimal has as many bytes, which refer to nothing.
        unsafe unsafeBitCast(value, to: (UInt64, UInt64, UInt32).self)
    }
}
