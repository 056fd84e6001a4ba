#if Ingest
import Yodel

/// What a run has taken in of a source.
struct SourceCount {
    private(set) var rows = 0
    private(set) var rejects = 0
    /// Rows with unknown or missing keys.
    private(set) var driftedRows = 0
    private var firstReject: ModelError?

    var records: Int { rows + rejects }

    mutating func add(_ batch: IngestBatch) {
        rows += batch.rows.rowCount
        rejects += batch.rejects.count
        driftedRows += batch.rows.keys?.records ?? 0
        if firstReject == nil { firstReject = batch.rejects.first?.error }
    }

    /// What the source looks like, if it has more rejects than rows and is no file of lines.
    func shape(_ ending: SourceEnding, _ options: IngestOptions) -> SourceShape? {
        guard ending.framing == .lines, rows == 0 || rejects > rows else { return nil }
        let isOneLine = rows == 0 && (isTooLong(ending, options) || (rejects == 1 && ending.unfinishedLine == nil))
        return SourceShape(ending.opening, isOneLine: isOneLine)
    }

    /// Why a source that was read to its end has not been taken in; nil if it has been, or was not read from its start.
    func fault(_ ending: SourceEnding, _ options: IngestOptions) -> String? {
        guard !ending.opening.isEmpty, records > 0 || ending.unfinishedLine != nil else { return nil }
        if let shape = shape(ending, options) { return shape.sentence }
        if isTooLong(ending, options) { return "its only line has more bytes than a record may have (maximumRecordBytes)" }
        guard rows == 0, let firstReject else { return nil }
        return rejects == 1
            ? "its only record failed: \(firstReject)" : "all of its \(rejects) records failed, the first of them: \(firstReject)"
    }

    /// Whether all that there is of the source is a line without an end, and longer than a record may be.
    private func isTooLong(_ ending: SourceEnding, _ options: IngestOptions) -> Bool {
        records == 0 && (ending.unfinishedLine?.length ?? 0) > options.maximumRecordBytes
    }
}
#endif
