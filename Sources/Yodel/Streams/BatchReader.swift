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
            reader.keep(error, place, in: &batch.kept)
            try reader.checkLimits(error)
        }
    }

    /// Keeps a failure that is wanted.
    func keep(_ error: ModelError, _ place: RecordPlace, in kept: inout KeptFailures) {
        let isWanted =
            switch reading.onFailure {
            case .deliver: true
            case .collect: kept.collected < reading.maximumCollected
            case .skip, .abort: false
            }
        if isWanted {
            kept.collected += 1
            kept.byteCount += place.bytes.count
            kept.failures.append(failure(error, place))
        } else if kept.keepsEveryFailure {
            var place = place
            place.bytes = .none
            kept.failures.append(failure(error, place))
        }
    }
}

/// The failures of a batch, while it is read.
struct KeptFailures {
    fileprivate(set) var failures: [RecordFailure] = []
    /// Bytes of their records.
    fileprivate(set) var byteCount = 0
    /// How many have been kept for the caller, in this batch and before.
    fileprivate var collected = 0
    /// Whether failures that the caller does not want are kept too, without their bytes.
    let keepsEveryFailure: Bool

    init(keepsEveryFailure: Bool) {
        self.keepsEveryFailure = keepsEveryFailure
    }

    /// Hands them out, for the next batch to have its own.
    mutating func take() -> [RecordFailure] {
        defer { (failures, byteCount) = ([], 0) }
        return failures
    }
}

/// What a batch is made of, while it is.
final class BatchBuilder<T> {
    let models = ModelStore<T>()
    var kept: KeptFailures
    var failures: [RecordFailure] { kept.failures }

    init(keepsEveryFailure: Bool = false) {
        kept = KeptFailures(keepsEveryFailure: keepsEveryFailure)
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
    private let builder = BatchBuilder<T>()
    private let batchSize: Int
    private var handedOut = 0

    /// - Parameters:
    ///   - batchSize: How many models and kept failures each batch has at least, except the last one.
    ///   - open: Makes the reader.
    init(_ batchSize: Int, open: () throws -> RecordReader) {
        self.batchSize = batchSize
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
        if case .reading = stage, count < batchSize { return nil }
        guard count > 0, let failed = reader?.failedRecords, let position = reader?.position else { return nil }
        defer { handedOut = failed }
        return builder.take(position, failedRecords: failed - handedOut)
    }
}
