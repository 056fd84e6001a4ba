#if Ingest
public import Yodel

/// How far a file has been ingested: what a sink keeps beside the rows.
public struct IngestPlace: Sendable, Hashable, Codable {
    /// The source's path, from the root, of a file that is followed with its links; of a file whose rejects are taken in again the words `rejects in ` before it.
    public let source: String
    /// Which of the files that have had the same inode it is, from 0.
    public let generation: Int
    /// The place behind the last record that is in. Of a compressed file it counts bytes of the content.
    public let position: ReadingPosition
    /// The first bytes of the file, at most 1,024: to tell one that has been cut short from one that has been written anew.
    public let head: [UInt8]
    /// Of a compressed file, the CRC-32 of the bytes that had been read of it: what is damaged cannot be mended behind one's back.
    public let checksum: UInt32?
    /// Of a file that is followed, the path, without links, of the name that it has or had: there it is looked for when a link leads elsewhere.
    public let file: String?
    /// How the source's records follow each other, where the position does not say all of it: something is around them, or the text is in UTF-16. ``position`` counts bytes of the
    /// text in UTF-8 then.
    public let framing: IngestFraming?
    /// The first line of a record that has begun before ``position``, and not ended. The reading goes on there, and passes over the records that end before ``position``.
    public let open: LineStart?

    /// Where a line begins.
    public struct LineStart: Sendable, Hashable, Codable {
        /// Bytes before it.
        public let offset: Int
        /// The number of the line, from 1.
        public let line: Int

        /// The beginning of a line.
        ///
        /// - Parameters:
        ///   - offset: Bytes before it.
        ///   - line: The number of the line, from 1.
        public init(offset: Int, line: Int) {
            (self.offset, self.line) = (offset, line)
        }
    }

    /// Makes a place as a sink has kept it.
    ///
    /// - Parameters:
    ///   - source: The source's path, from the root.
    ///   - generation: Which of the files that have had the same inode it is.
    ///   - position: The place behind the last record that is in.
    ///   - head: The first bytes of the file.
    ///   - checksum: Of a compressed file, the CRC-32 of the bytes that had been read of it.
    ///   - file: Of a file that is followed, the path of the name that it has or had.
    ///   - framing: How the source's records follow each other, where the position does not say all of it.
    ///   - open: The first line of a record that has not ended.
    public init(
        source: String, generation: Int, position: ReadingPosition, head: [UInt8], checksum: UInt32? = nil, file: String? = nil,
        framing: IngestFraming? = nil, open: LineStart? = nil
    ) {
        self.source = source
        self.generation = generation
        self.position = position
        self.head = head
        self.checksum = checksum
        self.file = file
        self.framing = framing
        self.open = open
    }

    /// Where the reading goes on.
    var resumption: LineStart { open ?? LineStart(offset: position.offset, line: position.line) }

    /// How the source's records follow each other.
    var knownFraming: IngestFraming { framing ?? IngestFraming(position.framing ?? .lines) }

    /// The number of the file in its file system.
    public var inode: UInt64? { position.file?.inode }
}

/// Rows and rejects of one source that belong together, and the place behind them.
public struct IngestBatch: Sendable {
    /// The source's name.
    public let source: String
    /// The rows, and the position behind them and the rejects.
    public let rows: ColumnBatch
    /// The records that failed, in their order. The one that passes a limit of rejects is none of them: the next run reads it again.
    public let rejects: [RecordFailure]
    /// The sources of the rejects, where these are not all of ``source``.
    var origins: [String] = []
    /// The place before the batch; nil if nothing of the file has been told yet.
    public let start: IngestPlace?
    /// The place behind the batch; nil if the source cannot be read again, as standard input.
    public let place: IngestPlace?
    /// Bytes of the source that have been read for it.
    public let byteCount: Int

    /// Records of the batch, those that failed included.
    public var records: Int { rows.rowCount + rejects.count }

    /// The source that a reject is of: ``source``, or, of a record that is taken in again (``IngestSource/rejects(_:)``), the one that it had been read from.
    ///
    /// - Parameter index: The reject's place in ``rejects``.
    /// - Returns: The source's name.
    public func source(ofReject index: Int) -> String { origins.isEmpty ? source : origins[index] }
}

/// What takes rows.
///
/// A batch is taken as a whole or not at all: when ``write(_:)`` returns, rows, rejects and place are kept together; when it throws, none of them is. That is what makes
/// every record come in exactly once, whenever the process is killed: the next run asks for ``places()``, and goes on behind what is in.
///
/// ```swift
/// actor Counter: IngestSink {
///     var rows = 0
///     func open(_ fields: [ColumnField]) {}
///     func places() -> [IngestPlace] { [] }
///     func write(_ batch: IngestBatch) { rows += batch.rows.rowCount }
///     func close() {}
/// }
/// ```
public protocol IngestSink: Sendable {
    /// Makes ready for rows. Called before anything else; by an ``IngestReceiver`` also when a sink that has failed was closed, to try anew.
    ///
    /// - Parameter fields: The columns' names and types. No column has columns below it but those of ``expandedProperties``: what is nested is text, `ColumnType.json`.
    /// - Throws: If the sink cannot take such rows.
    func open(_ fields: [ColumnField]) async throws
    /// How far files have been ingested.
    ///
    /// - Returns: Places that have been kept with batches, of each file the last one or all in their order; empty for a sink that keeps none: then every run reads all files from their start.
    /// - Throws: If the sink cannot tell.
    func places() async throws -> [IngestPlace]
    /// Takes a batch: rows, rejects and place, all or nothing. Never called twice at a time.
    ///
    /// - Parameter batch: The batch.
    /// - Throws: If the batch is not in. The ingestion ends then.
    func write(_ batch: IngestBatch) async throws
    /// Properties whose elements the sink takes in columns: arrays, sets and dictionaries. Their columns are `ColumnType.list` or `map`; what is nested in an element is text,
    /// `ColumnType.json`. Asked before ``open(_:)``.
    var expandedProperties: [String] { get }
    /// Files that the sink writes, which are no sources: a folder that has them is read without them.
    var files: [String] { get }
    /// Tells the sink that the ingestion is to end: what it waits for, such as a lock, it waits for no longer.
    func stopWaiting()
    /// Ends the writing. Called last, also behind an error.
    ///
    /// - Throws: If what was written before is not safe.
    func close() async throws
}

/// A sink that takes several batches at a time: small bodies of many senders, and the lines of many small files, become one transaction.
public protocol GroupIngestSink: IngestSink {
    /// Takes batches: all of them or none.
    ///
    /// - Parameter batches: The batches; those of one source in their order.
    /// - Throws: If none of the batches is in.
    func write(_ batches: [IngestBatch]) async throws
}

extension IngestSink {
    /// None.
    public var expandedProperties: [String] { [] }

    /// None.
    public var files: [String] { [] }

    /// Does nothing.
    public func stopWaiting() {}
}
#endif
