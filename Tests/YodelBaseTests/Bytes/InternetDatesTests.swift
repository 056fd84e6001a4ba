import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

@Suite("Dates of HTTP and of mail") struct InternetDatesTests {
    private static let moment = Date(timeIntervalSince1970: 1_399_360_089)

    private func http(_ text: String) -> Date? { withExactBytes(text.utf8) { DateParser.http($0) } }
    private func mail(_ text: String) -> Date? { withExactBytes(text.utf8) { DateParser.mail($0) } }

    @Test(arguments: [
        "Tue, 06 May 2014 07:08:09 GMT", "TUE, 06 may 2014 07:08:09 GMT", "Wed, 06 May 2014 07:08:09 GMT",
        "Tuesday, 06-May-14 07:08:09 GMT",
        "Tue May  6 07:08:09 2014", "Tue May 06 07:08:09 2014",
    ])
    func theThreeFormsOfHTTPAreRead(_ text: String) { #expect(http(text) == Self.moment) }

    @Test(arguments: [
        "", "T", "Tue", "Tue,", "Tuesday", "Tuesda, 06-May-14 07:08:09 GMT", "Tue, 6 May 2014 07:08:09 GMT", "Tue, 06 May 14 07:08:09 GMT",
        "Tue, 06 May 2014 07:08:09", "Tue, 06 May 2014 07:08:09 +0000", "Tue, 06 May 2014 07:08:09 UTC", "Tue, 06 May 2014 07:08:09 gmt",
        "Tue, 06 May 2014 07:08:09 GMT ", " Tue, 06 May 2014 07:08:09 GMT", "Tue,06 May 2014 07:08:09 GMT", "Tue, 06-May-2014 07:08:09 GMT",
        "Tue, 31 Apr 2014 07:08:09 GMT", "Tue, 06 May 2014 24:08:09 GMT", "Tue, 06 May 2014 07:08:60 GMT", "Tue, 06 Mai 2014 07:08:09 GMT",
        "Tuesday, 06 May 2014 07:08:09 GMT", "Tuesday, 06-May-2014 07:08:09 GMT", "Tue, 06-May-14 07:08:09 GMT", "Tue May 6 07:08:09 2014",
        "Tue May  6 07:08:09 14", "Tue May  6 07:08:09 2014 GMT", "2014-05-06T07:08:09Z",
    ])
    func whatIsNoDateOfHTTPIsRefused(_ text: String) { #expect(http(text) == nil) }

    /// Whatever the clock says now.
    @Test func theWeekdayDecidesOnTheCentury() {
        #expect(http("Sunday, 06-Nov-94 08:49:37 GMT") == Date(timeIntervalSince1970: 784_111_777))
        #expect(http("Saturday, 06-Nov-94 08:49:37 GMT") == Date(timeIntervalSince1970: 3_939_871_777))
        #expect(http("Tuesday, 29-Feb-00 00:00:00 GMT") == Date(timeIntervalSince1970: 951_782_400))
        // Of no year that may be meant, and of one before 1970 alone.
        for text in ["Monday, 06-Nov-94 08:49:37 GMT", "Wednesday, 06-May-14 07:08:09 GMT", "Thursday, 29-Feb-01 00:00:00 GMT"] {
            #expect(http(text) == nil, "\(text)")
        }
    }

    @Test(arguments: [
        "Tue, 06 May 2014 07:08:09 +0000", "Tue, 6 May 2014 07:08:09 GMT", "6 May 2014 15:08:09 +0800", "Tue,6 May 2014 07:08:09 -0000",
        "Tue,  06\tMay 2014  07:08:09   UT", "6 May 14 03:08:09 EDT", "6 May 114 02:08:09 EST", "06 May 2014 00:08:09 PDT",
        "Tue, 06 May 2014 09:08:09 +0200 (CEST)", "6 May 2014 07:08:09 Z (a (b) \\) c)", "6 May 2014 07:08:09 UTC()",
    ])
    func datesOfMailAreRead(_ text: String) { #expect(mail(text) == Self.moment) }

    @Test func secondsMayBeMissingInMail() {
        #expect(mail("6 May 2014 07:08 +0000") == Self.moment - 9)
        #expect(mail("1 Jan 70 00:00 Z") == Date(timeIntervalSince1970: 0))
        #expect(mail("1 Jan 49 00:00 Z") == Date(timeIntervalSince1970: 2_493_072_000))
    }

    @Test(arguments: [
        "", "6", "Tue", "Tue,", "Tue 06 May 2014 07:08:09 +0000", "Tuesday, 06 May 2014 07:08:09 +0000", "Tue, 06 May 2014 07:08:09",
        " 6 May 2014 07:08:09 Z", "6 May 2014 07:08:09 Z ", "6 May 2014 07:08:09Z", "6 May 2014 07:08:09 A", "6 May 2014 07:08:09 EXT",
        "6 May 2014 07:08:09 E", "6 May 2014 07:08:09 est", "6 May 2014 07:08:09 +08", "6 May 2014 07:08:09 +08:00",
        "6 May 2014 07:08:09 +2400",
        "6 May 2014 07:08:09 +0060", "6 May 4 07:08:09 Z", "6 May 20144 07:08:09 Z", "6 May 2014 7:08:09 Z", "006 May 2014 07:08:09 Z",
        "31 Apr 2014 07:08:09 Z", "6 May 2014 24:00:00 Z", "6 May 2014 07:08:60 Z", "6 May 2014 07:08: Z", "6 May 2014 07:08:09 Z (",
        "6 May 2014 07:08:09 Z (()", "6 May 2014 07:08:09 Z (\\", "6 May 2014 07:08:09 Z ()x", "6-May-2014 07:08:09 Z",
        "6 5 2014 07:08:09 Z",
    ])
    func whatIsNoDateOfMailIsRefused(_ text: String) { #expect(mail(text) == nil) }

    @Test func bothAreWrittenAsFoundationWritesThem() {
        let seed = UInt64(51)
        var random = SeededGenerator(seed: seed)
        for (zone, pattern) in [("GMT", "EEE, dd MMM yyyy HH:mm:ss 'GMT'"), ("+0000", "EEE, dd MMM yyyy HH:mm:ss Z")] {
            let formatter = DateFormatter()
            formatter.locale = Locale(identifier: "en_US_POSIX")
            formatter.timeZone = .gmt
            formatter.dateFormat = pattern
            for _ in 0..<300 {
                let seconds = Int.random(in: -60_000_000_000...250_000_000_000, using: &random)
                let date = Date(timeIntervalSince1970: Double(seconds))
                let text = formatter.string(from: date)
                #expect(DateWriter.internetText(secondsSince1970: Double(seconds), zone: zone) == text, "seed \(seed)")
                #expect((zone == "GMT" ? http(text) : mail(text)) == date, "\(text), seed \(seed)")
                if zone == "GMT" { #expect(mail(text) == date, "\(text), seed \(seed)") }
            }
        }
        for seconds in [-62_167_392_001, 253_402_300_800, .nan, .infinity] {
            #expect(DateWriter.internetText(secondsSince1970: seconds, zone: "GMT") == nil)
        }
    }

    /// No text of the right shape traps or reads beyond its end, and no date is refused by its shape.
    @Test func mutatedTextsNeverTrap() {
        let seed = UInt64(52)
        var random = SeededGenerator(seed: seed)
        let texts = [
            "Tue, 06 May 2014 07:08:09 GMT", "Tuesday, 06-May-14 07:08:09 GMT", "Tue May  6 07:08:09 2014", "6 May 14 03:08 EDT (a(b)\\))",
            "2014-05-06T07:08Z", "20140506",
        ]
        for _ in 0..<20_000 {
            var bytes = Array(texts.randomElement(using: &random)!.utf8)
            for _ in 0..<Int.random(in: 0...2, using: &random) {
                bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0x20...0x7E, using: &random)
            }
            if Bool.random(using: &random) { bytes.removeLast(Int.random(in: 0...bytes.count, using: &random)) }
            withExactBytes(bytes) { text in
                let isRead = (
                    http: DateParser.http(text) != nil, mail: DateParser.mail(text) != nil, iso: DateParser.iso8601(text) != nil
                )
                let comment = "\(String(decoding: bytes, as: UTF8.self)), seed \(seed)"
                #expect(!isRead.http || DateShape.http.mayHave(text), "\(comment)")
                #expect(!isRead.mail || DateShape.mail.mayHave(text), "\(comment)")
                #expect(!isRead.iso || DateShape.iso8601.mayHave(text), "\(comment)")
            }
        }
    }
}

@Suite("Shapes of dates") struct DateShapeTests {
    private func mayHave(_ pattern: String, _ text: String) throws -> Bool {
        let shape = try DatePattern(pattern, .gmt).shape
        return withExactBytes(text.utf8) { shape.mayHave($0) }
    }

    @Test(arguments: [
        ("dd.MM.yyyy", "06-05-2014"), ("dd.MM.yyyy", "06.05.201"), ("dd.MM.yyyy", "06.05.20144"), ("dd.MM.yyyy", "2014-05-06"),
        ("yyyy-MM-dd HH:mm", "2014-05-06T07:08"), ("yyyy-MM-dd HH:mm", "2014-05-06 07.08"), ("yyyy-MM-dd HH:mm:ss", "2014-05-06 07:08"),
        ("MMM yyyy", "05- 2014"), ("yyyy", "20144"), ("EEE d yyyy", "Tue 6"),
    ])
    func aTextOfAnotherShapeIsPassedOver(_ pattern: String, _ text: String) throws {
        #expect(try !mayHave(pattern, text))
        let format = try DatePattern(pattern, .gmt)
        #expect(withExactBytes(text.utf8) { format.date($0) } == nil)
    }

    @Test(arguments: [
        "d.M.yyyy", "EEEE d MMMM yyyy", "yyyy-MM-dd'T'HH:mm:ss.SSSZ", "yyyy", "h:mm a, M/d/yyyy", "yyyyMMdd'T'HHmmssX", "MMMM yyyy ZZZZZ",
        "S 'of' yyyy", "''yyyy", "EEE, d MMM yyyy HH:mm:ss xxx",
    ])
    func noTextOfThePatternIsPassedOver(_ pattern: String) throws {
        let seed = UInt64(53)
        var random = SeededGenerator(seed: seed)
        let format = try DatePattern(pattern, TimeZone(secondsFromGMT: 19_800)!)
        for _ in 0..<200 {
            let text = try #require(format.text(secondsSince1970: Double.random(in: -6e10...2e11, using: &random)))
            #expect(try mayHave(pattern, text), "\(text), seed \(seed)")
        }
        // Forms of fields that are read and not written.
        if pattern == "S 'of' yyyy" { #expect(try mayHave(pattern, "1234567890123 of 2014")) }
        if pattern == "MMMM yyyy ZZZZZ" { #expect(try mayHave(pattern, "May 2014 Z") && mayHave(pattern, "May 2014 +08")) }
    }
}
