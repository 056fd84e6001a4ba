import Foundation
import Testing

@testable import Yodel

@Suite struct DateParserTests {
    private func seconds(_ text: String, _ surroundings: Surroundings = .exact) -> Double? {
        withCopy(Array(text.utf8)[...], surroundings) { DateParser.date($0)?.timeIntervalSince1970 }
    }

    @Test(arguments: [
        ("1970-01-01", 0), ("2014-05-06", 1_399_334_400), ("2014-05-06 07:08:09", 1_399_360_089), ("2014-05-06T07:08:09", 1_399_360_089),
        ("2014-05-06T07:08:09Z", 1_399_360_089), ("2014-05-06 07:08:09Z", 1_399_360_089), ("2014-05-06T07:08:09+0800", 1_399_331_289),
        ("2014-05-06T07:08:09+08:00", 1_399_331_289), ("2014-05-06T07:08:09-0330", 1_399_372_689),
        ("2014-05-06 07:08:09.5", 1_399_360_089.5),
        ("2014-05-06T07:08:09.123Z", 1_399_360_089.123), ("2014-05-06T07:08:09.1234567890123456789+00:00", 1_399_360_089.123456789),
        ("2014-05-06T07:08:09.000", 1_399_360_089), ("1969-12-31T23:59:59Z", -1), ("1969-12-31T23:59:59.25Z", -0.75),
        ("2000-02-29", 951_782_400),
        ("2000-03-01", 951_868_800), ("1900-02-28", -2_203_977_600), ("1900-03-01", -2_203_891_200),
        ("2024-02-29T00:00:00Z", 1_709_164_800),
        ("9999-12-31T23:59:59Z", 253_402_300_799), ("0001-01-01", -62_135_596_800), ("0000-03-01", -62_162_035_200),
        ("1970-01-01T00:00:00+23:59", -86_340),
        ("1970-01-01T00:00:00-23:59", 86_340), ("Fri Sep 04 00:12:21 +0800 2015", 1_441_296_741), ("Thu Jan 01 00:00:00 Z 1970", 0),
        ("Wed Dec 31 23:59:59.5 +0000 1969", -0.5), ("Mon Feb 29 12:00:00 -00:30 2016", 1_456_749_000),
        ("Sat Nov 01 01:02:03.000 +0000 2008", 1_225_501_323),
    ])
    func aDateInItsFormat(text: String, expected: Double) {
        #expect(seconds(text) == expected)
        #expect(seconds(text, .noise) == expected)
    }

    @Test(arguments: [
        "", "2014", "2014-05", "2014-5-6", "2014-05-6", "20140506", "14-05-06", "2014/05/06", "2014-05-06x", " 2014-05-06", "2014-05-06 ",
        "2014-05-06T",
        "2014-05-06T07", "2014-05-06T07:08", "2014-05-06T07:08:", "2014-05-06T7:08:09", "2014-05-06t07:08:09", "2014-05-06  07:08:09",
        "2014-05-06T07:08:09.",
        "2014-05-06T07:08:09.Z", "2014-05-06T07:08:09,5", "2014-05-06T07:08:09z", "2014-05-06T07:08:09 Z", "2014-05-06T07:08:09+",
        "2014-05-06T07:08:09+8",
        "2014-05-06T07:08:09+08", "2014-05-06T07:08:09+080", "2014-05-06T07:08:09+08:0", "2014-05-06T07:08:09+08:000",
        "2014-05-06T07:08:09+24:00",
        "2014-05-06T07:08:09+08:60", "2014-05-06T07:08:09ZZ", "2014-05-06Z", "2014-00-06", "2014-13-06", "2014-05-00", "2014-05-32",
        "2014-04-31", "2014-06-31",
        "2014-09-31", "2014-11-31", "2014-02-29", "2014-02-30", "1900-02-29", "2100-02-29", "2014-05-06T24:00:00", "2014-05-06T07:60:09",
        "2014-05-06T07:08:60",
        "2014-05-06T07:08:61Z", "-014-05-06", "+2014-05-06", "12014-05-06", "Fri Sep 4 00:12:21 +0800 2015", "Fri Sep 04 00:12:21 2015",
        "fri Sep 04 00:12:21 +0800 2015",
        "Fri sep 04 00:12:21 +0800 2015", "Fri Sep 31 00:12:21 +0800 2015", "Fri Sep 04 00:12:21 +0800 15",
        "Fri Sep 04 00:12:21 +0800 2015 ", "Fry Sep 04 00:12:21 +0800 2015",
        "Fri, 04 Sep 2015 00:12:21 GMT", "Friday Sep 04 00:12:21 +0800 2015", "Fri Sep 04 00:12 +0800 2015", "tomorrow morning",
        "1399360089", "1399360089.5", "0000000000",
        "2014-05-0\u{661}", "\u{FF12}014-05-06", "2014-05-06T07:08:09\u{2212}0800", "2014-05-06\u{0}", "2014-05-06T07:08:09.5.5",
    ])
    func anythingElseIsNoDate(text: String) {
        #expect(seconds(text) == nil)
        #expect(seconds(text, .noise) == nil)
    }

    /// Foundation's calendar is the judge, from the year in which its Gregorian calendar begins.
    @Test(arguments: 0..<5)
    func randomDatesAreThoseOfTheCalendar(seed: Int) throws {
        var generator = RepeatableGenerator(seed: UInt64(seed))
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        for _ in 0..<1000 {
            var parts = DateComponents()
            parts.year = Int.random(in: 1583...9999, using: &generator)
            parts.month = Int.random(in: 1...12, using: &generator)
            parts.day = Int.random(in: 1...31, using: &generator)
            parts.hour = Int.random(in: 0...23, using: &generator)
            parts.minute = Int.random(in: 0...59, using: &generator)
            parts.second = Int.random(in: 0...59, using: &generator)
            let date = parts.isValidDate(in: calendar) ? calendar.date(from: parts)?.timeIntervalSince1970 : nil
            func pad(_ value: Int?, _ width: Int = 2) -> String {
                let digits = String(value ?? 0)
                return String(repeating: "0", count: max(0, width - digits.count)) + digits
            }
            let time = "\(pad(parts.hour)):\(pad(parts.minute)):\(pad(parts.second))"
            let day = "\(pad(parts.year, 4))-\(pad(parts.month))-\(pad(parts.day))"
            #expect(seconds("\(day)T\(time)") == date, "\(day)T\(time)")
            let east = Int.random(in: -1439...1439, using: &generator)
            let zone = "\(east < 0 ? "-" : "+")\(pad(abs(east) / 60)):\(pad(abs(east) % 60))"
            #expect(seconds("\(day) \(time).25\(zone)") == date.map { $0 + 0.25 - Double(east * 60) }, "\(day) \(time).25\(zone)")
            let named = "Mon \(months[(parts.month ?? 1) - 1]) \(pad(parts.day)) \(time) \(zone) \(pad(parts.year, 4))"
            #expect(seconds(named) == date.map { $0 - Double(east * 60) }, "\(named)")
        }
    }

    /// A fraction gives the Double that is nearest to the decimal number of seconds.
    @Test func fractionsAreRoundedOnce() {
        for digits in 1...6 {
            for fraction in stride(from: 1, to: 1000, by: 7) {
                let text = String(repeating: "0", count: max(0, digits - String(fraction).count)) + String(fraction)
                #expect(seconds("2014-05-06T07:08:09.\(text)") == Double("1399360089.\(text)"), "\(text)")
            }
        }
    }
}
