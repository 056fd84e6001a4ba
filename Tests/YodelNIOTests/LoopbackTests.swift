#if NIO
import NIOCore
import NIOPosix
import Testing
import Yodel
import YodelNIO

// A server and a client over a real connection: the client sends lines cut at random, the server answers each model with a line of its own.

@Suite("Over loopback")
struct LoopbackTests {
    /// Notes each message, sends each model back, and hands in its notes when no more come.
    private final class Echo: ChannelInboundHandler {
        typealias InboundIn = ModelMessage<Item>
        typealias OutboundOut = Item

        private var lines: [String] = []
        private let done: EventLoopPromise<[String]>

        init(_ done: EventLoopPromise<[String]>) { self.done = done }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let message = Self.unwrapInboundIn(data)
            lines.append(describe(message))
            if let item = message.model { context.write(Self.wrapOutboundOut(item), promise: nil) }
        }

        func channelReadComplete(context: ChannelHandlerContext) { context.flush() }

        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            guard event as? ChannelEvent == .inputClosed else { return }
            done.succeed(lines)
            context.flush()
            context.close(promise: nil)
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            done.fail(error)
            context.close(promise: nil)
        }

        func channelInactive(context: ChannelHandlerContext) { done.succeed(lines) }
    }

    /// Gathers what the server sends.
    private final class Gather: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        private var bytes = ByteBuffer()
        private let done: EventLoopPromise<ByteBuffer>

        init(_ done: EventLoopPromise<ByteBuffer>) { self.done = done }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            var chunk = Self.unwrapInboundIn(data)
            bytes.writeBuffer(&chunk)
        }

        func channelInactive(context: ChannelHandlerContext) { done.succeed(bytes) }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            done.fail(error)
            context.close(promise: nil)
        }
    }

    /// A stream of lines with faults, and what is to come of it.
    private struct Traffic {
        var bytes: [UInt8] = []
        var expected: [String] = []
        var answer = ""
        private var line = 1

        init(_ count: Int, limit: Int, _ random: inout SeededGenerator) {
            for number in 1...count {
                let isLast = number == count
                let item = Item(id: number, name: String(repeating: "é", count: Int.random(in: 0...100, using: &random)))
                let name = item.name
                var (text, outcome) = ("{\"id\":\(number),\"name\":\"\(name)\"}", "\(number) \(name)")
                switch isLast ? 0 : Int.random(in: 0..<20, using: &random) {
                case 0: break
                case 1: (text, outcome) = ("{\"id\":\(number),}", "unexpectedByte")
                case 2: (text, outcome) = ("{\"id\":\"\(name)x\"}", "typeMismatch")
                case 3: (text, outcome) = ("{\"id\":\(number)", "unexpectedEnd")
                case 4:
                    let length = Int.random(in: limit + 1...limit * 20, using: &random)
                    (text, outcome) = (String(repeating: "[", count: length), "recordLimit")
                default: break
                }
                if Int.random(in: 0..<10, using: &random) == 0 { endLine("\r\n") }
                expected.append("#\(number) line \(line) byte \(bytes.count)+\(text.utf8.count) \(outcome)")
                if outcome.hasPrefix("\(number)") { answer += "{\"id\":\(number),\"name\":\"\(name)\"}\n" }
                bytes += Array(text.utf8)
                if !isLast { endLine(Bool.random(using: &random) || outcome == "recordLimit" ? "\n" : "\r\n") }
            }
        }

        private mutating func endLine(_ text: String) {
            bytes += Array(text.utf8)
            line += 1
        }
    }

    /// Runs a server for one connection and a client that sends chunks to it.
    private func exchange(
        _ chunks: [ArraySlice<UInt8>], reading: ReadingOptions
    ) async throws -> (messages: Result<[String], any Error>, answer: ByteBuffer) {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 2)
        let messages = group.next().makePromise(of: [String].self)
        let answer = group.next().makePromise(of: ByteBuffer.self)
        let server = try await ServerBootstrap(group: group)
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let decoder = try ModelMessageDecoder(Item.self, options: .strict, reading: reading)
                    try channel.pipeline.syncOperations.addHandlers(
                        ByteToMessageHandler(decoder), MessageToByteHandler(ModelMessageEncoder(Item.self)), Echo(messages))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let client = try await ClientBootstrap(group: group)
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
            .channelOption(.allowRemoteHalfClosure, value: false)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(Gather(answer)) }
            }
            .connect(to: server.localAddress!).get()
        for chunk in chunks {
            // The server closes while the client still sends, if it is to abort.
            do { try await client.writeAndFlush(ByteBuffer(bytes: chunk)) } catch { break }
        }
        try? await client.close(mode: .output)
        let result: Result<[String], any Error>
        do { result = .success(try await messages.futureResult.get()) } catch { result = .failure(error) }
        let bytes = (try? await answer.futureResult.get()) ?? ByteBuffer()
        try await server.close()
        try await group.shutdownGracefully()
        return (result, bytes)
    }

    private func cut(_ bytes: [UInt8], _ longest: Int, _ random: inout SeededGenerator) -> [ArraySlice<UInt8>] {
        var chunks: [ArraySlice<UInt8>] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            chunks.append(rest.prefix(Int.random(in: 1...longest, using: &random)))
            rest = rest.dropFirst(chunks[chunks.count - 1].count)
        }
        return chunks
    }

    @Test(
        .timeLimit(.minutes(40)),
        arguments: [(1, 200, 3), (2, 2_000, 100), (3, 5_000, 5_000), (4, 5_000, 200_000)] as [(UInt64, Int, Int)])
    func everythingArrives(_ seed: UInt64, _ count: Int, _ longest: Int) async throws {
        var random = SeededGenerator(seed)
        var reading = ReadingOptions()
        reading.maximumRecordBytes = 512
        let traffic = Traffic(count, limit: 512, &random)
        let (messages, answer) = try await exchange(cut(traffic.bytes, longest, &random), reading: reading)
        let lines = try messages.get()
        #expect(lines.count == traffic.expected.count)
        for (line, expected) in zip(lines, traffic.expected) where line != expected {
            Issue.record("\(line) is not \(expected)")
            break
        }
        #expect(String(buffer: answer) == traffic.answer)
        #expect(lines.contains { $0.hasSuffix("recordLimit") } && lines.contains { $0.hasSuffix("unexpectedByte") })
    }

    @Test(.timeLimit(.minutes(40)))
    func anAbortClosesTheConnection() async throws {
        var random = SeededGenerator(5)
        var reading = ReadingOptions()
        reading.onFailure = .abort
        let bytes = Array("{\"id\":1,\"name\":\"\"}\n{\"id\":}\n".utf8) + Array(repeating: UInt8(ascii: "\n"), count: 10_000)
        let (messages, answer) = try await exchange(cut(bytes, 100, &random), reading: reading)
        let error = #expect(throws: ModelError.self) { try messages.get() }
        #expect(error?.line == 2 && error?.offset == 25)
        #expect(answer.readableBytes == 0 || String(buffer: answer) == "{\"id\":1,\"name\":\"\"}\n")
    }
}
#endif
