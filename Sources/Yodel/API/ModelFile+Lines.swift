extension ModelFile {
    /// Decodes the file's lines on several cores, and delivers the models in order.
    ///
    /// ```swift
    /// try await file.decodeLines(User.self) { batch in
    ///     save(batch.models)
    ///     checkpoint = batch.position
    /// }
    /// ```
    ///
    /// The file is decoded in pieces of about 1 MiB. Memory is bounded: no piece begins that is more than 2 × `workers` ahead of the next one to deliver, so a
    /// slow consumer slows the reading down. The results are the same as on one core: models in order, failures with the same numbers, lines and offsets, the
    /// same end.
    ///
    /// - Parameters:
    ///   - type: What each line is. One task makes the models and hands them to another, so they are `Sendable`.
    ///   - workers: How many tasks decode at a time; by default one for each core.
    ///   - options: How each line is decoded.
    ///   - reading: What happens to failed lines, and limits.
    ///   - position: Where to continue: the position that an earlier reading returned; by default the start of the file.
    ///   - isolation: The actor on which `each` runs: that of the caller.
    ///   - each: Gets the batches, in order, none of them empty. If it throws, the reading ends.
    /// - Returns: The position up to which everything has been read.
    /// - Throws: `ModelError` of category `input` if the file cannot be read, is truncated meanwhile, or the position does not belong to it, as in
    ///   ``read(_:framing:options:reading:from:chunkBytes:progress:each:)``; `ModelError` if a line fails and `ReadingOptions.onFailure` is `abort`, if too
    ///   many have failed, or if the type cannot be mapped; what `each` throws; `CancellationError` if the task is cancelled. Lines before the one that ends
    ///   the reading have been delivered. No task is left running.
    @discardableResult
    public func decodeLines<T: Sendable>(
        _ type: T.Type, concurrently workers: Int? = nil, options: DecodingOptions = .lenient, reading: ReadingOptions = ReadingOptions(),
        from position: ReadingPosition = ReadingPosition(), isolation: isolated (any Actor)? = #isolation,
        each: (ModelBatch<T>) async throws -> Void
    ) async throws -> ReadingPosition {
        try await decodeLines(type, OrderedPieces.workers(workers), options, reading, position, pieceBytes: 1 << 20, each)
    }

    /// Decodes lines in pieces of a number of bytes.
    func decodeLines<T: Sendable>(
        _ type: T.Type, _ workers: Int, _ options: DecodingOptions, _ reading: ReadingOptions, _ position: ReadingPosition,
        pieceBytes: Int, isolation: isolated (any Actor)? = #isolation, _ each: (ModelBatch<T>) async throws -> Void
    ) async throws -> ReadingPosition {
        try position.check(for: .lines)
        try file.check(position, .lines)
        let lines = ParallelLines(
            decoder: try ModelDecoder(options).records(of: type), reading: reading, position: position, workers: workers,
            pieceBytes: pieceBytes)
        return try await lines.decode(type, from: file, each)
    }
}
