/// A JSON number, kept as the text it is written as, so that no digit is lost before its type is known.
///
/// ```swift
/// let number = JSONNumber("18446744073709551615")!
/// number.integer(as: UInt64.self)   // 18446744073709551615
/// number.intValue                   // nil: too large for Int
/// number.doubleValue                // 1.8446744073709552e+19
/// JSONNumber("01")                  // nil: not a JSON number
/// ```
///
/// Two numbers are equal if their texts are: `1`, `1.0` and `1e0` differ. Compare a typed reading to compare by value.
public struct JSONNumber: Sendable, Hashable, CustomStringConvertible {
    /// The number as it is written: one number of RFC 8259, section 6, without white space.
    public let text: String

    /// Takes a number by its text, if it is one.
    ///
    /// - Parameter text: Exactly one number by the grammar of RFC 8259, section 6: no white space, no leading plus or zero, a digit on both sides of
    ///   a dot. Its size is not limited.
    /// - Returns: nil if the text is anything else.
    public init?(_ text: String) {
        guard Self.isNumber(text) else { return nil }
        self.text = text
    }

    /// Takes a text that is known to be a number: one that a tokenizer passed.
    init(unchecked text: String) {
        assert(Self.isNumber(text), "a number's text that is no JSON number")
        self.text = text
    }

    /// Makes a number of an integer, written in decimal digits.
    ///
    /// - Parameter value: An integer of any type.
    public init(_ value: some BinaryInteger) {
        text = String(value)
    }

    /// Makes a number of a finite Double, written with the fewest digits that read back as the same Double.
    ///
    /// ```swift
    /// JSONNumber(0.1 as Double)?.text    // 0.1
    /// JSONNumber(2.0 as Double)?.text    // 2.0
    /// JSONNumber(1e20 as Double)?.text   // 1e+20
    /// ```
    ///
    /// - Parameter value: The Double; minus zero keeps its sign.
    /// - Returns: nil for NaN and the infinities, which JSON does not have.
    public init?(_ value: Double) {
        guard value.isFinite else { return nil }
        // The standard library's text of a finite Double has digits on both sides of a dot, or an exponent with a sign: always JSON.
        text = value.description
    }

    /// The number's text.
    public var description: String { text }

    private static func isNumber(_ text: String) -> Bool {
        var text = text
        return unsafe text.withBorrowedBytes { NumberParser.isNumber($0) }
    }
}

extension JSONNumber {
    /// The number as a Double, correctly rounded; an infinity if it is beyond Double's range, zero if it is too small.
    public var doubleValue: Double {
        // The text is checked at the entrance, and the standard library reads all of JSON's numbers.
        Double(text) ?? .nan
    }

    /// The number as an Int; nil if it is not whole or out of range. `2.0` and `2e0` are 2.
    public var intValue: Int? { integer(as: Int.self) }

    /// The number as an integer, if it is one exactly.
    ///
    /// ```swift
    /// JSONNumber("1.5e3")!.integer(as: Int16.self)   // 1500
    /// JSONNumber("1.5")!.integer(as: Int16.self)     // nil: not whole
    /// JSONNumber("40000")!.integer(as: Int16.self)   // nil: out of range
    /// ```
    ///
    /// - Parameter type: The type of integer.
    /// - Returns: nil if the number is not whole or out of the type's range; nothing is rounded, wrapped or clamped.
    public func integer<T: FixedWidthInteger>(as type: T.Type = T.self) -> T? {
        if let plain = T(text) { return plain }
        var text = text
        return unsafe text.withBorrowedBytes { text -> T? in
            guard let number = NumberText(text) else { return nil }
            let places = number.significantPlaces(in: text)
            guard !places.isEmpty else { return 0 }
            // A decimal digit takes more than three bits, so a number of more digits than bits is out of range whatever they are.
            guard places.upperBound <= number.wholeDigits, number.wholeDigits - places.lowerBound <= T.bitWidth else { return nil }
            var value: T = 0
            for place in places.lowerBound..<number.wholeDigits {
                let digit = place < places.upperBound ? T(number.digit(place, in: text)) : 0
                let (shifted, tooLarge) = value.multipliedReportingOverflow(by: 10)
                let (sum, overflow) =
                    number.isNegative ? shifted.subtractingReportingOverflow(digit) : shifted.addingReportingOverflow(digit)
                if tooLarge || overflow { return nil }
                value = sum
            }
            return value
        }
    }
}

extension JSONNumber: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
    /// Makes a number of an integer literal.
    ///
    /// - Parameter value: The literal.
    public init(integerLiteral value: Int) {
        self.init(value)
    }

    /// Makes a number of a literal with a fraction or an exponent.
    ///
    /// - Parameter value: The literal.
    /// - Precondition: The literal is within the range of Double.
    public init(floatLiteral value: Double) {
        guard let number = JSONNumber(value) else {
            preconditionFailure("a number literal beyond the range of Double")
        }
        self = number
    }
}
