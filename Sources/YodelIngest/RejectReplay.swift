#if Ingest
import Yodel

/// A reject, as a table has it.
struct StoredReject {
    let id: Int64
    /// The record; nil if it was not kept.
    let raw: [UInt8]?
}

/// Reads the records of rejects again: what every sink with a table of rejects does.
struct RejectReplay<T: BaseModel & SendableMetatype> {
    /// What has become of some rejects.
    struct Outcome {
        var summary = ReplaySummary()
        /// The rejects that are rows now.
        var taken: [Int64] = []
    }

    /// How records are read.
    let options: ColumnOptions

    /// Reads records.
    ///
    /// - Parameters:
    ///   - rejects: The rejects.
    ///   - add: Adds rows, given with the rejects that they come from. Returns those whose rows were refused: they have been noted, and stay.
    ///   - fail: Notes that a reject has failed again.
    /// - Throws: What `add` and `fail` throw; `IngestError` of kind `sink` if a reject is more than one record.
    func run(
        _ rejects: [StoredReject], add: (ColumnBatch, [Int64]) throws -> Set<Int64>, fail: (Int64, ModelError) throws -> Void
    ) throws -> Outcome {
        var outcome = Outcome()
        outcome.summary.withoutBytes = rejects.count { $0.raw == nil }
        // Framed by RFC 7464's separator, which no JSON has in it, a record may have been mended over several lines.
        let records = rejects.filter { $0.raw?.contains { !" \t\r\n".utf8.contains($0) } == true && $0.raw?.contains(0x1E) == false }
        outcome.summary.rejects = rejects.count { $0.raw != nil } - records.count
        var number = 0
        func take(_ batch: ColumnBatch) throws {
            let end = number + batch.rowCount + batch.rejectedRecords
            guard end <= records.count else { throw IngestError(.sink, "a reject is not one record") }
            var failed: Set<Int64> = []
            for failure in batch.rejects {
                guard (number + 1...max(end, number + 1)).contains(failure.number) else {
                    throw IngestError(.sink, "a reject is not one record")
                }
                let id = records[failure.number - 1].id
                failed.insert(id)
                try fail(id, failure.error)
            }
            let ids = records[number..<end].map(\.id).filter { !failed.contains($0) }
            guard ids.count == batch.rowCount else { throw IngestError(.sink, "a reject is not one record") }
            let refused = ids.isEmpty ? [] : try add(batch, ids)
            outcome.summary.rejects += failed.count + refused.count
            outcome.summary.rows += ids.count - refused.count
            outcome.taken += ids.filter { !refused.contains($0) }
            number = end
        }
        var reader = try ColumnReader(T.self, framing: .sequence, options: options)
        for record in records { try reader.read([0x1E] + (record.raw ?? []) + [0x0A], each: take) }
        try reader.finish(each: take)
        guard number == records.count else { throw IngestError(.sink, "a reject is not one record") }
        return outcome
    }
}

extension ReplaySummary {
    /// Adds what another part of the rejects has come to.
    mutating func add(_ other: ReplaySummary) {
        rows += other.rows
        rejects += other.rejects
        withoutBytes += other.withoutBytes
    }
}
#endif
