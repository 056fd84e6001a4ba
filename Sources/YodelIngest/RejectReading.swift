#if Ingest
import Yodel

// Two readers, one in the other: that of the lines, which knows the place in the file behind each of them, and that of the records in them. A record is handed to the second
// one as what it is, byte by byte, so that nothing in it makes two of it.

/// A file of rejects, whose records are taken in again: what fails again is a reject of its own source; a line that is no reject is one of the file.
final class RejectReading<T: BaseModel>: SourceReading {
    /// A line that has been read.
    private struct Line {
        let result: Result<RejectedRecord, ModelError>
        /// The line as a failure, for one that is no reject.
        let number: Int
        let line: Int
        let offset: Int
        let length: Int
        let bytes: [UInt8]
    }

    private let name: String
    private let task: ReadingTask
    /// How the records are read; what has failed before counts.
    private let options: ColumnOptions
    private let input: any OpenInput
    private var lines: ModelReader<RejectedRecord>
    private var columns: RecordColumns
    private var marker: PlaceMarker
    private var buffer = [UInt8](repeating: 0, count: 256 << 10)
    /// Those of the batch at hand, with the sources that they are of, and their bytes.
    private var rejects: [RecordFailure] = []
    private var origins: [String] = []
    private var rejectBytes = 0
    /// The place behind the last record of the batch at hand.
    private var end: ReadingPosition
    private var records = 0
    private var failed = 0
    private var ready: [IngestBatch] = []
    private var hasEnded = false
    private var failure: (any Error)?
    /// Nil of a pipe.
    private var lastLine: LastLine?
    private(set) var unfinishedLine: UnfinishedLine?

    /// Rejects of one batch.
    private static var maximumRejects: Int { 1 << 12 }

    init(_ source: IngestSource, _ input: any OpenInput, _ file: ModelFile?, _ start: PlaceBook.Start?, _ task: ReadingTask) throws {
        name = source.name
        self.task = task
        self.input = input
        options = task.remaining
        marker = PlaceMarker(source, task, file, start)
        end = start?.place?.position ?? ReadingPosition()
        end.file = nil
        var reading = ReadingOptions()
        reading.maximumRecordBytes = RejectedRecord.maximumLineBytes(options.reading.maximumRecordBytes)
        if file != nil { lastLine = LastLine(at: end.offset, limit: reading.maximumRecordBytes) }
        do {
            lines = try ModelReader(RejectedRecord.self, framing: .lines, options: RejectedRecord.decoding, reading: reading, from: end)
            columns = try RecordColumns(T.self, options: options)
        } catch {
            throw IngestError.of(source: source.name, error)
        }
    }

    func next() throws -> IngestBatch? {
        while ready.isEmpty && !hasEnded {
            do {
                try step()
            } catch {
                // What stands before the fault is in.
                hasEnded = true
                failure = IngestError.of(source: name, error)
                try? hand()
            }
        }
        if !ready.isEmpty { return ready.removeFirst() }
        if let failure {
            self.failure = nil
            throw failure
        }
        return nil
    }

    private func step() throws {
        if task.stop.isSet {
            hasEnded = true
            return try hand()
        }
        let input = input
        switch unsafe try buffer.withUnsafeMutableBytes({ unsafe try input.read($0) }) {
        case .bytes(let count):
            lastLine?.add(buffer[..<count])
            var rest = buffer[..<count]
            while let feed = rest.firstIndex(of: 0x0A) {
                try read(rest[...feed])
                rest = rest[(feed + 1)...]
            }
            try read(rest)
        case .waiting: try hand()
        case .end:
            hasEnded = true
            unfinishedLine = lastLine?.unfinished
            if unfinishedLine == nil {
                var last: Line?
                try lines.finish { record in last = Self.line(record) }
                if let last { try take(last) }
            }
            try hand()
        }
    }

    /// Reads bytes in which no more than one line ends.
    private func read(_ bytes: ArraySlice<UInt8>) throws {
        guard !bytes.isEmpty else { return }
        var line: Line?
        // SAFETY: the bytes are lent for the call, and what is kept of a record is a copy.
        unsafe try bytes.withUnsafeBytes { unsafe try lines.read($0) { record in line = Self.line(record) } }
        if let line { try take(line) }
    }

    private static func line(_ record: borrowing ModelRecord<RejectedRecord>) -> Line {
        let result = record.result.flatMap { rejected in
            guard let fault = rejected.fault else { return .success(rejected) }
            return .failure(.ofRecord(.mismatch, .invalidValue, fault, line: record.line, offset: record.offset))
        }
        var bytes: [UInt8] = []
        if case .failure = result { bytes = unsafe record.bytes.withUnsafeBytes { unsafe Array($0) } }
        return Line(
            result: result, number: record.number, line: record.line, offset: record.offset, length: record.length, bytes: bytes)
    }

    /// Takes in the record of a line.
    private func take(_ line: Line) throws {
        let behind = lines.position
        records += 1
        switch line.result {
        case .failure(let error): try reject(line, error)
        case .success(let record):
            if let bytes = record.bytes {
                var outcome = columns.add(bytes, line: record.line, offset: record.offset, countedAt: line.line)
                if case .isFull = outcome {
                    try hand()
                    outcome = columns.add(bytes, line: record.line, offset: record.offset, countedAt: line.line)
                }
                if case .failed(let error) = outcome { try reject(RecordFailure(record, line.number, error), of: record.source) }
            } else {
                try reject(RecordFailure(record, line.number, .noBytes(record)), of: record.source)
            }
        }
        end = behind
        if columns.isFull || rejects.count >= Self.maximumRejects || rejectBytes >= options.maximumBytes { try hand() }
    }

    /// Notes that a line is no reject.
    private func reject(_ line: Line, _ error: ModelError) throws {
        try reject(
            RecordFailure(line.number, line: line.line, offset: line.offset, length: line.length, error, bytes: line.bytes), of: name)
    }

    /// Notes that a record has failed; one that passes a limit is left to the next run.
    private func reject(_ failure: RecordFailure, of source: String) throws {
        failed += 1
        try options.reading.checkLimits(failed, of: records, failure.error)
        rejects.append(failure)
        origins.append(source)
        rejectBytes += failure.bytes.count
    }

    func opening() -> [UInt8] { [] }

    /// Makes a batch of what has been taken in.
    private func hand() throws {
        guard columns.rows > 0 || !rejects.isEmpty else { return }
        var position = end
        position.file = try input.identity(at: end.offset)
        let rows = columns.take(rejects: rejects, position: position)
        ready.append(
            try marker.mark(rows, position, bytes: input.sourceBytes(at: end.offset), checksum: input.checksum, origins: origins))
        (rejects, origins, rejectBytes) = ([], [], 0)
    }
}
#endif
