import FoundationEssentials
import Testing

@testable import Yodel
@testable import YodelTestSupport

// Dates, strings and URLs.

@Suite("Acceptance: dates, strings and URLs")
struct AcceptanceTextTests {
    @Test(arguments: [
        ("AT-D03", "2014-05-06T07:08:09", 1_399_360_089), ("AT-D04", "2014-01-20T12:24:48Z", 1_390_220_688),
        ("AT-D05", "2014-01-20T12:24:48+0800", 1_390_191_888), ("AT-D06", "2014-01-20T12:24:48+12:00", 1_390_177_488),
        ("AT-D07", "Fri Sep 04 00:12:21 +0800 2015", 1_441_296_741), ("AT-D08", "2014-05-06 07:08:09.000", 1_399_360_089),
        ("AT-D09", "2014-05-06T07:08:09.000", 1_399_360_089), ("AT-D11", "2014-01-20T12:24:48.000Z", 1_390_220_688),
        ("AT-D12", "2014-01-20T12:24:48.000+12:00", 1_390_177_488), ("AT-D13", "Fri Sep 04 00:12:21.000 +0800 2015", 1_441_296_741),
        ("DV-51", "2014-01-20T12:24:48.000+0800", 1_390_191_888), ("DV-54", "2015-09-10 12:00:00 +0000", 1_441_886_400),
    ])
    func dates(_ id: String, _ text: String, _ seconds: Int) throws {
        let auto = try acceptanceDecode(AcceptanceAuto.self, json: #"{"v": "\#(text)"}"#)
        #expect(auto.date == Date(timeIntervalSince1970: Double(seconds)), "\(id)")
        #expect(auto.string == text, "\(id)")
        let dictionary = try acceptanceDecode(AcceptanceAuto.self, ["v": text])
        #expect(dictionary.date == auto.date, "\(id)")
    }

    @Test("AT-D14: a Date that is there already")
    func readyDate() throws {
        let now = Date()
        #expect(try acceptanceDecode(AcceptanceAuto.self, ["v": now]).date == now)
    }

    /// A day that no month has.
    @Test("DV-52: text that is no date")
    func textThatIsNoDate() throws {
        let json = #"{"v":"2014-02-30"}"#
        #expect(try acceptanceDecode(AcceptanceAuto.self, json: json).date == nil)
        #expect(try acceptanceMerge(json).date == Date(timeIntervalSince1970: 7))
    }

    /// Decided: kept, not cleared.
    @Test("DV-19: text that is no date, for a Date that is there")
    func keptDate() throws {
        #expect(try acceptanceMerge(#"{"v":"not a date"}"#).date == Date(timeIntervalSince1970: 7))
    }

    /// Decided: no date by default, and one by option.
    @Test("DV-20: a number for a Date that is there")
    func numericDate() throws {
        let json = #"{"v":1401234567}"#
        #expect(try acceptanceMerge(json).date == Date(timeIntervalSince1970: 7))
        var options = DecodingOptions.lenient
        options.numericDates = .epochSeconds
        let seconds = try ModelDecoder(options).decode(AcceptanceAuto.self, from: json)
        #expect(seconds.date == Date(timeIntervalSince1970: 1_401_234_567))
        options.numericDates = .epochMilliseconds
        let milliseconds = try ModelDecoder(options).decode(AcceptanceAuto.self, from: json)
        let seconds1970 = try #require(milliseconds.date?.timeIntervalSince1970)
        #expect(abs(seconds1970 - 1_401_234.567) < 1e-6)
    }

    @Test("AT-S01: a string from a dictionary")
    func string() throws {
        let auto = try acceptanceDecode(AcceptanceAuto.self, ["v": "Apple"])
        #expect(auto.string == "Apple" && (auto.any as? String) == "Apple" && auto.object == "Apple")
        #expect(auto.int32 == 0 && auto.number == nil && auto.date == nil)
    }

    @Test("AT-S05: UTF-8 in Data is a string")
    func dataAsString() throws {
        let auto = try acceptanceDecode(AcceptanceAuto.self, ["v": Data("haha".utf8)])
        #expect(auto.string == "haha" && auto.data == Data("haha".utf8))
    }

    @Test("AT-S06: a URL is a string")
    func urlAsString() throws {
        let url = try #require(URL(string: "https://github.com"))
        let auto = try acceptanceDecode(AcceptanceAuto.self, ["v": url])
        #expect(auto.string == "https://github.com" && auto.url == url)
    }

    @Test("DV-17: an array for a String")
    func arrayForString() throws {
        #expect(try acceptanceMerge(#"{"v":[1]}"#).string == "x")
        #expect(try acceptanceMerge(#"{"v":{"a":1}}"#).string == "x")
    }

    /// Decided: the word, not the digit.
    @Test("DV-18: true for a String")
    func boolForString() throws {
        #expect(try acceptanceDecode(AcceptanceAuto.self, json: #"{"v":true}"#).string == "true")
        #expect(try acceptanceDecode(AcceptanceAuto.self, ["v": false]).string == "false")
    }

    @Test("AT-S02: white space around a URL")
    func trimmedURL() throws {
        #expect(try acceptanceDecode(AcceptanceAuto.self, ["v": " github.com"]).url == URL(string: "github.com"))
        #expect(try acceptanceDecode(AcceptanceAuto.self, json: #"{"v": "\n github.com\t"}"#).url == URL(string: "github.com"))
    }

    @Test("AT-S07: white space is no URL")
    func emptyURL() throws {
        #expect(try acceptanceDecode(AcceptanceAuto.self, ["v": " "]).url == nil)
        #expect(try acceptanceMerge(#"{"v": " "}"#).url == nil)
    }

    @Test("DV-21: a number for a URL that is there")
    func numberForURL() throws {
        #expect(try acceptanceMerge(#"{"v":5}"#).url == URL(string: "https://example.com/x"))
    }
}
