#if Ingest
import FoundationEssentials
import Yodel

/// Why an ingestion has ended before all was in.
public struct IngestError: LocalizedError, Sendable, CustomStringConvertible {
    /// Whose problem it is.
    public enum Kind: String, Sendable, Hashable {
        /// The declaration of a table, or an option, has no meaning.
        case declaration
        /// A source cannot be read, or is not what had been read of it.
        case source
        /// A sink does not take what it is given.
        case sink
        /// A row has no place in the sink, such as one with null in its key.
        case row
        /// More records, or a larger share of them, have failed than may.
        case limit
    }

    /// Whose problem it is.
    public let kind: Kind
    /// What was wrong, in one sentence. Controls in names of files are escaped.
    public let message: String
    /// The error behind it.
    public let underlying: (any Error)?

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - kind: Whose problem it is.
    ///   - message: What was wrong, in one sentence.
    ///   - underlying: The error behind it.
    public init(_ kind: Kind, _ message: String, underlying: (any Error)? = nil) {
        self.kind = kind
        self.message = PrintedText.escaped(message)
        self.underlying = underlying
    }

    /// The sentence.
    public var description: String { message }

    /// The sentence: what Foundation's `localizedDescription` says.
    public var errorDescription: String? { message }

    /// An error that a source's reading has ended with.
    static func of(source name: String, _ error: any Error) -> any Error { (error as? ModelError).map { of(source: name, $0) } ?? error }

    /// An error that a source's reading has ended with.
    static func of(source name: String, _ error: ModelError) -> IngestError {
        error.code == .failureLimit
            ? IngestError(.limit, "\(name): \(error.message)", underlying: error)
            : IngestError(.source, "\(name): \(error)", underlying: error)
    }
}
#endif
