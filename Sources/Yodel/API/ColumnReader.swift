import FoundationEssentials

/// Reads the records of a stream, whose bytes arrive in pieces, into batches of columns.
///
/// ```swift
/// var reader = try ColumnReader(Event.self)
/// for chunk in chunks {
///     try reader.read(chunk) { batch in load(batch) }
/// }
/// try reader.finish { batch in load(batch) }
/// ```
///
/// Each property of the model is a column. A record becomes exactly what ``ModelDecoder`` makes of it, including conversions, defaults, paths and the model's
/// own code. Plain values go from the text straight into columns. A failed record leaves nothing in them.
public struct ColumnReader<T: BaseModel>: ~Copyable {
    private var core: RecordReader
    private let task: ColumnTask
    private let batch: ColumnBatchBuilder

    /// Makes a reader.
    ///
    /// - Parameters:
    ///   - type: What each record is: a model that is a struct or a class.
    ///   - framing: How records follow each other.
    ///   - options: Which columns there are, and how records are read.
    ///   - position: Where to continue: the `position` of an earlier reader; by default the start of the input.
    /// - Throws: `ModelError` of category `model` if the type cannot be mapped, has no columns or is recursive, if `options` names a column that it does not
    ///   have, or if an option has no effect; of category `input` if the position is invalid.
    public init(
        _ type: T.Type, framing: Framing = .lines, options: ColumnOptions = ColumnOptions(),
        from position: ReadingPosition = ReadingPosition()
    ) throws(ModelError) {
        let task = try ColumnTask(of: type, options, workers: 1)
        let core = try RecordReader(framing, options.reading, from: position) { task.decoder }
        self.core = core
        self.task = task
        batch = ColumnBatchBuilder(task, from: position)
        self.position = position
    }

    /// The columns' names and types, in the requested order.
    public var fields: [ColumnField] { task.columns.fields }
    /// Records so far, including those that failed.
    public var records: Int { core.records }
    /// Records that failed so far.
    public var rejectedRecords: Int { core.failedRecords }
    /// The position after the last batch that a closure accepted without an error. A reader made with it continues there and yields the same rest.
    public private(set) var position: ReadingPosition

    /// Reads a chunk.
    ///
    /// - Parameters:
    ///   - chunk: The next bytes of the input, any number. They need to stay only during the call.
    ///   - each: Gets each batch that the chunk completes. If it throws, the reading ends.
    /// - Throws: What `each` throws; `ModelError` if the input does not follow its framing, if a record fails and `ReadingOptions.onFailure` is `abort`, or if
    ///   too many have failed; earlier records have been delivered. The reader can read nothing after that; `position` says where to continue.
    public mutating func read(_ chunk: some JSONBytes, each: (ColumnBatch) throws -> Void) throws {
        try chunk.withBorrowedJSON { bytes in Result { try read(bytes, isLast: false, each) } }.get()
    }

    /// Reads a chunk.
    ///
    /// - Parameters:
    ///   - chunk: The next bytes of the input, any number.
    ///   - each: Gets each batch that the chunk completes. If it throws, the reading ends.
    /// - Throws: As ``read(_:each:)-(JSONBytes,_)`` does.
    public mutating func read(_ chunk: RawSpan, each: (ColumnBatch) throws -> Void) throws {
        unsafe try chunk.withLentBytes { bytes in try read(bytes.borrowed, isLast: false, each) }
    }

    /// Delivers the collected rows before a batch is full, for an input that may pause for long.
    ///
    /// - Parameter each: Gets the batch; not called if there is none. Afterwards ``position`` is after the last complete record.
    /// - Throws: What `each` throws.
    public mutating func flush(each: (ColumnBatch) throws -> Void) throws {
        guard batch.hasRecords else { return }
        let part = batch.take(core.position, core.failedRecords)
        try each(ColumnBatch(part, task, path: nil, part.end))
        position = part.end
    }

    /// Ends the input: its rest is the last record, and the collected rows are the last batch.
    ///
    /// - Parameter each: Gets the last batches.
    /// - Throws: As ``read(_:each:)-(JSONBytes,_)`` does; also if an array has not ended, or has not been found.
    public mutating func finish(each: (ColumnBatch) throws -> Void) throws {
        try read(.none, isLast: true, each)
    }

    private mutating func read(_ chunk: BorrowedBytes, isLast: Bool, _ each: (ColumnBatch) throws -> Void) throws {
        var position = self.position
        var isRefused = false
        let (task, batch) = (task, batch)
        func hand(_ part: ColumnPart) throws {
            isRefused = true
            try each(ColumnBatch(part, task, path: nil, part.end))
            isRefused = false
            position = part.end
        }
        defer { self.position = position }
        do {
            try core.read(chunk, isLast: isLast, into: batch, hand)
        } catch {
            if !isRefused && batch.hasRecords { try hand(batch.take(core.position, core.failedRecords)) }
            throw error
        }
    }
}

extension ColumnBatch {
    init(_ part: ColumnPart, _ task: ColumnTask, path: String?, _ position: ReadingPosition) {
        self.init(
            part.set, from: task.pool, rejects: part.failures, rejectedRecords: part.failedRecords, position: position, path: path,
            keysFrom: part.start.line)
    }
}

extension ColumnTask {
    convenience init(
        of type: any BaseModel.Type, _ options: ColumnOptions, workers: Int, keepingSmall small: Int = 0
    ) throws(ModelError) {
        let verbatim = ModelEncoder()
        // One document makes one text, in each run: the order of Swift's own dictionaries changes. That of JSON values is the document's.
        var sorting = EncodingOptions.default
        sorting.sortsKeys = true
        let sorted = ModelEncoder(sorting)
        try self.init(
            ModelDecoder(options.decoding).records(of: type), options.rules, workers: workers, keepingSmall: small
        ) { plan, address, output in
            (plan.pointee.kind == .json || plan.pointee.kind == .rawJSON ? verbatim : sorted).write(plan, address, &output)
        }
    }
}
