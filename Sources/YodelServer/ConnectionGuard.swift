#if Server
import Hummingbird
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import Synchronization

// A guard stands between the parser of a connection and Hummingbird, and sees the parts of requests and answers pass. Hummingbird reads a body on to its end after the
// answer, whoever sends it and however slowly; the guard bounds that.
//
// A connection is open until its last answer: the one after which it was asked to end, or one that was written before a long body had arrived. Then it is closing: what
// arrives is dropped here, for a while, so that the sender gets to read the answer instead of an error. At the end of that while the connection is closed.
//
//     open ── a head, over the limit of connections ──> 503 ──┐
//      │                                                      ▼
//      ├── the last answer, a body still arriving ─────────> closing ── end, deadline, or too many bytes ──> closed
//      └── the last answer, all read ──────────────────────────────────────────────────────────────────────> closed

/// Bounds what a connection may keep a server waiting for.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// Says that a route reads the body of the request at hand.
    struct BodyIsWanted: Sendable {}

    private enum Phase {
        case open
        /// There are too many connections: the first request is the last.
        case refused
        case closing
    }

    private let limits: ConnectionLimits
    private let connections: ConnectionCount
    private var isCounted = false
    private var phase = Phase.open
    /// Requests whose head has arrived, and whose answer is not written to its end.
    private var unanswered = 0
    /// Whether the last request is still arriving.
    private var isArriving = false
    /// The length of its body; nil if it comes in chunks, or is longer than any that is read.
    private var length: Int?
    /// Whether its sender waits to be told to send the body.
    private var isHeldBack = false
    /// Whether the connection ends after the answer to that request.
    private var isLast = false
    /// Why the parser has given up.
    private var parserError: HTTPParserError?
    /// Bytes that have been dropped, or read by no route, since the last answer.
    private var refusedBytes = 0
    /// Answers that are written, and not yet taken by the other side.
    private var unsent = 0
    /// Since when the other side may have kept the server waiting.
    private var idleSince = NIODeadline.uptimeNanoseconds(0)
    /// Since when nothing is asked of the other side, because what has arrived waits to be read.
    private var pausedSince: NIODeadline?
    private var idleTask: Scheduled<Void>?
    /// The end of a refused body, or of a closing connection.
    private var deadline: Scheduled<Void>?

    init(_ limits: ConnectionLimits, _ connections: ConnectionCount) {
        (self.limits, self.connections) = (limits, connections)
    }

    /// Whether a sender waits to be told to send a body: RFC 9110, 10.1.1.
    static func holdsBodyBack(_ head: HTTPRequest) -> Bool { head.headerFields[.expect]?.lowercased() == "100-continue" }

    func handlerAdded(context: ChannelHandlerContext) {
        idleSince = context.eventLoop.now
        isCounted = connections.add()
        if isCounted {
            watch(context, until: idleSince + limits.idleTime)
        } else {
            phase = .refused
            setDeadline(context)
        }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        if isCounted { connections.remove() }
        isCounted = false
        idleTask?.cancel()
        deadline?.cancel()
    }

    // MARK: What arrives

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        idleSince = context.eventLoop.now
        let part = Self.unwrapInboundIn(data)
        switch phase {
        case .open: break
        case .closing: return drop(part, context)
        case .refused:
            guard case .head = part else { return }
            isArriving = true
            var problem = ProblemDetails(.serviceUnavailable, "\(limits.maximumConnections) connections are open, as many as may be")
            problem.headers[.retryAfter] = "1"
            return answer(problem, context)
        }
        switch part {
        case .head(let head):
            // Nobody answers what follows the last request.
            if isLast { return }
            unanswered += 1
            (isArriving, isHeldBack) = (true, Self.holdsBodyBack(head))
            length = head.headerFields[.contentLength].flatMap { Int($0) }
            isLast = head.headerFields[.connection]?.lowercased() == "close"
        case .body(let bytes):
            // Of a request that nobody answers.
            guard isArriving else { return }
            isHeldBack = false
            if unanswered == 0 { count(bytes, context) }
        case .end:
            guard isArriving else { return }
            (isArriving, isHeldBack) = (false, false)
            if unanswered == 0 { deadline?.cancel() }
        }
        context.fireChannelRead(data)
    }

    /// Drops what arrives after the last answer.
    private func drop(_ part: HTTPRequestPart, _ context: ChannelHandlerContext) {
        switch part {
        case .head: break
        case .body(let bytes): count(bytes, context)
        case .end:
            isArriving = false
            closeIfDone(context)
        }
    }

    /// Counts bytes that no route reads.
    private func count(_ bytes: ByteBuffer, _ context: ChannelHandlerContext) {
        refusedBytes += bytes.readableBytes
        if refusedBytes > limits.refusedBytes { context.close(promise: nil) }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        pausedSince = context.eventLoop.now
        context.fireChannelReadComplete()
        // The routes ask for nothing any more.
        if phase != .open { read(context: context) }
    }

    func read(context: ChannelHandlerContext) {
        // After the last request nothing is read before its answer.
        if phase == .open && isLast && !isArriving { return }
        if let pausedSince { idleSince = idleSince + (context.eventLoop.now - pausedSince) }
        pausedSince = nil
        context.read()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event as? ChannelEvent == .inputClosed {
            (isArriving, isHeldBack) = (false, false)
            if phase != .open { context.close(promise: nil) }
        }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch error {
        case let error as HTTPParserError where phase == .open && (unanswered > 0 || !isArriving):
            // The routes, or Hummingbird, answer it in its turn.
            parserError = error
            (isLast, isArriving, isHeldBack, length) = (true, true, false, nil)
            context.fireErrorCaught(error)
        case is HTTPParserError:
            // All that could be answered is.
            context.close(promise: nil)
        case ByteToMessageDecoderError.dataReceivedInErrorState(_, let bytes):
            idleSince = context.eventLoop.now
            count(bytes, context)
        default:
            context.fireErrorCaught(error)
        }
    }

    // MARK: What is answered

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        guard event is BodyIsWanted else { return context.triggerUserOutboundEvent(event, promise: promise) }
        // A sender that waits has no other request on its way.
        if isHeldBack && unanswered == 1 {
            isHeldBack = false
            idleSince = context.eventLoop.now
            context.writeAndFlush(Self.wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
        }
        promise?.succeed(())
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard phase == .open else {
            promise?.fail(ChannelError.ioOnClosedChannel)
            return
        }
        switch Self.unwrapOutboundIn(data) {
        case .head(let head) where head.status.kind != .informational:
            // What Hummingbird says of a request that is not HTTP.
            if let parserError, head.status == .badRequest, head.headerFields[.contentLength] == "0" {
                promise?.succeed(())
                return answer(Self.problem(parserError), context)
            }
            context.write(Self.wrapOutboundOut(.head(marked(head))), promise: promise)
        case .end:
            unanswered = max(unanswered - 1, 0)
            send(data, promise, context)
            if unanswered == 0 { end(context) }
        default:
            context.write(data, promise: promise)
        }
    }

    /// The head of an answer, which says whether it is the connection's last.
    private func marked(_ head: HTTPResponse) -> HTTPResponse {
        // One that is written before its request has arrived is the last request's.
        if isArriving && unanswered <= 1 {
            if isHeldBack || length.map({ $0 > limits.refusedBytes }) ?? true { isLast = true }
            isHeldBack = false
        }
        guard isLast && unanswered <= 1 else { return head }
        var head = head
        head.headerFields[.connection] = "close"
        return head
    }

    /// Writes the end of an answer.
    private func send(_ end: NIOAny, _ promise: EventLoopPromise<Void>?, _ context: ChannelHandlerContext) {
        unsent += 1
        idleSince = context.eventLoop.now
        let sent = promise ?? context.eventLoop.makePromise(of: Void.self)
        sent.futureResult.assumeIsolated().whenComplete { result in
            self.unsent -= 1
            self.idleSince = context.eventLoop.now
            if case .success = result { self.closeIfDone(context) }
        }
        context.write(end, promise: sent)
    }

    /// Goes on after the answer to the last request that has arrived, or is arriving.
    private func end(_ context: ChannelHandlerContext) {
        if isLast { phase = .closing }
        guard isArriving else { return }
        refusedBytes = 0
        setDeadline(context)
        if phase == .closing { read(context: context) }
    }

    /// Answers in place of the routes. The connection ends with it.
    private func answer(_ problem: ProblemDetails, _ context: ChannelHandlerContext) {
        (phase, isLast, unanswered) = (.closing, true, 0)
        guard let (written, content) = try? problem.written() else { return context.close(promise: nil) }
        var fields = written
        fields[.connection] = "close"
        context.write(Self.wrapOutboundOut(.head(HTTPResponse(status: problem.status, headerFields: fields))), promise: nil)
        context.write(Self.wrapOutboundOut(.body(content)), promise: nil)
        send(Self.wrapOutboundOut(.end(nil)), nil, context)
        context.flush()
        end(context)
    }

    private static func problem(_ error: HTTPParserError) -> ProblemDetails {
        if case .headerOverflow = error {
            return ProblemDetails(.requestHeaderFieldsTooLarge, "the request's header has too many bytes or fields")
        }
        return ProblemDetails(.badRequest, "the request is not HTTP/1.1")
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        idleSince = context.eventLoop.now
        context.fireChannelWritabilityChanged()
    }

    // MARK: Ends

    private func closeIfDone(_ context: ChannelHandlerContext) {
        if phase == .closing && !isArriving && unsent == 0 { context.close(promise: nil) }
    }

    /// Closes the connection after the time that a refused body is given.
    private func setDeadline(_ context: ChannelHandlerContext) {
        deadline?.cancel()
        deadline = context.eventLoop.assumeIsolated().scheduleTask(in: limits.refusedTime) { context.close(promise: nil) }
    }

    /// Whether the server can do nothing before the other side does something.
    private func isWaiting(_ context: ChannelHandlerContext) -> Bool {
        if unsent > 0 || !context.channel.isWritable { return true }
        if pausedSince != nil { return false }
        return unanswered == 0 || (isArriving && !isHeldBack)
    }

    private func watch(_ context: ChannelHandlerContext, until time: NIODeadline) {
        idleTask = context.eventLoop.assumeIsolated().scheduleTask(deadline: time) {
            let now = context.eventLoop.now
            let end = self.idleSince + self.limits.idleTime
            if !self.isWaiting(context) {
                self.watch(context, until: now + self.limits.idleTime)
            } else if end <= now {
                context.close(promise: nil)
            } else {
                self.watch(context, until: end)
            }
        }
    }
}

/// Counts the connections of a server.
final class ConnectionCount: Sendable {
    private let maximum: Int
    private let count = Mutex(0)

    init(_ maximum: Int) { self.maximum = maximum }

    /// Counts a connection, unless there are as many as may be.
    ///
    /// - Returns: Whether it counts.
    func add() -> Bool {
        count.withLock { count in
            guard count < maximum else { return false }
            count += 1
            return true
        }
    }

    func remove() { count.withLock { $0 -= 1 } }
}
#endif
