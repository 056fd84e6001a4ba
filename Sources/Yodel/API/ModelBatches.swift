extension AsyncSequence where Element: JSONBytes {
    /// Reads models from chunks of bytes, in batches.
    ///
    /// ```swift
    /// for try await batch in chunks.models(User.self, framing: .lines) {
    ///     save(batch.models)
    ///     for failure in batch.failures { log("\(failure)") }
    ///     checkpoint = batch.position
    /// }
    /// ```
    ///
    /// A chunk is requested only when a batch is, and its bytes are released before the next request. A batch ends with the chunk that fills it, so it may
    /// exceed `batchSize` by the models that this chunk completes.
    ///
    /// - Parameters:
    ///   - type: What each record is: a model, an array, set or dictionary of supported types, or a supported scalar.
    ///   - framing: How records follow each other.
    ///   - options: How each record is decoded.
    ///   - reading: What happens to failed records, and limits. With `deliver` batches contain all failures, with `collect` the first ones.
    ///   - position: Where to continue: the position of a batch; by default the start of the input.
    ///   - batchSize: How many models and kept failures each batch has at least, except the last one. A batch whose failures hold 8 MiB ends earlier.
    /// - Returns: The batches. None is empty. Reading them throws `ModelError` where ``ModelReader`` does, what the chunks' own sequence throws, and
    ///   `CancellationError` at the next chunk when the task is cancelled. Models read before an error arrive first, as a batch; the next request throws the
    ///   error. After a cancellation there are no more batches.
    public func models<T>(
        _ type: T.Type, framing: Framing = .automatic, options: DecodingOptions = .lenient, reading: ReadingOptions = ReadingOptions(),
        from position: ReadingPosition = ReadingPosition(), batchSize: Int = 256
    ) -> ModelBatches<Self, T> {
        ModelBatches(
            chunks: self, type: type, framing: framing, options: options, reading: reading, position: position, batchSize: batchSize)
    }
}

/// Models from chunks of bytes, in batches; see `models(_:framing:options:reading:from:batchSize:)` of a sequence of chunks.
public struct ModelBatches<Chunks: AsyncSequence, T>: AsyncSequence where Chunks.Element: JSONBytes {
    /// A batch of models.
    public typealias Element = ModelBatch<T>
    /// Reading may throw `ModelError`, `CancellationError`, and what the chunks throw.
    public typealias Failure = any Error

    let chunks: Chunks
    /// What each record is: `T`, or a subclass of it.
    let type: Any.Type
    let framing: Framing
    let options: DecodingOptions
    let reading: ReadingOptions
    let position: ReadingPosition
    let batchSize: Int

    /// Begins to read. It requests no chunk before the first batch is requested.
    ///
    /// - Returns: An iterator over the batches.
    public func makeAsyncIterator() -> AsyncIterator {
        let reader = BatchReader<T>(batchSize, reading) {
            try RecordReader(framing, reading, from: position) { () throws(ModelError) in try ModelDecoder(options).records(of: type) }
        }
        return AsyncIterator(chunks: chunks.makeAsyncIterator(), reader: reader)
    }

    /// Yields batches one by one.
    ///
    /// Copies of an iterator share the input.
    public struct AsyncIterator: AsyncIteratorProtocol {
        /// Reading may throw `ModelError`, `CancellationError`, and what the chunks throw.
        public typealias Failure = any Error

        var chunks: Chunks.AsyncIterator
        /// An object, since a reader cannot be copied and an iterator can.
        let reader: BatchReader<T>

        /// The next batch.
        ///
        /// - Returns: The batch; nil after the last one, and after an error.
        /// - Throws: As `models(_:framing:options:reading:from:batchSize:)` says.
        public mutating func next() async throws -> ModelBatch<T>? {
            try await next(isolation: nil)
        }

        /// The next batch.
        ///
        /// - Parameter actor: The actor that reads. It reads itself, so models need not be `Sendable`.
        /// - Returns: The batch; nil after the last one, and after an error.
        /// - Throws: As `models(_:framing:options:reading:from:batchSize:)` says.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws -> ModelBatch<T>? {
            while true {
                switch reader.stage {
                case .ended: return nil
                case .failed(let error):
                    reader.stage = .ended
                    throw error
                case .reading: break
                }
                // What has been gathered is behind the position that the caller has: nothing is lost.
                if Task.isCancelled {
                    reader.stage = .ended
                    throw CancellationError()
                }
                do {
                    let chunk = try await chunks.next(isolation: actor)
                    // A sequence may end because its task is cancelled: that is not the end of the input.
                    if chunk == nil && Task.isCancelled { continue }
                    reader.read(chunk)
                } catch {
                    reader.stage = .failed(error)
                }
                if let batch = reader.batch() { return batch }
            }
        }
    }
}

extension ModelBatches: Sendable where Chunks: Sendable {}
