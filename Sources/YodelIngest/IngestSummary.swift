#if Ingest
import Yodel

/// What an ingestion has done, or has done so far.
public struct IngestSummary: Sendable, Hashable, CustomStringConvertible {
    /// Rows that are in.
    public internal(set) var rows = 0
    /// Records that have been rejected.
    public internal(set) var rejects = 0
    /// Bytes of the sources that have been read for them, compressed as they are.
    public internal(set) var bytes = 0
    /// Batches, each of them a transaction.
    public internal(set) var batches = 0
    /// Rejects by the code of their error.
    public internal(set) var rejectsByCode: [String: Int] = [:]
    /// Rejects by the key path of their fault, indexes of arrays written `[*]`; beyond 200 paths under `…`.
    public internal(set) var rejectsByPath: [String: Int] = [:]
    /// Records by source, those that were rejected included; of an ``IngestReceiver``, which has as many as there are bodies, empty.
    public internal(set) var recordsBySource: [String: Int] = [:]
    /// Bytes of last lines that are not finished, by source: a file that a program still writes may end with half a line. Such a line is no reject; the next run reads it from its
    /// start. A line that stays as it is is counted in every run.
    public internal(set) var unfinishedLines: [String: Int] = [:]
    /// Sources that have not been taken in, each with the reason: a file that was read from its start, of which no record became a row; one with more rejects than rows that looks like
    /// something other than lines, such as a JSON array; one whose name is not UTF-8.
    public internal(set) var unfitSources: [String: String] = [:]
    /// How records follow each other, by source, where they are not lines (``IngestOptions/framing``); of an ``IngestReceiver`` empty.
    public internal(set) var framings: [String: IngestFraming] = [:]
    /// Bodies of an ``IngestReceiver`` that are not lines, by how their records follow each other.
    public internal(set) var bodies: [IngestFraming: Int] = [:]
    /// Unknown and missing keys of the rows.
    public internal(set) var drift = IngestDrift()
    /// Seconds since the start.
    public internal(set) var seconds = 0.0
    /// Whether the ingestion was stopped before the end of its sources.
    public internal(set) var wasStopped = false

    /// Records, those that were rejected included.
    public var records: Int { rows + rejects }

    /// Counts, rejects by code, and unfinished lines in one line.
    public var description: String {
        let codes = rejectsByCode.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
        let left = unfinishedLines.isEmpty ? "" : ", \(unfinishedLines.count) unfinished last lines left to the next run"
        return "\(rows) rows, \(rejects) rejects\(codes.isEmpty ? "" : " (\(codes))"), \(bytes) bytes\(left)"
    }

    /// - Parameter countsSources: Whether there are only so many sources that each is counted by itself.
    mutating func add(_ batch: IngestBatch, countsSources: Bool = true) {
        rows += batch.rows.rowCount
        rejects += batch.rejects.count
        bytes += batch.byteCount
        batches += 1
        drift.add(batch)
        if countsSources { recordsBySource[batch.source, default: 0] += batch.records }
        for failure in batch.rejects {
            rejectsByCode[failure.error.code.rawValue, default: 0] += 1
            let path = failure.error.path.pattern
            rejectsByPath[rejectsByPath[path] != nil || rejectsByPath.count < 200 ? path : "…", default: 0] += 1
        }
    }
}
#endif
