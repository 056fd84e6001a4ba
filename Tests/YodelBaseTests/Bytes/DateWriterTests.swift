import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

@Suite struct DateWriterTests {
    private static func text(_ seconds: Double, _ digits: Int = 0, _ zone: Int = 0) -> Written {
        Written(room: DateWriter.maximumBytes) {
            DateWriter.write(secondsSince1970: seconds, fractionDigits: digits, secondsFromGMT: zone, to: $0)
        }
    }

    private static func parsed(_ written: Written) -> Date? {
        guard written.keptItsRoom, var text = written.text else { return nil }
        return text.withBorrowedBytes { DateParser.date($0) }
    }

    @Test(
        arguments: [
            (0, 0, "1970-01-01T00:00:00+0000"), (-1, 0, "1969-12-31T23:59:59+0000"), (100_000_000, 0, "1973-03-03T09:46:40+0000"),
            (100_000_000, 28_800, "1973-03-03T17:46:40+0800"), (1_399_372_689, -12_600, "2014-05-06T07:08:09-0330"),
            (951_782_400, 0, "2000-02-29T00:00:00+0000"), (951_868_800, 0, "2000-03-01T00:00:00+0000"),
            (-2_203_977_600, 0, "1900-02-28T00:00:00+0000"), (-2_203_891_200, 0, "1900-03-01T00:00:00+0000"),
            (1_582_977_600, 0, "2020-02-29T12:00:00+0000"), (1_609_459_199, 0, "2020-12-31T23:59:59+0000"),
            (1_399_360_089, 64_800, "2014-05-07T01:08:09+1800"), (1_399_360_089, -64_800, "2014-05-05T13:08:09-1800"),
            (1_399_360_089, -60, "2014-05-06T07:07:09-0001"), (4_294_967_296, 0, "2106-02-07T06:28:16+0000"),
            (-62_167_392_000, 0, "0000-01-01T00:00:00+0000"), (-62_162_294_400, 0, "0000-02-29T00:00:00+0000"),
            (-62_135_769_600, 0, "0001-01-01T00:00:00+0000"), (253_402_300_799, 0, "9999-12-31T23:59:59+0000"),
            (253_402_300_799.99, 0, "9999-12-31T23:59:59+0000"), (253_402_365_599, -64_800, "9999-12-31T23:59:59-1800"),
            (-62_167_456_800, 64_800, "0000-01-01T00:00:00+1800"),
        ] as [(Double, Int, String)])
    func knownDates(seconds: Double, zone: Int, text: String) {
        #expect(Self.text(seconds, 0, zone) == Written(text))
    }

    @Test(arguments: [
        .nan, .infinity, -.infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, 1e12, -1e12, 9.3e18, 253_402_300_800,
        -62_167_392_001, -62_167_392_000.001,
    ])
    func outsideOfTheYears(seconds: Double) {
        #expect(Self.text(seconds) == Written(nil))
    }

    @Test func theYearIsThatOfTheZone() {
        #expect(Self.text(253_402_300_799, 0, 60) == Written(nil))
        #expect(Self.text(-62_167_392_000, 0, -60) == Written(nil))
        #expect(Self.text(253_402_300_800, 0, -60).text == "9999-12-31T23:59:00-0001")
        #expect(Self.text(-62_167_392_001, 0, 60).text == "0000-01-01T00:00:59+0001")
    }

    @Test(
        arguments: [
            (0.123, 3, "00.123"), (0.12299999, 3, "00.123"), (0.1229994, 3, "00.122"), (0.1229999999, 3, "00.123"),
            (1_399_360_089.123, 3, "09.123"),
            (9.9999999, 0, "10"),
            (9.9999994, 6, "09.999999"), (9.9999996, 6, "10.000000"), (9.999, 0, "09"), (9.999, 1, "09.9"), (9.999, 2, "09.99"),
            (0.5, 1, "00.5"), (0.5, 6, "00.500000"), (0.000001, 6, "00.000001"), (0.000001, 5, "00.00000"), (0.0000004, 6, "00.000000"),
            (0, 1, "00.0"), (-0.001, 3, "59.999"), (-0.75, 2, "59.25"), (-0.0000001, 6, "00.000000"), (-1e-300, 6, "00.000000"),
            (-0.9, 0, "59"), (59.999_999_9, 4, "00.0000"), (1_399_360_089.123456, 6, "09.123456"), (1_399_360_089.123456, 4, "09.1234"),
        ] as [(Double, Int, String)])
    func fractions(seconds: Double, digits: Int, expected: String) {
        let written = Self.text(seconds, digits)
        #expect(written.keptItsRoom)
        #expect(written.text?.dropFirst(17).dropLast(5) == expected[...])
    }

    /// The first and last seconds of each year and those around its leap day, counted up.
    @Test func everyYear() {
        var wrong: [String] = []
        var seconds = -62_167_392_000
        for year in 0...9_999 {
            // Before 1582 years are Julian; that year itself has lost ten days of October.
            let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0 || year < 1582)
            let days = (isLeap ? 366 : 365) - (year == 1582 ? 10 : 0)
            let digits = String(year)
            let name = String(repeating: "0", count: 4 - digits.count) + digits
            func expect(_ day: Int, _ second: Int, _ text: String) {
                let written = Self.text(Double(seconds + day * 86_400 + second))
                if written != Written("\(name)-\(text)+0000") { wrong.append("\(written), not \(text)") }
            }
            expect(0, 0, "01-01T00:00:00")
            expect(58, 86_399, "02-28T23:59:59")
            expect(59, 3_661, isLeap ? "02-29T01:01:01" : "03-01T01:01:01")
            expect(days - 1, 86_399, "12-31T23:59:59")
            seconds += days * 86_400
        }
        #expect(wrong.isEmpty, "\(wrong.prefix(5))")
    }

    @Test(.slow) func wholeSecondsOfAllYearsComeBack() {
        var generator = SeededGenerator(seed: 30)
        var wrong: [String] = []
        for _ in 0..<50_000 {
            let zone = Int.random(in: -1_080...1_080, using: &generator) * 60
            let seconds = Int.random(in: -62_167_392_000...253_402_300_799, using: &generator) - zone
            let written = Self.text(Double(seconds), Int.random(in: 0...6, using: &generator), zone)
            if Self.parsed(written) != Date(timeIntervalSince1970: Double(seconds)) { wrong.append("\(seconds): \(written)") }
        }
        #expect(wrong.isEmpty, "\(wrong.prefix(5))")
    }

    /// As far as a Double of seconds can tell microseconds apart: from 1697 to 2242.
    @Test func microsecondsComeBack() {
        var generator = SeededGenerator(seed: 31)
        var wrong: [String] = []
        let limit = 1_000_000 << 33
        let units = [1_000_000, 100_000, 10_000, 1_000, 100, 10, 1]
        for _ in 0..<(triesFewerCases ? 40_000 : 100_000) {
            let microseconds = Int.random(in: -limit...limit, using: &generator)
            let digits = Int.random(in: 0...6, using: &generator)
            let zone = Int.random(in: -1_080...1_080, using: &generator) * 60
            let written = Self.text(Double(microseconds) / 1e6, digits, zone)
            let rest = microseconds % units[digits]
            let cut = microseconds - (rest < 0 ? rest + units[digits] : rest)
            if Self.parsed(written) != Date(timeIntervalSince1970: Double(cut) / 1e6) { wrong.append("\(microseconds): \(written)") }
        }
        #expect(wrong.isEmpty, "\(wrong.prefix(5))")
    }
}
