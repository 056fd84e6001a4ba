extension ModelDecoder {
    /// Decodes lines on several cores: NDJSON, JSON Lines.
    ///
    /// ```swift
    /// let results = try await decoder.decodeLines(User.self, from: data)
    /// save(results.models)
    /// for failure in results.failures { log("\(failure)") }
    /// ```
    ///
    /// The result is the same for any number of cores: models in order, failures with the same numbers, lines and offsets, the same error.
    ///
    /// - Parameters:
    ///   - type: What each line is. One task makes the models and hands them to another, so they are `Sendable`.
    ///   - json: The lines. Each task borrows a piece of them; nothing is copied if they are contiguous.
    ///   - workers: How many tasks decode at a time; by default one for each core.
    ///   - reading: What happens to failed lines, and limits.
    /// - Returns: All models and failures, as one batch.
    /// - Throws: `ModelError` if a line fails and `ReadingOptions.onFailure` is `abort`, if too many have failed, or if the type cannot be mapped;
    ///   `CancellationError` if the task is cancelled. No task is left running.
    /// - Complexity: Linear in the number of bytes.
    public func decodeLines<T: Sendable>(
        _ type: T.Type, from json: some JSONBytes & Sendable, concurrently workers: Int? = nil, reading: ReadingOptions = ReadingOptions()
    ) async throws -> ModelBatch<T> {
        let workers = OrderedPieces.workers(workers)
        let count = json.withBorrowedJSON { $0.count }
        // Several pieces for each worker, so that none waits long for the last one.
        let pieceBytes = min(max(count / (4 * workers), Self.smallestPiece), Self.largestPiece)
        return try await decodeLines(type, from: json, count, pieceBytes, workers, reading)
    }

    private static var smallestPiece: Int { 64 << 10 }
    private static var largestPiece: Int { 1 << 20 }

    /// Decodes lines in pieces of a number of bytes.
    func decodeLines<T: Sendable>(
        _ type: T.Type, from json: some JSONBytes & Sendable, _ count: Int, _ pieceBytes: Int, _ workers: Int, _ reading: ReadingOptions
    ) async throws -> ModelBatch<T> {
        try await ParallelLines(decoder: records(of: type), reading: reading, workers: workers, pieceBytes: pieceBytes)
            .decode(type, from: json, count)
    }
}
