import Testing

@testable import Yodel
@testable import YodelTestSupport

@Suite(.sameOnYajl) struct DoubleParserTests {
    /// Compares both types, bit by bit, with the standard library; infinity there is nil here.
    private static func check(_ text: String) -> String? {
        let double = withExactBytes(text.utf8) { NumberParser.double($0) }
        let float = withExactBytes(text.utf8) { NumberParser.float($0) }
        let expectedDouble = Double(text).flatMap { $0.isFinite ? $0 : nil }
        let expectedFloat = Float(text).flatMap { $0.isFinite ? $0 : nil }
        guard double?.bitPattern == expectedDouble?.bitPattern else {
            return "\(text): \(String(describing: double)), not \(String(describing: expectedDouble))"
        }
        guard float?.bitPattern == expectedFloat?.bitPattern else {
            return "\(text) as Float: \(String(describing: float)), not \(String(describing: expectedFloat))"
        }
        return nil
    }

    private static func expectAll(_ count: Int, _ next: () -> String) {
        var wrong: [String] = []
        for _ in 0..<count {
            if let difference = check(next()) { wrong.append(difference) }
        }
        #expect(wrong.isEmpty, "\(wrong.count) of \(count): \(wrong.prefix(5))")
    }

    @Test(arguments: [
        "0", "-0", "0.0", "-0.0", "0e0", "-0e99999", "0.000000000000000000000000000000000000001e39", "1", "-1", "0.1", "1e22", "1e23",
        "-1e-22",
        "9007199254740991", "9007199254740992", "9007199254740993", "9007199254740995", "9007199254740993.0000000000000000000000001",
        "9007199254740992.9999999999999999999999999", "1.7976931348623157e308", "1.7976931348623158e308", "1.797693134862315807e308",
        "1.7976931348623159e308", "1e308", "1e309", "-1e309", "1e400", "1e99999999999999999999", "-1e99999999999999999999",
        "1e-99999999999999999999",
        "2.2250738585072014e-308", "2.2250738585072011e-308", "2.2250738585072012e-308", "4.9e-324", "5e-324", "2.4703282292062327e-324",
        "2.4703282292062328e-324", "2.47032822920623272088284396434110686182e-324", "1e-323", "1e-400", "3.4028234663852886e38",
        "3.4028235677973366e38", "3.4028235677973365e38", "3.40282356e38", "1.17549435e-38", "1.4e-45", "7.006492321624085e-46",
        "7.006492321624086e-46", "7.0064923216240853546186479164495806564013097093825788587853e-46", "1.00000005960464477539", "16777217",
        "16777217.0000000000000000000001", "16777219", "7.3177701707893310e+15", "6.8101e-46", "8.5e22", "123456789012345678901234567890",
        "9223372036854775807", "18446744073709551615", "18446744073709551616", "65e-1", "6929495644600919.5", "3.7455744005952583e15",
        "2.2250738585072013830902327173324040642192159804623318305533274168872044348139181958542831590125110205640673397310358110051524341615534601"
            + "0885601238537771882113077799353200233047961014744258363607192156504694250373420837525080665061665815894872049117996859163964850063590878"
            + "7703048748747857800e-308",
    ])
    func hardCases(text: String) {
        #expect(Self.check(text) == nil)
    }

    @Test func negativeZeroKeepsItsSign() {
        #expect(withExactBytes("-0.0".utf8) { NumberParser.double($0) }?.sign == .minus)
        #expect(withExactBytes("-0".utf8) { NumberParser.double($0) }?.sign == .minus)
        #expect(withExactBytes("-1e-999".utf8) { NumberParser.double($0) }?.sign == .minus)
        #expect(withExactBytes("-0e5".utf8) { NumberParser.float($0) }?.sign == .minus)
    }

    @Test func shortestTextOfRandomBitsComesBack() {
        var generator = SeededGenerator(seed: 1)
        let count = triesFewerCases ? 30_000 : 100_000
        Self.expectAll(count) {
            let value = Double(bitPattern: generator.next())
            return value.isFinite ? value.description : "0"
        }
        Self.expectAll(count) {
            let value = Float(bitPattern: UInt32(truncatingIfNeeded: generator.next()))
            return value.isFinite ? value.description : "0"
        }
    }

    @Test func randomDigitsAndExponents() {
        var generator = SeededGenerator(seed: 2)
        Self.expectAll(triesFewerCases ? 20_000 : 200_000) {
            var text = Bool.random(using: &generator) ? "-" : ""
            text += String(UInt64.random(in: 0...(.max), using: &generator) >> UInt64.random(in: 0..<64, using: &generator))
            if Bool.random(using: &generator) { text += "." + Self.digits(1...18, &generator) }
            let range = [5, 25, 60, 350].randomElement(using: &generator) ?? 5
            if generator.next() % 4 != 0 { text += "e\(Int.random(in: -range...range, using: &generator))" }
            return text
        }
    }

    @Test(.slow) func manyDigits() {
        var generator = SeededGenerator(seed: 3)
        Self.expectAll(30_000) {
            let zeros = String(repeating: "0", count: Int.random(in: 0...30, using: &generator))
            return "0." + zeros + Self.digits(1...60, &generator) + "E+\(Int.random(in: -340...340, using: &generator))"
        }
    }

    /// The middle between two neighbours, exactly, and the next decimals above and below it: 2^n + 1/2 unit is a whole number of few digits.
    @Test(.slow) func halfway() {
        var generator = SeededGenerator(seed: 4)
        Self.expectAll(triesFewerCases ? 12_000 : 60_000) {
            let isDouble = Bool.random(using: &generator)
            let bits: UInt64 = isDouble ? 53 : 24
            let odd = (1 << bits | UInt64.random(in: 0..<(1 << bits), using: &generator)) | 1
            var text = String(UInt128(odd) << UInt128.random(in: 0..<70, using: &generator))
            switch generator.next() % 3 {
            case 0: text += ".00000000000000000000001"
            case 1: text = String((UInt128(text) ?? 1) - 1) + ".9999999999999999999999999"
            default: text += "e-\(generator.next() % 24)"
            }
            return text
        }
    }

    @Test func subnormals() {
        var generator = SeededGenerator(seed: 5)
        let count = triesFewerCases ? 20_000 : 60_000
        Self.expectAll(count) { Self.digits(1...20, &generator) + "e-\(Int.random(in: 310...345, using: &generator))" }
        Self.expectAll(count) { Self.digits(1...20, &generator) + "e-\(Int.random(in: 36...66, using: &generator))" }
    }

    private static func digits(_ count: ClosedRange<Int>, _ generator: inout SeededGenerator) -> String {
        var text = String(Int.random(in: 1...9, using: &generator))
        for _ in 1..<max(Int.random(in: count, using: &generator), 1) + 1 { text += String(generator.next() % 10) }
        return text
    }

    /// Entries as published by Lemire for the first, the last, and the powers on both sides of 5^0.
    @Test(
        arguments: [
            (-342, 0xEEF4_53D6_923B_D65A, 0x113F_AA29_06A1_3B3F), (-1, 0xCCCC_CCCC_CCCC_CCCC, 0xCCCC_CCCC_CCCC_CCCD),
            (0, 0x8000_0000_0000_0000, 0), (1, 0xA000_0000_0000_0000, 0), (27, 0xCECB_8F27_F420_0F3A, 0),
            (308, 0x8E67_9C2F_5E44_FF8F, 0x570F_09EA_A7EA_7648),
        ] as [(Int, UInt64, UInt64)])
    func powersOfFive(power: Int, upper: UInt64, lower: UInt64) {
        #expect(PowersOfFive.words[2 * (power - PowersOfFive.least)] == upper)
        #expect(PowersOfFive.words[2 * (power - PowersOfFive.least) + 1] == lower)
    }

    /// All entries, FNV-1a over their words: a checksum of the published table, which ends with 5^308, and of those that follow.
    @Test(arguments: [(308, 0xF5EB_A93A_EA6A_C412), (324, 0xE00B_F832_446A_C6FC)] as [(Int, UInt64)])
    func allPowersOfFive(last: Int, expected: UInt64) {
        var sum: UInt64 = 0xCBF2_9CE4_8422_2325
        for index in 0..<2 * (last - PowersOfFive.least + 1) {
            sum = (sum ^ PowersOfFive.words[index]) &* 0x100_0000_01B3
        }
        #expect(sum == expected)
        #expect(last <= PowersOfFive.greatest)
    }

    /// What is written rounds them up by adding one.
    @Test func noPowerOfFiveCarries() {
        let entries = PowersOfFive.least...PowersOfFive.greatest
        #expect(entries.allSatisfy { PowersOfFive.words[2 * ($0 - PowersOfFive.least) + 1] != .max })
    }

    @Test(arguments: ["", "-", "x", "1x", "1e", "1.", ".5", "1e+", "--1", "1 "])
    func whatIsNoNumberIsNil(text: String) {
        #expect(withExactBytes(text.utf8) { NumberParser.double($0) } == nil)
        #expect(withExactBytes(text.utf8) { NumberParser.float($0) } == nil)
    }
}
