#if Server
import Dispatch
import Glibc

/// A connection that sends what it is told, byte by byte.
enum RawConnection {
    /// Sends pieces, ends the sending, and reads all that comes back.
    ///
    /// - Parameters:
    ///   - answer: What must come back between the pieces.
    ///   - ends: Whether the sending ends after the pieces. Otherwise the other side has to close the connection.
    static func exchange(_ port: Int, _ pieces: [String], awaiting answer: String? = nil, ends: Bool = true) async throws -> String {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(with: Result { try run(port, pieces, answer, ends) }) }
        }
    }

    private struct Failure: Error { let what: String }

    private static func run(_ port: Int, _ pieces: [String], _ awaited: String?, _ ends: Bool) throws -> String {
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
            var answer: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 4096)
            /// Reads what comes; false at the end.
            func read() throws -> Bool {
                let count = recv(connection, &buffer, buffer.count, 0)
                if count < 0 && errno == EAGAIN { throw Failure(what: "nothing has come for 20 s") }
                if count > 0 { answer += buffer[..<count] }
                return count > 0
            }
            for (index, piece) in pieces.enumerated() {
                while index > 0, let awaited, !String(decoding: answer, as: UTF8.self).contains(awaited) {
                    guard try read() else { throw Failure(what: "the connection was closed") }
                }
                let bytes = Array(piece.utf8)
                guard send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else { throw Failure(what: "send") }
            }
            if ends { shutdown(connection, Int32(SHUT_WR)) }
            while try read() {}
            return String(decoding: answer, as: UTF8.self)
        }
        throw Failure(what: "connect")
    }
}
#endif
