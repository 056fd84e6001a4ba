import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

@Suite struct DecimalTests {
    private func decimal(_ text: String) -> Decimal? { withCopy(Array(text.utf8)[...], .exact) { NumberParser.decimal($0) } }

    @Test(arguments: [
        ("0", "0"), ("-0", "0"), ("0.000", "0"), ("0e999999", "0"), ("1", "1"), ("-1", "-1"), ("0.1", "0.1"), ("1.50", "1.5"),
        ("100", "100"), ("1e3", "1000"),
        ("1.25e1", "12.5"), ("12345.678e-2", "123.45678"),
        ("12345678901234567890123456789012345678", "12345678901234567890123456789012345678"),
        ("99999999999999999999999999999999999999", "99999999999999999999999999999999999999"),
        ("-1234567890123456789.0123456789012345678", "-1234567890123456789.0123456789012345678"),
        ("0.00000000000000000000000000000000000001", "0.00000000000000000000000000000000000001"),
        ("18446744073709551616", "18446744073709551616"),
        ("1234567890123456789000000000000000000000000000000000", "1234567890123456789000000000000000000000000000000000"),
        ("1.10000000000000000000000000000000000000000000000000000000", "1.1"),
    ])
    func everyDigitIsKept(text: String, description: String) {
        #expect(decimal(text)?.description == description)
    }

    @Test(arguments: [
        "340282366920938463463374607431768211456", "0.640282366920938463463374607431768211455", "1234567890123456789012345678901234567891",
        "1.00000000000000000000000000000000000001e-5000", "1e200", "35e164", "1e166", "340282366920938463463374607431768211456e127",
        "1e-129", "340282366920938463463374607431768211455e-129",
        "1e-200", "-1e99999999999999999999", "1e-99999999999999999999",
    ])
    func whatCannotBeKeptIsNothing(text: String) {
        #expect(decimal(text) == nil)
    }

    /// Of up to nineteen digits they are made here, not by Foundation: byte for byte as there, so that nothing can tell them apart.
    @Test(arguments: [
        "1", "-1", "9", "10", "65535", "65536", "4294967295", "-4294967296", "281474976710655", "281474976710656", "9999999999999999999",
        "1000000000000000000", "0.5", "-12.50", "19.99", "0.0000000001", "1e127", "1e-128", "-7e-128", "1.5e10", "0.10",
    ])
    func theirBytesAreFoundations(text: String) throws {
        #expect(DecimalParts.areKnown)
        let expected = try #require(Decimal(string: text))
        let own = try #require(decimal(text))
        #expect(own == expected && own.description == expected.description)
        #expect(withUnsafeBytes(of: own) { Array($0) } == withUnsafeBytes(of: expected) { Array($0) })
    }

    @Test(arguments: [127, 100, 38, 1, 0, -1, -38, -100, -127])
    func exponentsGoToBothEnds(exponent: Int) throws {
        let value = try #require(decimal("-7e\(exponent)"))
        #expect(value == Decimal(sign: .minus, exponent: exponent, significand: 7))
    }

    @Test(arguments: 0..<4)
    func randomDecimalsAreReadAsFoundationReadsThem(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        for _ in 0..<500 {
            var digits = String(Int.random(in: 1...9, using: &generator))
            for _ in 0..<Int.random(in: 0...36, using: &generator) { digits += String(Int.random(in: 0...9, using: &generator)) }
            let point = Int.random(in: 1...digits.count, using: &generator)
            let fraction = digits.dropFirst(point)
            let text = "\(Bool.random(using: &generator) ? "-" : "")\(digits.prefix(point))\(fraction.isEmpty ? "" : ".")\(fraction)"
            #expect(decimal(text) == Decimal(string: text), "\(text)")
            let shift = Int.random(in: -60...60, using: &generator)
            #expect(decimal("\(text)e\(shift)") == Decimal(string: "\(text)e\(shift)"), "\(text)e\(shift)")
        }
    }
}
