#if Ingest
import FoundationEssentials
import GRDB
import Yodel

/// How far files have been read, and how long the files are that are written beside the database.
enum PlaceTable {
    static func make(in db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE IF NOT EXISTS ingest_places (
                    inode INTEGER NOT NULL, generation INTEGER NOT NULL, source TEXT NOT NULL, offset INTEGER NOT NULL, line INTEGER NOT NULL,
                    records INTEGER NOT NULL, position TEXT NOT NULL, head BLOB NOT NULL, checksum INTEGER, updated TEXT NOT NULL, PRIMARY KEY (inode, generation)
                ) STRICT
                """)
        try db.execute(sql: "CREATE TABLE IF NOT EXISTS ingest_files (path TEXT PRIMARY KEY NOT NULL, length INTEGER NOT NULL) STRICT")
    }

    static func all(in db: Database) throws -> [IngestPlace] {
        try Row.fetchAll(db, sql: "SELECT source, generation, position, head, checksum FROM ingest_places ORDER BY updated, rowid").map {
            row in
            let position: String = row["position"]
            return try IngestPlace(
                source: row["source"], generation: row["generation"], position: position, head: [UInt8](row["head"] as Data),
                checksum: row["checksum"])
        }
    }

    /// Moves a file's place on, if it is where this ingestion has left it.
    static func advance(from start: IngestPlace?, to place: IngestPlace?, in db: Database) throws {
        guard let place, let inode = place.inode else { return }
        let position = try place.positionText()
        let number = Int64(bitPattern: inode)
        let isSame = start?.inode == inode && start?.generation == place.generation
        let values: [(any DatabaseValueConvertible)?] = [
            place.source, place.position.offset, place.position.line, place.position.records, position,
        ]
        if isSame, let start {
            let statement = try db.cachedStatement(
                sql: """
                    UPDATE ingest_places SET source = ?, offset = ?, line = ?, records = ?, position = ?, head = ?, checksum = ?, updated = \(Self.now)
                    WHERE inode = ? AND generation = ? AND offset = ?
                    """)
            try statement.execute(
                arguments: StatementArguments(values + [Data(place.head), place.checksum, number, place.generation, start.position.offset]))
        } else {
            let statement = try db.cachedStatement(
                sql: """
                    INSERT INTO ingest_places (source, offset, line, records, position, head, checksum, updated, inode, generation)
                    VALUES (?, ?, ?, ?, ?, ?, ?, \(Self.now), ?, ?) ON CONFLICT DO NOTHING
                    """)
            try statement.execute(arguments: StatementArguments(values + [Data(place.head), place.checksum, number, place.generation]))
        }
        guard db.changesCount == 1 else { throw place.isMoved }
    }

    /// Now, in the form of the columns.
    static let now = "strftime('%Y-%m-%dT%H:%M:%fZ', 'now')"

    static func length(of path: String, in db: Database) throws -> Int? {
        try Int.fetchOne(db, sql: "SELECT length FROM ingest_files WHERE path = ?", arguments: [path])
    }

    static func setLength(_ length: Int, of path: String, in db: Database) throws {
        try db.execute(
            sql: "INSERT INTO ingest_files (path, length) VALUES (?, ?) ON CONFLICT DO UPDATE SET length = excluded.length",
            arguments: [path, length])
    }
}
#endif
