#if Ingest
import GRDB
import Synchronization
public import Yodel
internal import YodelSystem

/// A table of a SQLite database, made of a model's properties.
///
/// ```swift
/// let sink = SQLiteSink(Event.self, path: "events.sqlite")
/// ```
///
/// The database and its tables are made if they are not there. Besides the model's own there are
///
/// | table | holds |
/// |---|---|
/// | `rejects` | a row for each record that failed: `source`, `line`, `offset`, `length`, `code`, `path`, `reason`, `raw` (the record: text, or a blob if it is no text, null if it was too long), `time`, `attempts` |
/// | `ingest_places` | how far each file has been read |
///
/// Rows, rejects and place of a batch are one transaction. A column that the model has and the table has not is added; one that only the table has stays as it is. The journal is a
/// write-ahead log, so that readers do not wait for the writer. Two ingestions may write to one database if they read different files; of the same file only one can: the other one ends with
/// an error before it writes anything twice.
public final class SQLiteSink: GroupIngestSink {
    /// How SQLite is used.
    public struct Options: Sendable, Hashable {
        /// Seconds to wait for a database that another process has locked. Default: 10.
        public var busySeconds = 10.0
        /// Whether every transaction is on the disk before the next one begins (`PRAGMA synchronous = FULL`). Default: false: where the machine loses its power, the last
        /// transactions may be missing, rows and place together, and are read again; where only the process is killed, nothing is.
        public var isDurable = false
        /// A file that gets a line of JSON for each reject, besides the table; nil: none. A file of the database, one that is read, and one whose first line is no reject are refused.
        public var rejectsPath: String?

        /// Makes the default options.
        public init() {}
    }

    private let path: String
    let table: IngestTable
    private let options: Options
    private let database: Mutex<OpenDatabase?> = Mutex(nil)
    private let rejectsFile = Mutex<AppendedFile?>(nil)
    private let lock = LockWait()

    /// Prepares a sink. Nothing is opened yet.
    ///
    /// - Parameters:
    ///   - type: The model whose table it is.
    ///   - path: Path of the database.
    ///   - options: How SQLite is used.
    public convenience init<T: TableModel>(_ type: T.Type, path: String, options: Options = Options()) {
        self.init(table: T.table, path: path, options: options)
    }

    /// Prepares a sink for a table that is declared apart from its model.
    ///
    /// - Parameters:
    ///   - table: The table.
    ///   - path: Path of the database.
    ///   - options: How SQLite is used.
    public init(table: IngestTable, path: String, options: Options = Options()) {
        self.table = table
        self.path = AbsolutePath.of(path)
        self.options = options
    }

    /// The properties that have tables of their own.
    public var expandedProperties: [String] { table.children.map(\.property) }

    /// The database, its journals, and the file of rejects.
    public var files: [String] { Self.endings.map { path + $0 } + [options.rejectsPath].compactMap(\.self) }

    /// Opens the database and makes the tables fit.
    ///
    /// - Parameter fields: The columns.
    /// - Throws: ``IngestError``: of kind `declaration` if the table's declaration does not fit the columns, or rejects are to go to a file of the database or to one of something
    ///   else, `sink` if the database cannot be opened or changed, or has a table of this name that does not fit.
    public func open(_ fields: [ColumnField]) async throws {
        try table.check(fields)
        try checkFileOfRejects()
        guard (0...86_400).contains(options.busySeconds) else {
            throw IngestError(.declaration, "busySeconds is \(options.busySeconds); it must be from 0 to 86400")
        }
        let deadline = ContinuousClock.now + .seconds(options.busySeconds)
        while true {
            do {
                try connect(fields)
                break
            } catch let error as IngestError {
                // A change of the journal does not wait for others by itself.
                guard (error.underlying as? DatabaseError)?.resultCode == .SQLITE_BUSY, ContinuousClock.now < deadline else { throw error }
                try await Task.sleep(for: .milliseconds(20))
            }
        }
        if let rejectsPath = options.rejectsPath.map({ AbsolutePath.of($0) }) {
            let file = try AppendedFile(rejectsPath)
            try await write { db in
                let length = try PlaceTable.length(of: rejectsPath, in: db)
                try file.begin(at: length)
                try PlaceTable.setLength(file.length, of: rejectsPath, in: db)
            }
            rejectsFile.withLock { $0 = file }
        }
    }

    /// Looks, before anything is written, whether rejects are to go to a file that they would damage.
    ///
    /// - Throws: ``IngestError`` of kind `declaration`.
    package func checkFileOfRejects() throws(IngestError) {
        guard let rejects = options.rejectsPath else { return }
        // SQLite names the journals after the file that a link leads to.
        let files = [path, AbsolutePath.target(path)].flatMap { path in Self.endings.map { path + $0 } }
        if WrittenFiles(files).contains(rejects) {
            throw IngestError(.declaration, "rejects cannot go to \(rejects), which is a file of the database \(path)")
        }
        // What is no file cannot be looked at, and what is not there need not be.
        guard let head = try? ModelFile(rejects).head(SourceShape.window), !RejectLine.mayBegin(head) else { return }
        throw IngestError(.declaration, "rejects cannot go to \(rejects), which has lines of something else")
    }

    /// What the names of a database's files end with.
    private static let endings = ["", "-wal", "-shm", "-journal"]

    private func connect(_ fields: [ColumnField]) throws {
        let (table, path, options) = (table, path, options)
        try sinkErrors {
            var configuration = Configuration()
            configuration.busyMode = .callback { [lock] attempts in lock.waits(attempts, seconds: options.busySeconds) }
            configuration.label = "yodel.ingest.sqlite"
            configuration.prepareDatabase { db in
                // Of a new database: rows of some hundred bytes take less time in pages of twice the usual size.
                try db.execute(sql: "PRAGMA page_size = 8192")
                try db.execute(sql: "PRAGMA journal_mode = WAL")
                try db.execute(sql: "PRAGMA synchronous = \(options.isDurable ? "FULL" : "NORMAL")")
                try db.execute(sql: "PRAGMA temp_store = MEMORY")
            }
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            try queue.writeWithoutTransaction { db in
                try db.inTransaction(.immediate) {
                    let schema = TableSchema(table, fields)
                    try schema.make(in: db)
                    try PlaceTable.make(in: db)
                    try RejectTable.make(in: db)
                    return .commit
                }
            }
            let checkpoints = try LogCheckpoints(path: path, configuration)
            queue.inDatabase(checkpoints.watch)
            database.withLock { $0 = OpenDatabase(queue: queue, checkpoints: checkpoints) }
        }
    }

    /// How far files have been ingested into the database.
    ///
    /// - Returns: A place for each.
    /// - Throws: ``IngestError`` of kind `sink`.
    public func places() async throws -> [IngestPlace] {
        try await write { db in try PlaceTable.all(in: db) }
    }

    /// Adds rows, rejects and place in one transaction.
    ///
    /// - Parameter batch: The batch.
    /// - Throws: ``IngestError`` of kind `sink`, or `row` if the table rejects one: then the transaction was rolled back.
    public func write(_ batch: IngestBatch) async throws { try await write([batch]) }

    /// Adds the rows and rejects of several batches, and their places, in one transaction.
    ///
    /// - Parameter batches: The batches.
    /// - Throws: ``IngestError`` of kind `sink`, or `row` if the table rejects one: then the transaction was rolled back.
    public func write(_ batches: [IngestBatch]) async throws {
        let (table, rejectsFile) = (table, rejectsFile.withLock { $0 })
        let length = rejectsFile?.length
        do {
            try await write { db in
                var insertion = RowInsertion()
                for batch in batches {
                    try PlaceTable.advance(from: batch.start, to: batch.place, in: db)
                    if batch.rows.rowCount > 0 { try RowWriter(table, batch.rows, db, &insertion).write() }
                    try RejectTable.add(batch, in: db)
                    if let rejectsFile, !batch.rejects.isEmpty { try rejectsFile.append(RejectLine.lines(batch)) }
                }
                if let rejectsFile, rejectsFile.length != length {
                    try PlaceTable.setLength(rejectsFile.length, of: rejectsFile.path, in: db)
                }
            }
        } catch {
            // The lines of a transaction that was rolled back are overwritten.
            if let length { try rejectsFile?.begin(at: length) }
            throw error
        }
    }

    /// Waits for a database that is locked no longer.
    public func stopWaiting() { lock.end() }

    /// Closes the database.
    ///
    /// - Throws: ``IngestError`` of kind `sink`.
    public func close() async throws {
        let open = database.withLock { open in
            defer { open = nil }
            return open
        }
        rejectsFile.withLock { $0 = nil }
        guard let open else { return }
        try sinkErrors {
            defer { withExtendedLifetime(open.checkpoints) {} }
            // The connection that is closed last removes the log.
            try open.checkpoints.close()
            try open.queue.close()
        }
    }

    /// Runs a transaction.
    func write<R: Sendable>(_ body: @escaping @Sendable (Database) throws -> R) async throws -> R {
        guard let queue = database.withLock({ $0?.queue }) else { throw IngestError(.sink, "\(path) is not open") }
        let path = path
        return try await withCheckedThrowingContinuation { continuation in
            queue.asyncWriteWithoutTransaction { db in
                continuation.resume(
                    with: Result {
                        try Self.errors(path) {
                            var result: R?
                            try db.inTransaction(.immediate) {
                                result = try body(db)
                                return .commit
                            }
                            return result!
                        }
                    })
            }
        }
    }

    private func sinkErrors<R>(_ body: () throws -> R) throws -> R { try Self.errors(path, body) }

    /// Runs what may fail of a database; its errors are told in a sentence.
    private static func errors<R>(_ path: String, _ body: () throws -> R) throws -> R {
        do {
            return try body()
        } catch let error as DatabaseError {
            let what =
                switch error.resultCode {
                case .SQLITE_BUSY: "is locked by another process"
                case .SQLITE_FULL: "cannot grow: the disk is full"
                case .SQLITE_READONLY: "is read-only"
                case .SQLITE_CANTOPEN: "cannot be opened"
                case .SQLITE_NOTADB: "is no SQLite database"
                case .SQLITE_CORRUPT: "is damaged"
                case .SQLITE_IOERR: "cannot be read or written"
                default: "refuses"
                }
            throw IngestError(.sink, "the database \(path) \(what): \(error.message ?? error.resultCode.description)", underlying: error)
        }
    }
}

/// The connections to a database.
private struct OpenDatabase {
    let queue: DatabaseQueue
    let checkpoints: LogCheckpoints
}

/// How long a database is waited for that another process has locked.
private final class LockWait: Sendable {
    private struct State {
        var since = ContinuousClock.now
        var hasEnded = false
    }

    private let state = Mutex(State())

    /// Waits a moment.
    ///
    /// - Parameter attempts: How often that has been done for this lock.
    /// - Returns: Whether the lock is to be tried again.
    func waits(_ attempts: Int, seconds: Double) -> Bool {
        let isInTime = state.withLock { state in
            if attempts == 0 { state.since = .now }
            return !state.hasEnded && ContinuousClock.now - state.since < .seconds(seconds)
        }
        if isInTime { usleep(UInt32(min(attempts + 1, 20)) * 500) }
        return isInTime
    }

    func end() { state.withLock { $0.hasEnded = true } }
}
#endif
