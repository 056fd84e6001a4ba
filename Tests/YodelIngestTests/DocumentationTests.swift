#if Ingest
import Foundation
import FoundationEssentials
import GRDB
import Logging
import ServiceLifecycle
import Testing
import Yodel
import YodelIngest

@testable import IngestSample

#if NIO
import NIOCore
#endif

// The examples of YodelIngest's documentation, compiled and run.

private struct Event: Model {
    var id = 0
    var type = ""
    var createdAt = Date(timeIntervalSince1970: 0)
}

extension Event: TableModel {
    static let table = IngestTable("events", key: ["id"], indexes: [["type", "createdAt"]])
}

private struct Push: Model {
    var id = 0
    var commits: [Commit] = []
    var labels: [String]?
}

private struct Commit: Model {
    var sha = ""
    var message = ""
}

extension Push: TableModel {
    static let table = IngestTable(
        "pushes", key: ["id"],
        children: ["commits", .init("labels", table: "labels", indexes: [["value"]])])
}

private actor Counter: IngestSink {
    var rows = 0
    func open(_ fields: [ColumnField]) {}
    func places() -> [IngestPlace] { [] }
    func write(_ batch: IngestBatch) { rows += batch.rows.rowCount }
    func close() {}
}

/// Of the article ServersAndNIO.
private struct Player: Model, Codable, FetchableRecord, PersistableRecord {
    var id = 0
    var name = ""
}

private func examples() async throws {
    let sink = SQLiteSink(Event.self, path: "events.sqlite")
    let pipeline = IngestPipeline(Event.self, from: [.file("events.ndjson")], into: sink)
    let summary = try await pipeline.run()
    print(summary.rows, "rows,", summary.rejects, "rejects")
    do {
        let sink = NDJSONSink(path: "clean.ndjson")
        _ = sink
    }
    do {
        let pipeline = IngestPipeline(Event.self, from: [.rejects("rejects.ndjson")], into: sink)
        _ = pipeline
    }
    do {
        var options = IngestOptions()
        options.framing = .cri  // the log of a container
        options.framing = .array(at: "data.items")
        _ = options
    }
    do {
        let logs = IngestSource.follow(matching: "/var/log/pods/*/*/*.log")
        let follower = IngestPipeline(Event.self, from: [logs], into: sink)
        let followed = try await follower.run()
        print(followed.rows, "rows,", followed.rejects, "rejects")
    }
    do {
        let logger = Logger(label: "events")
        let events = IngestPipeline(
            Event.self, from: [.follow("events.ndjson")], into: sink, logger: logger)
        let services = ServiceGroup(
            services: [events], gracefulShutdownSignals: [.sigterm], logger: logger)
        try await services.run()
        print(events.summary.rows, "rows,", events.summary.rejects, "rejects")
    }
    var inspection = RecordInspection()
    try inspection.read(file: "events.ndjson", maximumRecords: 100_000)
    print(inspection.report())  // a line for each path: how often it is there, kinds, ranges
    print(inspection.model(named: "Event"))  // struct Event: Model { … }
    inspection.add(["id": 7, "created_at": "2026-01-01T00:00:00Z", "tags": ["a"]])
    let receiver = IngestReceiver(Event.self, into: SQLiteSink(Event.self, path: "events.sqlite"))
    try await receiver.open()
    let chunks = AsyncStream<[UInt8]> { $0.finish() }
    let receipt = try await receiver.receive(chunks, named: "a request")
    print(receipt.rows, "rows,", receipt.rejects, "rejects")
    try await receiver.close()
    let sample = SampleEvents(count: 1_000)
    let written = try sample.write(to: "events.ndjson")
    _ = written.faults  // 10
}

#if NIO
private func take(
    _ connection: NIOAsyncChannel<ByteBuffer, ByteBuffer>, _ receiver: IngestReceiver<Event>
) async throws {
    try await connection.executeThenClose { inbound, _ in
        let receipt = try await receiver.receive(inbound, named: "feed", limits: .none, isLive: true)
        print(receipt.rows, "rows,", receipt.rejects, "rejects")
    }
}
#endif

#if PostgreSQL
private func exampleOfAServer() {
    let sink = PostgreSQLSink(Event.self, url: "postgresql://loader@db.example.org/archive")
    _ = sink
}
#endif

/// As `model(named:)` prints it.
private struct Printed: Model {
    static func describe(_ model: inout ModelDescription) { model.keys.style = .snakeCase }
    var tags: [String] = []
}

@Suite("Documentation of YodelIngest")
struct IngestDocumentationTests {
    @Test func theSinkOfTheDocumentationCounts() async throws {
        // What has paths is compiled alone: the working directory is not a test's.
        _ = examples
        let folder = try TemporaryFolder()
        let path = try folder.write("events.ndjson", "{\"id\":1,\"type\":\"a\"}\n{\"id\":2}\nbad\n")
        let counter = Counter()
        let summary: IngestSummary = try await IngestPipeline(Event.self, from: [.file(path)], into: counter).run()
        #expect(summary.rows == 2 && summary.rejects == 1)
        #expect(await counter.rows == 2)
        try await ingest(Event.self, [.file(path)], folder("db"))
        #expect(try Content(folder("db")).ids("events") == [1, 2])
    }

    @Test func aModelMayBeARecordOfGRDB() throws {
        let queue = try DatabaseQueue()
        let players = try queue.write { database in
            try database.execute(sql: "CREATE TABLE player (id INTEGER PRIMARY KEY, name TEXT)")
            try Player(json: #"{"id": "7", "name": "Ann"}"#).insert(database)
            return try Player.fetchAll(database)
        }
        #expect(try players.jsonString() == #"[{"id":7,"name":"Ann"}]"#)
    }

    @Test func theChildTablesOfTheDocumentationAreMade() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("pushes.ndjson", #"{"id": 1, "commits": [{"sha": "a", "message": "first"}], "labels": ["x"]}"# + "\n")
        try await ingest(Push.self, [.file(path)], folder("db"))
        let content = try Content(folder("db"))
        // The article's own query.
        let rows = try content.texts("SELECT message FROM pushes JOIN pushes_commits ON pushes_id = id WHERE position = 0")
        #expect(rows == ["first"])
        #expect(try content.texts("SELECT value FROM labels") == ["x"])
    }

    @Test func everyExampleStandsHere() throws {
        let here = URL(fileURLWithPath: #filePath)
        let root = here.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let compiled = try String(contentsOf: here, encoding: .utf8).split(separator: "\n").map(code).joined(separator: "\n")
        var checked = 0
        for folder in ["Sources/YodelIngest", "Sources/Ingest", "Sources/IngestSample"] {
            let sources = root.appendingPathComponent(folder)
            for file in try FileManager.default.contentsOfDirectory(atPath: sources.path) where file.hasSuffix(".swift") {
                let text = try String(contentsOf: sources.appendingPathComponent(file), encoding: .utf8)
                // The trait PostgreSQL enables Ingest.
                let guards = ["#if Ingest\n", "#if !Ingest\n", "#if PostgreSQL\n", "#if Server && Ingest\n"]
                #expect(guards.contains { text.hasPrefix($0) } && text.hasSuffix("#endif\n"), "\(file) is not empty without the trait")
                let comments = text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { $0.hasPrefix("///") }
                checked += check(comments.map { $0.dropFirst(3).trimmingCharacters(in: .whitespaces) }, "```swift", in: compiled, file)
            }
        }
        let articles = root.appendingPathComponent("Sources/YodelIngest/YodelIngest.docc")
        for file in try FileManager.default.contentsOfDirectory(atPath: articles.path) where file.hasSuffix(".md") {
            let text = try String(contentsOf: articles.appendingPathComponent(file), encoding: .utf8)
            checked += check(text.split(separator: "\n").map(String.init), "```swift", in: compiled, file)
        }
        #expect(checked > 40)
    }

    /// Checks the blocks that a line begins, and counts their lines.
    private func check(_ lines: [String], _ fence: String, in compiled: String, _ file: String) -> Int {
        var isExample = false
        var checked = 0
        for line in lines {
            if line.hasPrefix("```") {
                isExample = line == fence
            } else if isExample, !code(line).isEmpty {
                checked += 1
                #expect(compiled.contains(code(line)), "\(file) is not compiled: \(line)")
            }
        }
        return checked
    }

    /// A line without its comment and the space around it.
    private func code(_ line: some StringProtocol) -> String {
        line.components(separatedBy: " // ")[0].components(separatedBy: "  //")[0].trimmingCharacters(in: .whitespaces)
    }
}
#endif
