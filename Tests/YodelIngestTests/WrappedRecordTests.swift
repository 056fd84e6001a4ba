#if Ingest
import Testing
import Yodel

@testable import YodelIngest

@Suite("Records with something around them")
struct WrappedRecordTests {
    /// What a text becomes.
    struct Outcome: Equatable {
        var ids: [Int] = []
        var rejects: [Reject] = []

        struct Reject: Equatable, CustomStringConvertible {
            let number: Int
            let line: Int
            let offset: Int
            /// The place of the fault, in its line.
            let column: Int
            let raw: String

            var description: String { "\(number) \(line) \(offset) \(column) \(raw.debugDescription)" }
        }

        mutating func add(_ batch: ColumnBatch) {
            let column = batch.columns[0]
            ids += (0..<batch.rowCount).map { row in Int(column.withValues(as: Int64.self) { $0[row] } ?? -1) }
            rejects += batch.rejects.map {
                Reject(
                    number: $0.number, line: $0.line, offset: $0.offset, column: $0.error.column,
                    raw: String(decoding: $0.bytes, as: UTF8.self))
            }
        }
    }

    static func options(_ change: (inout ColumnOptions) -> Void = { _ in }) -> ColumnOptions {
        var options = IngestOptions().columns
        change(&options)
        return options
    }

    /// Reads a text in pieces.
    private static func read(
        _ text: [UInt8], _ wrapping: IngestFraming.Wrapping, of size: Int, _ options: ColumnOptions = options()
    ) throws -> Outcome {
        let batches = try makeBatches(Entry.self, IngestFraming(.lines, wrapping), options)
        var outcome = Outcome()
        for start in stride(from: 0, to: text.count, by: size) {
            try batches.read(text[start..<min(start + size, text.count)]) { outcome.add($0) }
        }
        try batches.finish { outcome.add($0) }
        return outcome
    }

    private static func check(
        _ text: String, _ wrapping: IngestFraming.Wrapping, _ options: ColumnOptions = options(), ids: [Int],
        rejects: [Outcome.Reject] = [], _ location: SourceLocation = #_sourceLocation
    ) throws {
        for size in [1, 2, 3, 7, 1000] {
            let outcome = try read(Array(text.utf8), wrapping, of: size, options)
            #expect(outcome.ids == ids && outcome.rejects == rejects, "pieces of \(size): \(outcome)", sourceLocation: location)
        }
    }

    private static func reject(_ number: Int, line: Int, offset: Int, column: Int = 1, _ raw: String) -> Outcome.Reject {
        Outcome.Reject(number: number, line: line, offset: offset, column: column, raw: raw)
    }

    static let time = "2016-10-06T00:17:09.669794202Z"

    // MARK: - Server-sent events

    @Test func anEventIsARecord() throws {
        try Self.check(
            "data: {\"id\":1}\n\nevent: x\nid: 3\ndata:{\"id\":2}\nretry: 5\n\n\n: comment\n\ndata: {\"id\":3}\n\n", .sse, ids: [1, 2, 3])
        try Self.check("\u{FEFF}data: {\"id\":1}\r\n\r\ndata: {\"id\":2}\r\n\r\n", .sse, ids: [1, 2])
    }

    @Test func linesOfAnEventAreJoinedByLineFeeds() throws {
        try Self.check("data: {\ndata: \"id\":\ndata\n: between\ndata:  1}\n\n", .sse, ids: [1])
        // No value goes on in the next line: a line feed stands between them.
        try Self.check(
            "data: {\"id\":1\ndata: 2}\n\ndata: {\"id\":3}\n\n", .sse, ids: [3],
            // The record begins in the first line, the fault is in the second.
            rejects: [Self.reject(1, line: 1, offset: 6, column: 7, "{\"id\":1\n2}")])
    }

    @Test func theSignOfTheEndIsNoRecord() throws {
        try Self.check("data: {\"id\":1}\n\ndata: [DONE]\n\n", .sse, ids: [1])
        try Self.check("data: {\"id\":1}\n\ndata: [DONE]", .sse, ids: [1])
    }

    @Test func aLineOfNoEventIsARejectAndItsNeighboursAreNot() throws {
        let text = "data: {\"id\":1}\n\n{\"id\":2}\ndata: {\"id\":3}\nnothing\n\ndata: {\"id\":\"x\"}\n\n"
        try Self.check(
            text, .sse, ids: [1, 3],
            rejects: [
                Self.reject(2, line: 3, offset: 16, "{\"id\":2}"), Self.reject(3, line: 5, offset: 40, "nothing"),
                Self.reject(5, line: 7, offset: 55, column: 13, "{\"id\":\"x\"}"),
            ])
    }

    // MARK: - Logs of containers

    @Test func aLineOfALogIsARecord() throws {
        let lines = ["stdout F {\"id\":1}", "stderr F:tag {\"id\":2}\r", "stdout F ", "stdout F"].map { "\(Self.time) \($0)\n" }
        try Self.check(lines.joined() + "\n2016-10-06T00:17:09+01:00 stdout F {\"id\":3}", .cri, ids: [1, 2, 3])
    }

    @Test func piecesOfALineAreJoinedWhateverTheOtherStreamWritesBetween() throws {
        let lines = [
            "stdout P {\"i", "stderr P {\"id\"", "stdout P d\":", "stderr F :2}", "stderr F {\"id\":3}", "stdout F 1}",
            "stdout F {\"id\":4}",
        ]
        try Self.check(lines.map { "\(Self.time) \($0)\n" }.joined(), .cri, ids: [2, 3, 1, 4])
        // What nobody has ended is the last record of an input that has no more.
        try Self.check(
            lines.prefix(3).map { "\(Self.time) \($0)\n" }.joined() + "\(Self.time) stdout P 5}", .cri, ids: [5],
            rejects: [
                Self.reject(2, line: 2, offset: 84, column: 46, "{\"id\"")
            ])
    }

    @Test func aFaultInAPieceIsAtItsPlaceInTheFile() throws {
        let prefix = "\(Self.time) stdout "
        let text = prefix + "P {\"x\":[\n" + prefix + "P 1,2,\n" + prefix + "F oops],\"id\":1}\n"
        // The record begins in the first line; the fault is the `o` of the third.
        try Self.check(text, .cri, ids: [], rejects: [Self.reject(1, line: 1, offset: 40, column: 41, "{\"x\":[1,2,oops],\"id\":1}")])
        let outcome = try makeBatches(Entry.self, .cri, Self.options())
        var places: [[Int]] = []
        try outcome.read(Array(text.utf8)[...]) { _ in }
        try outcome.finish { places += $0.rejects.map { [$0.error.line, $0.error.column, $0.error.offset] } }
        #expect(places == [[3, 41, text.utf8.count - "oops],\"id\":1}\n".utf8.count]])
    }

    @Test(arguments: [
        "{\"id\":2}", "\(time) stdout X {\"id\":2}", "\(time) output F {\"id\":2}", "yesterday stdout F {\"id\":2}", "stdout F {\"id\":2}",
    ])
    func aLineOfNoLogIsAReject(line: String) throws {
        let first = "\(Self.time) stdout F {\"id\":1}\n"
        try Self.check(
            first + line + "\n\(Self.time) stdout F {\"id\":3}\n", .cri, ids: [1, 3],
            rejects: [Self.reject(2, line: 2, offset: first.utf8.count, line)])
    }

    @Test func aRecordOfDockerIsInItsLog() throws {
        func line(_ log: String, _ stream: String = "stdout") -> String { "{\"log\":\"\(log)\",\"stream\":\"\(stream)\",\"time\":\"x\"}\n" }
        let first = line("{\\\"id\\\":1}\\n")
        try Self.check(
            first + line("{\\\"i") + line("{\\\"id\\\":2}\\n", "stderr") + line("d\\\":3}\\n") + line("\\n"), .docker, ids: [1, 2, 3])
        let second = line("no JSON\\n")
        try Self.check(
            first + second + "nothing\n{\"log\":7}\n", .docker, ids: [1],
            rejects: [
                Self.reject(2, line: 2, offset: first.utf8.count, "no JSON"),
                Self.reject(3, line: 3, offset: (first + second).utf8.count, "nothing"),
                Self.reject(4, line: 4, offset: (first + second).utf8.count + 8, "{\"log\":7}"),
            ])
    }

    // MARK: - Bulk

    @Test func theLineAfterAnActionIsARecord() throws {
        let text = "{\"index\":{}}\n{\"id\":1}\n{\"create\":{\"_id\":\"2\"}}\r\n{\"id\":2}\r\n\n{\"index\":{}}\n\n{\"id\":3}"
        try Self.check(text, .bulk, ids: [1, 2, 3])
    }

    @Test func whatIsNoRecordOfABulkRequestIsAReject() throws {
        let text = "{\"delete\":{\"_id\":\"7\"}}\n{\"update\":{\"_id\":\"7\"}}\n{\"doc\":{}}\n{\"id\":1}\n{\"index\":{}}\n{\"id\":2}\n"
        try Self.check(
            text, .bulk, ids: [2],
            rejects: [
                Self.reject(1, line: 1, offset: 0, "{\"delete\":{\"_id\":\"7\"}}"), Self.reject(2, line: 3, offset: 46, "{\"doc\":{}}"),
                Self.reject(3, line: 4, offset: 57, "{\"id\":1}"),
            ])
    }

    @Test(arguments: IngestFraming.Wrapping.allCases)
    func damagedTextBecomesTheSameHoweverItArrives(wrapping: IngestFraming.Wrapping) throws {
        var chance = Chance()
        let options = Self.options { $0.reading.maximumRecordBytes = 60 }
        for _ in 0..<30 {
            let text = chance.damaged(Form(wrapping).text(1...8))
            let whole = try Self.read(text, wrapping, of: text.count, options)
            for size in [1, 5, 40] {
                let outcome = try Self.read(text, wrapping, of: size, options)
                #expect(outcome == whole, "\(String(decoding: text, as: UTF8.self).debugDescription)")
            }
            var finder = SourceFraming(Entry.self, IngestOptions().decoding)
            _ = finder.look(at: text, isAll: true)
            // What is not finished is no fault of a file.
            let batches = try makeBatches(Entry.self, IngestFraming(.lines, wrapping), options)
            try batches.read(text[...]) { _ in }
            if let line = batches.unfinishedLine { #expect(line.offset >= 0 && line.offset + line.length == text.count) }
        }
    }

    /// Always the same chance.
    struct Chance {
        private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

        private mutating func next(_ count: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % count
        }

        /// A text with some bytes changed, added, taken out, or written twice.
        mutating func damaged(_ text: String) -> [UInt8] {
            let bytes: [UInt8] = Array("\n\r :{}[]\"\\PF,d1".utf8) + [0, 0xEF, 0xFF]
            var text = Array(text.utf8)
            for _ in 0...next(6) {
                let place = next(text.count)
                switch next(4) {
                case 0: text[place] = bytes[next(bytes.count)]
                case 1: text.insert(bytes[next(bytes.count)], at: place)
                case 2: text.removeSubrange(place..<min(place + 1 + next(30), text.count))
                default: text += text[place..<min(place + next(60), text.count)]
                }
            }
            return text
        }
    }

    // MARK: - Limits

    @Test(arguments: IngestFraming.Wrapping.allCases)
    func aRecordThatIsTooLongIsARejectWithoutBytes(wrapping: IngestFraming.Wrapping) throws {
        let options = Self.options { $0.reading.maximumRecordBytes = 20 }
        let long = "{\"id\":2,\"x\":\"\(String(repeating: "y", count: 20))\"}"
        let text = [Form(wrapping).text("{\"id\":1}"), Form(wrapping).text(long), Form(wrapping).text("{\"id\":3}")].joined()
        for size in [1, 7, 1000] {
            let outcome = try Self.read(Array(text.utf8), wrapping, of: size, options)
            #expect(outcome.ids == [1, 3] && outcome.rejects.map(\.raw) == [""], "\(outcome)")
        }
    }

    @Test(arguments: IngestFraming.Wrapping.allCases)
    func aLineThatIsTooLongIsHeldNeitherWholeNorForEver(wrapping: IngestFraming.Wrapping) throws {
        let options = Self.options { $0.reading.maximumRecordBytes = 20 }
        let long = String(repeating: "y", count: 1 << 18)
        let text = [Form(wrapping).text("{\"id\":1}"), Form(wrapping).text(long), Form(wrapping).text("{\"id\":3}")].joined()
        let outcome = try Self.read(Array(text.utf8), wrapping, of: 1000, options)
        #expect(outcome.ids == [1, 3] && outcome.rejects.map(\.raw) == [""], "\(outcome)")
    }

    @Test func aLimitOfRejectsLeavesTheRecordThatPassesIt() throws {
        let batches = try makeBatches(Entry.self, .cri, Self.options { $0.reading.maximumFailures = 1 })
        let good = "\(Self.time) stdout F {\"id\":1}\n"
        let text = good + "bad\n" + "\(Self.time) stdout P wor\n" + "\(Self.time) stdout F se\n"
        let error = #expect(throws: ModelError.self) { try batches.read(Array(text.utf8)[...]) { _ in } }
        #expect(error?.code == .failureLimit)
        var outcome = Outcome()
        var end = 0
        try batches.flush {
            outcome.add($0)
            end = $0.position.offset
        }
        // The place is before the line that ends the record, which is open.
        let open = batches.open
        #expect(outcome.ids == [1] && outcome.rejects.count == 1 && open == LineStart(offset: good.utf8.count + 4, line: 3), "\(outcome)")
        #expect(end == text.utf8.count - "\(Self.time) stdout F se\n".utf8.count)
    }

    /// How records are written.
    struct Form {
        let wrapping: IngestFraming.Wrapping

        init(_ wrapping: IngestFraming.Wrapping) { self.wrapping = wrapping }

        func text(_ record: String) -> String {
            switch wrapping {
            case .sse: "event: message\ndata: \(record)\n\n"
            case .cri: "\(time) stdout F \(record)\n"
            case .docker: "{\"log\":\"\(record.replacing("\"", with: "\\\""))\\n\",\"stream\":\"stdout\",\"time\":\"x\"}\n"
            case .bulk: "{\"index\":{}}\n\(record)\n"
            }
        }

        /// Records, every third one in pieces, others between these where that may be.
        func text(_ ids: ClosedRange<Int>) -> String {
            let cri = { (rest: String) in "\(time) \(rest)\n" }
            let docker = { (log: String, stream: String) in "{\"log\":\"\(log)\",\"stream\":\"\(stream)\",\"time\":\"x\"}\n" }
            return ids.map { id in
                guard id % 3 == 1, id + 1 <= ids.upperBound else { return id % 3 == 2 && hasStreams ? "" : text("{\"id\":\(id)}") }
                switch wrapping {
                case .sse: return "data: {\n: c\ndata: \"id\":\nid: 1\ndata: \(id)}\n\n"
                case .cri:
                    return cri("stdout P {\"id") + cri("stderr F {\"id\":\(id + 1)}") + cri("stdout P \":") + cri("stdout F \(id)}")
                case .docker:
                    return docker("{\\\"id", "stdout") + docker("{\\\"id\\\":\(id + 1)}\\n", "stderr") + docker("\\\":", "stdout")
                        + docker("\(id)}\\n", "stdout")
                case .bulk: return "{\"create\":{\"_id\":\"\(id)\"}}\n\n{ \"id\" : \(id) }\n"
                }
            }.joined()
        }

        private var hasStreams: Bool { wrapping == .cri || wrapping == .docker }
    }
}
#endif
