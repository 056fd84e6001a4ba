/// The digits of a number's text and where its decimal point stands, for what 64 bits do not hold.
///
/// `-12.50e1` has the digits `1250`, of which three stand before the point once the exponent is applied: 125.0.
struct NumberText {
    let isNegative: Bool
    /// Digits, without the point.
    let digitCount: Int
    /// How many digits stand before the decimal point once the exponent is applied; may be negative or more than there are digits.
    let wholeDigits: Int
    /// Index of the first digit.
    private let start: Int
    /// Index of the point; behind the last digit if there is none.
    private let point: Int

    /// Reads a number's text.
    ///
    /// - Returns: nil if the bytes are not exactly one number.
    init?(_ text: BorrowedBytes) {
        guard let token = NumberParser.token(whole: text) else { return nil }
        isNegative = token.isNegative
        digitCount = token.digits
        wholeDigits = token.digits + token.exponent
        start = token.isNegative ? 1 : 0
        let end = start + token.digits
        point = text[start..<end].firstIndex(of: ASCII.point) ?? end
    }

    /// The digit at a place, counted without the point.
    func digit(_ place: Int, in text: BorrowedBytes) -> UInt8 {
        let index = start + place
        return text[index < point ? index : index + 1] - ASCII.zero
    }

    /// The places of the digits without zeros at both ends.
    func significantPlaces(in text: BorrowedBytes) -> Range<Int> {
        var first = 0
        var last = digitCount
        while first < last, digit(first, in: text) == 0 { first += 1 }
        while last > first, digit(last - 1, in: text) == 0 { last -= 1 }
        return first..<last
    }

    /// Whether two texts are the same number, however it is written. Zero and minus zero are two.
    static func areSame(_ left: BorrowedBytes, _ right: BorrowedBytes) -> Bool {
        guard let a = NumberText(left), let b = NumberText(right), a.isNegative == b.isNegative else { return false }
        let (i, j) = (a.significantPlaces(in: left), b.significantPlaces(in: right))
        return i.count == j.count && (i.isEmpty || a.wholeDigits - i.lowerBound == b.wholeDigits - j.lowerBound)
            && zip(i, j).allSatisfy { a.digit($0, in: left) == b.digit($1, in: right) }
    }
}
