import Testing

@testable import Yodel
@testable import YodelTestSupport

@Suite("Properties that have columns where others are JSON")
struct ExpandedColumnsTests {
    private struct Inner: Model {
        var a = 1
        var tags: [String] = []
        var deeper: [Inner] = []
    }

    private struct Outer: Model {
        var id = 0
        var inner = Inner()
        var list: [Inner]?
        var holes: [Inner?] = []
        var numbers: [Int?] = []
        var lists: [[Int]] = []
        var set: Set<Int> = []
        var dictionary: [String: Inner] = [:]
        var counts: [Int: Int] = [:]
        var value = JSONValue.null
        var children: [Outer] = []

        static func describe(_ model: inout ModelDescription) { model.keys = ["list": "the_list"] }
    }

    private static let names = ["inner", "list", "holes", "numbers", "lists", "set", "dictionary", "counts", "children"]

    private static func options(_ expanded: [String], columns: [String]? = nil) -> ColumnOptions {
        var options = ColumnOptions(columns: columns)
        options.nested = .jsonExcept(expanded)
        return options
    }

    /// A value as JSON of what the columns hold: nested text as it stands, an element as an array of its columns' values.
    private static func text(_ column: BatchColumn, _ row: Int) -> String {
        guard !column.isNull(row) else { return "null" }
        switch column.field.type {
        case .structure: return "(" + column.children.map { text($0, row) }.joined(separator: " ") + ")"
        case .list: return "[" + (column.range(row) ?? 0..<0).map { text(column.children[0], $0) }.joined(separator: " ") + "]"
        case .map:
            return "{"
                + (column.range(row) ?? 0..<0).map { text(column.children[0], $0) + ":" + text(column.children[1], $0) }
                .joined(separator: " ") + "}"
        case .integer: return column.withValues(as: Int64.self) { String($0[row]) } ?? "none"
        default: return column.text(row) ?? "none"
        }
    }

    private static func rows(_ document: String, _ options: ColumnOptions) throws -> [[String: String]] {
        var rows: [[String: String]] = []
        for batch in try ColumnBatchTests.batches(of: Outer.self, document, options) {
            for row in 0..<batch.rowCount {
                rows.append(Dictionary(uniqueKeysWithValues: batch.columns.map { ($0.field.name, text($0, row)) }))
            }
        }
        return rows
    }

    private static let document = #"""
        {"id": 1, "inner": {"a": 2, "tags": ["x"]}, "the_list": [{"deeper": [{"a": 9}]}, {"a": 3}], "holes": [null, {"a": 4}], "numbers": [5, null], \#
        "lists": [[1, 2], []], "set": [6], "dictionary": {"k": {"tags": ["y", "z"]}}, "counts": {"7": 8}, "children": [{"id": 10, "set": [11]}]}
        {"id": 2, "the_list": null}

        """#

    @Test func whatIsNamedHasColumnsAndWhatIsNestedInItIsJSON() throws {
        let rows = try Self.rows(Self.document, Self.options(Self.names))
        try #require(rows.count == 2)
        let deeper = #"[{"a":9,"deeper":[],"tags":[]}]"#
        #expect(rows[0]["inner"] == #"(2 ["x"] [])"#)
        #expect(rows[0]["list"] == "[(1 [] \(deeper)) (3 [] [])]")
        #expect(rows[0]["holes"] == "[null (4 [] [])]" && rows[0]["numbers"] == "[5 null]" && rows[0]["lists"] == "[[1,2] []]")
        #expect(rows[0]["set"] == "[6]" && rows[0]["dictionary"] == #"{k:(1 ["y","z"] [])}"# && rows[0]["counts"] == "{7:8}")
        // A type that refers to itself has columns once.
        let inner = #"{"a":1,"deeper":[],"tags":[]}"#
        #expect(rows[0]["children"] == "[(10 \(inner) null [] [] [] [11] {} {} null [])]")
        #expect(rows[1]["list"] == "null" && rows[1]["holes"] == "[]" && rows[1]["inner"] == "(1 [] [])")
    }

    @Test func whatIsNotNamedIsAsWithoutIt() throws {
        var flat = ColumnOptions()
        flat.nested = .json
        let all = try Self.rows(Self.document, flat)
        #expect(try Self.rows(Self.document, Self.options([])) == all)
        for name in Self.names {
            let some = try Self.rows(Self.document, Self.options([name]))
            for (row, other) in zip(some, all) {
                #expect(row.filter { $0.key != name } == other.filter { $0.key != name }, "\(name)")
            }
        }
    }

    @Test func typesSayWhatIsBelow() throws {
        let fields = try ColumnReader(Outer.self, options: Self.options(Self.names)).fields
        let int = ColumnType.integer(bits: 64, isSigned: true)
        let inner = ColumnType.structure([
            ColumnField("a", int, isNullable: false), ColumnField("tags", .json, isNullable: false),
            ColumnField("deeper", .json, isNullable: false),
        ])
        #expect(fields[1] == ColumnField("inner", inner, isNullable: false))
        #expect(fields[2] == ColumnField("list", .list(ColumnField("item", inner, isNullable: false)), isNullable: true))
        #expect(fields[3].type == .list(ColumnField("item", inner, isNullable: true)))
        #expect(fields[5].type == .list(ColumnField("item", .json, isNullable: false)))
        #expect(
            fields[7].type
                == .map(key: ColumnField("key", .text, isNullable: false), value: ColumnField("value", inner, isNullable: false)))
        // The key of a property names it as well.
        #expect(try ColumnReader(Outer.self, options: Self.options(["the_list"])).fields[2] == fields[2])
    }

    @Test(
        arguments: [
            (["lst"], nil, "nested names 'lst', which is neither a property of Outer nor a key of one; did you mean 'list'?"),
            (["id"], nil, "nested names 'id' of Outer, which is no model, array, set or dictionary and has no columns below it"),
            (["value"], nil, "nested names 'value' of Outer, which is no model, array, set or dictionary and has no columns below it"),
            (["list", "the_list"], nil, "nested names a property of Outer twice, the second time as 'the_list'"),
            (["list"], ["id"], "nested names 'list' of Outer, which is not one of the requested columns (columns)"),
        ] as [([String], [String]?, String)])
    func aNameWithoutAMeaningIsAnError(_ expanded: [String], _ columns: [String]?, _ message: String) throws {
        do {
            _ = try ColumnReader(Outer.self, options: Self.options(expanded, columns: columns))
            Issue.record("no error")
        } catch {
            #expect(error.category == .model && error.message == message, "\(error)")
        }
    }
}

@Suite("Columns of records that are handed in one at a time")
struct RecordColumnsTests {
    private struct Entry: Model {
        var id = 0
        var text: String?
        static func describe(_ model: inout ModelDescription) { model.required = ["id"] }
    }

    private static func options(_ change: (inout ColumnOptions) -> Void = { _ in }) -> ColumnOptions {
        var options = ColumnOptions()
        options.decoding.onMismatch = .fail
        change(&options)
        return options
    }

    private static func ids(_ batch: ColumnBatch) -> [Int] { ColumnText.values(batch["id"], as: Int.self) ?? [] }

    @Test func aRecordIsOneWhateverStandsInIt() throws {
        var columns = try RecordColumns(Entry.self, options: Self.options())
        let records: [(String, ModelError.Code?)] = [
            ("{\"id\": 1}", nil), ("{\n\"id\":\n2}\n", nil), ("{\"id\": 3}\n{\"id\": 4}", .trailingContent),
            ("{\"id\": 5}\u{1E}{\"id\": 6}", .trailingContent), ("\u{1E}{\"id\": 7}", .unexpectedByte), ("", .emptyInput),
            (" \n", .emptyInput),
            ("{\"id\": 8", .unexpectedEnd), ("{}", .missingKey), ("{\"id\": \"x\"}", .invalidValue),
        ]
        for (record, code) in records {
            switch columns.add(Array(record.utf8)) {
            case .row: #expect(code == nil, "\(record)")
            case .failed(let error): #expect(error.code == code, "\(record): \(error)")
            case .isFull: Issue.record("full")
            }
        }
        #expect(columns.rows == 2 && columns.fields.map(\.name) == ["id", "text"])
        #expect(Self.ids(columns.take()) == [1, 2] && columns.rows == 0)
        #expect(Self.ids(columns.take()).isEmpty)
    }

    @Test func anErrorSaysWhereTheRecordStands() throws {
        var columns = try RecordColumns(Entry.self, options: Self.options { $0.reading.maximumRecordBytes = 20 })
        guard case .failed(let error) = columns.add(Array("{\"id\": }".utf8), line: 7, offset: 100) else {
            Issue.record("no error")
            return
        }
        #expect((error.line, error.offset) == (7, 107))
        guard case .failed(let long) = columns.add([UInt8](repeating: 0x20, count: 21), line: 8, offset: 200) else {
            Issue.record("no error")
            return
        }
        #expect(long.code == .recordLimit && (long.line, long.offset) == (8, 200))
    }

    @Test func fullColumnsSaySo() throws {
        var columns = try RecordColumns(Entry.self, options: Self.options { $0.maximumRows = 2 })
        var batches: [[Int]] = []
        for id in 1...5 {
            if columns.isFull { batches.append(Self.ids(columns.take())) }
            guard case .row = columns.add(Array("{\"id\": \(id)}".utf8)) else {
                Issue.record("no row")
                return
            }
        }
        batches.append(Self.ids(columns.take()))
        #expect(batches == [[1, 2], [3, 4], [5]])
    }
}
