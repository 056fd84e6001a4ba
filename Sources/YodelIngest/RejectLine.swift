#if Ingest
import FoundationEssentials
import Yodel

/// A line of a file of rejects.
struct RejectLine: Model {
    var source = ""
    var line = 0
    var offset = 0
    var length = 0
    var code = ""
    var path = ""
    var reason = ""
    var time = Date(timeIntervalSince1970: 0)
    /// The record, if it is UTF-8.
    var raw: String?
    /// The record in base64, if it is not.
    var rawBase64: Data?

    init() {}

    init(_ failure: RecordFailure, of source: String, at time: Date) {
        self.source = source
        (line, offset, length) = (failure.line, failure.offset, failure.length)
        (code, path, reason) = (failure.error.code.rawValue, failure.error.path.description, failure.error.message)
        self.time = time
        guard !failure.bytes.isEmpty else { return }
        raw = String(validating: failure.bytes, as: UTF8.self)
        if raw == nil { rawBase64 = Data(failure.bytes) }
    }

    /// Whether a file with some first bytes may be one of rejects: it is empty, its first line has not ended, or has a key that only rejects have together with their record.
    static func mayBegin(_ head: [UInt8]) -> Bool {
        guard head.contains(0x0A) || head.count >= SourceShape.window else { return true }
        guard let first = head.firstIndex(where: { !ASCII.isSpace($0) }) else { return true }
        guard head[first] == UInt8(ascii: "{") else { return false }
        let keys = FirstObject(head[first...]).keys
        // The path of a fault may be longer than the window: then only the keys before it are there.
        return keys.contains { ["raw", "rawBase64", "reason"].contains($0) }
            || keys.starts(with: ["source", "line", "offset", "length", "code", "path"])
    }

    /// The lines of a batch's rejects.
    static func lines(_ batch: IngestBatch) throws(ModelError) -> [UInt8] {
        let time = Date()
        var lines: [UInt8] = []
        let rejects = batch.rejects.enumerated().map { RejectLine($1, of: batch.source(ofReject: $0), at: time) }
        try ModelEncoder().encodeLines(rejects, into: &lines)
        return lines
    }
}
#endif
