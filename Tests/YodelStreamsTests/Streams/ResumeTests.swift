import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

// A reader is stopped and another one goes on from its position, which has gone through JSON: in sum every record comes exactly once, as if
// nothing had happened.

@Suite struct ResumeTests {
    private struct Stop: Error {}

    private static let seeds = 0..<(isLongTest ? 200 : triesFewerCases ? 1 : 6)

    private static let reading: ReadingOptions = {
        var reading = ReadingOptions()
        reading.maximumRecordBytes = RandomStream.limit
        return reading
    }()

    private func stored(_ position: ReadingPosition) throws -> ReadingPosition {
        let copy = try JSONDecoder().decode(ReadingPosition.self, from: JSONEncoder().encode(position))
        #expect(copy == position)
        return copy
    }

    /// Whether the rest, read from a position, is what is missing.
    private func goesOn(
        _ taken: StreamOutcome<StreamItem>, _ position: ReadingPosition, _ stream: RandomStream, _ whole: StreamOutcome<StreamItem>,
        _ how: String, size: Int
    ) throws -> Bool {
        let rest = Array(stream.bytes[position.offset...])
        let framing = position.framing ?? stream.framing
        var sum = try readStream(StreamItem.self, rest, framing, .strict, Self.reading, from: stored(position), size: size)
        sum.records = taken.records + sum.records
        let difference = sum.difference(from: whole)
        let text = String(decoding: stream.bytes, as: UTF8.self).debugDescription
        #expect(difference == nil, "\(how) of \(text) to \(position): \(difference ?? "")")
        return difference == nil
    }

    @Test(.slow, arguments: RandomStream.Kind.allCases, seeds)
    func stoppedAtEachRecord(kind: RandomStream.Kind, seed: Int) throws {
        let stream = RandomStream(kind, seed: seed + 3_000)
        let whole = try readStream(StreamItem.self, stream.bytes, stream.framing, .strict, Self.reading, size: stream.bytes.count)
        for stop in whole.records.indices {
            for size in [1, 7, 64, stream.bytes.count] {
                var reader = try ModelReader(StreamItem.self, framing: stream.framing, options: .strict, reading: Self.reading)
                var taken = StreamOutcome<StreamItem>()
                func take(_ record: borrowing ModelRecord<StreamItem>) throws {
                    if record.number == stop + 1 { throw Stop() }
                    taken.records.append(ReadRecord(record))
                }
                do {
                    for start in stride(from: 0, to: stream.bytes.count, by: max(size, 1)) {
                        try reader.read(Array(stream.bytes[start..<min(start + size, stream.bytes.count)])) { try take($0) }
                    }
                    try reader.finish { try take($0) }
                    Issue.record("nothing has stopped the reader")
                } catch is Stop {}
                let position = reader.position
                let record = whole.records[stop]
                #expect(position.offset == record.offset && position.line == record.line && position.records == stop)
                guard try goesOn(taken, position, stream, whole, "stopped at record \(stop + 1)", size: 16) else { return }
            }
        }
    }

    @Test(.slow, arguments: RandomStream.Kind.allCases, seeds)
    func stoppedAfterEachChunk(kind: RandomStream.Kind, seed: Int) throws {
        let stream = RandomStream(kind, seed: seed + 4_000)
        let whole = try readStream(StreamItem.self, stream.bytes, stream.framing, .strict, Self.reading, size: stream.bytes.count)
        for end in [0, stream.bytes.count] + some(120, of: 0...stream.bytes.count) {
            var reader = try ModelReader(StreamItem.self, framing: stream.framing, options: .strict, reading: Self.reading)
            var taken = StreamOutcome<StreamItem>()
            do {
                // In two pieces, so that a record may have been begun in the first.
                try reader.read(Array(stream.bytes[..<(end / 2)])) { taken.records.append(ReadRecord($0)) }
                try reader.read(Array(stream.bytes[(end / 2)..<end])) { taken.records.append(ReadRecord($0)) }
            } catch { continue }
            let position = reader.position
            #expect(position.records == taken.records.count && position.offset <= end)
            guard try goesOn(taken, position, stream, whole, "stopped after \(end) bytes", size: 50) else { return }
        }
    }

    /// Behind the end there is nothing more.
    @Test(arguments: RandomStream.Kind.allCases)
    func stoppedAtTheEnd(kind: RandomStream.Kind) throws {
        for seed in 0..<20 {
            let stream = RandomStream(kind, seed: seed + 5_000)
            var reader = try ModelReader(StreamItem.self, framing: stream.framing, options: .strict, reading: Self.reading)
            var taken = StreamOutcome<StreamItem>()
            do {
                try reader.read(stream.bytes) { taken.records.append(ReadRecord($0)) }
                try reader.finish { taken.records.append(ReadRecord($0)) }
            } catch { continue }
            let position = reader.position
            #expect(position.offset == stream.bytes.count)
            guard try goesOn(taken, position, stream, taken, "stopped at the end", size: 1) else { return }
        }
    }

    /// What has been chosen stays chosen, and the position says it.
    @Test(
        arguments: [
            ("{}\n[1]\n{}\n", .lines), ("{} [1] {}", .values), ("[{},[1],{}]", .array), ("\u{1E}{}\n\u{1E}[1]\n\u{1E}{}\n", .sequence),
        ] as [(String, Framing)])
    func aChosenFramingGoesOn(text: String, framing: Framing) throws {
        let bytes = Array(text.utf8)
        for end in 0...bytes.count {
            var reader = try ModelReader(JSONValue.self)
            var taken: [JSONValue] = []
            try reader.read(Array(bytes[..<end])) { taken.append(try $0.get()) }
            let position = try stored(reader.position)
            #expect(position.framing == reader.framing)
            var next = try ModelReader(JSONValue.self, from: position)
            try next.read(Array(bytes[position.offset...])) { taken.append(try $0.get()) }
            try next.finish { taken.append(try $0.get()) }
            #expect(taken == [[:], [1], [:]] && next.framing == framing && next.records == 3, "stopped after \(end) bytes")
        }
    }

    @Test func theStartIsTheStart() throws {
        let start = ReadingPosition()
        #expect(start.numbers == [0, 1, 1, 0] && start.framing == nil)
        var reader = try ModelReader(Int.self, framing: .lines)
        #expect(reader.position.offset == 0 && reader.position.framing == .lines)
        #expect(try stored(reader.position) == reader.position)
    }
}
