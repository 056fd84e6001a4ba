#if PostgreSQL
import Foundation
import Testing
import Yodel

@testable import YodelIngest

/// A schema of its own in the database that the environment names; it goes when the value does.
final class TemporarySchema: Sendable {
    static let server = ProcessInfo.processInfo.environment["YODEL_POSTGRESQL_URL"]

    private let name = "yodel_\(UUID().uuidString.replacingOccurrences(of: "-", with: "").lowercased())"
    private let connection: PostgreSQLConnection
    /// The URL of the schema.
    let url: String

    init() throws {
        let server = try #require(Self.server)
        url = server + (server.contains("?") ? "&" : "?") + "options=-csearch_path%3D\(name)"
        connection = try PostgreSQLConnection(PostgreSQLAddress(url), seconds: 60)
        try connection.run("SET client_min_messages = error")
        try connection.run("CREATE SCHEMA \(name)")
    }

    deinit { _ = try? connection.run("DROP SCHEMA \(name) CASCADE") }

    func run(_ sql: String) throws { try connection.run(sql) }

    /// The rows of a statement, each value as text.
    func rows(_ sql: String) throws -> [[String?]] {
        guard let width = try connection.run("SELECT * FROM (\(sql)) AS q LIMIT 1").values.first?.count else { return [] }
        let names = (1...width).map { "c\($0)" }
        let texts = names.map { "\($0)::text" }.joined(separator: ", ")
        let rows = try connection.run("SELECT \(texts) FROM (\(sql)) AS q (\(names.joined(separator: ", ")))")
        return (0..<rows.count).map { row in names.indices.map { rows.text(row, $0) } }
    }

    /// The first column of all rows.
    func texts(_ sql: String) throws -> [String?] { try rows(sql).map { $0[0] } }

    func ids(_ table: String = "entries") throws -> [Int] {
        try texts("SELECT id FROM \(table) ORDER BY id").compactMap { $0.flatMap(Int.init) }
    }

    /// Ingests a file.
    @discardableResult
    func ingest<T: TableModel>(
        _ type: T.Type, _ path: String, _ options: IngestOptions = IngestOptions()
    ) async throws -> (summary: IngestSummary, refused: Int) {
        let sink = PostgreSQLSink(T.self, url: url)
        let summary: IngestSummary = try await IngestPipeline(T.self, from: [.file(path)], into: sink, options: options).run()
        return (summary, sink.refusedRows)
    }
}
#endif
