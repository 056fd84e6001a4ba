extension RecordReader {
    /// Reads a chunk into a batch.
    ///
    /// - Parameters:
    ///   - chunk: The next bytes of the input.
    ///   - isLast: Whether the input ends behind them.
    ///   - batch: Gets the models and the failures.
    mutating func read<T>(_ chunk: BorrowedBytes, isLast: Bool, into batch: BatchBuilder<T>) throws {
        try take(chunk, isLast: isLast) { reader, place in
            guard let error = reader.decode(place, into: batch.models.next) else { return batch.models.grow() }
            try reader.countFailure(error)
            batch.kept.add(error, place, number: reader.records)
            try reader.checkLimits(error)
        }
    }
}

/// What a batch is made of, while it is.
final class BatchBuilder<T> {
    let models = ModelStore<T>()
    var kept: KeptFailures
    var failures: [RecordFailure] { kept.failures }

    init(_ reading: ReadingOptions, keepsEveryFailure: Bool = false) {
        kept = KeptFailures(reading, keepsEveryFailure: keepsEveryFailure)
    }

    /// Hands out what has been gathered; the builder is empty afterwards.
    func take(_ position: ReadingPosition, failedRecords: Int) -> ModelBatch<T> {
        ModelBatch(models: models.take(), failures: kept.take(), failedRecords: failedRecords, position: position)
    }
}

/// Gathers the models of a stream's records into batches.
final class BatchReader<T> {
    enum Stage {
        case reading
        /// Thrown when the next batch is asked for.
        case failed(any Error)
        case ended
    }

    var stage = Stage.reading
    private var reader: RecordReader?
    private let builder: BatchBuilder<T>
    private let batchSize: Int
    private var handedOut = 0

    /// About as many bytes of failures are kept in one batch, but for those of the chunk that fills it.
    private static var failureBytes: Int { 8 << 20 }

    /// - Parameters:
    ///   - batchSize: How many models and kept failures each batch has at least, except the last one and those that are full of failures.
    ///   - open: Makes the reader.
    init(_ batchSize: Int, _ reading: ReadingOptions, open: () throws -> RecordReader) {
        self.batchSize = batchSize
        builder = BatchBuilder(reading)
        do { reader = try open() } catch { stage = .failed(error) }
    }

    /// Reads a chunk; nil for the end of the input.
    func read(_ chunk: (some JSONBytes)?) {
        let result: Result<Void, any Error> =
            if let chunk {
                chunk.withBorrowedJSON { bytes in Result { try reader?.read(bytes, isLast: false, into: builder) } }
            } else {
                Result { try reader?.read(.none, isLast: true, into: builder) }
            }
        switch result {
        case .success: if chunk == nil { stage = .ended }
        case .failure(let error): stage = .failed(error)
        }
    }

    /// What has been gathered, if it is enough or nothing more comes.
    func batch() -> ModelBatch<T>? {
        let count = builder.models.count + builder.failures.count
        if case .reading = stage, count < batchSize, builder.kept.byteCount < Self.failureBytes { return nil }
        guard count > 0, let failed = reader?.failedRecords, let position = reader?.position else { return nil }
        defer { handedOut = failed }
        return builder.take(position, failedRecords: failed - handedOut)
    }
}
