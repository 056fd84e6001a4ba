#if PostgreSQL
import Yodel

/// How far files have been read: `ingest_places` in PostgreSQL.
enum PostgreSQLPlaces {
    static func make(in connection: PostgreSQLConnection) throws {
        if try PostgreSQLTable.exists("ingest_places", in: connection) { return }
        try connection.run(
            """
            CREATE TABLE ingest_places (
                inode bigint NOT NULL, generation bigint NOT NULL, source text NOT NULL, "offset" bigint NOT NULL, line bigint NOT NULL,
                records bigint NOT NULL, position text NOT NULL, head bytea NOT NULL, checksum bigint, updated timestamptz NOT NULL,
                PRIMARY KEY (inode, generation)
            )
            """)
    }

    static func all(in connection: PostgreSQLConnection) throws -> [IngestPlace] {
        // The server may still be about to commit for an ingestion that was killed: its place counts.
        try connection.run("LOCK TABLE ingest_places IN SHARE MODE")
        let rows = try connection.run("SELECT source, generation, position, head, checksum FROM ingest_places ORDER BY updated")
        return try (0..<rows.count).map { row in
            try IngestPlace(
                source: rows.text(row, 0) ?? "", generation: rows.integer(row, 1) ?? 0, position: rows.text(row, 2) ?? "",
                head: rows.bytes(row, 3) ?? [], checksum: rows.integer(row, 4).map { UInt32(truncatingIfNeeded: $0) })
        }
    }

    /// Moves a file's place on, if it is where this ingestion has left it. Waits for another ingestion that is moving it.
    static func advance(from start: IngestPlace?, to place: IngestPlace?, in connection: PostgreSQLConnection) throws {
        guard let place, let inode = place.inode else { return }
        let isSame = start?.inode == inode && start?.generation == place.generation
        var values: [PostgreSQLValue?] = [
            .text(place.source), .number(place.position.offset), .number(place.position.line), .number(place.position.records),
            .text(try place.positionText()), .bytes(place.head), place.checksum.map { .number($0) }, .number(Int64(bitPattern: inode)),
            .number(place.generation),
        ]
        let sql: String
        if isSame, let start {
            values.append(.number(start.position.offset))
            sql = """
                UPDATE ingest_places SET source = $1, "offset" = $2, line = $3, records = $4, position = $5, head = $6, checksum = $7, updated = now()
                WHERE inode = $8 AND generation = $9 AND "offset" = $10
                """
        } else {
            sql = """
                INSERT INTO ingest_places (source, "offset", line, records, position, head, checksum, inode, generation, updated)
                VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, now()) ON CONFLICT DO NOTHING
                """
        }
        guard try connection.run(sql, values).changed == 1 else { throw place.isMoved }
    }
}
#endif
