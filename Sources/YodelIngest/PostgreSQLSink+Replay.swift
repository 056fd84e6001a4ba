#if PostgreSQL
public import Yodel

extension PostgreSQLSink {
    /// Takes in again what was rejected: after the model, or the options, have been mended.
    ///
    /// Each transaction adds the rows of some rejects and deletes these; a reject that fails again stays, with its new error and one attempt more. A row that
    /// PostgreSQL could not hold has no record, `raw` is null: it counts among those without bytes until a record is put there.
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
        var columns = options.columns
        columns.reading.maximumFailures = .max
        columns.reading.maximumFailureRatio = 1
        try await open(try ColumnReader(T.self, options: columns).fields)
        var summary = ReplaySummary()
        do {
            var last: Int64 = 0
            while let (end, part) = try await replaySome(RejectReplay<T>(options: columns), behind: last) {
                last = end
                summary.add(part)
            }
        } catch {
            await close()
            throw error
        }
        await close()
        return summary
    }

    /// Rejects that one transaction takes in again.
    private static var step: Int { 10_000 }

    /// - Returns: The last reject that was looked at, and what has become of them; nil if there was none.
    private func replaySome<T: BaseModel>(_ replay: RejectReplay<T>, behind last: Int64) async throws
        -> (end: Int64, part: ReplaySummary)?
    {
        try await write { opened in
            let connection = opened.connection
            let rejects = try PostgreSQLRejects.some(Self.step, behind: last, in: connection)
            guard let end = rejects.last?.id else { return nil }
            var failures: [PostgreSQLRejects.Failure] = []
            let outcome = try replay.run(rejects) { batch, ids in
                let refused = try opened.store.add(batch, in: connection, isPart: true)
                failures += refused.map { .init(id: ids[$0.row], code: RefusedRow.code, path: $0.path, reason: $0.reason) }
                return Set(refused.map { ids[$0.row] })
            } fail: { id, error in
                failures.append(.init(id: id, code: error.code.rawValue, path: error.path.description, reason: error.message))
            }
            try PostgreSQLRejects.fail(failures, in: connection)
            try PostgreSQLRejects.remove(outcome.taken, in: connection)
            return (end, outcome.summary)
        }
    }
}
#endif
