#if Ingest
import Yodel

// A place is behind the last line that has been taken in. Records of two streams may be written in turn, so that one of them may be open there for long:
//
//     1  … stdout P {"id"
//     2  … stderr F {"id":2}      in; the place is here, and line 1 is open
//     3  … stdout F :1}
//
// The next run reads on from line 1, and passes over what ends before the place. So each record is in once, wherever a run has ended, and none waits for another.

/// Batches of records that have something around them.
final class UnwrappedBatches<T: BaseModel>: BatchReading {
    let framing: IngestFraming
    private let options: ColumnOptions
    private var cutter: LineCutter
    private var gatherer: RecordGatherer
    private var columns: RecordColumns
    private var rejects: [RecordFailure] = []
    private var rejectBytes = 0
    private var failed = 0
    private var records: Int
    private let firstRecord: Int
    /// The place behind the last line that has been taken in.
    private var position: ReadingPosition
    private(set) var open: LineStart?
    /// Records that end before it are in: only what begins before it and ends behind it is read again.
    private let known: Int

    /// Rejects of one batch.
    private static var maximumRejects: Int { 1 << 12 }

    /// - Parameters:
    ///   - position: Up to there records are in.
    ///   - open: Where the input goes on, if that is before the position.
    init(
        _ type: T.Type, _ wrapping: IngestFraming.Wrapping, _ options: ColumnOptions, from position: ReadingPosition, _ open: LineStart?
    ) throws(ModelError) {
        let limit = options.reading.maximumRecordBytes
        framing = IngestFraming(.lines, wrapping)
        self.options = options
        gatherer = RecordGatherer(wrapping, limit: limit)
        columns = try RecordColumns(type, options: options)
        cutter = LineCutter(
            from: open ?? LineStart(offset: position.offset, line: position.line), limit: wrapping.maximumLineBytes(limit))
        (self.position, self.open) = (position, open)
        self.position.framing = .lines
        known = position.offset
        (records, firstRecord) = (position.records, position.records)
    }

    func read(_ chunk: ArraySlice<UInt8>, each: (ColumnBatch) throws -> Void) throws {
        try cutter.cut(chunk) { line in
            try take(line, each)
            note(LineStart(offset: line.end, line: line.start.line + 1), column: 1)
            if columns.isFull || rejects.count >= Self.maximumRejects || rejectBytes >= options.maximumBytes { try flush(each: each) }
        }
    }

    func flush(each: (ColumnBatch) throws -> Void) throws {
        guard columns.rows > 0 || !rejects.isEmpty else { return }
        let batch = columns.take(rejects: rejects, position: position)
        (rejects, rejectBytes) = ([], 0)
        try each(batch)
    }

    /// The records that have not ended, and the line that has not, unless all of them are records as they stand.
    var unfinishedLine: UnfinishedLine? {
        guard let start = gatherer.start ?? cutter.rest?.start else { return nil }
        let end = cutter.rest?.end ?? cutter.start.offset
        var (rest, isComplete) = (gatherer, true)
        if let line = cutter.rest, !line.bytes.allSatisfy(ASCII.isSpace) || line.isTooLong {
            switch rest.take(line) {
            case .nothing, .fault: isComplete = false
            case .more: break
            case .record(let record): isComplete = record.isComplete
            }
        }
        if isComplete && rest.unfinished.allSatisfy(\.isComplete) { return nil }
        return UnfinishedLine(offset: start.offset, length: end - start.offset)
    }

    func finish(each: (ColumnBatch) throws -> Void) throws {
        // So that there is room for all of them, and no place between them.
        try flush(each: each)
        let rest = cutter.rest
        if let rest { try take(rest, each) }
        let end = rest.map(\.end) ?? cutter.start.offset
        for record in gatherer.finish() { try add(record, each) }
        note(LineStart(offset: end, line: cutter.start.line), column: (rest?.length ?? 0) + 1)
        try flush(each: each)
    }

    /// Takes in what a line completes.
    private func take(_ line: WrappedLine, _ each: (ColumnBatch) throws -> Void) throws {
        let outcome = gatherer.take(line)
        guard line.end > known else { return }
        switch outcome {
        case .nothing, .more: break
        case .record(let record): try add(record, each)
        case .fault(let why):
            let start = line.start
            let error = ModelError.ofRecord(.mismatch, .invalidValue, why, line: start.line, offset: start.offset)
            try reject(error, line: start.line, offset: start.offset, length: line.bytes.count, line.bytes)
        }
    }

    /// Notes that the lines before a place have been taken in.
    private func note(_ end: LineStart, column: Int) {
        open = gatherer.start
        guard end.offset > known else { return }
        (position.offset, position.line, position.column) = (end.offset, end.line, column)
        position.records = records
    }

    private func add(_ record: WrappedRecord, _ each: (ColumnBatch) throws -> Void) throws {
        if record.isBlank { return }
        var error = record.fault(limit: options.reading.maximumRecordBytes)
        if error == nil {
            var outcome = columns.add(record.bytes, countedAt: record.line)
            if case .isFull = outcome {
                try flush(each: each)
                outcome = columns.add(record.bytes, countedAt: record.line)
            }
            if case .failed(let failure) = outcome { error = record.located(failure) }
        }
        guard let error else {
            records += 1
            return
        }
        try reject(error, line: record.line, offset: record.offset, length: record.length, record.bytes)
    }

    /// Notes that a record has failed; one that passes a limit is left to the next run.
    private func reject(_ error: ModelError, line: Int, offset: Int, length: Int, _ bytes: ArraySlice<UInt8>) throws {
        try options.reading.checkLimits(failed + 1, of: records + 1 - firstRecord, error)
        failed += 1
        records += 1
        rejects.append(RecordFailure(records, line: line, offset: offset, length: length, error, bytes: Array(bytes)))
        rejectBytes += bytes.count
    }
}
#endif
