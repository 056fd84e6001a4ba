import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

/// An engine counts by the Gregorian calendar at all times, and shows the day that the text said.
@Suite("Dates of all years in columns")
struct ColumnInstantTests {
    struct Event: Model {
        var at = Date(timeIntervalSince1970: 1)
    }

    private static func instants(_ values: [String], _ options: ColumnOptions = ColumnOptions()) throws -> [Int64] {
        let lines = values.map { "{\"at\": \($0)}\n" }.joined()
        let batches = try ColumnBatchTests.batches(of: Event.self, lines, options)
        return batches.flatMap { ColumnText.values($0["at"], as: Int64.self) ?? [] }
    }

    private static let texts: [(text: String, microseconds: Int64)] = [
        ("0000-01-01", -62_167_219_200_000_000), ("0001-01-01T00:00:00Z", -62_135_596_800_000_000),
        ("0001-01-01T00:00:00.5+00:00", -62_135_596_799_500_000), ("0001-01-01T02:00:00+02:00", -62_135_596_800_000_000),
        ("0004-02-29", -62_035_891_200_000_000), ("0100-02-28", -59_006_448_000_000_000), ("0200-03-01", -55_850_688_000_000_000),
        ("1500-02-28", -14_826_758_400_000_000), ("1500-03-01", -14_826_672_000_000_000), ("1581-12-31", -12_244_176_000_000_000),
        ("1582-10-04T23:59:59Z", -12_220_156_801_000_000), ("1582-10-15", -12_219_292_800_000_000),
        ("Fri Oct 15 00:00:01 Z 1582", -12_219_292_799_000_000), ("1969-12-31T23:59:59.25Z", -750_000),
        ("2014-05-06T07:08:09.123456Z", 1_399_360_089_123_456), ("2014-05-06T07:08:09.1234564Z", 1_399_360_089_123_456),
        ("2014-05-06T07:08:09.1234566Z", 1_399_360_089_123_457), ("9999-12-31T23:59:59Z", 253_402_300_799_000_000),
        // The last microsecond for which a Double has room in that second.
        ("9999-12-31T23:59:59.999999Z", 253_402_300_799_999_969), ("9999-12-31T23:59:59.9999999Z", 253_402_300_799_999_969),
        ("3000-12-31T23:59:59.9999999Z", 32_535_215_999_999_996), ("0001-12-31T23:59:59.999999Z", -62_104_060_800_000_008),
        // What no Gregorian year has is the next day.
        ("1500-02-29", -14_826_672_000_000_000), ("1000-02-29", -30_605_126_400_000_000),
        // What neither calendar has is read as ten days later.
        ("1582-10-05", -12_219_292_800_000_000), ("1582-10-14T12:00:00Z", -12_218_472_000_000_000),
    ]

    @Test func aColumnHasTheDayThatTheTextSaid() throws {
        let instants = try Self.instants(Self.texts.map { "\"\($0.text)\"" })
        #expect(instants.count == Self.texts.count)
        for (expected, instant) in zip(Self.texts, instants) { #expect(instant == expected.microseconds, "\(expected.text)") }
    }

    @Test func modelsInMemoryAreNoDifferent() throws {
        let events = try Self.texts.map { try Event(json: "{\"at\": \"\($0.text)\"}") }
        let batch = try ColumnBatch(events)
        #expect(ColumnText.values(batch["at"], as: Int64.self) == Self.texts.map(\.microseconds))
    }

    /// A number is a `Date` like any other: an engine shows the day that Swift shows.
    @Test func numbersBeforeTheYearZero() throws {
        var options = ColumnOptions()
        options.decoding.dateFormats = [.epochSeconds]
        // The first is noon of 1 January 4713 BC, with which Julian days begin.
        #expect(
            try Self.instants(["-210866760000", "-1e11", "-62135769600", "0"], options)
                == [-210_863_476_800_000_000, -99_999_049_600_000_000, -62_135_596_800_000_000, 0])
    }

    @Test func aDateThatSixtyFourBitsDoNotHoldIsAReject() throws {
        var options = ColumnOptions()
        options.decoding.dateFormats = [.epochSeconds]
        let batches = try ColumnBatchTests.batches(of: Event.self, "{\"at\": 1e13}\n{\"at\": -1e13}\n", options)
        #expect(batches.flatMap(\.rejects).map(\.error.code) == [.numberOutOfRange, .numberOutOfRange])
    }

    /// An old day is the same in a column and in Swift, but for the leap days that the Gregorian calendar does not have.
    @Test func anOldDayHasOneName() throws {
        var wrong: [String] = []
        let days = Array(0..<800) + Array(stride(from: 800, to: 577_000, by: 97)) + Array(577_000..<578_300)
        for day in days {
            let date = Date(timeIntervalSince1970: -62_167_392_000 + Double(day) * 86_400 + Double(day % 86_400))
            let shown = Written(room: DateWriter.maximumBytes) {
                DateWriter.write(secondsSince1970: date.timeIntervalSince1970, fractionDigits: 6, secondsFromGMT: 0, to: $0)
            }
            let inColumn = Written(room: DateWriter.maximumBytes) {
                DateWriter.write(microsecondsSince1970: ColumnInstant.microseconds(date) ?? 0, to: $0.address)
            }
            var name = String(try #require(shown.text).dropLast(5))
            let year = Int(name.prefix(4)) ?? 0
            if name.dropFirst(4).hasPrefix("-02-29"), year % 100 == 0 && year % 400 != 0 {
                name = "\(name.prefix(4))-03-01\(name.dropFirst(10))"
            }
            if inColumn.text != name + "Z" { wrong.append("\(inColumn.text ?? "nil"), not \(name)Z") }
        }
        #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(5))")
    }
}
