import CScan
import CScanPortable
import Testing

@testable import Yodel
@testable import YodelTestSupport

@Suite(.sameOnYajl) struct NumberWriterTests {
    // MARK: Integers

    @Test(arguments: [0, 1, 9, 10, 99, 100, 12_345_678, 99_999_999, 100_000_000, 9_999_999_999_999_999, 10_000_000_000_000_000, .max])
    func integers(value: Int64) {
        Self.expectIntegers([value, -value])
    }

    @Test func extremesOfIntegers() {
        Self.expectIntegers([.min, .min + 1, .max])
        #expect(Self.text(UInt64.max) == Written("18446744073709551615"))
        #expect(Self.text(Int128.min) == Written("-170141183460469231731687303715884105728"))
        #expect(Self.text(Int128.max) == Written("170141183460469231731687303715884105727"))
        #expect(Self.text(UInt128.max) == Written("340282366920938463463374607431768211455"))
        #expect(Int128.min.description.utf8.count == NumberWriter.maximumIntegerBytes)
    }

    /// Both sides of each power of ten.
    @Test func allNumbersOfDigits() {
        var power: Int128 = 1
        for _ in 0..<39 {
            for value in [power - 1, power, power + 1, power + power / 2] {
                for signed in [value, -value] {
                    #expect(Self.text(signed) == Written(signed.description))
                    if let short = Int64(exactly: signed) { #expect(Self.text(short) == Written(short.description)) }
                    if let short = UInt64(exactly: signed) { #expect(Self.text(short) == Written(short.description)) }
                    if let long = UInt128(exactly: signed) { #expect(Self.text(long) == Written(long.description)) }
                }
            }
            power = power.multipliedReportingOverflow(by: 10).partialValue
        }
    }

    /// Every part of the eight digits that are worked out side by side.
    @Test func eightDigits() {
        Self.expectIntegers((0..<10_000).map { $0 })
        Self.expectIntegers((0..<10_000).map { $0 * 10_000 + 9_999 })
        Self.expectIntegers((0..<10_000).map { 100_000_000 + $0 })
    }

    /// Two words of eight at once are what each is by itself, here and in portable code.
    @Test func sixteenDigits() {
        var generator = SeededGenerator(seed: 11)
        let ends: [UInt64] = [0, 1, 9, 10, 99, 100, 9_999, 10_000, 999_999, 1_000_000, 99_989_999, 99_999_999]
        var wrong: [String] = []
        for round in 0..<200_000 {
            let pair = round < 144 ? (ends[round / 12], ends[round % 12]) : (generator.next() % 100_000_000, generator.next() % 100_000_000)
            let digits = yodel_digits_of(pair.0, pair.1)
            var portable: [UInt64] = [0, 0]
            yodel_portable_digits_of(pair.0, pair.1, &portable)
            let expected = [NumberWriter.digits(pair.0), NumberWriter.digits(pair.1)]
            if [digits.first, digits.second] != expected || portable != expected { wrong.append("\(pair)") }
        }
        #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(5))")
    }

    @Test func randomIntegersOfAllWidths() {
        var generator = SeededGenerator(seed: 20)
        Self.expectIntegers((0..<(triesFewerCases ? 25_000 : 50_000)).map { Int64(bitPattern: generator.next()) >> Int64($0 % 64) })
        for index in 0..<(triesFewerCases ? 10_000 : 20_000) {
            let value = UInt128(generator.next()) << 64 | UInt128(generator.next())
            let short = value >> UInt128(index % 128)
            let signed = Int128(truncatingIfNeeded: short)
            guard Self.text(short) == Written(short.description), Self.text(signed) == Written(signed.description) else {
                Issue.record("\(short), \(signed)")
                return
            }
        }
    }

    // MARK: Floating point

    @Test(arguments: [
        "0.0", "-0.0", "0.1", "2.0", "-2.5", "1e+20", "5e-324", "1e-323", "1e-05", "9.5e-05", "0.0001", "0.00099", "-0.000123456789",
        "100.0", "0.3", "123456.789", "1000000000000000.0", "4503599627370495.5", "9007199254740991.0", "9007199254740992.0",
        "-9007199254740992.0", "9.007199254740994e+15", "1e+16", "1e+22", "1e+23", "9e+99", "1e+100", "2e-99", "1.2345678901234567e-100",
        "2.2250738585072014e-308", "1.7976931348623157e+308", "-1.7976931348623157e+308",
    ])
    func doubles(text: String) throws {
        let value = try #require(Double(text))
        #expect(Self.text(value) == Written(text))
        #expect(value.description == text)
    }

    @Test(arguments: [
        "0.0", "-0.0", "0.1", "0.3", "16777215.0", "16777216.0", "1.6777218e+07", "3.355443e+07", "10000000.0", "1e+08", "0.0001", "1e-05",
        "1e-45", "3.4028235e+38", "-1.1754944e-38", "8388607.5",
    ])
    func floats(text: String) throws {
        let value = try #require(Float(text))
        #expect(Self.text(value) == Written(text))
        #expect(value.description == text)
    }

    @Test func whatIsNoDoubleIsTheNearest() {
        #expect(Self.text(Double("9007199254740993") ?? 0) == Written("9007199254740992.0"))
        #expect(Self.text(Double("9007199254740995") ?? 0) == Written("9.007199254740996e+15"))
    }

    @Test func powersOfTwo() {
        Self.expectDoubles((-1074...1023).flatMap { Self.neighbours(Double(sign: .plus, exponent: $0, significand: 1)) })
        Self.expectFloats((-149...127).flatMap { Self.neighbours(Float(sign: .plus, exponent: $0, significand: 1)) })
    }

    @Test func powersOfTen() {
        Self.expectDoubles((-324...308).flatMap { power in (1...9).flatMap { Self.neighbours(Double("\($0)e\(power)") ?? 0) } })
        Self.expectFloats((-45...38).flatMap { power in (1...9).flatMap { Self.neighbours(Float("\($0)e\(power)") ?? 0) } })
    }

    @Test func subnormals() {
        Self.expectDoubles((0..<3_000).map { Double(bitPattern: $0) })
        Self.expectDoubles((0..<3_000).map { Double(bitPattern: 1 << 52 - 1_500 + $0) })
        Self.expectFloats((0..<3_000).map { Float(bitPattern: $0) })
        Self.expectFloats((0..<3_000).map { Float(bitPattern: 1 << 23 - 1_500 + $0) })
    }

    /// Where integers get gaps and the layout changes, and the last numbers with a fraction.
    @Test func boundariesOfIntegers() {
        for start in [0x1p50, 0x1p51, 0x1p52, 0x1p53, 0x1p54, 0x1p63, 0x1p64] {
            Self.expectDoubles((0..<1_000).map { Double(bitPattern: start.bitPattern - 500 + $0) })
        }
        for start in [0x1p21, 0x1p22, 0x1p23, 0x1p24, 0x1p25, 0x1p32] as [Float] {
            Self.expectFloats((0..<1_000).map { Float(bitPattern: start.bitPattern - 500 + $0) })
        }
        for start in [0.0001, 0.001, 0.1, 1, 10] {
            Self.expectDoubles((0..<400).map { Double(bitPattern: start.bitPattern - 200 + $0) })
        }
    }

    @Test func shortDecimals() {
        Self.expectDoubles((0..<20_000).map { Double($0) / 1_000 })
        Self.expectDoubles((0..<20_000).map { Double($0 * 7_919) / 1_000_000 })
        Self.expectFloats((0..<20_000).map { Float($0) / 100 })
    }

    @Test(.slow) func randomBits() {
        var generator = SeededGenerator(seed: 21)
        let count = isLongTest ? 1_000_000 : triesFewerCases ? 20_000 : 200_000
        Self.expectDoubles((0..<count).lazy.map { _ in Double(bitPattern: generator.next()) })
        Self.expectFloats((0..<count).lazy.map { _ in Float(bitPattern: UInt32(truncatingIfNeeded: generator.next())) })
        // Most bits have an exponent that no document has.
        Self.expectDoubles((0..<count / 2).lazy.map { _ in Double.random(in: -1e6...1e6, using: &generator) })
    }

    // MARK: Helpers

    private static func text(_ value: Int64) -> Written {
        Written(room: NumberWriter.maximumIntegerBytes) { NumberWriter.write(value, to: $0) }
    }

    private static func text(_ value: UInt64) -> Written {
        Written(room: NumberWriter.maximumIntegerBytes) { NumberWriter.write(value, to: $0) }
    }

    private static func text(_ value: Int128) -> Written {
        Written(room: NumberWriter.maximumIntegerBytes) { NumberWriter.write(value, to: $0) }
    }

    private static func text(_ value: UInt128) -> Written {
        Written(room: NumberWriter.maximumIntegerBytes) { NumberWriter.write(value, to: $0) }
    }

    private static func text(_ value: Double) -> Written {
        Written(room: NumberWriter.maximumDoubleBytes) { NumberWriter.write(value, to: $0) }
    }

    private static func text(_ value: Float) -> Written {
        Written(room: NumberWriter.maximumDoubleBytes) { NumberWriter.write(value, to: $0) }
    }

    private static func neighbours<T: BinaryFloatingPoint>(_ value: T) -> [T] {
        [value, value.nextDown, value.nextUp, -value].filter { $0.isFinite }
    }

    private static func expectIntegers(_ values: [Int64]) {
        let wrong = values.filter { value in
            let unsigned = UInt64(bitPattern: value)
            return text(value) != Written(value.description) || text(unsigned) != Written(unsigned.description)
        }
        #expect(wrong.isEmpty, "\(wrong.prefix(5))")
    }

    /// As `description` has it, and read back to the same bits.
    private static func expectDoubles(_ values: some Sequence<Double>) {
        var wrong: [String] = []
        for value in values where value.isFinite {
            let written = text(value)
            let isReadBack = withUTF8(written) { NumberParser.double($0)?.bitPattern } == value.bitPattern
            if !isReadBack || written != Written(value.description) { wrong.append("\(value): \(written)") }
        }
        #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(5))")
    }

    private static func expectFloats(_ values: some Sequence<Float>) {
        var wrong: [String] = []
        for value in values where value.isFinite {
            let written = text(value)
            let isReadBack = withUTF8(written) { NumberParser.float($0)?.bitPattern } == value.bitPattern
            if !isReadBack || written != Written(value.description) { wrong.append("\(value): \(written)") }
        }
        #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(5))")
    }

    private static func withUTF8<R>(_ written: Written, _ body: (BorrowedBytes) -> R) -> R {
        var text = written.text ?? ""
        return text.withBorrowedBytes(body)
    }
}
