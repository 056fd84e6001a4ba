/// A file of records.
///
/// ```swift
/// let file = try ModelFile(path)
/// let end = try file.read(User.self, framing: .lines) { record in
///     if let user = record.model { save(user) }
/// }
/// print(end.records, "records in", end.offset, "bytes")
/// ```
///
/// Yodel reads the file into one reused buffer, so a file of any size takes the memory of one chunk. It does not map the file into memory: if another process
/// truncated a mapped file, or its disk failed, the reader would be killed; this way it gets an error. A file that grows is read to the end that it has when the
/// reading arrives there. One that is truncated meanwhile ends the reading with an error that gives its size when the reading began and the one it has now; the
/// records that are still complete have been delivered.
public struct ModelFile: Sendable {
    /// The number of bytes in the file when it was opened.
    public let size: Int
    let file: InputFile

    /// Opens a file. It closes when the last copy of this value is gone.
    ///
    /// - Parameter path: The path, absolute or from the process's working directory.
    /// - Throws: `ModelError` of category `input` if there is no such file, if it may not be read, or if it is a directory, a pipe or a device.
    public init(_ path: String) throws(ModelError) {
        file = try InputFile(path)
        size = try file.size()
    }

    /// Reads the records of the file.
    ///
    /// - Parameters:
    ///   - type: What each record is: a model, an array, set or dictionary of supported types, or a supported scalar.
    ///   - framing: How records follow each other.
    ///   - options: How each record is decoded.
    ///   - reading: What happens to failed records, and limits.
    ///   - position: Where to continue: the position that an earlier reading returned; by default the start of the file.
    ///   - chunkBytes: Bytes to read at a time, at most 1 GiB.
    ///   - progress: Gets the progress after each chunk. Only the returned position is after the last record.
    ///   - each: Gets each record, in their order. If it throws, the reading ends.
    /// - Returns: The position up to which everything has been read. A last line without a line feed is before it, unless `ReadingOptions.leavesUnfinishedLine`
    ///   is set; if it has grown by more than white space when a reading goes on there, that is an error.
    /// - Throws: `ModelError` of category `input` if the file cannot be read, if it is truncated meanwhile, or if the position does not belong to this file as
    ///   it is now (`positionMismatch`; see ``FileIdentity``) or is invalid (`invalidPosition`); what `each` throws; else as ``ModelReader`` does.
    @inlinable
    @discardableResult
    public func read<T>(
        _ type: T.Type, framing: Framing = .automatic, options: DecodingOptions = .lenient, reading: ReadingOptions = ReadingOptions(),
        from position: ReadingPosition = ReadingPosition(), chunkBytes: Int = 256 << 10, progress: ((FileProgress) -> Void)? = nil,
        each: (consuming ModelRecord<T>) throws -> Void
    ) throws -> ReadingPosition {
        try withReader(type, framing, options, reading, position, to: .max, chunkBytes) { reader, chunk, end in
            guard let chunk else { return try reader.finish(each: each) }
            try reader.read(chunk, isLast: false, each)
            try progress?(FileProgress(&reader, bytes: end, of: size, in: self))
        }
    }

    /// Reads the lines of the file that begin in a range of its bytes.
    ///
    /// Adjacent ranges cover each line once, wherever their bounds fall: a line that begins in a range is read to its end, and a line that began earlier
    /// belongs to the previous range.
    ///
    /// - Parameters:
    ///   - type: What each line is.
    ///   - range: Bytes of the file.
    ///   - options: How each record is decoded.
    ///   - reading: What happens to failed records, and limits.
    ///   - chunkBytes: Bytes to read at a time.
    ///   - progress: Gets the progress in the range after each chunk.
    ///   - each: Gets each record, in their order. Offsets count from the file's start; numbers and lines from the first line of the range, since earlier lines
    ///     are not read.
    /// - Returns: The position up to which everything has been read, counted likewise.
    /// - Throws: As ``read(_:framing:options:reading:from:chunkBytes:progress:each:)`` does.
    @inlinable
    @discardableResult
    public func read<T>(
        _ type: T.Type, in range: Range<Int>, options: DecodingOptions = .lenient, reading: ReadingOptions = ReadingOptions(),
        chunkBytes: Int = 256 << 10, progress: ((FileProgress) -> Void)? = nil, each: (consuming ModelRecord<T>) throws -> Void
    ) throws -> ReadingPosition {
        let range = bounded(range)
        var position = ReadingPosition()
        position.offset = try firstLine(in: range)
        return try withReader(type, .lines, options, reading, position, to: range.upperBound, chunkBytes) { reader, chunk, end in
            guard let chunk else { return try reader.finish(each: each) }
            try reader.read(chunk, isLast: false, each)
            try progress?(FileProgress(&reader, bytes: end - range.lowerBound, of: range.count, in: self))
        }
    }

    /// Reads the file, or the lines that begin before an offset.
    ///
    /// What is inlined into callers is the closure only.
    ///
    /// - Parameter body: Gets the reader with each chunk and the offset behind it; at last without a chunk.
    /// - Returns: The position up to which everything has been read.
    @usableFromInline
    func withReader<T>(
        _ type: T.Type, _ framing: Framing, _ options: DecodingOptions, _ reading: ReadingOptions, _ position: ReadingPosition, to end: Int,
        _ chunkBytes: Int, _ body: (inout ModelReader<T>, LentBytes?, Int) throws -> Void
    ) throws -> ReadingPosition {
        var reader = try ModelReader(type, framing: framing, options: options, reading: reading, from: position)
        // A range's first line has been looked for.
        if end == .max { try file.check(position, framing) }
        var chunks = FileChunks(
            file, firstLinesOf: position.offset..<max(position.offset, end), expecting: try file.size(), chunkBytes: chunkBytes)
        while let chunk = try chunks.next() { unsafe try body(&reader, LentBytes(chunk.raw), chunks.offset) }
        try body(&reader, nil, chunks.offset)
        return try file.located(reader.position)
    }

    /// A range without what no file has, so that it can be counted with.
    @usableFromInline
    func bounded(_ range: Range<Int>) -> Range<Int> { range.clamped(to: 0..<ReadingPosition.limit) }

    /// Where the first line begins that does so in a range; the range's end if none does.
    @usableFromInline
    func firstLine(in range: Range<Int>) throws(ModelError) -> Int {
        try file.firstLine(in: range, expecting: file.size())
    }

    /// Splits the file into ranges of about the same size that begin and end with lines.
    ///
    /// ```swift
    /// for range in try file.ranges(4) {
    ///     try file.read(User.self, in: range) { record in print(record.offset) }
    /// }
    /// ```
    ///
    /// - Parameter count: How many ranges you want, at least 1. There are fewer if the file has too few lines, none if it is empty.
    /// - Returns: The ranges, in order and adjacent, from the file's start to its current end.
    /// - Throws: `ModelError` of category `input` if the file cannot be read, or is truncated meanwhile.
    public func ranges(_ count: Int) throws(ModelError) -> [Range<Int>] {
        try file.ranges(count)
    }
}

/// How far the reading of a file has come.
public struct FileProgress: Sendable, Hashable {
    /// Bytes that have been read, from the file's start or that of the range.
    public let bytes: Int
    /// Bytes in all: of the file when it was opened, or of the range; `bytes` if that is more.
    public let totalBytes: Int
    /// Records that have been read, including those that failed.
    public let records: Int
    /// Records that have failed.
    public let failures: Int
    /// The position up to which everything has been read, to continue from.
    public let position: ReadingPosition

    @usableFromInline
    init<T>(_ reader: inout ModelReader<T>, bytes: Int, of total: Int, in file: ModelFile) throws(ModelError) {
        self.bytes = bytes
        totalBytes = max(total, bytes)
        records = reader.records
        failures = reader.failedRecords
        position = try file.file.located(reader.position)
    }
}
