#if Ingest
import GRDB
import GRDBSQLite
import Synchronization

/// Copies what a write-ahead log holds into its database, beside the transactions that fill it.
///
/// SQLite does so by itself behind a commit that leaves a thousand pages, and the next transaction waits for the disk twice. Here a second connection does
/// it in its own thread, each time some more pages have been written. A log begins anew only when all of it has been copied and nothing has been added
/// meanwhile; so behind a commit that leaves four times as many pages, the writing connection copies what the other one has not, which bounds the log.
final class LogCheckpoints: Sendable {
    private static let pages: Int32 = 1000
    private static let pagesAtMost: Int32 = 4000
    /// So many written ones are worth a copy, which waits for the disk twice, however little it copies.
    private static let morePages: Int32 = 250

    private let queue: DatabaseQueue
    private let isCopying = Atomic(false)

    /// Opens the second connection.
    ///
    /// - Parameters:
    ///   - path: Path of the database, which has such a log.
    ///   - configuration: That of the writing connection.
    /// - Throws: GRDB's `DatabaseError`.
    init(path: String, _ configuration: Configuration) throws {
        queue = try DatabaseQueue(path: path, configuration: configuration)
    }

    /// Takes the place of SQLite's own checkpoints of a connection, which is to be closed before this object is released.
    ///
    /// Where a log cannot be copied, it grows until it can; that it cannot grow any more, the next commit says. SQLite's own ignore errors likewise.
    func watch(_ db: Database) {
        // SAFETY: who calls it keeps this object as long as the connection.
        unsafe sqlite3_wal_hook(
            db.sqliteConnection,
            { context, connection, name, pages in
                if pages >= LogCheckpoints.pagesAtMost {
                    unsafe sqlite3_wal_checkpoint_v2(connection, name, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
                } else if pages >= LogCheckpoints.pages, let context = unsafe context, let connection = unsafe connection {
                    unsafe Unmanaged<LogCheckpoints>.fromOpaque(context).takeUnretainedValue().copy(behind: connection)
                }
                return SQLITE_OK
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Closes the second connection, when it has done what it does.
    ///
    /// - Throws: GRDB's `DatabaseError`.
    func close() throws { try queue.close() }

    private func copy(behind connection: OpaquePointer) {
        guard unsafe Self.written(connection, startsAnew: false) >= Self.morePages,
            isCopying.compareExchange(expected: false, desired: true, ordering: .acquiringAndReleasing).exchanged
        else { return }
        _ = unsafe Self.written(connection, startsAnew: true)
        queue.asyncWriteWithoutTransaction { [self] db in
            _ = try? db.checkpoint(.passive)
            isCopying.store(false, ordering: .releasing)
        }
    }

    /// Pages that a connection has written since this count started anew. How long the log is does not say so: it may have begun anew itself.
    private static func written(_ connection: OpaquePointer, startsAnew: Bool) -> Int32 {
        var (written, highest): (Int32, Int32) = (0, 0)
        unsafe sqlite3_db_status(connection, SQLITE_DBSTATUS_CACHE_WRITE, &written, &highest, startsAnew ? 1 : 0)
        return written
    }
}
#endif
