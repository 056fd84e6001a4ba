import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

@Suite(.sameOnYajl) struct NumberParserTests {
    private static func parse<T: FixedWidthInteger & Sendable>(_ text: String, as type: T.Type) -> ParsedInteger<T> {
        withExactBytes(text.utf8) { NumberParser.integer($0, as: type) }
    }

    // MARK: Integers

    @Test(
        arguments: [
            ("0", .exact(0)), ("-0", .exact(0)), ("7", .exact(7)), ("-7", .exact(-7)), ("1.0", .exact(1)), ("1e3", .exact(1000)),
            ("10.50e1", .exact(105)), ("1.5", .truncated(1)), ("-1.9", .truncated(-1)), ("-0.5", .truncated(0)), ("0.0", .exact(0)),
            ("-0.0e5", .exact(0)), ("1500e-2", .exact(15)), ("1501e-2", .truncated(15)), ("1E+2", .exact(100)), ("1e-30", .truncated(0)),
            ("999999999999999999", .exact(999_999_999_999_999_999)), ("-999999999999999999", .exact(-999_999_999_999_999_999)),
            ("9223372036854775807", .exact(.max)), ("9223372036854775808", .outOfRange), ("-9223372036854775808", .exact(.min)),
            ("-9223372036854775809", .outOfRange), ("9223372036854775807.9", .truncated(.max)), ("9223372036854775807.0", .exact(.max)),
            ("-9223372036854775808.9", .truncated(.min)), ("9.223372036854775807e18", .exact(.max)),
            ("9.223372036854775808e18", .outOfRange),
            ("92233720368547758070e-1", .exact(.max)), ("92233720368547758079e-1", .truncated(.max)),
            ("1e18", .exact(1_000_000_000_000_000_000)),
            ("1e19", .outOfRange), ("1e30", .outOfRange), ("-1e30", .outOfRange), ("1e999999999999999999999", .outOfRange),
            ("0e999999999999999999999", .exact(0)), ("1e-999999999999999999999", .truncated(0)), ("0e-999999999999999999999", .exact(0)),
            ("0.00000000000000000000000000000000000000001e41", .exact(1)),
            ("0.00000000000000000000000000000000000000001e40", .truncated(0)),
            ("100000000000000000000000000000000000000000000e-43", .exact(10)), ("12345678901234567890123456789e-28", .truncated(1)),
            ("123456789000000000000000000000e-20", .exact(1_234_567_890)), ("", .outOfRange), ("-", .outOfRange), ("1x", .outOfRange),
            ("12345678x", .outOfRange), ("1e", .outOfRange), ("1.", .outOfRange),
        ] as [(String, ParsedInteger<Int64>)])
    func integers(text: String, expected: ParsedInteger<Int64>) {
        #expect(Self.parse(text, as: Int64.self) == expected)
    }

    @Test(
        arguments: [
            ("255", .exact(255)), ("256", .outOfRange), ("-1", .outOfRange), ("-0", .exact(0)), ("-0.5", .truncated(0)),
            ("255.9", .truncated(255)),
            ("-1.0", .outOfRange), ("-0.9999999999999999999999999999", .truncated(0)), ("2.55e2", .exact(255)), ("2.56e2", .outOfRange),
        ] as [(String, ParsedInteger<UInt8>)])
    func smallIntegers(text: String, expected: ParsedInteger<UInt8>) {
        #expect(Self.parse(text, as: UInt8.self) == expected)
    }

    /// More digits than a word has, and zeros that the exponent adds.
    @Test(
        arguments: [
            ("12345678901234567890123e10", .exact(123_456_789_012_345_678_901_230_000_000_000)),
            ("-1234567890123456789012.3e11", .exact(-123_456_789_012_345_678_901_230_000_000_000)),
            ("12345678901234567890123e17", .outOfRange), ("12345678901234567890123e999999999999", .outOfRange),
            ("00012345678901234567890123e1", .outOfRange),
        ] as [(String, ParsedInteger<Int128>)])
    func longIntegers(text: String, expected: ParsedInteger<Int128>) {
        #expect(Self.parse(text, as: Int128.self) == expected)
    }

    /// The limits of a type, one beyond them, and each with a fraction and an exponent.
    private static func checkLimits<T: FixedWidthInteger & Sendable>(_ type: T.Type) {
        #expect(parse("\(T.max)", as: type) == .exact(.max))
        #expect(parse("\(T.min)", as: type) == .exact(.min))
        #expect(parse("\(T.max).0", as: type) == .exact(.max))
        #expect(parse("\(T.max).9", as: type) == .truncated(.max))
        #expect(parse("\(T.max)0e-1", as: type) == .exact(.max))
        // Zeros before other digits are no number.
        #expect(parse("\(T.min)00E-2", as: type) == (T.min == 0 ? .outOfRange : .exact(.min)))
        #expect(parse("\(T.min)01E-2", as: type) == (T.min == 0 ? .outOfRange : .truncated(.min)))
        #expect(parse("\(T.max)0", as: type) == .outOfRange)
        #expect(parse(oneMore("\(T.max)"), as: type) == .outOfRange)
        #expect(parse(T.isSigned ? oneMore("\(T.min)") : "-1", as: type) == .outOfRange)
    }

    /// The decimal text of a number one further from zero. None of the limits ends with a nine.
    private static func oneMore(_ text: String) -> String {
        var bytes = Array(text.utf8)
        bytes[bytes.count - 1] += 1
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func limitsOfEveryType() {
        Self.checkLimits(Int8.self)
        Self.checkLimits(Int16.self)
        Self.checkLimits(Int32.self)
        Self.checkLimits(Int64.self)
        Self.checkLimits(Int.self)
        Self.checkLimits(Int128.self)
        Self.checkLimits(UInt8.self)
        Self.checkLimits(UInt16.self)
        Self.checkLimits(UInt32.self)
        Self.checkLimits(UInt64.self)
        Self.checkLimits(UInt.self)
        Self.checkLimits(UInt128.self)
    }

    @Test func randomIntegersComeBack() {
        var generator = SeededGenerator(seed: 6)
        var wrong: [String] = []
        for _ in 0..<(triesFewerCases ? 5_000 : 50_000) {
            let shift = UInt64.random(in: 0..<128, using: &generator)
            let value = Int128(bitPattern: UInt128.random(in: 0...(.max), using: &generator)) >> Int128(shift)
            let zeros = value == 0 ? 0 : Int.random(in: 0...20, using: &generator)
            let text = "\(value)" + String(repeating: "0", count: zeros) + "e-\(zeros)"
            if Self.parse("\(value)", as: Int128.self) != .exact(value) || Self.parse(text, as: Int128.self) != .exact(value) {
                wrong.append(text)
            }
            let narrow = Int32(exactly: value).map { ParsedInteger.exact($0) } ?? .outOfRange
            if Self.parse("\(value)", as: Int32.self) != narrow { wrong.append("\(value)") }
        }
        #expect(wrong.isEmpty, "\(wrong.prefix(5))")
    }

    @Test(.slow) func aVeryLongNumberIsReadInOnePass() {
        let count = triesFewerCases ? 300_000 : 1_000_000
        let nines = String(repeating: "9", count: count)
        #expect(Self.parse(nines, as: Int64.self) == .outOfRange)
        #expect(Self.parse("0." + nines, as: Int64.self) == .truncated(0))
        #expect(Self.parse("1" + String(repeating: "0", count: count) + "e-\(count)", as: Int64.self) == .exact(1))
    }

    // MARK: Decimal

    @Test(arguments: [
        "0", "-0", "1", "-1.50", "1200.50", "0.1", "123456789012345678901234567890", "99999999999999999999999999999999999999",
        "-9999999999999999999.9999999999999999999", "1e127", "1e-128", "12345678901234567890123456789012345678e-128", "1.5e-100",
        "99999999999999999999999999999999999999e127", "0.00000000000000000000000000000000000000000000000001",
        "100000000000000000000000000000000000000000000", "10000000000000000000", "18446744073709551616",
    ])
    func decimals(text: String) {
        #expect(withExactBytes(text.utf8) { NumberParser.decimal($0) } == Decimal(string: text))
    }

    @Test(arguments: [
        "1e166", "1e-129", "340282366920938463463374607431768211456", "0.340282366920938463463374607431768211456",
        "1e999999999999999999999",
        "1e-999999999999999999999", "", "-", "1e", "x",
    ])
    func decimalsThatDoNotFitAreNil(text: String) {
        #expect(withExactBytes(text.utf8) { NumberParser.decimal($0) } == nil)
    }

    @Test func zeroIsNoNaN() {
        for text in ["0", "-0", "0.000", "-0e999999999999999999999"] {
            let value = withExactBytes(text.utf8) { NumberParser.decimal($0) }
            #expect(value == 0 && value?.isNaN == false)
        }
    }

    /// Digits for digits: the description of the value is the number that was written.
    @Test(.slow) func randomDecimals() {
        var generator = SeededGenerator(seed: 7)
        var wrong: [String] = []
        for _ in 0..<(triesFewerCases ? 8_000 : 20_000) {
            var digits = (1..<Int.random(in: 1...38, using: &generator)).map { _ in String(generator.next() % 10) }.joined()
            digits = String(generator.next() % 9 + 1) + digits
            let text = digits + "e\(Int.random(in: -100...80, using: &generator))"
            let value = withExactBytes(text.utf8) { NumberParser.decimal($0) }
            if value == nil || value != Decimal(string: text) || value?.isNaN != false { wrong.append(text) }
            if withExactBytes(digits.utf8, { NumberParser.decimal($0) })?.description != digits { wrong.append(digits) }
        }
        #expect(wrong.isEmpty, "\(wrong.prefix(5))")
    }

    // MARK: Grammar

    @Test(arguments: ["0", "-0", "10", "1.5", "-1.5e10", "1E+05", "0.0", "0e0", "123456789", "1e-0"])
    func isNumber(text: String) {
        #expect(withExactBytes(text.utf8) { NumberParser.isNumber($0) })
    }

    @Test(arguments: [
        "", "-", "+1", "01", "-01", "00", ".5", "1.", "1.e5", "1e", "1e+", "e5", " 1", "1 ", "1_0", "0x10", "NaN", "Infinity", "1e5.0",
        "--1", "1-", "１",
        "1\0",
    ])
    func isNoNumber(text: String) {
        #expect(!withExactBytes(text.utf8) { NumberParser.isNumber($0) })
    }
}
