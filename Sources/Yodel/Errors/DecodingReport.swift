/// Where a document departed from its model, and what was done about it.
///
/// ```swift
/// var report = DecodingReport()
/// let users = try decoder.decode([User].self, from: data, report: &report)
/// for departure in report.departures { print(departure) }   // [3].age, byte 212: expected Int, found a string that is not a valid one; kept
/// report.counts["[*].age"]                                  // how often, over all records
/// ```
///
/// One report may serve several decodes; it adds up. Without a report nothing is recorded, and nothing is paid for it.
public struct DecodingReport: Sendable {
    /// What was done.
    public enum Action: String, Sendable, Hashable {
        /// The property kept the value it had.
        case kept
        /// The element of a collection was left out.
        case leftOut
        /// The value was passed over: no property has its key.
        case ignored
        /// The value replaced an earlier one with the same key.
        case replaced
    }

    /// One departure.
    public struct Departure: Sendable, CustomStringConvertible {
        /// Which departure it is: `typeMismatch`, `numberOutOfRange`, `invalidValue`, `unexpectedNull`, `missingKey`, `unknownKey`, `duplicateKey` or
        /// `modelCodeFailed`.
        public let code: ModelError.Code
        /// Where in the document it is.
        public let path: JSONPath
        /// The number of bytes before it; for a value inside an object that `willDecode` received, those before the object. 0 for values that were
        /// parsed before.
        public let offset: Int
        /// What was expected, in words.
        public let expected: String
        /// What was found, in words, without quoting the input.
        public let found: String
        /// What was done.
        public let action: Action

        /// The departure in one line.
        public var description: String {
            "\(path.components.isEmpty ? "the root" : path.description), byte \(offset): expected \(expected), found \(found); \(action.rawValue)"
        }
    }

    /// The departures in the order in which they were found, up to `limit`.
    public private(set) var departures: [Departure] = []
    /// How often by path, with `[*]` for array indexes. After `limit` different paths, further ones only add to `count`. A key longer than 128 bytes is
    /// cut off with `…` here; the `departures` have all of it.
    public private(set) var counts: [String: Int] = [:]
    /// How many departures there were.
    public private(set) var count = 0
    /// How many departures, and how many paths, are kept.
    public let limit: Int

    /// Whether what ended the decode is among the departures.
    var namesFailure = false

    /// Makes an empty report.
    ///
    /// - Parameter limit: How many departures, and how many different paths, to keep. Further ones are only counted.
    public init(limit: Int = 100) {
        self.limit = max(limit, 0)
    }

    /// Whether there were no departures.
    public var isEmpty: Bool { count == 0 }

    /// Adds the departures of another report.
    mutating func add(_ other: DecodingReport) {
        count += other.count
        departures += other.departures.prefix(max(limit - departures.count, 0))
        for (pattern, count) in other.counts where counts[pattern] != nil || counts.count < limit { counts[pattern, default: 0] += count }
    }

    mutating func add(_ departure: Departure) {
        count += 1
        if departures.count < limit { departures.append(departure) }
        let pattern = departure.path.pattern
        if counts[pattern] != nil || counts.count < limit { counts[pattern, default: 0] += 1 }
    }
}
