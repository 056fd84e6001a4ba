extension ModelFile {
    /// Reads the file's lines into batches of columns, on several cores.
    ///
    /// ```swift
    /// let scan = try file.columns(Event.self, workers: 2, options: ColumnOptions(columns: ["id", "created_at"]))
    /// for try await batch in scan { load(batch) }
    /// ```
    ///
    /// - Parameters:
    ///   - type: What each line is: a model that is a struct or a class.
    ///   - workers: How many threads decode at a time; by default one for each core.
    ///   - range: Bytes of the file: the lines that begin there are read, as in ``read(_:in:options:reading:chunkBytes:progress:each:)``; nil: all.
    ///   - position: Where to continue: the position of a batch; by default the start of the file, or of the range.
    ///   - options: Which columns there are, and how lines are read.
    /// - Returns: The scan. Its memory is bounded: it begins no piece of 2 MiB that is more than 2 × `workers` ahead of the next one to deliver.
    /// - Throws: `ModelError` of category `input` if the position does not belong to this file; of category `model` as ``ColumnReader`` does.
    public func columns(
        _ type: any BaseModel.Type, workers: Int? = nil, range: Range<Int>? = nil, from position: ReadingPosition = ReadingPosition(),
        options: ColumnOptions = ColumnOptions()
    ) throws(ModelError) -> ColumnScan {
        try columns(type, OrderedPieces.workers(workers), range, position, options, pieceBytes: ColumnScan.pieceBytes)
    }

    /// Reads the file's records into batches of columns, however they follow each other. Of a page of an API:
    ///
    /// ```swift
    /// let scan = try file.columns(Event.self, framing: .array(at: "data.items"))
    /// for try await batch in scan { load(batch) }
    /// ```
    ///
    /// Lines are read as ``columns(_:workers:range:from:options:)`` reads them, on all cores. Other records, and records whose framing is found, are read by the
    /// thread that asks for the next batch: where one begins is known only to who has read those before it. A file that grows is read to the end that it has
    /// when the reading arrives there.
    ///
    /// - Parameters:
    ///   - type: What each record is: a model that is a struct or a class.
    ///   - framing: How records follow each other.
    ///   - position: Where to continue: the position of a batch; by default the start of the file.
    ///   - options: Which columns there are, and how records are read.
    /// - Returns: The scan. Its memory is that of a chunk of the file, of the longest record, and of a few batches. It ends with an error, after the records before it, if the file
    ///   does not follow its framing: if an array has not ended, or is not found.
    /// - Throws: As ``columns(_:workers:range:from:options:)`` does.
    public func columns(
        _ type: any BaseModel.Type, framing: Framing, from position: ReadingPosition = ReadingPosition(),
        options: ColumnOptions = ColumnOptions()
    ) throws(ModelError) -> ColumnScan {
        if framing == .lines { return try columns(type, from: position, options: options) }
        try position.check(for: framing)
        try file.check(position, framing)
        let task = try ColumnTask(of: type, options, workers: 1)
        let size = try file.size()
        let records = try RecordScan(task, file, framing, size: size, from: position)
        return ColumnScan(task, records, bytes: max(size - position.offset, 0))
    }

    /// Reads lines in pieces of a number of bytes.
    func columns(
        _ type: any BaseModel.Type, _ workers: Int, _ range: Range<Int>?, _ position: ReadingPosition, _ options: ColumnOptions,
        pieceBytes: Int
    ) throws(ModelError) -> ColumnScan {
        try columns(ColumnTask(of: type, options, workers: workers), workers, range, position, pieceBytes: pieceBytes)
    }

    /// Reads lines on the thread that asks, into columns that have been prepared.
    package func columns(_ prepared: PreparedColumns, range: Range<Int>, from position: ReadingPosition) throws(ModelError) -> ColumnScan {
        try columns(prepared.task, 1, range, position, pieceBytes: ColumnScan.pieceBytes)
    }

    private func columns(
        _ task: ColumnTask, _ workers: Int, _ range: Range<Int>?, _ position: ReadingPosition, pieceBytes: Int
    ) throws(ModelError) -> ColumnScan {
        try position.check(for: .lines)
        try file.check(position, .lines)
        var start = position
        var end = try file.size()
        if let range {
            let range = bounded(range)
            end = min(end, range.upperBound)
            if start.offset < range.lowerBound { start.offset = try firstLine(in: range) }
        }
        let files = ColumnFiles([(ScannedFile(file), start.offset..<max(start.offset, end), start)], pieceBytes: pieceBytes)
        return ColumnScan(task, files, workers)
    }
}

/// Columns that many small files are read into: their plan is made once, and their memory is used again.
package struct PreparedColumns: Sendable {
    let task: ColumnTask

    /// - Parameters:
    ///   - type: What each line is.
    ///   - options: Which columns there are, and how lines are read.
    ///   - kept: As many sets of columns for small batches are kept.
    package init(_ type: any BaseModel.Type, _ options: ColumnOptions, keeping kept: Int) throws(ModelError) {
        task = try ColumnTask(of: type, options, workers: 1, keepingSmall: kept)
    }
}
