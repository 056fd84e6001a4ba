import Testing

@testable import Yodel
@testable import YodelTestSupport

@Suite struct ReadingPolicyTests {
    struct Stop: Error, Equatable {}
    struct NoModel { var id = 0 }

    private static func reading(_ change: (inout ReadingOptions) -> Void) -> ReadingOptions {
        var reading = ReadingOptions()
        change(&reading)
        return reading
    }

    private static let input = Array("{\"id\":1}\n{\"id\":}\n{\"id\":3}\n{\"id\":\"x\"}\nnul\n{\"id\":6}\n".utf8)

    // MARK: Failures

    @Test(arguments: [1, 5, 100])
    func deliverHandsOnWhatFails(size: Int) throws {
        let got = try readStream(StreamItem.self, Self.input, .lines, .strict, size: size)
        #expect(got.end == nil)
        #expect(got.records.map { $0.model?.id } == [1, nil, 3, nil, nil, 6])
        #expect(got.records.map { $0.error?.code } == [nil, .unexpectedByte, nil, .typeMismatch, .unexpectedEnd, nil])
        #expect(got.records.map { $0.error?.offset } == [nil, 15, nil, 32, 40, nil])
        #expect(got.records[3].error?.path == "id" && got.records[3].error?.line == 4 && got.records[3].error?.column == 7)
        #expect(String(decoding: got.records[1].bytes, as: UTF8.self) == "{\"id\":}")
    }

    @Test(arguments: [1, 5, 100])
    func abortEndsWithTheFirstFailure(size: Int) throws {
        let reading = Self.reading { $0.onFailure = .abort }
        var reader = try ModelReader(StreamItem.self, framing: .lines, reading: reading)
        var numbers: [Int] = []
        var thrown: ModelError?
        for start in stride(from: 0, to: Self.input.count, by: size) where thrown == nil {
            do {
                try reader.read(Array(Self.input[start..<min(start + size, Self.input.count)])) { record in numbers.append(record.number) }
            } catch { thrown = error as? ModelError }
        }
        #expect(numbers == [1])
        #expect(thrown?.code == .unexpectedByte && thrown?.offset == 15 && thrown?.line == 2)
        #expect(reader.failedRecords == 1)
        // The record has not been taken.
        #expect(reader.position.numbers == [9, 2, 1, 1])
        expectEnded(&reader)
    }

    @Test(arguments: [1, 5, 100], [ReadingOptions.FailurePolicy.skip, .collect])
    func skipAndCollectHandOnWhatIsSound(size: Int, policy: ReadingOptions.FailurePolicy) throws {
        var reader = try ModelReader(StreamItem.self, framing: .lines, options: .strict, reading: Self.reading { $0.onFailure = policy })
        var numbers: [Int] = []
        for start in stride(from: 0, to: Self.input.count, by: size) {
            try reader.read(Array(Self.input[start..<min(start + size, Self.input.count)])) { record in
                numbers.append(record.number)
                #expect(record.error == nil && record.model?.id == record.number)
            }
        }
        try reader.finish { _ in }
        #expect(numbers == [1, 3, 6])
        #expect(reader.records == 6 && reader.failedRecords == 3 && reader.position.records == 6)
        guard policy == .collect else {
            #expect(reader.failures.isEmpty)
            return
        }
        #expect(reader.failures.map(\.number) == [2, 4, 5] && reader.failures.map(\.line) == [2, 4, 5])
        #expect(reader.failures.map(\.offset) == [9, 26, 37] && reader.failures.map(\.length) == [7, 10, 3])
        #expect(reader.failures.map { String(decoding: $0.bytes, as: UTF8.self) } == ["{\"id\":}", "{\"id\":\"x\"}", "nul"])
        #expect(reader.failures.map(\.error.offset) == [15, 32, 40])
        #expect(reader.failures[2].description == "record 5: \(reader.failures[2].error)")
    }

    @Test(arguments: [0, 1, 2, 3, 4])
    func noMoreFailuresAreKeptThanTheirLimit(limit: Int) throws {
        let options = Self.reading { ($0.onFailure, $0.maximumCollected) = (.collect, limit) }
        var reader = try ModelReader(StreamItem.self, framing: .lines, options: .strict, reading: options)
        try reader.read(Self.input) { _ in }
        #expect(reader.failures.map(\.number) == Array([2, 4, 5].prefix(limit)))
        #expect(reader.failedRecords == 3)
    }

    /// As many as the limit may fail; one more ends the reading.
    @Test(arguments: [ReadingOptions.FailurePolicy.deliver, .skip, .collect])
    func tooManyFailuresEndTheReading(policy: ReadingOptions.FailurePolicy) throws {
        for limit in 0...3 {
            let options = Self.reading { ($0.onFailure, $0.maximumFailures) = (policy, limit) }
            var reader = try ModelReader(StreamItem.self, framing: .lines, options: .strict, reading: options)
            var numbers: [Int] = []
            var thrown: ModelError?
            do { try reader.read(Self.input) { numbers.append($0.number) } } catch { thrown = error as? ModelError }
            guard limit < 3 else {
                #expect(thrown == nil)
                continue
            }
            let last = [2, 4, 5][limit]
            #expect(thrown?.category == .limit && thrown?.code == .failureLimit && thrown?.offset == [15, 32, 40][limit])
            #expect(thrown?.message == "\(limit + 1) of \(last) records failed (maximumFailures, maximumFailureRatio)")
            #expect((thrown?.underlying as? ModelError)?.code == [.unexpectedByte, .typeMismatch, .unexpectedEnd][limit])
            #expect(numbers == (policy == .deliver ? Array(1...last) : [1, 3].filter { $0 < last }))
            // What the closure has taken without an error need not be read again.
            if policy == .deliver { #expect(reader.position.records == last) }
            expectEnded(&reader)
        }
    }

    /// What has not been read when the reading ends is read by the next reader, whatever the chunk held.
    @Test(arguments: [
        (Framing.lines, "1\n[]\n2\n3\n"), (.values, "1 [] 2 3"), (.array, "[1,[],2,3]"), (.array(at: "a.b"), #"{"a":{"b":[1,[],2,3]}}"#),
        (.sequence, "\u{1E}1\n\u{1E}[]\n\u{1E}2\n\u{1E}3\n"),
    ])
    func theRestIsThereAfterTooManyFailures(framing: Framing, text: String) throws {
        let bytes = Array(text.utf8)
        for size in [1, 3, bytes.count] {
            var reader = try ModelReader(Int.self, framing: framing, reading: Self.reading { $0.maximumFailures = 0 })
            var numbers: [Int] = []
            #expect(throws: ModelError.self) {
                for start in stride(from: 0, to: bytes.count, by: size) {
                    try reader.read(Array(bytes[start..<min(start + size, bytes.count)])) { numbers.append($0.number) }
                }
            }
            #expect(numbers == [1, 2])
            let position = reader.position
            var next = try ModelReader(Int.self, framing: framing, from: position)
            var rest: [Int] = []
            try next.read(Array(bytes[position.offset...])) { record in rest.append(try record.get()) }
            try next.finish { record in rest.append(try record.get()) }
            #expect(rest == [2, 3] && next.records == 4, "\(position) in chunks of \(size)")
        }
    }

    @Test(arguments: [99, 100, 101, 200])
    func theShareIsLookedAtFromTheHundredthRecordOn(failing: Int) throws {
        var reader = try ModelReader(Int.self, framing: .values, reading: Self.reading { $0.maximumFailureRatio = 0.25 })
        var last = 0
        // A quarter fails, then the one in question.
        let text = (1...failing).map { $0 == failing || $0 % 4 == 0 ? "[] " : "7 " }.joined() + "7 7 "
        do { try reader.read(Array(text.utf8)) { last = $0.number } } catch { #expect((error as? ModelError)?.code == .failureLimit) }
        #expect(last == (failing == 101 ? 101 : failing + 2))
    }

    @Test func allMayFailAtFirst() throws {
        var reader = try ModelReader(Int.self, framing: .lines, reading: Self.reading { $0.maximumFailureRatio = 0.5 })
        #expect(throws: ModelError.self) { try reader.read(Array(String(repeating: "[]\n", count: 150).utf8)) { _ in } }
        #expect(reader.failedRecords == 100)
    }

    // MARK: Errors of the consumer

    /// Whatever it throws comes through, and its record stands behind the position.
    @Test(arguments: [1, 4, 100])
    func anErrorOfTheConsumerEndsTheReading(size: Int) throws {
        for stop in 1...6 {
            var reader = try ModelReader(StreamItem.self, framing: .lines)
            var taken = 0
            var thrown: (any Error)?
            for start in stride(from: 0, to: Self.input.count, by: size) where thrown == nil {
                do {
                    try reader.read(Array(Self.input[start..<min(start + size, Self.input.count)])) { record in
                        if record.number == stop { throw Stop() }
                        taken += 1
                    }
                } catch { thrown = error }
            }
            #expect(thrown as? Stop == Stop() && taken == stop - 1)
            #expect(reader.position.numbers == [[0, 9, 17, 26, 37, 41][stop - 1], stop, 1, stop - 1])
            expectEnded(&reader)
        }
    }

    @Test func aFinishedReaderReadsNoMore() throws {
        var reader = try ModelReader(Int.self, framing: .lines)
        try reader.read(Array("1\n2".utf8)) { _ in }
        #expect(throws: Stop.self) { try reader.finish { _ in throw Stop() } }
        #expect(reader.position.offset == 2 && reader.position.records == 1)
        expectEnded(&reader)
        var other = try ModelReader(Int.self, framing: .lines)
        try other.finish { _ in }
        expectEnded(&other)
    }

    /// Nothing is read any more, and the position stays.
    private func expectEnded<T>(_ reader: inout ModelReader<T>) {
        let position = reader.position
        for bytes in [[], Array("7\n".utf8)] as [[UInt8]] {
            var thrown: ModelError?
            do { try reader.read(bytes) { _ in Issue.record("a record of a reader that has ended") } } catch {
                thrown = error as? ModelError
            }
            #expect(thrown?.code == .readerEnded && thrown?.category == .model && thrown?.line == 0)
        }
        var thrown: ModelError?
        do { try reader.finish { _ in Issue.record("a record of a reader that has ended") } } catch { thrown = error as? ModelError }
        #expect(thrown?.code == .readerEnded)
        #expect(reader.position == position)
    }

    @Test func aTypeThatCannotBeMappedIsRefusedAtOnce() {
        #expect(throws: ModelError.self) { _ = try ModelReader(NoModel.self) }
    }
}
