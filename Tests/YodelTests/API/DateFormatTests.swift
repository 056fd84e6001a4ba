import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

/// Every place that a date may have in a model.
private struct Diary: Model, Equatable {
    var day = Date.distantPast
    var other: Date?
    var all: [Date] = []
    var named: [String: Date?] = [:]
    var foreign: Note?

    struct Note: Codable, Equatable { var at: Date }
}

@Suite("Formats of dates") struct DateFormatTests {
    private static let berlin = TimeZone(identifier: "Europe/Berlin")!

    private func read(_ format: DateFormat, _ text: String, _ change: (inout DecodingOptions) -> Void = { _ in }) throws -> Date {
        var options = DecodingOptions.strict
        options.dateFormats = [format]
        change(&options)
        return try ModelDecoder(options).decode([Date].self, from: "[\(text)]")[0]
    }

    private func write(_ format: DateFormat, _ date: Date) throws -> String {
        var options = EncodingOptions.default
        options.dateFormat = format
        return String(try ModelEncoder(options).encodeToString([date]).dropFirst().dropLast())
    }

    @Test(
        arguments: [
            ("yyyy-MM-dd HH:mm:ss", "2014-05-06 07:08:09", 1_399_360_089),
            ("dd.MM.yyyy", "06.05.2014", 1_399_334_400), ("d.M.yyyy", "6.5.2014", 1_399_334_400),
            ("EEE, dd MMM yyyy HH:mm:ss Z", "Tue, 06 May 2014 07:08:09 +0000", 1_399_360_089),
            ("EEEE d MMMM yyyy", "Tuesday 6 May 2014", 1_399_334_400), ("MMMM yyyy", "May 2014", 1_398_902_400),
            ("yyyy", "2014", 1_388_534_400),
            ("yyyyMMdd'T'HHmmssX", "20140506T070809Z", 1_399_360_089), ("h:mm a, M/d/yyyy", "7:08 AM, 5/6/2014", 1_399_360_080),
            ("yyyy-MM-dd hh 'o''clock' a", "2014-05-06 12 o'clock AM", 1_399_334_400),
            ("yyyy-MM-dd hh 'o''clock' a", "2014-05-06 12 o'clock PM", 1_399_377_600),
            ("yyyy-MM-dd HH:mm:ss.SSS", "2014-05-06 07:08:09.250", 1_399_360_089.25), ("yyyy-MM-dd''HH", "2014-05-06'07", 1_399_359_600),
            ("yyyy/MM/dd ss.SSSSSSSSS", "2014/05/06 09.123456000", 1_399_334_409.123456), ("dd MMM yyyy", "28 Feb 1400", -17_981_740_800),
            ("yyyy-MM-dd", "1969-12-31", -86_400),
        ] as [(String, String, Double)])
    func aPatternIsReadAndWritten(_ pattern: String, _ text: String, _ seconds: Double) throws {
        let date = Date(timeIntervalSince1970: seconds)
        #expect(try read(.pattern(pattern), "\"\(text)\"") == date)
        #expect(try write(.pattern(pattern), date) == "\"\(text)\"")
    }

    /// Foundation's formatter, in the same zone and with English names, makes the same of a pattern.
    @Test(arguments: [
        "yyyy-MM-dd HH:mm:ss", "EEE, d MMM yyyy h:mm a", "EEEE dd MMMM yyyy HH:mm:ss.SSS Z", "yyyyMMdd HHmmss ZZZZZ", "dd/MM/yyyy HH:mm XX",
    ])
    func aPatternMeansWhatItDoesToFoundation(_ pattern: String) throws {
        var random = SeededGenerator(seed: 7)
        for zone in [TimeZone.gmt, Self.berlin, TimeZone(secondsFromGMT: -12_600)!] {
            let formatter = DateFormatter()
            formatter.locale = Locale(identifier: "en_US_POSIX")
            formatter.timeZone = zone
            formatter.dateFormat = pattern
            for _ in 0..<60 {
                // From 1900 to 2100, away from the second in which rounding decides.
                let date = Date(timeIntervalSince1970: Double(Int.random(in: -2_208_988_800...4_102_444_800, using: &random)) + 0.25)
                let text = formatter.string(from: date)
                // A zone of those days may have seconds, which no text shows.
                guard zone.secondsFromGMT(for: date).isMultiple(of: 60) else { continue }
                #expect(try write(.pattern(pattern, zone), date) == "\"\(text)\"", "\(date.timeIntervalSince1970) in \(zone)")
                #expect(try read(.pattern(pattern, zone), "\"\(text)\"") == formatter.date(from: text), "\(text) in \(zone)")
            }
        }
    }

    @Test func clocksThatGoBackShowATimeTwice() throws {
        let format = DateFormat.pattern("yyyy-MM-dd HH:mm", Self.berlin)
        #expect(try read(format, #""2014-10-26 02:30""#) == Date(timeIntervalSince1970: 1_414_283_400))
        #expect(try read(format, #""2014-10-26 03:30""#) == Date(timeIntervalSince1970: 1_414_290_600))
        #expect(try read(format, #""2014-03-30 03:30""#) == Date(timeIntervalSince1970: 1_396_143_000))
        // A text's own zone goes before.
        #expect(
            try read(.pattern("yyyy-MM-dd HH:mm x", Self.berlin), #""2014-10-26 02:30 +01""#) == Date(timeIntervalSince1970: 1_414_287_000))
    }

    @Test(arguments: [
        "", "2014-5-06 07:08", "2014-02-29 07:08", "2014-05-06 24:00", "2014-05-06 07:60", "2014-05-06 07:08 ", "2014-05-06T07:08", "x",
        "14-05-06 07:08",
        "2014-05-06 07:0",
    ])
    func aTextOutsideOfThePatternIsAMismatch(_ text: String) throws {
        let error = #expect(throws: ModelError.self) { try read(.pattern("yyyy-MM-dd HH:mm"), "\"\(text)\"") }
        #expect(
            error?.code == .invalidValue && error?.path.description == "[0]" && error?.offset == 1
                && error?.message.contains("Date") == true)
    }

    @Test(arguments: [
        ("", "has no year (yyyy)"), ("HH:mm", "has no year (yyyy)"), ("yyyy-MM-dd'T", "has an apostrophe without its pair"),
        ("yyyy-ww", "has 'ww', which stands for nothing here; text stands in apostrophes"),
        ("yy-MM-dd", "has 'yy', which stands for nothing here; text stands in apostrophes"), ("yyyy M MMM", "has the field month twice"),
        ("yyyy hh", "has h without a, or a without h"), ("yyyy a", "has h without a, or a without h"),
        ("yyyyTHH", "has 'T', which stands for nothing here; text stands in apostrophes"),
    ])
    func aPatternThatIsNoneIsAnErrorOfAllThatHaveIt(_ pattern: String, _ reason: String) throws {
        let format = DateFormat.pattern(pattern)
        let reading = #expect(throws: ModelError.self) { try read(format, #""2014""#) { $0 = $0.with(\.onMismatch, .keepDefault) } }
        // Before a date is met, and where there is none.
        let writing = #expect(throws: ModelError.self) {
            var options = EncodingOptions.default
            options.dateFormat = format
            return try ModelEncoder(options).encodeToString([1])
        }
        for error in [reading, writing] {
            #expect(error?.code == .invalidDeclaration && error?.message == "the date format \"\(pattern)\" \(reason)")
        }
    }

    @Test func aTransformWhosePatternIsNoneIsAnErrorOfItsModel() throws {
        struct Born: Model {
            var day = Date.distantPast
            static func describe(_ model: inout ModelDescription) { model.transforms = ["day": .date(.iso8601, .pattern("qqqq"))] }
        }
        let error = #expect(throws: ModelError.self) { try Born(json: "{}") }
        #expect(error?.code == .invalidDeclaration && error?.message.contains("qqqq") == true)
    }

    @Test(
        arguments: [
            ("2014-05-06", 1_399_334_400), ("20140506", 1_399_334_400), ("2014-05-06T07:08Z", 1_399_360_080),
            ("20140506T070809Z", 1_399_360_089),
            ("2014-05-06t07:08:09z", 1_399_360_089), ("2014-05-06 07:08:09,25+08", 1_399_331_289.25), ("2014-05-06T24:00", 1_399_420_800),
            ("2014-05-06T07:08:09.123456789+08:30", 1_399_329_489.123456789), ("2014-05-06T0708-0100", 1_399_363_680),
        ] as [(String, Double)])
    func iso8601IsReadInFull(_ text: String, _ seconds: Double) throws {
        #expect(try read(.iso8601, "\"\(text)\"") == Date(timeIntervalSince1970: seconds))
    }

    @Test(arguments: [
        "2014-W19-2", "2014W192", "2014-126", "2014126", "+002014-05-06", "2014-05", "2014-05-06T", "2014-05-06T24:00:01",
        "2014-05-06T23:59:60Z",
        "2014-05-06T07", "2014-05-06T07:08:09.", "2014-05-06T07:08:09.Z", "2014-13-06", "20140506T070809ZZ", "2014-0506", "14-05-06",
        "Fri Sep 04 00:12:21 +0800 2015",
    ])
    func whatIsNoCalendarDateByISO8601IsRefused(_ text: String) throws {
        let error = #expect(throws: ModelError.self) { try read(.iso8601, "\"\(text)\"") }
        #expect(error?.code == .invalidValue)
    }

    @Test func theFirstFormatThatHasTheTextIsMeant() throws {
        var options = DecodingOptions.lenient
        options.dateFormats = [.pattern("dd/MM/yyyy"), .pattern("MM/dd/yyyy"), .iso8601, .epochMilliseconds]
        let json = #"["06/05/2014", "05/31/2014", "2014-05-06", 1399334400000, "1399334400000"]"#
        let dates = try ModelDecoder(options).decode([Date].self, from: json)
        let day = Date(timeIntervalSince1970: 1_399_334_400)
        #expect(dates == [day, day.addingTimeInterval(25 * 86_400), day, day, day])
        // A string of digits is a number only where types are converted.
        options.convertsTypes = false
        options.onInvalidElement = .fail
        let error = #expect(throws: ModelError.self) { try ModelDecoder(options).decode([Date].self, from: json) }
        #expect(error?.code == .invalidValue && error?.path.description == "[4]")
    }

    @Test func formatsOfTheTableDoNotHoldBesides() throws {
        var options = DecodingOptions.strict
        options.dateFormats = [.pattern("dd.MM.yyyy")]
        for json in [#"["2014-05-06"]"#, "[0]", "[true]", "[{}]"] {
            #expect(throws: ModelError.self) { try ModelDecoder(options).decode([Date].self, from: json) }
        }
        options.numericDates = .epochSeconds
        #expect(try ModelDecoder(options).decode([Date].self, from: "[1.5]") == [Date(timeIntervalSince1970: 1.5)])
    }

    @Test(arguments: [DecodingOptions.Tokenizer.scanner, .yajl])
    func aFormatReachesEveryPlace(_ tokenizer: DecodingOptions.Tokenizer) throws {
        let format = DateFormat.pattern("dd.MM.yyyy")
        var reading = DecodingOptions.strict.with(\.tokenizer, tokenizer)
        reading.dateFormats = [format]
        var writing = EncodingOptions.default
        writing.dateFormat = format
        let json =
            #"{"day":"06.05.2014","other":"07.05.2014","all":["06.05.2014","06.05.2014"],"named":{"a":null},"foreign":{"at":"06.05.2014"}}"#
        let day = Date(timeIntervalSince1970: 1_399_334_400)
        let diary = Diary(day: day, other: day.addingTimeInterval(86_400), all: [day, day], named: ["a": nil], foreign: .init(at: day))
        let decoder = ModelDecoder(reading)
        #expect(try decoder.decode(Diary.self, from: json) == diary)
        #expect(try decoder.decode(Diary.self, fromChunks: Array(json.utf8).map { [$0] }) == diary)
        #expect(try decoder.decode(Diary.self, from: try decoder.decode(JSONValue.self, from: json)) == diary)
        #expect(try ModelEncoder(writing).encodeToString(diary) == json)
        var lines: [Diary] = []
        var reader = try ModelReader(Diary.self, options: reading)
        for piece in [json + "\n", json] { try reader.read(Array(piece.utf8)) { if let model = $0.model { lines.append(model) } } }
        try reader.finish { if let model = $0.model { lines.append(model) } }
        #expect(lines == [diary, diary])
    }

    @Test func ownCodeReadsAndWrites() throws {
        let format = DateFormat.custom(
            read: { $0.first == "@" ? Double($0.dropFirst()).map { Date(timeIntervalSince1970: $0) } : nil },
            write: { $0.timeIntervalSince1970 < 0 ? nil : "@\($0.timeIntervalSince1970)" })
        #expect(try read(format, #""@1.5""#) == Date(timeIntervalSince1970: 1.5))
        #expect(try write(format, Date(timeIntervalSince1970: 1.5)) == #""@1.5""#)
        #expect(throws: ModelError.self) { try read(format, #""1.5""#) }
        #expect(throws: ModelError.self) { try write(format, Date(timeIntervalSince1970: -1)) }
        #expect(format == format && format != .custom(read: { _ in nil }, write: { _ in nil }))
    }

    @Test func aPropertyHasItsOwnFormats() throws {
        struct Person: Model, Equatable {
            var born: Date?
            var seen: [Date] = []
            var at = Date.distantPast
            static func describe(_ model: inout ModelDescription) {
                model.transforms = ["born": .date(.pattern("dd.MM.yyyy"), .epochSeconds), "seen": .date(.epochMilliseconds)]
            }
        }
        let json = #"{"born":"06.05.2014","seen":[1500],"at":"1970-01-01T00:00:01+0000"}"#
        let person = try Person(json: json)
        #expect(
            person
                == Person(
                    born: Date(timeIntervalSince1970: 1_399_334_400), seen: [Date(timeIntervalSince1970: 1.5)],
                    at: Date(timeIntervalSince1970: 1)))
        #expect(try ModelEncoder().encodeToString(person) == json)
        #expect(try Person(json: #"{"born":5}"#).born == Date(timeIntervalSince1970: 5))
    }

    @Test(arguments: [-62_167_392_001, 253_402_300_800, .nan, .infinity, 1e300])
    func aDateWithoutFourDigitsOfAYearIsAnErrorWhenItIsWritten(_ seconds: Double) throws {
        var options = EncodingOptions.default
        options.dateFormat = .pattern("yyyy")
        options.onNonFinite = .fail
        #expect(throws: ModelError.self) { try ModelEncoder(options).encodeToString([Date(timeIntervalSince1970: seconds)]) }
    }

    /// A type's own code may keep its decoder or encoder beyond the call.
    @Test func formatsLiveAsLongAsWhatIsKept() throws {
        final class Keeper: Codable {
            static let kept = Locked<[any Decoder]>([])
            init() {}
            init(from decoder: any Decoder) throws { Self.kept.withLock { $0.append(decoder) } }
            func encode(to encoder: any Encoder) throws { try 1.encode(to: encoder) }
        }
        func decode() throws {
            var options = DecodingOptions.lenient
            options.dateFormats = [.pattern("dd.MM.yyyy")]
            _ = try ModelDecoder(options).decode([Keeper].self, from: #"["06.05.2014"]"#)
        }
        try decode()
        let decoder = try #require(Keeper.kept.withLock { $0.popLast() })
        #expect(try decoder.singleValueContainer().decode(Date.self) == Date(timeIntervalSince1970: 1_399_334_400))
    }
}
