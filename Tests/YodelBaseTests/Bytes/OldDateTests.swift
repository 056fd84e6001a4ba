import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

private struct Event: Model, Equatable { var at = Date(timeIntervalSince1970: 1) }

/// The same text is the same date here and in Foundation, whatever the century.
@Suite("Dates of all years")
struct OldDateTests {
    private nonisolated(unsafe) static let formatter: ISO8601DateFormatter = {
        let formatter = ISO8601DateFormatter()
        formatter.formatOptions = [.withInternetDateTime]
        return formatter
    }()

    private static func read(_ text: String) -> Date? {
        withCopy(Array(text.utf8)[...], .exact) { DateParser.date($0) }
    }

    private static func written(_ date: Date) -> String? {
        let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: DateWriter.maximumBytes)
        defer { memory.deallocate() }
        let place = OutputPlace(memory, to: memory + DateWriter.maximumBytes)
        let count = DateWriter.write(secondsSince1970: date.timeIntervalSince1970, fractionDigits: 0, secondsFromGMT: 0, to: place)
        return count.map { String(decoding: UnsafeBufferPointer(start: memory, count: $0), as: UTF8.self) }
    }

    @Test func theDistantPast() throws {
        let text = "0001-01-01T00:00:00+0000"
        #expect(Self.read(text) == .distantPast && Self.written(.distantPast) == text)
        let event = Event(at: .distantPast)
        let json = Array(try event.jsonString().utf8)
        #expect(String(decoding: json, as: UTF8.self) == #"{"at":"\#(text)"}"#)
        #expect(try decodeWhole(Event.self, json, .strict).get() == event)
        let foundation = JSONDecoder()
        foundation.dateDecodingStrategy = .iso8601
        #expect(try foundation.decode([Date].self, from: Data(#"["0001-01-01T00:00:00Z"]"#.utf8)) == [.distantPast])
    }

    @Test(
        arguments: [
            ("1582-10-15T00:00:00Z", -12_219_292_800), ("1582-10-04T23:59:59Z", -12_219_292_801), ("1582-10-04", -12_219_379_200),
            ("1582-10-14T23:59:59Z", -12_218_428_801), ("1582-10-05", -12_219_292_800), ("1000-02-29", -30_604_694_400),
            ("1500-02-29", -14_825_894_400), ("1583-01-01", -12_212_553_600), ("0000-01-01", -62_167_392_000),
            ("0000-12-31", -62_135_856_000), ("1582-10-15T01:00:00+02:00", -12_219_296_400), ("1600-02-29", -11_670_998_400),
        ] as [(String, Double)])
    func aroundTheCalendarsChange(text: String, seconds: Double) {
        #expect(Self.read(text) == Date(timeIntervalSince1970: seconds))
    }

    @Test(arguments: ["1700-02-29", "1582-02-29", "1581-02-29", "1001-02-29", "1582-09-31", "0100-02-30"])
    func daysThatNoYearHas(text: String) {
        #expect(Self.read(text) == nil)
    }

    @Test(arguments: some(1, of: [UInt64](0..<4)))
    func randomDatesAgreeWithFoundationBothWays(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var wrong: [String] = []
        for _ in 0..<5_000 {
            let range = Bool.random(using: &generator) ? -62_135_769_600...(-12_000_000_000) : -62_135_769_600...253_402_300_799
            let date = Date(timeIntervalSince1970: Double(Int.random(in: range, using: &generator)))
            let text = Self.formatter.string(from: date)
            if Self.read(text) != date { wrong.append(text) }
            let own = Self.written(date)
            if own != text.dropLast() + "+0000" { wrong.append("\(own ?? "nil"), not \(text)") }
            if Self.formatter.date(from: text) != date { wrong.append("Foundation: \(text)") }
        }
        #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(5))")
    }

    /// Every day from the year 0 to 1600 follows the day before, but for the ten that are left out.
    @Test(.slow) func everyOldDayComesBack() {
        var wrong: [String] = []
        // The first year and the years around the calendar's change are there in every run.
        let days: [Int] = Array(0..<400) + some(50_000, of: 400..<577_700) + Array(577_700..<584_390)
        for day in days {
            let date = Date(timeIntervalSince1970: -62_167_392_000 + Double(day) * 86_400)
            if Self.written(date).flatMap(Self.read) != date { wrong.append("\(date.timeIntervalSince1970)") }
        }
        #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(5))")
    }

    /// Zones may be hours alone.
    @Test(
        arguments: [
            ("2014-05-06T12:00:00+08", 4), ("2014-05-06 00:00:00-04", 4), ("2014-05-06T04:00:00.5+00", 4.000_138_888_888_889),
            ("2014-05-06T00:30:00-0330", 4), ("2014-05-06T00:30:00-03:30", 4), ("Tue May 06 12:00:00 +08 2014", 4),
        ] as [(String, Double)])
    func zonesOfHours(text: String, hours: Double) throws {
        let date = Date(timeIntervalSince1970: 1_399_334_400 + hours * 3_600)
        let read = try #require(Self.read(text))
        #expect(abs(read.timeIntervalSince(date)) < 1e-3)
        #expect(try decodeWhole(Event.self, Array(#"{"at":"\#(text)"}"#.utf8), .strict).get().at == read)
    }

    @Test(arguments: [
        "2014-05-06T12:00:00+8", "2014-05-06T12:00:00+08:", "2014-05-06T12:00:00+24", "2014-05-06T12:00:00+08 ", "2014-05-06T12:00:00+080",
        "2014-05-06T12:00:00+08:3", "2014-05-06T12:00:00+0860", "2014-05-06+08", "Tue May 06 12:00:00 +08: 2014",
        "Tue May 06 12:00:00 +082014",
    ])
    func whatIsNoZone(text: String) {
        #expect(Self.read(text) == nil)
    }
}
