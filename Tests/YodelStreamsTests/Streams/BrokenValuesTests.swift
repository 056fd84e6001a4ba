import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

// A value that is no JSON takes no other value with it, whatever is wrong with it, where it is cut, and however the input is cut into chunks.

@Suite struct BrokenValuesTests {
    private static let record = #"{"id":1,"inner":[{"b":"x\"y z"}, 2,[3] ],"name":"n","tags":["t"]}"#
    private static let good = #"{"id":2}"#
    /// Over several lines, some of which begin with brackets.
    private static let pretty = "{\n\"id\":3,\n\"inner\":[\n{\"x\":1},\n{\"x\":2}\n]\n}"

    private static func reading(_ limit: Int) -> ReadingOptions {
        var reading = ReadingOptions()
        reading.maximumRecordBytes = limit
        return reading
    }

    private func read(_ text: String, _ framing: Framing = .values, limit: Int = 16 << 20, size: Int) throws -> StreamOutcome<StreamItem> {
        try readStream(StreamItem.self, Array(text.utf8), framing, .strict, Self.reading(limit), size: size)
    }

    @Test func hundredsOfGoodLinesFollowABadOne() throws {
        let lines = (1...400).map { "{\"id\":\($0)}\n" }.joined()
        for bad in ["{\"id\":1", "{\"name\":\"x", "{\"tags\":[", "]", "{\"id\":1}}", "INFO: x", ","] {
            let got = try read(bad + "\n" + lines, size: 1_000)
            let models = got.records.compactMap { $0.model?.id }
            #expect(Array(models.suffix(400)) == Array(1...400) && got.end == nil, "\(bad)")
            #expect(got.records.filter { $0.error != nil }.allSatisfy { $0.line == 1 }, "\(bad)")
        }
    }

    /// Wherever a record is cut off, those on the next lines are read, and what is left of it fails with its place and its bytes.
    @Test(arguments: ["\n", "\r\n", "\n\n \t\n"], [16 << 20, 66, 45])
    func aRecordMayBeCutOffAnywhere(separator: String, limit: Int) throws {
        let text = Array(Self.record.utf8)
        for next in [Self.good, Self.pretty] {
            for end in some(8, of: 1..<text.count) {
                let cut = String(decoding: text[..<end], as: UTF8.self)
                let stream = [cut, next, Self.good, ""].joined(separator: separator)
                let length = cut.utf8.count - cut.utf8.reversed().prefix { $0 == 0x20 }.count
                for size in [3, 1_000] {
                    let got = try read(stream, limit: limit, size: size)
                    let second = cut.utf8.count + separator.utf8.count
                    let offsets = [0, second, second + next.utf8.count + separator.utf8.count]
                    let lengths = [length, next.utf8.count, Self.good.utf8.count]
                    let isRight =
                        got.records.map(\.offset) == offsets && got.records.map(\.length) == lengths
                        && got.records.map { $0.error == nil } == [false, true, true] && got.end == nil && got.complaints.isEmpty
                    #expect(isRight, "\(cut.debugDescription) in chunks of \(size): \(got)")
                    guard isRight else { return }
                    let failed = got.records[0]
                    #expect(failed.line == 1 && failed.bytes == (length > limit ? [] : Array(text[..<length])))
                    #expect((failed.error?.code == .recordLimit) == (length > limit))
                }
            }
        }
    }

    /// Whatever lines give, values give too.
    @Test(arguments: some(4, of: 0..<40))
    func valuesLoseNoMoreThanLines(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed) + 700)
        let junk = ["INFO: x", "nul", "\"abc", "[1", "{\"id\" 7}", "<html>", "{\"id\":1}}", "[{\"id\":1]", "\"a\\", "1,2", "{\"id\":1},"]
        for _ in 0..<8 {
            let lines = (0..<Int.random(in: 1...20, using: &generator)).map { number in
                let line = "{\"id\":\(number + 1),\"name\":\"\(generator.pick(["", "{[", "]},", "\\\"\\\\"]))\",\"inner\":[{},[1]]}"
                switch Int.random(in: 0..<6, using: &generator) {
                case 0, 1: return String(line.prefix(Int.random(in: 1..<line.count, using: &generator)))
                case 2: return generator.pick(junk)
                default: return line
                }
            }
            let stream = lines.joined(separator: generator.pick(["\n", "\r\n", "\n\n"]))
            let expected = try read(stream, .lines, size: 100).records.filter { $0.error == nil }.map(\.offset)
            for size in [4, 1_000] {
                let got = try read(stream, size: size)
                let missing = Set(expected).subtracting(got.records.filter { $0.error == nil }.map(\.offset))
                #expect(missing.isEmpty && got.end == nil && got.complaints.isEmpty, "\(missing) of \(stream.debugDescription)")
                if !missing.isEmpty { return }
            }
        }
    }

    /// The records are in order, and only white space is between them: nothing is lost without a word.
    @Test(arguments: some(4, of: 0..<40))
    func allBytesBelongToARecord(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed) + 900)
        let pieces = [
            "{", "}", "[", "]", "\"", ",", ":", "\n", "\n", "\n", " ", "\r\n", "1", "\"a\":", "\\", "{\"a\":[\n", "{\"b\":2}", "\n[1,2]\n",
            "\n{\"b\":[1,{}]}\n", "[\n{\"c\":3},\n{\"d\":4}\n]", "INFO: x", "\n   \n", "\t\u{E9}",
        ]
        for _ in 0..<20 {
            let text = (0..<Int.random(in: 0...14, using: &generator)).map { _ in generator.pick(pieces) }.joined()
            let bytes = Array(text.utf8)
            let reading = Self.reading(generator.pick([3, 8, 20, 1_000]))
            let whole = try readStream(JSONValue.self, bytes, .values, .lenient, reading, size: max(bytes.count, 1))
            var end = 0
            for record in whole.records {
                #expect(bytes[end..<max(record.offset, end)].allSatisfy(ASCII.isSpace) && record.offset >= end, "\(text.debugDescription)")
                end = record.offset + record.length
            }
            #expect(bytes[end...].allSatisfy(ASCII.isSpace) && whole.end == nil, "\(text.debugDescription)")
            for size in 1...9 {
                let difference = try readStream(JSONValue.self, bytes, .values, .lenient, reading, size: size).difference(from: whole)
                #expect(difference == nil, "chunks of \(size) of \(text.debugDescription): \(difference ?? "")")
                if difference != nil { return }
            }
        }
    }

    @Test func failuresSayWhatWasLost() throws {
        var reading = ReadingOptions()
        reading.onFailure = .collect
        var reader = try ModelReader(StreamItem.self, framing: .values, reading: reading)
        var ids: [Int] = []
        try reader.read(Array("{\"id\":1}\n{\"tags\":[\n{\"id\":2}\n{\"id\":3} ,\n".utf8)) { ids.append(try $0.get().id) }
        try reader.finish { ids.append(try $0.get().id) }
        #expect(ids == [1, 2, 3] && reader.records == 5 && reader.failedRecords == 2)
        #expect(reader.failures.map(\.number) == [2, 5] && reader.failures.map(\.line) == [2, 4])
        #expect(reader.failures.map(\.offset) == [9, 37] && reader.failures.map(\.length) == [9, 1])
        #expect(reader.failures.map { String(decoding: $0.bytes, as: UTF8.self) } == ["{\"tags\":[", ","])
        #expect(reader.failures.map(\.error.code) == [.unexpectedEnd, .unexpectedByte])
    }

    private struct Stop: Error {}

    /// Wherever a reading of a file stops, the next one goes on there, also before and after what is no value.
    @Test func aReadingGoesOnAfterEachRecord() throws {
        let text = "1, {\"id\":1}: [\n{\"id\":2}\n{\"a\":\n{\"id\":3} ] \r\n{\"id\":\n \"x,\n {\"id\":4}\n[5,\n[6]}\n[7],\n"
        let temporary = try TemporaryFile(text)
        let file = try ModelFile(temporary.path)
        func read(_ position: ReadingPosition, stoppingAfter count: Int = .max) throws -> ([String], ReadingPosition) {
            var reader = try ModelReader(JSONValue.self, framing: .values, from: position)
            var taken: [String] = []
            do {
                try reader.read(Array(text.utf8.dropFirst(position.offset))) { record in
                    if taken.count == count { throw Stop() }
                    taken.append(ReadRecord(record).description)
                }
                try reader.finish { record in
                    if taken.count == count { throw Stop() }
                    taken.append(ReadRecord(record).description)
                }
            } catch is Stop {}
            return (taken, reader.position)
        }
        let all = try read(ReadingPosition()).0
        #expect(all.count > 10)
        for count in 0...all.count {
            let (taken, position) = try read(ReadingPosition(), stoppingAfter: count)
            #expect(try taken + read(position).0 == all, "\(position)")
            // The file's own look at the position lets it pass.
            var numbers: [Int] = []
            try file.read(JSONValue.self, framing: .values, from: position) { numbers.append($0.number) }
            #expect(numbers == Array(count..<all.count).map { $0 + 1 }, "\(position)")
            guard count > 0 else { continue }
            // So it does where too many have failed.
            var reading = ReadingOptions()
            reading.maximumFailures = 0
            let start = try read(ReadingPosition(), stoppingAfter: count - 1).1
            var reader = try ModelReader(StreamItem.self, framing: .values, options: .strict, reading: reading, from: start)
            try? reader.read(Array(text.utf8.dropFirst(start.offset))) { _ in }
            let end = reader.position
            try file.read(JSONValue.self, framing: .values, from: end) { _ in }
        }
    }

    @Test(
        .slow,
        arguments: some(
            2,
            of: [
                "{\"a\":[\n", "{\"a\":[\n{\"b\":1}\n", "[\n[]\n", "[\n[],\n", "{\"a\":1\n", "\"\n", ",", "{\"a\":1]\n \n", "{\"a\":\n[\n",
            ]))
    func timeIsLinear(piece: String) throws {
        let reading = Self.reading(1 << 10)
        try LinearTime.expect(1_000, piece.debugDescription, make: { Array(String(repeating: piece, count: $0).utf8) }) { bytes in
            var reader = try ModelReader(StreamItem.self, framing: .values, reading: reading)
            for start in stride(from: 0, to: bytes.count, by: 7) {
                try reader.read(Array(bytes[start..<min(start + 7, bytes.count)])) { _ in }
            }
            try reader.finish { _ in }
        }
    }
}
