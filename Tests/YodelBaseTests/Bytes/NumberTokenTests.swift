import Testing

@testable import Yodel
@testable import YodelTestSupport

/// A number at the start of a text, read a byte at a time by the grammar of RFC 8259, section 6.
private struct ReferenceToken: Equatable {
    var isNegative = false
    var significand: UInt64 = 0
    var exponent = 0
    var digits = 0
    var isPlain = true
    var length = 0

    init(_ token: NumberToken) {
        isNegative = token.isNegative
        significand = token.significand
        exponent = token.exponent
        digits = token.digits
        isPlain = token.isPlain
        length = token.length
    }

    init?(_ text: some Collection<UInt8>) {
        let text = Array(text)
        // Zero behind the end is no byte of a number.
        var next: UInt8 { length < text.count ? text[length] : 0 }
        func take(_ byte: UInt8) -> Bool {
            guard next == byte else { return false }
            length += 1
            return true
        }
        func takeDigit() -> Bool {
            let digit = next &- 0x30
            guard digit < 10 else { return false }
            significand = significand &* 10 &+ UInt64(digit)
            digits += 1
            length += 1
            return true
        }
        isNegative = take(Self.minus)
        if next == 0x30 {
            _ = takeDigit()
        } else {
            guard takeDigit() else { return nil }
            while takeDigit() {}
        }
        if take(Self.point) {
            isPlain = false
            let whole = digits
            guard takeDigit() else { return nil }
            while takeDigit() {}
            exponent = whole - digits
        }
        if take(Self.smallE) || take(Self.largeE) {
            isPlain = false
            let sign = take(Self.minus) ? -1 : 1
            if sign == 1 { _ = take(Self.plus) }
            let start = length
            var power = 0
            while next &- 0x30 < 10 {
                power = min(power * 10 + Int(next - 0x30), 1 << 40)
                length += 1
            }
            guard length > start else { return nil }
            exponent += sign * power
        }
    }

    private static let (minus, plus, point) = (UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."))
    private static let (smallE, largeE) = (UInt8(ascii: "e"), UInt8(ascii: "E"))
}

@Suite(.sameOnYajl) struct NumberTokenTests {
    /// Checks a number with each length of what stands behind it, from none on: those of the long path and those of the short one.
    private static func difference(
        _ number: String, _ rest: [UInt8], _ lengths: some Sequence<Int>, _ memory: borrowing GuardedMemory
    ) -> String? {
        for length in lengths {
            let text = Array(number.utf8) + rest.prefix(length)
            let expected = ReferenceToken(text)
            let token = memory.withLast(text) { NumberParser.token($0.start!, $0.count) }
            let actual = token.map(ReferenceToken.init)
            guard actual == expected else {
                let shown = String(decoding: text, as: UTF8.self)
                return "\(shown.debugDescription): \(String(describing: actual)), not \(String(describing: expected))"
            }
            if let token, let fault = valueDifference(token, text) { return fault }
        }
        return nil
    }

    /// What is known of a number as a value, against the standard library.
    private static func valueDifference(_ token: NumberToken, _ text: [UInt8]) -> String? {
        let number = String(decoding: text[..<token.length], as: UTF8.self)
        if token.isShortInteger, Int64(number) != token.shortInteger { return "\(number): \(token.shortInteger)" }
        if token.isExact, Double(number)!.bitPattern != token.nearestDouble.bitPattern { return "\(number): \(token.nearestDouble)" }
        return nil
    }

    private static func rest(_ start: String, _ filler: UInt8) -> [UInt8] { Array(start.utf8) + [UInt8](repeating: filler, count: 60) }

    /// Each production in each form, and what is broken off.
    private static let numbers: [String] = {
        let wholes = [
            "", "0", "1", "9", "10", "42", "1234567", "12345678", "123456789", "12345678901234", "123456789012345", "1234567890123456",
            "12345678901234567", "123456789012345678", "999999999999999999", "1234567890123456789", "9223372036854775807",
            "9223372036854775808", "18446744073709551615", "18446744073709551616", "123456789012345678901234567890", "00", "01", "007",
            "00000000", "000000000000000000000000000000",
        ]
        let fractions = [
            "", ".", ".0", ".5", ".25", ".1234567", ".12345678", ".123456789", ".12345678901234", ".123456789012345",
            ".1234567890123456", ".1234567890123456789", ".00000000000000000000000000000000001", "..5", ".e1",
        ]
        let exponents = [
            "", "e", "E", "e+", "E-", "e1", "E+1", "e-1", "e05", "E22", "e-22", "e308", "e-324", "e400", "e99999999999999999999", "e1.5",
        ]
        return ["", "-", "--", "+"].flatMap { sign in
            wholes.flatMap { whole in fractions.flatMap { fraction in exponents.map { sign + whole + fraction + $0 } } }
        }
    }()

    @Test(arguments: [",", "]", " ", ":", "\u{B}"])
    func everyForm(separator: String) {
        let memory = GuardedMemory(capacity: 200)
        // Digits behind what ends the number must not be taken for its own.
        let rest = Self.rest(separator, UInt8(ascii: "7"))
        var wrong: [String] = []
        // Every eleventh, if some are tried: 11 divides the length of no list of productions.
        for number in some(2_269, of: Self.numbers) {
            let least = max(0, 40 - number.utf8.count)
            if let fault = Self.difference(number, rest, [0, 1, 2, 9, least, least + 1, 50], memory) { wrong.append(fault) }
        }
        #expect(wrong.isEmpty, "\(wrong.count) of \(Self.numbers.count): \(wrong.prefix(4))")
    }

    /// Of a number whose length is known, digits alone are their value; any other is left to the other readers. No byte behind what may be looked at is read.
    @Test func digitsAlone() {
        let memory = GuardedMemory(capacity: 200)
        let lengths = (1...20).map { String("1234567890987654321012".prefix($0)) } + (1...20).map { String(repeating: "9", count: $0) }
        for number in Self.numbers + lengths + lengths.map({ "-" + $0 }) where ReferenceToken(number.utf8)?.length == number.utf8.count {
            for rest in 0...9 {
                let text = Array(number.utf8) + [UInt8](repeating: UInt8(ascii: "7"), count: rest)
                let value = memory.withLast(text) { NumberParser.shortInteger($0.start!, number.utf8.count, readable: $0.count) }
                let isShort = number.utf8.count <= 16 && number.utf8.allSatisfy { (0x30...0x39).contains($0) }
                #expect(value == (isShort && text.count >= 8 ? Int(number) : nil), "\(number), and \(rest) bytes")
            }
        }
    }

    /// All lengths of what follows, whatever it is.
    @Test(
        .slow,
        arguments: [
            "0", "-0", "7", "-7", "12345678", "123456789012345", "-123456789012345", "1234567890123456", "1.5", "-1.5", "0.25", "-0.0",
            "123456789012345.123456789012345", "-999999999999999.999999999999999", "123456789012345.1234567890123456", "1e5", "1E-5",
            "-2.5e+10",
            "01", "1.", "1e", "-", "1.e5", "0.1e-", "1234567890123456789012345678901234567890.5", "",
        ])
    func everyLengthOfRest(number: String) {
        let memory = GuardedMemory(capacity: 200)
        for start in [",", "}", "\n", "x", "e", ".", "-", "+", "5", "\u{80}"] {
            for filler in [UInt8(ascii: "0"), UInt8(ascii: "9"), UInt8(ascii: " "), UInt8(ascii: "e"), 0xFF] {
                let fault = Self.difference(number, Self.rest(start, filler), 0...50, memory)
                #expect(fault == nil)
            }
        }
    }

    /// The words of eight digits: each byte at each place after a few digits.
    @Test func everyByteBehindDigits() {
        let memory = GuardedMemory(capacity: 100)
        var wrong: [String] = []
        for digits in 1...17 {
            for byte in UInt8.min...UInt8.max {
                let number = String("98765432109876543".prefix(digits))
                let rest = [byte] + Array("2345678901234567890123456789012345678901".utf8)
                if let fault = Self.difference(number, rest, [1, 9, 40], memory) { wrong.append(fault) }
                if let fault = Self.difference("3." + number, rest, [1, 9, 40], memory) { wrong.append(fault) }
            }
        }
        #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(4))")
    }

    private static func digits(_ count: ClosedRange<Int>, _ generator: inout SeededGenerator) -> String {
        String((0..<Int.random(in: count, using: &generator)).map { _ in "0123456789".randomElement(using: &generator)! })
    }

    @Test(arguments: some(1, of: [UInt64](1...4)))
    func randomNumbers(seed: UInt64) {
        let memory = GuardedMemory(capacity: 300)
        var generator = SeededGenerator(seed: seed)
        var wrong: [String] = []
        var exact = 0
        for _ in 0..<6_000 {
            var number = Bool.random(using: &generator) ? "-" : ""
            number += Self.digits(1...(Bool.random(using: &generator) ? 6 : 25), &generator)
            if Bool.random(using: &generator) { number += "." + Self.digits(1...(Bool.random(using: &generator) ? 6 : 25), &generator) }
            if Int.random(in: 0..<3, using: &generator) == 0 {
                number += ["e", "E", "e+", "E-", "e-"].randomElement(using: &generator)! + Self.digits(1...3, &generator)
            }
            if ReferenceToken(Array(number.utf8))!.digits <= 19 { exact += 1 }
            let rest = Self.rest([",", " ", "]"].randomElement(using: &generator)!, UInt8.random(in: 0...0xFF, using: &generator))
            let lengths = [0, Int.random(in: 1...30, using: &generator), 40, Int.random(in: 40...50, using: &generator)]
            if let fault = Self.difference(number, rest, lengths, memory) { wrong.append(fault) }
        }
        #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(4))")
        #expect(exact > 2_000 && exact < 6_000)
    }

    @Test func noText() {
        let memory = GuardedMemory(capacity: 1)
        #expect(memory.withLast([]) { NumberParser.token($0.start!, 0) } == nil)
    }
}
