import Foundation
import Testing
import Yodel

// The way of a file to columns, of the README and the article Columns and Spark.

private struct User: Model {
    var id = 0
    var name = ""
    var email: String?
}

@Suite struct ArticleColumnsTests {
    @Test func aFileBecomesColumns() async throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("article-\(UUID().uuidString).ndjson").path
        try Data(#"{"id": 1, "name": "Ann"}"#.utf8 + Data("\n{\n".utf8)).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        var (rows, rejects) = (0, 0)
        let scan = try ModelFile(path).columns(User.self, options: ColumnOptions(columns: ["id", "name"]))
        for try await batch in scan {
            let ids = batch["id"]?.withValues(as: Int.self) { ids in ids.count }
            print(batch.rowCount, ids ?? 0, batch["name"]?.text(0) ?? "", batch.rejects.count)
            rows += batch.rowCount
            rejects += batch.rejects.count
            #expect(ids == 1 && batch["name"]?.text(0) == "Ann" && batch["email"] == nil)
        }
        #expect(rows == 1 && rejects == 1)
        try Data(#"{"id": 1, "name": "Ann"}"#.utf8 + Data("\n{\"id\": \"x\"}\n".utf8)).write(to: URL(fileURLWithPath: path))
        var lines: [Int] = []
        let columnOptions = ColumnOptions(columns: ["id", "name"], decoding: .strict)
        for try await batch in try ModelFile(path).columns(User.self, options: columnOptions) {
            let ids = batch["id"]?.withValues(as: Int.self) { ids in ids.count }
            print(batch.rowCount, ids ?? 0, batch["name"]?.text(0) ?? "")
            for reject in batch.rejects { print(reject.line, reject.error) }
            #expect(batch.rowCount == 1 && ids == 1)
            lines += batch.rejects.map(\.line)
        }
        #expect(lines == [2])
        // The lenient rules take the line.
        for try await batch in try ModelFile(path).columns(User.self) { #expect(batch.rowCount == 2 && batch.rejects.isEmpty) }
        #expect(try ColumnBatch([User()]).rowCount == 1)
    }
}
