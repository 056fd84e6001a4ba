import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

@Suite struct ParallelLinesTests {
    private func decode(_ bytes: [UInt8], _ pieceBytes: Int, _ workers: Int, _ reading: ReadingOptions) async -> LineOutcome {
        var outcome = LineOutcome()
        do {
            let results: ModelBatch<StreamLine> = try await ModelDecoder().decodeLines(
                StreamLine.self, from: bytes, bytes.count, pieceBytes, workers, reading)
            outcome.models = results.models
            outcome.failures = results.failures.map(LineOutcome.words)
            outcome.failedRecords = results.failedRecords
        } catch {
            outcome.error = "\(error)"
        }
        return outcome
    }

    private func decode(
        _ file: ModelFile, _ pieceBytes: Int, _ workers: Int, _ reading: ReadingOptions, from position: ReadingPosition = ReadingPosition()
    ) async -> LineOutcome {
        var outcome = LineOutcome()
        do {
            let end = try await file.decodeLines(StreamLine.self, workers, .lenient, reading, position, pieceBytes: pieceBytes) { batch in
                outcome.take(batch)
            }
            outcome.position = end
        } catch {
            outcome.error = "\(error)"
        }
        return outcome
    }

    private static let seeds: Range<UInt64> = 0..<(triesFewerCases ? 1 : 3)

    /// Workers, and bytes of a piece. By default pieces of one byte, which take the longest, are tried with one limit of each policy.
    private static func ways(_ reading: ReadingOptions) -> [(workers: Int, pieceBytes: Int)] {
        let all = (1...8).flatMap { workers in [13, 100, 500, 2_000, 100_000].map { (workers: workers, pieceBytes: $0) } }
        let isByteByByte = !triesFewerCases || (reading.maximumFailures == .max && reading.maximumFailureRatio == 1)
        return some(3, of: all) + (isByteByByte ? [(workers: 3, pieceBytes: 1)] : [])
    }

    @Test func aBufferIsOneBatchUpToItsEnd() async throws {
        let batch = try await ModelDecoder().decodeLines(Int.self, from: "1\n2\n3\n")
        #expect(Array(batch) == [1, 2, 3] && batch.failures.isEmpty && batch.failedRecords == 0)
        #expect(batch.position.offset == 6 && batch.position.records == 3 && batch.position.framing == .lines)
    }

    @Test(.slow, arguments: LineOutcome.policies)
    func buffersAgreeWithOneCore(_ reading: ReadingOptions) async {
        for seed in Self.seeds {
            let stream = LineStream(seed: 50 + seed, lines: 200)
            var expected = stream.reference(reading)
            expected.position = ReadingPosition()
            if expected.error != nil { (expected.models, expected.failures, expected.failedRecords) = ([], [], 0) }
            for (workers, pieceBytes) in Self.ways(reading) {
                let outcome = await decode(stream.bytes, pieceBytes, workers, reading)
                #expect(outcome == expected, "\(reading), \(seed), \(workers), \(pieceBytes)")
            }
        }
    }

    @Test(.slow, arguments: LineOutcome.policies)
    func filesAgreeWithOneCore(_ reading: ReadingOptions) async throws {
        for seed in Self.seeds {
            let stream = LineStream(seed: 60 + seed, lines: 200)
            let temporary = try TemporaryFile(stream.bytes)
            let file = try ModelFile(temporary.path)
            let expected = stream.reference(reading)
            for (workers, pieceBytes) in Self.ways(reading) {
                let outcome = await decode(file, pieceBytes, workers, reading)
                #expect(outcome.models == expected.models && outcome.failures == expected.failures, "\(seed), \(workers), \(pieceBytes)")
                #expect(outcome.error == expected.error, "\(reading), \(seed), \(workers), \(pieceBytes)")
                guard expected.error == nil else { continue }
                #expect(outcome.position == expected.position, "\(reading), \(seed), \(workers), \(pieceBytes)")
                if reading.onFailure == .deliver { #expect(outcome.failedRecords == expected.failedRecords) }
            }
        }
    }

    @Test func readingGoesOnBehindEveryBatch() async throws {
        let stream = LineStream(seed: 70, lines: 100)
        let temporary = try TemporaryFile(stream.bytes)
        let file = try ModelFile(temporary.path)
        for reading in [0, 1, 10, 15].map({ LineOutcome.policies[$0] }) {
            let expected = stream.reference(reading)
            var positions: [(ReadingPosition, LineOutcome)] = []
            var sum = LineOutcome()
            _ = try? await file.decodeLines(StreamLine.self, 2, .lenient, reading, ReadingPosition(), pieceBytes: 200) { batch in
                sum.take(batch)
                positions.append((batch.position, sum))
            }
            #expect(positions.count > 3 || expected.error != nil)
            for (position, before) in positions {
                var policy = reading
                if policy.maximumFailures < .max { policy.maximumFailures -= before.failedRecords }
                let rest = await decode(file, 150, 3, policy, from: position)
                let one = stream.reference(policy, from: position)
                #expect(rest.models == one.models && rest.failures == one.failures && rest.error == one.error)
                if expected.error == nil { #expect(before.models + rest.models == expected.models) }
            }
        }
    }

    @Test(.slow) func anythingContiguousWithDefaults() async throws {
        // Several pieces.
        let count = triesFewerCases ? 8_000 : 20_000
        let lines = (0..<count).map { "{\"id\": \($0), \"name\": \"n\"}\n" }.joined()
        let decoder = ModelDecoder()
        let ids = Array(0..<count)
        #expect(try await decoder.decodeLines(StreamLine.self, from: lines).models.map(\.id) == ids)
        #expect(try await decoder.decodeLines(StreamLine.self, from: Data(lines.utf8), concurrently: 3).models.map(\.id) == ids)
        #expect(try await decoder.decodeLines(StreamLine.self, from: Array(lines.utf8)[...], concurrently: 0).models.map(\.id) == ids)
        #expect(try await decoder.decodeLines(StreamLine.self, from: "").models.isEmpty)
        let temporary = try TemporaryFile(lines)
        var read: [Int] = []
        let end = try await ModelFile(temporary.path).decodeLines(StreamLine.self) { read += $0.map(\.id) }
        #expect(read == ids && end.records == count && end.offset == lines.utf8.count)
        let empty = try TemporaryFile("")
        #expect(try await ModelFile(empty.path).decodeLines(StreamLine.self) { _ in }.offset == 0)
    }

    @Test func aTypeThatCannotBeMapped() async throws {
        struct Unmapped: Sendable {}
        for text in ["", "{}\n"] {
            await #expect(throws: ModelError.self) { try await ModelDecoder().decodeLines(Unmapped.self, from: text) }
            let temporary = try TemporaryFile(text)
            let file = try ModelFile(temporary.path)
            await #expect(throws: ModelError.self) { try await file.decodeLines(Unmapped.self) { _ in } }
        }
    }

    @Test func aLineLongerThanManyPieces() async throws {
        let long = String(repeating: "a", count: 50_000)
        let text = "{\"id\": 1}\n{\"id\": 2, \"name\": \"\(long)\"}\n{\"id\": 3}\nbad\n"
        for limit in [100, 1 << 20] {
            var reading = ReadingOptions()
            reading.maximumRecordBytes = limit
            let stream = LineStream(bytes: Array(text.utf8))
            let expected = stream.reference(reading)
            let temporary = try TemporaryFile(text)
            let fromFile = await decode(try ModelFile(temporary.path), 1_000, 4, reading)
            #expect(fromFile == expected)
            var fromBuffer = await decode(stream.bytes, 1_000, 4, reading)
            fromBuffer.position = expected.position
            #expect(fromBuffer == expected)
        }
    }

    @Test func aFileThatGrowsMeanwhile() async throws {
        let temporary = try TemporaryFile((0..<100).map { "{\"id\": \($0)}\n" }.joined())
        let file = try ModelFile(temporary.path)
        var ids: [Int] = []
        let end = try await file.decodeLines(StreamLine.self, 3, .lenient, ReadingOptions(), ReadingPosition(), pieceBytes: 50) { batch in
            ids += batch.map(\.id)
            if ids.count < 500 { temporary.append("{\"id\": \(100 + Int.random(in: 0..<9))}\n") }
        }
        // How much of what was added is read depends on when it was; what is read is whole and in order.
        #expect(ids.count >= 100 && ids[..<100].elementsEqual(0..<100) && end.records == ids.count)
    }

    // MARK: Order and window

    @Test(arguments: 1...8)
    func piecesComeInOrderFromABoundedWindow(_ workers: Int) async throws {
        let (shared, begun, delivered) = (Shared(), TaskCounter(), TaskCounter())
        var seen: [Int] = []
        try await OrderedPieces.run(60, workers: workers) { index in
            shared.enter()
            defer { shared.leave() }
            begun.add()
            // Every fifth piece is much work, so that others are there before it.
            for _ in 0..<(index % 5 == 0 ? 2_000 : 1) { shared.note(ahead: begun.count - delivered.count) }
            return index
        } deliver: { index in
            seen.append(index)
            delivered.add()
            return true
        }
        #expect(seen == Array(0..<60))
        #expect(shared.mostRunning <= workers && shared.mostAhead <= 2 * workers)
    }

    @Test func theConsumerStopsAllTasks() async throws {
        struct Stopped: Error {}
        let begun = TaskCounter()
        await #expect(throws: Stopped.self) {
            try await OrderedPieces.run(.max, workers: 2) { index in
                begun.add()
                return index
            } deliver: { index in
                if index == 3 { throw Stopped() }
                return true
            }
        }
        let count = begun.count
        #expect(count >= 4 && count <= 8)
        // No task is left that could begin another piece.
        for _ in 0..<100 { await Task.yield() }
        #expect(begun.count == count)
    }

    @Test func cancellationStopsAllTasks() async throws {
        let lines = Array(String(repeating: "{\"id\": 1}\n", count: 2_000).utf8)
        let temporary = try TemporaryFile(lines)
        let batches = TaskCounter()
        let task = Task {
            try await ModelFile(temporary.path).decodeLines(
                StreamLine.self, 2, .lenient, ReadingOptions(), ReadingPosition(), pieceBytes: 100
            ) { _ in
                batches.add()
                if batches.count == 5 { withUnsafeCurrentTask { $0?.cancel() } }
            }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(batches.count == 5)
        let buffer = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await ModelDecoder().decodeLines(StreamLine.self, from: lines).models.count
        }
        await #expect(throws: CancellationError.self) { try await buffer.value }
    }

    @Test @MainActor func theConsumerRunsWhereTheCallerDoes() async throws {
        let temporary = try TemporaryFile("{\"id\": 1}\n{\"id\": 2}\n")
        var ids: [Int] = []
        try await ModelFile(temporary.path).decodeLines(StreamLine.self) { batch in
            MainActor.assertIsolated()
            ids += batch.map(\.id)
        }
        #expect(ids == [1, 2])
    }

    private final class Shared: Sendable {
        private let counts = Locked((running: 0, mostRunning: 0, mostAhead: 0))
        var mostRunning: Int { counts.current.mostRunning }
        var mostAhead: Int { counts.current.mostAhead }
        func enter() {
            counts.withLock {
                $0.running += 1
                $0.mostRunning = max($0.mostRunning, $0.running)
            }
        }
        func leave() { counts.withLock { $0.running -= 1 } }
        func note(ahead: Int) { counts.withLock { $0.mostAhead = max($0.mostAhead, ahead) } }
    }
}
