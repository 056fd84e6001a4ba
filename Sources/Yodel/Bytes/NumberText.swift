/// The parts of a number's text, by the grammar of RFC 8259 section 6: where its digits are and where its decimal point stands.
///
/// `-12.50e1` has the digits `1250`, of which three stand before the point once the exponent is applied: 125.0.
struct NumberText {
    var isNegative = false
    /// Index of the first digit.
    var start = 0
    /// Index after the last digit of the fraction; the point, if there is one, lies in between.
    var end = 0
    /// Index of the point; `end` if there is none.
    var point = 0
    /// Value of the exponent, held within ±2^40: far beyond every type's range.
    var exponent = 0

    /// Reads a number's text.
    ///
    /// - Returns: nil if the bytes are not exactly one number.
    init?(_ text: UnsafeBufferPointer<UInt8>) {
        let count = text.count
        var index = 0
        if count > 0, unsafe text[0] == UInt8(ascii: "-") {
            isNegative = true
            index = 1
        }
        start = index
        unsafe Self.skipDigits(text, &index)
        let startsWithZero = unsafe index > start && text[start] == UInt8(ascii: "0")
        guard index > start, !startsWithZero || index == start + 1 else { return nil }
        point = index
        if index < count, unsafe text[index] == UInt8(ascii: ".") {
            index += 1
            let fraction = index
            unsafe Self.skipDigits(text, &index)
            guard index > fraction else { return nil }
        }
        end = index
        if index < count, unsafe text[index] | 0x20 == UInt8(ascii: "e") {
            index += 1
            var isNegativeExponent = false
            if index < count, unsafe text[index] == UInt8(ascii: "-") || text[index] == UInt8(ascii: "+") {
                isNegativeExponent = unsafe text[index] == UInt8(ascii: "-")
                index += 1
            }
            let digits = index
            while index < count, let digit = unsafe Self.digit(text[index]) {
                exponent = min(exponent * 10 + Int(digit), 1 << 40)
                index += 1
            }
            guard index > digits else { return nil }
            if isNegativeExponent { exponent = -exponent }
        }
        guard index == count else { return nil }
    }

    /// Digits, without the point.
    var digitCount: Int { end - start - (point < end ? 1 : 0) }

    /// How many digits stand before the decimal point once the exponent is applied; may be negative or more than there are digits.
    var wholeDigits: Int { point - start + exponent }

    /// The digit at a place, counted without the point.
    func digit(_ place: Int, in text: UnsafeBufferPointer<UInt8>) -> UInt8 {
        let index = start + place
        return unsafe text[index < point ? index : index + 1] - UInt8(ascii: "0")
    }

    /// A byte's value as a digit.
    @inline(__always)
    static func digit(_ byte: UInt8) -> UInt8? {
        let value = byte &- UInt8(ascii: "0")  // &-: bytes below the digits wrap to values above nine
        return value <= 9 ? value : nil
    }

    private static func skipDigits(_ text: UnsafeBufferPointer<UInt8>, _ index: inout Int) {
        while index < text.count, unsafe digit(text[index]) != nil { index += 1 }
    }
}
