#if Ingest
import Yodel

/// Makes batches of the bytes of an input. Used by one thread at a time.
protocol BatchReading: AnyObject {
    /// How records follow each other; `automatic` until that has been found.
    var framing: IngestFraming { get }
    /// The first line of the records that have begun, and not ended, before the position of the last batch; nil if there is none, or the position is before it.
    var open: LineStart? { get }
    /// The last line, or record, if it is not finished and the next run may have more of it.
    var unfinishedLine: UnfinishedLine? { get }

    /// Reads the next bytes.
    func read(_ chunk: ArraySlice<UInt8>, each: (ColumnBatch) throws -> Void) throws
    /// Hands out what is complete.
    func flush(each: (ColumnBatch) throws -> Void) throws
    /// Ends the input: its rest is the last record.
    func finish(each: (ColumnBatch) throws -> Void) throws
}

/// Batches of records that have nothing around them.
final class PlainBatches<T: BaseModel>: BatchReading {
    let framing: IngestFraming
    private var reader: ColumnReader<T>
    /// Of lines, what is after the last line feed.
    private var lastLine: LastLine?
    var open: LineStart? { nil }

    init(
        _ type: T.Type, _ framing: IngestFraming, _ options: ColumnOptions, from position: ReadingPosition, leavesUnfinishedLine: Bool
    ) throws(ModelError) {
        self.framing = framing
        reader = try ColumnReader(type, framing: framing.records, options: options, from: position)
        if leavesUnfinishedLine && framing.records == .lines {
            lastLine = LastLine(at: position.offset, limit: options.reading.maximumRecordBytes)
        }
    }

    var unfinishedLine: UnfinishedLine? { lastLine?.unfinished }

    func read(_ chunk: ArraySlice<UInt8>, each: (ColumnBatch) throws -> Void) throws {
        lastLine?.add(chunk)
        try reader.read(chunk, each: each)
    }

    func flush(each: (ColumnBatch) throws -> Void) throws { try reader.flush(each: each) }

    func finish(each: (ColumnBatch) throws -> Void) throws {
        guard case .array = framing.records else { return try reader.finish(each: each) }
        // If an array is cut off, so may its last element be: that is no reject, and is read when the rest of it is there.
        try flush(each: each)
        var rest: [ColumnBatch] = []
        try reader.finish { rest.append($0) }
        for rows in rest { try each(rows) }
    }
}

/// Batches of an input whose first bytes are to say how its records follow each other.
final class FoundBatches<T: BaseModel>: BatchReading {
    private let type: T.Type
    private let options: ColumnOptions
    private var finder: SourceFraming
    private let found: (IngestFraming) -> Void
    /// The bytes so far.
    private var opening: [UInt8] = []
    private var batches: (any BatchReading)?

    /// - Parameters:
    ///   - finder: Looks at the bytes.
    ///   - found: Told what is found.
    init(_ type: T.Type, _ finder: SourceFraming, _ options: ColumnOptions, found: @escaping (IngestFraming) -> Void) {
        (self.type, self.finder, self.options, self.found) = (type, finder, options, found)
    }

    var framing: IngestFraming { batches?.framing ?? .automatic }
    var open: LineStart? { batches?.open }
    var unfinishedLine: UnfinishedLine? { batches?.unfinishedLine }

    func read(_ chunk: ArraySlice<UInt8>, each: (ColumnBatch) throws -> Void) throws {
        if let batches { return try batches.read(chunk, each: each) }
        opening += chunk
        if let framing = finder.look(at: opening, isAll: false) { try begin(framing, each) }
    }

    func flush(each: (ColumnBatch) throws -> Void) throws { try batches?.flush(each: each) }

    func finish(each: (ColumnBatch) throws -> Void) throws {
        if batches == nil { try begin(finder.look(at: opening, isAll: true) ?? .lines, each) }
        try batches?.finish(each: each)
    }

    private func begin(_ framing: IngestFraming, _ each: (ColumnBatch) throws -> Void) throws {
        let batches = try makeBatches(type, framing, options)
        self.batches = batches
        found(framing)
        defer { opening = [] }
        try batches.read(opening[...], each: each)
    }
}

/// What makes batches of an input whose framing is known.
///
/// - Parameters:
///   - place: Where the input goes on; nil: at its start.
///   - leavesUnfinishedLine: Whether it is asked for a last line that is not finished.
func makeBatches<T: BaseModel>(
    _ type: T.Type, _ framing: IngestFraming, _ options: ColumnOptions, from place: IngestPlace? = nil, leavesUnfinishedLine: Bool = false
) throws(ModelError) -> any BatchReading {
    var position = place?.position ?? ReadingPosition()
    position.file = nil
    guard let wrapping = framing.wrapping else {
        return try PlainBatches(type, framing, options, from: position, leavesUnfinishedLine: leavesUnfinishedLine)
    }
    return try UnwrappedBatches(type, wrapping, options, from: position, place?.open)
}
#endif
