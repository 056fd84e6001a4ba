import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

/// A line that holds objects.
private struct TrackedLine: Model, @unchecked Sendable {
    var id = 0
    var label: TrackedLabel?
    let fixed = Tracked()
    static func describe(_ model: inout ModelDescription) { model.required = ["id"] }
}

private struct Stopped: Error {}

extension LifetimeTests {
    @Suite struct StreamLifetimeTests {
        private let text = (0..<200).map { id in
            id % 7 == 3 ? "{\"label\": \"x\", \"id\": \n" : "{\"id\": \(id), \"label\": \"label \(id)\"}\n"
        }.joined()
        private var chunks: [[UInt8]] {
            let bytes = Array(text.utf8)
            return stride(from: 0, to: bytes.count, by: 100).map { Array(bytes[$0..<min($0 + 100, bytes.count)]) }
        }

        private static let policies: [ReadingOptions] = LineOutcome.policies.map { reading in
            var reading = reading
            reading.maximumRecordBytes = 1_000
            return reading
        }

        @Test(arguments: Self.policies)
        func batches(_ reading: ReadingOptions) async {
            for stop in [0, 1, 3, 1_000] {
                do {
                    var count = 0
                    for try await batch in ReadyChunks(chunks: chunks).models(TrackedLine.self, reading: reading, batchSize: 10) {
                        #expect(Tracked.living >= batch.count)
                        if count == stop { break }
                        count += 1
                    }
                } catch {}
                #expect(Tracked.living == 0)
            }
        }

        @Test func errorsBetweenBatches() async throws {
            do {
                var batches = ReadyChunks(chunks: chunks, asked: { if $0 == 7 { throw Stopped() } }).models(TrackedLine.self, batchSize: 40)
                    .makeAsyncIterator()
                while try await batches.next() != nil {}
                Issue.record("the error is lost")
            } catch {}
            #expect(Tracked.living == 0)
            let all = chunks
            let task = Task {
                for try await _ in ReadyChunks(chunks: all).models(TrackedLine.self, batchSize: 40) {
                    withUnsafeCurrentTask { $0?.cancel() }
                }
            }
            _ = await task.result
            try await expectNoneLives()
        }

        @Test(.slow, arguments: Self.policies)
        func parallel(_ reading: ReadingOptions) async throws {
            let temporary = try TemporaryFile(text)
            let file = try ModelFile(temporary.path)
            let bytes = Array(text.utf8)
            for workers in some(2, of: 1...4) {
                do {
                    let results: ModelBatch<TrackedLine> = try await ModelDecoder().decodeLines(
                        TrackedLine.self, from: bytes, bytes.count, 300, workers, reading)
                    #expect(Tracked.living >= results.models.count)
                } catch {}
                try await expectNoneLives()
                for stop in [1, 4, 1_000] {
                    var count = 0
                    _ = try? await file.decodeLines(TrackedLine.self, workers, .lenient, reading, ReadingPosition(), pieceBytes: 300) { _ in
                        count += 1
                        if count == stop { throw Stopped() }
                        if count == stop + 1 { withUnsafeCurrentTask { $0?.cancel() } }
                    }
                    try await expectNoneLives()
                }
            }
        }

        @Test func cancelledWhileDecoding() async throws {
            let long = Array(String(repeating: text, count: 50).utf8)
            for made in [0, 1, 100, 1_000] {
                let before = Tracked.total
                let task = Task {
                    let results: ModelBatch<TrackedLine> = try await ModelDecoder().decodeLines(
                        TrackedLine.self, from: long, long.count, 20_000, 2, ReadingOptions())
                    return results.models.count
                }
                while Tracked.total < before + made { await Task.yield() }
                task.cancel()
                _ = await task.result
                try await expectNoneLives()
            }
        }

        /// The runtime lets go of a child task a little after the one that waits for it goes on: when the thread that ran it gets the processor
        /// again. So there is time for that, however busy the machine is; what leaks takes all of it.
        private func expectNoneLives() async throws {
            for _ in 0..<12_000 where Tracked.living != 0 { try await Task.sleep(for: .milliseconds(5)) }
            #expect(Tracked.living == 0)
        }
    }
}
