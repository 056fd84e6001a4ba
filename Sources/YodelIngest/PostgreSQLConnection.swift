#if PostgreSQL
import CPostgreSQL

/// A connection to a server. It is closed when its last reference goes.
@safe final class PostgreSQLConnection: @unchecked Sendable {
    // SAFETY of `@unchecked Sendable`: it is used on the queue of one sink, or of one watch, alone. The handle is the object's own.

    private let handle: OpaquePointer
    /// Cancels what the connection does, from any thread.
    let cancellation: PostgreSQLCancellation
    /// The process of the server that serves the connection.
    let serverProcess: Int

    /// Connects, and sets what the sink relies on. Waits for the server.
    ///
    /// - Parameters:
    ///   - address: Where the database is.
    ///   - seconds: The longest time to wait for a server.
    /// - Throws: `IngestError` of kind `sink`.
    init(_ address: PostgreSQLAddress, seconds: Double) throws(IngestError) {
        // What the address sets replaces what stands before it, and is replaced by what stands behind it.
        let settings = [
            ("connect_timeout", String(max(2, Int(seconds.rounded(.up))))), ("fallback_application_name", "Yodel"),
            // A machine that is gone without a word is noticed within a minute.
            ("keepalives_idle", "30"), ("keepalives_interval", "10"), ("keepalives_count", "3"), ("tcp_user_timeout", "60000"),
            ("dbname", address.text), ("client_encoding", "UTF8"),
        ]
        // SAFETY: libpq reads its two lists up to the nil at their end, and copies what it keeps; they stay until the call has returned.
        let keywords = PostgreSQLParameters(settings.map { .text($0.0) } + [nil])
        let values = PostgreSQLParameters(settings.map { .text($0.1) } + [nil])
        defer { extendLifetime((keywords, values)) }
        guard let handle = unsafe PQconnectdbParams(keywords.pointers, values.pointers, 1) else {
            throw IngestError(.sink, "cannot connect to \(address.name): not enough memory")
        }
        let cancel = unsafe PQgetCancel(handle)
        guard unsafe PQstatus(handle) == CONNECTION_OK, let cancel = unsafe cancel else {
            let failure = unsafe PostgreSQLFailure.of(nil, handle)
            unsafe PQfreeCancel(cancel)
            unsafe PQfinish(handle)
            throw IngestError(.sink, "cannot connect to \(address.name): \(failure)", underlying: failure)
        }
        // Without it libpq prints what a server remarks.
        unsafe PQsetNoticeProcessor(handle, { _, _ in }, nil)
        unsafe (self.handle, cancellation) = unsafe (handle, PostgreSQLCancellation(cancel))
        serverProcess = unsafe Int(PQbackendPID(handle))
    }

    deinit { unsafe PQfinish(handle) }

    /// The version of the server, 150004 for 15.4.
    var version: Int { unsafe Int(PQserverVersion(handle)) }

    /// Whether the connection is gone.
    var isLost: Bool { unsafe PQstatus(handle) == CONNECTION_BAD }

    /// A setting that the server tells of its own accord, such as `server_encoding`.
    func setting(_ name: String) -> String? { unsafe PQparameterStatus(handle, name).map { unsafe String(cString: $0) } }

    /// Runs a statement.
    ///
    /// - Parameters:
    ///   - sql: The statement, with `$1` for the first value.
    ///   - values: The values.
    /// - Returns: Its rows, or how many it has changed.
    /// - Throws: `PostgreSQLFailure`.
    @discardableResult
    func run(_ sql: String, _ values: [PostgreSQLValue?] = []) throws(PostgreSQLFailure) -> PostgreSQLRows {
        let parameters = PostgreSQLParameters(values)
        // SAFETY: the lists have as many entries as the count says, and stay until libpq has sent them.
        defer { extendLifetime(parameters) }
        let result = unsafe PQexecParams(
            handle, sql, Int32(values.count), nil, parameters.pointers, parameters.lengths, parameters.formats, 1)
        defer { unsafe PQclear(result) }
        switch unsafe PQresultStatus(result) {
        case PGRES_TUPLES_OK, PGRES_COMMAND_OK: return unsafe PostgreSQLRows(result.unsafelyUnwrapped)
        default: throw unsafe PostgreSQLFailure.of(result, handle)
        }
    }

    /// Runs a `COPY … FROM STDIN (FORMAT binary)`.
    ///
    /// - Parameters:
    ///   - sql: The statement.
    ///   - body: Writes the rows.
    /// - Throws: `PostgreSQLFailure` of the server, or what `body` throws: then no row is in.
    func copy(_ sql: String, _ body: (PostgreSQLCopy) throws -> Void) throws {
        let started = unsafe PQexec(handle, sql)
        defer { unsafe PQclear(started) }
        guard unsafe PQresultStatus(started) == PGRES_COPY_IN else { throw unsafe PostgreSQLFailure.of(started, handle) }
        let copy = unsafe PostgreSQLCopy(handle)
        var failure: (any Error)?
        do {
            try copy.begin()
            try body(copy)
            try copy.end()
            if unsafe PQputCopyEnd(handle, nil) != 1 { failure = unsafe PostgreSQLFailure.of(nil, handle) }
        } catch {
            // What the server has refused already takes no end any more.
            failure = error
            unsafe PQputCopyEnd(handle, "the rows were not written to their end")
        }
        // What the server says tells more than that it did not take the bytes.
        var refusal: PostgreSQLFailure?
        while let result = unsafe PQgetResult(handle) {
            if unsafe PQresultStatus(result) != PGRES_COMMAND_OK, refusal == nil { refusal = unsafe PostgreSQLFailure.of(result, handle) }
            unsafe PQclear(result)
            // A connection that is gone is still said to copy.
            if isLost { break }
        }
        if let failure, !(failure is PostgreSQLFailure) { throw failure }
        if let refusal { throw refusal }
        if let failure { throw failure }
    }
}

/// Cancels what a connection does. May be used by any thread, at any time.
@safe final class PostgreSQLCancellation: @unchecked Sendable {
    // SAFETY of `@unchecked Sendable`: libpq reads the handle alone, which is the object's own (PQcancel is thread-safe).

    private let handle: OpaquePointer

    init(_ handle: OpaquePointer) {
        unsafe self.handle = unsafe handle
    }

    deinit { unsafe PQfreeCancel(handle) }

    /// Asks the server to end the statement that runs. If none does, nothing happens.
    func cancel() {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { reason in
            // A server that does not take the wish is gone, or ends the wait by its lock_timeout.
            _ = unsafe PQcancel(handle, reason.baseAddress, 256)
        }
    }
}
#endif
