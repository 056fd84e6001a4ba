import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

private struct Price: Model, Equatable {
    var d: Decimal = 0
    var maybe: Decimal?
    var list: [Decimal] = []
}

/// Every value that a `Decimal` can hold is written and read back as it was.
@Suite("Decimals there and back")
struct DecimalRoundTripTests {
    /// The text of a Decimal gives the Decimal again, by each way of reading.
    private static func comesBack(_ value: Decimal) -> Bool {
        let text = value.description
        guard withCopy(Array(text.utf8)[...], .exact, { NumberParser.decimal($0) }) == value else { return false }
        return withCopy(Array(text.utf8)[...], .exact) { NumberParser.decimal($0, rounds: true) } == value
    }

    private static func comesBackEverywhere(_ value: Decimal) throws -> Bool {
        let price = Price(d: value, maybe: value, list: [value])
        let json = Array(try ModelEncoder().encodeToBytes(price))
        guard try decodeWhole(Price.self, json, .strict).get() == price else { return false }
        for size in [1, 7] where try decodeInChunks(Price.self, json, size: size, .strict).get() != price { return false }
        let decoder = ModelDecoder()
        let value = try ModelEncoder().encodeValue(price)
        return try decoder.decode(Price.self, from: value) == price
            && decoder.decode(Price.self, from: ["d": price.d, "maybe": price.d, "list": [price.d]] as [String: Any]) == price
            && decoder.decode(Price.self, from: ["d": price.d.description, "maybe": price.d.description, "list": [price.d.description]])
                == price
            && value["d"]?.numberValue?.exactDecimal == price.d
    }

    @Test(.slow) func ninetyThousandQuotients() throws {
        var wrong: [String] = []
        // Some of them are a prime number, so that they have every dividend and every divisor.
        for number in some(4_999, of: 0..<90_000) {
            let (dividend, divisor) = (number / 300 + 1, number % 300 + 1)
            let quotient = Decimal(dividend) / Decimal(divisor)
            if !Self.comesBack(quotient) || !Self.comesBack(-quotient) { wrong.append("\(dividend)/\(divisor)") }
        }
        #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(5))")
        for (dividend, divisor) in [(4, 3), (1, 3), (2, 7), (299, 300)] {
            #expect(try Self.comesBackEverywhere(Decimal(dividend) / Decimal(divisor)))
            #expect(try Self.comesBackEverywhere(-Decimal(dividend) / Decimal(divisor)))
        }
    }

    @Test func theExtremes() throws {
        var values: [Decimal] = [.greatestFiniteMagnitude, .leastFiniteMagnitude, .leastNonzeroMagnitude, .leastNormalMagnitude, 0]
        let largest = Decimal(string: "340282366920938463463374607431768211455")!
        for exponent in [-128, -127, -39, -1, 0, 1, 88, 126, 127] {
            values.append(Decimal(sign: .plus, exponent: exponent, significand: largest))
            values.append(Decimal(sign: .minus, exponent: exponent, significand: largest))
            values.append(Decimal(sign: .minus, exponent: exponent, significand: 1))
        }
        for value in values { #expect(try Self.comesBackEverywhere(value), "\(value)") }
    }

    /// Powers of ten beyond 10^127 are more than one digit times that.
    @Test(arguments: 120...165)
    func powersOfTenUpToTheLast(power: Int) throws {
        for digit in [1, 3] {
            let text = "\(digit)" + String(repeating: "0", count: power)
            let value = try #require(Decimal(string: text))
            #expect(value.description == text)
            #expect(try Self.comesBackEverywhere(value))
            let short = try decodeWhole(Price.self, Array(#"{"d":\#(digit)e\#(power)}"#.utf8), .strict).get()
            #expect(short.d == value)
        }
    }

    @Test func randomOnes() {
        var generator = SeededGenerator(seed: 13)
        var wrong: [String] = []
        for _ in 0..<(triesFewerCases ? 6_000 : 20_000) {
            let digits = UInt128.random(in: 0...UInt128.max, using: &generator) >> Int.random(in: 0..<128, using: &generator)
            guard let significand = Decimal(string: String(digits)) else { continue }
            let value = Decimal(
                sign: Bool.random(using: &generator) ? .plus : .minus, exponent: Int.random(in: -128...80, using: &generator),
                significand: significand)
            if value.isFinite && !Self.comesBack(value) { wrong.append("\(value)") }
        }
        #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(5))")
    }

    /// What a Decimal has no room for is a mismatch, or the nearest one.
    @Test(arguments: [
        ("1.3333333333333333333333333333333333333333", "1.33333333333333333333333333333333333333"),
        ("0.66666666666666666666666666666666666666666666", "0.66666666666666666666666666666666666667"),
        ("340282366920938463463374607431768211456", "340282366920938463463374607431768211460"),
        ("340282366920938463463374607431768211445.5", "340282366920938463463374607431768211446"),
        ("340282366920938463463374607431768211444.5", "340282366920938463463374607431768211444"),
        ("340282366920938463463374607431768211444.50000000001", "340282366920938463463374607431768211445"),
        ("340282366920938463463374607431768211455.5", "340282366920938463463374607431768211460"),
        ("-99999999999999999999999999999999999999999", "-100000000000000000000000000000000000000000"),
        ("6e-129", "1e-128"), ("5e-129", "0"), ("5.1e-129", "1e-128"), ("1.5e-128", "2e-128"), ("2.5e-128", "2e-128"), ("-4e-130", "0"),
        ("1e-99999999999", "0"),
    ])
    func beyondItsPrecision(text: String, nearest: String) throws {
        let json = Array(#"{"d":\#(text)}"#.utf8)
        let refused = decodeWhole(Price.self, json, .strict).errorFields
        #expect(refused?.code == .numberOutOfRange && refused?.path == "d" && refused?.offset == 5)
        #expect(try decodeWhole(Price.self, json).get() == Price())
        var options = DecodingOptions.strict
        options.decimalPrecision = .round
        let expected = try #require(withCopy(Array(nearest.utf8)[...], .exact) { NumberParser.decimal($0) })
        #expect(try decodeWhole(Price.self, json, options).get().d == expected)
        #expect(try decodeInChunks(Price.self, json, size: 1, options).get().d == expected)
        let string = Array(#"{"d":"\#(text)"}"#.utf8)
        options.convertsTypes = true
        #expect(try decodeWhole(Price.self, string, options).get().d == expected)
    }

    @Test(arguments: ["1e166", "35e164", "1e200", "-1e99999999999", "340282366920938463463374607431768211456e127"])
    func whatIsTooLargeIsAMismatchEitherWay(text: String) {
        var options = DecodingOptions.strict
        for precision in [DecodingOptions.DecimalPrecision.exact, .round] {
            options.decimalPrecision = precision
            #expect(decodeWhole(Price.self, Array(#"{"d":\#(text)}"#.utf8), options).errorFields?.code == .numberOutOfRange)
        }
    }

    /// A Decimal of 39 digits is one in `Any`, too.
    @Test func inAny() throws {
        let value = Decimal(string: "133333333333333333333333333333333333333")!
        let read = try ModelDecoder().decode([String: Any].self, from: #"{"a":\#(value),"b":340282366920938463463374607431768211456}"#)
        #expect(read["a"] as? Decimal == value)
        #expect(read["b"] is Double)
    }
}
