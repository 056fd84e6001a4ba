#if Server
import Dispatch
import Glibc
import Hummingbird
import HummingbirdTesting
import Testing
import Yodel
import YodelIngest
import YodelServer

/// A connection that sends what it is told, byte by byte.
private enum RawConnection {
    /// Sends pieces, ends the sending, and reads all that comes back.
    static func exchange(_ port: Int, _ pieces: [String]) async throws -> String {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(with: Result { try run(port, pieces) }) }
        }
    }

    private struct Failure: Error { let what: String }

    private static func run(_ port: Int, _ pieces: [String]) throws -> String {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo("localhost", "\(port)", &hints, &list) == 0 else { throw Failure(what: "getaddrinfo") }
        defer { freeaddrinfo(list) }
        var next = list
        while let address = next {
            next = address.pointee.ai_next
            let connection = socket(address.pointee.ai_family, address.pointee.ai_socktype, 0)
            guard connection >= 0 else { continue }
            defer { close(connection) }
            guard connect(connection, address.pointee.ai_addr, address.pointee.ai_addrlen) == 0 else { continue }
            var limit = timeval(tv_sec: 20, tv_usec: 0)
            setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
            for piece in pieces {
                let bytes = Array(piece.utf8)
                guard send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else { throw Failure(what: "send") }
            }
            shutdown(connection, Int32(SHUT_WR))
            var answer: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 4096)
            while true {
                let count = recv(connection, &buffer, buffer.count, 0)
                if count <= 0 { return String(decoding: answer, as: UTF8.self) }
                answer += buffer[..<count]
            }
        }
        throw Failure(what: "connect")
    }
}

@Suite("Routes on a socket")
struct LiveTests {
    private func withItems(_ test: @Sendable (any TestClientProtocol, IngestReceiver<Item>) async throws -> Void) async throws -> Content {
        let folder = try TemporaryFolder()
        let receiver = IngestReceiver(Item.self, into: SQLiteSink(Item.self, path: folder("db")))
        try await receiver.open()
        try await application(receiver).test(.live) { client in try await test(client, receiver) }
        try await receiver.close()
        return try Content(folder("db"))
    }

    private static let head = "POST /events HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"

    @Test func aBodyIsIn() async throws {
        let content = try await withItems { client, _ in
            let response = try await client.send(gzip(Array(lines(1...20_000).utf8)), encoding: "gzip")
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

    @Test func aLengthOverTheLimitIsRefusedBeforeTheBodyComes() async throws {
        _ = try await withItems { client, _ in
            let port = try #require(client.port)
            let answer = try await RawConnection.exchange(port, [Self.head + "Content-Length: 99999999999\r\n\r\n"])
            #expect(answer.hasPrefix("HTTP/1.1 413 "), "\(answer)")
        }
    }
}
#endif
