#if Ingest
import Yodel

/// A reject, as a table has it.
struct StoredReject {
    let id: Int64
    /// The record; nil if it was not kept.
    let raw: [UInt8]?
}

/// Reads the records of rejects again: what every sink with a table of rejects does.
struct RejectReplay<T: BaseModel> {
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
    /// - Throws: What `add` and `fail` throw; `ModelError` of category `model` if the type cannot be mapped.
    func run(
        _ rejects: [StoredReject], add: (ColumnBatch, [Int64]) throws -> Set<Int64>, fail: (Int64, ModelError) throws -> Void
    ) throws -> Outcome {
        var outcome = Outcome()
        outcome.summary.withoutBytes = rejects.count { $0.raw == nil }
        // One by one, so that line feeds and separators in a record make no two of it.
        var columns = try RecordColumns(T.self, options: options)
        var ids: [Int64] = []
        func addRows() throws {
            guard !ids.isEmpty else { return }
            let refused = try add(columns.take(), ids)
            outcome.summary.rejects += refused.count
            outcome.summary.rows += ids.count - refused.count
            outcome.taken += ids.filter { !refused.contains($0) }
            ids = []
        }
        for reject in rejects {
            guard let raw = reject.raw else { continue }
            if columns.isFull { try addRows() }
            var step = columns.add(raw)
            if case .isFull = step {
                try addRows()
                step = columns.add(raw)
            }
            if case .failed(let error) = step {
                outcome.summary.rejects += 1
                try fail(reject.id, error)
            } else {
                ids.append(reject.id)
            }
        }
        try addRows()
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
