#if Server
import Hummingbird
import HummingbirdTesting
import NIOCore
import Synchronization
import Testing
import Yodel
import YodelIngest
import YodelServer

@Suite("Receivers")
struct IngestReceiverTests {
    private static let text = """
        {"id":1,"name":"Grüße, 世界 😀"}
        {"id":2,"age":"old"}

        {"id":3,"name":"\\ud83d\\ude00 ä"}\r
        nothing
        {"id":4,"name":"last"}
        """

    private func receipt(_ size: Int, _ compression: BodyCompression?) async throws -> (receipt: IngestReceipt, names: [String]) {
        let folder = try TemporaryFolder()
        let receiver = IngestReceiver(Item.self, into: SQLiteSink(Item.self, path: folder("db")))
        try await receiver.open()
        let receipt = try await receiver.receive(chunks(pack(Self.text, compression), of: size), named: "body", compression: compression)
        try await receiver.close()
        return (receipt, try Content(folder("db")).texts("SELECT name FROM items ORDER BY id"))
    }

    @Test(arguments: [nil, BodyCompression.gzip, .zstd])
    func chunksOfAnySizeAreTheBody(compression: BodyCompression?) async throws {
        let whole = try await receipt(Int.max / 2, compression)
        #expect(whole.names == ["Grüße, 世界 😀", "😀 ä", "last"] && whole.receipt.rejects == 2 && whole.receipt.source == "body")
        #expect(whole.receipt.problems.map(\.line) == [2, 5])
        // Chunks of one byte are cut in every letter and in every record.
        for size in 1...31 {
            let pieces = try await receipt(size, compression)
            #expect(pieces.receipt == whole.receipt && pieces.names == whole.names, "chunks of \(size)")
        }
    }

    @Test func buffersAreTaken() async throws {
        let sink = TestSink()
        let receiver = IngestReceiver(Entry.self, into: sink)
        try await receiver.open()
        let receipt = try await receiver.receive(chunks(Array(lines(1...10).utf8), of: 7).map { ByteBuffer(bytes: $0) }, named: "buffers")
        #expect(receipt.rows == 10)
        #expect(await sink.ids == Array(1...10))
        #expect(receiver.summary.rows == 10)
        try await receiver.close()
    }

    private final class Flag: Sendable {
        let hasClosed = Mutex(false)
    }

    @Test func closingWaitsForBodiesAtHand() async throws {
        let sink = TestSink(isHeld: true)
        let receiver = IngestReceiver(Entry.self, into: sink)
        try await receiver.open()
        async let receipt = receiver.receive(chunks(Array(lines([1]).utf8), of: 100), named: "first")
        await sink.isEntered()
        let flag = Flag()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await receiver.close()
                flag.hasClosed.withLock { $0 = true }
            }
            // A sender that comes while the receiver closes.
            while true {
                do {
                    _ = try await receiver.receive(chunks([], of: 1), named: "later")
                    await Task.yield()
                } catch let error as ReceivingError {
                    #expect(error.kind == .closed)
                    break
                }
            }
            #expect(await !receiver.isReady)
            #expect(await !sink.isClosed)
            #expect(!flag.hasClosed.withLock { $0 })
            await sink.letGo()
            try await group.waitForAll()
        }
        #expect(try await receipt.rows == 1)
        #expect(await sink.isClosed)
        #expect(await sink.ids == [1])
        await #expect(throws: ReceivingError.self) { try await receiver.open() }
    }

    @Test func aBodyWhoseSenderFailsIsDamaged() async throws {
        struct Gone: Error {}
        let sink = TestSink()
        let receiver = IngestReceiver(Entry.self, into: sink)
        try await receiver.open()
        let stream = AsyncThrowingStream<[UInt8], any Error> { continuation in
            continuation.yield(Array("{\"id\":1}\n{\"id\":".utf8))
            continuation.finish(throwing: Gone())
        }
        let error = await #expect(throws: ReceivingError.self) { try await receiver.receive(stream, named: "gone") }
        #expect(error?.kind == .damaged && error?.underlying is Gone)
        try await receiver.close()
        // The body may come again: what had no end of line is neither row nor reject.
        #expect(await sink.ids.count == error?.receipt.rows)
    }

    @Test func limitsWithoutMeaningAreRefused() async throws {
        let receiver = IngestReceiver(Entry.self, into: TestSink())
        try await receiver.open()
        var limits = BodyLimits()
        limits.maximumSeconds = .nan
        let error = await #expect(throws: IngestError.self) { try await receiver.receive(chunks([], of: 1), named: "", limits: limits) }
        #expect(error?.kind == .declaration)
        try await receiver.close()
    }

    /// Counts what a database is called with. The first call takes so long that others come in the meantime.
    private actor GroupCounter: GroupIngestSink {
        let base: SQLiteSink
        private(set) var groups: [Int] = []

        init(_ base: SQLiteSink) { self.base = base }

        func open(_ fields: [ColumnField]) async throws { try await base.open(fields) }
        func places() async throws -> [IngestPlace] { try await base.places() }
        func close() async throws { try await base.close() }
        func write(_ batch: IngestBatch) async throws { try await write([batch]) }

        func write(_ batches: [IngestBatch]) async throws {
            if groups.isEmpty { try await Task.sleep(for: .milliseconds(100)) }
            groups.append(batches.count)
            try await base.write(batches)
        }
    }

    @Test func manyBodiesAtOnceAreInOnce() async throws {
        let folder = try TemporaryFolder()
        let sink = GroupCounter(SQLiteSink(Entry.self, path: folder("db")))
        let receiver = IngestReceiver(Entry.self, into: sink)
        try await receiver.open()
        try await application(receiver).test(.router) { client in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for sender in 0..<32 {
                    group.addTask {
                        for body in 0..<50 {
                            let first = (sender * 50 + body) * 3
                            let response = try await client.send(lines(first..<first + 3).utf8)
                            #expect(response.status == .ok)
                            #expect(try response.json(ReceiptText.self).rows == 3)
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
        try await receiver.close()
        #expect(try Content(folder("db")).ids("entries") == Array(0..<4_800))
        let groups = await sink.groups
        #expect(groups.reduce(0, +) == 1_600 && groups.max() ?? 0 > 1)
    }
}
#endif
