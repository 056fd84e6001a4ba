#if Ingest
import FoundationEssentials
import GRDB
import Yodel

/// The records that failed.
enum RejectTable {
    static func make(in db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE IF NOT EXISTS rejects (
                    id INTEGER PRIMARY KEY, source TEXT NOT NULL, line INTEGER NOT NULL, offset INTEGER NOT NULL, length INTEGER NOT NULL, code TEXT NOT NULL,
                    path TEXT NOT NULL, reason TEXT NOT NULL, raw ANY, time TEXT NOT NULL, attempts INTEGER NOT NULL DEFAULT 1
                ) STRICT
                """)
    }

    /// A record as text, so that it can be read and mended with a shell; as a blob if it is no text. What is longer than a record may be has no bytes.
    private static func raw(_ bytes: [UInt8]) -> DatabaseValue {
        if bytes.isEmpty { return .null }
        if !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) { return text.databaseValue }
        return Data(bytes).databaseValue
    }

    /// Adds a batch's rejects.
    static func add(_ batch: IngestBatch, in db: Database) throws {
        guard !batch.rejects.isEmpty else { return }
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO rejects (source, line, offset, length, code, path, reason, raw, time) VALUES (?, ?, ?, ?, ?, ?, ?, ?, \(PlaceTable.now))
                """)
        for (index, failure) in batch.rejects.enumerated() {
            let raw = Self.raw(failure.bytes)
            try statement.execute(arguments: [
                batch.source(ofReject: index), failure.line, failure.offset, failure.length, failure.error.code.rawValue,
                failure.error.path.description,
                failure.error.message, raw,
            ])
        }
    }
}
#endif
