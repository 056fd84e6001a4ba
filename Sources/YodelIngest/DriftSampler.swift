#if Ingest
import Synchronization
import Yodel

/// Looks at some of the records for keys that no property has, and for properties whose keys do not come: how far documents have moved away from their model.
///
/// Looking at all of them would take longer than reading them; a change of a feed's shape shows in a few.
@safe final class DriftSampler: Sendable {
    // SAFETY of `@safe`: chunks are lent for a call.

    private struct Counts {
        var drift = IngestDrift()
        /// Looks that are passed over before the next one.
        var passed = 0
    }

    private let decode: @Sendable (UnsafeRawBufferPointer, inout DecodingReport) -> Bool
    private let counts = Mutex(Counts())

    /// Lines of one look.
    private static var lines: Int { 8 }
    /// Bytes of a file that are looked at.
    private static var window: Int { 64 << 10 }
    /// Different paths that are counted.
    private static var paths: Int { 200 }

    init<T: BaseModel & SendableMetatype>(_ type: T.Type, _ options: DecodingOptions) {
        var options = options
        // Neither ends a record here: they are what is counted.
        options.onUnknownKey = .ignore
        options.onMissing = .keepDefault
        let decoder = ModelDecoder(options)
        unsafe decode = { bytes, report in unsafe (try? decoder.decode(T.self, from: bytes, report: &report)) != nil }
    }

    /// What has been found.
    var drift: IngestDrift { counts.withLock { $0.drift } }

    /// Looks at lines of a file.
    func look(at file: ModelFile, from offset: Int) throws(ModelError) {
        let bytes = try file.bytes(Self.window, at: offset)
        unsafe bytes.withUnsafeBytes { bytes in unsafe look(at: bytes, isLineStart: offset == 0) }
    }

    /// Looks at lines of a chunk.
    ///
    /// - Parameter isLineStart: Whether a line begins with the chunk.
    func look(at chunk: UnsafeRawBufferPointer, isLineStart: Bool) {
        var start = chunk.startIndex
        if !isLineStart {
            guard let feed = unsafe chunk.firstIndex(of: 0x0A) else { return }
            start = feed + 1
        }
        var departures: [DecodingReport.Departure] = []
        var records = 0
        for _ in 0..<Self.lines {
            guard let end = unsafe chunk[start...].firstIndex(of: 0x0A) else { break }
            var report = DecodingReport(limit: 1_000)
            // What a record lacks that fails is told with its reject.
            if unsafe decode(UnsafeRawBufferPointer(rebasing: chunk[start..<end]), &report) {
                records += 1
                departures += report.departures
            }
            start = end + 1
        }
        guard records > 0 else { return }
        counts.withLock { counts in
            counts.drift.sampledRecords += records
            for departure in departures {
                let path = departure.path.description
                if departure.code == .unknownKey {
                    Self.count(path, in: &counts.drift.unknownKeys)
                } else if departure.code == .missingKey {
                    Self.count(path, in: &counts.drift.missingKeys)
                }
            }
        }
    }

    private static func count(_ path: String, in counts: inout [String: Int]) {
        if counts[path] != nil || counts.count < paths { counts[path, default: 0] += 1 } else { counts["…", default: 0] += 1 }
    }
}

/// How far the sampled records have moved away from their model.
public struct IngestDrift: Sendable, Hashable {
    /// Records that have been looked at: some of each chunk.
    public internal(set) var sampledRecords = 0
    /// How often keys came that no property has, by path; beyond 200 paths under `…`.
    public internal(set) var unknownKeys: [String: Int] = [:]
    /// How often the keys of properties did not come, by path; beyond 200 paths under `…`.
    public internal(set) var missingKeys: [String: Int] = [:]
}
#endif
