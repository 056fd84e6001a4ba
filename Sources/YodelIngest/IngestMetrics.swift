#if Ingest
import Metrics
import Yodel

/// What ingestions count by swift-metrics.
enum IngestMetrics {
    /// Counts a batch that is in.
    static func count(_ batch: IngestBatch) {
        Counter(label: "yodel_ingest_rows").increment(by: batch.rows.rowCount)
        Counter(label: "yodel_ingest_bytes").increment(by: batch.byteCount)
        Counter(label: "yodel_ingest_batches").increment()
        for (code, failures) in Dictionary(grouping: batch.rejects, by: \.error.code.rawValue) {
            Counter(label: "yodel_ingest_rejects", dimensions: [("code", code)]).increment(by: failures.count)
        }
        guard let keys = batch.rows.keys, keys.records > 0 else { return }
        Counter(label: "yodel_ingest_drifted_rows").increment(by: keys.records)
        count(keys.unknown, "yodel_ingest_unknown_keys")
        count(keys.missing, "yodel_ingest_missing_keys")
    }

    /// Counts rows by path. There are no more than 201 paths of a run or a receiver.
    private static func count(_ keys: [String: KeyCounts.Count], _ label: String) {
        for (path, count) in keys { Counter(label: label, dimensions: [("path", path)]).increment(by: count.records) }
    }
}
#endif
