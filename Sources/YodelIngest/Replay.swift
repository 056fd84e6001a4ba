#if Ingest
import FoundationEssentials
import GRDB
import Yodel

/// What taking in rejects again has come to.
public struct ReplaySummary: Sendable, Hashable {
    /// Rejects that have become rows.
    public internal(set) var rows = 0
    /// Rejects that have failed again.
    public internal(set) var rejects = 0
    /// Rejects that have no bytes: records that were longer than a record may be. They stand in their sources.
    public internal(set) var withoutBytes = 0
}

extension SQLiteSink {
    /// Takes in again what was rejected: after the model, or the options, have been mended.
    ///
    /// Each transaction adds the rows of some rejects and deletes these; a reject that fails again stays, with its new error and one attempt more.
    ///
    /// - Parameters:
    ///   - type: What each record is.
    ///   - options: How records are read; limits of rejects mean nothing here.
    /// - Returns: What has become of the rejects.
    /// - Throws: ``IngestError`` of kind `sink`, `ModelError` if the type cannot be mapped. What had been taken in before is in.
    public func replay<T: BaseModel>(_ type: T.Type, options: IngestOptions = IngestOptions()) async throws
        -> ReplaySummary
    {
        try options.check()
        var columns = try options.columns(of: T.self, expanding: expandedProperties)
        columns.reading.maximumFailures = .max
        columns.reading.maximumFailureRatio = 1
        try await open(try ColumnReader(T.self, options: columns).fields)
        var summary = ReplaySummary()
        do {
            var last: Int64 = 0
            while let end = try await replaySome(T.self, columns, behind: last, &summary) { last = end }
        } catch {
            try? await close()
            throw error
        }
        try await close()
        return summary
    }

    /// Rejects that one transaction takes in again.
    private static var step: Int { 10_000 }

    /// - Returns: The last reject that was looked at; nil if there was none.
    private func replaySome<T: BaseModel>(
        _ type: T.Type, _ options: ColumnOptions, behind last: Int64, _ summary: inout ReplaySummary
    ) async throws -> Int64? {
        let (end, part) = try await write { [table] db in
            let rejects = try RejectTable.some(Self.step, behind: last, in: db)
            let outcome = try RejectReplay<T>(options: options).run(rejects) { batch, _ in
                var insertion = RowInsertion()
                try RowWriter(table, batch, db, &insertion).write()
                return []
            } fail: { id, error in
                try RejectTable.fail(id, error, in: db)
            }
            for id in outcome.taken { try RejectTable.remove(id, in: db) }
            return (rejects.last?.id, outcome.summary)
        }
        summary.add(part)
        return end
    }
}

extension RejectTable {
    /// Rejects in the order in which they came.
    static func some(_ count: Int, behind last: Int64, in db: Database) throws -> [StoredReject] {
        let rows = try Row.fetchAll(
            db, sql: "SELECT id, CAST(raw AS BLOB) AS raw FROM rejects WHERE id > ? ORDER BY id LIMIT ?", arguments: [last, count])
        return rows.map { StoredReject(id: $0["id"], raw: ($0["raw"] as Data?).map { Array($0) }) }
    }

    /// Notes that a reject has failed again.
    static func fail(_ id: Int64, _ error: ModelError, in db: Database) throws {
        let statement = try db.cachedStatement(
            sql: "UPDATE rejects SET code = ?, path = ?, reason = ?, time = \(PlaceTable.now), attempts = attempts + 1 WHERE id = ?")
        try statement.execute(arguments: [error.code.rawValue, error.path.description, error.message, id])
    }

    static func remove(_ id: Int64, in db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM rejects WHERE id = ?").execute(arguments: [id])
    }
}
#endif
