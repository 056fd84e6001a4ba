#if Ingest
import Foundation
import GRDB
import Testing
import YodelIngest

/// The write-ahead log of a database that much is written to.
@Suite("Checkpoints of SQLite's log")
struct LogCheckpointTests {
    private let folder: TemporaryFolder
    private var log: String { folder("db") + "-wal" }

    init() throws {
        folder = try TemporaryFolder()
    }

    private func size(_ path: String) throws -> Int {
        try #require(FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
    }

    /// Ingests some eighty megabytes, two in each transaction.
    private func ingestMuch(from first: Int) async throws {
        let name = String(repeating: "x", count: 4000)
        let path = try folder.write("in-\(first)", (first..<first + 20_000).map { "{\"id\":\($0),\"name\":\"\(name)\"}\n" }.joined())
        var options = IngestOptions()
        options.maximumRows = 500
        let summary = try await ingest(Item.self, [.file(path)], folder("db"), options)
        #expect(summary.rows == 20_000 && summary.rejects == 0)
    }

    /// A connection that is there behind the sink keeps the log's file, which is as long as the log ever was.
    @Test func theLogStaysSmall() async throws {
        try await ingest(Item.self, [.file(folder.write("in", ""))], folder("db"))
        let other = try Content(folder("db"))
        #expect(try other.ids("items").isEmpty)
        try await ingestMuch(from: 1)
        #expect(try size(log) < 48 << 20 && size(folder("db")) > 64 << 20)
        #expect(try other.ids("items") == Array(1...20_000))
    }

    @Test func nothingIsLeftBesideTheDatabase() async throws {
        try await ingestMuch(from: 1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["db", "in-1"])
        #expect(try Content(folder("db")).texts("PRAGMA integrity_check") == ["ok"])
    }

    /// What a reader sees cannot be overwritten: the log grows until the reader has done, and is copied then.
    @Test func aReaderDoesNotHoldUpTheWriting() async throws {
        try await ingest(Item.self, [.file(folder.write("in", "{\"id\": 0}\n"))], folder("db"))
        let reader = try DatabasePool(path: folder("db"))
        let snapshot = try reader.makeSnapshot()
        let count = "SELECT count(*) FROM items"
        #expect(try await snapshot.read { try Int.fetchOne($0, sql: count) } == 1)
        try await ingestMuch(from: 1)
        #expect(try await snapshot.read { try Int.fetchOne($0, sql: count) } == 1)
        #expect(try size(log) > 64 << 20)
        try snapshot.close()
        try await ingestMuch(from: 20_001)
        #expect(try await reader.read { try Int.fetchOne($0, sql: count) } == 40_001)
        #expect(try size(folder("db")) > 128 << 20)
        try reader.close()
        #expect(try Content(folder("db")).texts("PRAGMA integrity_check") == ["ok"])
    }
}
#endif
