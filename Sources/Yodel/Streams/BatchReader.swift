extension RecordReader {
    /// Reads a chunk into a batch.
    ///
    /// - Parameters:
    ///   - chunk: The next bytes of the input.
    ///   - isLast: Whether the input ends behind them.
    ///   - batch: Gets the models and the failures.
    mutating func read<T>(_ chunk: UnsafeRawBufferPointer, isLast: Bool, into batch: BatchBuilder<T>) throws {
        unsafe try take(chunk, isLast: isLast) { reader, place in
            guard let error = unsafe reader.decode(place, into: batch.models.next) else { return batch.models.grow() }
            try reader.countFailure(error)
            reader.keep(error, place, in: batch)
            try reader.checkLimits(error)
        }
    }

    private func keep<T>(_ error: ModelError, _ place: RecordPlace, in batch: BatchBuilder<T>) {
        let isWanted =
            switch reading.onFailure {
            case .deliver: true
            case .collect: batch.collected < reading.maximumCollected
            case .skip, .abort: false
            }
        if isWanted {
            batch.collected += 1
            batch.failures.append(failure(error, place))
        } else if batch.keepsEveryFailure {
            var place = place
            unsafe place.bytes = UnsafeBufferPointer(start: nil, count: 0)
            batch.failures.append(failure(error, place))
        }
    }
}

/// What a batch is made of, while it is.
final class BatchBuilder<T> {
    let models = ModelStore<T>()
    var failures: [RecordFailure] = []
    /// Failures that have been kept for the caller, in this batch and before.
    var collected = 0
    /// Whether failures that the caller does not want are kept too, without their bytes.
    let keepsEveryFailure: Bool

    init(keepsEveryFailure: Bool = false) {
        self.keepsEveryFailure = keepsEveryFailure
    }

    /// Hands out what has been gathered; the builder is empty afterwards.
    func take(_ position: ReadingPosition, failedRecords: Int) -> ModelBatch<T> {
        defer { failures = [] }
        return ModelBatch(models: models.take(), failures: failures, failedRecords: failedRecords, position: position)
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
    private let builder = BatchBuilder<T>()
    private let batchSize: Int
    private var handedOut = 0

    /// - Parameters:
    ///   - batchSize: As many models and kept failures a batch has at least, but for the last one.
    ///   - open: Makes the reader.
    init(_ batchSize: Int, open: () throws -> RecordReader) {
        self.batchSize = batchSize
        do { reader = try open() } catch { stage = .failed(error) }
    }

    /// Reads a chunk; nil for the end of the input.
    func read(_ chunk: (some JSONBytes)?) {
        let result: Result<Void, any Error> =
            if let chunk {
                unsafe chunk.withJSONBytes { bytes in Result { unsafe try reader?.read(bytes, isLast: false, into: builder) } }
            } else {
                Result { unsafe try reader?.read(UnsafeRawBufferPointer(start: nil, count: 0), isLast: true, into: builder) }
            }
        switch result {
        case .success: if chunk == nil { stage = .ended }
        case .failure(let error): stage = .failed(error)
        }
    }

    /// What has been gathered, if it is enough or nothing more comes.
    func batch() -> ModelBatch<T>? {
        let count = builder.models.count + builder.failures.count
        if case .reading = stage, count < batchSize { return nil }
        guard count > 0, let failed = reader?.failedRecords, let position = reader?.position else { return nil }
        defer { handedOut = failed }
        return builder.take(position, failedRecords: failed - handedOut)
    }
}
