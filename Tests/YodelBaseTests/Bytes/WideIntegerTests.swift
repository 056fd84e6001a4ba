import Testing

@testable import Yodel
@testable import YodelTestSupport

/// Integers of more digits than an `Int64` surely holds, against the standard library's.
@Suite("Integers of many digits", .sameOnYajl)
struct WideIntegerTests {
    private static func expect(_ text: String, _ wrong: inout [String]) {
        func expect<T: FixedWidthInteger & Sendable>(_ type: T.Type) {
            let expected: ParsedInteger<T> = T(text).map { .exact($0) } ?? .outOfRange
            let parsed = withExactBytes(text.utf8) { NumberParser.integer($0, as: type) }
            if parsed != expected { wrong.append("\(text) as \(type): \(parsed)") }
        }
        expect(Int64.self)
        expect(UInt64.self)
        expect(Int128.self)
        expect(UInt128.self)
        expect(UInt8.self)
    }

    /// Both sides of the ends of all types, and of each power of ten.
    @Test func theEndsOfTypes() {
        var wrong: [String] = []
        var edges: [UInt128] = [
            UInt128(Int64.max), UInt128(UInt64.max), UInt128(Int128.max), .max - 11, 18_446_744_073_709_551_610, 99_999_999_999_999_999_999,
        ]
        var power: UInt128 = 1
        for _ in 0..<38 {
            power *= 10
            edges.append(power)
        }
        for edge in edges {
            for value in edge - 10...edge + 11 {
                Self.expect("\(value)", &wrong)
                Self.expect("-\(value)", &wrong)
            }
        }
        #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(5))")
    }

    /// Of every length, up to one digit more than 128 bits hold.
    @Test(arguments: [UInt64(1), 2]) func randomDigits(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var wrong: [String] = []
        for round in 0..<(triesFewerCases ? 2_500 : 40_000) {
            var text = generator.pick(["", "-"]) + "\(1 + generator.below(9))"
            for _ in 0..<16 + round % 24 { text += "\(generator.below(10))" }
            Self.expect(text, &wrong)
        }
        #expect(wrong.isEmpty, "seed \(seed), \(wrong.count): \(wrong.prefix(5))")
    }

    /// Each byte in each place of a number of each length: what is no digit makes it no such integer.
    @Test func whateverIsNoDigit() {
        var wrong: [String] = []
        for count in some(6, of: 19...38) {
            for place in 0..<count {
                for byte in UInt8.min...UInt8.max {
                    var text = [UInt8](repeating: UInt8(ascii: "7"), count: count)
                    text[place] = byte
                    let isDigit = ASCII.digit(byte) != nil
                    // A sign stands before the digits, of which nineteen have to be left; a zero does not.
                    let isTaken = place > 0 ? isDigit : isDigit && byte != ASCII.zero || byte == ASCII.minus && count > 19
                    let isRead = withExactBytes(text) { NumberParser.wideInteger($0) != nil }
                    if isRead != isTaken { wrong.append("\(byte) at \(place) of \(count)") }
                }
            }
        }
        #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(5))")
    }

    /// What has a point or an exponent is left to the other ways, with the same answer as ever.
    @Test(
        arguments: [
            ("12345678901234567890.0", .exact(12_345_678_901_234_567_890)),
            ("1234567890123456789.25e1", .truncated(12_345_678_901_234_567_892)),
            ("1844674407370955161e1", .exact(18_446_744_073_709_551_610)), ("18446744073709551616e0", .outOfRange),
            ("00000000000000000001", .outOfRange), ("0.000000000000000000001e21", .exact(1)),
        ] as [(String, ParsedInteger<UInt64>)])
    func otherForms(text: String, expected: ParsedInteger<UInt64>) {
        #expect(withExactBytes(text.utf8) { NumberParser.integer($0, as: UInt64.self) } == expected)
    }
}
