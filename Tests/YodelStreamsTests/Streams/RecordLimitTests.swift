import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

/// How each framing writes records.
struct FramedText: Sendable, CustomStringConvertible {
    let framing: Framing
    let before: String
    /// What stands before each record but the first.
    let between: String
    let behind: String
    /// What stands between records but is counted as part of the one before.
    var tail = ""

    var description: String { "\(framing) \(between.debugDescription)" }

    func bytes(_ records: [String]) -> [UInt8] { Array((before + records.joined(separator: tail + between) + tail + behind).utf8) }

    static let all = [
        FramedText(framing: .lines, before: "", between: "\n", behind: "\n"),
        FramedText(framing: .lines, before: "\u{FEFF}\n", between: "\r\n", behind: "\r\n"),
        FramedText(framing: .lines, before: "", between: "\n\n \r\n", behind: ""),
        FramedText(framing: .values, before: "", between: " ", behind: " "),
        FramedText(framing: .values, before: "\n", between: "\r\n", behind: ""),
        FramedText(framing: .array, before: "[", between: ",", behind: "]"),
        FramedText(framing: .array, before: " [\n", between: " ,\n", behind: "\n] \n"),
        FramedText(framing: .array(at: "a[1].b"), before: "{\"b\":[1],\n\"a\":[[],{\"b\":[", between: ", ", behind: "]}],\"b\":[2]} "),
        FramedText(framing: .sequence, before: "\u{1E}", between: "\u{1E}", behind: "", tail: "\n"),
        FramedText(framing: .sequence, before: "\u{1E}\u{1E}", between: "\u{1E}\n\u{1E}", behind: "\u{1E}", tail: "\r\n"),
    ]
}

@Suite struct RecordLimitTests {
    private static func reading(limit: Int) -> ReadingOptions {
        var reading = ReadingOptions()
        reading.maximumRecordBytes = limit
        return reading
    }

    /// Both sides of the limit, in every framing and with every cut: the one record that is longer fails, and nothing else does.
    @Test(arguments: FramedText.all)
    func exactlyTheLongRecordFails(framed: FramedText) throws {
        let fitting = "{\"name\":\"0123456789012345678\"}"
        let long = "{\"name\":\"01234567890123456789\"}"
        let bytes = framed.bytes(["{\"id\":1}", fitting, long, "[1]", fitting, long, "{\"id\":7}"])
        let limit = fitting.utf8.count + framed.tail.utf8.count
        for size in Array(1...64) + [bytes.count] {
            let got = try readStream(JSONValue.self, bytes, framed.framing, .lenient, Self.reading(limit: limit), size: size)
            let codes = got.records.map { $0.error?.code }
            let lengths = got.records.map(\.length)
            let short = framed.tail.utf8.count
            let expected = [8 + short, limit, limit + 1, 3 + short, limit, limit + 1, 8 + short]
            #expect(codes == [nil, nil, .recordLimit, nil, nil, .recordLimit, nil] && got.end == nil, "chunks of \(size): \(got)")
            #expect(lengths == expected, "chunks of \(size)")
            guard codes.count == 7, lengths == expected else { return }
            let third = got.records[2]
            #expect(third.bytes.isEmpty && third.error?.category == .limit)
            #expect(third.error?.offset == third.offset && third.error?.line == third.line)
            #expect(third.error?.message == "the record is longer than \(limit) bytes (maximumRecordBytes)")
        }
    }

    /// White space between records is no record, however long it is.
    @Test(arguments: FramedText.all)
    func aLongBlankIsNoRecord(framed: FramedText) throws {
        let gap = framed.between + String(repeating: " ", count: 50) + (framed.between.contains(",") ? "" : framed.between)
        let text = framed.before + "[1]" + framed.tail + gap + "[2]" + framed.tail + framed.behind
        for size in [1, 3, 8, 16, 17, 64, 1_000] {
            let got = try readStream(JSONValue.self, Array(text.utf8), framed.framing, .lenient, Self.reading(limit: 16), size: size)
            let isRight = got.records.map { $0.model } == [[1], [2]] && got.end == nil
            #expect(isRight, "chunks of \(size): \(got)")
            if !isRight { return }
        }
    }

    @Test(arguments: [Int.min, -1, 0, 1])
    func aLimitBelowOneCountsAsOne(limit: Int) throws {
        let got = try readStream(JSONValue.self, Array("1\n22\n3".utf8), .lines, .lenient, Self.reading(limit: limit), size: 2)
        #expect(got.records.map { $0.error?.code } == [nil, .recordLimit, nil])
    }

    @Test func aDocumentHasTheSameLimit() throws {
        for size in 1...12 {
            let got = try readStream(JSONValue.self, Array("[1,2,3,4,5]".utf8), .document, .lenient, Self.reading(limit: 10), size: size)
            #expect(got.records.map { $0.error?.code } == [.recordLimit] && got.records.map(\.length) == [11])
            let fitting = try readStream(JSONValue.self, Array("[1,2,3,45]".utf8), .document, .lenient, Self.reading(limit: 10), size: size)
            #expect(fitting.records.map { $0.error?.code } == [nil])
        }
    }

    /// Its own process, so that no other test takes memory.
    @Test(.early, .slow, .enabled(if: LongStream.isMeasured)) func aLongRecordTakesNoMemory() async {
        await #expect(processExitsWith: .success) {
            // What is made once, and the pages of the program's code, do not count.
            try LongStream.read(.lines, "1\n", "\"", "\n22\n", chunks: 32)
            for framed in FramedText.all + [FramedText(framing: .automatic, before: "", between: "\n", behind: "\n")] {
                let before = PeakMemory.look()
                let gap = framed.tail + framed.between
                try LongStream.read(framed.framing, framed.before + "1" + gap, "\"", gap + "22" + framed.tail + framed.behind)
                let growth = PeakMemory.look() - before
                #expect(growth < 4 << 20, "\(framed): \(growth)")
            }
            // What stands beside a path, and white space, are not kept at all.
            let before = PeakMemory.look()
            try LongStream.read(.array(at: "a"), "{\"b\":[", "\"", "],\"a\":[1,\"long\",22]}", fails: false)
            try LongStream.read(.values, "1 \"long\"", " ", "22 ", fails: false, filler: 0x20)
            try LongStream.read(.array, "[1,\"long\",", " ", "22]", fails: false, filler: 0x0A)
            let growth = PeakMemory.look() - before
            #expect(growth < 2 << 20, "\(growth)")
        }
    }

    /// A key that cannot be the one that is looked for need not be kept either.
    @Test(.early, .enabled(if: LongStream.isMeasured)) func aLongKeyBesideThePathTakesNoMemory() async {
        await #expect(processExitsWith: .success) {
            func read(chunks: Int) throws {
                try LongStream.read(.array(at: "a"), "{\"b\":0,", "\"", ":[0],\"a\":[1,\"long\",22]}", fails: false, chunks: chunks)
            }
            // What is made once, and the pages of the program's code, do not count.
            try read(chunks: 1)
            let before = PeakMemory.look()
            try read(chunks: 128)
            let growth = PeakMemory.look() - before
            #expect(growth < 3 << 20, "\(growth)")
        }
    }

    /// Brackets inside each other are counted, not kept.
    @Test(.early, .slow, .enabled(if: LongStream.isMeasured)) func deepBracketsTakeLittleMemory() async {
        await #expect(processExitsWith: .success) {
            let before = PeakMemory.look()
            var reader = try ModelReader(JSONValue.self, framing: .values, reading: LongStream.reading)
            let chunk = [UInt8](repeating: UInt8(ascii: "["), count: 64 << 10)
            // 4 or 16 MiB of brackets, a bit each, in an array that doubles.
            let (chunks, bound) = triesFewerCases ? (64, 3 << 20) : (256, 8 << 20)
            for _ in 0..<chunks {
                try reader.read(chunk) { _ in }
                PeakMemory.look()
            }
            let growth = PeakMemory.look() - before
            #expect(growth < bound, "\(growth)")
        }
    }
}
