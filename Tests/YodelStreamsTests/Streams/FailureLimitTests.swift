import Testing

@testable import Yodel
@testable import YodelTestSupport

/// Failures hold no more bytes of the input than options allow, however many records fail and however long they are.
@Suite("Memory of failures")
struct FailureLimitTests {
    private static func reading(_ change: (inout ReadingOptions) -> Void) -> ReadingOptions {
        var reading = ReadingOptions()
        reading.onFailure = .collect
        change(&reading)
        return reading
    }

    /// Lines of so many bytes each that are no records.
    private static func badLines(_ lengths: [Int]) -> [UInt8] {
        Array(lengths.map { String(repeating: "x", count: $0) + "\n" }.joined().utf8)
    }

    private static func failures(_ bytes: [UInt8], _ reading: ReadingOptions) throws -> [RecordFailure] {
        var reader = try ModelReader(StreamLine.self, framing: .lines, reading: reading)
        try reader.read(bytes) { _ in }
        try reader.finish { _ in }
        #expect(reader.failedRecords == bytes.count { $0 == 0x0A })
        return reader.failures
    }

    private static func words(_ failures: [RecordFailure]) -> [String] {
        failures.map { "\($0.number) \($0.line) \($0.offset) \($0.length) \($0.bytes.count) \($0.isCut)" }
    }

    @Test func aFailureHoldsNoMoreOfItsRecordThanAllowed() throws {
        let failures = try Self.failures(Self.badLines([99, 100, 101, 5_000]), Self.reading { $0.maximumFailureBytes = 100 })
        #expect(failures.map(\.length) == [99, 100, 101, 5_000] && failures.map(\.bytes.count) == [99, 100, 100, 100])
        #expect(failures.map(\.isCut) == [false, false, true, true])
        let none = try Self.failures(Self.badLines([1, 2]), Self.reading { $0.maximumFailureBytes = -1 })
        #expect(none.map(\.bytes.count) == [0, 0] && none.map(\.isCut) == [true, true])
    }

    @Test func aFailureIsWholeUnlessALimitIsSet() throws {
        let failures = try Self.failures(Self.badLines([100_000]), Self.reading { _ in })
        #expect(failures.map(\.bytes.count) == [100_000] && failures.map(\.isCut) == [false])
    }

    @Test func allTogetherHoldNoMoreThanAllowed() throws {
        let lines = Self.badLines(Array(repeating: 1_000, count: 20))
        let message = try #require(try Self.failures(lines, Self.reading { _ in }).first).error.storedBytes
        // Three and a half records, with the errors of four; of the fifth there is not even room for the error.
        let limit = 3_500 + 4 * message
        let failures = try Self.failures(lines, Self.reading { $0.maximumCollectedBytes = limit })
        #expect(failures.map(\.bytes.count) == [1_000, 1_000, 1_000, 500] && failures.map(\.isCut) == [false, false, false, true])
        let held = failures.reduce(0) { $0 + $1.bytes.count + $1.error.storedBytes }
        #expect(held == limit)
    }

    private struct Counts: Model {
        var counts: [String: Int] = [:]
    }

    /// An error that quotes a long key counts with it, and is not kept in part.
    @Test func keysThatErrorsQuoteCount() throws {
        let line = "{\"counts\": {\"\(String(repeating: "k", count: 10_000))\": \"x\"}}\n"
        let reading = Self.reading {
            $0.maximumFailureBytes = 0
            $0.maximumCollectedBytes = 25_000
        }
        var reader = try ModelReader(Counts.self, framing: .lines, options: .strict, reading: reading)
        try reader.read(Array(String(repeating: line, count: 3).utf8) + Self.badLines([3])) { _ in }
        #expect(reader.failures.map(\.number) == [1, 2] && reader.failedRecords == 4)
    }

    /// What one core keeps, batches and several cores keep.
    @Test(.slow, arguments: [0, 1, 300, 2_000, 1 << 20], [0, 7, Int.max]) func everyWayOfReadingKeepsTheSame(
        maximumCollectedBytes: Int, maximumFailureBytes: Int
    ) async throws {
        let stream = LineStream(seed: 31, lines: 120, faults: 3)
        for maximumFailures in [Int.max, 20] {
            let reading = Self.reading {
                $0.maximumCollectedBytes = maximumCollectedBytes
                $0.maximumFailureBytes = maximumFailureBytes
                $0.maximumFailures = maximumFailures
                $0.maximumRecordBytes = LineStream.maximumRecordBytes
            }
            var reader = try ModelReader(StreamLine.self, framing: .lines, reading: reading)
            do {
                try reader.read(stream.bytes) { _ in }
                try reader.finish { _ in }
            } catch is ModelError {}
            let expected = Self.words(reader.failures)
            var batches: [RecordFailure] = []
            do {
                let chunks = ReadyChunks(chunks: stream.chunks(50))
                for try await batch in chunks.models(StreamLine.self, framing: .lines, reading: reading, batchSize: 10) {
                    batches += batch.failures
                }
            } catch is ModelError {}
            #expect(Self.words(batches) == expected)
            let temporary = try TemporaryFile(stream.bytes)
            var pieces: [RecordFailure] = []
            do {
                let file = try ModelFile(temporary.path)
                _ = try await file.decodeLines(StreamLine.self, 2, .lenient, reading, ReadingPosition(), pieceBytes: 256) { batch in
                    pieces += batch.failures
                }
            } catch is ModelError {}
            #expect(Self.words(pieces) == expected)
        }
    }

    /// Failures fill a batch as models do, by their bytes.
    @Test func aBatchEndsWhenItsFailuresAreLong() async throws {
        let line = Self.badLines([3 << 20])
        let chunks = ReadyChunks(chunks: Array(repeating: line, count: 5))
        var counts: [Int] = []
        for try await batch in chunks.models(StreamLine.self, framing: .lines) { counts.append(batch.failures.count) }
        #expect(counts == [3, 2])
    }
}
