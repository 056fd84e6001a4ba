#if Ingest
import Testing
import Yodel

@testable import YodelIngest

@Suite("Framings that are found")
struct SourceFramingTests {
    /// More members than are noted of an object.
    private static var wide: String { (0..<150).map { "\"k\($0)\":[\($0)]" }.joined(separator: ",") }

    /// A text, and the framing that is found for a model that reads `id`.
    static let texts: [(String, IngestFraming)] = [
        ("", .lines),
        (" \n", .lines),
        ("{\"id\":1}\n", .lines),
        ("{\"id\":1}", .lines),
        ("\u{FEFF}{\"id\":1}\n{\"id\":2}\n", .lines),
        ("bad\n", .lines),
        ("[1,2]\n[3,4]\n", .lines),
        ("[{\"id\":1}]\n[{\"id\":2}]\n", .lines),
        ("[INFO] x\n{\"id\":1}\n", .lines),
        ("[]\n", .lines),
        ("[{odd\n{\"id\":1}\n", .lines),
        ("{\"id\":1,\"na\n{\"id\":2}\n", .lines),
        ("{\"id\":1}{\"id\":2}\n{\"id\":3}\n", .lines),
        ("{\"id\":1,\"items\":[{\"x\":1}]}\n", .lines),
        ("{\"Records\":[{\"id\":1}]}\n{\"Records\":[{\"id\":2}]}\n", .lines),
        ("{\"other\":[{\"id\":1}]}\n", .lines),
        ("<html>", .lines),
        ("[{\"id\":1},{\"id\":2}]", .array),
        ("\u{FEFF} [{\"id\":1}]\n", .array),
        ("[\n{\"id\":1},\n{\"id\":2}\n]\n", .array),
        ("[{\"id\":1},{\"id", .array),
        ("[[1,2],[3]]", .array),
        ("[{\"a\":\"]}\\\"\"}]", .array),
        ("{\"Records\":[{\"id\":1}]}", .array(at: "Records")), ("{\"kind\":\"List\",\"items\":[{\"id\":1}]}\n", .array(at: "items")),
        ("{\n  \"data\": [\n    {\"id\":1}\n  ]\n}\n", .array(at: "data")),
        ("{\"count\":5,\"Records\":[\n{\"id\":1},\n{\"id\":2}\n]}", .array(at: "Records")),
        ("{\"count\":5,\"Records\":[{\"id\":1},{\"id\":2}]}\r\n", .array(at: "Records")),
        (
            "\u{FEFF} { \"ok\": true,\r\n  \"page\": {\"items\": [{\"x\":[]}]},\r\n  \"items\": [\r\n{\"id\":1}]\r\n}\r\n",
            .array(at: "items")
        ),
        (
            "{\"links\":[{\"rel\":\"]}\"}],\"tags\":[\"{\\\"\",[{}]],"
                + "\"of\":null,\n\"data\":[{\"id\":1}],\n\"events\":[{}]}",
            .array(at: "data")
        ),
        ("{\"links\":[{}],\"items\":[{\"id\":1}],\"n\":1}", .array(at: "items")),
        ("{\(wide),\n\"items\":[{\"id\":1}]}", .array(at: "items")),
        ("{\(wide),\"other\":[{\"id\":1}],\n\"x\":1}", .lines),
        // The model reads one of its keys, or something follows, or what is on the next line is a value of its own.
        ("{\"id\":5,\"Records\":[\n{\"id\":1},\n{\"id\":2}\n]}", .lines),
        ("{\"count\":5,\"Records\":[\n{\"id\":1}\n]}\n{\"id\":2}\n", .lines),
        ("{\"count\":5,\"Records\":[{\"id\":1}]}\n{\"count\":1}\n", .lines),
        ("{\"count\":5,\"Records\":[{\"x\":1},\n{\"id\":1}\n{\"id\":2}]}\n", .lines),
        ("{\"count\":5,\"Records\":[{\"x\":1}]\n{\"id\":1}\n", .lines),
        ("{\"count\":5,\"Records\":[{\"x\":\"\n\"}]}\n", .lines),
        ("{\"count\":5,\n{\"id\":1,\"Records\":[{}]}\n", .lines),
        ("{\"count\":5,\"Records\":[\n{\"id\":1},\n{\"id", .lines),
        ("{\"count\":5,\n\"other\":[{\"id\":1}]}\n", .lines),
        ("{\n  \"id\": 1\n}\n", .values),
        ("{\r\n  \"id\": 1\r\n}\r\n{\r\n  \"id\": 2\r\n}", .values),
        ("{\n  \"id\": 1,\n  \"data\": [{\"x\":1}]\n}\n", .values),
        ("{\n\"data\":[{\"x\":1}]\n}\n{\n}\n", .values),
        ("{\"id\":1}{\"id\":2}", .values),
        ("{\"id\":1} {\"id\":2}\n{\"id\":3} {\"id\":4}\n", .values),
        ("\u{1E}{\"id\":1}\n", .sequence),
        ("data: {\"id\":1}\n\n", .sse),
        ("data:{\"id\":1}", .sse),
        ("\u{FEFF}: hello\r\nevent: x\r\nid: 7\r\nretry: 100\r\ndata\r\ndata: [{\r\n\r\n", .sse),
        ("data: hello\n\n", .lines),
        ("event: x\nvalue: 1\ndata: {}\n\n", .lines),
        ("data: 7\n{\"id\":1}\n", .lines),
        (": a comment\n", .lines),
        ("2016-10-06T00:17:09.669794202Z stdout F {\"id\":1}\n", .cri),
        ("2016-10-06T00:17:09.669794202+01:00 stderr P:x no JSON\n", .cri),
        ("2016-10-06T00:17:09Z stdout F", .cri),
        ("2016-10-06T00:17:09Z stdout X {\"id\":1}\n", .lines),
        ("2016-10-06T00:17:09Z INFO F {\"id\":1}\n", .lines),
        ("2016-10-06 00:17:09 stdout F {\"id\":1}\n", .lines),
        ("2016\n2017\n", .lines),
        ("{\"log\":\"{\\\"id\\\":1}\\n\",\"stream\":\"stdout\",\"time\":\"x\"}\n", .docker),
        (
            "{\"log\":\"hello\\n\",\"stream\":\"stdout\",\"time\":\"x\"}\n{\"log\":\"[1\",\"stream\":\"stderr\",\"attrs\":{},\"time\":\"x\"}\n",
            .docker
        ),
        ("{\"log\":\"hello\\n\",\"stream\":\"stdout\",\"time\":\"x\"}\n", .docker),
        ("{\"log\":\"{}\",\"stream\":\"stdout\",\"time\":\"x\",\"id\":1}\n", .lines),
        ("{\"log\":{},\"stream\":\"stdout\",\"time\":\"x\"}\n", .lines),
        ("{\"index\":{\"_id\":\"1\"}}\n{\"id\":1}\n", .bulk),
        ("{\"delete\":{\"_id\":\"1\"}}\n{ \"create\" : {} }\n{\"id\":1}", .bulk),
        ("{\"index\":{\"_id\":\"1\"}}\n{\"index\":{\"_id\":\"2\"}}\n", .lines),
        ("{\"index\":{\"_id\":\"1\"}}\n", .lines),
        ("{\"index\":1}\n{\"id\":1}\n", .lines),
        ("{\"index\":{},\"id\":1}\n{\"id\":2}\n", .lines),
    ]

    /// A model that reads what is around records keeps its lines.
    private struct Log: Model {
        var log = ""
        var index: [String: Int] = [:]
    }

    @Test(arguments: [
        "{\"log\":\"{}\\n\",\"stream\":\"stdout\",\"time\":\"x\"}\n", "{\"index\":{}}\n{\"id\":1}\n",
    ])
    func whatAModelReadsIsNotAround(text: String) {
        var finder = SourceFraming(Log.self, IngestOptions().decoding)
        #expect(finder.look(at: Array(text.utf8), isAll: true) == .lines)
        var other = SourceFraming(Entry.self, IngestOptions().decoding)
        #expect(other.look(at: Array(text.utf8), isAll: true) != .lines)
    }

    @Test(arguments: texts)
    func aTextSaysHowItsRecordsFollowEachOtherHoweverItArrives(text: String, framing: IngestFraming) {
        let bytes = Array(text.utf8)
        for size in [1, 2, 3, 7, 1000] {
            var finder = SourceFraming(Entry.self, IngestOptions().decoding)
            var found: IngestFraming?
            for end in stride(from: size, to: bytes.count, by: size) where found == nil {
                found = finder.look(at: Array(bytes[..<end]), isAll: false)
            }
            #expect((found ?? finder.look(at: bytes, isAll: true)) == framing, "pieces of \(size): \(text.debugDescription)")
        }
    }

    @Test(arguments: [
        ("{\"Records\":[", "{\"id\":1},", IngestFraming.array(at: "Records")),
        ("{\"count\":5,\"Records\":[\n", "{\"id\":1},\n", .array(at: "Records")),
        ("{\"count\":5,\"Records\":[{\"x\":1},\n", "{\"id\":1}\n", .lines),
    ])
    func noMoreThanTheFirstBytesAreAwaited(start: String, record: String, framing: IngestFraming) {
        let bytes = Array((start + String(repeating: record, count: 10_000)).utf8.prefix(SourceFraming.window))
        var finder = SourceFraming(Entry.self, IngestOptions().decoding)
        #expect(finder.look(at: bytes, isAll: false) == framing)
    }

    @Test(arguments: ["{\"id\":1,\"na\n{\"id\":2}\n", "{\"count\":1,\n{\"id\":2}\n", "{\"count\":{\"x\":1}\n{\"id\":2}\n"])
    func aLineThatIsCutOffKeepsNothingWaiting(text: String) {
        var finder = SourceFraming(Entry.self, IngestOptions().decoding)
        #expect(finder.look(at: Array(text.utf8), isAll: false) == .lines)
    }

    @Test(arguments: [
        "automatic", "lines", "values", "sequence", "document", "array", "array:Records", "array:data.items", "sse", "cri", "docker",
        "bulk", "utf-16le:lines",
        "utf-16be:array:data.items", "utf-16le:cri",
    ])
    func aFramingIsNamedAndFoundByItsName(name: String) {
        #expect(IngestFraming(named: name)?.description == name)
    }

    @Test(arguments: ["", "array:", "lines:", "Lines", "json", "CRI", "utf-16", "utf-16le:", "utf-16le:utf-16be:lines"])
    func anotherNameIsNone(name: String) {
        #expect(IngestFraming(named: name) == nil)
    }

    // MARK: - Ingestion

    /// How a file is written, and the framing that is found.
    enum Form: CaseIterable {
        case array, wikidata, below, page, pretty, values, sequence

        func text(_ ids: ClosedRange<Int>) -> String {
            let records = ids.map { "{\"id\":\($0)}" }
            return switch self {
            case .array: "[" + records.joined(separator: ",") + "]"
            case .wikidata: "\u{FEFF}[\n" + records.joined(separator: ",\n") + "\n]\n"
            case .below: "{\"Version\":[1],\"Records\":[" + records.joined(separator: ", ") + "],\"next\":null}\n"
            case .page:
                "{\"count\": \(ids.count),\n\"links\":[{\"rel\":\"next\"}], \"items\":[\n"
                    + records.joined(separator: ",\n") + "\n]}\n"
            case .pretty: ids.map { "{\n  \"id\": \($0)\n}\n" }.joined()
            case .values: records.joined(separator: " ")
            case .sequence: records.map { "\u{1E}\($0)\n" }.joined()
            }
        }

        var framing: IngestFraming {
            switch self {
            case .array, .wikidata: .array
            case .below: .array(at: "Records")
            case .page: .array(at: "items")
            case .pretty, .values: .values
            case .sequence: .sequence
            }
        }
    }

    @Test(arguments: Form.allCases, UnfinishedLineTests.Form.allCases)
    func aRunThatIsEndedGoesOnBetweenTwoRecords(form: Form, storage: UnfinishedLineTests.Form) async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("in", storage.bytes(form.text(1...60_000)))
        var options = IngestOptions()
        options.maximumRows = 1000
        let summary = try await ingestBeginning(path, folder("db"), options)
        #expect(summary.rows > 0 && summary.rows < 60_000 && summary.wasStopped && summary.framings == [path: form.framing], "\(summary)")
        let second = try await ingest(Entry.self, [.file(path)], folder("db"), options)
        #expect(second.rows == 60_000 - summary.rows && second.rejects == 0 && second.framings == [path: form.framing], "\(second)")
        #expect(try await ingest(Entry.self, [.file(path)], folder("db"), options).records == 0)
        #expect(try Content(folder("db")).ids() == Array(1...60_000))
    }

    @Test func aBadElementIsARejectWithItsPlace() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("in", "[{\"id\":1},\n{\"id\":\"x\"},\n{\"id\":3}]")
        let summary = try await ingest(Entry.self, [.file(path)], folder("db"))
        #expect(summary.rows == 2 && summary.rejects == 1 && summary.unfitSources.isEmpty, "\(summary)")
        let content = try Content(folder("db"))
        #expect(try content.ints("SELECT line FROM rejects") == [2] && content.ints("SELECT offset FROM rejects") == [11])
    }

    @Test func anArrayWithoutARowIsSaid() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("in", "[{\"key\":1},{\"key\":2}]")
        let summary = try await ingest(Entry.self, [.file(path)], folder("db"))
        #expect(summary.unfitSources[path]?.contains("all of its 2 records failed") == true, "\(summary)")
    }

    @Test func anArrayThatIsCutOffIsAnErrorAfterItsElements() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("in", "[{\"id\":1},{\"id\":2},{\"id")
        await expectError(.source, "in: ") { try await ingest(Entry.self, [.file(path)], folder("db")) }
        #expect(try Content(folder("db")).ids() == [1, 2])
        // The rest of it arrives.
        try folder.append("in", "\":3}]")
        #expect(try await ingest(Entry.self, [.file(path)], folder("db")).rows == 1)
        #expect(try Content(folder("db")).ids() == [1, 2, 3])
    }

    @Test func anOptionOverridesWhatIsFound() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("in", "{\"hits\":{\"list\":[{\"id\":1},{\"id\":2}]}}")
        var options = IngestOptions()
        options.framing = .array(at: "hits.list")
        #expect(try await ingest(Entry.self, [.file(path)], folder("db"), options).rows == 2)
        // What has been read in one way is not read on in another.
        options.framing = .lines
        await expectError(.source, "array:hits.list") { [options] in try await ingest(Entry.self, [.file(path)], folder("db"), options) }
        options.framing = .values
        await expectError(.declaration, "is followed") { [options] in
            try await ingest(Entry.self, [.follow(path)], folder("other"), options)
        }
    }
}
#endif
