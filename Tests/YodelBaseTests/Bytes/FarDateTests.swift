import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

@Suite("Dates at the ends of the calendar")
struct FarDateTests {
    private static func read(_ text: String) -> Date? { withExactBytes(text.utf8) { DateParser.date($0) } }

    private static func written(_ date: Date, _ digits: Int) -> String? {
        Written(room: DateWriter.maximumBytes) {
            DateWriter.write(secondsSince1970: date.timeIntervalSince1970, fractionDigits: digits, secondsFromGMT: 0, to: $0)
        }.text
    }

    /// A Double of seconds has no room for the fraction; the nearest one would be the next day.
    @Test(
        arguments: [
            "0000-12-31", "0001-01-01", "0500-06-30", "0890-01-01", "1100-12-31", "1582-10-04", "1600-12-31", "2300-12-31", "3000-12-31",
            "6325-12-31", "6340-12-31", "6356-12-31", "9999-12-31",
        ], ["999999", "9999999", "999999999", "99999999999999999999"]) func aFractionIsLessThanASecond(day: String, fraction: String) throws
    {
        let text = "\(day)T23:59:59"
        let date = try #require(Self.read("\(text).\(fraction)Z"))
        let second = try #require(Self.read("\(text)Z"))
        #expect(date > second && date < second + 1, "\(date.timeIntervalSince1970)")
        #expect(date.timeIntervalSince1970 < second.timeIntervalSince1970 + 1)
        #expect(Self.written(date, 0) == text + "+0000")
        #expect(Self.written(date, 3)?.hasPrefix(text + ".999") == true)
    }

    /// Where a Double has room for microseconds, the nearest one is meant.
    @Test func aFractionOfOurTimeIsRounded() {
        #expect(Self.read("2014-05-06T07:08:09.999999Z") == Date(timeIntervalSince1970: 1_399_360_089.999999))
        #expect(Self.read("2014-05-06T07:08:09.999999999Z") == Date(timeIntervalSince1970: 1_399_360_090))
    }

    @Test(
        arguments: [
            (0, "1970-01-01T00:00:00.000000Z"), (-1, "1969-12-31T23:59:59.999999Z"),
            (1_399_360_089_123_456, "2014-05-06T07:08:09.123456Z"), (-12_219_292_800_000_000, "1582-10-15T00:00:00.000000Z"),
            (-12_219_292_800_000_001, "1582-10-14T23:59:59.999999Z"), (-14_826_672_000_000_000, "1500-03-01T00:00:00.000000Z"),
            (-14_826_672_000_000_001, "1500-02-28T23:59:59.999999Z"), (-62_135_596_800_000_000, "0001-01-01T00:00:00.000000Z"),
            (-62_167_219_200_000_000, "0000-01-01T00:00:00.000000Z"), (-62_167_219_200_000_001, "-000001-12-31T23:59:59.999999Z"),
            (-62_162_121_600_000_000, "0000-02-29T00:00:00.000000Z"), (253_402_300_799_999_999, "9999-12-31T23:59:59.999999Z"),
            (253_402_300_800_000_000, "+010000-01-01T00:00:00.000000Z"), (.max, "+294247-01-10T04:00:54.775807Z"),
            (.min, "-290308-12-21T19:59:05.224192Z"),
        ] as [(Int64, String)]) func columnsAreWrittenByTheGregorianCalendar(microseconds: Int64, text: String)
    {
        let written = Written(room: DateWriter.maximumBytes) {
            DateWriter.write(microsecondsSince1970: microseconds, to: $0.address)
        }
        #expect(written == Written(text))
    }
}
