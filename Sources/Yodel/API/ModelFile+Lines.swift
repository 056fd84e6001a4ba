extension ModelFile {
    /// Decodes the file's lines on several cores, and hands the models on in order.
    ///
    /// ```swift
    /// try await file.decodeLines(User.self) { batch in
    ///     save(batch.models)
    ///     checkpoint = batch.position
    /// }
    /// ```
    ///
    /// The file is decoded in pieces of about 1 MiB. Memory is bounded: no piece is begun that is more than 2 × `workers` ahead of the one that is handed
    /// on next, so a slow consumer slows the reading down. The results are those of one core: models in order, failures with the same numbers,
    /// lines and offsets, the same end.
    ///
    /// - Parameters:
    ///   - type: What each line is. Models are made by one task and handed to another, so they are `Sendable`.
    ///   - workers: How many tasks decode at a time; as many as there are cores if it is left out.
    ///   - options: How each line is decoded.
    ///   - reading: What happens to lines that fail, and limits.
    ///   - position: Where to go on, as an earlier reading told; the file's start if it is left out.
    ///   - isolation: The actor on which `each` runs: that of the caller.
    ///   - each: Gets the batches, in order, none of them empty. An error that it throws ends the reading.
    /// - Returns: The place up to which everything has been read.
    /// - Throws: `ModelError` of category `input` if the file cannot be read or the position is none of this file, as
    ///   ``read(_:framing:options:reading:from:chunkBytes:progress:each:)`` has it; `ModelError` if a line fails and `ReadingOptions.onFailure` is `abort`, if
    ///   too many have failed, or if the type cannot be mapped; what `each` throws; `CancellationError` if the task is cancelled. What stands
    ///   before a line that ends the reading has been handed on. No task is left.
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
