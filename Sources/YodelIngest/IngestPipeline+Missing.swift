#if !Ingest
public import Yodel

// Without the trait the names are unavailable, so that the compiler names the trait, and not a name that is not in scope.

/// Needs the trait `Ingest`.
@available(*, unavailable, message: "YodelIngest needs the package's trait Ingest: .package(…, traits: [\"Ingest\"])")
public protocol TableModel: BaseModel {
    /// Needs the trait `Ingest`.
    static var table: IngestTable { get }
}

/// Needs the trait `Ingest`.
@available(*, unavailable, message: "YodelIngest needs the package's trait Ingest: .package(…, traits: [\"Ingest\"])")
public struct IngestTable: Sendable {
    /// Needs the trait `Ingest`.
    public init(_ name: String, key: [String] = [], indexes: [[String]] = []) {}
}

/// Needs the trait `Ingest`.
@available(*, unavailable, message: "YodelIngest needs the package's trait Ingest: .package(…, traits: [\"Ingest\"])")
public struct IngestSource: Sendable {
    /// Needs the trait `Ingest`.
    public static func file(_ path: String) -> IngestSource { IngestSource() }
    /// Needs the trait `Ingest`.
    public static func folder(_ path: String) -> IngestSource { IngestSource() }
    /// Needs the trait `Ingest`.
    public static func follow(_ path: String) -> IngestSource { IngestSource() }
    /// Needs the trait `Ingest`.
    public static func follow(matching pattern: String) -> IngestSource { IngestSource() }
    /// Needs the trait `Ingest`.
    public static func rejects(_ path: String) -> IngestSource { IngestSource() }
    /// Needs the trait `Ingest`.
    public static var standardInput: IngestSource { IngestSource() }
}

/// Needs the trait `Ingest`.
@available(*, unavailable, message: "YodelIngest needs the package's trait Ingest: .package(…, traits: [\"Ingest\"])")
public struct IngestOptions: Sendable {
    /// Needs the trait `Ingest`.
    public init() {}
}

/// Needs the trait `Ingest`.
@available(*, unavailable, message: "YodelIngest needs the package's trait Ingest: .package(…, traits: [\"Ingest\"])")
public struct IngestSummary: Sendable {}

/// Needs the trait `Ingest`.
@available(*, unavailable, message: "YodelIngest needs the package's trait Ingest: .package(…, traits: [\"Ingest\"])")
public protocol IngestSink: Sendable {}

/// Needs the trait `Ingest`.
@available(*, unavailable, message: "YodelIngest needs the package's trait Ingest: .package(…, traits: [\"Ingest\"])")
public struct SQLiteSink: IngestSink {
    /// Needs the trait `Ingest`.
    public init<T>(_ type: T.Type, path: String) {}
}

/// Needs the trait `Ingest`.
@available(*, unavailable, message: "YodelIngest needs the package's trait Ingest: .package(…, traits: [\"Ingest\"])")
public struct NDJSONSink: IngestSink {
    /// Needs the trait `Ingest`.
    public init(path: String) {}
}

/// Needs the trait `Ingest`.
@available(*, unavailable, message: "YodelIngest needs the package's trait Ingest: .package(…, traits: [\"Ingest\"])")
public struct IngestPipeline<T> {
    /// Needs the trait `Ingest`.
    public init(_ type: T.Type, from sources: [IngestSource], into sink: any IngestSink, options: IngestOptions = IngestOptions()) {}
    /// Needs the trait `Ingest`.
    public func run() async throws -> IngestSummary { IngestSummary() }
}

/// Needs the trait `Ingest`.
@available(*, unavailable, message: "YodelIngest needs the package's trait Ingest: .package(…, traits: [\"Ingest\"])")
public struct IngestReceiver<T> {
    /// Needs the trait `Ingest`.
    public init(_ type: T.Type, into sink: any IngestSink, options: IngestOptions = IngestOptions()) {}
}
#endif

#if !PostgreSQL
/// Needs the trait `PostgreSQL`.
@available(*, unavailable, message: "PostgreSQLSink needs the package's trait PostgreSQL: .package(…, traits: [\"PostgreSQL\"])")
public struct PostgreSQLSink {
    /// Needs the trait `PostgreSQL`.
    public init<T>(_ type: T.Type, url: String) {}
}
#endif
