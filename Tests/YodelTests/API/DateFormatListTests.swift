import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

private struct Log: Model, Equatable {
    var at = Date.distantPast
    var others: [Date] = []
}

/// Numbers of other units, dates of HTTP and of mail, and lists of formats.
@Suite("Lists of formats of dates") struct DateFormatListTests {
    private static let moment = Date(timeIntervalSince1970: 1_399_360_089)

    private func read(_ formats: [DateFormat], _ text: String, _ options: DecodingOptions = .strict) throws -> Date {
        try ModelDecoder(options.with(\.dateFormats, formats)).decode([Date].self, from: "[\(text)]")[0]
    }

    private func write(_ format: DateFormat, _ date: Date, _ change: (inout EncodingOptions) -> Void = { _ in }) throws -> String {
        var options = EncodingOptions.default
        options.dateFormat = format
        change(&options)
        return String(try ModelEncoder(options).encodeToString([date]).dropFirst().dropLast())
    }

    // MARK: Formats

    @Test(
        arguments: [
            (.epochMicroseconds, "1399360089000000", 0), (.epochMicroseconds, "1399360089123456", 0.123456),
            (.epochNanoseconds, "1399360089000000000", 0), (.epochNanoseconds, "1399360089500000000", 0.5),
            (.secondsSince2001, "421052889", 0), (.secondsSince2001, "421052889.25", 0.25),
            (.http, #""Tue, 06 May 2014 07:08:09 GMT""#, 0), (.rfc2822, #""Tue, 06 May 2014 07:08:09 +0000""#, 0),
        ] as [(DateFormat, String, Double)])
    func aDateIsReadAndWritten(_ format: DateFormat, _ text: String, _ fraction: Double) throws {
        let date = Date(timeIntervalSince1970: 1_399_360_089 + fraction)
        #expect(try read([format], text) == date)
        #expect(try write(format, date) == text)
        // Where types are converted, a number may be text.
        if !text.hasPrefix("\"") {
            #expect(try read([format], "\"\(text)\"", .lenient) == date)
            #expect(throws: ModelError.self) { try read([format], "\"\(text)\"") }
        }
        #expect(throws: ModelError.self) { try read([format], text.hasPrefix("\"") ? "1399360089" : #""2014-05-06""#) }
    }

    @Test func numbersMayHaveFractionsAndExponents() throws {
        #expect(try read([.epochMicroseconds], "1.39936008925e15") == Self.moment + 0.25)
        #expect(try read([.epochNanoseconds], "1399360089.25e9") == Self.moment + 0.25)
        #expect(try read([.epochNanoseconds], "-0.5e9") == Date(timeIntervalSince1970: -0.5))
        // More digits than 64 bits hold.
        #expect(try read([.epochNanoseconds], "1399360089000000000.00000001") == Self.moment)
        let error = #expect(throws: ModelError.self) { try read([.epochNanoseconds], "1e400") }
        #expect(error?.code == .numberOutOfRange)
    }

    @Test func unitsComeBack() throws {
        let seed = UInt64(61)
        var random = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            // Microseconds between 1907 and 2096: further from 2001 a Date has no room for them.
            let micros = Int.random(in: -2_000_000_000_000_000...4_000_000_000_000_000, using: &random)
            let date = try read([.epochMicroseconds], "\(micros)")
            #expect(try write(.epochMicroseconds, date) == "\(micros)", "seed \(seed)")
            // Nanoseconds are the same date, if not the same digits.
            let nanos = micros * 1000 + Int.random(in: 0...999, using: &random)
            let again = try write(.epochNanoseconds, try read([.epochNanoseconds], "\(nanos)"))
            #expect(try read([.epochNanoseconds], again) == read([.epochNanoseconds], "\(nanos)"), "\(nanos), seed \(seed)")
            // A number means what the text of the same moment does.
            let (seconds, rest) = (Int((Double(nanos) / 1e9).rounded(.down)), ((nanos % 1_000_000_000) + 1_000_000_000) % 1_000_000_000)
            if nanos > 0, seconds == nanos / 1_000_000_000 {
                let digits = String(String(1_000_000_000 + rest).dropFirst())
                let text = try write(.iso8601, Date(timeIntervalSince1970: Double(seconds))).replacing("+0000", with: ".\(digits)Z")
                #expect(try read([.iso8601], text) == read([.epochNanoseconds], "\(nanos)"), "\(text), seed \(seed)")
            }
            let any = Date(timeIntervalSinceReferenceDate: Double.random(in: -1e11...1e11, using: &random))
            #expect(try read([.secondsSince2001], try write(.secondsSince2001, any)) == any, "seed \(seed)")
        }
    }

    @Test func farDatesAreWrittenInFull() throws {
        #expect(try write(.epochNanoseconds, .distantPast) == "-62135769600000000000")
        #expect(try write(.epochNanoseconds, .distantFuture) == "64092211200000000000")
        #expect(try write(.epochMicroseconds, Date(timeIntervalSince1970: -0.000001)) == "-1")
        // What is written as a number follows the option for large ones.
        #expect(try write(.epochNanoseconds, Self.moment) { $0.largeIntegers = .string } == #""1399360089000000000""#)
        #expect(try write(.epochMicroseconds, Self.moment) { $0.largeIntegers = .string } == "1399360089000000")
        for format in [DateFormat.epochNanoseconds, .epochMicroseconds, .secondsSince2001, .http, .rfc2822] {
            #expect(throws: ModelError.self) { try write(format, Date(timeIntervalSince1970: .nan)) { $0.onNonFinite = .fail } }
        }
        #expect(throws: ModelError.self) { try write(.epochNanoseconds, Date(timeIntervalSince1970: 1e300)) }
        #expect(throws: ModelError.self) { try write(.http, Date(timeIntervalSince1970: 253_402_300_800)) }
    }

    @Test func formatsAreEqualToThemselves() {
        let formats: [DateFormat] = [
            .iso8601, .epochSeconds, .epochMilliseconds, .epochMicroseconds, .epochNanoseconds, .secondsSince2001, .http, .rfc2822,
            .pattern("yyyy"),
        ]
        #expect(Set(formats + formats).count == formats.count)
    }

    /// What Foundation's encoder writes by default.
    @Test func secondsSince2001AreFoundationsOwn() throws {
        let date = Self.moment + 0.123
        let text = String(decoding: try JSONEncoder().encode([date]), as: UTF8.self)
        #expect(try "[\(write(.secondsSince2001, date))]" == text)
        #expect(try ModelDecoder(.strict.with(\.dateFormats, [.secondsSince2001])).decode([Date].self, from: text) == [date])
    }

    // MARK: Lists

    private static let many: [DateFormat] = [
        .pattern("dd/MM/yyyy"), .pattern("MM/dd/yyyy"), .pattern("yyyy-MM-dd HH:mm"), .pattern("yyyy-MM-dd HH:mm:ss"), .http, .rfc2822,
        .iso8601, .epochMicroseconds, .epochSeconds,
    ]

    /// What is ambiguous is decided by the order of the list alone: no date before it changes that.
    @Test func theOrderOfTheListDecides() throws {
        let third = Date(timeIntervalSince1970: 1_396_483_200)  // 3 April 2014
        let fourth = Date(timeIntervalSince1970: 1_393_891_200)  // 4 March 2014
        let thirteenth = Date(timeIntervalSince1970: 1_397_347_200)  // 13 April 2014
        let texts = #"["04/13/2014", "03/04/2014", "04/13/2014", "13/04/2014", "03/04/2014"]"#
        let formats = [DateFormat.pattern("dd/MM/yyyy"), .pattern("MM/dd/yyyy")]
        for _ in 0..<3 {
            let decoder = ModelDecoder(.strict.with(\.dateFormats, formats))
            #expect(try decoder.decode([Date].self, from: texts) == [thirteenth, third, thirteenth, thirteenth, third])
            let other = ModelDecoder(.strict.with(\.dateFormats, formats.reversed()))
            #expect(try other.decode([Date].self, from: texts) == [thirteenth, fourth, thirteenth, thirteenth, fourth])
        }
        // All numbers are the first's.
        #expect(try read([.epochSeconds, .epochMilliseconds], "1399360089000") == Date(timeIntervalSince1970: 1_399_360_089_000))
        #expect(try read([.epochMilliseconds, .epochSeconds], "1399360089000") == Self.moment)
    }

    /// A list reads each text as the first of its formats does that reads the text alone, in any order of texts.
    @Test func aListIsItsFormatsOneAfterTheOther() throws {
        let seed = UInt64(62)
        var random = SeededGenerator(seed: seed)
        let texts =
            [
                "06/05/2014", "05/31/2014", "31/05/2014", "2014-05-06 07:08", "2014-05-06 07:08:09", "2014-05-06T07:08:09Z",
                "Tue, 06 May 2014 07:08:09 GMT", "Tue, 06 May 2014 07:08:09 +0200", "6 May 14 07:08 Z", "Tuesday, 06-May-14 07:08:09 GMT",
                "2014-05-06", "20140506", "6/5/2014", "", "x", "06/05/20144", "2014-05-06 07:08:09 UTC",
            ].map { JSONValue.string($0).text } + ["1399360089000000", "-1.5"]
        let formats = Self.many
        for _ in 0..<200 {
            let list = formats.shuffled(using: &random).prefix(Int.random(in: 1...formats.count, using: &random))
            let decoder = ModelDecoder(.strict.with(\.dateFormats, Array(list)))
            for text in texts.shuffled(using: &random) {
                let expected = list.lazy.compactMap { try? read([$0], text) }.first
                let found = try? decoder.decode([Date].self, from: "[\(text)]").first
                #expect(found == expected, "\(text), seed \(seed)")
            }
        }
    }

    @Test func aTextOfNoFormatNamesThem() throws {
        let formats: [DateFormat] = [.http, .rfc2822, .epochMicroseconds, .epochNanoseconds, .secondsSince2001]
        let error = #expect(throws: ModelError.self) { try read(formats, #""yesterday""#) }
        let names = "HTTP's dates, RFC 2822, microseconds since 1970, nanoseconds since 1970, seconds since 2001"
        #expect(error?.code == .invalidValue && error?.message.contains("(dateFormats has \(names))") == true, "\(error as Any)")
    }

    @Test(arguments: [DecodingOptions.Tokenizer.scanner, .yajl])
    func everyWayReadsAList(_ tokenizer: DecodingOptions.Tokenizer) throws {
        let options = DecodingOptions.strict.with(\.tokenizer, tokenizer).with(\.dateFormats, Self.many)
        let json = #"{"at":"Tue, 06 May 2014 07:08:09 GMT","others":["2014-05-06 07:08:09","2014-05-06T07:08:09Z",1399360089000000]}"#
        let log = Log(at: Self.moment, others: [Self.moment, Self.moment, Self.moment])
        let decoder = ModelDecoder(options)
        #expect(try decoder.decode(Log.self, from: json) == log)
        #expect(try decoder.decode(Log.self, fromChunks: Array(json.utf8).map { [$0] }) == log)
        #expect(try decoder.decode(Log.self, from: try decoder.decode(JSONValue.self, from: json)) == log)
        var reader = try ModelReader(Log.self, options: options)
        var models: [Log] = []
        try reader.read(Array((json + "\n" + json + "\n").utf8)) { if let model = $0.model { models.append(model) } }
        try reader.finish { if let model = $0.model { models.append(model) } }
        #expect(models == [log, log])
    }

    @Test func columnsReadAList() throws {
        var options = ColumnOptions()
        options.decoding = DecodingOptions.strict.with(\.dateFormats, Self.many)
        options.columns = ["at"]
        var reader = try ColumnReader(Log.self, options: options)
        var instants: [Int64] = []
        let values = [#""Tue, 06 May 2014 07:08:09 GMT""#, "1399360089250000", #""06/05/2014""#, #""2014-05-06T07:08Z""#]
        func take(_ batch: ColumnBatch) { instants += ColumnText.values(batch["at"], as: Int64.self) ?? [] }
        try reader.read(Array(values.map { "{\"at\":\($0)}\n" }.joined().utf8)) { take($0) }
        try reader.finish { take($0) }
        #expect(instants == [1_399_360_089_000_000, 1_399_360_089_250_000, 1_399_334_400_000_000, 1_399_360_080_000_000])
    }

    @Test func aPropertyHasAListOfItsOwn() throws {
        struct Page: Model, Equatable {
            var changed = Date.distantPast
            static func describe(_ model: inout ModelDescription) {
                model.transforms = ["changed": .date(.http, .epochNanoseconds, .iso8601)]
            }
        }
        let json = #"{"changed":"Tue, 06 May 2014 07:08:09 GMT"}"#
        for value in ["1399360089000000000", #""1399360089000000000""#, #""2014-05-06T07:08:09Z""#] {
            #expect(try Page(json: "{\"changed\":\(value)}") == Page(changed: Self.moment))
        }
        #expect(try Page(json: json) == Page(changed: Self.moment))
        #expect(try Page(changed: Self.moment).jsonString() == json)
    }

    // MARK: Codable

    @Test func strategiesOfCodableCoders() throws {
        let decoder = CodableDecoder()
        decoder.dateDecodingStrategy = .formats(.http, .iso8601, .epochMicroseconds)
        let texts = #"["Tue, 06 May 2014 07:08:09 GMT","2014-05-06 07:08:09 UTC",1399360089000000]"#
        #expect(try decoder.decode([Date].self, from: texts) == [Self.moment, Self.moment, Self.moment])
        for text in ["[null]", "[true]", "[{}]", #"["yesterday"]"#] {
            #expect(throws: DecodingError.self) { try decoder.decode([Date].self, from: text) }
        }
        decoder.dateDecodingStrategy = .formats(.pattern("qq"))
        #expect(throws: ModelError.self) { try decoder.decode([Date].self, from: texts) }
        let encoder = CodableEncoder()
        encoder.dateEncodingStrategy = .format(.http)
        #expect(try encoder.encodeToString([Self.moment]) == #"["Tue, 06 May 2014 07:08:09 GMT"]"#)
        encoder.dateEncodingStrategy = .format(.epochNanoseconds)
        #expect(try encoder.encodeToString([Self.moment]) == "[1399360089000000000]")
        // Not by `#expect(throws:)`: it describes the error, and Foundation traps where it describes such a date.
        #expect((try? encoder.encodeToString([Date(timeIntervalSince1970: .nan)])) == nil)
        encoder.dateEncodingStrategy = .format(.pattern("qq"))
        #expect(throws: ModelError.self) { try encoder.encodeToString([Self.moment]) }
    }
}
