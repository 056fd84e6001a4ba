// The peer of `Ingest serve` in Benchmarks/serve: the same service, as one writes it with Foundation's coders. Lines are decoded as they come by JSONDecoder, values are bound to one
// prepared statement by SQLite's own functions, and a body is a transaction. The tables are those that Ingest has made.

#if Server && Ingest
import Foundation
import GRDB
import GRDBSQLite
import Hummingbird
import NIOCore

private struct Event: Decodable {
    struct Actor: Decodable {
        let id: Int
        let login: String?
    }
    struct Repository: Decodable {
        let id: Int?
        let name: String
    }
    struct Organization: Decodable { let login: String? }
    struct Issue: Decodable { let title: String? }
    struct Commit: Codable {
        let sha: String
        let message: String
        let distinct: Bool
    }
    struct Payload: Decodable {
        let action: String?
        let number: Int?
        let ref: String?
        let size: Int?
        let issue: Issue?
        let commits: [Commit]?
    }

    let id: String
    let type: String
    let actor: Actor
    let repo: Repository
    let payload: Payload?
    let isPublic: Bool?
    let createdAt: Date
    let org: Organization?

    enum CodingKeys: String, CodingKey {
        case id, type, actor, repo, payload, org
        case isPublic = "public"
        case createdAt = "created_at"
    }
}

private struct Reject {
    let line: Int
    let offset: Int
    let reason: String
    let raw: ByteBuffer
}

private struct Receipt: Encodable {
    struct Problem: Encodable {
        let line: Int
        let reason: String
    }
    var rows = 0
    var rejects = 0
    var problems: [Problem] = []
}

/// Decodes lines as their bytes come.
private struct LineReader {
    private let decoder = JSONDecoder()
    private let encoder = JSONEncoder()
    private var rest = ByteBuffer()
    private var line = 0
    private var offset = 0
    private(set) var events: [(event: Event, id: Int, commits: String?)] = []
    private(set) var rejects: [Reject] = []

    init() {
        decoder.dateDecodingStrategy = .iso8601
        encoder.outputFormatting = .sortedKeys
    }

    mutating func read(_ chunk: ByteBuffer) {
        rest.writeImmutableBuffer(chunk)
        while let end = rest.readableBytesView.firstIndex(of: 0x0A) {
            decode(rest.readSlice(length: end - rest.readerIndex)!)
            rest.moveReaderIndex(forwardBy: 1)
            offset += 1
        }
        rest.discardReadBytes()
    }

    mutating func finish() {
        if rest.readableBytes > 0 { decode(rest) }
    }

    private mutating func decode(_ bytes: ByteBuffer) {
        line += 1
        defer { offset += bytes.readableBytes }
        guard bytes.readableBytes > 0 else { return }
        do {
            let event = try decoder.decode(Event.self, from: Data(bytes.readableBytesView))
            guard let id = Int(event.id) else { throw CocoaError(.coderInvalidValue) }
            let commits = try event.payload?.commits.map { String(decoding: try encoder.encode($0), as: UTF8.self) }
            events.append((event, id, commits))
        } catch {
            rejects.append(Reject(line: line, offset: offset, reason: "\(error)", raw: bytes))
        }
    }
}

private enum Table {
    static let columns = [
        "id", "type", "isPublic", "createdAt", "actorID", "actorLogin", "repoID", "repoName", "organization", "action", "number", "ref",
        "size",
        "title", "commits",
    ]
    static let sql = """
        INSERT INTO events (\(columns.joined(separator: ", "))) VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))
        ON CONFLICT (id) DO UPDATE SET \(columns.dropFirst().map { "\($0) = excluded.\($0)" }.joined(separator: ", "))
        """
    private static let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

    static func write(_ reader: LineReader, in db: Database) throws {
        let statement = try db.cachedStatement(sql: sql).sqliteStatement
        for (event, id, commits) in reader.events {
            bind(statement, 1, id)
            bind(statement, 2, event.type)
            bind(statement, 3, event.isPublic ?? true ? 1 : 0)
            bind(statement, 4, event.createdAt.formatted(style))
            bind(statement, 5, event.actor.id)
            bind(statement, 6, event.actor.login ?? "")
            bind(statement, 7, event.repo.id ?? 0)
            bind(statement, 8, event.repo.name)
            bind(statement, 9, event.org?.login)
            bind(statement, 10, event.payload?.action)
            bind(statement, 11, event.payload?.number)
            bind(statement, 12, event.payload?.ref)
            bind(statement, 13, event.payload?.size)
            bind(statement, 14, event.payload?.issue?.title)
            bind(statement, 15, commits)
            guard sqlite3_step(statement) == SQLITE_DONE else { throw DatabaseError(message: "a row is not taken") }
            sqlite3_reset(statement)
        }
        guard !reader.rejects.isEmpty else { return }
        let rejects = try db.cachedStatement(
            sql: """
                INSERT INTO rejects (source, line, offset, length, code, path, reason, raw, time) VALUES ('', ?, ?, ?, 'invalid', '', ?, ?, datetime())
                """)
        for reject in reader.rejects {
            try rejects.execute(arguments: [
                reject.line, reject.offset, reject.raw.readableBytes, reject.reason, Data(reject.raw.readableBytesView),
            ])
        }
    }

    private static func bind(_ statement: SQLiteStatement, _ index: Int32, _ number: Int?) {
        if let number { sqlite3_bind_int64(statement, index, Int64(number)) } else { sqlite3_bind_null(statement, index) }
    }

    private static func bind(_ statement: SQLiteStatement, _ index: Int32, _ text: String?) {
        guard var text else { return _ = sqlite3_bind_null(statement, index) }
        let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                _ = sqlite3_bind_text(statement, index, $0.baseAddress, Int32($0.count), transient)
            }
        }
    }
}

@main
private enum Main {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3, let port = Int(arguments[2]) else { return print("BenchServe DATABASE PORT") }
        var configuration = Configuration()
        configuration.prepareDatabase { db in
            // As SQLiteSink has them.
            try db.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA temp_store = MEMORY")
        }
        let database = try DatabaseQueue(path: arguments[1], configuration: configuration)
        let router = Router()
        router.get("/health") { _, _ in "ok" }
        router.post("/events") { request, _ in
            var reader = LineReader()
            for try await chunk in request.body { reader.read(chunk) }
            reader.finish()
            let read = reader
            try await database.write { db in try Table.write(read, in: db) }
            var receipt = Receipt(rows: read.events.count, rejects: read.rejects.count)
            receipt.problems = read.rejects.prefix(100).map { .init(line: $0.line, reason: $0.reason) }
            let body = ByteBuffer(data: try JSONEncoder().encode(receipt))
            return Response(
                status: receipt.rejects > 0 ? .init(code: 207) : .ok, headers: [.contentType: "application/json"],
                body: ResponseBody(byteBuffer: body))
        }
        let application = Application(
            router: router, configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)))
        try await application.runService()
    }
}
#else
@main
private enum Main {
    static func main() {
        print("This program is built with the package's traits Server and Ingest; Benchmarks/serve does so.")
    }
}
#endif
