// Lines on several cores. The input is cut into pieces, and each is read as if it were alone: its records and lines are counted from its own
// start, and no limit of failures is looked at. Put in order again, the pieces are counted through, and what one core would have done is
// done to them: where it would have stopped, the models behind are dropped.

/// Decodes lines on several cores.
struct ParallelLines: Sendable {
    let decoder: RecordDecoder
    let reading: ReadingOptions
    /// Where the whole input's reading begins.
    var position = ReadingPosition()
    /// How many tasks decode at a time.
    let workers: Int
    /// Bytes of a piece.
    let pieceBytes: Int

    /// Bytes between two looks at whether the task is cancelled.
    private static var stride: Int { 256 << 10 }

    /// Decodes the lines of an input that lies whole in memory.
    ///
    /// - Parameter count: The input's bytes.
    func decode<T: Sendable>(_ type: T.Type, from json: some JSONBytes & Sendable, _ count: Int) async throws -> ModelBatch<T> {
        var merger = LineMerger(reading, from: position)
        var stores: [ModelStore<T>] = []
        var failures: [RecordFailure] = []
        // An input without bytes is one piece too.
        try await OrderedPieces.run(max((count + pieceBytes - 1) / pieceBytes, 1), workers: workers) { index in
            // No pointer goes from task to task: each borrows the bytes anew, for as long as its own call lasts.
            json.withBorrowedJSON { bytes in
                let lines = bytes.linesBeginning(in: index * pieceBytes..<min((index + 1) * pieceBytes, count))
                return piece(lines, of: bytes, isFirst: index == 0)
            }
        } deliver: { (piece: LinePiece<ModelStore<T>>) in
            let (kept, error) = merger.merge(piece)
            if let error { throw error }
            stores.append(piece.content)
            failures += kept
            return true
        }
        return ModelBatch(
            models: ModelStore<T>.take(stores), failures: failures, failedRecords: merger.failedRecords, position: merger.position)
    }

    /// Decodes the lines of a file.
    ///
    /// - Parameter each: Gets the batches, in order, none of them empty.
    /// - Returns: The place up to which everything has been read.
    func decode<T: Sendable>(
        _ type: T.Type, from file: InputFile, isolation: isolated (any Actor)? = #isolation, _ each: (ModelBatch<T>) async throws -> Void
    ) async throws -> ReadingPosition {
        var merger = LineMerger(reading, from: position)
        let size = try file.size()
        // How many pieces there are shows when the file's end is reached: it may grow meanwhile.
        try await OrderedPieces.run(.max, workers: workers) { index in
            let start = position.offset + index * pieceBytes
            return piece(start..<start + pieceBytes, of: file, isFirst: index == 0, expecting: size)
        } deliver: { (piece: LinePiece<ModelStore<T>>) in
            let failedBefore = merger.failedRecords
            let (failures, error) = merger.merge(piece)
            if piece.content.count + failures.count > 0 {
                try await each(
                    ModelBatch(
                        models: piece.content.take(), failures: failures, failedRecords: merger.failedRecords - failedBefore,
                        position: try file.located(merger.position)))
            }
            if let error { throw error }
            return !piece.isLast
        }
        return try file.located(merger.position)
    }

    private func piece<T>(_ lines: Range<Int>, of bytes: BorrowedBytes, isFirst: Bool) -> LinePiece<ModelStore<T>> {
        piece(isFirst: isFirst, offset: lines.lowerBound) { body in
            var start = lines.lowerBound
            while start < lines.upperBound {
                // Chunks end with lines, so that none is put together.
                let next = min(start + Self.stride, lines.upperBound)
                let end = bytes.lineFeed(from: next - 1, to: lines.upperBound).map { $0 + 1 } ?? lines.upperBound
                try body(bytes.part(start..<end))
                start = end
            }
            return false
        }
    }

    /// - Parameter size: Bytes of the file when the reading began.
    private func piece<T>(_ range: Range<Int>, of file: InputFile, isFirst: Bool, expecting size: Int) -> LinePiece<ModelStore<T>> {
        var chunks = FileChunks(file, piece: range, isFirst: isFirst, expecting: size, chunkBytes: Self.stride)
        let alignment = Result { () throws(ModelError) in try chunks.align() }
        return piece(isFirst: isFirst, offset: chunks.offset) { body in
            try alignment.get()
            while let chunk = try chunks.next() { try body(chunk) }
            return chunks.isAtEnd
        }
    }

    /// Reads a piece.
    ///
    /// - Parameters:
    ///   - isFirst: Whether it is the input's first: it is counted from where the reading begins.
    ///   - offset: Of its first line.
    ///   - feed: Gives the piece's bytes, chunk by chunk, to a closure; returns whether the input ends with them.
    private func piece<T>(
        isFirst: Bool, offset: Int, _ feed: ((BorrowedBytes) throws -> Void) throws -> Bool
    ) -> LinePiece<ModelStore<T>> {
        var start = isFirst ? position : ReadingPosition()
        start.offset = offset
        let batch = BatchBuilder<T>(reading, keepsEveryFailure: reading.limitsFailures)
        do {
            var reader = try RecordReader(.lines, reading.ofPiece, from: start) { decoder }
            var isLast = false
            var failure: (any Error)?
            do {
                isLast = try feed { chunk in
                    try Task.checkCancellation()
                    try reader.read(chunk, isLast: false, into: batch)
                }
                try reader.read(.none, isLast: true, into: batch)
            } catch {
                failure = error
            }
            return LinePiece(
                content: batch.models, failures: batch.failures, start: start, end: reader.position, failedRecords: reader.failedRecords,
                error: failure, isLast: isLast)
        } catch {
            return LinePiece(content: batch.models, failures: [], start: start, end: start, failedRecords: 0, error: error, isLast: true)
        }
    }
}
