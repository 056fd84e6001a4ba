#if Ingest
import FoundationEssentials
import Synchronization
import Yodel
import YodelIngest
internal import YodelSystem

/// What `--json` prints of an ingestion.
struct SummaryReport: Model {
    var rows = 0
    var rejects = 0
    var bytes = 0
    var batches = 0
    var seconds = 0.0
    var exit = 0
    var stopped = false
    var reason: String?
    var rejectsByCode: [String: Int] = [:]
    var rejectsByPath: [String: Int] = [:]
    var recordsBySource: [String: Int] = [:]
    var unfinishedLines: [String: Int] = [:]
    var unfitSources: [String: String] = [:]
    var framings: [String: String] = [:]
    var driftedRows = 0
    var unknownKeys: [String: KeyReport] = [:]
    var missingKeys: [String: KeyReport] = [:]

    init() {}

    /// - Parameter refused: Of the rows, those that the sink could not hold, and has among its rejects.
    init(_ summary: IngestSummary, _ status: ExitStatus, _ reason: String?, refused: Int) {
        (rows, rejects, bytes, batches) = (summary.rows - refused, summary.rejects + refused, summary.bytes, summary.batches)
        seconds = (summary.seconds * 1000).rounded() / 1000
        exit = Int(status.rawValue)
        stopped = summary.wasStopped
        self.reason = reason
        (rejectsByCode, rejectsByPath, recordsBySource) = (
            summary.rejectsByCode(refused), summary.rejectsByPath, summary.recordsBySource
        )
        (unfinishedLines, unfitSources) = (summary.unfinishedLines, summary.unfitSources)
        framings = summary.framings.mapValues(\.description)
        driftedRows = summary.drift.driftedRows
        unknownKeys = summary.drift.unknownKeys.mapValues(KeyReport.init)
        missingKeys = summary.drift.missingKeys.mapValues(KeyReport.init)
    }
}

/// What `--json` prints of a key that rows have, or lack.
struct KeyReport: Model {
    var rows = 0
    var first = ""
    var last = ""

    init() {}

    init(_ key: IngestDrift.Key) { (rows, first, last) = (key.rows, "\(key.first)", "\(key.last)") }
}

/// What `--json` prints of a replay.
struct ReplayReport: Model {
    var rows = 0
    var rejects = 0
    var withoutBytes = 0

    init() {}

    init(_ summary: ReplaySummary) {
        (rows, rejects, withoutBytes) = (summary.rows, summary.rejects, summary.withoutBytes)
    }
}

extension IngestSummary {
    /// Rejects by code, with the rows that the sink could not hold.
    fileprivate func rejectsByCode(_ refused: Int) -> [String: Int] {
        refused > 0 ? rejectsByCode.merging(["unstorableValue": refused], uniquingKeysWith: +) : rejectsByCode
    }
}

/// The summary for people.
enum SummaryText {
    /// - Parameter refused: Of the rows, those that the sink could not hold, and has among its rejects.
    static func text(_ summary: IngestSummary, _ database: String, refused: Int) -> String {
        let rate = summary.seconds > 0 ? Int(Double(summary.records) / summary.seconds) : 0
        var lines = [
            "\(summary.rows - refused) rows and \(summary.rejects + refused) rejects in \(database), \(megabytes(summary.bytes)) in \(seconds(summary.seconds)), \(rate) records/s"
        ]
        let codes = summary.rejectsByCode(refused)
        if !codes.isEmpty { lines.append("rejects by code:  " + list(codes)) }
        if !summary.rejectsByPath.isEmpty { lines.append("rejects by path:  " + list(summary.rejectsByPath)) }
        if !summary.unfinishedLines.isEmpty {
            lines.append("unfinished last lines, left to the next run, in bytes:  " + list(summary.unfinishedLines))
        }
        if !summary.framings.isEmpty {
            let framings = summary.framings.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
            let others = framings.count > 8 ? ", \(framings.count - 8) others" : ""
            lines.append("not lines:  " + framings.prefix(8).joined(separator: ", ") + others)
        }
        if !summary.bodies.isEmpty {
            let bodies = Dictionary(uniqueKeysWithValues: summary.bodies.map { ($0.key.description, $0.value) })
            lines.append("bodies that are not lines:  " + list(bodies))
        }
        let drift = summary.drift
        if !drift.unknownKeys.isEmpty { lines.append("unknown keys, by rows:  " + list(drift.unknownKeys)) }
        if !drift.missingKeys.isEmpty { lines.append("missing keys, by rows:  " + list(drift.missingKeys)) }
        return lines.map { PrintedText.escaped($0) }.joined(separator: "\n")
    }

    /// A line for each source that has not been taken in.
    static func unfit(_ summary: IngestSummary) -> [String] {
        summary.unfitSources.sorted { $0.key < $1.key }.map { name, why in
            PrintedText.escaped("\(name == "-" ? "standard input" : name): \(why)")
        }
    }

    /// The keys that most rows have, or lack, with the first and the last of these rows.
    private static func list(_ keys: [String: IngestDrift.Key]) -> String {
        let sorted = keys.sorted { ($1.value.rows, $0.key) < ($0.value.rows, $1.key) }
        let shown = sorted.prefix(8).map { path, key in
            key.rows == 1 ? "\(path) 1 (\(key.first))" : "\(path) \(key.rows) (\(key.first) to \(key.last))"
        }.joined(separator: ", ")
        return sorted.count > 8 ? shown + ", \(sorted.count - 8) others" : shown
    }

    private static func list(_ counts: [String: Int]) -> String {
        let sorted = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        let shown = sorted.prefix(8).map { "\($0.key.isEmpty ? "(the record)" : $0.key) \($0.value)" }.joined(separator: ", ")
        return sorted.count > 8 ? shown + ", \(sorted.count - 8) others" : shown
    }

    static func megabytes(_ bytes: Int) -> String {
        let tenths = (bytes + 50_000) / 100_000
        return "\(tenths / 10).\(tenths % 10) MB"
    }

    static func seconds(_ seconds: Double) -> String {
        // What is left of a file with holes may be of any length.
        let tenths = Int(min(seconds * 10, 1e15).rounded())
        return "\(tenths / 10).\(tenths % 10) s"
    }
}

/// How far the ingestion is: a line that changes on a terminal, and nothing elsewhere, where the log has lines of its own.
final class ProgressLine: Sendable {
    let isBar: Bool
    private let totalBytes: Int?
    private let shown = Mutex(0.0)

    init(quiet: Bool, totalBytes: Int?) {
        isBar = !quiet && isatty(2) == 1
        self.totalBytes = totalBytes
    }

    func show(_ summary: IngestSummary) {
        guard isBar else { return }
        // Ten times a second will do.
        let isDue = shown.withLock { last in
            guard summary.seconds - last >= 0.1 else { return false }
            last = summary.seconds
            return true
        }
        guard isDue else { return }
        let rate = Double(summary.bytes) / max(summary.seconds, 0.001)
        var text =
            "\(SummaryText.megabytes(summary.bytes)), \(SummaryText.megabytes(Int(rate)))/s, \(summary.rows) rows, \(summary.rejects) rejects"
        if let totalBytes, totalBytes > 0 {
            let share = min(Double(summary.bytes) / Double(totalBytes), 1)
            let filled = Int(share * 30)
            let left = rate > 0 ? Double(max(totalBytes - summary.bytes, 0)) / rate : 0
            text =
                "[\(String(repeating: "#", count: filled))\(String(repeating: ".", count: 30 - filled))] \(Int(share * 100)) %  \(text), \(SummaryText.seconds(left)) left"
        }
        writeToStandardError("\r\u{1B}[2K\(text)")
    }

    func finish() {
        if isBar { writeToStandardError("\r\u{1B}[2K") }
    }
}
#endif
