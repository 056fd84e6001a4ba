import Testing

@testable import Yodel

@Suite("What is nested as JSON in columns")
struct NestedJSONTests {
    private struct Node: Model {
        var name = ""
        var children: [Node] = []
    }

    private struct Inner: Model {
        var a = 1
        var b = 2
    }

    private struct Outer: Model {
        var id = 0
        var changed = Inner(a: 7, b: 8)
        var plain = Inner()
        var maybe: Inner?
        var tree = Node()
        var list: [Inner] = []
        var set: Set<Int> = []
        var dictionary: [String: Inner] = [:]
    }

    private static func options(_ change: (inout ColumnOptions) -> Void = { _ in }) -> ColumnOptions {
        var options = ColumnOptions()
        options.nested = .json
        change(&options)
        return options
    }

    private static func rows(_ text: String, _ options: ColumnOptions) throws -> [[String: String]] {
        var rows: [[String: String]] = []
        var reader = try ColumnReader(Outer.self, options: options)
        func take(_ batch: ColumnBatch) {
            for row in 0..<batch.rowCount {
                rows.append(
                    Dictionary(
                        uniqueKeysWithValues: batch.columns.compactMap { column in column.text(row).map { (column.field.name, $0) } }))
            }
        }
        try reader.read(Array(text.utf8), each: take)
        try reader.finish(each: take)
        return rows
    }

    @Test func aColumnHasWhatAModelsPropertyIsWrittenAs() throws {
        let documents = [
            #"{"id": 1}"#, #"{"changed": {"a": 5}, "plain": {"b": "6"}, "maybe": {}}"#,
            #"{"changed": null, "maybe": null, "tree": {"children": [{"name": "x"}, {}]}}"#,
            #"{"list": [{"b": 1}, {}], "set": [1], "dictionary": {"y": {}, "x": {"a": 0}}}"#,
            #"{"list": 5, "dictionary": [], "changed": {"a": 1}, "changed": {"b": 2}}"#,
        ]
        var sorting = EncodingOptions.default
        sorting.sortsKeys = true
        let rows = try Self.rows(documents.joined(separator: "\n"), Self.options())
        #expect(rows.count == documents.count)
        for (document, row) in zip(documents, rows) {
            let model = try Outer(json: document)
            let encoder = ModelEncoder(sorting)
            var expected = [
                "changed": try encoder.encodeToString(model.changed), "plain": try encoder.encodeToString(model.plain),
                "tree": try encoder.encodeToString(model.tree),
                "list": try encoder.encodeToString(model.list), "set": try encoder.encodeToString(model.set),
                "dictionary": try encoder.encodeToString(model.dictionary),
            ]
            if let maybe = model.maybe { expected["maybe"] = try encoder.encodeToString(maybe) }
            #expect(row == expected, "\(document)")
        }
    }

    @Test func typesAreJSON() throws {
        let fields = try ColumnReader(Outer.self, options: Self.options()).fields
        #expect(fields.map(\.type) == [.integer(bits: 64, isSigned: true)] + Array(repeating: .json, count: 7))
        #expect(fields.map(\.isNullable) == [false, false, false, true, false, false, false, false])
        // Without the option a type that refers to itself has no columns.
        #expect(throws: ModelError.self) { _ = try ColumnReader(Outer.self) }
    }

    @Test func aFlushHandsOnWhatIsThere() throws {
        var reader = try ColumnReader(Inner.self)
        var counts: [Int] = []
        var rejects = 0
        func take(_ batch: ColumnBatch) {
            counts.append(batch.rowCount)
            rejects += batch.rejects.count
            #expect(batch.position.offset > 0)
        }
        try reader.flush(each: take)
        try reader.read(Array("{\"a\": 1}\nbad\n{\"a\":".utf8), each: take)
        try reader.flush(each: take)
        #expect(counts == [1] && rejects == 1 && reader.position.offset == 13 && reader.position.records == 2)
        try reader.flush(each: take)
        #expect(counts == [1])
        try reader.read(Array(" 2}\n".utf8), each: take)
        try reader.flush(each: take)
        try reader.finish(each: take)
        #expect(counts == [1, 1] && reader.position.offset == 22)
    }
}
