import Synchronization

/// A reading of files into batches of columns, on several cores.
///
/// ```swift
/// let scan = try ColumnScan(Event.self, files: paths)
/// for try await batch in scan { load(batch) }
/// ```
///
/// Batches arrive in the order of the files and of their lines, whatever the number of cores. Code outside a task pulls them with ``next()``. A scan can be
/// read once.
///
/// A scan of records that are no lines, such as the elements of an array (``ModelFile/columns(_:framing:from:options:)``), reads them on the thread that asks.
///
/// Its memory does not depend on the size of the files. Threads read pieces of 2 MiB, none of them more than 2 × `workers` ahead of the batch that is asked for
/// next, and hold about 64 MiB of a piece at most, rejects included: they leave the rest of it until it is asked for.
public final class ColumnScan: AsyncSequence, Sendable {
    /// What a scan yields.
    public typealias Element = ColumnBatch

    /// The columns' names and types, in the requested order.
    public let fields: [ColumnField]
    /// Bytes of all files, as they were when the scan was made.
    public let totalBytes: Int
    /// Bytes of each file, as they were when the scan was made.
    package let fileBytes: [Int]
    private let core: Guarded<any BatchYielding>
    private let counts = ScanCounts()

    /// Makes a scan of files of lines.
    ///
    /// - Parameters:
    ///   - type: What each line is: a model that is a struct or a class.
    ///   - files: Paths, absolute or from the process's working directory. A file is opened when its turn comes; one that grows meanwhile is read up to its
    ///     size when the scan was made, and one that is truncated is an error.
    ///   - workers: How many threads decode at a time; by default one for each core. With one, the scan starts no thread.
    ///   - options: Which columns there are, and how lines are read.
    /// - Throws: `ModelError` of category `input` if a file cannot be read; of category `model` as ``ColumnReader`` does.
    public convenience init(
        _ type: any BaseModel.Type, files: [String], workers: Int? = nil, options: ColumnOptions = ColumnOptions()
    ) throws(ModelError) {
        try self.init(type, files: files, expecting: nil, workers: workers, options: options)
    }

    /// Makes a scan of files that have been looked at before.
    ///
    /// - Parameter sizes: Bytes that each file has had: one with fewer has been truncated. Nil: those that they have now.
    package convenience init(
        _ type: any BaseModel.Type, files: [String], expecting sizes: [Int]?, workers: Int?, options: ColumnOptions
    ) throws(ModelError) {
        let workers = OrderedPieces.workers(workers)
        let task = try ColumnTask(of: type, options, workers: workers)
        var entries: [(file: ScannedFile, range: Range<Int>, position: ReadingPosition)] = []
        for (index, path) in files.enumerated() {
            let size = Swift.max(try InputFile(path).size(), sizes?[index] ?? 0)
            entries.append((ScannedFile(path, size: size), 0..<size, ReadingPosition()))
        }
        self.init(task, ColumnFiles(entries, pieceBytes: Self.pieceBytes), workers)
    }

    /// Bytes of a piece: what a thread reads at a time.
    static let pieceBytes = 2 << 20

    init(_ task: ColumnTask, _ files: ColumnFiles, _ workers: Int) {
        fields = task.columns.fields
        totalBytes = files.totalBytes
        fileBytes = files.entries.map(\.expectedBytes)
        core = Guarded(LineScan(task, files, workers))
    }

    /// Makes a scan of a file of other records.
    ///
    /// - Parameter bytes: How many of them are read.
    init(_ task: ColumnTask, _ records: RecordScan, bytes: Int) {
        fields = task.columns.fields
        totalBytes = bytes
        fileBytes = [bytes]
        core = Guarded(records)
    }

    /// Waits for the next batch. No batch is empty.
    ///
    /// - Returns: nil after the last one.
    /// - Throws: `ModelError` if a file cannot be read or has been truncated, if a line fails and `ReadingOptions.onFailure` is `abort`, or if too many have
    ///   failed; earlier rows have been delivered. After an error there are no more batches.
    public func next() throws(ModelError) -> ColumnBatch? {
        let result = core.withLock { core in Result { () throws(ModelError) in try core.next(counts) } }
        return try result.get()
    }

    /// The file in which an error ended the scan.
    public var failedPath: String? { core.withLock { $0.failedPath } }

    /// Ends the scan and its threads; there are no more batches. Delivered batches stay valid.
    public func cancel() { core.withLock { $0.cancel() } }

    /// How far the scan has come.
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
        /// - Returns: nil after the last one.
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

/// How far a ``ColumnScan`` has come.
public struct ColumnProgress: Sendable, Hashable {
    /// Bytes of files whose rows have been delivered.
    public let bytes: Int
    /// Bytes in all.
    public let totalBytes: Int
    /// Rows that have been delivered.
    public let rows: Int
    /// Records that have failed.
    public let rejectedRecords: Int
    /// Whether everything has been delivered.
    public let isFinished: Bool
}

final class ScanCounts: Sendable {
    let bytes = Atomic(0)
    let rows = Atomic(0)
    let rejected = Atomic(0)
    let isFinished = Atomic(false)

    /// Counts a batch that is handed out.
    func count(_ batch: ColumnBatch) {
        rows.add(batch.rowCount, ordering: .relaxed)
        rejected.add(batch.rejectedRecords, ordering: .relaxed)
    }
}

/// A reading of lines, in pieces.
private struct LineScan: BatchYielding {
    private let task: ColumnTask
    private let files: ColumnFiles
    private let pieces: OrderedThreads<ColumnPiece>
    private var merger: LineMerger
    private var file = 0
    /// What has been left of the last piece.
    private var rest: PieceRest?
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
            guard let piece = nextPiece() else {
                hasEnded = true
                counts.isFinished.store(true, ordering: .relaxed)
                break
            }
            counts.bytes.add(piece.bytes, ordering: .relaxed)
            take(piece)
        }
        if !waiting.isEmpty {
            let batch = waiting.removeFirst()
            counts.count(batch)
            return batch
        }
        guard let error else { return nil }
        self.error = nil
        throw error
    }

    /// The next piece, or more of the last one.
    private func nextPiece() -> ColumnPiece? {
        guard let rest else { return pieces.next() }
        return task.piece(rest.piece, of: files, from: rest) { false }
    }

    mutating func cancel() {
        hasEnded = true
        rest = nil
        waiting = []
        pieces.stop()
    }

    /// Counts a piece through, and makes batches of it.
    private mutating func take(_ piece: ColumnPiece) {
        rest = piece.rest
        if piece.file != file {
            files.entries[file].file.close()
            file = piece.file
            merger = LineMerger(task.rules.reading, from: files.entries[file].position, behind: merger)
        }
        let input = files.entries[file].file
        let path = input.path
        for part in piece.parts {
            let (failedBefore, line) = (merger.failedRecords, merger.position.line)
            var (failures, failure) = merger.merge(part)
            do throws(ModelError) {
                if part.content.rows + failures.count > 0 || merger.failedRecords > failedBefore {
                    waiting.append(
                        ColumnBatch(
                            part.content, from: task.pool, rejects: failures, rejectedRecords: merger.failedRecords - failedBefore,
                            position: try input.opened().located(merger.position), path: path, keysFrom: line))
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
