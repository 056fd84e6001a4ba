#if Server && Ingest
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

    @Test(arguments: [nil, BodyCompression.gzip])
    func anArrayInPiecesOfAnySizeIsTaken(compression: BodyCompression?) async throws {
        for size in [1, 7, 1000] {
            let sink = TestSink()
            let receiver = IngestReceiver(Entry.self, into: sink)
            try await receiver.open()
            let body = pack("[{\"id\":1},\n{\"id\":2},{\"id\":3}]\n", compression)
            let receipt = try await receiver.receive(chunks(body, of: size), named: "array", compression: compression)
            try await receiver.close()
            #expect(receipt.rows == 3 && receipt.rejects == 0, "\(receipt)")
            #expect(await sink.ids == [1, 2, 3])
        }
    }

    @Test(arguments: ["{\"id\":1,\"na\n", "{\"id\":\n", "no json at all\n", "x\n"])
    func linesStayLinesThoughTheFirstIsBroken(first: String) async throws {
        for size in [1, 7, 1000] {
            let sink = TestSink()
            let receiver = IngestReceiver(Entry.self, into: sink)
            try await receiver.open()
            let body = Array((first + "{\"id\":2}\nno json at all\n{\"id\":3}\n").utf8)
            let receipt = try await receiver.receive(chunks(body, of: size), named: "lines")
            try await receiver.close()
            #expect(receipt.rows == 2 && receipt.rejects == 2, "pieces of \(size): \(receipt)")
            #expect(await sink.ids == [2, 3])
        }
    }

    @Test func anArrayThatIsCutOffIsDamaged() async throws {
        let receiver = IngestReceiver(Entry.self, into: TestSink())
        try await receiver.open()
        do {
            _ = try await receiver.receive(chunks(Array("[{\"id\":1},{\"id".utf8), of: 100), named: "array")
            Issue.record("no error")
        } catch let error as ReceivingError {
            #expect(error.kind == .damaged, "\(error)")
        }
        try await receiver.close()
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

    @Test func aLiveBodyIsInLineByLine() async throws {
        let sink = TestSink()
        let receiver = IngestReceiver(Entry.self, into: sink)
        try await receiver.open()
        let (stream, sender) = AsyncStream<[UInt8]>.makeStream()
        async let receipt = receiver.receive(stream, named: "feed", limits: .none, isLive: true)
        // An unfinished line is left until it is finished.
        for (piece, ids) in [("{\"id\":1}\n{\"i", [1]), ("d\":2}\nx\n", [1, 2]), ("{\"id\":3}\n", [1, 2, 3])] {
            sender.yield(Array(piece.utf8))
            while await sink.ids != ids { await Task.yield() }
        }
        sender.yield(Array("{\"id\":4}".utf8))
        sender.finish()
        let result = try await receipt
        #expect(result.rows == 4 && result.rejects == 1)
        #expect(await sink.ids == [1, 2, 3, 4])
        try await receiver.close()
    }

    @Test func sourcesAreNotCountedOneByOne() async throws {
        let receiver = IngestReceiver(Entry.self, into: TestSink())
        try await receiver.open()
        for body in 0..<10 { _ = try await receiver.receive(chunks(Array(lines([body]).utf8), of: 100), named: "body \(body)") }
        // As many names as bodies would take memory for ever.
        #expect(receiver.summary.rows == 10 && receiver.summary.batches == 10 && receiver.summary.recordsBySource.isEmpty)
        try await receiver.close()
    }

    @Test(arguments: BodyCompression.allCases, [1, 2, 3, 100_000])
    func compressionThatIsNotSaidIsRefused(compression: BodyCompression, size: Int) async throws {
        let sink = TestSink()
        let receiver = IngestReceiver(Entry.self, into: sink)
        try await receiver.open()
        let error = await #expect(throws: ReceivingError.self) {
            try await receiver.receive(chunks(pack(lines(1...100), compression), of: size), named: "body")
        }
        #expect(error?.kind == .damaged && error?.message == "the body is compressed by \(compression), which its sender does not say")
        #expect(await sink.groups.isEmpty)
        try await receiver.close()
    }

    @Test func aFrameThatAsksForALargeWindowIsRefused() async throws {
        let receiver = IngestReceiver(Entry.self, into: TestSink())
        try await receiver.open()
        // A frame with a window of 16 MiB and an empty last block (RFC 8878).
        func frame(windowBits: UInt8) -> [UInt8] { [0x28, 0xB5, 0x2F, 0xFD, 0x00, (windowBits - 10) << 3, 0x01, 0x00, 0x00] }
        let taken = try await receiver.receive(chunks(frame(windowBits: 23), of: 100), named: "body", compression: .zstd)
        #expect(taken.rows == 0)
        let error = await #expect(throws: ReceivingError.self) {
            try await receiver.receive(chunks(frame(windowBits: 24), of: 100), named: "body", compression: .zstd)
        }
        #expect(error?.kind == .damaged)
        try await receiver.close()
    }

    @Test func rejectsOfABatchHaveABound() async throws {
        let sink = TestSink()
        let receiver = IngestReceiver(Entry.self, into: sink)
        try await receiver.open()
        // 10 MB of records that are none.
        let body = Array(String(repeating: String(repeating: "x", count: 99_999) + "\n", count: 100).utf8)
        let receipt = try await receiver.receive(chunks(body, of: 64_000), named: "body")
        #expect(receipt.rejects == 100)
        #expect(await sink.groups.count == 5)
        try await receiver.close()
    }

    @Test func aSmallBodyDoesNotBecomeMillionsOfRejects() async throws {
        let receiver = IngestReceiver(Entry.self, into: TestSink())
        try await receiver.open()
        // 4 KB that become two million records, none of them one.
        let bomb = pack(String(repeating: "x\n", count: 2_000_000), .gzip)
        #expect(bomb.count < 8_192)
        let error = await #expect(throws: ReceivingError.self) {
            try await receiver.receive(chunks(bomb, of: 64), named: "bomb", compression: .gzip)
        }
        #expect(error?.kind == .tooManyRejects && (error?.receipt.rejects ?? .max) <= 10_000, "\(String(describing: error))")
        // The memory and the disk that it took are those of the limit; the rest was not read.
        #expect(receiver.summary.rejects == error?.receipt.rejects && receiver.summary.bytes <= 20_000)
        try await receiver.close()
    }

    @Test(arguments: [(0, 0), (0, 1), (3, 3), (3, 4)])
    func aBodyHasAsManyRejectsAsMayBe(maximum: Int, count: Int) async throws {
        let receiver = IngestReceiver(Entry.self, into: TestSink())
        try await receiver.open()
        var limits = BodyLimits()
        limits.maximumRejects = maximum
        let body = Array((String(repeating: "x\n", count: count) + lines([1])).utf8)
        if count <= maximum {
            #expect(try await receiver.receive(chunks(body, of: 3), named: "body", limits: limits).rejects == count)
        } else {
            let error = await #expect(throws: ReceivingError.self) {
                try await receiver.receive(chunks(body, of: 3), named: "body", limits: limits)
            }
            #expect(error?.kind == .tooManyRejects)
        }
        // A feed has no such limit, but that of the receiver's options.
        #expect(try await receiver.receive(chunks(body, of: 3), named: "feed", limits: .none).rejects == count)
        try await receiver.close()
    }

    @Test func rejectsThatWereNotWrittenDoNotCount() async throws {
        let sink = TestSink(failures: 1)
        let receiver = IngestReceiver(Entry.self, into: sink, maximumRejects: 1)
        try await receiver.open()
        for expected in [nil, 1, nil] as [Int?] {
            // The sink fails, and works; then there are as many as may be.
            let receipt = try? await receiver.receive(chunks(Array("x\n".utf8), of: 2), named: "body")
            #expect(receipt?.rejects == expected)
        }
        #expect(await sink.groups == [1])
        try await receiver.close()
    }

    /// A sink whose first write lasts until a time.
    private actor SlowSink: IngestSink {
        private let end: ContinuousClock.Instant
        private(set) var writes = 0

        init(until end: ContinuousClock.Instant) { self.end = end }

        func open(_ fields: [ColumnField]) {}
        func places() -> [IngestPlace] { [] }
        func close() {}

        func write(_ batch: IngestBatch) async {
            writes += 1
            while ContinuousClock.now < end { await Task.yield() }
        }
    }

    @Test func theTimeOfABodyIsThatOfTheWorkToo() async throws {
        var options = IngestOptions()
        options.maximumRows = 1
        var limits = BodyLimits()
        limits.maximumSeconds = 0.05
        let sink = SlowSink(until: ContinuousClock.now + .milliseconds(200))
        let receiver = IngestReceiver(Entry.self, into: sink, options: options)
        try await receiver.open()
        // All of it arrives at once.
        let error = await #expect(throws: ReceivingError.self) {
            try await receiver.receive(chunks(Array(lines(1...10).utf8), of: 1_000), named: "body", limits: limits)
        }
        #expect(error?.kind == .tooSlow)
        #expect(await sink.writes <= 1)
        #expect(await error?.receipt.rows == sink.writes)
        try await receiver.close()
    }

    /// A sink that refuses to be opened again.
    private actor BrokenSink: GroupIngestSink {
        struct Broken: Error {}
        private(set) var opened = 0
        private(set) var writes = 0

        func open(_ fields: [ColumnField]) throws {
            opened += 1
            if opened > 1 { throw Broken() }
        }
        func places() -> [IngestPlace] { [] }
        func close() {}
        func write(_ batch: IngestBatch) async throws { try await write([batch]) }
        func write(_ batches: [IngestBatch]) async throws {
            writes += 1
            // Others come in the meantime.
            try await Task.sleep(for: .milliseconds(100))
            throw Broken()
        }
    }

    @Test func aSinkThatIsBrokenIsTriedOnceForAllThatWait() async throws {
        let sink = BrokenSink()
        let receiver = IngestReceiver(Entry.self, into: sink)
        try await receiver.open()
        await withTaskGroup(of: Void.self) { group in
            for body in 0..<20 {
                group.addTask {
                    let error = await #expect(throws: ReceivingError.self) {
                        try await receiver.receive(chunks(Array(lines([body]).utf8), of: 100), named: "body")
                    }
                    // A sink's own error is not the sender's.
                    #expect(error?.kind == .sink && error?.message.hasPrefix("the sink has failed: ") == true)
                }
            }
        }
        #expect(await sink.writes == 1)
        #expect(await sink.opened < 20)
        try await receiver.close()
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
