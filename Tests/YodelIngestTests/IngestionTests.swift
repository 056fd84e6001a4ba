#if Ingest
import Foundation
import Synchronization
import Testing
import Yodel
import YodelIngest

@Suite("Ingestion of files")
struct IngestionTests {
    @Test func whatIsInIsNotReadAgain() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("in", lines(1...1000))
        #expect(try await ingest([.file(path)], folder("db")).rows == 1000)
        #expect(try await ingest([.file(path)], folder("db")).rows == 0)
        try folder.append("in", lines(1001...1010))
        #expect(try await ingest([.file(path)], folder("db")).rows == 10)
        // Neither under another name.
        try FileManager.default.moveItem(atPath: path, toPath: folder("other"))
        #expect(try await ingest([.file(folder("other"))], folder("db")).rows == 0)
        #expect(try Content(folder("db")).ids() == Array(1...1010))
    }

    @Test(arguments: [1, 7, 1000], [1, 2])
    func anySizeOfBatchesReadsTheSame(maximumRows: Int, workers: Int) async throws {
        let folder = try TemporaryFolder()
        var options = IngestOptions()
        (options.maximumRows, options.workers) = (maximumRows, workers)
        let text = (1...300).map { $0 % 10 == 0 ? "bad\n" : "{\"id\":\($0)}\n" }.joined()
        let summary = try await ingest(Entry.self, [.file(folder.write("in", text))], folder("db"), options)
        #expect(summary.rows == 270 && summary.rejects == 30 && summary.records == 300 && summary.bytes == text.utf8.count)
        let content = try Content(folder("db"))
        #expect(try content.ids() == (1...300).filter { $0 % 10 != 0 })
        #expect(try content.ints("SELECT line FROM rejects ORDER BY line") == (1...300).filter { $0 % 10 == 0 })
    }

    @Test func filesComeInTheirOrderAndEachHasItsPlace() async throws {
        let folder = try TemporaryFolder()
        for number in 0..<5 { try folder.write("f\(number).ndjson", lines(number * 10..<number * 10 + 10)) }
        let summary = try await ingest(try IngestSource.named([folder("f*.ndjson")]), folder("db"))
        #expect(summary.recordsBySource.count == 5)
        let content = try Content(folder("db"))
        #expect(try content.ints("SELECT id FROM entries ORDER BY rowid") == Array(0..<50))
        #expect(try content.ints("SELECT count(*) FROM ingest_places") == [5])
    }

    @Test func theFailuresOfAllFilesCountForTheLimit() async throws {
        let folder = try TemporaryFolder()
        let first = try folder.write("a", "{\"id\":1}\nbad\nbad\n")
        let second = try folder.write("b", "{\"id\":2}\nbad\nbad\n{\"id\":3}\n")
        var options = IngestOptions()
        options.maximumRejects = 3
        await expectError(.limit, "b: ") { try await ingest(Entry.self, [.file(first), .file(second)], folder("db"), options) }
        let content = try Content(folder("db"))
        #expect(try content.ids() == [1, 2])
        // The one that passes the limit is not in: the next run goes on with it.
        #expect(try content.ints("SELECT count(*) FROM rejects") == [3])
        try await ingest(Entry.self, [.file(first), .file(second)], folder("db"), options)
        #expect(try content.ids() == [1, 2, 3])
        #expect(try content.ints("SELECT count(*) FROM rejects") == [4])
    }

    @Test func aReadingFromTheStartIsWhereTheNextGoesOn() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("in", lines(1...10))
        try await ingest([.file(path)], folder("db"))
        try folder.append("in", lines(11...20))
        var options = IngestOptions()
        options.startsOver = true
        #expect(try await ingest(Entry.self, [.file(path)], folder("db"), options).rows == 20)
        #expect(try await ingest([.file(path)], folder("db")).rows == 0)
    }

    @Test func aFileIsTheSameHoweverItIsSpelt() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("in", lines(1...1000))
        try await ingest([.file(path)], folder("db"))
        #expect(truncate(path, 8000) == 0)
        await expectError(.source, "is not what had been read of it") { try await ingest([.file(folder("./in"))], folder("db")) }
    }

    @Test func whatTheSinkWritesIsNoSource() async throws {
        let folder = try TemporaryFolder()
        try folder.write("in", lines(1...10))
        var options = SQLiteSink.Options()
        options.rejectsPath = folder("rejects")
        for _ in 0..<2 {
            let sink = SQLiteSink(Entry.self, path: folder("db"), options: options)
            let sources = try IngestSource.named([folder.path], besides: sink.files)
            #expect(sources == [.file(folder("in"))])
            try await ingest(Entry.self, sources, folder("db"), IngestOptions(), options)
        }
        await expectError(.source, "that the sink writes") { try await ingest([.file(folder("db"))], folder("db")) }
        #expect(try Content(folder("db")).ids() == Array(1...10))
    }

    @Test func anotherFileThatTakesTheNameMeanwhileIsAnotherFile() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("in", lines(1...200_000))
        try folder.write("next", lines(1_000_001...1_000_100))
        let stopper = Stopper()
        let pipeline = IngestPipeline(Entry.self, from: [.file(path)], into: SQLiteSink(Entry.self, path: folder("db"))) { _ in
            stopper.stop()
        }
        stopper.set {
            if FileManager.default.fileExists(atPath: folder("next")) { rename(folder("next"), path) }
        }
        let _: IngestSummary = try await pipeline.run()
        #expect(try Content(folder("db")).ids() == Array(1...200_000))
        try await ingest([.file(path)], folder("db"))
        #expect(try Content(folder("db")).ids() == Array(1...200_000) + Array(1_000_001...1_000_100))
    }

    @Test func aFileThatIsCutShortWhileItIsReadIsAnError() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("in", lines(1...400_000))
        let stopper = Stopper()
        let pipeline = IngestPipeline(Entry.self, from: [.file(path)], into: SQLiteSink(Entry.self, path: folder("db"))) { _ in
            stopper.stop()
        }
        stopper.set { truncate(path, 100) }
        await expectError(.source, "in") { let _: IngestSummary = try await pipeline.run() }
    }

    @Test func aFileThatWasCutShortIsRefused() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("in", lines(1...1000))
        try await ingest([.file(path)], folder("db"))
        #expect(truncate(path, 5000) == 0)
        await expectError(.source, "is not what had been read of it") { try await ingest([.file(path)], folder("db")) }
        var options = IngestOptions()
        options.startsOver = true
        #expect(try await ingest(Entry.self, [.file(path)], folder("db"), options).rows > 0)
    }

    @Test func aFileThatWasWrittenAnewIsNew() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("in", lines(1...1000))
        try await ingest([.file(path)], folder("db"))
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try handle.truncate(atOffset: 0)
        try handle.write(contentsOf: Data(lines(2001...2010).utf8))
        try handle.close()
        #expect(try await ingest([.file(path)], folder("db")).rows == 10)
        // Another one under its name is, too.
        try FileManager.default.removeItem(atPath: path)
        try folder.write("in", lines(3001...3010))
        #expect(try await ingest([.file(path)], folder("db")).rows == 10)
        #expect(try Content(folder("db")).ids() == Array(1...1000) + Array(2001...2010) + Array(3001...3010))
    }

    @Test func aCopyInItsPlaceIsRefused() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("in", lines(1...1000))
        try await ingest([.file(path)], folder("db"))
        try FileManager.default.copyItem(atPath: path, toPath: folder("copy"))
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.moveItem(atPath: folder("copy"), toPath: path)
        await expectError(.source, "apparently a copy") { try await ingest([.file(path)], folder("db")) }
    }

    @Test func aSecondReaderOfTheSameFileDoublesNothing() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("in", lines(1...20_000))
        var options = IngestOptions()
        options.maximumRows = 50
        let results = await withTaskGroup(of: Result<IngestSummary, any Error>.self) { group in
            for _ in 0..<2 {
                group.addTask { [options] in
                    do { return .success(try await ingest(Entry.self, [.file(path)], folder("db"), options)) } catch {
                        return .failure(error)
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        for case .failure(let error) in results { #expect("\(error)".contains("another ingestion is reading"), "\(error)") }
        #expect(try Content(folder("db")).ids() == Array(1...20_000), "\(results)")
    }

    @Test func unknownAndMissingKeysAreSeen() async throws {
        let folder = try TemporaryFolder()
        let text = (1...500).map { "{\"id\":\($0),\"nmae\":\"x\"}\n" }.joined()
        let drift = try await ingest(Item.self, [.file(folder.write("in", text))], folder("db")).drift
        #expect(drift.rows == 500 && drift.unknownKeys.mapValues(\.rows) == ["nmae": 500], "\(drift)")
        #expect(drift.missingKeys.mapValues(\.rows) == ["name": 500], "\(drift)")
    }

    /// Has properties that may be missing, and models in it.
    private struct Parcel: Model, TableModel {
        struct Size: Model {
            var width = 0
            var unit: String?
        }

        static let table = IngestTable("parcels")
        static func describe(_ model: inout ModelDescription) {
            model.keys = ["sender": "from.name"]
            model.required = ["id"]
        }
        var id = 0
        var note: String?
        var sender = ""
        var sizes: [Size] = []
    }

    @Test(arguments: [
        (#"{"id":1,"from":{"name":"x"},"sizes":[{"width":1}]}"#, []), (#"{"id":1,"from":{},"sizes":[]}"#, ["from.name"]),
        (#"{"id":1}"#, ["from.name", "sizes"]), (#"{"id":1,"from":{"name":null},"sizes":[]}"#, []),
        (#"{"id":1,"from":{"name":"x"},"sizes":[{"width":1},{"unit":"m"}]}"#, ["sizes[*].width"]),
        // What a reject lacks is in the reject.
        (#"{"sizes":[]}"#, []),
    ])
    func keysThatMayNotBeMissingAreCounted(line: String, missing: [String]) async throws {
        let folder = try TemporaryFolder()
        let summary = try await ingest(Parcel.self, [.file(folder.write("in", "\(line)\n\(line)\n"))], folder("db"))
        let rows = summary.drift.missingKeys.mapValues(\.rows)
        #expect(rows == Dictionary(uniqueKeysWithValues: missing.map { ($0, 2) }), "\(summary.drift)")
        #expect(summary.drift.unknownKeys.isEmpty)
    }

    @Test func aRecordThatIsTooLongHasNoBytesAndItsNeighboursLive() async throws {
        let folder = try TemporaryFolder()
        var options = IngestOptions()
        options.maximumRecordBytes = 100
        let path = try folder.write("in", "{\"id\":1}\n{\"id\":2,\"x\":\"\(String(repeating: "y", count: 1000))\"}\n{\"id\":3}\n")
        try await ingest(Entry.self, [.file(path)], folder("db"), options)
        let content = try Content(folder("db"))
        #expect(try content.ids() == [1, 3])
        #expect(try content.texts("SELECT code FROM rejects WHERE raw IS NULL") == ["recordLimit"])
        let summary = try await SQLiteSink(Entry.self, path: folder("db")).replay(Entry.self, options: options)
        #expect(summary.withoutBytes == 1 && summary.rows == 0)
    }

    @Test(arguments: ["maximumRows", "maximumRecordBytes", "workers", "maximumRejects", "maximumRejectRatio"])
    func anOptionWithoutAMeaningIsRefused(_ name: String) async throws {
        var options = IngestOptions()
        switch name {
        case "maximumRows": options.maximumRows = 0
        case "maximumRecordBytes": options.maximumRecordBytes = 0
        case "workers": options.workers = 0
        case "maximumRejects": options.maximumRejects = -1
        default: options.maximumRejectRatio = .nan
        }
        let folder = try TemporaryFolder()
        await expectError(.declaration, name) { [options] in try await ingest(Entry.self, [], folder("db"), options) }
    }

    // MARK: - Sinks

    /// Keeps rows in memory; may be slow, or fail.
    fileprivate actor Keeper: IngestSink {
        var ids: [Int] = []
        var kept: [IngestPlace] = []
        var isClosed = false
        private let delay: Duration
        private let failsAt: Int?
        private var writes = 0

        init(delay: Duration = .zero, failsAt: Int? = nil) {
            (self.delay, self.failsAt) = (delay, failsAt)
        }

        func open(_ fields: [ColumnField]) { #expect(fields.map(\.name) == ["id"]) }
        func places() -> [IngestPlace] { kept }
        func close() { isClosed = true }

        func write(_ batch: IngestBatch) async throws {
            #expect(!isClosed)
            writes += 1
            if writes == failsAt { throw IngestError(.sink, "no more") }
            try await Task.sleep(for: delay)
            ids += batch.rows["id"]?.withValues(as: Int.self) { ids in ids.indices.map { ids[$0] } } ?? []
            kept.append(contentsOf: [batch.place].compactMap { $0 })
        }
    }

    @Test func aSinkThatFailsEndsTheIngestion() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("in", lines(1...1000))
        var options = IngestOptions()
        options.maximumRows = 100
        let sink = Keeper(failsAt: 4)
        let ingestion = IngestPipeline(Entry.self, from: [.file(path)], into: sink, options: options)
        await expectError(.sink, "no more") { let _: IngestSummary = try await ingestion.run() }
        #expect(await sink.ids == Array(1...300))
        #expect(await sink.isClosed)
        #expect(ingestion.summary.rows == 300)
        // The next one goes on behind what is in.
        let _: IngestSummary = try await IngestPipeline(Entry.self, from: [.file(path)], into: sink.again(), options: options).run()
    }

    @Test func aStoppedIngestionGoesOnLater() async throws {
        let folder = try TemporaryFolder()
        // Of a small file all is written.
        let path = try folder.write("in", lines(1...10_000))
        var options = IngestOptions()
        (options.maximumRows, options.workers) = (100, 1)
        let sink = Keeper(delay: .milliseconds(5))
        let stopper = Stopper()
        let ingestion = IngestPipeline(Entry.self, from: [.file(path)], into: sink, options: options) {
            if $0.rows >= 300 { stopper.stop() }
        }
        stopper.set { ingestion.stop() }
        let summary: IngestSummary = try await ingestion.run()
        // It holds the pipeline, which holds it.
        stopper.set {}
        #expect(summary.wasStopped && summary.rows >= 300 && summary.rows < 10_000)
        let _: IngestSummary = try await IngestPipeline(Entry.self, from: [.file(path)], into: sink.again(upTo: 10_000), options: options)
            .run()
        #expect(await sink.ids == Array(1...summary.rows))
    }

    @Test func aCancelledTaskEndsTheIngestion() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("in", lines(1...10_000))
        var options = IngestOptions()
        options.maximumRows = 10
        let sink = Keeper(delay: .milliseconds(2))
        let task = Task { [options] in
            let _: IngestSummary = try await IngestPipeline(Entry.self, from: [.file(path)], into: sink, options: options).run()
        }
        try await Task.sleep(for: .milliseconds(50))
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(await sink.isClosed)
        #expect(await sink.ids.count < 10_000)
    }

    @Test func anIngestionRunsOnce() async throws {
        let ingestion = IngestPipeline(Entry.self, from: [], into: Keeper())
        let _: IngestSummary = try await ingestion.run()
        await expectError(.declaration, "can run only once") { let _: IngestSummary = try await ingestion.run() }
    }
}

extension IngestionTests.Keeper {
    /// A sink that knows what this one has kept.
    fileprivate func again(upTo last: Int = 1000) -> IngestionTests.Again { IngestionTests.Again(self, last) }
}

extension IngestionTests {
    /// Goes on with what a sink has kept, and expects its next rows.
    fileprivate actor Again: IngestSink {
        private let first: Keeper
        private let last: Int
        private var next = 0

        init(_ first: Keeper, _ last: Int) { (self.first, self.last) = (first, last) }

        func open(_ fields: [ColumnField]) async { next = await first.ids.count + 1 }
        func places() async -> [IngestPlace] { await first.kept }
        func close() { #expect(next == last + 1) }

        func write(_ batch: IngestBatch) {
            let ids = batch.rows["id"]?.withValues(as: Int.self) { ids in ids.indices.map { ids[$0] } } ?? []
            #expect(ids == Array(next..<next + ids.count))
            next += ids.count
        }
    }
}

/// What is done once somebody knows how.
private final class Stopper: Sendable {
    private let body = Mutex<(@Sendable () -> Void)?>(nil)

    func set(_ body: @escaping @Sendable () -> Void) { self.body.withLock { $0 = body } }
    func stop() { body.withLock { $0 }?() }
}
#endif
