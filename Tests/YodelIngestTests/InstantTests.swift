#if Ingest
import Foundation
import Testing
import Yodel
import YodelIngest

@Suite("Dates of all years in tables")
struct InstantTests {
    struct Event: Model, TableModel {
        static let table = IngestTable("events")
        var at = Date(timeIntervalSince1970: 1)
    }

    /// Texts of dates, in their order, and what a table has of them.
    static let texts: [(text: String, instant: String)] = [
        ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00.000000Z"), ("0099-12-31T23:59:59.5Z", "0099-12-31T23:59:59.500000Z"),
        ("1500-02-28", "1500-02-28T00:00:00.000000Z"), ("1500-02-29T12:00:00Z", "1500-03-01T12:00:00.000000Z"),
        ("1582-10-04", "1582-10-04T00:00:00.000000Z"), ("1582-10-15", "1582-10-15T00:00:00.000000Z"),
        ("1969-12-31T23:59:59.999999Z", "1969-12-31T23:59:59.999999Z"), ("2026-11-21T10:11:12.123456Z", "2026-11-21T10:11:12.123456Z"),
        ("9999-12-31T23:59:59Z", "9999-12-31T23:59:59.000000Z"),
        // The last microsecond for which a Double has room in that second.
        ("9999-12-31T23:59:59.999999Z", "9999-12-31T23:59:59.999969Z"),
    ]

    private static func file(_ folder: TemporaryFolder, _ values: [String]) throws -> String {
        try folder.write("in", values.map { "{\"at\": \($0)}\n" }.joined())
    }

    @Test func aTableHasTheDayThatTheTextSays() async throws {
        let folder = try TemporaryFolder()
        try await ingest(Event.self, [.file(Self.file(folder, Self.texts.map { "\"\($0.text)\"" }))], folder("db"))
        let content = try Content(folder("db"))
        let expected: [String?] = Self.texts.map { $0.instant }
        #expect(try content.texts("SELECT at FROM events ORDER BY rowid") == expected)
        // SQLite's own functions read them.
        #expect(try content.texts("SELECT datetime(at) FROM events ORDER BY rowid")[0] == "0001-01-01 00:00:00")
    }

    @Test func linesOfJSONHaveIt() async throws {
        let folder = try TemporaryFolder()
        _ = try await IngestPipeline(
            Event.self, from: [.file(Self.file(folder, Self.texts.map { "\"\($0.text)\"" }))], into: NDJSONSink(path: folder("out"))
        ).run()
        let lines = String(decoding: try Data(contentsOf: URL(fileURLWithPath: folder("out"))), as: UTF8.self)
        #expect(lines == Self.texts.map { "{\"at\":\"\($0.instant)\"}\n" }.joined())
    }

    @Test func yearsOfMoreOrLessThanFourDigitsHaveASign() async throws {
        let folder = try TemporaryFolder()
        var options = IngestOptions()
        options.decoding.dateFormats = [.epochSeconds]
        let path = try Self.file(folder, ["-210866760000", "253402300800", "8.9e12"])
        try await ingest(Event.self, [.file(path)], folder("db"), options)
        #expect(
            try Content(folder("db")).texts("SELECT at FROM events ORDER BY rowid") == [
                "-004712-01-01T12:00:00.000000Z", "+010000-01-01T00:00:00.000000Z", "+283999-10-10T06:13:20.000000Z",
            ])
    }
}
#endif
