#if Ingest
import Foundation
import Testing
import Yodel
import YodelIngest

/// Shares of rows that drift, which end a run.
extension DriftTests {
    @Test(arguments: [(9, 0.1, true), (10, 0.1, false), (1, 0.0, true), (0, 0.0, false), (90, 1.0, false), (20, 0.19, true)])
    func aShareIsReachedButNotPassed(drifted: Int, share: Double, isPassed: Bool) async throws {
        let folder = try TemporaryFolder()
        // Nine of 89 are more than a tenth, ten of 100 are not.
        let rows = isPassed ? 80 : 90
        let path = try folder.write("in", lines(1...rows) + (0..<drifted).map { "{\"id\":\($0),\"new\":1}\n" }.joined() + "bad\n")
        var options = IngestOptions()
        options.maximumDriftRatio = share
        if isPassed {
            await expectError(.limit, "\(drifted) of \(rows + drifted) rows") { [options] in
                _ = try await PlaceSink().ingest([.file(path)], options)
            }
        } else {
            #expect(try await PlaceSink().ingest([.file(path)], options).drift.driftedRows == drifted)
        }
    }

    @Test func aShareHoldsForEachFileHoweverShort() async throws {
        let folder = try TemporaryFolder()
        let bad = try folder.write("b", (1...9).map { "{\"id\":\($0),\"new\":1}\n" }.joined())
        let sources = [try folder.write("a", lines(1...200)), bad, try folder.write("c", lines(201...210))].map { IngestSource.file($0) }
        var options = IngestOptions()
        options.maximumDriftRatio = 0.5
        let sink = PlaceSink()
        await expectError(.limit, "9 of 9 rows") { [options] in _ = try await sink.ingest(sources, options) }
        // What came before is stored, and so is what has drifted; the next run continues after it.
        #expect(try await sink.ingest(sources, options).rows == 10)
    }

    @Test func aShareHoldsForTheRunFromItsHundredthRowOn() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("in", (1...500).map { "{\"id\":\($0),\"new\":1}\n" }.joined())
        var options = IngestOptions()
        options.maximumDriftRatio = 0.5
        options.maximumRows = 60
        options.workers = 1
        let sink = PlaceSink()
        await expectError(.limit, "the run: ") { [options] in _ = try await sink.ingest([.file(path)], options) }
    }

    @Test func aShareWithoutAMeaningIsRefused() async throws {
        let folder = try TemporaryFolder()
        var options = IngestOptions()
        options.maximumDriftRatio = 0.5
        await expectError(.declaration, "maximumDriftRatio") { [options] in
            try await IngestReceiver(Entry.self, into: PlaceSink(), options: options).open()
        }
        options.countsDrift = false
        await expectError(.declaration, "countsDrift") { [options] in try await ingest(Entry.self, [], folder("db"), options) }
        options = IngestOptions()
        options.maximumDriftRatio = .nan
        await expectError(.declaration, "maximumDriftRatio") { [options] in try await ingest(Entry.self, [], folder("db"), options) }
    }
}
#endif
