#if PostgreSQL
import CPostgreSQL

/// What a server, or the connection to it, has refused.
struct PostgreSQLFailure: Error, CustomStringConvertible {
    /// The code of the error (SQLSTATE); nil if it did not come from the server.
    let state: String?
    /// The server's sentence, without details: those may have values of the row.
    let message: String
    /// Whether the connection is gone.
    let isLost: Bool

    var description: String { state.map { "\(message) (SQLSTATE \($0))" } ?? message }

    /// Whether the fault is a row's value, which PostgreSQL cannot store, and not the program, the table or the server.
    var isOfValue: Bool {
        guard let state, !isLost else { return false }
        // 22P03 and 22P04 say that the bytes were not in the form that they should have: a fault of the sink.
        return (state.hasPrefix("22") && state != "22P03" && state != "22P04") || state.hasPrefix("54")
    }

    /// The failure of a statement.
    ///
    /// - Parameters:
    ///   - result: Its result; nil if there is none.
    ///   - connection: The connection.
    static func of(_ result: OpaquePointer?, _ connection: OpaquePointer) -> PostgreSQLFailure {
        let state = unsafe field(result, "C")
        let said = unsafe field(result, "M") ?? PQerrorMessage(connection).map { unsafe String(cString: $0) } ?? ""
        return unsafe PostgreSQLFailure(state: state, message: line(said), isLost: PQstatus(connection) == CONNECTION_BAD)
    }

    /// A part of a server's error: `C` is the code, `M` the sentence (libpq's PG_DIAG_SQLSTATE and PG_DIAG_MESSAGE_PRIMARY).
    private static func field(_ result: OpaquePointer?, _ part: Unicode.Scalar) -> String? {
        guard let result = unsafe result, let text = unsafe PQresultErrorField(result, Int32(part.value)) else { return nil }
        return unsafe String(cString: text)
    }

    /// A message of several lines in one.
    static func line(_ text: String) -> String {
        let words = text.split { $0.isWhitespace }.joined(separator: " ")
        return words.isEmpty ? "no reason given" : words
    }

    /// The failure in a sentence.
    ///
    /// - Parameters:
    ///   - name: The database.
    ///   - wasToEnd: Whether the ingestion was to end, and its waiting was cancelled.
    func error(_ name: String, wasToEnd: Bool) -> IngestError {
        // An integrity constraint: another row might be taken.
        if let state, state.hasPrefix("23") { return IngestError(.row, "\(name) rejects a row: \(self)", underlying: self) }
        let what =
            switch state {
            case "55P03": "is locked by another session"
            case "57014" where wasToEnd: "was waiting for a lock when the ingestion was to end"
            case "53100": "cannot grow: the disk is full"
            case "25006": "is read-only"
            case "42501": "does not allow this user to write"
            case "57P01", "57P02", "57P03": "is shutting down"
            default: isLost ? "is no longer connected" : "refuses"
            }
        return IngestError(.sink, "\(name) \(what): \(self)", underlying: self)
    }
}
#endif
