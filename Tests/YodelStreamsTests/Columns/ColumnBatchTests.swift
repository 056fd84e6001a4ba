import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

@Suite("Columns")
struct ColumnBatchTests {
    struct Actor: Model, Equatable {
        var id = 0
        var login = ""
    }

    enum Kind: String, CaseIterable { case push = "PushEvent", fork = "ForkEvent", watch = "WatchEvent" }

    struct Event: Model {
        var id = 0
        var type = Kind.push
        var actor = Actor()
        var isPublic = false
        var createdAt = Date(timeIntervalSinceReferenceDate: 0)
        var score = 1.5
        var tags: [String] = []
        var note: String?
        var members: [Actor] = []
        var counts: [String: Int] = [:]
        var payload = JSONValue.null

        static func describe(_ model: inout ModelDescription) { model.keys = ["isPublic": "public", "createdAt": "created_at"] }
    }

    static let lines = """
        {"id": 1, "type": "ForkEvent", "actor": {"id": 7, "login": "ann"}, "public": true, "created_at": "2026-01-01T00:00:00.25Z", "score": 2.5, "tags": ["a", "b"], "note": "x", "members": [{"id": 1, "login": "m"}, {"login": "n"}], "counts": {"b": 2, "a": 1}, "payload": {"k": [1, null]}}
        {"id": 2, "type": "PushEvent", "note": null}
        {"id": {}
        {"id": "4", "type": "WatchEvent", "public": "yes", "tags": [1, null, "c"], "score": null}

        """

    static func batches<T: BaseModel>(
        of type: T.Type, _ text: String, _ options: ColumnOptions = ColumnOptions(), chunk: Int = .max
    ) throws -> [ColumnBatch] {
        var reader = try ColumnReader(type, options: options)
        var batches: [ColumnBatch] = []
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: min(chunk, max(bytes.count, 1))) {
            try reader.read(Array(bytes[start..<min(start + min(chunk, bytes.count), bytes.count)])) { batches.append($0) }
        }
        try reader.finish { batches.append($0) }
        return batches
    }

    @Test(arguments: [1, 7, 31, 1000]) func linesBecomeColumnsHoweverTheyAreCut(chunk: Int) throws {
        let batch = try #require(try Self.batches(of: Event.self, Self.lines, chunk: chunk).first)
        #expect(batch.rowCount == 3 && batch.rejectedRecords == 1 && batch.rejects.map(\.line) == [3])
        #expect(ColumnText.values(batch["id"], as: Int64.self) == [1, 2, 4])
        let type = try #require(batch["type"])
        #expect((0..<3).map { type.text($0) } == ["ForkEvent", "PushEvent", "WatchEvent"])
        #expect(type.dictionary == ["PushEvent", "ForkEvent", "WatchEvent"])
        let actor = try #require(batch["actor"])
        #expect(actor.children.map(\.field.name) == ["id", "login"] && actor.children.map(\.count) == [3, 3])
        #expect((0..<3).map { actor.children[1].text($0) } == ["ann", "", ""])
        let isPublic = try #require(batch["isPublic"])
        #expect((0..<3).map { isPublic.bool($0) } == [true, false, true])
        #expect(
            ColumnText.values(batch["createdAt"], as: Int64.self)
                == [1_767_225_600_250_000, 978_307_200_000_000, 978_307_200_000_000])
        #expect(ColumnText.values(batch["score"], as: Double.self) == [2.5, 1.5, 0])
        let tags = try #require(batch["tags"])
        #expect((0..<3).map { tags.range($0) } == [0..<2, 2..<2, 2..<4])
        #expect((0..<4).map { tags.children[0].text($0) } == ["a", "b", "1", "c"])
        let note = try #require(batch["note"])
        #expect((0..<3).map { note.text($0) } == ["x", nil, nil] && note.nullCount == 2)
        let members = try #require(batch["members"]?.children.first?.children)
        #expect(ColumnText.values(members[0], as: Int.self) == [1, 0])
        #expect((0..<2).map { members[1].text($0) } == ["m", "n"])
        let counts = try #require(batch["counts"])
        #expect(counts.range(0) == 0..<2 && (0..<2).map { counts.children[0].text($0) } == ["a", "b"])
        #expect((0..<3).map { batch["payload"]?.text($0) } == [#"{"k":[1,null]}"#, "null", "null"])
    }

    @Test func rejectsOfABatchAreLimitedByTheirBytes() throws {
        var options = ColumnOptions()
        options.maximumBytes = 2_500
        let text = String(repeating: String(repeating: "x", count: 999) + "\n", count: 10)
        let batches = try Self.batches(of: Event.self, text, options)
        // The one that passes the limit is the batch's last.
        #expect(batches.map(\.rejects.count) == [3, 3, 3, 1])
        #expect(batches.flatMap(\.rejects).map(\.line) == Array(1...10))
        #expect(batches.map(\.position.line) == [4, 7, 10, 11])
    }

    @Test func modelsBecomeTheSameColumnsAsTheirRecords() throws {
        let models = Self.lines.split(separator: "\n").compactMap { try? Event(json: String($0)) }
        let batch = try ColumnBatch(models)
        let read = try #require(try Self.batches(of: Event.self, Self.lines).first)
        #expect(ColumnText.rows(batch) == ColumnText.rows(read) && batch.rowCount == 3)
    }

    @Test func columnsAreSelectedByNameOrKeyInTheOrderAskedFor() throws {
        let options = ColumnOptions(columns: ["note", "created_at", "id"])
        let batch = try #require(try Self.batches(of: Event.self, Self.lines, options).first)
        #expect(batch.fields.map(\.name) == ["note", "createdAt", "id"] && batch["tags"] == nil)
        #expect(batch.rowCount == 3 && batch.rejectedRecords == 1)
        #expect(ColumnText.values(batch["id"], as: Int64.self) == [1, 2, 4])
    }

    @Test func aRecordIsReadWholeWhateverColumnsAreAskedFor() throws {
        let strict = ColumnOptions(columns: ["id"], decoding: .strict)
        let batches = try Self.batches(of: Event.self, #"{"id": 1, "score": "x"}"# + "\n" + #"{"id": 2}"# + "\n", strict)
        #expect(batches.map(\.rowCount) == [1] && batches[0].rejects.map(\.error.path.description) == ["score"])
    }
}
