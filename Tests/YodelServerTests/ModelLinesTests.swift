#if Server
import Hummingbird
import HummingbirdTesting
import Synchronization
import Testing
import Yodel
import YodelServer

private struct Row: Model, Equatable {
    var id = 0
    var name: String?

    init() {}
    init(_ id: Int) { (self.id, name) = (id, "row \(id)") }
}

/// Rows that are made when they are asked for.
private struct Rows: Sequence, IteratorProtocol, Sendable {
    let count: Int
    var id = 0

    init(_ count: Int) { self.count = count }

    mutating func next() -> Row? {
        guard id < count else { return nil }
        defer { id += 1 }
        return Row(id)
    }
}

private struct Broken: Error {}

@Suite("Answers of lines")
struct ModelLinesTests {
    private func rows(_ response: TestResponse) throws -> [Row] {
        #expect(response.status == .ok && response.headers[.contentType] == "application/x-ndjson")
        #expect(response.headers[.contentLength] == nil)
        #expect(response.text.isEmpty || response.text.hasSuffix("\n"))
        return try response.text.split(separator: "\n").map { try ModelDecoder(.strict).decode(Row.self, from: String($0)) }
    }

    /// Rows that come over time.
    private static func stream(_ ids: Range<Int>, failingAfter last: Int? = nil) -> AsyncThrowingStream<Row, any Error> {
        AsyncThrowingStream { continuation in
            for id in ids where last.map({ id <= $0 }) ?? true { continuation.yield(Row(id)) }
            continuation.finish(throwing: last == nil ? nil : Broken())
        }
    }

    @Test(arguments: [TestingSetup.router, .live])
    func valuesAreLines(setup: TestingSetup) async throws {
        let router = Router()
        router.get("list") { _, _ in ModelLines(Array(Rows(3))) }
        router.get("lazy") { _, _ in ModelLines(Rows(20_000)) }
        router.get("stream") { _, _ in ModelLines(Self.stream(0..<3_000)) }
        router.get("none") { _, _ in ModelLines([Row]()) }
        try await Application(router: router).test(setup) { client in
            let list = try await client.execute(uri: "/list", method: .get)
            #expect(list.text == "{\"id\":0,\"name\":\"row 0\"}\n{\"id\":1,\"name\":\"row 1\"}\n{\"id\":2,\"name\":\"row 2\"}\n")
            #expect(try rows(list) == Array(Rows(3)))
            #expect(try rows(await client.execute(uri: "/lazy", method: .get)) == Array(Rows(20_000)))
            #expect(try rows(await client.execute(uri: "/stream", method: .get)) == Array(Rows(3_000)))
            #expect(try rows(await client.execute(uri: "/none", method: .get)).isEmpty)
        }
    }

    @Test func theEncoderWritesThem() async throws {
        var options = EncodingOptions.default
        options.onNil = .null
        options.isPretty = true
        let encoder = ModelEncoder(options)
        let router = Router()
        router.get("rows") { _, _ in ModelLines([Row()], status: .accepted, encoder: encoder) }
        try await Application(router: router).test(.router) { client in
            let response = try await client.execute(uri: "/rows", method: .get)
            #expect(response.status == .accepted && response.text == "{\"id\":0,\"name\":null}\n")
        }
    }

    /// The parts that an answer is sent in.
    private func parts(_ lines: ModelLines) async throws -> [String] {
        let router = Router()
        let parts = Parts()
        router.get("rows") { request, context in
            let response = try lines.response(from: request, context: context)
            try await response.body.write(parts)
            return "written"
        }
        try await Application(router: router).test(.router) { client in _ = try await client.execute(uri: "/rows", method: .get) }
        return parts.texts.withLock { $0 }
    }

    @Test func linesAreSentInChunks() async throws {
        let one = "{\"id\":0,\"name\":\"row 0\"}\n".utf8.count
        #expect(try await parts(ModelLines(Rows(3), chunkBytes: 1)).map(\.utf8.count) == [one, one, one])
        #expect(try await parts(ModelLines(Self.stream(0..<5), chunkBytes: one + 1)).map(\.utf8.count) == [2 * one, 2 * one, one])
        let long = try await parts(ModelLines(Rows(20_000)))
        #expect(long.count > 20 && long.allSatisfy { $0.utf8.count < 17 << 10 && $0.hasSuffix("\n") })
    }

    /// Who reads it must not take a part for the whole.
    @Test func anAnswerThatBreaksOffHasNoEnd() async throws {
        let router = Router()
        router.get("broken") { _, _ in ModelLines(Self.stream(0..<10, failingAfter: 4), chunkBytes: 1) }
        var options = EncodingOptions.default
        options.onNonFinite = .fail
        let encoder = ModelEncoder(options)
        router.get("infinite") { _, _ in ModelLines([1.5, .infinity, 2], encoder: encoder, chunkBytes: 1) }
        try await Application(router: router).test(.live) { client in
            let port = try #require(client.port)
            for (path, last) in [("/broken", #"{"id":4,"name":"row 4"}"#), ("/infinite", "1.5")] {
                let answer = try await RawConnection.exchange(port, ["GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n"], ends: false)
                #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n") && answer.contains("\(last)\n"), "\(answer)")
                #expect(!answer.contains("\r\n0\r\n") && !answer.contains("row 5"), "\(answer)")
            }
        }
    }
}

/// Keeps what is written, part by part.
private final class Parts: ResponseBodyWriter, Sendable {
    let texts = Mutex<[String]>([])

    func write(_ buffer: ByteBuffer) { texts.withLock { $0.append(String(buffer: buffer)) } }
    func finish(_ trailingHeaders: HTTPFields?) {}
}
#endif
