#if PostgreSQL
import Dispatch
import Synchronization
public import Yodel

/// A table of a PostgreSQL database, made of a model's properties. Needs the package's trait `PostgreSQL`.
///
/// ```swift
/// let sink = PostgreSQLSink(Event.self, url: "postgresql://loader@db.example.org/archive")
/// ```
///
/// The table, and the tables `rejects` and `ingest_places`, are made if they are not there, where the connection's `search_path` says. Names are taken as the
/// model has them, letter by letter: `createdAt` is `"createdAt"` in SQL. What a column holds:
///
/// | property | column |
/// |---|---|
/// | `Bool` | `boolean` |
/// | `Int8`, `UInt8`, `Int16` | `smallint` |
/// | `UInt16`, `Int32` | `integer` |
/// | `UInt32`, `Int64`, `Int` | `bigint` |
/// | `UInt64`, `UInt` | `numeric(20,0)` |
/// | `Float16`, `Float` | `real`, NaN and infinities included |
/// | `Double` | `double precision`, the same |
/// | `String` and other text, enums with raw values, `Decimal`, `URL`, integers of 128 bits | `text` |
/// | `Date` | `timestamptz`, in microseconds |
/// | `UUID` | `uuid` |
/// | `Data` | `bytea` |
/// | models, arrays, dictionaries, `JSONValue`, `Any` | `jsonb`, for PostgreSQL's operators and indexes; a table that has the column as `json` or `text` keeps the text as it came |
///
/// A row that PostgreSQL cannot hold, though it is sound, is left out and becomes a row of `rejects` with the code `unstorableValue`: U+0000 in text, `\u0000` in
/// `jsonb` or a number beyond its digits, a date beyond `timestamptz`, a text too long for an index, a gigabyte in a row. Where it stood in its source a batch does
/// not tell: `line`, `offset`, `length` and `raw` are null, and `properties` has the row as JSON by the names of its properties. ``refusedRows`` counts such rows;
/// limits of rejects, and the pipeline's metrics, do not.
///
/// Rows, rejects and place of a batch are one transaction. Rows are sent by `COPY` in its binary form; with a key through a temporary table. The connection is the
/// sink's own: a pooler that shares it between transactions does not do. A table that declares ``IngestTable/children`` is refused.
public final class PostgreSQLSink: IngestSink {
    /// How PostgreSQL is used.
    public struct Options: Sendable, Hashable {
        /// Seconds to wait for what another session has locked (`lock_timeout`). Default: 10; 0: no waiting.
        public var lockSeconds = 10.0
        /// Seconds to wait for a server to answer when connecting (`connect_timeout`, in whole seconds, 2 at least). Default: 10. One that the URL has counts instead.
        public var connectSeconds = 10.0
        /// Whether every transaction is on the disk before the next one begins, also where server or user have `synchronous_commit` off. Default: false: as they have it.
        /// Where it is off and the server loses its power, the last transactions may be missing, rows and place together, and are read again.
        public var isDurable = false

        /// Makes the default options.
        public init() {}
    }

    /// What there is while the sink is open.
    struct Opened: Sendable {
        let connection: PostgreSQLConnection
        let store: PostgreSQLStore
        let name: String
    }

    private let url: String
    let table: IngestTable
    private let options: Options
    private let opened: Mutex<Opened?> = Mutex(nil)
    private let refused = Mutex(0)
    private let watch = PostgreSQLLockWatch()
    private let queue = DispatchQueue(label: "yodel.ingest.postgresql")

    /// Prepares a sink. Nothing is connected yet.
    ///
    /// - Parameters:
    ///   - type: The model whose table it is.
    ///   - url: Where the database is, as libpq takes it: `postgresql://user@server:5432/database`, or `host=… dbname=…`. What it does not say comes from libpq's
    ///     environment variables and files. A password is better kept there (`PGPASSFILE`) than in a URL; no message has it.
    ///   - options: How PostgreSQL is used.
    public convenience init<T: TableModel>(_ type: T.Type, url: String, options: Options = Options()) {
        self.init(table: T.table, url: url, options: options)
    }

    /// Prepares a sink for a table that is declared apart from its model.
    ///
    /// - Parameters:
    ///   - table: The table.
    ///   - url: Where the database is, as libpq takes it.
    ///   - options: How PostgreSQL is used.
    public init(table: IngestTable, url: String, options: Options = Options()) {
        self.table = table
        self.url = url
        self.options = options
    }

    /// The database and its server in words, without user and password; of a URL that cannot be read what it should be.
    public var databaseName: String { (try? PostgreSQLAddress(url).name) ?? "a PostgreSQL database" }

    /// Rows that PostgreSQL could not hold so far. The pipeline counts them as rows; the table `rejects` has them.
    public var refusedRows: Int { refused.withLock { $0 } }

    /// Connects, and makes the tables fit.
    ///
    /// - Parameter fields: The columns.
    /// - Throws: ``IngestError``: of kind `declaration` if the URL, an option or the table's declaration has no meaning, `sink` if the database cannot be reached or
    ///   changed, or has a table of this name that does not fit.
    public func open(_ fields: [ColumnField]) async throws {
        for (name, value) in [("lockSeconds", options.lockSeconds), ("connectSeconds", options.connectSeconds)]
        where !(0...86_400).contains(value) {
            throw IngestError(.declaration, "\(name) is \(value); it must be from 0 to 86400")
        }
        if let child = table.children.first {
            throw IngestError(
                .declaration,
                "the table \(table.name) names the child \(child.property); PostgreSQLSink makes no tables of elements, which are jsonb")
        }
        let address = try PostgreSQLAddress(url)
        let schema = try PostgreSQLTable(table, fields)
        let options = options
        let made = try await onQueue {
            let connection = try PostgreSQLConnection(address, seconds: options.connectSeconds)
            self.watch.watch(connection, at: address)
            return try self.watch.run {
                do {
                    try Self.prepare(connection, options, address.name)
                    let columns = try Self.transaction(connection, address.name) {
                        // Two ingestions that begin at the same time make the tables one after the other. The number is the sink's own.
                        try connection.run("SELECT pg_advisory_xact_lock(\(Self.lockNumber))::text")
                        try PostgreSQLPlaces.make(in: connection)
                        try PostgreSQLRejects.make(in: connection)
                        return try schema.make(in: connection)
                    }
                    let store = PostgreSQLStore(table: self.table, columns: columns)
                    try store.prepare(connection)
                    return Opened(connection: connection, store: store, name: address.name)
                } catch let failure as PostgreSQLFailure {
                    throw failure.error(address.name, wasToEnd: self.watch.hasEnded)
                }
            }
        }
        opened.withLock { $0 = made }
    }

    private static let lockNumber = 0x59_6F64_656C

    /// Sets what the connection is to do otherwise than it would.
    private static func prepare(_ connection: PostgreSQLConnection, _ options: Options, _ name: String) throws {
        guard connection.version >= 120_000 else {
            throw IngestError(.sink, "\(name) is of version \(connection.version / 10_000); expected 12 or later")
        }
        if let encoding = connection.setting("server_encoding"), encoding != "UTF8" {
            throw IngestError(.sink, "\(name) has the encoding \(encoding); expected UTF8, the one that holds every text")
        }
        // 0 would be no limit.
        let lock = max(1, Int((options.lockSeconds * 1_000).rounded()))
        let settings = [("lock_timeout", "\(lock)ms"), ("client_min_messages", "error"), ("standard_conforming_strings", "on")]
        for (setting, value) in settings { try connection.run("SELECT set_config('\(setting)', '\(value)', false)") }
        // Rows of a batch are sorted by their key, in memory.
        for setting in ["work_mem", "temp_buffers"] {
            try connection.run(
                "SELECT set_config('\(setting)', '64MB', false) WHERE pg_size_bytes(current_setting('\(setting)')) < pg_size_bytes('64MB')")
        }
        if options.isDurable {
            try connection.run("SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'")
        }
    }

    /// How far files have been ingested into the database.
    ///
    /// - Returns: A place for each.
    /// - Throws: ``IngestError`` of kind `sink`.
    public func places() async throws -> [IngestPlace] {
        try await write { opened in try PostgreSQLPlaces.all(in: opened.connection) }
    }

    /// Adds rows, rejects and place in one transaction.
    ///
    /// - Parameter batch: The batch.
    /// - Throws: ``IngestError`` of kind `sink`: then the transaction was rolled back, but where the connection was lost during the commit, nobody knows whether it
    ///   was. The next ingestion sees it by the place.
    public func write(_ batch: IngestBatch) async throws {
        let count = try await write { opened in
            let connection = opened.connection
            try PostgreSQLPlaces.advance(from: batch.start, to: batch.place, in: connection)
            let refused = try opened.store.add(batch.rows, in: connection)
            try PostgreSQLRejects.add(batch, refused, in: connection)
            return refused.count
        }
        refused.withLock { $0 += count }
    }

    /// Waits for locks no longer.
    public func stopWaiting() { watch.end() }

    /// Closes the connection.
    public func close() async {
        let last = opened.withLock { opened in
            defer { opened = nil }
            return opened
        }
        // It is closed where it was used.
        queue.async { withExtendedLifetime(last) {} }
    }

    /// Runs a transaction.
    func write<R: Sendable>(_ body: @escaping @Sendable (Opened) throws -> R) async throws -> R {
        guard let opened = opened.withLock({ $0 }) else { throw IngestError(.sink, "\(databaseName) is not open") }
        return try await onQueue {
            try self.watch.run {
                do {
                    return try Self.transaction(opened.connection, opened.name) { try body(opened) }
                } catch let failure as PostgreSQLFailure {
                    throw failure.error(opened.name, wasToEnd: self.watch.hasEnded)
                }
            }
        }
    }

    private static func transaction<R>(_ connection: PostgreSQLConnection, _ name: String, _ body: () throws -> R) throws -> R {
        // Whatever the database has as its default: a place is looked at as it is when its lock is got.
        try connection.run("BEGIN ISOLATION LEVEL READ COMMITTED")
        let result: R
        do {
            result = try body()
        } catch {
            // Where that fails the connection is gone, and the transaction with it.
            _ = try? connection.run("ROLLBACK")
            throw error
        }
        do {
            guard try connection.run("COMMIT").command == "COMMIT" else {
                throw IngestError(.sink, "\(name) has rolled back a transaction instead of committing it")
            }
        } catch let failure as PostgreSQLFailure where failure.isLost {
            throw IngestError(
                .sink, "\(name) is no longer connected: \(failure); the next run finds out whether the last batch is stored",
                underlying: failure)
        }
        return result
    }

    /// Runs what waits for the server, on a thread that no task needs.
    private func onQueue<R: Sendable>(_ body: @escaping @Sendable () throws -> R) async throws -> R {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try body() }) }
        }
    }
}
#endif
