#if Server
import Hummingbird
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPTypes
import Synchronization
import Testing
import Yodel

@testable import YodelServer

/// A connection with a guard, whose time is the test's.
private final class GuardedConnection {
    private final class Flag: Sendable {
        let value = Mutex(false)
    }

    /// Takes what no route is told of.
    private final class LastHandler: ChannelInboundHandler {
        typealias InboundIn = HTTPRequestPart

        func errorCaught(context: ChannelHandlerContext, error: any Error) {}
    }

    /// Counts what is asked of the other side.
    private final class ReadCounter: ChannelOutboundHandler {
        typealias OutboundIn = Any
        var count = 0

        func read(context: ChannelHandlerContext) {
            count += 1
            context.read()
        }
    }

    let channel = EmbeddedChannel()
    private let counter = ReadCounter()
    private let flag = Flag()

    init(_ limits: ConnectionLimits = ConnectionLimits(), _ connections: ConnectionCount? = nil) throws {
        let connections = connections ?? ConnectionCount(limits.maximumConnections)
        try channel.pipeline.syncOperations.addHandlers([counter, ConnectionGuard(limits, connections), LastHandler()])
        channel.closeFuture.whenComplete { [flag] _ in flag.value.withLock { $0 = true } }
    }

    deinit { _ = try? channel.finish(acceptAlreadyClosed: true) }

    /// How often bytes were asked for.
    var reads: Int { counter.count }

    var isClosed: Bool {
        channel.embeddedEventLoop.run()
        return flag.value.withLock { $0 }
    }

    func wait(_ milliseconds: Int64) { channel.embeddedEventLoop.advanceTime(by: .milliseconds(milliseconds)) }

    /// Hands in a part, and asks for more, as Hummingbird does unless what has arrived waits to be read.
    func arrive(_ part: HTTPRequestPart, asksForMore: Bool = true) throws {
        try channel.writeInbound(part)
        if asksForMore { channel.read() }
    }

    /// A request's head.
    ///
    /// - Parameter length: The length of its body; nil: it comes in chunks.
    func head(_ length: String? = nil, fields: HTTPFields = [:], asksForMore: Bool = true) throws {
        var fields = fields
        if let length { fields[.contentLength] = length } else { fields[.transferEncoding] = "chunked" }
        let head = HTTPRequest(method: .post, scheme: "http", authority: "localhost", path: "/", headerFields: fields)
        try arrive(.head(head), asksForMore: asksForMore)
    }

    func body(_ count: Int) throws { try arrive(.body(ByteBuffer(repeating: 0x20, count: count))) }

    /// Writes an answer, as Hummingbird does.
    ///
    /// - Returns: The head that is sent.
    func answer(_ status: HTTPResponse.Status = .notFound) throws -> HTTPResponse {
        try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: status, headerFields: [.contentLength: "0"])))
        try channel.writeOutbound(HTTPResponsePart.end(nil))
        let head = try #require(try sent().first)
        return head
    }

    /// The heads that were sent since the last time.
    func sent() throws -> [HTTPResponse] {
        var heads: [HTTPResponse] = []
        while let part = try channel.readOutbound(as: HTTPResponsePart.self) {
            if case .head(let head) = part { heads.append(head) }
        }
        return heads
    }

    /// The parts that the routes got since the last time.
    func received() throws -> Int {
        var count = 0
        while try channel.readInbound(as: HTTPRequestPart.self) != nil { count += 1 }
        return count
    }
}

@Suite("Connections with limits")
struct ConnectionGuardTests {
    @Test(arguments: [nil, "10", "1048576", "1048577", "9223372036854775807", "9223372036854775808"] as [String?])
    func aRefusedBodyIsReadForAShortTime(length: String?) throws {
        let connection = try GuardedConnection()
        try connection.head(length)
        // Only a body that may still be read to its end leaves the connection open.
        #expect(try connection.answer().headerFields[.connection] == (length == "10" || length == "1048576" ? nil : "close"))
        // A byte now and then does not help.
        for _ in 0..<3 {
            connection.wait(600)
            #expect(!connection.isClosed)
            try connection.body(1)
        }
        connection.wait(200)
        #expect(connection.isClosed)
    }

    @Test func aRefusedBodyIsReadToABoundedLength() throws {
        var limits = ConnectionLimits()
        limits.refusedBytes = 100
        let connection = try GuardedConnection(limits)
        try connection.head()
        try connection.body(1_000)
        _ = try connection.answer()
        let received = try connection.received()
        #expect(received == 2)
        try connection.body(60)
        try connection.body(40)
        // The routes are done: they get nothing of it.
        #expect(try connection.received() == 0)
        #expect(!connection.isClosed)
        try connection.body(1)
        #expect(connection.isClosed)
    }

    @Test func aShortBodyThatArrivesLeavesTheConnectionOpen() throws {
        let connection = try GuardedConnection()
        try connection.head("10")
        #expect(try connection.answer(.tooManyRequests).headerFields[.connection] == nil)
        try connection.body(10)
        try connection.arrive(.end(nil))
        connection.wait(10_000)
        #expect(!connection.isClosed)
        try connection.head("0")
        try connection.arrive(.end(nil))
        #expect(try connection.answer(.ok).headerFields[.connection] == nil)
        #expect(try connection.received() == 5)
        #expect(!connection.isClosed)
    }

    @Test(arguments: ["close", "Close"])
    func aConnectionEndsWhereItsAnswerSaysSo(value: String) throws {
        let refused = try GuardedConnection()
        try refused.head()
        _ = try refused.answer()
        #expect(!refused.isClosed)
        try refused.arrive(.end(nil))
        #expect(refused.isClosed)

        let asked = try GuardedConnection()
        try asked.head("0", fields: [.connection: value])
        try asked.arrive(.end(nil))
        let reads = asked.reads
        // Nobody answers another request: none is read, and of one that has arrived with it the routes get nothing.
        try asked.head("5")
        try asked.body(5)
        try asked.arrive(.end(nil))
        #expect(try asked.received() == 2 && asked.reads == reads)
        #expect(try asked.answer(.ok).headerFields[.connection] == "close")
        #expect(asked.isClosed)
    }

    @Test func requestsThatFollowEachOtherAreAnsweredInTheirOrder() throws {
        let connection = try GuardedConnection()
        for _ in 0..<2 {
            try connection.head("5")
            try connection.body(5)
            try connection.arrive(.end(nil))
        }
        try connection.head("5000000")
        // The body that is still arriving is that of the third.
        #expect(try connection.answer(.ok).headerFields[.connection] == nil)
        #expect(try connection.answer(.ok).headerFields[.connection] == nil)
        #expect(try connection.answer().headerFields[.connection] == "close")
        #expect(try connection.received() == 7)
    }

    @Test func aConnectionThatSendsNothingIsClosed() throws {
        let silent = try GuardedConnection()
        silent.channel.read()
        silent.wait(29_999)
        #expect(!silent.isClosed)
        silent.wait(1)
        #expect(silent.isClosed)

        let slow = try GuardedConnection()
        try slow.head("100")
        for _ in 0..<3 {
            slow.wait(29_000)
            #expect(!slow.isClosed)
            try slow.body(1)
        }
        slow.wait(30_000)
        #expect(slow.isClosed)
    }

    @Test func aConnectionWhoseRequestIsWorkedOnIsNotIdle() throws {
        // All of the request has arrived.
        let complete = try GuardedConnection()
        try complete.head("0")
        try complete.arrive(.end(nil))
        complete.wait(1_000_000)
        #expect(!complete.isClosed)
        _ = try complete.answer(.ok)
        complete.wait(29_999)
        #expect(!complete.isClosed)
        complete.wait(1)
        #expect(complete.isClosed)

        // More of it waits to be read.
        let paused = try GuardedConnection()
        try paused.head("1000000", asksForMore: false)
        paused.wait(1_000_000)
        #expect(!paused.isClosed)
        paused.channel.read()
        paused.wait(29_999)
        #expect(!paused.isClosed)
        paused.wait(1)
        #expect(paused.isClosed)
    }

    @Test func aConnectionThatReadsNoAnswerIsClosed() throws {
        let connection = try GuardedConnection()
        try connection.head("0")
        try connection.arrive(.end(nil))
        connection.wait(100_000)
        connection.channel.isWritable = false
        connection.channel.pipeline.fireChannelWritabilityChanged()
        connection.wait(29_999)
        #expect(!connection.isClosed)
        connection.wait(1)
        #expect(connection.isClosed)
    }

    private static let expecting: HTTPFields = [.expect: "100-Continue"]

    @Test func aSenderThatWaitsIsToldToSendOnce() throws {
        let connection = try GuardedConnection()
        try connection.head("5", fields: Self.expecting)
        #expect(try connection.sent().isEmpty)
        // The server owes it an answer: it is not idle.
        connection.wait(100_000)
        for _ in 0..<2 { connection.channel.triggerUserOutboundEvent(ConnectionGuard.BodyIsWanted(), promise: nil) }
        #expect(try connection.sent().map(\.status) == [.continue])
        try connection.body(5)
        try connection.arrive(.end(nil))
        #expect(try connection.answer(.ok).headerFields[.connection] == nil)
        #expect(!connection.isClosed)
    }

    @Test func aSenderThatWaitsIsNotToldWhereItsBodyIsRefusedOrThere() throws {
        let refused = try GuardedConnection()
        try refused.head("5", fields: Self.expecting)
        // Whether the body comes after that, nobody knows.
        #expect(try refused.answer().headerFields[.connection] == "close")
        refused.channel.triggerUserOutboundEvent(ConnectionGuard.BodyIsWanted(), promise: nil)
        #expect(try refused.sent().isEmpty)

        let early = try GuardedConnection()
        try early.head("5", fields: Self.expecting)
        try early.body(1)
        early.channel.triggerUserOutboundEvent(ConnectionGuard.BodyIsWanted(), promise: nil)
        #expect(try early.sent().isEmpty)
    }

    @Test func connectionsBeyondTheLimitAreAnswered() throws {
        let connections = ConnectionCount(1)
        let first = try GuardedConnection(ConnectionLimits(), connections)
        for _ in 0..<3 {
            let second = try GuardedConnection(ConnectionLimits(), connections)
            try second.head("0")
            let answer = try #require(try second.sent().first)
            #expect(answer.status == .serviceUnavailable && answer.headerFields[.retryAfter] == "1")
            #expect(answer.headerFields[.contentType] == "application/problem+json" && answer.headerFields[.connection] == "close")
            #expect(try second.received() == 0)
            #expect(!second.isClosed)
            try second.arrive(.end(nil))
            #expect(second.isClosed)
        }
        let silent = try GuardedConnection(ConnectionLimits(), connections)
        silent.wait(2_000)
        #expect(silent.isClosed && !first.isClosed)
        // One that was refused does not count.
        first.wait(30_000)
        #expect(first.isClosed)
        let third = try GuardedConnection(ConnectionLimits(), connections)
        try third.head("0")
        #expect(try third.sent().isEmpty)
        #expect(try third.received() == 1)
    }

    @Test(arguments: [(.headerOverflow, 431), (.invalidMethod, 400)] as [(HTTPParserError, Int)])
    func whatIsNotHTTPIsAnsweredWithAProblem(error: HTTPParserError, status: Int) throws {
        let connection = try GuardedConnection()
        connection.channel.pipeline.fireErrorCaught(error)
        // What Hummingbird says.
        let fields: HTTPFields = [.connection: "close", .contentLength: "0"]
        try connection.channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .badRequest, headerFields: fields)))
        let answer = try #require(try connection.sent().first)
        #expect(answer.status.code == status && answer.headerFields[.contentType] == "application/problem+json")
        #expect(answer.headerFields[.connection] == "close")
        // What follows is dropped for a while.
        let rest = ByteToMessageDecoderError.dataReceivedInErrorState(error, ByteBuffer(repeating: 0x20, count: 1 << 20))
        connection.channel.pipeline.fireErrorCaught(rest)
        #expect(!connection.isClosed)
        connection.channel.pipeline.fireErrorCaught(ByteToMessageDecoderError.dataReceivedInErrorState(error, ByteBuffer(string: " ")))
        #expect(connection.isClosed)
    }

    @Test func aBodyThatBreaksOffEndsTheConnectionWithItsAnswer() throws {
        let connection = try GuardedConnection()
        try connection.head()
        connection.channel.pipeline.fireErrorCaught(HTTPParserError.invalidEOFState)
        connection.channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        #expect(!connection.isClosed)
        // The route's own answer is not another one's.
        let answer = HTTPResponse(status: .badRequest, headerFields: [.contentLength: "7"])
        try connection.channel.writeOutbound(HTTPResponsePart.head(answer))
        try connection.channel.writeOutbound(HTTPResponsePart.end(nil))
        #expect(try connection.sent().map { $0.headerFields[.contentLength] } == ["7"])
        #expect(connection.isClosed)
    }
}
#endif
