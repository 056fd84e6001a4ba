#if Ingest
import Yodel

// What is known of the records is a tree: a place for each path, with counts. An array's elements share one place, whatever their index, and so do the
// values of an object whose keys are data.
//
//     {"id": 7, "tags": ["a", "b"]}        id     integer 1
//                                          tags   array 1
//                                          tags[] string 2
//
// Records are looked at and let go. What is kept has limits: of paths, of keys of one object, of distinct texts. Where a limit stops something, the place
// counts it, and the report has the count.

/// What unknown records look like: found by looking at them one by one, in bounded memory.
///
/// ```swift
/// var inspection = RecordInspection()
/// try inspection.read(file: "events.ndjson", maximumRecords: 100_000)
/// print(inspection.report())               // a line for each path: how often it is there, kinds, ranges
/// print(inspection.model(named: "Event"))  // struct Event: Model { … }
/// ```
///
/// The same records in the same order give the same texts. Of a key that stands twice in one object the last value counts.
///
/// Time is linear in the records. Memory depends on the limits, and not on how many records there are.
public struct RecordInspection: Sendable {
    /// The most that an inspection keeps.
    public let limits: Limits
    /// Records that have been looked at.
    public private(set) var records = 0
    /// Records that were none: texts that are not JSON, or pass a limit of the reader.
    public private(set) var badRecords = 0
    /// The first of the failures.
    private(set) var failures: [Failure] = []
    /// What is known by path.
    private(set) var tree: InspectionTree

    /// Where a record that was none stands, and why it was none.
    struct Failure: Sendable, Equatable {
        let line: Int
        let column: Int
        let path: String
        let code: String
    }

    /// Makes an inspection that has seen nothing.
    ///
    /// - Parameter limits: What is kept at most.
    public init(limits: Limits = Limits()) {
        self.limits = limits
        tree = InspectionTree(limits)
    }

    /// Looks at a record.
    ///
    /// - Parameter record: The record, of any kind.
    public mutating func add(_ record: JSONValue) {
        records += 1
        tree.add(record)
    }

    /// Counts a record that is none.
    ///
    /// - Parameter failure: What is wrong with it. The first few are in the report.
    public mutating func add(_ failure: ModelError) {
        badRecords += 1
        guard failures.count < limits.maximumFailures else { return }
        let path = InspectionText.shown(failure.path.description, characters: 60)
        failures.append(Failure(line: failure.line, column: failure.column, path: path, code: failure.code.rawValue))
    }
}

extension RecordInspection {
    /// The most that an inspection keeps. Where a limit is reached the report says so.
    ///
    /// Values below 1 are taken as 1.
    public struct Limits: Sendable, Hashable {
        /// Paths that are told apart. Values at further ones are only counted. Default: 10,000.
        public var maximumPaths = 10_000
        /// Different keys at one place that are taken as names of properties. Where there are more, and an object has less than half of them on
        /// average, keys are data: the objects are dictionaries. Default: 64.
        public var maximumKeys = 64
        /// Different keys at one place beyond which objects are dictionaries in any case. Default: 512.
        public var maximumProperties = 512
        /// Bytes of a key that is taken as a name; an object with a longer one is a dictionary. Default: 128.
        public var maximumKeyBytes = 128
        /// Containers inside each other; what lies deeper is only counted. Default: 32.
        public var maximumDepth = 32
        /// Different texts at one place that may be the cases of an enum. Default: 12.
        public var maximumCases = 12
        /// Bytes of a text that may be a case of an enum. Default: 64.
        public var maximumCaseBytes = 64
        /// Texts at one place from which on few different ones are an enum. Default: 50.
        public var minimumTexts = 50
        /// Bad records of which the report has line, column, path and code. Further ones are only counted. Default: 10.
        public var maximumFailures = 10

        /// Makes the default limits.
        public init() {}

        /// The limits with values that can be worked with.
        var usable: Limits {
            var limits = self
            for limit: WritableKeyPath<Limits, Int> in [
                \.maximumPaths, \.maximumKeys, \.maximumProperties, \.maximumKeyBytes, \.maximumDepth, \.maximumCases, \.maximumCaseBytes,
                \.minimumTexts, \.maximumFailures,
            ] {
                limits[keyPath: limit] = max(limits[keyPath: limit], 1)
            }
            // A tree is gone through level by level on the call stack, and Swift's own compiler goes through nested types likewise.
            limits.maximumDepth = min(limits.maximumDepth, 128)
            return limits
        }
    }
}
#endif
