import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

private struct Event: Model {
    var id = 0
    var createdAt = Date(timeIntervalSince1970: 0)

    static func describe(_ model: inout ModelDescription) { model.keys = ["createdAt": "created_at"] }
}

extension DocumentationTests {
    @Test func columnsOfChunks() throws {
        let chunks = [Array(#"{"id": 1}"#.utf8), Array("\n{\"id\": 2}\n{".utf8)]
        var ids: [Int] = []
        func load(_ batch: ColumnBatch) { ids += ColumnText.values(batch["id"], as: Int.self) ?? [] }
        var reader = try ColumnReader(Event.self)
        for chunk in chunks {
            try reader.read(chunk) { batch in load(batch) }
        }
        try reader.finish { batch in load(batch) }
        #expect(ids == [1, 2] && reader.rejectedRecords == 1)
    }

    @Test func columnsOfWhatIsNested() throws {
        struct Commit: Model {
            var sha = ""
        }
        struct Push: Model {
            var commits: [Commit] = []
        }
        var options = ColumnOptions()
        options.nested = .jsonExcept(["commits"])  // a list of structures; what a commit's properties hold that is nested is JSON
        let fields = try ColumnReader(Push.self, options: options).fields
        let commit = ColumnType.structure([ColumnField("sha", .text, isNullable: false)])
        #expect(fields == [ColumnField("commits", .list(ColumnField("item", commit, isNullable: false)), isNullable: false)])
    }

    @Test func columnsOfFiles() async throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("docs-\(UUID().uuidString).ndjson").path
        try Data("{\"id\": 1, \"created_at\": \"2026-01-01\"}\n{\"id\": 2}\n".utf8).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        var rows = 0
        func load(_ batch: ColumnBatch) { rows += batch.rowCount }
        do {
            let file = try ModelFile(path)
            for try await batch in try file.columns(Event.self) {
                batch["id"]?.withValues(as: Int64.self) { ids in print(ids.count) }
                for reject in batch.rejects { print(reject) }
                load(batch)
            }
        }
        do {
            let file = try ModelFile(path)
            let scan = try file.columns(Event.self, workers: 2, options: ColumnOptions(columns: ["id", "created_at"]))
            for try await batch in scan { load(batch) }
        }
        let paths = [path, path]
        let scan = try ColumnScan(Event.self, files: paths)
        for try await batch in scan { load(batch) }
        #expect(rows == 8)
        do {
            try Data(#"{"data": {"items": [{"id": 1}, {"id": 2}, {"id": 3}]}}"#.utf8).write(to: URL(fileURLWithPath: path))
            let file = try ModelFile(path)
            let scan = try file.columns(Event.self, framing: .array(at: "data.items"))
            for try await batch in scan { load(batch) }
        }
        #expect(rows == 11)
        let events = [Event()]
        let batch = try ColumnBatch(events)
        #expect(batch.rowCount == 1)
    }
}
