#if Ingest
import Yodel

/// How far the records that became rows have moved away from their model: which keys they have that no property has, and which they lack.
///
/// All rows of the run are counted, each once for a path, however often it has it. What a record that failed lacks is told with its reject. Rows that an earlier run has taken
/// in are not counted again: a run that goes on counts from its place on.
///
/// Values that code of their type reads are not looked into: those of `Codable` types that are no models, and of transforms.
public struct IngestDrift: Sendable, Hashable {
    /// Where a record begins.
    public struct Line: Sendable, Hashable, CustomStringConvertible {
        /// The source's name.
        public let source: String
        /// The number of the line, from 1; of a body, a compressed file or text in UTF-16 that of its content.
        public let line: Int

        /// Source and line, as `events.ndjson:12`.
        public var description: String { "\(source):\(line)" }
    }

    /// The rows that have a key, or lack it.
    public struct Key: Sendable, Hashable {
        /// How many they are.
        public internal(set) var rows: Int
        /// The first of them that came in.
        public internal(set) var first: Line
        /// The last one.
        public internal(set) var last: Line
    }

    /// Rows that have been counted.
    public internal(set) var rows = 0
    /// Those of them that have an unknown key, or lack one.
    public internal(set) var driftedRows = 0
    /// Those with a key that no property has, by its path, indexes of arrays written `[*]` and keys of dictionaries `*`. Of a path the first 256 bytes are told, and of a key 128,
    /// with `…` at the end of what is cut; `…` alone counts the rows that have further paths, beyond 200. Keys of dictionaries, and those that a property of a model collects, are none
    /// of them.
    public internal(set) var unknownKeys: [String: Key] = [:]
    /// Those that lack the key of a property that is not optional, by its path, as above; of a property with several keys the first one is told. Null is a value.
    public internal(set) var missingKeys: [String: Key] = [:]

    /// Rows that have drifted, as a share of all.
    public var share: Double { rows > 0 ? Double(driftedRows) / Double(rows) : 0 }

    mutating func add(_ batch: IngestBatch) {
        guard let keys = batch.rows.keys else { return }
        rows += batch.rows.rowCount
        guard keys.records > 0 else { return }
        driftedRows += keys.records
        Self.add(keys.unknown, of: batch.source, to: &unknownKeys)
        Self.add(keys.missing, of: batch.source, to: &missingKeys)
    }

    private static func add(_ counts: [String: KeyCounts.Count], of source: String, to keys: inout [String: Key]) {
        for (path, count) in counts {
            let last = Line(source: source, line: count.lastLine)
            if keys[path] == nil {
                keys[path] = Key(rows: count.records, first: Line(source: source, line: count.firstLine), last: last)
            } else {
                keys[path]?.rows += count.records
                keys[path]?.last = last
            }
        }
    }
}
#endif
