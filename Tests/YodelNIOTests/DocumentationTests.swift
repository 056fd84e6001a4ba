#if NIO
import Foundation
import NIOCore
import NIOEmbedded
import NIOPosix
import Testing
import Yodel
import YodelNIO

// The examples of YodelNIO's sources and of the article ServersAndNIO, compiled and run. A test fails when a line of them does not stand
// in this file.

private struct User: Model {
    var id = 0
}

private final class UserHandler: ChannelInboundHandler {
    typealias InboundIn = ModelMessage<User>
    typealias OutboundOut = User

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let message = Self.unwrapInboundIn(data)
        if let user = message.model {
            context.writeAndFlush(Self.wrapOutboundOut(user), promise: nil)
        }
        if let error = message.error {
            print("record \(message.number), line \(message.line): \(error)")
        }
    }
}

@Suite("Documentation of YodelNIO")
struct NIODocumentationTests {
    @Test func buffers() throws {
        let (decoder, encoder) = (ModelDecoder(), ModelEncoder())
        let user = try decoder.decode(User.self, from: ByteBuffer(string: #"{"id":7}"#))
        var buffer = ByteBuffer()
        try encoder.encode(user, into: &buffer)
        #expect(String(buffer: buffer) == #"{"id":7}"#)
        do {
            let user = try decoder.decode(User.self, from: buffer)
            #expect(user.id == 7)
        }
    }

    @Test func handlers() throws {
        let channel = EmbeddedChannel()
        let decoder = try ModelMessageDecoder(User.self, framing: .lines)
        try channel.pipeline.syncOperations.addHandler(ByteToMessageHandler(decoder))
        try channel.pipeline.syncOperations.addHandler(MessageToByteHandler(ModelMessageEncoder(User.self)))
        try channel.pipeline.syncOperations.addHandler(UserHandler())
        try channel.writeInbound(ByteBuffer(string: "{\"id\":7}\n{\n"))
        #expect(try channel.readOutbound(as: ByteBuffer.self) == ByteBuffer(string: "{\"id\":7}\n"))
        _ = try channel.finish()
    }

    @Test func aServer() async throws {
        let group = MultiThreadedEventLoopGroup.singleton
        let server = ServerBootstrap(group: group).childChannelInitializer { channel in
            channel.eventLoop.makeCompletedFuture {
                try channel.pipeline.syncOperations.addHandlers([
                    ByteToMessageHandler(try ModelMessageDecoder(User.self, framing: .lines)),
                    MessageToByteHandler(ModelMessageEncoder(User.self)),
                    UserHandler(),
                ])
            }
        }
        func serve(port: Int) async throws {
            let channel = try await server.bind(host: "127.0.0.1", port: port).get()
            if port == 0 { channel.close(promise: nil) }
            try await channel.closeFuture.get()
        }
        try await serve(port: 0)
    }

    @Test func everyExampleStandsHere() throws {
        let here = URL(fileURLWithPath: #filePath)
        let root = here.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let compiled = try String(contentsOf: here, encoding: .utf8).split(separator: "\n").map(code).joined(separator: "\n")
        let sources = root.appendingPathComponent("Sources/YodelNIO")
        var checked = 0
        for file in try FileManager.default.contentsOfDirectory(atPath: sources.path) where file.hasSuffix(".swift") {
            let text = try String(contentsOf: sources.appendingPathComponent(file), encoding: .utf8)
            let isGuarded = text.hasPrefix("#if NIO\n") || text.hasPrefix("#if !NIO\n")
            #expect(isGuarded && text.hasSuffix("#endif\n"), "\(file) is not empty without the trait")
            let comments = text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { $0.hasPrefix("///") }
            checked += check(comments.map { $0.dropFirst(3).trimmingCharacters(in: .whitespaces) }, "```swift", in: compiled, file)
        }
        let article = try String(
            contentsOf: root.appendingPathComponent("Sources/Yodel/Yodel.docc/Articles/ServersAndNIO.md"), encoding: .utf8)
        let start = try #require(article.range(of: "\n## SwiftNIO")).upperBound
        let end = try #require(article.range(of: "\n## ", range: start..<article.endIndex)).lowerBound
        checked += check(article[start..<end].split(separator: "\n").map(String.init), "```swift", in: compiled, "ServersAndNIO.md")
        #expect(checked > 12)
    }

    /// Checks the blocks that a line begins, and counts their lines.
    private func check(_ lines: [String], _ fence: String, in compiled: String, _ file: String) -> Int {
        var isExample = false
        var checked = 0
        for line in lines {
            if line.hasPrefix("```") {
                isExample = line == fence
            } else if isExample, line.hasPrefix(".") {
                isExample = false  // a part of a manifest
            } else if isExample, !code(line).isEmpty {
                checked += 1
                #expect(compiled.contains(code(line)), "\(file) is not compiled: \(line)")
            }
        }
        return checked
    }

    /// A line without its comment and the space around it.
    private func code(_ line: some StringProtocol) -> String {
        line.components(separatedBy: " // ")[0].components(separatedBy: "  //")[0].trimmingCharacters(in: .whitespaces)
    }
}
#endif
