/// Where a document departed from its model, and what was done about it.
///
/// ```swift
/// var report = DecodingReport()
/// let users = try decoder.decode([User].self, from: data, report: &report)
/// for issue in report.issues { print(issue) }   // [3].age, byte 212: expected Int, found a string that is not a valid one; kept
/// report.counts["[*].age"]                                  // how often, over all records
/// ```
///
/// One report may serve several decodes; it adds up. Without a report nothing is recorded, and nothing is paid for it.
public struct DecodingReport: Sendable {
    /// What was done.
    public enum Action: String, Sendable, Hashable {
        /// The property kept the value it had.
        case kept
        /// The element of a collection was omitted.
        case omitted
        /// The value was passed over: no property has its key, or the one that has it is a `let` with a value.
        case ignored
        /// The value replaced an earlier one with the same key.
        case replaced
    }

    /// One issue.
    public struct Issue: Sendable, CustomStringConvertible {
        /// Which issue it is: `typeMismatch`, `numberOutOfRange`, `invalidValue`, `lossyConversion`, `unexpectedNull`, `missingKey`, `unknownKey`,
        /// `constantProperty`, `duplicateKey` or `modelCodeFailed`.
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
        /// What the sender of the document is told.
        let sender: SenderWords

        /// The issue in one line.
        public var description: String {
            "\(path.components.isEmpty ? "the root" : path.description), byte \(offset): expected \(expected), found \(found); \(action.rawValue)"
        }
    }

    /// What was put right in texts that are no JSON, as far as the options allow.
    public struct Repairs: Sendable, Hashable {
        /// Numbers that JSON does not have (``DecodingOptions/nonFiniteNumbers``).
        public internal(set) var nonFiniteNumbers = 0
        /// Escaped surrogates without a partner (``DecodingOptions/invalidText``).
        public internal(set) var surrogates = 0
        /// Bytes, or a few of them together, that are not UTF-8 (``DecodingOptions/invalidText``).
        public internal(set) var invalidUTF8 = 0
        /// Control characters in strings (``DecodingOptions/acceptsControlCharacters``).
        public internal(set) var controlCharacters = 0

        /// How many there were of all kinds.
        public var count: Int { nonFiniteNumbers + surrogates + invalidUTF8 + controlCharacters }

        /// Adds others.
        mutating func add(_ other: Repairs) {
            nonFiniteNumbers += other.nonFiniteNumbers
            surrogates += other.surrogates
            invalidUTF8 += other.invalidUTF8
            controlCharacters += other.controlCharacters
        }
    }

    /// What was put right in the texts; it is no issue.
    public private(set) var repairs = Repairs()
    /// The issues in the order in which they were found, up to `limit` and `maximumBytes`.
    public private(set) var issues: [Issue] = []
    /// How often by path, with `[*]` for array indexes. After `limit` different paths, or `maximumBytes` of them, further ones only add to `count`. A key longer
    /// than 128 bytes is cut off with `…` here; the `issues` have all of it.
    public private(set) var counts: [String: Int] = [:]
    /// How many issues there were.
    public private(set) var count = 0
    /// How many issues, and how many paths, are kept.
    public let limit: Int
    /// About how many bytes the issues may take, and how many the paths of `counts`: a document decides how long its keys are, and an issue has all keys
    /// on the way to it.
    public let maximumBytes: Int
    /// Whether there were more issues than are kept.
    public var isCut: Bool { count > issues.count }

    private var issueBytes = 0
    private var countBytes = 0

    /// Whether what ended the decode is among the issues.
    var namesFailure = false
    /// Whether values are noted that come for constants. They are no problems: what a model writes can be read again.
    var notesConstants = true

    /// Makes an empty report.
    ///
    /// - Parameters:
    ///   - limit: How many issues, and how many different paths, to keep. Further ones are only counted.
    ///   - maximumBytes: About how many bytes of issues, and of paths, to keep. From the first that does not fit on, they are only counted.
    public init(limit: Int = 100, maximumBytes: Int = 1 << 20) {
        self.limit = max(limit, 0)
        self.maximumBytes = max(maximumBytes, 0)
    }

    /// Whether there were no issues.
    public var isEmpty: Bool { count == 0 }

    /// An empty report with the same limits.
    var emptied: DecodingReport {
        var report = DecodingReport(limit: limit, maximumBytes: maximumBytes)
        report.notesConstants = notesConstants
        return report
    }

    /// Adds the issues of another report, those that it has only counted included.
    ///
    /// - Parameters:
    ///   - way: The way from the root to the part of the document that the report is of.
    ///   - offset: Where they are; nil: where they say.
    mutating func add(_ part: DecodingReport, behind way: [JSONPath.Component] = [], at offset: Int? = nil) {
        var isWhole = !isCut
        repairs.add(part.repairs)
        count += part.count
        for issue in part.issues where isWhole { isWhole = keep(issue.behind(way, at: offset)) }
        let start = JSONPath(way).pattern
        // In an order, so that of the same documents the same paths are kept.
        for (pattern, count) in part.counts.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
            add(count, of: JSONPath.pattern(start, pattern))
        }
    }

    /// Says of issues where they are.
    ///
    /// - Parameters:
    ///   - first: The first of them.
    ///   - place: Where a path leads.
    mutating func move(from first: Int, _ place: (JSONPath) -> Int) {
        for index in issues.indices.dropFirst(first) { issues[index] = issues[index].behind([], at: place(issues[index].path)) }
    }

    /// Adds what was put right in a text before it was read.
    ///
    /// - Parameters:
    ///   - first: The first issue of that reading.
    ///   - original: Where an offset of what was read is in the text.
    mutating func add(_ repairs: Repairs, movingIssuesFrom first: Int, _ original: (Int) -> Int) {
        self.repairs.add(repairs)
        for index in issues.indices.dropFirst(first) { issues[index] = issues[index].behind([], at: original(issues[index].offset)) }
    }

    mutating func add(_ issue: Issue) {
        if !isCut { _ = keep(issue) }
        count += 1
        add(1, of: issue.path.pattern)
    }

    /// Keeps an issue, if none before it has been left out.
    ///
    /// - Returns: Whether it fits.
    private mutating func keep(_ issue: Issue) -> Bool {
        let size = issue.size
        guard issues.count < limit && size <= maximumBytes - issueBytes else { return false }
        issueBytes += size
        issues.append(issue)
        return true
    }

    private mutating func add(_ count: Int, of pattern: String) {
        if counts[pattern] == nil {
            let size = Self.countSize + pattern.utf8.count
            guard counts.count < limit && size <= maximumBytes - countBytes else { return }
            countBytes += size
        }
        counts[pattern, default: 0] += count
    }

    /// About what a path takes in `counts` besides its text.
    private static let countSize = 64
}

extension DecodingReport.Issue {
    /// The same of a part, as one of all.
    fileprivate func behind(_ way: [JSONPath.Component], at offset: Int?) -> Self {
        Self(
            code: code, path: JSONPath(way + path.components), offset: offset ?? self.offset, expected: expected, found: found,
            action: action, sender: sender)
    }

    /// About how many bytes it takes. Keys may be shared with other issues; they count each time, since each is written on its own.
    fileprivate var size: Int {
        path.components.reduce(192 + expected.utf8.count + found.utf8.count) { size, component in
            switch component {
            case .key(let key): size + 32 + key.utf8.count
            case .index: size + 32
            }
        }
    }
}
