#if PostgreSQL
import Yodel

/// The records that failed, and the rows that could not be stored: `rejects` in PostgreSQL.
enum PostgreSQLRejects {
    static func make(in connection: PostgreSQLConnection) throws {
        if try PostgreSQLTable.exists("rejects", in: connection) { return }
        try connection.run(
            """
            CREATE TABLE rejects (
                id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, source text NOT NULL, line bigint, "offset" bigint, length bigint,
                code text NOT NULL, path text NOT NULL, reason text NOT NULL, raw bytea, properties text, time timestamptz NOT NULL DEFAULT now(),
                attempts integer NOT NULL DEFAULT 1
            )
            """)
    }

    /// Adds records that failed, and rows that PostgreSQL cannot hold.
    ///
    /// - Parameters:
    ///   - batch: The batch, with the records.
    ///   - refused: The rows.
    static func add(_ batch: IngestBatch, _ refused: [RefusedRow], in connection: PostgreSQLConnection) throws {
        if batch.rejects.isEmpty && refused.isEmpty { return }
        let columns = #"source, line, "offset", length, code, path, reason, raw, properties"#
        try connection.copy("COPY rejects (\(columns)) FROM STDIN (FORMAT binary)") { copy in
            for (index, failure) in batch.rejects.enumerated() {
                try begin(copy, batch.source(ofReject: index))
                for number in [failure.line, failure.offset, failure.length] { try self.number(number, copy) }
                try text(failure.error.code.rawValue, copy)
                try text(failure.error.path.description, copy)
                try text(failure.error.message, copy)
                // What is longer than a record may be has no bytes, and neither has what is longer than the server's longest value.
                let isHeld = !failure.bytes.isEmpty && failure.bytes.count <= PostgreSQLLimits.rowBytes
                if isHeld { try copy.field(failure.bytes) } else { try copy.null() }
                try copy.null()
            }
            for row in refused {
                try begin(copy, batch.source)
                for _ in 0..<3 { try copy.null() }
                try text(RefusedRow.code, copy)
                try text(row.path, copy)
                try text(row.reason, copy)
                try copy.null()
                if let properties = row.properties(batch.rows) { try copy.field(properties) } else { try copy.null() }
            }
        }
    }

    private static func begin(_ copy: PostgreSQLCopy, _ source: String) throws {
        try copy.room(for: 2)
        copy.store(9 as Int16)
        try text(source, copy)
    }

    private static func number(_ number: Int, _ copy: PostgreSQLCopy) throws {
        try copy.room(for: 12)
        copy.store(8 as Int32)
        copy.store(Int64(number))
    }

    private static func text(_ text: String, _ copy: PostgreSQLCopy) throws { try copy.field(text.withoutNulls.utf8) }

    /// Rejects in the order in which they came. Until the transaction ends nobody else takes any in again.
    static func some(_ count: Int, behind last: Int64, in connection: PostgreSQLConnection) throws -> [StoredReject] {
        // The server may still be about to commit for a replay that was killed: what that one has taken in is none any more.
        try connection.run("LOCK TABLE rejects IN SHARE ROW EXCLUSIVE MODE")
        let rows = try connection.run(
            "SELECT id, raw FROM rejects WHERE id > $1 ORDER BY id LIMIT $2", [.number(last), .number(count)])
        return (0..<rows.count).map { StoredReject(id: Int64(rows.integer($0, 0) ?? 0), raw: rows.bytes($0, 1)) }
    }

    /// Why a reject has failed again.
    struct Failure {
        let id: Int64
        let code: String
        let path: String
        let reason: String
    }

    /// Notes that rejects have failed again.
    static func fail(_ failures: [Failure], in connection: PostgreSQLConnection) throws {
        guard !failures.isEmpty else { return }
        try connection.run(
            """
            UPDATE rejects SET code = f.code, path = f.path, reason = f.reason, time = now(), attempts = attempts + 1
            FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[]) AS f (id, code, path, reason) WHERE rejects.id = f.id
            """,
            [
                .list(failures.map { String($0.id) }), .list(failures.map(\.code)), .list(failures.map(\.path)),
                .list(failures.map(\.reason)),
            ])
    }

    /// Removes rejects that are rows now.
    static func remove(_ ids: [Int64], in connection: PostgreSQLConnection) throws {
        guard !ids.isEmpty else { return }
        try connection.run("DELETE FROM rejects WHERE id = ANY ($1::bigint[])", [.list(ids.map { String($0) })])
    }
}

extension RefusedRow {
    /// The key path of the property.
    var path: String { property.map { JSONPath([.key($0)]).description } ?? "" }

    /// The row as JSON, by the names of the properties; nil if it has more bytes than the table takes, or a number that JSON does not have.
    func properties(_ batch: ColumnBatch) -> [UInt8]? {
        guard let line = try? LineWriter(batch).lines(of: row..<row + 1), line.count <= PostgreSQLLimits.rowBytes else { return nil }
        return line.dropLast()
    }
}
#endif
