#if Server && Ingest
import Foundation
import GRDB
import Hummingbird
import HummingbirdTesting
import Testing
import Yodel
import YodelIngest
import YodelServer
import YodelTestSupport

typealias TemporaryFolder = YodelTestSupport.TemporaryFolder
typealias Compressed = YodelTestSupport.Compressed

/// What routes take here. A row without an id has no place in the table, and is no reject.
struct Item: Model, TableModel {
    static let table = IngestTable("items", key: ["id"])
    var id: Int?
    var name: String?
    var age: Int?
}

/// Without a key: what comes in twice is there twice.
struct Entry: Model, TableModel {
    static let table = IngestTable("entries")
    var id = 0
    static func describe(_ model: inout ModelDescription) { model.required = ["id"] }
}

/// What a database holds.
struct Content {
    private let queue: DatabaseQueue

    init(_ path: String) throws {
        queue = try DatabaseQueue(path: path)
    }

    func ints(_ sql: String) throws -> [Int] { try queue.read { try Int.fetchAll($0, sql: sql) } }
    func texts(_ sql: String) throws -> [String] { try queue.read { try String.fetchAll($0, sql: sql) } }
    func ids(_ table: String = "items") throws -> [Int] { try ints("SELECT id FROM \(table) ORDER BY id") }
}

/// Lines of items or entries.
func lines(_ ids: some Sequence<Int>) -> String { ids.map { "{\"id\":\($0)}\n" }.joined() }

/// Packs a text; nil: not at all.
func pack(_ text: String, _ compression: BodyCompression?) -> [UInt8] { pack(Array(text.utf8), compression) }

func pack(_ bytes: [UInt8], _ compression: BodyCompression?) -> [UInt8] {
    switch compression {
    case nil: bytes
    case .gzip: Compressed.gzip(bytes)
    case .zstd: Compressed.zstd(bytes)
    }
}

/// An application with the routes of a receiver.
func application<T>(
    _ receiver: IngestReceiver<T>, _ options: IngestRoutes<T>.Options = .init(), limits: ConnectionLimits = ConnectionLimits()
) -> some ApplicationProtocol {
    let router = Router()
    IngestRoutes(receiver, options: options).add(to: router)
    return Application(router: router, server: .http1(limits: limits))
}

/// What an ``IngestReceipt`` is as JSON.
struct ReceiptText: Decodable, Equatable {
    struct Problem: Decodable, Equatable {
        var record: Int
        var line: Int
        var column: Int
        var offset: Int
        var path: String
        var code: String
    }

    var rows: Int
    var rejects: Int
    var problems: [Problem]
}

/// A sink that fails, or waits, when a test says so.
actor TestSink: GroupIngestSink {
    private(set) var ids: [Int] = []
    /// Batches of each call.
    private(set) var groups: [Int] = []
    private(set) var opened = 0
    private(set) var isClosed = false
    private var failures: Int
    private var isHeld: Bool
    private var held: [CheckedContinuation<Void, Never>] = []
    private var watchers: [CheckedContinuation<Void, Never>] = []

    init(failures: Int = 0, isHeld: Bool = false) {
        self.failures = failures
        self.isHeld = isHeld
    }

    func open(_ fields: [ColumnField]) { (opened, isClosed) = (opened + 1, false) }
    func places() -> [IngestPlace] { [] }
    func close() { isClosed = true }
    func write(_ batch: IngestBatch) async throws { try await write([batch]) }

    func write(_ batches: [IngestBatch]) async throws {
        for watcher in watchers { watcher.resume() }
        watchers = []
        if isHeld { await withCheckedContinuation { held.append($0) } }
        if failures > 0 {
            failures -= 1
            throw IngestError(.sink, "the disk is full")
        }
        groups.append(batches.count)
        for batch in batches {
            ids += batch.rows["id"]?.withValues(as: Int.self) { ids in (0..<ids.count).map { ids[$0] } } ?? []
        }
    }

    /// Waits until a write has begun that is held.
    func isEntered() async {
        if held.isEmpty { await withCheckedContinuation { watchers.append($0) } }
    }

    func letGo() {
        isHeld = false
        for continuation in held { continuation.resume() }
        held = []
    }
}

/// Chunks of a body.
func chunks(_ bytes: [UInt8], of size: Int) -> AsyncStream<[UInt8]> {
    AsyncStream { continuation in
        for start in stride(from: 0, to: bytes.count, by: size) { continuation.yield(Array(bytes[start..<min(start + size, bytes.count)])) }
        continuation.finish()
    }
}
#endif
