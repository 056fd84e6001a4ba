import Foundation

@testable import Yodel
@testable import YodelTestSupport

// A program that reads a file of records into a log, as it runs in a process of its own until it is killed. What it has handed to `write` survives
// it. The log is one file that only grows: a line for each record, and one for each checkpoint, which says that all before it has been read.
//
//     model 1 / model 2 / checkpoint {"offset":60,…} / model 3 / mod      killed while it wrote
//     model 1 / model 2 / checkpoint {"offset":60,…}                      where the next process goes on

/// One run of the program.
struct InterruptedReading: Codable, Sendable {
    /// What reads the records.
    enum Source: String, Codable, CaseIterable {
        /// `ModelReader`, from chunks of random sizes.
        case reader
        /// `ModelFile.read`.
        case file
        /// `ModelFile.decodeLines`.
        case cores
    }

    /// When the process is killed.
    enum Death: String, Codable, CaseIterable {
        case beforeRecord
        case afterRecord
        /// The record's line is cut off.
        case withinRecord
        /// The first checkpoint behind the record is cut off.
        case withinCheckpoint
        /// By another thread, whatever is being done; behind the record the reading waits for it.
        case anyTime
    }

    var input: String
    var output: String
    var framing: Framing
    var source: Source
    /// Chunks, and what else is random.
    var seed: UInt64
    var death: Death
    /// The record at which the process is killed, of those that this run reads.
    var record: Int

    /// Reads on, from where the last run came to, until the process is killed.
    func run() async throws -> Never {
        var random = SeededGenerator(seed: seed)
        let killer = Killer(death, at: record)
        if death == .anyTime {
            let delay = UInt32.random(in: 0..<5_000, using: &random)
            Thread.detachNewThread {
                usleep(delay)
                killer.strike()
            }
        }
        try await read(killer, &random)
        // The point has not come: the end of the input is one too.
        killer.strike()
    }

    /// Reads on to the end of the input.
    func finish() async throws {
        var random = SeededGenerator(seed: seed)
        try await read(nil, &random)
    }

    private func read(_ killer: Killer?, _ random: inout SeededGenerator) async throws {
        let log = try ReadingLog(output, killer)
        let position = try log.recovered()
        let file = try ModelFile(input)
        let reading = KillableStream.reading
        let size = Int.random(in: 1..<2_000, using: &random)
        switch source {
        case .reader:
            var reader = try ModelReader(StreamLine.self, framing: framing, reading: reading, from: position)
            let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: input)))
            var start = position.offset
            while start < bytes.count {
                let end = min(start + Int.random(in: 1..<2_000, using: &random), bytes.count)
                try reader.read(Array(bytes[start..<end])) { try log.note($0) }
                try log.note(reader.position)
                start = end
            }
            try reader.finish { try log.note($0) }
            try log.note(reader.position)
        case .file:
            let end = try file.read(
                StreamLine.self, framing: framing, reading: reading, from: position, chunkBytes: size,
                progress: { progress in log.attempt { try log.note(progress.position) } }, each: { try log.note($0) })
            try log.note(end)
        case .cores:
            let end = try await file.decodeLines(StreamLine.self, 2, .lenient, reading, position, pieceBytes: size) { batch in
                for model in batch { try log.note(model) }
                for failure in batch.failures { try log.note(failure) }
                try log.note(batch.position)
            }
            try log.note(end)
        }
    }
}

/// Ends its own process.
final class Killer: @unchecked Sendable {
    // SAFETY of `@unchecked Sendable`: `left` is used by the reading task only.
    let death: InterruptedReading.Death
    private var left: Int

    init(_ death: InterruptedReading.Death, at record: Int) {
        self.death = death
        left = record
    }

    /// Whether the record that is noted now is the one. From then on it stays so.
    func isDue(countingOne: Bool) -> Bool {
        if countingOne { left -= 1 }
        return left < 0
    }

    func strike() -> Never {
        kill(getpid(), SIGKILL)
        wait()
    }

    func wait() -> Never {
        while true { pause() }
    }
}

/// The log.
final class ReadingLog {
    private let path: String
    private let descriptor: Int32
    private let killer: Killer?

    init(_ path: String, _ killer: Killer?) throws {
        self.path = path
        self.killer = killer
        descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        guard descriptor >= 0 else { throw POSIXError(.EIO) }
    }

    deinit { close(descriptor) }

    // MARK: Writing

    func note(_ record: borrowing ModelRecord<StreamLine>) throws {
        switch record.result {
        case .success(let model): try note(model)
        case .failure: try write("failure \(record.number) \(record.line) \(record.offset) \(record.length)", dying: .withinRecord)
        }
    }

    func note(_ failure: RecordFailure) throws {
        try write("failure \(failure.number) \(failure.line) \(failure.offset) \(failure.length)", dying: .withinRecord)
    }

    func note(_ model: StreamLine) throws { try write("model \(model.id) \(model.name)", dying: .withinRecord) }

    func note(_ position: ReadingPosition) throws {
        try write("checkpoint " + String(decoding: JSONEncoder().encode(position), as: UTF8.self), dying: .withinCheckpoint)
    }

    func attempt(_ body: () throws -> Void) {
        do { try body() } catch { preconditionFailure("the log cannot be written: \(error)") }
    }

    /// Writes a line, if the process lives so long.
    private func write(_ line: String, dying here: InterruptedReading.Death) throws {
        let bytes = Array((line + "\n").utf8)
        guard let killer, killer.isDue(countingOne: here == .withinRecord) else { return try write(bytes[...]) }
        switch killer.death {
        case .beforeRecord where here == .withinRecord: killer.strike()
        case here:
            try write(bytes[..<(bytes.count / 2)])
            killer.strike()
        default:
            try write(bytes[...])
            switch killer.death {
            case .afterRecord: killer.strike()
            case .anyTime: killer.wait()
            default: break
            }
        }
    }

    private func write(_ bytes: ArraySlice<UInt8>) throws {
        // One call for a line: the kernel has all of it or nothing.
        guard bytes.withUnsafeBytes({ Glibc.write(descriptor, $0.baseAddress, $0.count) }) == bytes.count else { throw POSIXError(.EIO) }
    }

    // MARK: Reading

    /// Drops what stands behind the last checkpoint.
    ///
    /// - Returns: The checkpoint; the start if there is none.
    func recovered() throws -> ReadingPosition {
        let (kept, position) = try Self.kept(path)
        guard truncate(path, off_t(kept.utf8.count)) == 0 else { throw POSIXError(.EIO) }
        return position
    }

    /// The log up to its last checkpoint, and that.
    static func kept(_ path: String) throws -> (text: String, position: ReadingPosition) {
        // Not by `Data(contentsOf:)`, which leaks 4,096 bytes for a file without any (Foundation of 6.3).
        let file = try InputFile(path)
        var bytes = [UInt8](repeating: 0, count: try file.size())
        _ = try bytes.withUnsafeMutableBytes { try file.read($0, at: 0) }
        let text = String(decoding: bytes, as: UTF8.self)
        var (end, position) = (text.startIndex, ReadingPosition())
        // What no line feed ends is no line.
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() where line.hasPrefix("checkpoint ") {
            position = try JSONDecoder().decode(ReadingPosition.self, from: Data(line.dropFirst("checkpoint ".count).utf8))
            end = text.index(after: line.endIndex)
        }
        return (String(text[..<end]), position)
    }
}
