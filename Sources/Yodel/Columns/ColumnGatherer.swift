/// Turns records into sets of columns: one thread's part of a reading.
@safe final class ColumnGatherer {
    // SAFETY of `@safe`: records are lent for the call.

    let columns: ColumnPlan
    let pool: ColumnPool
    private let decoder: RecordDecoder
    /// The decoder's, with what counts keys.
    private let request: DecodingRequest
    private let rules: ColumnRules
    private let writeJSON: ColumnAppender.JSONWriting
    private var appender: ColumnAppender?
    /// Rows at which the size of the columns is looked at again.
    private var nextLook = 0
    private(set) var isFull = false

    init(_ task: ColumnTask) {
        columns = task.columns
        pool = task.pool
        decoder = task.decoder
        rules = task.rules
        writeJSON = task.writeJSON
        var request = decoder.request
        if let keys = rules.keys {
            request.watch = Pinned(holding: KeyWatch(keys))
            // In pieces, objects are read by keys that nobody looks at.
            request.parser = nil
        }
        self.request = request
    }

    deinit { unsafe request.watch?.destroy() }

    /// How a record ended.
    enum Outcome {
        case added
        /// The columns have no room for it: it is to be added to further ones.
        case isFull
        case failed(ModelError)
    }

    var rows: Int { appender?.set.rows ?? 0 }

    /// Adds a value.
    ///
    /// - Parameter address: Of a value of the plan's type.
    /// - Returns: Why it has no place in the columns.
    func add(valueAt address: ValueAddress) -> ModelError? {
        let appender = begin()
        let row = appender.set.rows
        if appender.append(address, to: appender.set.root) { return nil }
        appender.set.root.rewind(to: row)
        return appender.failure
    }

    /// What adds to the columns at hand.
    private func begin() -> ColumnAppender {
        if let appender { return appender }
        let appender = ColumnAppender(pool.take(), writeJSON)
        self.appender = appender
        return appender
    }

    /// Adds a record.
    ///
    /// - Parameter line: Where it begins, as it is counted with its keys.
    func add(_ bytes: BorrowedBytes, line: Int) -> Outcome {
        guard let watch = request.watch else { return add(bytes) }
        watch.pointee.begin()
        let outcome = add(bytes)
        if case .added = outcome { watch.pointee.end(line: line) }
        return outcome
    }

    private func add(_ bytes: BorrowedBytes) -> Outcome {
        let appender = begin()
        let set = appender.set
        let row = set.rows
        if columns.isDirect {
            if appender.readRow(bytes, request) { return added(row, bytes.count, set) }
            set.root.rewind(to: row)
        }
        if let error = decoder.decode(bytes, into: set.slot, request) { return .failed(error) }
        // SAFETY: without an error the slot holds a value of the plan's type.
        defer { unsafe decoder.plan.destroy(Slot(set.slot, of: decoder.plan.type)) }
        appender.failure = nil
        if appender.append(set.slot.value, to: set.root) { return added(row, bytes.count, set) }
        set.root.rewind(to: row)
        guard let failure = appender.failure, failure.code != .columnLimit || row == 0 else { return .isFull }
        return .failed(failure)
    }

    /// Looks at the size of the columns now and then, and behind each long record.
    private func added(_ row: Int, _ bytes: Int, _ set: ColumnSet) -> Outcome {
        if row + 1 >= nextLook || bytes > 1 << 16 {
            nextLook = row + 65
            isFull = set.root.size >= min(rules.maximumBytes, 1 << 30)
        }
        if row + 1 >= rules.maximumRows { isFull = true }
        return .added
    }

    /// Hands out the columns; the next record begins others.
    func take() -> ColumnSet {
        defer {
            appender = nil
            isFull = false
            nextLook = 0
        }
        let set = appender?.set ?? pool.take()
        set.keys = request.watch?.pointee.take()
        return set
    }
}

/// What a reading into columns is to do, for all threads that take part.
@safe final class ColumnTask: Sendable {
    // SAFETY of `@safe`: what writes JSON is given addresses of values.

    let columns: ColumnPlan
    let pool: ColumnPool
    let decoder: RecordDecoder
    let rules: ColumnRules
    let writeJSON: ColumnAppender.JSONWriting

    /// - Parameters:
    ///   - workers: How many threads take part.
    ///   - small: How many sets of columns are kept if they are small.
    init(
        _ decoder: RecordDecoder, _ rules: ColumnRules, workers: Int, keepingSmall small: Int,
        writeJSON: @escaping ColumnAppender.JSONWriting
    ) throws(ModelError) {
        if rules.maximumRows < 1 { throw .invalidColumnOption("maximumRows", rules.maximumRows, least: 1) }
        if rules.maximumBytes < 1 { throw .invalidColumnOption("maximumBytes", rules.maximumBytes, least: 1) }
        columns = try ColumnPlan(
            of: decoder.plan, rules, decoder.request, keeping: decoder.owners.0)
        pool = ColumnPool(columns, limit: 2 * workers + 1, smallLimit: small)
        self.decoder = decoder
        self.rules = rules
        self.writeJSON = writeJSON
    }
}

/// Records that are gathered into batches of columns.
struct ColumnPart: Sendable {
    let set: ColumnSet
    let failures: [RecordFailure]
    /// About as many bytes as the failures take.
    let failureBytes: Int
    /// How many records failed, those that are not kept included.
    let failedRecords: Int
    /// Where its reading began, and the place behind it.
    let start: ReadingPosition
    let end: ReadingPosition

    /// About as many bytes of memory as it takes until it is handed out.
    var heldBytes: Int { self.set.capacity + failureBytes }
}

extension ColumnSet: PieceContent {
    func truncate(to count: Int) { root.rewind(to: count) }
}

extension RecordReader {
    /// Reads a chunk into columns.
    ///
    /// - Parameters:
    ///   - chunk: The next bytes of the input.
    ///   - isLast: Whether the input ends behind them.
    ///   - batch: Gets rows and failures.
    ///   - each: Gets each part that is full.
    mutating func read(
        _ chunk: BorrowedBytes, isLast: Bool, into batch: ColumnBatchBuilder, _ each: (ColumnPart) throws -> Void
    ) throws {
        try take(chunk, isLast: isLast) { reader, place in
            // The place behind the last record is known when the next one begins.
            if batch.isFull { try each(batch.take(reader.position, reader.failedRecords)) }
            var error = place.fault.map { reader.error(of: $0, at: place.location) }
            if error == nil {
                var outcome = batch.add(place)
                if case .isFull = outcome {
                    try each(batch.take(reader.position, reader.failedRecords))
                    outcome = batch.add(place)
                }
                guard case .failed(let failure) = outcome else { return }
                error = failure.behind(place.location)
            }
            guard let error else { return }
            try reader.countFailure(error)
            batch.keep(error, place, number: reader.records)
            try reader.checkLimits(error)
        }
        if isLast && batch.hasRecords { try each(batch.take(position, failedRecords)) }
    }
}

/// A batch of columns and failures, while it is read.
final class ColumnBatchBuilder {
    let gatherer: ColumnGatherer
    private var kept: KeptFailures
    /// As many bytes of failures are kept in one batch, but for the last one's.
    private let maximumBytes: Int
    private var hasEnoughFailures = false
    private var handedOut = 0
    private var start: ReadingPosition

    init(_ task: ColumnTask, from position: ReadingPosition, keepsEveryFailure: Bool = false) {
        gatherer = ColumnGatherer(task)
        maximumBytes = task.rules.maximumBytes
        start = position
        kept = KeptFailures(task.rules.reading, keepsEveryFailure: keepsEveryFailure)
    }

    /// As many failures are kept in one batch.
    private static var failureLimit: Int { 1 << 12 }

    var isFull: Bool { gatherer.isFull || hasEnoughFailures }
    var hasRecords: Bool { gatherer.rows > 0 || !kept.failures.isEmpty }

    /// Adds a record.
    func add(_ place: RecordPlace) -> ColumnGatherer.Outcome {
        gatherer.add(place.bytes, line: place.location.line - start.line)
    }

    /// Keeps a failure that is wanted.
    func keep(_ error: ModelError, _ place: RecordPlace, number: Int) {
        kept.add(error, place, number: number)
        hasEnoughFailures = kept.failures.count >= Self.failureLimit || kept.byteCount >= maximumBytes
    }

    /// Hands out what has been gathered.
    ///
    /// - Parameters:
    ///   - position: The place behind it.
    ///   - failed: Records of the reading that have failed.
    func take(_ position: ReadingPosition, _ failed: Int) -> ColumnPart {
        defer {
            handedOut = failed
            start = position
            hasEnoughFailures = false
        }
        let failureBytes = kept.byteCount + kept.failures.count * MemoryLayout<RecordFailure>.stride
        return ColumnPart(
            set: gatherer.take(), failures: kept.take(), failureBytes: failureBytes, failedRecords: failed - handedOut, start: start,
            end: position)
    }
}
