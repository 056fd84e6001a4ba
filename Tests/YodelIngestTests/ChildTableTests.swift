#if Ingest
import Foundation
import GRDB
import Testing
import Yodel
import YodelIngest

@Suite("Elements in tables of their own")
struct ChildTableTests {
    enum Color: String, Sendable { case red, green }

    struct Inner: Model {
        var a = 1
    }

    struct Element: Model {
        var number = 0
        var text = ""
        var maybe: Double?
        var color = Color.red
        var date = Date(timeIntervalSince1970: 0)
        var data = Data()
        var uuid = UUID(uuidString: "00000000-0000-0000-0000-000000000000")!
        var big: UInt64 = 0
        var flag = false
        var inner = Inner()
        var list: [Int] = []
    }

    struct Parent: Model, TableModel {
        static let table = IngestTable(
            "parents", key: ["id"],
            children: [
                .init("elements", table: "elements", indexes: [["text", "number"]]), "holes", "numbers", "maybeNumbers", "colors", "lists",
                "values",
                "set", "counts", "models", "byNumber",
            ])
        var id = 0
        var elements: [Element] = []
        var holes: [Inner?]?
        var numbers: [Int] = []
        var maybeNumbers: [Int?]?
        var colors: [Color] = []
        var lists: [[Int]] = []
        var values: [JSONValue] = []
        var set: Set<Int> = []
        var counts: [String: Int?] = [:]
        var models: [Color: Inner] = [:]
        var byNumber: [Int: [String]] = [:]
        static func describe(_ model: inout ModelDescription) { model.required = ["id"] }
    }

    private static func values(_ rows: [[(any DatabaseValueConvertible)?]]) -> [[DatabaseValue]] {
        rows.map { $0.map { $0?.databaseValue ?? .null } }
    }

    /// Ingests lines, and gives what the database holds.
    @discardableResult
    private static func take<T: TableModel>(
        _ type: T.Type, _ text: String, _ folder: TemporaryFolder, rejects: Int = 0, _ options: IngestOptions = IngestOptions()
    ) async throws -> Content {
        let path = try folder.write(UUID().uuidString, text)
        let summary = try await ingest(T.self, [.file(path)], folder("db"), options)
        #expect(summary.rejects == rejects, "\(summary)")
        return try Content(folder("db"))
    }

    private static let document = #"""
        {"id": 7, "elements": [{"number": -1, "text": "a \u0000 ☃", "maybe": 0.5, "color": "green", "date": "2026-11-21T10:11:12.123456Z", "data": "AAEC/w==", \#
        "uuid": "00112233-4455-6677-8899-AABBCCDDEEFF", "big": 18446744073709551615, "flag": true, "inner": {"a": 2}, "list": [1, 2]}, {}], "holes": [{"a": 3}, null], \#
        "numbers": [4, 5], "maybeNumbers": [null, 6], "colors": ["green"], "lists": [[], [1]], "values": [{"z": 1}, null, "x"], "set": [8], \#
        "counts": {"b": null, "": 9}, "models": {"red": {"a": 10}}, "byNumber": {"11": ["y"]}}
        """# + "\n"

    @Test func everyKindOfElementHasItsColumns() async throws {
        let folder = try TemporaryFolder()
        let content = try await Self.take(Parent.self, Self.document, folder)
        #expect(
            try content.rows("SELECT * FROM parents") == Self.values([[7, 2, 2, 2, 2, 1, 2, 3, 1, 2, 1, 1]]))
        #expect(
            try content.rows(
                "SELECT parents_id, position, number, hex(text), maybe, color, date, data, uuid, big, flag, inner, list FROM elements")
                == Self.values([
                    [
                        7, 0, -1, "61200020E29883", 0.5, "green", "2026-11-21T10:11:12.123456Z", Data([0, 1, 2, 255]),
                        "00112233-4455-6677-8899-AABBCCDDEEFF", "18446744073709551615", 1, #"{"a":2}"#, "[1,2]",
                    ],
                    [
                        7, 1, 0, "", nil, "red", "1970-01-01T00:00:00.000000Z", Data(), "00000000-0000-0000-0000-000000000000", 0, 0,
                        #"{"a":1}"#,
                        "[]",
                    ],
                ]))
        let expected: [(String, [[(any DatabaseValueConvertible)?]])] = [
            ("holes", [[7, 0, 3], [7, 1, nil]]), ("numbers", [[7, 0, 4], [7, 1, 5]]), ("maybeNumbers", [[7, 0, nil], [7, 1, 6]]),
            ("colors", [[7, 0, "green"]]), ("lists", [[7, 0, "[]"], [7, 1, "[1]"]]),
            ("values", [[7, 0, #"{"z":1}"#], [7, 1, "null"], [7, 2, #""x""#]]), ("set", [[7, 0, 8]]),
            ("counts", [[7, "", 9], [7, "b", nil]]), ("models", [[7, "red", 10]]), ("byNumber", [[7, 11, #"["y"]"#]]),
        ]
        for (property, rows) in expected {
            #expect(try content.rows("SELECT * FROM \"parents_\(property)\"") == Self.values(rows), "\(property)")
        }
        let indexes = try content.texts("SELECT sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL")
        #expect(indexes == [#"CREATE INDEX "elements_by_text_number" ON "elements" ("text", "number")"#])
    }

    @Test func nilIsNullAndNoElementsAreZero() async throws {
        let folder = try TemporaryFolder()
        let text = #"{"id": 1}"# + "\n" + #"{"id": 2, "holes": [], "maybeNumbers": null, "numbers": []}"# + "\n"
        let content = try await Self.take(Parent.self, text, folder)
        #expect(
            try content.rows("SELECT id, numbers, holes, maybeNumbers, counts FROM parents ORDER BY id")
                == Self.values([[1, 0, nil, nil, 0], [2, 0, 0, nil, 0]]))
        for table in ["elements", "parents_holes", "parents_maybeNumbers", "parents_counts"] {
            #expect(try content.ints("SELECT count(*) FROM \(table)") == [0], "\(table)")
        }
    }

    struct Push: Model, TableModel {
        static let table = IngestTable("pushes", key: ["id"], children: ["commits", "labels"])
        var id = 0
        var commits: [Commit] = []
        var labels: [String]?
        static func describe(_ model: inout ModelDescription) { model.required = ["id"] }
    }

    struct Commit: Model {
        var sha = ""
        var size: Double?
        var isDistinct = true
        var tags: [String] = []
    }

    @Test(arguments: [1, 1000])
    func aRowThatReplacesAnotherReplacesItsElements(maximumRows: Int) async throws {
        let folder = try TemporaryFolder()
        var options = IngestOptions()
        options.maximumRows = maximumRows
        let lines = [
            #"{"id": 1, "commits": [{"sha": "a"}, {"sha": "b"}, {"sha": "c"}], "labels": ["x"]}"#, #"{"id": 2, "commits": [{"sha": "d"}]}"#,
            #"{"id": 1, "commits": [{"sha": "e"}], "labels": []}"#, #"{"id": 2}"#, #"{"id": 3, "labels": ["y", "z"]}"#,
        ]
        let content = try await Self.take(Push.self, lines.joined(separator: "\n"), folder, options)
        let commits = "SELECT pushes_id, position, sha FROM pushes_commits ORDER BY 1, 2"
        #expect(try content.rows(commits) == Self.values([[1, 0, "e"]]))
        #expect(
            try content.rows("SELECT id, commits, labels FROM pushes ORDER BY id")
                == Self.values([[1, 1, 0], [2, 0, nil], [3, 0, 2]]))
        // And so does one of a later run.
        try await Self.take(Push.self, #"{"id": 3, "commits": [{"sha": "f"}, {"sha": "g"}], "labels": ["w"]}"# + "\n", folder, options)
        #expect(try content.rows(commits) == Self.values([[1, 0, "e"], [3, 0, "f"], [3, 1, "g"]]))
        #expect(try content.rows("SELECT * FROM pushes_labels") == Self.values([[3, 0, "w"]]))
    }

    @Test func aRowThatIsDeletedTakesItsElementsWithIt() async throws {
        let folder = try TemporaryFolder()
        let content = try await Self.take(Push.self, #"{"id": 1, "labels": ["x"]}"# + "\n" + #"{"id": 2, "labels": ["y"]}"# + "\n", folder)
        try content.run("DELETE FROM pushes WHERE id = 1")
        #expect(try content.rows("SELECT * FROM pushes_labels") == Self.values([[2, 0, "y"]]))
    }

    @Test func aReplayWritesElements() async throws {
        let folder = try TemporaryFolder()
        let content = try await Self.take(Push.self, "{\"id\": 1, \"labels\": [\"x\"]}\nbad\n", folder, rejects: 1)
        try content.run("UPDATE rejects SET raw = '{\"id\": 1, \"labels\": [\"y\", \"z\"]}'")
        #expect(try await SQLiteSink(Push.self, path: folder("db")).replay(Push.self).rows == 1)
        #expect(try content.rows("SELECT * FROM pushes_labels") == Self.values([[1, 0, "y"], [1, 1, "z"]]))
        #expect(try content.ints("SELECT labels FROM pushes") == [2])
    }

    @Test func aRowWithoutItsElementsIsNone() async throws {
        let folder = try TemporaryFolder()
        let content = try await Self.take(Push.self, #"{"id": 1, "labels": ["x"]}"# + "\n", folder)
        try content.run(
            "CREATE TRIGGER no BEFORE INSERT ON pushes_labels WHEN NEW.value = 'no' BEGIN SELECT RAISE(ABORT, 'no such label'); END")
        let path = try folder.write("in", #"{"id": 1, "labels": ["y"]}"# + "\n" + #"{"id": 2, "labels": ["z", "no"]}"# + "\n")
        await expectError(.row, "no such label, row 2 of a batch for pushes_labels") {
            try await ingest(Push.self, [.file(path)], folder("db"))
        }
        #expect(try content.rows("SELECT * FROM pushes_labels") == Self.values([[1, 0, "x"]]))
        #expect(try content.ints("SELECT id FROM pushes") == [1])
        try content.run("DROP TRIGGER no")
        #expect(try await ingest(Push.self, [.file(path)], folder("db")).rows == 2)
        #expect(try content.rows("SELECT * FROM pushes_labels") == Self.values([[1, 0, "y"], [2, 0, "z"], [2, 1, "no"]]))
    }

    // MARK: - Names

    struct Named: Model, TableModel {
        static let table = IngestTable("items", key: ["name", "number"], children: ["list", "map"])
        var name = ""
        var number: UInt64 = 0
        var list: [Taken] = []
        var map: [String: Taken] = [:]
    }

    struct Taken: Model {
        var POSITION = 0
        var key = ""
        var items_name = ""
        var items_name_ = ""
    }

    @Test func namesThatAreTakenGetAnUnderscore() async throws {
        let folder = try TemporaryFolder()
        let text =
            #"{"name": "n", "number": 18446744073709551615, "list": [{"POSITION": 5, "key": "k"}], "map": {"m": {"key": "l"}}}"# + "\n"
        for _ in 0..<2 {
            let content = try await Self.take(Named.self, text, folder)
            for (table, columns, rows) in [
                (
                    "items_list", ["items_name__", "items_number", "position_", "POSITION", "key", "items_name", "items_name_"],
                    [["n", "18446744073709551615", 0, 5, "k", "", ""]]
                ),
                (
                    "items_map", ["items_name__", "items_number", "key_", "POSITION", "key", "items_name", "items_name_"],
                    [["n", "18446744073709551615", "m", 0, "l", "", ""]]
                ),
            ] as [(String, [String], [[(any DatabaseValueConvertible)?]])] {
                #expect(try content.texts("SELECT name FROM pragma_table_info('\(table)')") == columns)
                #expect(try content.rows("SELECT * FROM \(table)") == Self.values(rows))
            }
        }
    }

    // MARK: - Evolution

    @Test func aColumnThatTheTableDoesNotHaveIsAdded() async throws {
        struct Longer: Model, TableModel {
            static let table = IngestTable("pushes", key: ["id"], children: ["commits", "labels", "notes"])
            var id = 0
            var commits: [LongerCommit] = []
            var labels: [String]?
            var notes: [Int] = []
        }
        struct LongerCommit: Model {
            var sha = ""
            var isDistinct = true
            var tags: [String] = []
            var author = "nobody"
        }
        let folder = try TemporaryFolder()
        try await Self.take(Push.self, #"{"id": 1, "commits": [{"sha": "a"}]}"# + "\n", folder)
        let content = try await Self.take(Longer.self, #"{"id": 2, "commits": [{"sha": "b"}], "notes": [3]}"# + "\n", folder)
        #expect(
            try content.rows("SELECT pushes_id, sha, author FROM pushes_commits ORDER BY 1")
                == Self.values([[1, "a", nil], [2, "b", "nobody"]]))
        #expect(try content.rows("SELECT * FROM pushes_notes") == Self.values([[2, 0, 3]]))
    }

    @Test(arguments: [
        ("CREATE TABLE pushes (id INTEGER NOT NULL PRIMARY KEY, commits TEXT) STRICT", "column commits of type TEXT"),
        (
            "CREATE TABLE pushes_commits (pushes_id INTEGER, position INTEGER, sha BLOB, PRIMARY KEY (pushes_id, position)) STRICT",
            "column sha of type BLOB"
        ),
        (
            "CREATE TABLE pushes_labels (pushes_id INTEGER, \"key\" TEXT, value TEXT, PRIMARY KEY (pushes_id, \"key\")) STRICT",
            "has the key (pushes_id, key)"
        ),
        (
            "CREATE TABLE pushes_labels (pushes_id INTEGER, position INTEGER, value TEXT, must TEXT NOT NULL, PRIMARY KEY (pushes_id, position)) STRICT",
            "must not be null"
        ),
    ])
    func aTableThatDoesNotFitIsRefused(_ definition: String, _ words: String) async throws {
        let folder = try TemporaryFolder()
        try Content(folder("db")).run(definition)
        let path = try folder.write("in", "{\"id\": 1, \"labels\": [\"x\"]}\n")
        await expectError(.sink, words) { try await ingest(Push.self, [.file(path)], folder("db")) }
    }

    // MARK: - Declarations

    @Test(arguments: [
        (IngestTable("t", children: ["commits"]), "need a key of their parent"),
        (IngestTable("t", key: ["id"], children: ["comits"]), "\"comits\" is no array, set or dictionary of Push"),
        (IngestTable("t", key: ["id"], children: ["comits"]), "those that can: commits, labels"),
        (IngestTable("t", key: ["id"], children: ["id"]), "\"id\" is no array"),
        (IngestTable("t", key: ["id"], children: ["commits", "commits"]), "name a property twice"),
        (IngestTable("t", key: ["id", "labels"], children: ["labels"]), "\"labels\", which is a child table"),
        (IngestTable("t", key: ["id"], children: [.init("commits", table: "T")]), "two tables of t are named \"T\""),
        (
            IngestTable("t", key: ["id"], children: [.init("commits", table: "c"), .init("labels", table: "C")]),
            "two tables of t are named \"C\""
        ),
        (IngestTable("t", key: ["id"], children: [.init("commits", table: "rejects")]), "cannot be named \"rejects\""),
        (IngestTable("t", key: ["id"], children: [.init("commits", indexes: [["shaa"]])]), "the index of t_commits names \"shaa\""),
        (IngestTable("t", key: ["id"], children: [.init("commits", indexes: [[]])]), "names no property"),
    ])
    func aDeclarationThatDoesNotFitIsRefused(_ table: IngestTable, _ words: String) async throws {
        let folder = try TemporaryFolder()
        let sink = SQLiteSink(table: table, path: folder("db"))
        await expectError(.declaration, words) { let _: IngestSummary = try await IngestPipeline(Push.self, from: [], into: sink).run() }
        await expectError(.declaration, words) { _ = try await sink.replay(Push.self) }
        #expect(!FileManager.default.fileExists(atPath: folder("db")))
    }

    @Test func aModelThatIsNestedOnceHasNoElements() async throws {
        struct Single: Model {
            var id = 0
            var inner = Inner()
            var value = JSONValue.null
        }
        for name in ["inner", "value"] {
            let sink = SQLiteSink(table: IngestTable("t", key: ["id"], children: [.init(name)]), path: "/nowhere")
            await expectError(.declaration, "\"\(name)\" is no array, set or dictionary of Single") {
                let _: IngestSummary = try await IngestPipeline(Single.self, from: [], into: sink).run()
            }
        }
    }

    @Test func aSinkIsOpenedWithTheColumnsThatItAsksFor() async throws {
        let folder = try TemporaryFolder()
        let sink = SQLiteSink(Push.self, path: folder("db"))
        #expect(sink.expandedProperties == ["commits", "labels"])
        var flat = ColumnOptions()
        flat.nested = .json
        await expectError(.declaration, "\"commits\" is no array") { [flat] in
            try await sink.open(try ColumnReader(Push.self, options: flat).fields)
        }
        await expectError(.declaration, "has columns below it") {
            try await SQLiteSink(table: IngestTable("t"), path: folder("db")).open(try ColumnReader(Push.self).fields)
        }
    }

    @Test func aSinkThatAsksForNothingGetsJSON() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("in", #"{"id": 1, "commits": [{"sha": "a"}], "labels": ["x"]}"# + "\n")
        let _: IngestSummary = try await IngestPipeline(Push.self, from: [.file(path)], into: NDJSONSink(path: folder("out"))).run()
        #expect(
            try String(contentsOfFile: folder("out"), encoding: .utf8)
                == #"{"id":1,"commits":[{"isDistinct":true,"sha":"a","tags":[]}],"labels":["x"]}"# + "\n")
    }
}
#endif
