import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

// A reading process is killed again and again, each time at another point, and the next one goes on from the last checkpoint. In the end every
// record must have come exactly once, as if nothing had happened.

// Swift 6.2 gives nothing to the process of an exit test.
#if compiler(>=6.3)
@Suite struct KillTests {
    /// Kills of one reading. Each costs the start of a process.
    private static let kills = isLongTest ? 100 : triesFewerCases ? 4 : 10

    /// By default one of each source: of two that are half the list apart, one is by the reader.
    private static let cases: [(KillableStream, InterruptedReading.Source)] = {
        let sources: [InterruptedReading.Source] = [.reader, .file]
        let all = KillableStream.all.flatMap { stream in sources.map { (stream, $0) } }
        return (isLongTest ? all : some(2, of: all)) + [(KillableStream.all[0], .cores)]
    }()

    @Test(.early, .slow, arguments: Self.cases)
    func everyRecordComesOnceHoweverOftenTheReaderIsKilled(stream: KillableStream, source: InterruptedReading.Source) async throws {
        let (input, output) = (try TemporaryFile(stream.bytes), try TemporaryFile(""))
        var random = SeededGenerator(seed: stream.seed * 100 + UInt64(source.rawValue.count))
        var run = InterruptedReading(
            input: input.path, output: output.path, framing: stream.framing, source: source, seed: 0, death: .anyTime, record: 0)
        var dropped = 0
        for index in 0..<Self.kills {
            let deaths = InterruptedReading.Death.allCases
            run.seed = random.next()
            run.death = deaths[(index + Int(stream.seed)) % deaths.count]
            run.record = Int.random(in: 0..<2 * KillableStream.records / (Self.kills + 1), using: &random)
            await #expect(processExitsWith: .signal(SIGKILL)) { [run = run as InterruptedReading] in
                try await run.run()
            }
            let written = try ModelFile(output.path).size
            let (kept, position) = try ReadingLog.kept(output.path)
            try check(kept, position, of: stream, "\(source), \(run.death) \(run.record)")
            dropped += written - kept.utf8.count
        }
        // Records were read twice, since the process was killed between two checkpoints.
        #expect(dropped > 0)
        try await run.finish()
        let (text, position) = try ReadingLog.kept(output.path)
        #expect(position.offset == stream.bytes.count && position.records == KillableStream.records)
        try check(text, position, of: stream, "\(source), at the end")
    }

    /// Whether a log holds exactly the records before a position.
    private func check(_ log: String, _ position: ReadingPosition, of stream: KillableStream, _ comment: Comment) throws {
        let lines = log.split(separator: "\n").map(String.init)
        let (models, failures) = (lines.filter { $0.hasPrefix("model ") }, lines.filter { $0.hasPrefix("failure ") })
        #expect(models.count + failures.count == position.records, comment)
        for (lines, expected) in [(models, stream.models), (failures, stream.failures)] {
            let wrong = zip(lines, expected).first { $0 != $1 }.map { "\($0.0) in place of \($0.1)" }
            #expect(wrong == nil && lines.count <= expected.count, comment)
        }
    }
}
#endif

/// Records from a seed, some of them bad, and what a log has to say of them, known without a reader.
struct KillableStream: Sendable, CustomTestStringConvertible {
    static let records = 300
    static let all = [
        KillableStream(.lines, seed: 1), KillableStream(.values, seed: 2), KillableStream(.array, seed: 3),
        KillableStream(.array(at: "data.items"), seed: 4), KillableStream(.sequence, seed: 5),
    ]
    static let reading: ReadingOptions = {
        var reading = ReadingOptions()
        reading.maximumRecordBytes = 200
        return reading
    }()

    let framing: Framing
    let seed: UInt64
    private(set) var bytes: [UInt8] = []
    /// Lines of the log.
    private(set) var models: [String] = []
    private(set) var failures: [String] = []

    var testDescription: String { "\(framing)" }

    init(_ framing: Framing, seed: UInt64) {
        self.framing = framing
        self.seed = seed
        var random = SeededGenerator(seed: seed)
        let (head, glue, tail): (String, [String], String) =
            switch framing {
            case .values: ("", ["", " ", "\n", "\r\n\n"], "\n")
            case .array(at: JSONPath()): ("\n[", [",", ", ", "\n,\n"], "]\n")
            case .array: ("{\"items\":[{\"id\":0}],\n\"data\":{\"items\":[ ", [",", " ,\n"], "]},\"more\":[1,2]}\n")
            case .sequence: ("\u{1E}", ["\n\u{1E}", "\n\u{1E}\u{1E}"], "\n")
            default: ("", ["\n", "\r\n", "\n\n", "\n \t\r\n"], "\n")
            }
        var line = 1
        add(head, &line)
        for number in 1...Self.records {
            if number > 1 { add(glue.randomElement(using: &random).unsafelyUnwrapped, &line) }
            let name = String(repeating: "é]}{", count: Int.random(in: 0..<12, using: &random))
            // Over several lines, where a line does not end a record.
            let space = framing == .lines ? " " : ["", " ", "\n"].randomElement(using: &random).unsafelyUnwrapped
            var (text, isBad) = ("{\"id\":\(space)\(number),\(space)\"name\": \"\(name)\"}", true)
            switch Int.random(in: 0..<12, using: &random) {
            case 0: text = "{\"name\":\(space)\"\(name)\"}"
            case 1: text = "{\"id\":\(space)}"
            case 2: text = "{\"id\": 1, \"name\": \"\(String(repeating: "x", count: Int.random(in: 200..<900, using: &random)))\"}"
            default: isBad = false
            }
            if isBad {
                // A text sequence's line feed is a part of the record.
                let length = text.utf8.count + (framing == .sequence ? 1 : 0)
                failures.append("failure \(number) \(line) \(bytes.count) \(length)")
            } else {
                models.append("model \(number) \(name)")
            }
            add(text, &line)
        }
        add(tail, &line)
    }

    private mutating func add(_ text: String, _ line: inout Int) {
        bytes += text.utf8
        line += text.utf8.count { $0 == 0x0A }
    }
}
