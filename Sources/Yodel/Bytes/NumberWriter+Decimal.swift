import FoundationEssentials

// A Decimal as text, without Foundation's description, which divides the whole integer by ten for each digit.
//
// A Decimal is an integer times a power of ten. Its digits are those of the integer; the power says where the point goes, or how many zeros stand before or
// after them. There is no exponent in the text, which is Foundation's for every value:
//
//     12345 x 10^-2 = 123.45       7 x 10^-3 = 0.007       7 x 10^3 = 7000

extension NumberWriter {
    // SAFETY: whoever calls has asked for that room.

    /// The room that a Decimal needs: a sign, 39 digits and 127 zeros.
    static let maximumDecimalBytes = 167

    /// Writes a Decimal as its description. Needs room for `maximumDecimalBytes`, whatever the value.
    static func write(_ value: DecimalParts, to target: OutputPlace) -> Int {
        guard value.isNegative else { return write(value.magnitude, value.exponent, to: target) }
        unsafe target.put(ASCII.minus)
        return unsafe write(value.magnitude, value.exponent, to: target + 1) + 1
    }

    private static func write(_ magnitude: UInt128, _ exponent: Int, to target: OutputPlace) -> Int {
        guard exponent < 0 else {
            let count = write(magnitude, to: target)
            unsafe (target + count).put(ASCII.zero, times: exponent)
            return count + exponent
        }
        // After one byte, so that the point has room.
        let count = unsafe write(magnitude, to: target + 1)
        let whole = count + exponent
        guard whole <= 0 else {
            // The digits before the point go back by one.
            for index in 0..<whole { unsafe target.put(target.byte(at: index + 1), at: index) }
            unsafe target.put(ASCII.point, at: whole)
            return count + 1
        }
        // All of them go after the point and after zeros: first, since both are written where they stand.
        unsafe (target + (2 - whole)).copy((target + 1).bytes(count))
        unsafe target.put(ASCII.zero)
        unsafe target.put(ASCII.point, at: 1)
        unsafe (target + 2).put(ASCII.zero, times: -whole)
        return 2 - exponent
    }
}

extension OutputBuffer {
    /// Writes a Decimal as its description. Not inlined, as all kinds of scalars are written in one function.
    @inline(never)
    mutating func append(_ value: Decimal) {
        guard let parts = DecimalParts(value) else { return append(value.description) }
        unsafe write(NumberWriter.maximumDecimalBytes) { NumberWriter.write(parts, to: $0) }
    }
}
