/// How a reader continues when records fail, and how much of them it holds.
///
/// ```swift
/// var reading = ReadingOptions()
/// reading.onFailure = .skip
/// reading.maximumFailures = 1_000
/// ```
public struct ReadingOptions: Sendable, Hashable {
    /// What happens to a record that fails.
    public enum FailurePolicy: Sendable, Hashable {
        /// It is delivered like any other, with its error.
        case deliver
        /// The reading ends with its error.
        case abort
        /// It is only counted.
        case skip
        /// It is kept, with its bytes, in the reader's `failures`: so many as `maximumCollected` and `maximumCollectedBytes` say.
        case collect
    }

    /// What happens to a record that fails. Default: `deliver`.
    public var onFailure = FailurePolicy.deliver
    /// How many records may fail. One more ends the reading with the error `failureLimit`. Default: no limit.
    public var maximumFailures = Int.max
    /// The share of records that may fail, checked at each failure from the hundredth record on. A larger share ends the reading with the error
    /// `failureLimit`. Default: 1, all of them.
    public var maximumFailureRatio = 1.0
    /// The greatest number of bytes in one record. A longer one fails with the error `recordLimit`, and the reading continues after it. Default: 16 MiB.
    public var maximumRecordBytes = 16 << 20
    /// Whether to leave a last line without a line feed, for a file that still grows and may not have all of that line yet. The position then stays before the
    /// line, and a later reading from there gets all of it. Default: false, the line is a record.
    public var leavesUnfinishedLine = false
    /// How many failures `collect` keeps. Further ones are only counted. Default: 1,000.
    public var maximumCollected = 1_000
    /// How many bytes `collect` keeps of all failures together: of their records, and of the paths and messages of their errors. A record for which there is not
    /// enough room left is cut, see ``RecordFailure/isCut``; a failure whose error has no room is only counted, and so are those after it. Default: 64 MiB.
    public var maximumCollectedBytes = 64 << 20
    /// How many bytes of a record its failure keeps, be it collected, in a batch, or a reject of columns; of a longer record the first ones, see
    /// ``RecordFailure/isCut``. Default: all of them, which are no more than `maximumRecordBytes`.
    public var maximumFailureBytes = Int.max

    /// Makes the default options.
    public init() {}

    /// Whether the number of failures matters to how far is read.
    var limitsFailures: Bool { maximumFailures < .max || maximumFailureRatio < 1 }

    /// The options of a piece that is read alone: it passes the limit of failures no sooner than all do; a ratio says nothing before all is counted.
    var ofPiece: ReadingOptions {
        var options = self
        options.maximumFailureRatio = 1
        return options
    }

    /// Looks at the limits when a record has failed.
    ///
    /// - Parameters:
    ///   - failed: Records that have failed, the last one included.
    ///   - records: Records that have been read.
    ///   - error: The last failure.
    package func checkLimits(_ failed: Int, of records: Int, _ error: ModelError) throws(ModelError) {
        guard failed > maximumFailures || (records >= 100 && Double(failed) > Double(records) * maximumFailureRatio) else { return }
        throw .failureLimit(failed, of: records, at: error)
    }
}

/// A record that failed, as kept by `ReadingOptions.FailurePolicy.collect` and delivered in batches.
public struct RecordFailure: Sendable, CustomStringConvertible {
    /// The record's number in the stream, counted from 1.
    public let number: Int
    /// The line on which the record begins, counted from 1.
    public let line: Int
    /// The number of bytes of the input before the record.
    public let offset: Int
    /// The number of bytes of the record.
    public let length: Int
    /// What was wrong; its offset, line and column count from the start of the input.
    public let error: ModelError
    /// The record as it is in the input. Empty if it is longer than `ReadingOptions.maximumRecordBytes`; only the first bytes if it is longer than
    /// ``ReadingOptions/maximumFailureBytes``, or if ``ReadingOptions/maximumCollectedBytes`` has less room. ``isCut`` says so.
    public let bytes: [UInt8]

    /// The failure in one line.
    public var description: String { "record \(number): \(error)" }

    /// The failure, of a record behind others.
    ///
    /// - Parameters:
    ///   - records: Records before those that have been counted.
    ///   - lines: Lines before those that have been counted.
    func behind(records: Int, lines: Int) -> RecordFailure {
        RecordFailure(
            number: records + number, line: lines + line, offset: offset, length: length, error: error.behind(lines: lines), bytes: bytes)
    }
}
