import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

@Suite struct ModelFileTests {
    private func read(_ file: ModelFile, _ reading: ReadingOptions, chunkBytes: Int) -> LineOutcome {
        var outcome = LineOutcome()
        do {
            outcome.position = try file.read(StreamLine.self, framing: .lines, reading: reading, chunkBytes: chunkBytes) {
                outcome.take($0)
            }
        } catch {
            outcome.error = "\(error)"
        }
        outcome.failedRecords = outcome.failures.count
        return outcome
    }

    @Test func everyChunkSizeAgreesWithTheReader() throws {
        for seed in some(2, of: 20..<24 as Range<UInt64>) {
            let stream = LineStream(seed: seed, lines: 60)
            let temporary = try TemporaryFile(stream.bytes)
            let file = try ModelFile(temporary.path)
            #expect(file.size == stream.bytes.count)
            for reading in LineOutcome.policies where reading.onFailure == .deliver || reading.onFailure == .abort {
                let expected = stream.reference(reading).visible
                for size in [1, 2, 3, 7, 16, 64, 100, 1 << 18] {
                    #expect(read(file, reading, chunkBytes: size).visible == expected, "\(reading), \(seed), \(size)")
                }
            }
        }
    }

    @Test func filesThatCannotBeRead() throws {
        let missing = NSTemporaryDirectory() + "yodel-" + UUID().uuidString
        let error = #expect(throws: ModelError.self) { try ModelFile(missing) }
        #expect(error?.category == .input && error?.code == .unreadableFile)
        #expect("\(error!)" == "input error: the file '\(missing)' cannot be read: No such file or directory")
        let directory = #expect(throws: ModelError.self) { try ModelFile("/") }
        #expect(directory?.message == "the file '/' cannot be read: Is a directory")
        #expect(#expect(throws: ModelError.self) { try ModelFile("") }?.code == .unreadableFile)
        #expect(#expect(throws: ModelError.self) { try ModelFile("/dev/null") }?.message.hasSuffix("not a regular file") == true)
        // Nobody writes to the pipe: opening it must not wait.
        #expect(mkfifo(missing, 0o600) == 0)
        defer { unlink(missing) }
        #expect(#expect(throws: ModelError.self) { try ModelFile(missing) }?.message.hasSuffix("not a regular file") == true)
    }

    @Test func filesAtTheirEnds() throws {
        var (models, failures) = ([Int](), 0)
        func read(_ text: String) throws -> ReadingPosition {
            let temporary = try TemporaryFile(text)
            (models, failures) = ([], 0)
            return try ModelFile(temporary.path).read(StreamLine.self) { record in
                if let line = record.model { models.append(line.id) } else { failures += 1 }
            }
        }
        #expect(try read("").records == 0)
        #expect(try read("\n\n").offset == 2)
        #expect(try read("{\"id\": 1}").records == 1 && models == [1])
        #expect(try read("{\"id\": 1}\n{\"id\": 2").records == 2 && models == [1] && failures == 1)
        #expect(try read("[{\"id\": 1}, {\"id\": 2}]").framing == .array && models == [1, 2])
    }

    @Test func aFileThatGrowsIsReadToItsNewEnd() throws {
        let temporary = try TemporaryFile("{\"id\": 1}\n{\"id\": 2}\n")
        let file = try ModelFile(temporary.path)
        var ids: [Int] = []
        var last: FileProgress?
        try file.read(StreamLine.self, framing: .lines, chunkBytes: 10, progress: { last = $0 }) { record in
            guard let line = record.model else { return }
            ids.append(line.id)
            if line.id < 5 { temporary.append("{\"id\": \(line.id + 2)}\n") }
        }
        #expect(ids == [1, 2, 3, 4, 5, 6])
        #expect(last?.bytes == 60 && last?.totalBytes == 60 && file.size == 20)
    }

    @Test func aNewReadingOfAFileThatShrankEndsWhereItDoes() throws {
        let temporary = try TemporaryFile((1...9).map { "{\"id\": \($0)}\n" }.joined())
        let file = try ModelFile(temporary.path)
        truncate(temporary.path, 45)
        var ids: [Int] = []
        let end = try file.read(StreamLine.self, framing: .lines, chunkBytes: 10) { record in ids.append(record.model?.id ?? 0) }
        #expect(ids == [1, 2, 3, 4, 0] && end.offset == 45)
        #expect(try file.ranges(3).last?.upperBound == 45)
    }

    @Test func progressIsToldAfterEachChunk() throws {
        let temporary = try TemporaryFile("{\"id\": 1}\n{\"id\":  }\n{\"id\": 3}\n")
        var told: [FileProgress] = []
        try ModelFile(temporary.path).read(StreamLine.self, framing: .lines, chunkBytes: 15, progress: { told.append($0) }) { _ in }
        #expect(told.map(\.bytes) == [15, 30] && told.map(\.totalBytes) == [30, 30])
        #expect(told.map(\.records) == [1, 3] && told.map(\.failures) == [0, 1])
        #expect(told.map(\.position.offset) == [10, 30])
    }

    @Test func readingGoesOnFromAPosition() throws {
        let stream = LineStream(seed: 31, lines: 50)
        let temporary = try TemporaryFile(stream.bytes)
        let file = try ModelFile(temporary.path)
        let expected = stream.reference(LineOutcome.policies[0])
        struct Stopped: Error {}
        for stop in 1...50 {
            var outcome = LineOutcome()
            var position = ReadingPosition()
            #expect(throws: (any Error).self) {
                try file.read(
                    StreamLine.self, framing: .lines, reading: LineOutcome.policies[0], chunkBytes: 50, progress: { position = $0.position }
                ) { record in
                    if record.number > stop { throw Stopped() }
                }
                throw Stopped()
            }
            let before = LineStream(bytes: Array(stream.bytes[..<position.offset])).reference(LineOutcome.policies[0])
            try file.read(StreamLine.self, framing: .lines, reading: LineOutcome.policies[0], from: position) { outcome.take($0) }
            #expect(before.models + outcome.models == expected.models)
            #expect(before.failures + outcome.failures == expected.failures)
        }
    }

    @Test func anErrorOfTheConsumerEndsTheReading() throws {
        struct Stopped: Error {}
        let temporary = try TemporaryFile("{\"id\": 1}\n{\"id\": 2}\n")
        var count = 0
        #expect(throws: Stopped.self) {
            try ModelFile(temporary.path).read(StreamLine.self) { _ in
                count += 1
                throw Stopped()
            }
        }
        #expect(count == 1)
    }

    // MARK: Ranges

    @Test func rangesCoverEveryRecordOnce() throws {
        for seed in some(2, of: 40..<44 as Range<UInt64>) {
            let stream = LineStream(seed: seed, lines: 40)
            let temporary = try TemporaryFile(stream.bytes)
            let file = try ModelFile(temporary.path)
            let all = offsets(stream)
            for count in 1...20 {
                let ranges = try file.ranges(count)
                #expect(ranges.count <= count && ranges.first?.lowerBound == 0 && ranges.last?.upperBound == file.size)
                for (left, right) in zip(ranges, ranges.dropFirst()) {
                    #expect(left.upperBound == right.lowerBound && stream.bytes[left.upperBound - 1] == 0x0A)
                }
                #expect(try ranges.flatMap { try offsets(file, $0) } == all)
            }
            for step in [1, 2, 3, 10, 17, 50, 333] {
                let ranges = stride(from: 0, to: file.size + 20, by: step).map { $0..<$0 + step }
                #expect(try ranges.flatMap { try offsets(file, $0, chunkBytes: 1 + step / 2) } == all, "\(step)")
            }
        }
        let empty = try TemporaryFile("")
        #expect(try ModelFile(empty.path).ranges(3).isEmpty)
    }

    @Test func aLineLongerThanARangeIsInOne() throws {
        let long = String(repeating: "a", count: 100_000)
        let temporary = try TemporaryFile("{\"id\": 1}\n{\"id\": 2, \"name\": \"\(long)\"}\n{\"id\": 3}\n")
        let file = try ModelFile(temporary.path)
        #expect(try file.ranges(20).count == 2)
        #expect(try file.ranges(20).flatMap { try offsets(file, $0) } == [0, 10, 100_032])
        let ranges = stride(from: 0, to: file.size, by: 1_000).map { $0..<$0 + 1_000 }
        #expect(try ranges.flatMap { try offsets(file, $0) } == [0, 10, 100_032])
    }

    private func offsets(_ file: ModelFile, _ range: Range<Int>, chunkBytes: Int = 64) throws -> [Int] {
        var offsets: [Int] = []
        try file.read(StreamLine.self, in: range, chunkBytes: chunkBytes) { record in offsets.append(record.offset) }
        return offsets
    }

    private func offsets(_ stream: LineStream) -> [Int] {
        var offsets: [Int] = []
        var reader = try? ModelReader(StreamLine.self, framing: .lines)
        try? reader?.read(stream.bytes) { record in offsets.append(record.offset) }
        try? reader?.finish { record in offsets.append(record.offset) }
        return offsets
    }
}
