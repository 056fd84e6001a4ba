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

    private let decode: @Sendable (UnsafeRawBufferPointer, inout DecodingReport) -> [JSONPath]?
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
        // A key that may be missing is no departure: a decode that asks for all of them names those that are.
        options.onMissing = .fail
        let demanding = ModelDecoder(options)
        unsafe decode = { bytes, report in
            guard unsafe (try? decoder.decode(T.self, from: bytes, report: &report)) != nil else { return nil }
            do throws(ModelError) {
                _ = unsafe try demanding.decode(T.self, from: bytes)
                return []
            } catch {
                return error.code == .missingKey ? error.missingPaths : []
            }
        }
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
        var missing: [JSONPath] = []
        var records = 0
        for _ in 0..<Self.lines {
            guard let end = unsafe chunk[start...].firstIndex(of: 0x0A) else { break }
            var report = DecodingReport(limit: 1_000)
            // What a record lacks that fails is told with its reject.
            if let paths = unsafe decode(UnsafeRawBufferPointer(rebasing: chunk[start..<end]), &report) {
                records += 1
                departures += report.departures
                missing += paths
            }
            start = end + 1
        }
        guard records > 0 else { return }
        counts.withLock { counts in
            counts.drift.sampledRecords += records
            for departure in departures where departure.code == .unknownKey {
                Self.count(departure.path.description, in: &counts.drift.unknownKeys)
            }
            for path in missing { Self.count(path.pattern, in: &counts.drift.missingKeys) }
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
    /// How often a record lacked the key of a property that is not optional, and became a row with the property's default, by path; beyond 200 paths under `…`. Of a record with such
    /// keys at several levels those of the first one count. What a record lacks that is rejected is in its reject.
    public internal(set) var missingKeys: [String: Int] = [:]
}
#endif
