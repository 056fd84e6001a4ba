import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

/// Decimals as text, against Foundation's description.
@Suite("Texts of Decimals", .sameOnYajl)
struct DecimalWriterTests {
    private static func decimal(_ magnitude: UInt128, _ exponent: Int, isNegative: Bool) -> Decimal {
        let low = Decimal(UInt64(truncatingIfNeeded: magnitude))
        let significand = Decimal(UInt64(truncatingIfNeeded: magnitude >> 64)) * (Decimal(UInt64.max) + 1) + low
        return Decimal(sign: isNegative ? .minus : .plus, exponent: exponent, significand: significand)
    }

    /// By its bytes, and by what writers call.
    private static func expect(_ value: Decimal, _ wrong: inout [String]) {
        let expected = value.description
        // At the last exponents an integer that ends with zeros is beyond them.
        if value.isNaN { return DecimalParts(value) == nil ? () : wrong.append("NaN: read") }
        guard let parts = DecimalParts(value) else { return wrong.append("\(expected): not read") }
        let written = Written(room: NumberWriter.maximumDecimalBytes) { NumberWriter.write(parts, to: $0) }
        if written != Written(expected) { wrong.append("\(expected): \(written)") }
    }

    private static func appended(_ value: Decimal) -> String {
        var output = OutputBuffer()
        output.append(value)
        return output.text
    }

    /// If a toolchain changes the layout, Foundation writes Decimals: correct and slow.
    @Test func theLayoutIsTheExpectedOne() {
        #expect(DecimalParts.areKnown)
    }

    @Test(arguments: [
        "0", "1", "-1", "10", "0.1", "-0.1", "1.5", "-12.345", "0.001", "100", "123456789.123456789", "18446744073709551615",
        "18446744073709551616", "99999999999999999999999999999999999999", "340282366920938463463374607431768211455",
        "-340282366920938463463374607431768211455",
        "0.00000000000000000000000000000000000001", "1.7976931348623157", "9999999999999999.99",
    ])
    func textsOfUsualForms(text: String) throws {
        let value = try #require(Decimal(string: text))
        #expect(value.description == text && Self.appended(value) == text)
    }

    /// Each exponent, with integers of each width; the longest text is among them.
    @Test func allExponents() {
        var generator = SeededGenerator(seed: 31)
        var wrong: [String] = []
        for exponent in some(64, of: -128...127) + [-128, 0, 127] {
            for bits in stride(from: 1, through: 128, by: 9) {
                let magnitude = (UInt128(generator.next()) << 64 | UInt128(generator.next())) >> UInt128(128 - bits)
                Self.expect(Self.decimal(magnitude, exponent, isNegative: bits % 2 == 0 && magnitude > 0), &wrong)
            }
            Self.expect(Self.decimal(.max, exponent, isNegative: true), &wrong)
        }
        let longest = -Decimal.greatestFiniteMagnitude
        Self.expect(longest, &wrong)
        #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(5))")
        #expect(longest.description.utf8.count == NumberWriter.maximumDecimalBytes)
    }

    /// Both sides of each power of ten, with the point before, among and after the digits.
    @Test func allNumbersOfDigits() {
        var wrong: [String] = []
        var power: UInt128 = 1
        for count in 1...39 {
            for magnitude in [power - 1, power, power + 1] {
                for exponent in [-count - 1, -count, -count + 1, -1, 0, 1] {
                    Self.expect(Self.decimal(magnitude, exponent, isNegative: count % 2 == 0), &wrong)
                }
            }
            power = power.multipliedReportingOverflow(by: 10).partialValue
        }
        #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(5))")
    }

    /// What comes of sums, products and quotients, whose integers may end with zeros.
    @Test(arguments: [UInt64(1), 2]) func randomCalculations(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var wrong: [String] = []
        var value = Decimal(1)
        for _ in 0..<(triesFewerCases ? 2_000 : 40_000) {
            let other = Decimal(
                sign: generator.pick([.plus, .minus]), exponent: generator.below(40) - 20,
                significand: Decimal(generator.next() >> generator.below(64) | 1))
            switch generator.below(4) {
            case 0: value += other
            case 1: value -= other
            case 2: value *= other
            default: value /= other
            }
            guard value.isFinite else {
                value = 1
                continue
            }
            Self.expect(value, &wrong)
        }
        #expect(wrong.isEmpty, "seed \(seed), \(wrong.count): \(wrong.prefix(5))")
    }

    /// A Decimal may have an integer that ends with zeros, words that are zero, or fewer words than count; and a zero any exponent.
    @Test(
        arguments: [
            (-3, 0x18, 1500, 0), (-3, 0x1C, 1500, 0), (-1, 0x44, 25, 0), (0, 0x84, 25, 0), (-2, 0x14, 0x1_0007, 0), (5, 0x04, 9, 0),
            (5, 0, 0, 0),
            (-128, 0, 0, 0), (127, 0, 0, 0), (-30, 0x54, 7, 9), (-30, 0x4C, 7, 9), (0, 0x14, 7, 0),
        ] as [(Int8, UInt8, UInt64, UInt64)])
    func bytesOfOtherForms(exponent: Int8, flags: UInt8, low: UInt64, high: UInt64) {
        var value = Decimal()
        withUnsafeMutableBytes(of: &value) { bytes in
            bytes.storeBytes(of: exponent, as: Int8.self)
            bytes.storeBytes(of: flags, toByteOffset: 1, as: UInt8.self)
            // Means nothing.
            bytes.storeBytes(of: 0xFFFF, toByteOffset: 2, as: UInt16.self)
            bytes.storeBytes(of: low, toByteOffset: 4, as: UInt64.self)
            bytes.storeBytes(of: high, toByteOffset: 12, as: UInt64.self)
        }
        #expect(Self.appended(value) == value.description)
    }

    @Test func whatIsNoNumberHasNoParts() {
        #expect(DecimalParts(.nan) == nil)
        #expect(Self.appended(.nan) == Decimal.nan.description)
    }
}
