#if Ingest
import GRDB
import GRDBSQLite

/// A prepared statement, to whose parameters values of a batch are bound.
///
/// What binds returns a status of SQLite's.
@safe struct BoundStatement {
    // SAFETY: whoever makes one keeps the statement while it is used. What is bound without a copy stays until the bindings are cleared, or the
    // parameter is bound anew: whoever binds so sees to that.
    private let handle: SQLiteStatement

    init(_ statement: Statement) { unsafe handle = statement.sqliteStatement }

    @inline(__always)
    func bindNull(_ index: Int32) -> Int32 { unsafe sqlite3_bind_null(handle, index) }

    @inline(__always)
    func bind(_ number: Int64, _ index: Int32) -> Int32 { unsafe sqlite3_bind_int64(handle, index, number) }

    @inline(__always)
    func bind(_ number: Double, _ index: Int32) -> Int32 { unsafe sqlite3_bind_double(handle, index, number) }

    /// Binds a text where it stands: without a destructor SQLite does not copy it. Without an address it would be null, not empty.
    @unsafe @inline(__always)
    func bind(text bytes: UnsafeRawBufferPointer, _ index: Int32) -> Int32 {
        guard let count = Int32(exactly: bytes.count) else { return SQLITE_TOOBIG }
        return unsafe sqlite3_bind_text(handle, index, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), count, nil)
    }

    /// Binds bytes where they stand.
    @unsafe @inline(__always)
    func bind(_ bytes: UnsafeRawBufferPointer, _ index: Int32) -> Int32 {
        guard let count = Int32(exactly: bytes.count) else { return SQLITE_TOOBIG }
        return unsafe sqlite3_bind_blob(handle, index, bytes.baseAddress, count, nil)
    }

    /// Binds a text that SQLite copies.
    func bind(copying text: String, _ index: Int32) -> Int32 {
        var text = text
        // -1: SQLite's constant for a text that does not stay, SQLITE_TRANSIENT.
        let transient = unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        return text.withUTF8 { bytes in
            unsafe bytes.withMemoryRebound(to: CChar.self) {
                unsafe sqlite3_bind_text(handle, index, $0.baseAddress, Int32($0.count), transient)
            }
        }
    }

    @inline(__always)
    func step() -> Int32 { unsafe sqlite3_step(handle) }

    /// Makes it ready for its next step. What is bound stays.
    @inline(__always)
    func reset() { unsafe sqlite3_reset(handle) }

    /// Ends its use: nothing is bound any more.
    func clear() {
        reset()
        unsafe sqlite3_clear_bindings(handle)
    }

    /// What a database says of a statement that has failed.
    ///
    /// - Parameter row: Of the batch, from 0.
    func failure(_ status: Int32, _ row: Int, of table: String) -> any Error {
        let message = unsafe sqlite3_db_handle(handle).flatMap { unsafe sqlite3_errmsg($0) }.map { unsafe String(cString: $0) }
        let error = DatabaseError(
            resultCode: ResultCode(rawValue: status), message: "\(message ?? "no reason given"), row \(row + 1) of a batch for \(table)")
        switch error.resultCode {
        // What another row might be taken for.
        case .SQLITE_CONSTRAINT, .SQLITE_TOOBIG, .SQLITE_MISMATCH:
            return IngestError(.row, "the table \(table) rejects a row: \(error.message ?? "")", underlying: error)
        default: return error
        }
    }
}
#endif
