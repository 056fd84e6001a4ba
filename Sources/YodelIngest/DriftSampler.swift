#if Ingest
import Synchronization
import Yodel
internal import YodelSystem

// Which lines are looked at: some at places that chance chooses, the further apart the more has been read. The gap between two places is at most an eighth of what has been
// read, and 256 KiB. So a key that comes in a run of records which is a large share of a small input, or more than 256 KiB of a large one, is always seen; no pattern of the
// input can hide it. At a place some lines are read one after the other, so that short ones between long ones have their turn.
//
// What that costs is bounded by a budget: a 64th of all bytes, and 256 KiB. A line that it does not pay for is passed over, and does not keep shorter ones from their turn.

/// Looks at some of the records for keys that no property has, and for properties whose keys do not come: how far documents have moved away from their model.
@safe final class DriftSampler: Sendable {
    // SAFETY of `@safe`: chunks are lent for a call.

    private struct State {
        var drift = IngestDrift()
        /// Bytes that have been read.
        var seen = 0
        /// Bytes that are passed over before the next look.
        var gap = 0
        /// Bytes that have been looked at.
        var spent = 0
        /// Chance: always the same, so that runs are too.
        var random: UInt64 = 0x9E37_79B9_7F4A_7C15
    }

    private let decode: @Sendable (UnsafeRawBufferPointer, inout DecodingReport) -> [JSONPath]?
    private let state = Mutex(State())

    /// Lines of one look.
    private static var lines: Int { 4 }
    /// Bytes of the longest line that is looked at.
    private static var longest: Int { 64 << 10 }
    /// Bytes of a file that are read for one look, unless its first line is longer.
    private static var window: Int { 8 << 10 }
    private static var widestGap: Int { 256 << 10 }
    /// One byte of so many is looked at.
    private static var share: Int { 64 }
    /// Bytes that are looked at beyond that share.
    private static var loan: Int { 256 << 10 }
    /// Different paths that are counted.
    private static var mostPaths: Int { 200 }
    /// Bytes of a path that are stored.
    private static var pathBytes: Int { 256 }
    /// Issues of one record that are looked at.
    private static var issues: Int { 1_000 }

    init<T: BaseModel>(_ type: T.Type, _ options: DecodingOptions) {
        var options = options
        // Neither ends a record here: they are what is counted.
        options.onUnknownKey = .ignore
        options.onMissing = .keepDefault
        let decoder = ModelDecoder(options)
        // A key that may be missing is no issue: a decode that asks for all of them names those that are.
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
    var drift: IngestDrift { state.withLock { $0.drift } }

    /// Looks at lines of a file.
    ///
    /// - Parameter range: Bytes of it, which begin with a line.
    func look(at file: ModelFile, in range: Range<Int>) throws(ModelError) {
        var place = nextLook(after: 0, of: range.count)
        while let start = place {
            // The byte before says whether a line begins there.
            let from = max(range.lowerBound + start - 1, range.lowerBound)
            var read = 0
            for window in [Self.window, Self.longest + 1] {
                let bytes = try file.bytes(min(window, range.upperBound - from), at: from)
                read = unsafe bytes.withUnsafeBytes { unsafe look(in: $0, isLineStart: start == 0) }
                if read > 0 || bytes.count < window { break }
            }
            place = nextLook(after: Self.end(of: read, at: from - range.lowerBound, start, range.count), of: range.count)
        }
    }

    /// Looks at lines of a chunk.
    ///
    /// - Parameter isLineStart: Whether a line begins with the chunk.
    func look(at chunk: UnsafeRawBufferPointer, isLineStart: Bool) {
        var place = nextLook(after: 0, of: chunk.count)
        while let start = place {
            let from = max(start - 1, 0)
            let bytes = unsafe UnsafeRawBufferPointer(rebasing: chunk[from...].prefix(Self.longest + 1))
            let read = unsafe look(in: bytes, isLineStart: start == 0 && isLineStart)
            place = nextLook(after: Self.end(of: read, at: from, start, chunk.count), of: chunk.count)
        }
    }

    /// The end of a look, which has passed some bytes from a place on; none, if the line there is too long, or is not complete.
    private static func end(of read: Int, at from: Int, _ start: Int, _ count: Int) -> Int {
        max(from + (read > 0 ? read : min(longest, count - from)), start + 1)
    }

    /// Where to look next.
    ///
    /// - Parameters:
    ///   - offset: Bytes of what is at hand that have been looked at; 0: it is new.
    ///   - count: All bytes of it.
    /// - Returns: nil if the next look is at what comes later.
    private func nextLook(after offset: Int, of count: Int) -> Int? {
        state.withLock { state in
            if offset == 0 {
                state.seen += count
            } else {
                // SplitMix64. It wraps around by design.
                state.random &+= 0x9E37_79B9_7F4A_7C15
                var number = state.random
                number = (number ^ (number >> 30)) &* 0xBF58_476D_1CE4_E5B9
                number = (number ^ (number >> 27)) &* 0x94D0_49BB_1331_11EB
                let read = state.seen - count + min(offset, count)
                state.gap = Int((number ^ (number >> 31)) % UInt64(min(max(read, 0) / 8, Self.widestGap) + 1)) + max(offset - count, 0)
            }
            guard offset < count, state.gap < count - offset else {
                state.gap -= max(min(count - offset, state.gap), 0)
                return nil
            }
            defer { state.gap = 0 }
            return offset + state.gap
        }
    }

    /// Looks at the first lines of some bytes.
    ///
    /// - Parameter isLineStart: Whether a line begins with the first byte; else one begins after the first line feed.
    /// - Returns: How many bytes it has passed; 0 if no line ends there.
    private func look(in bytes: UnsafeRawBufferPointer, isLineStart: Bool) -> Int {
        var start = 0
        if !isLineStart {
            guard let feed = unsafe Self.lineFeed(in: bytes, from: 0) else { return 0 }
            start = feed + 1
        }
        let begin = start
        var budget = state.withLock { Self.loan + $0.seen / Self.share - $0.spent }
        var (records, spent): (Int, Int) = (0, 0)
        var (unknown, missing): ([[String]], [[String]]) = ([], [])
        for _ in 0..<Self.lines {
            guard let end = unsafe Self.lineFeed(in: bytes, from: start) else { break }
            let line = unsafe UnsafeRawBufferPointer(rebasing: bytes[start..<end])
            start = end + 1
            guard line.count <= budget else { continue }
            budget -= line.count
            spent += line.count
            var report = DecodingReport(limit: Self.issues)
            // What a record lacks that fails is told with its reject.
            guard let lacking = unsafe decode(line, &report) else { continue }
            records += 1
            unknown.append(Self.texts(of: report.issues.filter { $0.code == .unknownKey }.map(\.path), isCut: report.isCut))
            missing.append(Self.texts(of: lacking, isCut: false))
        }
        state.withLock { state in
            state.spent += spent
            state.drift.sampledRecords += records
            for paths in unknown { Self.count(paths, in: &state.drift.unknownKeys) }
            for paths in missing { Self.count(paths, in: &state.drift.missingKeys) }
        }
        return start > begin || isLineStart ? start : 0
    }

    private static func lineFeed(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
        guard start < bytes.count, let base = bytes.baseAddress, let feed = unsafe memchr(base + start, 0x0A, bytes.count - start)
        else { return nil }
        return unsafe UnsafeRawPointer(feed) - base
    }

    /// Paths of a record as they are counted, each once.
    private static func texts(of paths: [JSONPath], isCut: Bool) -> [String] {
        var seen: Set<String> = []
        let texts = paths.map { $0.pattern.beginning(ofBytes: pathBytes) }.filter { seen.insert($0).inserted }
        return isCut ? texts + [other] : texts
    }

    private static func count(_ paths: [String], in counts: inout [String: Int]) {
        var hasOthers = false
        for path in paths {
            if path != other && (counts[path] != nil || counts.count < mostPaths) {
                counts[path, default: 0] += 1
            } else {
                hasOthers = true
            }
        }
        if hasOthers { counts[other, default: 0] += 1 }
    }

    /// What stands for more than is stored.
    private static var other: String { "…" }
}

/// How far the sampled records have moved away from their model.
///
/// The first records of an ingestion are sampled closely, later ones at random places that are at most 256 KiB apart, up to a 64th of all bytes. So a key that a large share
/// of the records has is among them, wherever they are. Not sampled are records of more than 64 KiB, and, of an input that
/// arrives in pieces, those that are not complete in one piece.
public struct IngestDrift: Sendable, Hashable {
    /// Records that have been sampled.
    public internal(set) var sampledRecords = 0
    /// How many of them have keys that no property has, by path, indexes of arrays written `[*]`. Of a path the first 256 bytes are stored, and of a key 128, with `…` at the
    /// end of what is cut; `…` alone counts the records that have further paths, beyond 200.
    public internal(set) var unknownKeys: [String: Int] = [:]
    /// How many of them lack the key of a property that is not optional, and became a row with the property's default, by path, as above. Of a record with such keys at several
    /// levels those of the first one count. What a record lacks that is rejected is in its reject.
    public internal(set) var missingKeys: [String: Int] = [:]
}
#endif
