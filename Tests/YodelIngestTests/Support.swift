#if Ingest
import Foundation
import GRDB
import Synchronization
import Testing
import Yodel
import YodelIngest
import YodelTestSupport

typealias TemporaryFolder = YodelTestSupport.TemporaryFolder
typealias Compressed = YodelTestSupport.Compressed

struct Item: Model, TableModel {
    static let table = IngestTable("items", key: ["id"])
    var id = 0
    var name = ""
    static func describe(_ model: inout ModelDescription) { model.required = ["id"] }
}

/// Without a key: what comes in twice is there twice.
struct Entry: Model, TableModel {
    static let table = IngestTable("entries")
    var id = 0
    static func describe(_ model: inout ModelDescription) { model.required = ["id"] }
}

/// Lines of entries.
func lines(_ ids: some Sequence<Int>) -> String { ids.map { "{\"id\":\($0)}\n" }.joined() }

/// What a database holds.
struct Content {
    private let queue: DatabaseQueue

    init(_ path: String) throws {
        queue = try DatabaseQueue(path: path)
    }

    /// A column of all rows.
    func ints(_ sql: String) throws -> [Int] { try queue.read { try Int.fetchAll($0, sql: sql) } }
    func texts(_ sql: String) throws -> [String?] { try queue.read { try Optional<String>.fetchAll($0, sql: sql) } }
    func rows(_ sql: String) throws -> [[DatabaseValue]] {
        try queue.read { try Row.fetchAll($0, sql: sql).map { Array($0.databaseValues) } }
    }
    func run(_ sql: String) throws { try queue.writeWithoutTransaction { try $0.execute(sql: sql) } }

    func ids(_ table: String = "entries") throws -> [Int] { try ints("SELECT id FROM \(table) ORDER BY id") }
}

/// Ingests sources into a database.
@discardableResult
func ingest<T: TableModel>(
    _ type: T.Type, _ sources: [IngestSource], _ database: String, _ options: IngestOptions = IngestOptions(),
    _ sink: SQLiteSink.Options = SQLiteSink.Options()
) async throws -> IngestSummary {
    try await IngestPipeline(T.self, from: sources, into: SQLiteSink(T.self, path: database, options: sink), options: options).run()
}

/// Ingests entries.
@discardableResult
func ingest(_ sources: [IngestSource], _ database: String) async throws -> IngestSummary { try await ingest(Entry.self, sources, database) }

/// Ingests entries of a file until the first batch is in.
func ingestBeginning(_ path: String, _ database: String, _ options: IngestOptions) async throws -> IngestSummary {
    let running = RunningPipeline()
    let run = IngestPipeline(Entry.self, from: [.file(path)], into: SQLiteSink(Entry.self, path: database), options: options) { _ in
        running.pipeline.withLock { $0 }?.stop()
    }
    running.pipeline.withLock { $0 = run }
    // It holds the pipeline, which holds it.
    defer { running.pipeline.withLock { $0 = nil } }
    return try await run.run()
}

private final class RunningPipeline: Sendable {
    let pipeline = Mutex<IngestPipeline<Entry>?>(nil)
}

/// Keeps how far files have been read, and nothing else.
actor PlaceSink: IngestSink {
    private var kept: [IngestPlace] = []

    func open(_ fields: [ColumnField]) {}
    func places() -> [IngestPlace] { kept }
    func write(_ batch: IngestBatch) { kept += [batch.place].compactMap(\.self) }
    func close() {}

    /// Ingests entries; the next ingestion continues after what this one has read.
    func ingest(_ sources: [IngestSource], _ options: IngestOptions = IngestOptions()) async throws -> IngestSummary {
        try await IngestPipeline(Entry.self, from: sources, into: self, options: options).run()
    }
}

/// Expects an error of an ingestion.
func expectError(
    _ kind: IngestError.Kind, _ words: String, _ location: SourceLocation = #_sourceLocation, _ body: () async throws -> Void
) async {
    do {
        try await body()
        Issue.record("no error", sourceLocation: location)
    } catch let error as IngestError {
        #expect(error.kind == kind && error.message.contains(words), "\(error)", sourceLocation: location)
    } catch {
        Issue.record("\(error)", sourceLocation: location)
    }
}
#endif
