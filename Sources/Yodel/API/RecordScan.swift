/// What yields the batches of a ``ColumnScan``. Used by one thread at a time.
protocol BatchYielding: Sendable {
    /// The next batch; nil after the last one.
    mutating func next(_ counts: ScanCounts) throws(ModelError) -> ColumnBatch?
    /// Ends the reading; there are no more batches.
    mutating func cancel()
    /// The file in which an error ended the reading.
    var failedPath: String? { get }
}

/// A reading of a file whose records are not told apart by lines, on the thread that asks: where one of them begins is known only to who has read those before it.
@safe final class RecordScan: BatchYielding, @unchecked Sendable {
    // SAFETY of `@unchecked Sendable`: the scan guards it with its lock.
    // SAFETY of `@safe`: `rest` is of the buffer of `chunks`, which keeps it until it is asked for the next chunk; that happens when there is no rest.

    private let task: ColumnTask
    private let file: InputFile
    private var reader: RecordReader
    private let batch: ColumnBatchBuilder
    private var chunks: FileChunks
    /// What of the chunk is still to be read.
    private var rest = BorrowedBytes.none
    /// As many bytes are read at a time: fewer where batches are small, of which thousands would wait.
    private let stepBytes: Int
    /// Batches that wait to be handed out.
    private var waiting: [ColumnBatch] = []
    private var error: ModelError?
    private var hasEnded = false
    /// Whether the file has been read to its end.
    private var isComplete = false
    private(set) var failedPath: String?

    /// - Parameters:
    ///   - size: Bytes of the file, now.
    ///   - position: Where the reading begins: one that has been checked.
    init(
        _ task: ColumnTask, _ file: InputFile, _ framing: Framing, size: Int, from position: ReadingPosition
    ) throws(ModelError) {
        self.task = task
        self.file = file
        reader = try RecordReader(framing, task.rules.reading, from: position) { task.decoder }
        batch = ColumnBatchBuilder(task, from: position)
        chunks = FileChunks(
            file, firstLinesOf: position.offset..<Int.max, expecting: size, chunkBytes: ColumnTask.chunkBytes)
        stepBytes = min(max(task.rules.maximumRows, 16), 16 << 10) * 16
    }

    func next(_ counts: ScanCounts) throws(ModelError) -> ColumnBatch? {
        while waiting.isEmpty && !hasEnded { step(counts) }
        if !waiting.isEmpty {
            let batch = waiting.removeFirst()
            counts.count(batch)
            return batch
        }
        if isComplete { counts.isFinished.store(true, ordering: .relaxed) }
        guard let error else { return nil }
        self.error = nil
        failedPath = file.path
        throw error
    }

    func cancel() {
        (hasEnded, isComplete) = (true, false)
        waiting = []
        error = nil
    }

    /// Reads on.
    private func step(_ counts: ScanCounts) {
        let (task, file) = (task, file)
        func hand(_ part: ColumnPart) throws {
            waiting.append(ColumnBatch(part, task, path: file.path, try file.located(part.end)))
        }
        do {
            if rest.isEmpty {
                guard let chunk = try chunks.next() else {
                    hasEnded = true
                    try reader.read(.none, isLast: true, into: batch, hand)
                    isComplete = true
                    return
                }
                rest = chunk
            }
            let part = rest.part(..<min(stepBytes, rest.count))
            rest = rest.part(part.count...)
            counts.bytes.add(part.count, ordering: .relaxed)
            try reader.read(part, isLast: false, into: batch, hand)
        } catch {
            hasEnded = true
            self.error = error as? ModelError
            // What is before the fault is handed out first.
            if batch.hasRecords { try? hand(batch.take(reader.position, reader.failedRecords)) }
        }
    }
}
