#if Ingest
import Metrics

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
    }
}
#endif
