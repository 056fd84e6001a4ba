import Foundation

@testable import Yodel
@testable import YodelTestSupport

/// A record of the test streams.
struct StreamLine: Model, Hashable, Sendable {
    var id = 0
    var name = ""
    static func describe(_ model: inout ModelDescription) { model.required = ["id"] }
}

/// Lines from a seed, some of them bad.
struct LineStream {
    static let maximumRecordBytes = 60
    var bytes: [UInt8] = []

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// - Parameter faults: One line of as many is bad; 0 for none.
    init(seed: UInt64, lines: Int, faults: Int = 5) {
        var random = SeededGenerator(seed: seed)
        if Int.random(in: 0..<3, using: &random) == 0 { bytes += [0xEF, 0xBB, 0xBF] }
        for id in 0..<lines {
            let isBad = faults > 0 && Int.random(in: 0..<faults, using: &random) == 0
            bytes += isBad ? Self.badLine(id, &random) : Self.line(id, &random)
            switch Int.random(in: 0..<8, using: &random) {
            case 0: bytes += Array("\r\n".utf8)
            case 1: bytes += Array("\n \n".utf8)
            case 2 where id == lines - 1: break
            default: bytes += Array("\n".utf8)
            }
        }
    }

    private static func line(_ id: Int, _ random: inout SeededGenerator) -> [UInt8] {
        let name = String(repeating: "é", count: Int.random(in: 0..<12, using: &random))
        return Array(#"{"id": \#(id), "name": "\#(name)"}"#.utf8)
    }

    private static func badLine(_ id: Int, _ random: inout SeededGenerator) -> [UInt8] {
        switch Int.random(in: 0..<6, using: &random) {
        case 0: Array(#"{"id": }"#.utf8)
        case 1: Array(#"{"id": "x\#(id)"}"#.utf8)
        case 2: Array(#"{"name": "a"}"#.utf8)
        case 3: Array(#"{"id": 1, "name": ""#.utf8) + [0xC3, 0x28] + Array(#""}"#.utf8)
        case 4: Array(String(repeating: "x", count: Int.random(in: 61...400, using: &random)).utf8)
        default: Array("{".utf8)
        }
    }

    /// The bytes in chunks of a size; 0 for random sizes.
    func chunks(_ size: Int, seed: UInt64 = 1) -> [[UInt8]] {
        var random = SeededGenerator(seed: seed)
        var chunks: [[UInt8]] = []
        var start = 0
        while start < bytes.count {
            let length = size > 0 ? size : Int.random(in: 0..<200, using: &random)
            let end = min(start + length, bytes.count)
            chunks.append(Array(bytes[start..<end]))
            start = end
        }
        return chunks
    }

    /// What becomes of the lines by `ModelReader`, which the others must agree with.
    func reference(_ reading: ReadingOptions, from position: ReadingPosition = ReadingPosition()) -> LineOutcome {
        var outcome = LineOutcome()
        do {
            var reader = try ModelReader(StreamLine.self, framing: .lines, reading: reading, from: position)
            do {
                try reader.read(Array(bytes[position.offset...])) { outcome.take($0) }
                try reader.finish { outcome.take($0) }
            } catch {
                outcome.error = "\(error)"
            }
            if reading.onFailure == .collect { outcome.failures = reader.failures.map(LineOutcome.words) }
            outcome.failedRecords = reader.failedRecords
            outcome.position = reader.position
        } catch {
            outcome.error = "\(error)"
        }
        return outcome
    }
}

/// What becomes of a stream.
struct LineOutcome: Equatable {
    var models: [StreamLine] = []
    var failures: [String] = []
    var failedRecords = 0
    var error: String?
    /// The place alone: a file's positions say which file, a reader's do not (`FilePositionTests`).
    var position = ReadingPosition() {
        didSet { position.file = nil }
    }

    mutating func take(_ record: consuming ModelRecord<StreamLine>) {
        switch record.result {
        case .success(let line): models.append(line)
        case .failure(let error):
            let bytes = record.bytes.withUnsafeBytes { Array($0) }
            failures.append(
                Self.words(
                    RecordFailure(
                        number: record.number, line: record.line, offset: record.offset, length: record.length, error: error, bytes: bytes))
            )
        }
    }

    mutating func take(_ batch: ModelBatch<StreamLine>) {
        models += batch
        failures += batch.failures.map(Self.words)
        failedRecords += batch.failedRecords
        position = batch.position
    }

    /// Everything about a failure.
    static func words(_ failure: RecordFailure) -> String {
        "\(failure) [\(failure.line), \(failure.offset), \(failure.length), \(failure.error.code), \(failure.bytes)]"
    }

    /// Without what nobody sees when the reading ends with an error.
    var visible: LineOutcome {
        guard error != nil else { return self }
        var outcome = self
        outcome.position = ReadingPosition()
        outcome.failedRecords = 0
        return outcome
    }

    /// Policies and limits.
    static let policies: [ReadingOptions] = {
        var all: [ReadingOptions] = []
        for policy in [ReadingOptions.FailurePolicy.deliver, .abort, .skip, .collect] {
            for (failures, ratio) in [(Int.max, 1.0), (7, 1.0), (.max, 0.1), (.max, 0.3), (60, 0.19)] {
                var reading = ReadingOptions()
                reading.onFailure = policy
                reading.maximumFailures = failures
                reading.maximumFailureRatio = ratio
                reading.maximumRecordBytes = LineStream.maximumRecordBytes
                reading.maximumCollected = 20
                all.append(reading)
            }
        }
        return all
    }()
}

/// ReadyChunks that are there, as a sequence that counts how many have been asked for.
struct ReadyChunks<Chunk: JSONBytes & Sendable>: AsyncSequence, Sendable {
    let chunks: [Chunk]
    var asked: @Sendable (Int) throws -> Void = { _ in }

    func makeAsyncIterator() -> Iterator { Iterator(chunks: self) }

    struct Iterator: AsyncIteratorProtocol {
        let chunks: ReadyChunks
        var index = 0

        mutating func next() async throws -> Chunk? {
            try chunks.asked(index)
            guard index < chunks.chunks.count else { return nil }
            defer { index += 1 }
            return chunks.chunks[index]
        }
    }
}
