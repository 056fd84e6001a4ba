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
    public func replay<T: BaseModel & SendableMetatype>(_ type: T.Type, options: IngestOptions = IngestOptions()) async throws
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
    private func replaySome<T: BaseModel & SendableMetatype>(
        _ type: T.Type, _ options: ColumnOptions, behind last: Int64, _ summary: inout ReplaySummary
    ) async throws -> Int64? {
        let (end, part) = try await write { [table] db in
            let rejects = try RejectTable.some(Self.step, behind: last, in: db)
            var part = ReplaySummary()
            part.withoutBytes = rejects.count { $0.raw == nil }
            // Framed by RFC 7464's separator, which no JSON has in it, a record may have been mended over several lines.
            let records = rejects.filter { $0.raw?.contains { !" \t\r\n".utf8.contains($0) } == true && $0.raw?.contains(0x1E) == false }
            part.rejects = rejects.count { $0.raw != nil } - records.count
            var good = Set(records.map(\.id))
            var number = 0
            func take(_ batch: ColumnBatch) throws {
                part.rows += batch.rowCount
                for failure in batch.rejects {
                    guard records.indices.contains(failure.number - 1) else { throw IngestError(.sink, "a reject is not one record") }
                    let id = records[failure.number - 1].id
                    good.remove(id)
                    part.rejects += 1
                    try RejectTable.fail(id, failure.error, in: db)
                }
                number += batch.rowCount + batch.rejectedRecords
                if batch.rowCount > 0 { try RowWriter(table, batch, db).write() }
            }
            var reader = try ColumnReader(T.self, framing: .sequence, options: options)
            for record in records { try reader.read([0x1E] + (record.raw ?? []) + [0x0A], each: take) }
            try reader.finish(each: take)
            guard number == records.count else { throw IngestError(.sink, "a reject is not one record") }
            for id in good { try RejectTable.remove(id, in: db) }
            return (rejects.last?.id, part)
        }
        summary.rows += part.rows
        summary.rejects += part.rejects
        summary.withoutBytes += part.withoutBytes
        return end
    }
}

extension RejectTable {
    /// Rejects in the order in which they came.
    static func some(_ count: Int, behind last: Int64, in db: Database) throws -> [(id: Int64, raw: [UInt8]?)] {
        let rows = try Row.fetchAll(
            db, sql: "SELECT id, CAST(raw AS BLOB) AS raw FROM rejects WHERE id > ? ORDER BY id LIMIT ?", arguments: [last, count])
        return rows.map { ($0["id"], ($0["raw"] as Data?).map { Array($0) }) }
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
