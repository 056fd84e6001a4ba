import Synchronization

/// A reading of files into batches of columns, on several cores.
///
/// ```swift
/// let scan = try ColumnScan(Event.self, files: paths)
/// for try await batch in scan { load(batch) }
/// ```
///
/// Batches come in the order of the files and of their lines, whatever the number of cores. Whoever is no task pulls them by ``next()``. A scan is read once.
public final class ColumnScan: AsyncSequence, Sendable {
    /// What a scan yields.
    public typealias Element = ColumnBatch

    /// The columns' names and types, in the order in which they were asked for.
    public let fields: [ColumnField]
    /// Bytes of all files that are read, as they were when the scan was made.
    public let totalBytes: Int
    private let core: Guarded<ScanCore>
    private let counts = ScanCounts()

    /// Makes a scan of files of lines.
    ///
    /// - Parameters:
    ///   - type: What each line is: a model that is a struct or a class.
    ///   - files: Paths, absolute or from the process's working directory. A file is opened when its turn comes; one that grows meanwhile is read as far as it
    ///     went when the scan was made.
    ///   - workers: How many threads decode at a time; as many as there are cores if it is left out. With one no thread is made.
    ///   - options: Which columns there are, and how lines are read.
    /// - Throws: `ModelError` of category `input` if a file cannot be read; of category `model` as ``ColumnReader`` does.
    public convenience init(
        _ type: any BaseModel.Type, files: [String], workers: Int? = nil, options: ColumnOptions = ColumnOptions()
    ) throws(ModelError) {
        let workers = OrderedPieces.workers(workers)
        let task = try ColumnTask(of: type, options, workers: workers)
        var entries: [(file: ScannedFile, range: Range<Int>, position: ReadingPosition)] = []
        for path in files { entries.append((ScannedFile(path), 0..<(try InputFile(path).size()), ReadingPosition())) }
        self.init(task, ColumnFiles(entries, pieceBytes: Self.pieceBytes), workers)
    }

    /// Bytes of a piece: what a thread reads at a time.
    static let pieceBytes = 2 << 20

    init(_ task: ColumnTask, _ files: ColumnFiles, _ workers: Int) {
        fields = task.columns.fields
        totalBytes = files.totalBytes
        core = Guarded(ScanCore(task, files, workers))
    }

    /// The next batch, none of them empty. Waits for it.
    ///
    /// - Returns: nil behind the last one.
    /// - Throws: `ModelError` if a file cannot be read, if a line fails and `ReadingOptions.onFailure` is `abort`, or if too many have failed: what stands before has
    ///   been handed out. After an error nothing comes.
    public func next() throws(ModelError) -> ColumnBatch? {
        let result = core.withLock { core in Result { () throws(ModelError) in try core.next(counts) } }
        return try result.get()
    }

    /// The file that an error has ended the scan in.
    public var failedPath: String? { core.withLock { $0.failedPath } }

    /// Ends the scan: its threads end, and nothing more comes. What has been handed out stays.
    public func cancel() { core.withLock { $0.cancel() } }

    /// How far the scan is.
    public var progress: ColumnProgress {
        ColumnProgress(
            bytes: counts.bytes.load(ordering: .relaxed), totalBytes: totalBytes, rows: counts.rows.load(ordering: .relaxed),
            rejectedRecords: counts.rejected.load(ordering: .relaxed), isFinished: counts.isFinished.load(ordering: .relaxed))
    }

    /// Yields the batches of a scan.
    public struct AsyncIterator: AsyncIteratorProtocol {
        let scan: ColumnScan

        /// The next batch.
        ///
        /// - Returns: nil behind the last one.
        /// - Throws: As ``ColumnScan/next()`` does; `CancellationError` if the task is cancelled.
        public mutating func next() async throws -> ColumnBatch? {
            if Task.isCancelled { scan.cancel() }
            try Task.checkCancellation()
            return try scan.next()
        }
    }

    /// What yields the batches.
    ///
    /// - Returns: An iterator; all iterators of a scan share its batches.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(scan: self) }
}

/// How far a ``ColumnScan`` is.
public struct ColumnProgress: Sendable, Hashable {
    /// Bytes of files whose rows have been handed out.
    public let bytes: Int
    /// Bytes in all.
    public let totalBytes: Int
    /// Rows that have been handed out.
    public let rows: Int
    /// Records that have failed.
    public let rejectedRecords: Int
    /// Whether all has been handed out.
    public let isFinished: Bool
}

private final class ScanCounts: Sendable {
    let bytes = Atomic(0)
    let rows = Atomic(0)
    let rejected = Atomic(0)
    let isFinished = Atomic(false)
}

/// The reading behind a scan.
private struct ScanCore: Sendable {
    private let task: ColumnTask
    private let files: ColumnFiles
    private let pieces: OrderedThreads<ColumnPiece>
    private var merger: LineMerger
    private var file = 0
    /// Batches that wait to be handed out.
    private var waiting: [ColumnBatch] = []
    private var error: ModelError?
    private(set) var failedPath: String?
    private var hasEnded = false

    init(_ task: ColumnTask, _ files: ColumnFiles, _ workers: Int) {
        self.task = task
        self.files = files
        merger = LineMerger(task.rules.reading, from: files.entries.first?.position ?? ReadingPosition())
        pieces = OrderedThreads(files.pieceCount, workers: workers) { index, isStopped in
            task.piece(index, of: files, isStopped: isStopped)
        }
    }

    mutating func next(_ counts: ScanCounts) throws(ModelError) -> ColumnBatch? {
        while waiting.isEmpty && !hasEnded {
            guard let piece = pieces.next() else {
                hasEnded = true
                counts.isFinished.store(true, ordering: .relaxed)
                break
            }
            counts.bytes.add(piece.bytes, ordering: .relaxed)
            take(piece)
        }
        if !waiting.isEmpty {
            let batch = waiting.removeFirst()
            counts.rows.add(batch.rowCount, ordering: .relaxed)
            counts.rejected.add(batch.rejectedRecords, ordering: .relaxed)
            return batch
        }
        guard let error else { return nil }
        self.error = nil
        throw error
    }

    mutating func cancel() {
        hasEnded = true
        waiting = []
        pieces.stop()
    }

    /// Counts a piece through, and makes batches of it.
    private mutating func take(_ piece: ColumnPiece) {
        if piece.file != file {
            files.entries[file].file.close()
            file = piece.file
            merger = LineMerger(task.rules.reading, from: files.entries[file].position, behind: merger)
        }
        let input = files.entries[file].file
        let path = input.path
        for part in piece.parts {
            let failedBefore = merger.failedRecords
            var (failures, failure) = merger.merge(part)
            do throws(ModelError) {
                if part.content.rows + failures.count > 0 || merger.failedRecords > failedBefore {
                    waiting.append(
                        ColumnBatch(
                            part.content, from: task.pool, rejects: failures, rejectedRecords: merger.failedRecords - failedBefore,
                            position: try input.opened().located(merger.position), path: path))
                }
            } catch {
                failure = failure ?? error
            }
            if let failure {
                error = failure as? ModelError
                failedPath = path
                hasEnded = true
                pieces.stop()
                return
            }
        }
    }
}
