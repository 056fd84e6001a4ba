#if Server
public import HummingbirdCore
import NIOCore

/// What a server gives to its connections: how many there may be, and how long each may keep it waiting.
///
/// ```swift
/// var limits = ConnectionLimits()
/// limits.maximumConnections = 200
/// let guarded = Application(router: router, server: .http1(limits: limits))
/// ```
public struct ConnectionLimits: Sendable, Hashable {
    /// Connections at a time. A request of a further one is answered with 503, and the connection ends. Default: 1,000.
    public var maximumConnections = 1_000
    /// Seconds for which a connection may keep the server waiting: for a request, for more of a body, or for its answer to be read. It is closed after that. The time in which
    /// the server works on a request does not count, whether its body has arrived or not. Default: 30.
    public var idleSeconds = 30.0
    /// Bytes of a request's path, field names and field values. More are answered with 431. Default: 16 KiB.
    public var maximumHeaderBytes = 16 << 10
    /// Bytes of a body that are read, and dropped, after its request was answered. The connection is closed after that. Default: 1 MiB.
    public var refusedBytes = 1 << 20
    /// Seconds for which such bytes are read. Default: 2.
    public var refusedSeconds = 2.0

    /// Makes the default limits.
    public init() {}

    var idleTime: TimeAmount { Self.time(idleSeconds) }
    var refusedTime: TimeAmount { Self.time(refusedSeconds) }

    /// A time that a deadline can be made of: at most three years. No number is none.
    private static func time(_ seconds: Double) -> TimeAmount { .nanoseconds(Int64(seconds > 0 ? min(seconds, 1e8) * 1e9 : 0)) }
}

extension HTTPServerBuilder {
    /// A server of HTTP/1.1 whose connections have limits.
    ///
    /// It differs from `http1(configuration:)` in these points:
    ///
    /// - Connections beyond ``ConnectionLimits/maximumConnections`` get an answer.
    /// - A body that no route reads, or that a route leaves, is read for a bounded time and to a bounded length. Then the connection is closed. The answer says so, unless
    ///   all of the body may still be read.
    /// - A sender of `Expect: 100-continue` is told to go on when a route asks for the body. If none does, it gets the answer instead.
    /// - A header that is too long is answered with 431, and what is not HTTP with 400, both as ``ProblemDetails``.
    /// - A connection whose request is worked on is not idle.
    ///
    /// - Parameter limits: The limits.
    /// - Returns: What `Application.init(router:server:)` takes.
    public static func http1(limits: ConnectionLimits) -> HTTPServerBuilder {
        let connections = ConnectionCount(limits.maximumConnections)
        let configuration = HTTP1Channel.Configuration(
            additionalChannelHandlers: [ConnectionGuard(limits, connections)],
            httpDecoderConfiguration: HTTP1Channel.Configuration.DecoderConfiguration(
                maxHeaderFieldSize: limits.maximumHeaderBytes, maxHeaderListSize: limits.maximumHeaderBytes))
        return HTTPServerBuilder { responder in
            HTTP1Channel(
                responder: { (request: Request, writer: consuming ResponseWriter, channel: any Channel) in
                    var request = request
                    if ConnectionGuard.holdsBodyBack(request.head) {
                        request.body = RequestBody(asyncSequence: AwaitedBody(base: request.body, channel: channel))
                    }
                    try await responder(request, writer, channel)
                }, configuration: configuration)
        }
    }
}

/// A body whose sender waits to be told to send it.
private struct AwaitedBody: AsyncSequence, Sendable {
    let base: RequestBody
    let channel: any Channel

    struct AsyncIterator: AsyncIteratorProtocol {
        var base: RequestBody.AsyncIterator
        /// nil once the sender was told.
        var channel: (any Channel)?

        mutating func next() async throws -> ByteBuffer? {
            if let channel {
                self.channel = nil
                channel.triggerUserOutboundEvent(ConnectionGuard.BodyIsWanted(), promise: nil)
            }
            return try await base.next()
        }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(base: base.makeAsyncIterator(), channel: channel) }
}
#endif
