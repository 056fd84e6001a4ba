import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

@Suite struct DateParserTests {
    private static func date(_ text: String) -> Date? {
        withExactBytes(text.utf8) { DateParser.date($0) }
    }

    @Test(
        arguments: [
            ("1970-01-01", 0), ("1970-01-01 00:00:00", 0), ("1970-01-01T00:00:00Z", 0), ("2001-01-01", 978_307_200),
            ("2014-05-06", 1_399_334_400), ("2014-05-06 07:08:09", 1_399_360_089), ("2014-05-06T07:08:09", 1_399_360_089),
            ("2014-05-06T07:08:09.123", 1_399_360_089.123), ("2014-05-06 07:08:09.123", 1_399_360_089.123),
            ("2014-05-06T07:08:09Z", 1_399_360_089), ("2014-05-06T07:08:09+0800", 1_399_331_289),
            ("2014-05-06T07:08:09+08:00", 1_399_331_289), ("2014-05-06T07:08:09-0330", 1_399_372_689),
            ("2014-05-06 07:08:09 +0800", 1_399_331_289), ("2014-05-06 07:08:09-03:30", 1_399_372_689),
            ("2014-05-06T07:08:09.5Z", 1_399_360_089.5),
            ("2014-05-06T07:08:09.123456+08:00", 1_399_331_289.123456), ("2014-05-06 07:08:09.123-0800", 1_399_388_889.123),
            ("2014-05-06T07:08:09.000000000000000000000Z", 1_399_360_089), ("2014-05-06T07:08:09.1234567899Z", 1_399_360_089.123456789),
            ("2014-05-06T07:08:09+2359", 1_399_273_749), ("2014-05-06T07:08:09-23:59", 1_399_446_429),
            ("2014-05-06T23:59:59+0000", 1_399_420_799),
            ("Fri Sep 04 00:12:21 +0800 2015", 1_441_296_741), ("Fri Sep 04 00:12:21.123 +0800 2015", 1_441_296_741.123),
            ("Mon Sep 04 00:12:21 +08:00 2015", 1_441_296_741), ("Thu Jan 01 00:00:00 Z 1970", 0), ("Thu Jan 01 00:00:00 -0000 1970", 0),
            ("Sat Feb 29 12:00:00 +0000 2020", 1_582_977_600), ("Wed Dec 31 23:59:59 +0000 1969", -1), ("2000-02-29", 951_782_400),
            ("2016-02-29", 1_456_704_000), ("1969-12-31T23:59:59.25", -0.75), ("1969-12-31T23:59:59.999", -0.001),
            ("0000-01-01", -62_167_392_000), ("0000-02-29", -62_162_294_400), ("0001-01-01", -62_135_769_600),
            ("9999-12-31T23:59:59Z", 253_402_300_799), ("9999-12-31T23:59:59.123456789Z", 253_402_300_799.123456789),
            ("1600-02-29T00:00:00.25", -11_670_998_399.75),
            ("2014-05-06 07:08:09 UTC", 1_399_360_089), ("2014-05-06T07:08:09.5 GMT", 1_399_360_089.5),
            ("2014-05-06 07:08:09 +00:00", 1_399_360_089), ("2014-05-06 07:08:09 -08", 1_399_388_889),
            ("2014-05-06 07:08:09 Z", 1_399_360_089),
            ("2014-05-06T07:08:09,5", 1_399_360_089.5), ("2014-05-06T07:08:09,123456+08:00", 1_399_331_289.123456),
            ("2014-05-06T07:08Z", 1_399_360_080), ("2014-05-06 07:08", 1_399_360_080), ("2014-05-06T07:08 +0800", 1_399_331_280),
            ("2014-05-06t07:08:09", 1_399_360_089), ("2014-05-06t07:08:09.25z", 1_399_360_089.25), ("2014-05-06T07:08:09z", 1_399_360_089),
        ] as [(String, Double?)])
    func formats(text: String, seconds: Double?) {
        #expect(Self.date(text) == seconds.map { Date(timeIntervalSince1970: $0) })
    }

    @Test(arguments: [
        "", "2", "2014", "2014-05", "2014-05-6", "2014-5-06", "14-05-06", "2014/05/06", "2014-05-06 ", " 2014-05-06", "2014-05-06T",
        "2014-05-06Z",
        "2014-05-06+0800", "2014-05-06 07:0", "2014-05-06 07:08:9", "2014-05-06  07:08:09", "2014-05-06 07", "2014-05-06T0708",
        "20140506T07:08:09", "2014-0506 07:08", "2014-05-06T24:00", "2014-05-06T07:08,5", "2014-05-06 07:08:09  UTC",
        "2014-05-06 07:08:09 UT",
        "2014-05-06 07:08:09UTC", "2014-05-06 07:08:09 utc", "2014-05-06 07:08:09 UTC ", "2014-05-06 07:08:09 +", "2014-05-06 UTC",
        "2014-05-06T07:08:09.", "2014-05-06T07:08:09.Z", "2014-05-06T07:08:09,", "2014-05-06T07:08:09+080",
        "2014-05-06T07:08:09+8:00", "2014-05-06T07:08:09+08:0", "2014-05-06T07:08:09+08:00Z", "2014-05-06T07:08:09ZZ",
        "2014-05-06T07:08:09Z ",
        "2014-05-06T07:08:09+2400", "2014-05-06T07:08:09+0860", "2014-05-06T07:08:09*0800", "2014-05-06T07:08:09GMT",
        "2014-05-06T07:08:09+08::00",
        "2014-05-06T24:00:00", "2014-05-06T07:60:09", "2014-05-06T07:08:60", "2016-12-31T23:59:60Z", "2014-00-06", "2014-13-06",
        "2014-05-00",
        "2014-05-32", "2014-04-31", "2014-06-31", "2014-09-31", "2014-11-31", "2014-02-29", "2014-02-30", "1900-02-29", "2100-02-29",
        "2000-02-30",
        "-014-05-06", "+2014-05-06", "12014-05-06", "2014-05-06T07:08:09.12a", "２０１４-05-06", "2014-05-06\0", "20140506", "1399360089",
        "fri Sep 04 00:12:21 +0800 2015", "FRI Sep 04 00:12:21 +0800 2015", "Foo Sep 04 00:12:21 +0800 2015",
        "Fri Foo 04 00:12:21 +0800 2015",
        "Fri sep 04 00:12:21 +0800 2015", "Fri Sep 4 00:12:21 +0800 2015", "Fri Sep  4 00:12:21 +0800 2015",
        "Fri Sep 31 00:12:21 +0800 2015",
        "Fri, Sep 04 00:12:21 +0800 2015", "Friday Sep 04 00:12:21 +0800 2015", "Fri Sep 04 00:12:21 2015", "Fri Sep 04 00:12:21 +0800",
        "Fri Sep 04 00:12:21 +0800 15", "Fri Sep 04 00:12:21 +0800 20155", "Fri Sep 04 00:12:21. +0800 2015",
        "Fri Sep 04 00:12:21+0800 2015",
        "Fri Sep 04 24:12:21 +0800 2015", "Fri Sep 04 00:12:21 GMT 2015", "Fri Sep 04 00:12:21 +0800 2015 ", "Fri Sep 04",
        "Sun Feb 29 00:00:00 Z 2015",
    ])
    func refused(text: String) {
        #expect(Self.date(text) == nil)
    }

    /// Every day of eight centuries on both sides of 1970 and the first and last years, one after the other.
    @Test func everyDay() {
        var wrong: [String] = []
        // The first and the last year, those of the centuries and those around 1970 are there in every run.
        let edges = [1600, 1700, 1800, 1900, 1969, 1970, 2000, 2100, 2200, 2300, 2400]
        let tried = Set(some(290, of: 1600...2400)).union(edges)
        for (years, first) in [(1600...2400, -11_676_096_000.0), (0...4, -62_167_392_000), (9_990...9_999, 253_086_768_000)] {
            var seconds = first
            for year in years {
                let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
                for (month, length) in [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31].enumerated() {
                    guard tried.contains(year) || !(1600...2400).contains(year) else {
                        seconds += Double(length) * 86_400
                        continue
                    }
                    for day in 1...31 {
                        let text = "\(Self.padded(year, 4))-\(Self.padded(month + 1, 2))-\(Self.padded(day, 2))"
                        let expected = day <= length ? Date(timeIntervalSince1970: seconds) : nil
                        if Self.date(text) != expected { wrong.append(text) }
                        if day <= length { seconds += 86_400 }
                    }
                }
            }
        }
        #expect(wrong.isEmpty, "\(wrong.prefix(5))")
    }

    /// Against Foundation's calendar, in all formats and zones.
    @Test func randomDatesAgreeWithFoundation() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
        let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        var generator = SeededGenerator(seed: 8)
        var wrong: [String] = []
        for _ in 0..<(triesFewerCases ? 12_000 : 20_000) {
            // Foundation turns to the Julian calendar before October 1582.
            let seconds = Int.random(in: -12_000_000_000...253_402_300_799, using: &generator)
            let date = Date(timeIntervalSince1970: Double(seconds))
            let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second, .weekday], from: date)
            let year = Self.padded(parts.year ?? 0, 4)
            let month = parts.month ?? 1
            let day = Self.padded(parts.day ?? 0, 2)
            let time = [parts.hour, parts.minute, parts.second].map { Self.padded($0 ?? 0, 2) }.joined(separator: ":")
            let zone = Int.random(in: -1439...1439, using: &generator)
            let sign = zone < 0 ? "-" : "+"
            let colon = Bool.random(using: &generator) ? ":" : ""
            let zoneText = sign + Self.padded(abs(zone) / 60, 2) + colon + Self.padded(abs(zone) % 60, 2)
            let shifted = date - Double(zone * 60)
            let separator = Bool.random(using: &generator) ? "T" : " "
            let iso = "\(year)-\(Self.padded(month, 2))-\(day)\(separator)\(time)"
            let named = "\(weekdays[(parts.weekday ?? 1) - 1]) \(months[month - 1]) \(day) \(time) \(zoneText) \(year)"
            if Self.date(iso) != date { wrong.append(iso) }
            if Self.date(iso + "Z") != date { wrong.append(iso + "Z") }
            if Self.date(iso + zoneText) != shifted { wrong.append(iso + zoneText) }
            if Self.date("\(iso) \(zoneText)") != shifted { wrong.append("\(iso) \(zoneText)") }
            if Self.date(named) != shifted { wrong.append(named) }
        }
        #expect(wrong.isEmpty, "\(wrong.prefix(5))")
    }

    /// A fraction gives the Date of the Double that the standard library reads from the decimal number of seconds.
    @Test func fractionsRoundOnce() {
        var generator = SeededGenerator(seed: 9)
        var wrong: [String] = []
        for _ in 0..<(triesFewerCases ? 20_000 : 50_000) {
            let digits = Int.random(in: 1...9, using: &generator)
            let scale = (0..<digits).reduce(1) { scale, _ in scale * 10 }
            let fraction = Int.random(in: 0..<scale, using: &generator)
            let second = Int.random(in: 0..<60, using: &generator)
            let text = "2014-05-06T07:08:\(Self.padded(second, 2)).\(Self.padded(fraction, digits))"
            let expected = Double("\(1_399_360_080 + second).\(Self.padded(fraction, digits))") ?? 0
            if Self.date(text) != Date(timeIntervalSince1970: expected) { wrong.append(text) }
            // Before 1970 the fraction counts forward: -86400 + 1.25 is -86398.75.
            let early = "1969-12-31T00:00:\(Self.padded(second, 2)).\(Self.padded(fraction, digits))"
            let rest = fraction == 0 ? 86_400 - second : 86_399 - second
            let earlyExpected = -(Double("\(rest).\(Self.padded(fraction == 0 ? 0 : scale - fraction, digits))") ?? 0)
            if Self.date(early) != Date(timeIntervalSince1970: earlyExpected) { wrong.append(early) }
        }
        #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(5))")
    }

    /// Digits and what is between them are looked at eight bytes at once: each byte decides by itself.
    @Test func everyByteOfAPlaceIsWhatIsDue() {
        let text = Array("2024-02-28T17:38:49Z".utf8)
        let greatest: [Int: UInt8] = [5: 1, 8: 2, 11: 1, 14: 5, 17: 5]
        let others: [Int: [UInt8]] = [10: Array("Tt ".utf8), 19: Array("Zz".utf8)]
        var wrong: [String] = []
        for place in text.indices {
            for byte in UInt8.min...UInt8.max {
                var bytes = text
                bytes[place] = byte
                let digit = byte &- 0x30
                let isDue: Bool
                if place == 4 || place == 7 || place == 13 || place == 16 {
                    isDue = byte == text[place]
                } else if let others = others[place] {
                    isDue = others.contains(byte)
                } else {
                    isDue = digit <= greatest[place] ?? 9 && !(place == 6 && digit == 0)
                }
                if (withExactBytes(bytes) { DateParser.date($0) } != nil) != isDue { wrong.append("\(place): \(byte)") }
            }
        }
        #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(5))")
    }

    /// No text of the right shape traps or reads beyond its end.
    @Test func mutatedTextsNeverTrap() {
        var generator = SeededGenerator(seed: 10)
        let seeds = [
            "2014-05-06T07:08:09.123+08:00", "2014-05-06t07:08:09,5 UTC", "Fri Sep 04 00:12:21.5 +0800 2015",
            "9999-12-31 23:59:59.999999999-2359",
        ]
        for _ in 0..<50_000 {
            var bytes = Array((seeds.randomElement(using: &generator) ?? "").utf8)
            for _ in 0..<Int.random(in: 0...2, using: &generator) {
                bytes[Int.random(in: bytes.indices, using: &generator)] = UInt8.random(in: 0x20...0x7E, using: &generator)
            }
            bytes.removeLast(Int.random(in: 0...bytes.count, using: &generator))
            _ = withExactBytes(bytes) { DateParser.date($0) }
        }
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(width - text.count, 0)) + text
    }
}
