#if Ingest
import FoundationEssentials
import Yodel

/// What has become of a body that an ``IngestReceiver`` was sent.
///
/// It is a model, so that a service answers with it: `ModelEncoder().encodeToBytes(receipt)`.
public struct IngestReceipt: Model, Sendable, Hashable {
    /// The name that the body's records have in the sink.
    public internal(set) var source = ""
    /// Records that are rows.
    public internal(set) var rows = 0
    /// Records that were rejected. The sink keeps them.
    public internal(set) var rejects = 0
    /// The first rejects: what was wrong, and where.
    public internal(set) var problems: [RecordProblem] = []

    /// Makes an empty receipt.
    public init() {}

    init(_ source: String) { self.source = source }

    mutating func add(_ batch: IngestBatch, maximumProblems: Int) {
        rows += batch.rows.rowCount
        rejects += batch.rejects.count
        problems += batch.rejects.prefix(max(maximumProblems - problems.count, 0)).map { RecordProblem($0) }
    }
}

/// Why a record of a body was rejected.
public struct RecordProblem: Model, Sendable, Hashable {
    /// The record's number, from 1.
    public internal(set) var record = 0
    /// The line of the fault, from 1.
    public internal(set) var line = 0
    /// The byte within its line, from 1.
    public internal(set) var column = 0
    /// Bytes of the body before the fault.
    public internal(set) var offset = 0
    /// The key path of the fault.
    public internal(set) var path = ""
    /// Which problem it is: the `rawValue` of a `ModelError.Code`.
    public internal(set) var code = ""
    /// What was wrong, in one sentence and in JSON's words. The reject in the sink has the error's own message, which names types and options of the program.
    public internal(set) var reason = ""

    /// Bytes of a path beyond which indexes and the ends of long keys are left out.
    private static let longestPath = 1_024

    /// Makes an empty problem.
    public init() {}

    init(_ failure: RecordFailure) {
        record = failure.number
        (line, column, offset) = (failure.error.line, failure.error.column, failure.error.offset)
        // Keys of dictionaries are the sender's, and may be long.
        let written = failure.error.path.description
        path = written.utf8.count <= Self.longestPath ? written : failure.error.path.pattern
        (code, reason) = (failure.error.code.rawValue, failure.error.messageForSender)
    }
}

/// How much of a body an ``IngestReceiver`` takes.
public struct BodyLimits: Sendable, Hashable {
    /// Bytes of the content, decompressed. Default: 1 GiB.
    public var maximumBytes = 1 << 30
    /// Seconds that a body may take, its arrival and the work on it together. Default: 300. The time is looked at whenever bytes arrive, and between the steps of the work:
    /// the reading of 64 KiB of the content, and the writing of a batch. A sender that stops in the middle is found when the transport gives it up: set the transport's idle
    /// time, too.
    public var maximumSeconds = 300.0
    /// Records that may fail; one more ends the body with the error `tooManyRejects`. What was not written before is not stored then. Default: 10,000. The limits of the
    /// receiver's ``IngestOptions`` hold, too.
    public var maximumRejects = 10_000
    /// Rejects that a receipt describes; the others are only counted. Default: 100.
    public var maximumProblems = 100

    /// Makes the default limits.
    public init() {}

    /// No limit of bytes, time or rejects, as for a connection that stays open.
    public static var none: BodyLimits {
        var limits = BodyLimits()
        (limits.maximumBytes, limits.maximumSeconds, limits.maximumRejects) = (.max, Self.longestSeconds, .max)
        return limits
    }

    /// Some thirty years.
    private static let longestSeconds = 1_000_000_000.0

    /// Looks whether every limit has a meaning.
    func check() throws(IngestError) {
        if min(maximumBytes, maximumRejects, maximumProblems) < 0 || !(0...Self.longestSeconds).contains(maximumSeconds) {
            throw IngestError(
                .declaration,
                """
                a body has at most \(maximumBytes) bytes, \(maximumSeconds) seconds, \(maximumRejects) rejects and \(maximumProblems) problems: \
                none may be negative
                """)
        }
    }
}

/// Why a body was not taken to its end.
public struct ReceivingError: LocalizedError, Sendable, CustomStringConvertible {
    /// Whose problem it is.
    public enum Kind: String, Sendable, Hashable {
        /// The body has more bytes than may be.
        case tooLarge
        /// The body has taken longer than may be.
        case tooSlow
        /// More records have failed than may.
        case tooManyRejects
        /// The body's compression is damaged, or its sender is gone.
        case damaged
        /// A row has no place in the sink, such as one without its key.
        case row
        /// The sink cannot take rows now. The same body may be taken later.
        case sink
        /// The receiver is not open, or it ends.
        case closed
    }

    /// Whose problem it is.
    public let kind: Kind
    /// What was wrong, in one sentence.
    public let message: String
    /// What of the body is in.
    public let receipt: IngestReceipt
    /// The error behind it.
    public let underlying: (any Error)?

    init(_ kind: Kind, _ message: String, _ receipt: IngestReceipt, underlying: (any Error)? = nil) {
        self.kind = kind
        self.message = message
        self.receipt = receipt
        self.underlying = underlying
    }

    /// The error that a reading or a sink has ended a body with.
    init(_ error: any Error, _ receipt: IngestReceipt) {
        switch IngestError.of(source: receipt.source, error) {
        case let error as ReceivingError: self = error
        case let error as IngestError:
            let kind: Kind =
                switch error.kind {
                case .limit: .tooManyRejects
                case .source: .damaged
                case .row: .row
                case .sink, .declaration: .sink
                }
            self.init(kind, error.message, receipt, underlying: error)
        default: self.init(.damaged, "the body has broken off", receipt, underlying: error)
        }
    }

    /// The sentence.
    public var description: String { message }

    /// The sentence: what Foundation's `localizedDescription` says.
    public var errorDescription: String? { message }
}
#endif
