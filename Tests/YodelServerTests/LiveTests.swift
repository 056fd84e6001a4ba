#if Server && Ingest
import Hummingbird
import HummingbirdTesting
import Testing
import Yodel
import YodelIngest
import YodelServer

@Suite("Routes on a socket")
struct LiveTests {
    private func withItems(
        limits: ConnectionLimits = ConnectionLimits(),
        _ test: @Sendable (any TestClientProtocol, IngestReceiver<Item>) async throws -> Void
    ) async throws -> Content {
        let folder = try TemporaryFolder()
        let receiver = IngestReceiver(Item.self, into: SQLiteSink(Item.self, path: folder("db")))
        try await receiver.open()
        try await application(receiver, limits: limits).test(.live) { client in try await test(client, receiver) }
        try await receiver.close()
        return try Content(folder("db"))
    }

    private static let head = "POST /events HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"

    @Test func aBodyIsIn() async throws {
        let content = try await withItems { client, _ in
            let response = try await client.send(Compressed.gzip(lines(1...20_000)), encoding: "gzip")
            #expect(response.status == .ok)
            #expect(try response.json(ReceiptText.self).rows == 20_000)
        }
        #expect(try content.ids() == Array(1...20_000))
    }

    @Test func aBodyInChunksIsIn() async throws {
        let content = try await withItems { client, _ in
            let port = try #require(client.port)
            let body = ["{\"id\":1,\"na", "me\":\"a\"}", "\n{\"id\":2}"]
            let pieces = body.map { "\(String($0.utf8.count, radix: 16))\r\n\($0)\r\n" } + ["0\r\n\r\n"]
            let answer = try await RawConnection.exchange(port, [Self.head + "Transfer-Encoding: chunked\r\n\r\n"] + pieces)
            #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
            #expect(answer.contains(#""rows":2,"rejects":0"#))
        }
        #expect(try content.ids() == [1, 2])
    }

    @Test(arguments: [
        "Content-Length: 100\r\n\r\n{\"id\":1}\n{\"id\":2}\n{\"id\":",
        "Transfer-Encoding: chunked\r\n\r\n19\r\n{\"id\":1}\n{\"id\":2}\n{\"id\":3\r\n",
    ])
    func aBodyThatBreaksOffIsNotAcknowledged(rest: String) async throws {
        let content = try await withItems { client, receiver in
            let port = try #require(client.port)
            let answer = try await RawConnection.exchange(port, [Self.head + rest])
            #expect(!answer.hasPrefix("HTTP/1.1 2"), "\(answer)")
            // What is sent again is in as a whole.
            let response = try await client.send(lines(1...3).utf8)
            #expect(response.status == .ok)
        }
        #expect(try content.ids() == [1, 2, 3])
        #expect(try content.ints("SELECT count(*) FROM rejects") == [0])
    }

    // The last two are no Int.
    @Test(arguments: ["99999999999", "9223372036854775807", "9223372036854775808", "9999999999999999999"])
    func aLengthOverTheLimitIsRefusedBeforeTheBodyComes(length: String) async throws {
        _ = try await withItems { client, _ in
            let port = try #require(client.port)
            let answer = try await RawConnection.exchange(port, [Self.head + "Content-Length: \(length)\r\n\r\n"])
            #expect(answer.hasPrefix("HTTP/1.1 413 "), "\(answer)")
            #expect(answer.contains("the body has \(length) bytes"))
        }
    }

    /// The start of a request without the field that ends its connection.
    private static func open(_ line: String, _ fields: String) -> String { "\(line) HTTP/1.1\r\nHost: localhost\r\n\(fields)\r\n\r\n" }

    @Test(arguments: [
        ("POST /nowhere", "Transfer-Encoding: chunked", "404"), ("PUT /events", "Transfer-Encoding: chunked", "404"),
        ("GET /health", "Transfer-Encoding: chunked", "200"), ("POST /events", "Transfer-Encoding: chunked\r\nContent-Encoding: br", "415"),
        ("POST /events", "Content-Length: 9999999999999999999", "413"), ("POST /nowhere", "Content-Length: 100", "404"),
    ])
    func aBodyThatNobodyReadsIsNotReadForEver(line: String, fields: String, status: String) async throws {
        var limits = ConnectionLimits()
        limits.refusedSeconds = 0.1
        _ = try await withItems(limits: limits) { client, _ in
            let port = try #require(client.port)
            // The sender neither sends its body nor goes away.
            let answer = try await RawConnection.exchange(port, [Self.open(line, fields)], ends: false)
            #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer)")
            #expect(answer.lowercased().contains("\r\nconnection: close\r\n") == (fields != "Content-Length: 100"), "\(answer)")
        }
    }

    @Test func aSenderThatWaitsIsToldToSend() async throws {
        let content = try await withItems { client, _ in
            let port = try #require(client.port)
            let head = Self.head + "Expect: 100-continue\r\nContent-Length: 9\r\n\r\n"
            let answer = try await RawConnection.exchange(port, [head, "{\"id\":1}\n"], awaiting: "HTTP/1.1 100 Continue\r\n\r\n")
            #expect(answer.hasPrefix("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n"), "\(answer)")
        }
        #expect(try content.ids() == [1])
    }

    @Test func aSenderThatWaitsIsNotToldWhereItsBodyIsRefused() async throws {
        _ = try await withItems { client, _ in
            let port = try #require(client.port)
            let head = Self.head + "Expect: 100-continue\r\nContent-Encoding: br\r\nContent-Length: 9\r\n\r\n"
            let answer = try await RawConnection.exchange(port, [head])
            #expect(answer.hasPrefix("HTTP/1.1 415 ") && !answer.contains("100 Continue"), "\(answer)")
        }
    }

    @Test(arguments: [
        ("GET /health HTTP/1.1\r\nHost: localhost\r\nX: \(String(repeating: "x", count: 20_000))\r\n\r\n", "431"),
        ("NOTHING / HTTP/1.1\r\n\r\n", "400"),
    ])
    func whatIsNotHTTPIsAnsweredWithAProblem(request: String, status: String) async throws {
        _ = try await withItems { client, _ in
            let port = try #require(client.port)
            let answer = try await RawConnection.exchange(port, [request])
            #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer)")
            #expect(answer.contains("application/problem+json") && answer.contains("\"status\":\(status)"), "\(answer)")
        }
    }

    @Test func aConnectionBeyondTheLimitIsAnswered() async throws {
        var limits = ConnectionLimits()
        limits.maximumConnections = 1
        _ = try await withItems(limits: limits) { client, _ in
            // The test's own connection is the one that there may be.
            #expect(try await client.execute(uri: "/health", method: .get).status == .ok)
            let port = try #require(client.port)
            let answer = try await RawConnection.exchange(port, [Self.open("GET /health", "Accept: */*")])
            #expect(answer.hasPrefix("HTTP/1.1 503 ") && answer.contains("1 connections are open"), "\(answer)")
            #expect(try await client.execute(uri: "/health", method: .get).status == .ok)
        }
    }
}
#endif
