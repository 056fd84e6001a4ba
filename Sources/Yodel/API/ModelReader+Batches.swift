extension ModelReader {
    /// Reads a chunk into a batch.
    ///
    /// - Parameters:
    ///   - chunk: The next bytes of the input.
    ///   - isLast: Whether the input ends behind them.
    ///   - batch: Gets the models and the failures.
    mutating func read(_ chunk: UnsafeRawBufferPointer, isLast: Bool, into batch: BatchBuilder<T>) throws {
        unsafe try core.take(chunk, isLast: isLast) { reader, place in
            guard let error = unsafe reader.decode(place, into: batch.models.next) else { return batch.models.grow() }
            try reader.countFailure(error)
            unsafe reader.keep(error, place, in: batch)
            try reader.checkLimits(error)
        }
    }
}

extension RecordReader {
    fileprivate func keep<T>(_ error: ModelError, _ place: RecordPlace, in batch: BatchBuilder<T>) {
        let isWanted =
            switch reading.onFailure {
            case .deliver: true
            case .collect: batch.collected < reading.maximumCollected
            case .skip, .abort: false
            }
        if isWanted {
            batch.collected += 1
            unsafe batch.failures.append(failure(error, place))
        } else if batch.keepsEveryFailure {
            var place = unsafe place
            unsafe place.bytes = UnsafeBufferPointer(start: nil, count: 0)
            unsafe batch.failures.append(failure(error, place))
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
