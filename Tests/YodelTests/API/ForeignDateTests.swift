import Foundation
import Testing

@testable import Yodel

/// No model: read and written by what the compiler makes of it.
private struct Meeting: Codable, Equatable {
    var start = Date(timeIntervalSince1970: 0)
    var others: [Date] = []
}

private struct Week: Model, Equatable {
    var first = Meeting()
    var second: Meeting?
}

/// Dates inside of types that are not Yodel's are read and written as those of models are.
@Suite("Dates of foreign types") struct ForeignDateTests {
    @Test(arguments: ["2014-05-27T23:36:07Z", "2014-05-28 01:36:07+0200", "2014-05-27 23:36:07.000", "Tue May 27 23:36:07 +0000 2014"])
    func areRead(_ text: String) throws {
        let week = try Week(
            json: #"{"first": {"start": "\#(text)", "others": ["\#(text)"]}, "second": {"start": "\#(text)", "others": []}}"#)
        let date = Date(timeIntervalSince1970: 1_401_233_767)
        #expect(week == Week(first: Meeting(start: date, others: [date]), second: Meeting(start: date)))
    }

    @Test(arguments: ["", "soon", "2014-13-27"])
    func whatIsNoDateIsAMismatch(_ text: String) throws {
        let json = #"{"first": {"start": "\#(text)", "others": []}}"#
        #expect(try Week(json: json) == Week())
        let error = #expect(throws: ModelError.self) { try ModelDecoder(.strict).decode(Week.self, from: json) }
        #expect(error?.category == .mismatch && error?.path.description == "first.start" && error?.underlying is DecodingError)
    }

    @Test(
        arguments: [
            (.iso8601, #"{"first":{"others":["1970-01-01T00:00:01+0000"],"start":"1970-01-01T00:00:00+0000"}}"#),
            (.epochSeconds, #"{"first":{"others":[1.5],"start":0}}"#), (.epochMilliseconds, #"{"first":{"others":[1500],"start":0}}"#),
        ] as [(DateFormat, String)])
    func areWritten(_ format: DateFormat, _ text: String) throws {
        var options = EncodingOptions()
        options.dateFormat = format
        options.sortsKeys = true
        let week = Week(first: Meeting(others: [Date(timeIntervalSince1970: 1.5)]))
        #expect(try ModelEncoder(options).encodeToString(week) == text)
    }

    @Test func aDateWithoutATextIsAnError() {
        let week = Week(first: Meeting(start: Date(timeIntervalSince1970: 1e12)))
        let error = #expect(throws: ModelError.self) { try week.jsonString() }
        #expect(error?.code == .numberOutOfRange && error?.path.description == "first.start")
    }
}
