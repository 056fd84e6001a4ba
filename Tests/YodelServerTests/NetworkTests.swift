#if Server && Ingest
import NIOCore
import NIOPosix
import Testing
import Yodel
import YodelIngest

@Suite("Connections that are ingested")
struct NetworkTests {
    @Test func linesOfAConnectionAreInWhileItStaysOpen() async throws {
        let folder = try TemporaryFolder()
        let receiver = IngestReceiver(Entry.self, into: SQLiteSink(Entry.self, path: folder("db")))
        try await receiver.open()
        let server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup).bind(host: "127.0.0.1", port: 0) { channel in
            channel.eventLoop.makeCompletedFuture { try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel) }
        }
        let content = try Content(folder("db"))
        try await withThrowingTaskGroup(of: IngestReceipt?.self) { group in
            group.addTask {
                try await server.executeThenClose { connections in
                    for try await connection in connections {
                        return try await connection.executeThenClose { inbound, _ in
                            try await receiver.receive(inbound, named: "feed", limits: .none, isLive: true)
                        }
                    }
                    return nil
                }
            }
            let address = try #require(server.channel.localAddress)
            let client = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup).connect(to: address).get()
            for id in 1...5 {
                try await client.writeAndFlush(ByteBuffer(string: lines([id])))
                // It is in before anything else is sent.
                while try content.ids("entries") != Array(1...id) { await Task.yield() }
            }
            try await client.writeAndFlush(ByteBuffer(string: "no entry\n{\"id\":6}"))
            try await client.close()
            let receipt = try #require(try await group.next() ?? nil)
            #expect(receipt.rows == 6 && receipt.rejects == 1 && receipt.problems.map(\.line) == [6])
        }
        try await receiver.close()
        #expect(try content.ids("entries") == Array(1...6))
        #expect(try content.texts("SELECT source || ' ' || raw FROM rejects") == ["feed no entry"])
    }
}
#endif
