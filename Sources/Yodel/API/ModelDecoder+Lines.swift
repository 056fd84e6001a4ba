extension ModelDecoder {
    /// Decodes lines on several cores: NDJSON, JSON Lines.
    ///
    /// ```swift
    /// let results = try await decoder.decodeLines(User.self, from: data)
    /// save(results.models)
    /// for failure in results.failures { log("\(failure)") }
    /// ```
    ///
    /// The result is that of one core, whatever their number: models in order, failures with the same numbers, lines and offsets, the same error.
    ///
    /// - Parameters:
    ///   - type: What each line is. Models are made by one task and handed to another, so they are `Sendable`.
    ///   - json: The lines. They are lent to each task for a piece of them; nothing is copied, if they lie in one piece.
    ///   - workers: How many tasks decode at a time; as many as there are cores if it is left out.
    ///   - reading: What happens to lines that fail, and limits.
    /// - Returns: The models and the failures.
    /// - Throws: `ModelError` if a line fails and `ReadingOptions.onFailure` is `abort`, if too many have failed, or if the type cannot be mapped;
    ///   `CancellationError` if the task is cancelled. No task is left then.
    /// - Complexity: Linear in the number of bytes.
    public func decodeLines<T: Sendable>(
        _ type: T.Type, from json: some JSONBytes & Sendable, concurrently workers: Int? = nil, reading: ReadingOptions = ReadingOptions()
    ) async throws -> LineResults<T> {
        let workers = OrderedPieces.workers(workers)
        let count = unsafe json.withJSONBytes { $0.count }
        // Several pieces for each worker, so that none waits long for the last one.
        let pieceBytes = min(max(count / (4 * workers), Self.smallestPiece), Self.largestPiece)
        return try await decodeLines(type, from: json, count, pieceBytes, workers, reading)
    }

    private static var smallestPiece: Int { 64 << 10 }
    private static var largestPiece: Int { 1 << 20 }
    /// Bytes between two looks at whether the task is cancelled.
    private static var stride: Int { 256 << 10 }

    /// Decodes lines in pieces of a number of bytes.
    func decodeLines<T: Sendable>(
        _ type: T.Type, from json: some JSONBytes & Sendable, _ count: Int, _ pieceBytes: Int, _ workers: Int, _ reading: ReadingOptions
    ) async throws -> LineResults<T> {
        let pieces = LinePieceReader(options: options, reading: reading, position: ReadingPosition())
        var merger = LineMerger(reading, from: ReadingPosition())
        var stores: [ModelStore<T>] = []
        var failures: [RecordFailure] = []
        // An input without bytes is one piece too: it tells whether the type can be mapped.
        let pieceCount = max((count + pieceBytes - 1) / pieceBytes, 1)
        try await OrderedPieces.run(pieceCount, workers: workers) { index in
            // No pointer goes from task to task: each borrows the bytes anew, for as long as its own call lasts.
            unsafe json.withJSONBytes { bytes in
                let lines = unsafe bytes.linesBeginning(in: index * pieceBytes..<min((index + 1) * pieceBytes, count))
                return unsafe Self.read(type, lines, of: bytes, isFirst: index == 0, by: pieces)
            }
        } deliver: { (piece: LinePiece<T>) in
            let (kept, error) = merger.merge(piece)
            if let error { throw error }
            stores.append(piece.models)
            failures += kept
            return true
        }
        return LineResults(models: ModelStore<T>.take(stores), failures: failures, failedRecords: merger.failedRecords)
    }

    private static func read<T>(
        _ type: T.Type, _ lines: Range<Int>, of bytes: UnsafeRawBufferPointer, isFirst: Bool, by pieces: LinePieceReader
    ) -> LinePiece<T> {
        unsafe pieces.read(type, isFirst: isFirst, offset: lines.lowerBound) { body in
            var start = lines.lowerBound
            while start < lines.upperBound {
                // Chunks end with lines, so that none is put together.
                let next = min(start + stride, lines.upperBound)
                let end = unsafe bytes.lineFeed(from: next - 1, to: lines.upperBound).map { $0 + 1 } ?? lines.upperBound
                unsafe try body(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
                start = end
            }
            return false
        }
    }
}

/// What lines have become.
public struct LineResults<T> {
    /// The models, in the order of their lines.
    public let models: [T]
    /// The records that failed, in their order: all of them with `ReadingOptions.FailurePolicy.deliver`, the first ones with `collect`.
    public let failures: [RecordFailure]
    /// How many records failed, those that are not kept included.
    public let failedRecords: Int
}

extension LineResults: Sendable where T: Sendable {}
