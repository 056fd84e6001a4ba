import Foundation
import Synchronization
import Testing

@testable import Yodel
@testable import YodelTestSupport

@Suite struct ModelBatchesTests {
    private func read(
        _ chunks: [[UInt8]], _ reading: ReadingOptions, _ batchSize: Int, from position: ReadingPosition = ReadingPosition()
    ) async -> (outcome: LineOutcome, batches: [ModelBatch<StreamLine>]) {
        var outcome = LineOutcome()
        var batches: [ModelBatch<StreamLine>] = []
        do {
            let models = ReadyChunks(chunks: chunks)
                .models(StreamLine.self, framing: .lines, reading: reading, from: position, batchSize: batchSize)
            for try await batch in models {
                outcome.take(batch)
                batches.append(batch)
            }
        } catch {
            outcome.error = "\(error)"
        }
        return (outcome, batches)
    }

    @Test(.slow, arguments: LineOutcome.policies)
    func everyChunkingAgreesWithTheReader(_ reading: ReadingOptions) async {
        for seed in 0..<(triesFewerCases ? 1 : 3) as Range<UInt64> {
            let stream = LineStream(seed: seed, lines: 150)
            let expected = stream.reference(reading)
            // By default bytes one by one, which take the longest, with one limit of each policy.
            let isOneByOne = !triesFewerCases || (reading.maximumFailures == .max && reading.maximumFailureRatio == 1)
            let sizes = [0, 100_000] + some(3, of: Array(2...40) + [64, 200, 1_000])
            for size in isOneByOne ? [1] + sizes : sizes {
                let (outcome, batches) = await read(stream.chunks(size), reading, 10)
                // What is skipped behind the last batch is in none.
                #expect(outcome.models == expected.models && outcome.failures == expected.failures, "\(reading), \(seed), \(size)")
                #expect(outcome.error == expected.error, "\(reading), \(seed), \(size)")
                #expect(batches.dropLast().allSatisfy { $0.count + $0.failures.count >= 10 })
                #expect(batches.allSatisfy { $0.count + $0.failures.count > 0 })
                if reading.onFailure == .deliver { #expect(outcome.visible.failedRecords == expected.visible.failedRecords) }
            }
        }
    }

    @Test func aBatchEndsWithTheChunkThatFillsIt() async throws {
        let chunks = (0..<10).map { Array("{\"id\": \($0)}\n{\"id\": 100}\n{\"id\": 101}\n".utf8) }
        var (_, batches) = await read(chunks, ReadingOptions(), 4)
        #expect(batches.map(\.count) == [6, 6, 6, 6, 6])
        (_, batches) = await read(chunks, ReadingOptions(), 1)
        #expect(batches.map(\.count) == Array(repeating: 3, count: 10))
        (_, batches) = await read(chunks, ReadingOptions(), 1_000)
        #expect(batches.map(\.count) == [30])
        (_, batches) = await read([], ReadingOptions(), 1)
        #expect(batches.isEmpty)
        #expect(batches.map(\.models).joined().isEmpty)
    }

    @Test func readingGoesOnBehindEveryBatch() async {
        let stream = LineStream(seed: 9, lines: 80)
        var reading = ReadingOptions()
        reading.maximumRecordBytes = LineStream.maximumRecordBytes
        let expected = stream.reference(reading)
        let (_, batches) = await read(stream.chunks(100), reading, 5)
        #expect(batches.count > 5)
        var (models, failures) = ([StreamLine](), [String]())
        for batch in batches {
            models += batch
            failures += batch.failures.map(LineOutcome.words)
            let rest = LineStream(bytes: Array(stream.bytes[batch.position.offset...]))
            let (outcome, _) = await read(rest.chunks(33), reading, 5, from: batch.position)
            #expect(models + outcome.models == expected.models)
            #expect(failures + outcome.failures == expected.failures)
        }
    }

    @Test func noChunkIsAskedForBeforeItsBatch() async throws {
        let chunks = (0..<10).map { Array("{\"id\": \($0)}\n".utf8) }
        let counted = TaskCounter()
        var batches = ReadyChunks(chunks: chunks, asked: { _ in counted.add() }).models(StreamLine.self, framing: .lines, batchSize: 3)
            .makeAsyncIterator()
        #expect(counted.count == 0)
        #expect(try await batches.next()?.map(\.id) == [0, 1, 2])
        #expect(counted.count == 3)
        #expect(try await batches.next()?.map(\.id) == [3, 4, 5])
        #expect(counted.count == 6)
    }

    @Test func anErrorComesBehindWhatWasReadBeforeIt() async throws {
        struct Broken: Error {}
        let chunks = [Array("{\"id\": 1}\n{\"id\": 2}\n{\"i".utf8), Array("d\": 3}\n".utf8)]
        var batches = ReadyChunks(chunks: chunks, asked: { if $0 == 1 { throw Broken() } }).models(StreamLine.self)
            .makeAsyncIterator()
        let batch = try await batches.next()
        #expect(batch?.map(\.id) == [1, 2] && batch?.position.offset == 20)
        await #expect(throws: Broken.self) { try await batches.next() }
        #expect(try await batches.next() == nil)
        var array = ReadyChunks(chunks: [Array("[{\"id\": 1}, {\"id\": 2} 7".utf8)])
            .models(StreamLine.self, framing: .array).makeAsyncIterator()
        #expect(try await array.next()?.map(\.id) == [1, 2])
        await #expect(throws: ModelError.self) { try await array.next() }
        #expect(try await array.next() == nil)
    }

    @Test func aTypeThatCannotBeMappedIsToldAtTheFirstBatch() async {
        struct Unmapped {}
        var batches = ReadyChunks(chunks: [Array("1".utf8)]).models(Unmapped.self).makeAsyncIterator()
        await #expect(throws: ModelError.self) { try await batches.next() }
    }

    @Test func everyKindOfChunk() async throws {
        let text = "{\"id\": 1}\n{\"id\": 2}\n"
        let bytes = Array(text.utf8)
        func ids(_ chunk: some JSONBytes & Sendable) async throws -> [Int] {
            try await ReadyChunks(chunks: [chunk]).models(StreamLine.self).reduce(into: []) { $0 += $1.map(\.id) }
        }
        #expect(try await ids(bytes) == [1, 2])
        #expect(try await ids(bytes[10...]) == [2])
        #expect(try await ids(ContiguousArray(bytes)) == [1, 2])
        #expect(try await ids(Data(bytes)) == [1, 2])
        #expect(try await ids(text) == [1, 2])
    }

    @Test func aCancelledTaskReadsNoMore() async throws {
        let counted = TaskCounter()
        let task = Task {
            let chunks = Array(repeating: Array("{\"id\": 1}\n".utf8), count: 1_000)
            let models = ReadyChunks(chunks: chunks, asked: { _ in counted.add() }).models(StreamLine.self, batchSize: 2)
            var count = 0
            for try await batch in models {
                count += batch.count
                if count == 10 { withUnsafeCurrentTask { $0?.cancel() } }
            }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(counted.count == 10)
    }

    @Test func aStreamThatEndsBecauseItIsCancelledHasNotEnded() async throws {
        let (stream, continuation) = AsyncStream<[UInt8]>.makeStream()
        continuation.yield(Array("{\"id\": 1}\n{\"id\": 2".utf8))
        let counted = TaskCounter()
        let task = Task {
            for try await batch in stream.models(StreamLine.self, framing: .lines, batchSize: 1) {
                for _ in batch { counted.add() }
                for _ in batch.failures { counted.add() }
            }
        }
        while counted.count == 0 { await Task.yield() }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(counted.count == 1)
    }

    /// A model that is not `Sendable`, read by an actor.
    final class Node: Model {
        var id = 0
        init() {}
    }

    actor Reader {
        var nodes: [Node] = []
        func read(_ chunks: ReadyChunks<[UInt8]>) async throws -> Int {
            for try await batch in chunks.models(Node.self, batchSize: 2) { nodes += batch.models }
            return nodes.reduce(0) { $0 + $1.id }
        }
    }

    @Test func actorsReadModelsOfTheirOwn() async throws {
        let chunks = ReadyChunks(chunks: (1...10).map { Array("{\"id\": \($0)}\n".utf8) })
        #expect(try await Reader().read(chunks) == 55)
        #expect(try await onMainActor(chunks) == 55)
    }

    @MainActor private func onMainActor(_ chunks: ReadyChunks<[UInt8]>) async throws -> Int {
        var nodes: [Node] = []
        for try await batch in chunks.models(Node.self) { nodes += batch }
        return nodes.reduce(0) { $0 + $1.id }
    }
}

/// Counts from any task.
final class TaskCounter: Sendable {
    private let value = Atomic<Int>(0)
    var count: Int { value.load(ordering: .sequentiallyConsistent) }
    func add(_ count: Int = 1) { value.add(count, ordering: .sequentiallyConsistent) }
}
