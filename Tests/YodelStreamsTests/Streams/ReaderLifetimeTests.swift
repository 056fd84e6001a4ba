import Testing

@testable import Yodel
@testable import YodelTestSupport

private struct Stop: Error {}

// A part of the suite that counts the same objects: so none of these tests runs beside one of that suite.
extension LifetimeTests {
    @Suite struct ReaderLifetimeTests {
        private static let node = String(decoding: document.map { $0 == 0x0A ? 0x20 : $0 }, as: UTF8.self)
        /// Sound records, some that fail late, and one that is cut off.
        private static let records = [
            node, String(node.dropLast(2)) + "?}", #"{"next":{"list":[{},{}]},"number":"#, node, #"{"owns":[{"number":1},{"number":-1}]}"#,
            "7",
            node,
        ]
        private static let framed: [(FramedText, [UInt8])] = [0, 3, 5, 7, 8].map { index in
            let framed = FramedText.all[index]
            // Only what a line feed or a separator ends may be cut off.
            let isClosed = framed.framing != .lines && framed.framing != .sequence
            return (framed, framed.bytes(isClosed ? records.map { $0.hasSuffix(":") ? $0 + "}" : $0 } : records))
        }

        init() { #expect(Tracked.living == 0) }

        /// Reads in chunks; what the closure or the reader throws ends it.
        private func run(
            _ framing: Framing, _ bytes: ArraySlice<UInt8>, _ policy: ReadingOptions.FailurePolicy = .deliver, size: Int,
            finishes: Bool = true,
            each: (borrowing ModelRecord<TrackedNode>) throws -> Void
        ) {
            var reading = ReadingOptions()
            reading.onFailure = policy
            do {
                var reader = try ModelReader(TrackedNode.self, framing: framing, options: .strict, reading: reading)
                for start in stride(from: bytes.startIndex, to: bytes.endIndex, by: size) {
                    try reader.read(Array(bytes[start..<min(start + size, bytes.endIndex)])) { record in try each(record) }
                }
                if finishes { try reader.finish { record in try each(record) } }
            } catch {}
        }

        @Test(arguments: [7, 64, 1_000_000])
        func modelsLiveAsLongAsTheyAreKept(size: Int) {
            for (framed, bytes) in Self.framed {
                do {
                    var kept: [TrackedNode] = []
                    run(framed.framing, bytes[...], size: size) { record in if let node = record.model { kept.append(node) } }
                    #expect(kept.count >= 1 && Tracked.living > 50 * kept.count)
                    let living = Tracked.living / kept.count
                    kept.removeLast()
                    #expect(Tracked.living == living * kept.count)
                }
                #expect(Tracked.living == 0, "\(framed)")
            }
        }

        @Test(arguments: [ReadingOptions.FailurePolicy.deliver, .skip, .collect, .abort], [5, 1_000_000])
        func nothingIsLeftOfRecordsThatFail(policy: ReadingOptions.FailurePolicy, size: Int) {
            for (framed, bytes) in Self.framed {
                var count = 0
                let before = Tracked.total
                run(framed.framing, bytes[...], policy, size: size) { _ in count += 1 }
                #expect(Tracked.living == 0, "\(framed)")
                #expect(Tracked.total > before + 50 && count >= 1)
            }
        }

        /// An early break: the consumer throws, with the models so far in its hands and the one of this record.
        @Test(arguments: [3, 200, 1_000_000])
        func aConsumerThatThrows(size: Int) {
            for (framed, bytes) in Self.framed {
                for stop in 1...Self.records.count {
                    do {
                        var kept: [TrackedNode] = []
                        run(framed.framing, bytes[...], size: size) { record in
                            if let node = record.model { kept.append(node) }
                            if record.number == stop { throw Stop() }
                        }
                        #expect(kept.count <= stop)
                    }
                    #expect(Tracked.living == 0, "\(framed), stopped at \(stop)")
                }
            }
        }

        /// The reader is let go in the midst of a record, anywhere.
        @Test(arguments: [13, 1_000_000])
        func anAbandonedReader(size: Int) {
            for (framed, bytes) in Self.framed {
                // Odd, so that every second reader finishes.
                for end in stride(from: 0, through: bytes.count, by: triesFewerCases ? 205 : 41) {
                    run(framed.framing, bytes[..<end], size: size, finishes: end % 2 == 0) { _ in }
                    #expect(Tracked.living == 0, "\(framed), let go after \(end)")
                }
            }
        }

        @Test func aReaderThatGoesOnElsewhere() throws {
            let (framed, bytes) = Self.framed[0]
            var reader = try ModelReader(TrackedNode.self, framing: framed.framing)
            #expect(throws: Stop.self) { try reader.read(bytes) { record in if record.number == 4 { throw Stop() } } }
            #expect(Tracked.living == 0)
            do {
                var next = try ModelReader(TrackedNode.self, framing: framed.framing, from: reader.position)
                var kept: [TrackedNode] = []
                try next.read(Array(bytes[reader.position.offset...])) { record in if let node = record.model { kept.append(node) } }
                try next.finish { _ in }
                #expect(kept.count >= 2 && Tracked.living > 0)
            }
            #expect(Tracked.living == 0)
        }

        /// A task is cancelled while it reads; its consumer sees it and throws.
        @Test func aCancelledTask() async throws {
            let (framed, bytes) = Self.framed[0]
            let task = Task { () -> Int in
                var count = 0
                var kept: [TrackedNode] = []
                var reader = try ModelReader(TrackedNode.self, framing: framed.framing)
                while true {
                    for start in stride(from: 0, to: bytes.count, by: 100) {
                        try reader.read(Array(bytes[start..<min(start + 100, bytes.count)])) { record in
                            count += 1
                            if let node = record.model, kept.count < 10 { kept.append(node) }
                            if count == 5 { withUnsafeCurrentTask { $0?.cancel() } }
                            try Task.checkCancellation()
                        }
                    }
                }
            }
            await #expect(throws: CancellationError.self) { _ = try await task.value }
            #expect(Tracked.living == 0)
        }

        /// A model is moved out of its record; the record leaves nothing behind.
        @Test func aModelThatIsTaken() throws {
            do {
                var taken: TrackedNode?
                var reader = try ModelReader(TrackedNode.self, framing: .values)
                try reader.read(Array((Self.node + " {} ").utf8)) { record in if record.number == 1 { taken = try record.get() } }
                #expect(taken?.owns.count == 2 && Tracked.living > 50)
            }
            #expect(Tracked.living == 0)
        }
    }
}
