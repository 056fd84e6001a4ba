#if Ingest
import Foundation
import GRDB
import Testing
import Yodel
import YodelIngest

@Suite("Rows in SQLite")
struct SQLiteSinkTests {
    @Test func everyTypeOfPropertyHasItsColumn() async throws {
        let folder = try TemporaryFolder()
        let summary = try await ingest(
            Everything.self, [.file(folder.write("in", Everything.document(text: #"a \"b\" \u0000 ☃"#)))], folder("db"))
        #expect(summary.rows == 1 && summary.rejects == 0, "\(summary)")
        let content = try Content(folder("db"))
        let row = try #require(try content.rows("SELECT * FROM everything").first)
        let expected: [(any DatabaseValueConvertible)?] = [
            1, -8, -16, -32, Int64.min, 255, 65535, 4_294_967_295, "18446744073709551615", "-170141183460469231731687303715884105728",
            Double(Float(0.1)),
            1e300, "a \"b\" ", "é", "green", "red", "2026-11-21T10:11:12.123456Z", Data([0, 1, 2, 255]),
            "00112233-4455-6677-8899-AABBCCDDEEFF", "0.1",
            "https://example.org/", #"{"a":1,"b":["x"]}"#, #"{"a":2,"b":[]}"#, "[1,2]", #"{"a":1,"b":2}"#, #"{"z":[1.0,null]}"#,
        ]
        #expect(row == expected.map { $0?.databaseValue ?? .null })
        // All of the text is there; what reads it as a C string ends at U+0000.
        #expect(try content.texts("SELECT hex(text) FROM everything") == ["612022622220" + "0020E29883"])
    }

    @Test func absentOptionalsAreNullAndDefaultsAreTheModels() async throws {
        let folder = try TemporaryFolder()
        try await ingest(Everything.self, [.file(folder.write("in", "{\"text\": \"\"}\n"))], folder("db"))
        let row = try Content(folder("db")).rows("SELECT maybeColor, url, maybeInner, inner, value, uint64, color FROM everything")
        #expect(
            row == [[.null, .null, .null, #"{"a":1,"b":[]}"#.databaseValue, "null".databaseValue, 0.databaseValue, "red".databaseValue]])
    }

    @Test func theTableHasTheKeyTheIndexesAndTheTypes() async throws {
        let folder = try TemporaryFolder()
        try await ingest(Everything.self, [.file(folder.write("in", ""))], folder("db"))
        let content = try Content(folder("db"))
        let definition = try #require(try content.texts("SELECT sql FROM sqlite_master WHERE name = 'everything'").first ?? nil)
        for part in [
            #""bool" INTEGER NOT NULL"#, #""uint64" ANY NOT NULL"#, #""double" REAL,"#, #""maybeColor" TEXT,"#, #""data" BLOB NOT NULL"#,
            #"PRIMARY KEY ("text", "int8")"#, "STRICT",
        ] {
            #expect(definition.contains(part), "\(part) in \(definition)")
        }
        let indexes = try content.texts("SELECT sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL ORDER BY name")
        #expect(
            indexes == [
                #"CREATE INDEX "everything_by_date" ON "everything" ("date")"#,
                #"CREATE INDEX "everything_by_double_bool" ON "everything" ("double", "bool")"#,
            ])
        try await ingest(Item.self, [.file(folder.write("in", ""))], folder("db"))
        // An integer key is the row's number itself.
        #expect(
            try content.texts("SELECT sql FROM sqlite_master WHERE name = 'items'")[0]?.contains(#""id" INTEGER NOT NULL PRIMARY KEY"#)
                == true)
    }

    @Test func aRowWithAKeyThatIsThereReplacesIt() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(
            "in", #"{"id": 1, "name": "a"}"# + "\n" + #"{"id": 2, "name": "b"}"# + "\n" + #"{"id": 1, "name": "c"}"# + "\n")
        try await ingest(Item.self, [.file(path)], folder("db"))
        #expect(try Content(folder("db")).texts("SELECT name FROM items ORDER BY id") == ["c", "b"])
    }

    @Test func rejectsTellWhatWasWrongAndWhere() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("in", "{\"id\": 1}\n{\"id\": }\n\n{\"name\": \"x\"}\n{\"id\": {}}\n{\"id\": 3}\n")
        let summary = try await ingest(Item.self, [.file(path)], folder("db"))
        #expect(summary.rows == 2 && summary.rejects == 3)
        #expect(summary.rejectsByCode == ["unexpectedByte": 1, "missingKey": 1, "typeMismatch": 1], "\(summary.rejectsByCode)")
        let content = try Content(folder("db"))
        let rows = try content.rows(
            "SELECT source, line, offset, length, code, path, CAST(raw AS TEXT), attempts FROM rejects ORDER BY line")
        let expected: [[any DatabaseValueConvertible]] = [
            [path, 2, 10, 8, "unexpectedByte", "id", "{\"id\": }", 1], [path, 4, 20, 13, "missingKey", "id", "{\"name\": \"x\"}", 1],
            [path, 5, 34, 10, "typeMismatch", "id", "{\"id\": {}}", 1],
        ]
        #expect(rows == expected.map { $0.map(\.databaseValue) }, "\(rows)")
        #expect(try content.texts("SELECT reason FROM rejects WHERE line = 5")[0]?.contains("expected Int") == true)
    }

    @Test func aColumnThatTheTableDoesNotHaveIsAdded() async throws {
        let folder = try TemporaryFolder()
        try await ingest(Entry.self, [.file(folder.write("a", lines(1...2)))], folder("db"))
        struct Longer: Model, TableModel {
            static let table = IngestTable("entries")
            var id = 0
            var name = "none"
            var score: Double?
        }
        try await ingest(Longer.self, [.file(folder.write("b", #"{"id": 3, "score": 0.5}"# + "\n"))], folder("db"))
        let rows = try Content(folder("db")).rows("SELECT id, name, score FROM entries ORDER BY id")
        #expect(
            rows == [
                [1.databaseValue, .null, .null], [2.databaseValue, .null, .null],
                [3.databaseValue, "none".databaseValue, 0.5.databaseValue],
            ])
        // And a model that has fewer leaves the others alone.
        try await ingest(Entry.self, [.file(folder.write("c", lines([4])))], folder("db"))
        #expect(try Content(folder("db")).ids() == [1, 2, 3, 4])
    }

    @Test(arguments: [
        ("CREATE TABLE entries (id TEXT) STRICT", "column id of type TEXT"),
        ("CREATE TABLE entries (id INTEGER PRIMARY KEY) STRICT", "has the key (id)"),
        ("CREATE TABLE entries (id INTEGER, must TEXT NOT NULL) STRICT", "must not be null"),
    ])
    func aTableThatDoesNotFitIsRefused(_ definition: String, _ words: String) async throws {
        let folder = try TemporaryFolder()
        try Content(folder("db")).run(definition)
        let path = try folder.write("in", lines([1]))
        await expectError(.sink, words) { try await ingest([.file(path)], folder("db")) }
        #expect(try Content(folder("db")).ints("SELECT count(*) FROM entries") == [0])
    }

    @Test(arguments: [
        (IngestTable("rejects"), "cannot be named"), (IngestTable("ingest_x"), "cannot be named"),
        (IngestTable("t", key: ["ID"]), "\"ID\", which is no column"),
        (IngestTable("t", indexes: [["id", "id"]]), "twice"), (IngestTable("t", indexes: [[]]), "names no property"),
    ])
    func aDeclarationThatDoesNotFitIsRefused(_ table: IngestTable, _ words: String) async throws {
        let folder = try TemporaryFolder()
        let sink = SQLiteSink(table: table, path: folder("db"))
        await expectError(.declaration, words) { let _: IngestSummary = try await IngestPipeline(Entry.self, from: [], into: sink).run() }
    }

    @Test func aFileThatIsNoDatabaseIsRefused() async throws {
        let folder = try TemporaryFolder()
        try folder.write("db", String(repeating: "no database ", count: 100))
        await expectError(.sink, "is no SQLite database") { try await ingest([], folder("db")) }
        await expectError(.sink, "cannot be opened") { try await ingest([], folder("none/db")) }
    }

    @Test func theFileOfRejectsHasALineForEach() async throws {
        let folder = try TemporaryFolder()
        var options = SQLiteSink.Options()
        options.rejectsPath = folder("rejects")
        let bytes = Array("{\"id\": 1}\n{\"id\n".utf8) + [0xFF, 0x0A]
        let path = try folder.write("in", bytes)
        try await ingest(Entry.self, [.file(path)], folder("db"), IngestOptions(), options)
        // What no transaction counts goes when the file is opened again.
        try folder.append("rejects", "{\"half")
        try folder.append("in", "bad\n")
        try await ingest(Entry.self, [.file(path)], folder("db"), IngestOptions(), options)
        let rejects = try Data(contentsOf: URL(fileURLWithPath: folder("rejects"))).split(separator: 0x0A).map {
            try ModelDecoder().decode(JSONValue.self, from: Data($0))
        }
        #expect(rejects.map { $0["line"] } == [2, 3, 4])
        #expect(rejects.map { $0["raw"] } == ["{\"id", nil, "bad"])
        #expect(rejects.map { $0["rawBase64"] } == [nil, "/w==", nil])
    }

    @Test func aRejectMayBeMendedOverSeveralLines() async throws {
        let folder = try TemporaryFolder()
        try await ingest(Entry.self, [.file(folder.write("in", "bad\nworse\n{}\n"))], folder("db"))
        let content = try Content(folder("db"))
        try content.run("UPDATE rejects SET raw = '{' || char(10) || '\"id\": 5' || char(10) || '}' WHERE line = 1")
        try content.run("UPDATE rejects SET raw = '{\"id\": 6}' || char(30) || '{\"id\": 7}' WHERE line = 2")
        let summary = try await SQLiteSink(Entry.self, path: folder("db")).replay(Entry.self)
        #expect(summary.rows == 1 && summary.rejects == 2)
        #expect(try content.ids() == [5])
        #expect(
            try content.rows("SELECT line, code, attempts FROM rejects ORDER BY line")
                == [("trailingContent", 2), ("missingKey", 3)].map { [$1.databaseValue, $0.databaseValue, 2.databaseValue] })
    }

    @Test func aFileOfRejectsHasOneWriter() async throws {
        let folder = try TemporaryFolder()
        var options = SQLiteSink.Options()
        options.rejectsPath = folder("rejects")
        let sink = SQLiteSink(Entry.self, path: folder("db"), options: options)
        try await sink.open(try ColumnReader(Entry.self).fields)
        await expectError(.sink, "another ingestion writes") { [options] in
            try await ingest(Entry.self, [], folder("db"), IngestOptions(), options)
        }
        try await sink.close()
        try await ingest(Entry.self, [], folder("db"), IngestOptions(), options)
    }

    @Test(arguments: [-1, .nan, .infinity, 1e300])
    func aTimeThatIsNoneIsRefused(seconds: Double) async throws {
        let folder = try TemporaryFolder()
        var options = SQLiteSink.Options()
        options.busySeconds = seconds
        await expectError(.declaration, "busySeconds") { [options] in
            try await ingest(Entry.self, [], folder("db"), IngestOptions(), options)
        }
    }

    @Test func replayTakesInWhatIsMended() async throws {
        let folder = try TemporaryFolder()
        try await ingest(Entry.self, [.file(folder.write("in", "{\"id\": 1}\n{\"key\": 2}\n{\"key\": 3}\n"))], folder("db"))
        struct Mended: Model, TableModel {
            static let table = IngestTable("entries")
            static func describe(_ model: inout ModelDescription) {
                model.keys = ["id": ["id", "key"]]
                model.required = ["id"]
            }
            var id = 0
        }
        let content = try Content(folder("db"))
        try content.run("UPDATE rejects SET raw = 'no JSON' WHERE line = 3")
        let summary = try await SQLiteSink(Mended.self, path: folder("db")).replay(Mended.self)
        #expect(summary.rows == 1 && summary.rejects == 1 && summary.withoutBytes == 0)
        #expect(try content.ids() == [1, 2])
        #expect(try content.rows("SELECT line, attempts FROM rejects") == [[3.databaseValue, 2.databaseValue]])
        // Nothing comes in twice.
        _ = try await SQLiteSink(Mended.self, path: folder("db")).replay(Mended.self)
        #expect(try content.ids() == [1, 2])
    }
}
#endif
