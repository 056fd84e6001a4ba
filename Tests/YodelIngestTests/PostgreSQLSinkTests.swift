#if PostgreSQL
import Foundation
import Testing
import Yodel

@testable import YodelIngest

// Against the server that YODEL_POSTGRESQL_URL names; Tests/Ingest/postgresql starts one.

@Suite("Rows in PostgreSQL", .enabled(if: TemporarySchema.server != nil, "YODEL_POSTGRESQL_URL names no server"))
struct PostgreSQLSinkTests {
    @Test func everyTypeOfPropertyHasItsColumn() async throws {
        let (folder, schema) = (try TemporaryFolder(), try TemporarySchema())
        let done = try await schema.ingest(Everything.self, folder.write("in", Everything.document(text: #"a \"b\" ☃"#)))
        #expect(done.summary.rows == 1 && done.summary.rejects == 0 && done.refused == 0, "\(done.summary)")
        try schema.run("SET timezone = 'UTC'")
        let row = try #require(try schema.rows("SELECT * FROM everything").first)
        #expect(
            row == [
                "true", "-8", "-16", "-32", "-9223372036854775808", "255", "65535", "4294967295", "18446744073709551615",
                "-170141183460469231731687303715884105728", "0.1", "1e+300", "a \"b\" ☃", "é", "green", "red",
                "2026-11-21 10:11:12.123456+00", #"\x000102ff"#, "00112233-4455-6677-8899-aabbccddeeff", "0.1", "https://example.org/",
                #"{"a": 1, "b": ["x"]}"#, #"{"a": 2, "b": []}"#, "[1, 2]", #"{"a": 1, "b": 2}"#, #"{"z": [1.0, null]}"#,
            ])
        let types = try schema.rows(
            """
            SELECT attname, format_type(atttypid, atttypmod), attnotnull FROM pg_attribute
            WHERE attrelid = 'everything'::regclass AND attnum > 0 AND attname IN ('uint8', 'uint64', 'double', 'url', 'inner', 'uuid') ORDER BY attnum
            """)
        #expect(
            types == [
                ["uint8", "smallint", "true"], ["uint64", "numeric(20,0)", "true"], ["double", "double precision", "true"],
                ["uuid", "uuid", "true"], ["url", "text", "false"], ["inner", "jsonb", "true"],
            ])
        let indexes = try schema.texts(
            "SELECT regexp_replace(indexdef, 'ON [^ ]+ ', '') FROM pg_indexes WHERE tablename = 'everything' AND schemaname = current_schema() ORDER BY indexname"
        )
        #expect(
            indexes == [
                "CREATE INDEX everything_by_date USING btree (date)", "CREATE INDEX everything_by_double_bool USING btree (double, bool)",
                "CREATE UNIQUE INDEX everything_pkey USING btree (text, int8)",
            ])
    }

    @Test func absentOptionalsAreNullAndDefaultsAreTheModels() async throws {
        let (folder, schema) = (try TemporaryFolder(), try TemporarySchema())
        try await schema.ingest(Everything.self, folder.write("in", "{\"text\": \"\"}\n"))
        let row = try schema.rows(#"SELECT text, "maybeColor", url, "maybeInner", value, uint64, color, data FROM everything"#)
        #expect(row == [["", nil, nil, nil, "null", "0", "red", #"\x"#]])
    }

    struct Numbers: Model, TableModel {
        static let table = IngestTable("numbers")
        var float: Float = 0
        var double = 0.0
        var big: UInt64 = 0
    }

    @Test func numbersAreWhatTheyWere() async throws {
        let (folder, schema) = (try TemporaryFolder(), try TemporarySchema())
        let bigs: [UInt64] = [0, 1, 9_999, 10_000, 10_001, 100_000_000, 99_990_000, 1 << 63, .max]
        let text = bigs.map { #"{"float": -0.0, "double": 4.9e-324, "big": \#($0)}"# + "\n" }.joined()
        try await schema.ingest(Numbers.self, folder.write("in", text))
        #expect(try schema.texts("SELECT big FROM numbers ORDER BY big") == bigs.sorted().map { "\($0)" })
        #expect(try schema.rows("SELECT DISTINCT float, double FROM numbers") == [["-0", "5e-324"]])
    }

    @Test func aRowWithAKeyThatIsThereReplacesIt() async throws {
        let (folder, schema) = (try TemporaryFolder(), try TemporarySchema())
        func line(_ id: Int, _ name: String) -> String { #"{"id": \#(id), "name": "\#(name)"}"# + "\n" }
        let path = try folder.write("in", line(1, "a") + line(2, "b") + line(1, "c") + line(1, "d"))
        try await schema.ingest(Item.self, path)
        #expect(try schema.texts("SELECT name FROM items ORDER BY id") == ["d", "b"])
        // And one of an earlier run.
        try folder.append("in", line(2, "e"))
        try await schema.ingest(Item.self, path)
        #expect(try schema.texts("SELECT name FROM items ORDER BY id") == ["d", "e"])
        // Nothing is left to come in.
        let again = try await schema.ingest(Item.self, path)
        #expect(again.summary.records == 0)
    }

    @Test func rejectsTellWhatWasWrongAndWhere() async throws {
        let (folder, schema) = (try TemporaryFolder(), try TemporarySchema())
        let bytes =
            Array("{\"id\": 1}\n{\"id\": }\n\n{\"name\": \"x\"}\n{\"id\": {}}\n".utf8) + [0xFF, 0x00, 0x0A] + Array("{\"id\": 3}\n".utf8)
        let path = try folder.write("in", bytes)
        let done = try await schema.ingest(Item.self, path)
        #expect(done.summary.rows == 2 && done.summary.rejects == 4 && done.refused == 0)
        let rows = try schema.rows(
            #"SELECT source, line, "offset", length, code, path, encode(raw, 'escape'), properties, attempts FROM rejects ORDER BY line"#)
        #expect(
            rows == [
                [path, "2", "10", "8", "unexpectedByte", "id", "{\"id\": }", nil, "1"],
                [path, "4", "20", "13", "missingKey", "id", "{\"name\": \"x\"}", nil, "1"],
                [path, "5", "34", "10", "typeMismatch", "id", "{\"id\": {}}", nil, "1"],
                [path, "6", "45", "2", "invalidUTF8", "", #"\377\000"#, nil, "1"],
            ], "\(rows)")
        #expect(try schema.texts("SELECT reason FROM rejects WHERE line = 5")[0]?.contains("expected Int") == true)
    }

    struct Kept: Model, TableModel {
        static let table = IngestTable("kept", indexes: [["name"]])
        static func describe(_ model: inout ModelDescription) { model.keys = ["name": "n"] }
        var id = 0
        var name = ""
        var value = JSONValue.null
        var date = Date(timeIntervalSince1970: 0)
    }

    struct KeyedKept: Model, TableModel {
        static let table = IngestTable("kept", key: ["id"], indexes: [["name"]])
        static func describe(_ model: inout ModelDescription) { model.keys = ["name": "n"] }
        var id = 0
        var name = ""
        var value = JSONValue.null
        var date = Date(timeIntervalSince1970: 0)
    }

    /// A text that does not get shorter by compression.
    private static var longText: String {
        var generator = SystemRandomNumberGenerator()
        return (0..<1_500).map { _ in String(generator.next() as UInt64, radix: 36) }.joined()
    }

    private static var refusedLines: [String] {
        [
            #"{"id": 1, "n": "a"}"#, #"{"id": 2, "n": "a\u0000b"}"#, #"{"id": 3, "value": {"x": ["\\u0000", "\u0000"]}}"#,
            #"{"id": 4, "value": ["\\u0000", "\\\\u0000"]}"#, #"{"id": 5, "value": {"a\u0000": 1}}"#,
            #"{"id": 6, "value": [1e-99999]}"#, #"{"id": 7, "n": "\#(longText)"}"#, #"{"id": 8}"#,
        ]
    }

    private func refuse<T: TableModel>(_ type: T.Type) async throws {
        let (folder, schema) = (try TemporaryFolder(), try TemporarySchema())
        let path = try folder.write("in", Self.refusedLines.map { $0 + "\n" }.joined())
        let done = try await schema.ingest(type, path)
        #expect(done.summary.rejects == 0 && done.refused == 5, "\(done)")
        #expect(try schema.ids("kept") == [1, 4, 8])
        #expect(try schema.texts("SELECT value->>1 FROM kept WHERE id = 4") == [#"\\u0000"#])
        let rejects = try schema.rows(
            "SELECT substring(properties from '\"id\":([0-9]+)'), path, reason, line, raw, source FROM rejects WHERE code = 'unstorableValue' ORDER BY id"
        )
        #expect(rejects.map { $0[0] } == ["2", "3", "5", "6", "7"])
        #expect(rejects.map { $0[1] } == ["name", "value", "value", "value", ""])
        #expect(rejects[0][2]?.contains("U+0000") == true && rejects[1][2]?.contains(#"\u0000"#) == true)
        #expect(rejects.last?[2]?.contains("54000") == true, "\(rejects.map { $0[2] })")
        #expect(rejects.allSatisfy { $0[3] == nil && $0[4] == nil && $0[5] == path })
        #expect(try schema.texts("SELECT properties FROM rejects WHERE path = 'name'")[0]?.contains(#""name":"a\u0000b""#) == true)
        // The next run has nothing to do: one such record does not stop the others for ever.
        #expect(try await schema.ingest(type, path).summary.records == 0)
    }

    @Test func whatPostgreSQLCannotHoldIsAReject() async throws { try await refuse(Kept.self) }

    @Test func whatPostgreSQLCannotHoldIsARejectWithAKeyToo() async throws { try await refuse(KeyedKept.self) }

    @Test func aDateBeyondTheColumnIsAReject() async throws {
        let (folder, schema) = (try TemporaryFolder(), try TemporarySchema())
        // Seconds since 1970 in the years -4714, -4713 and 280000; columns have no later ones than 287000. The first two are Julian dates, which the Gregorian
        // calendar has 38 days later.
        let dates = [-210_900_000_000, -210_870_083_200, 8_773_585_000_000].map { #"{"id": 1, "date": \#($0)}"# }
        var options = IngestOptions()
        options.decoding.dateFormats = [.epochSeconds]
        let done = try await schema.ingest(Kept.self, folder.write("in", dates.map { $0 + "\n" }.joined()), options)
        #expect(done.summary.rows == 3 && done.refused == 1, "\(done)")
        #expect(try schema.texts("SELECT extract(epoch FROM date)::bigint FROM kept ORDER BY date") == ["-210866800000", "8773585000000"])
    }

    @Test func aDateIsTheDayThatItsTextSays() async throws {
        let (folder, schema) = (try TemporaryFolder(), try TemporarySchema())
        let texts = InstantTests.texts.map { #"{"date": "\#($0.text)"}"# + "\n" }.joined()
        try await schema.ingest(Kept.self, folder.write("in", texts))
        try schema.run("SET timezone = 'UTC'")
        let rows = try schema.texts(#"SELECT to_char(date, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM kept ORDER BY date"#)
        let expected: [String?] = InstantTests.texts.map { $0.instant }
        #expect(rows == expected)
    }

    @Test func aColumnOfJSONTextKeepsItAsItCame() async throws {
        let (folder, schema) = (try TemporaryFolder(), try TemporarySchema())
        try schema.run("CREATE TABLE kept (id bigint, name varchar, value json, date timestamptz)")
        let done = try await schema.ingest(Kept.self, folder.write("in", #"{"id": 3, "value": {"x": ["\u0000", 1e200000]}}"# + "\n"))
        #expect(done.refused == 0 && done.summary.rows == 1, "\(done.summary)")
        #expect(try schema.texts("SELECT value FROM kept")[0]?.contains(#"\u0000"#) == true)
    }

    @Test func aColumnThatTheTableDoesNotHaveIsAdded() async throws {
        let (folder, schema) = (try TemporaryFolder(), try TemporarySchema())
        try await schema.ingest(Entry.self, folder.write("a", lines(1...2)))
        struct Longer: Model, TableModel {
            static let table = IngestTable("entries")
            var id = 0
            var name = "none"
            var score: Double?
        }
        try await schema.ingest(Longer.self, folder.write("b", #"{"id": 3, "score": 0.5}"# + "\n"))
        #expect(
            try schema.rows("SELECT id, name, score FROM entries ORDER BY id") == [
                ["1", nil, nil], ["2", nil, nil], ["3", "none", "0.5"],
            ])
        // And a model that has fewer leaves the others alone.
        try await schema.ingest(Entry.self, folder.write("c", lines([4])))
        #expect(try schema.ids() == [1, 2, 3, 4])
    }

    @Test(arguments: [
        ("CREATE TABLE entries (id text)", "column id of type text, where the model's property is bigint"),
        ("CREATE TABLE entries (id bigint PRIMARY KEY)", "has the key (id)"),
        ("CREATE TABLE entries (id bigint, must text NOT NULL)", "must not be null"),
        ("CREATE TABLE entries (id bigint GENERATED ALWAYS AS (1) STORED)", "is generated"),
        ("CREATE VIEW entries AS SELECT 1::bigint AS id", "is not a table"),
    ])
    func aTableThatDoesNotFitIsRefused(_ definition: String, _ words: String) async throws {
        let (folder, schema) = (try TemporaryFolder(), try TemporarySchema())
        try schema.run(definition)
        let path = try folder.write("in", lines([1]))
        await expectError(.sink, words) { try await schema.ingest(Entry.self, path) }
        // Nothing is left behind.
        #expect(try schema.texts("SELECT to_regclass('rejects')") == [nil])
    }

    @Test(arguments: [
        (IngestTable("rejects"), "cannot be named"), (IngestTable("t", key: ["ID"]), "\"ID\", which is no column"),
        (IngestTable(String(repeating: "t", count: 64)), "63 bytes"),
    ])
    func aDeclarationThatDoesNotFitIsRefused(_ table: IngestTable, _ words: String) async throws {
        let sink = PostgreSQLSink(table: table, url: try TemporarySchema().url)
        await expectError(.declaration, words) { let _: IngestSummary = try await IngestPipeline(Entry.self, from: [], into: sink).run() }
    }

    @Test func namesAreTakenLetterByLetter() async throws {
        struct Odd: Model, TableModel {
            static let table = IngestTable(
                "Odd \"table\"", key: ["select"],
                indexes: [["select", "veryLongNameOfAPropertyThatIsIndexed"], ["veryLongNameOfAPropertyThatIsIndexed", "Select"]])
            var select = 0
            var Select = ""
            var ingest_row = 0
            var veryLongNameOfAPropertyThatIsIndexed = 0
        }
        let (folder, schema) = (try TemporaryFolder(), try TemporarySchema())
        let path = try folder.write("in", #"{"select": 1, "Select": "a", "ingest_row": 7}"# + "\n")
        try await schema.ingest(Odd.self, path)
        try await schema.ingest(Odd.self, path)
        #expect(try schema.rows(#"SELECT "select", "Select", ingest_row FROM "Odd ""table""""#) == [["1", "a", "7"]])
        #expect(
            try schema.texts("SELECT count(*) FROM pg_indexes WHERE schemaname = current_schema() AND indexname LIKE 'Odd%by%'") == ["2"])
    }
}
#endif
