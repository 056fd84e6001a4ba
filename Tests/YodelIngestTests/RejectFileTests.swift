#if Ingest
import Foundation
import Testing
import Yodel
import YodelIngest

@Suite("Files of rejects that are taken in again")
struct RejectFileTests {
    /// An `Entry` that also takes the key under another name.
    struct Mended: Model, TableModel {
        static let table = IngestTable("entries")
        static func describe(_ model: inout ModelDescription) {
            model.keys = ["id": ["id", "key"]]
            model.required = ["id"]
        }
        var id = 0
    }

    /// What a line of a file of rejects holds.
    struct Line: Model, Equatable {
        var source = "old.ndjson"
        var line = 3
        var offset = 40
        var length = 9
        var raw: String?
        var rawBase64: Data?

        init() {}

        init(_ raw: String?, _ change: (inout Line) -> Void = { _ in }) {
            self.raw = raw
            change(&self)
        }
    }

    private static func lines(_ lines: [Line]) throws -> String { try lines.map { try $0.jsonString() + "\n" }.joined() }

    private static func options(_ change: (inout IngestOptions) -> Void) -> IngestOptions {
        var options = IngestOptions()
        change(&options)
        return options
    }

    /// Ingests with a file of rejects beside the database.
    private static func reject(_ text: [UInt8], _ folder: TemporaryFolder) async throws {
        var sink = SQLiteSink.Options()
        sink.rejectsPath = folder("rejects.ndjson")
        try await ingest(Entry.self, [.file(folder.write("in", text))], folder("first"), IngestOptions(), sink)
    }

    private static let rejectColumns = "SELECT source, line, offset, length, CAST(raw AS TEXT), code FROM rejects ORDER BY line"

    @Test(arguments: [1, 2, 1000])
    func whatIsMendedComesInOnce(maximumRows: Int) async throws {
        let folder = try TemporaryFolder()
        // Good ones, mended ones, and some that stay faulty, one of which is no UTF-8.
        var text: [UInt8] = []
        for id in 1...60 {
            text += Array((id % 3 == 0 ? "{\"id\":\(id)}\n" : id % 3 == 1 ? "{\"key\":\(id)}\n" : "bad \(id)\n").utf8)
        }
        text += [0x22, 0xFF, 0x22, 0x0A]
        try await Self.reject(text, folder)
        let first = try Content(folder("first"))
        let options = Self.options { $0.maximumRows = maximumRows }
        for run in 0..<3 {
            let summary = try await ingest(Mended.self, [.rejects(folder("rejects.ndjson"))], folder("second"), options)
            #expect(summary.rows == (run == 0 ? 20 : 0) && summary.rejects == (run == 0 ? 21 : 0), "\(summary)")
            // The last rejects stand behind the last row.
            #expect(summary.batches == (run > 0 ? 0 : maximumRows > 20 ? 1 : 20 / maximumRows + 1))
        }
        let second = try Content(folder("second"))
        #expect(try first.ids() + second.ids() == (1...60).filter { $0 % 3 == 0 } + (1...60).filter { $0 % 3 == 1 })
        // What fails again stands where it stood, and is what it was.
        #expect(
            try second.rows(Self.rejectColumns)
                == first.rows(Self.rejectColumns.replacingOccurrences(of: "ORDER", with: "WHERE raw NOT LIKE '%key%' ORDER")))
        #expect(try second.texts("SELECT hex(raw) FROM rejects WHERE line = 61") == ["22FF22"])
        #expect(try second.texts("SELECT DISTINCT source FROM rejects") == [folder("in")])
        #expect(try second.texts("SELECT source FROM ingest_places") == ["rejects in " + folder("rejects.ndjson")])
    }

    @Test(arguments: [false, true])
    func aFileThatHasBeenReadAsRecordsIsAnotherSource(replaysFirst: Bool) async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("rejects", Self.lines([Line("{\"id\":1}"), Line("{\"id\":2}")]))
        for source in replaysFirst ? [IngestSource.rejects(path), .file(path)] : [.file(path), .rejects(path)] {
            #expect(try await ingest([source], folder("db")).records == 2)
            #expect(try await ingest([source], folder("db")).records == 0)
        }
        let content = try Content(folder("db"))
        // As records the lines are faulty.
        #expect(try content.ids() == [1, 2] && content.ints("SELECT count(*) FROM rejects") == [2])
        #expect(try content.ints("SELECT count(*) FROM ingest_places") == [2])
    }

    @Test func aFileThatHasGrownIsGoneOnWith() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("rejects", Self.lines([Line("{\"id\":1}"), Line("bad")]))
        try await ingest([.rejects(path)], folder("db"))
        try folder.append("rejects", Self.lines([Line("{\"id\":2}")]))
        #expect(try await ingest([.rejects(path)], folder("db")).records == 1)
        let content = try Content(folder("db"))
        #expect(try content.ids() == [1, 2])
        #expect(try content.ints("SELECT line FROM rejects") == [3])
    }

    @Test func aRecordIsOneWhateverStandsInIt() async throws {
        let folder = try TemporaryFolder()
        let raws = [
            "{\n\"id\":\n1\n}\n", "{\"id\":2}\n{\"id\":3}", "{\"id\":4}\u{1E}{\"id\":5}", "\u{1E}{\"id\":6}\n", "", " ", "{\"id\":7}\u{0}",
            "{\"id\":8}",
        ]
        let path = try folder.write("rejects", Self.lines(raws.enumerated().map { number, raw in Line(raw) { $0.line = number + 1 } }))
        try await ingest([.rejects(path)], folder("db"))
        let content = try Content(folder("db"))
        #expect(try content.ids() == [1, 8])
        #expect(try content.ints("SELECT line FROM rejects ORDER BY line") == [2, 3, 4, 5, 6, 7])
        #expect(
            try content.texts("SELECT DISTINCT code FROM rejects ORDER BY code") == ["emptyInput", "trailingContent", "unexpectedByte"])
    }

    @Test func mendedByHandItMayBeText() async throws {
        let folder = try TemporaryFolder()
        try await Self.reject(Array("{\"id\": \"".utf8) + [0xFF] + Array("\"}\n".utf8), folder)
        let line = try String(contentsOfFile: folder("rejects.ndjson"), encoding: .utf8)
        #expect(line.contains("\"rawBase64\""))
        var mended = try Line(json: line)
        (mended.raw, mended.rawBase64) = ("{\"id\": 5}", nil)
        try await ingest([.rejects(folder.write("mended", Self.lines([mended])))], folder("second"))
        #expect(try Content(folder("second")).ids() == [5])
        // And bytes that are JSON are a record as well.
        mended = Line(nil) { $0.rawBase64 = Data("{\"id\": 6}".utf8) }
        try await ingest([.rejects(folder.write("bytes", Self.lines([mended])))], folder("second"))
        #expect(try Content(folder("second")).ids() == [5, 6])
    }

    @Test func aLineThatIsNoRejectIsARejectOfTheFile() async throws {
        let folder = try TemporaryFolder()
        let good = try Self.lines([Line("{\"id\":1}")])
        let lines: [(String, String)] = [
            ("{\"source\":\"s\",\"line\":1,\"offset\":0,\"raw\":\"{}\"}\n", "missingKey"), ("{\"id\":1}\n", "missingKey"),
            ("[]\n", "typeMismatch"),
            ("{\"source\":\"s\",\"line\":1,\"off\n", "unexpectedEnd"),
            (try Self.lines([Line("{\"id\":2}") { $0.rawBase64 = Data([1]) }]), "invalidValue"),
            (try Self.lines([Line("{\"id\":3}") { $0.line = 0 }]), "invalidValue"),
            (try Self.lines([Line("{\"id\":4}") { $0.offset = -1 }]), "invalidValue"),
            (try Self.lines([Line("{\"id\":5}") { $0.line = .max }]), "invalidValue"),
            (try Self.lines([Line("bad") { $0.length = .max }]), "invalidValue"),
            ("{\"source\":\"s\",\"line\":1,\"offset\":0,\"length\":1,\"rawBase64\":\"*\"}\n", "invalidValue"),
        ]
        let path = try folder.write("rejects", good + lines.map(\.0).joined() + good)
        let summary = try await ingest([.rejects(path)], folder("db"))
        #expect(summary.rows == 2 && summary.rejects == lines.count)
        let content = try Content(folder("db"))
        #expect(try content.ids() == [1, 1])
        #expect(try content.ints("SELECT line FROM rejects ORDER BY line") == Array(2..<lines.count + 2))
        let codes = try content.texts("SELECT code FROM rejects ORDER BY line")
        #expect(codes == lines.map(\.1), "\(codes)")
        #expect(try content.texts("SELECT DISTINCT source FROM rejects") == [path])
        let raws = try content.texts("SELECT CAST(raw AS TEXT) || char(10) FROM rejects ORDER BY line")
        #expect(raws == lines.map(\.0), "\(raws)")
    }

    @Test func aRejectWithoutBytesStaysOne() async throws {
        let folder = try TemporaryFolder()
        let long = String(repeating: "x", count: 2_000_000)
        let path = try folder.write(
            "rejects", Self.lines([Line(nil) { $0.length = 99 }, Line("{\"id\":1,\"x\":\"\(long)\"}"), Line("{\"id\":2}")]))
        let options = Self.options { $0.maximumRecordBytes = 1_000_000 }
        let summary = try await ingest(Entry.self, [.rejects(path)], folder("db"), options)
        #expect(summary.rows == 1 && summary.rejects == 2)
        let content = try Content(folder("db"))
        #expect(
            try content.rows("SELECT source, line, offset, length, code FROM rejects ORDER BY length DESC")
                == [99, 9].map {
                    ["old.ndjson".databaseValue, 3.databaseValue, 40.databaseValue, $0.databaseValue, "recordLimit".databaseValue]
                })
        #expect(try content.texts("SELECT reason FROM rejects WHERE length = 99")[0]?.contains("has no bytes") == true)
        #expect(try content.ints("SELECT count(*) FROM rejects WHERE raw IS NULL") == [1])
    }

    @Test func sourcesThatAlternateKeepTheirRejects() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(
            "rejects", Self.lines((1...30).map { number in Line("bad") { ($0.source, $0.line) = ("s\(number % 3)", number) } }))
        var sink = SQLiteSink.Options()
        sink.rejectsPath = folder("again")
        try await ingest(Entry.self, [.rejects(path)], folder("db"), IngestOptions(), sink)
        let expected = (1...30).map { "s\($0 % 3)" }
        #expect(try Content(folder("db")).texts("SELECT source FROM rejects ORDER BY line") == expected)
        let written = try String(contentsOfFile: folder("again"), encoding: .utf8).split(separator: "\n").map { try Line(json: String($0)) }
        #expect(written.map(\.source) == expected && written.map(\.line) == Array(1...30) && written.allSatisfy { $0.raw == "bad" })
    }

    @Test func aCompressedOneIsRead() async throws {
        let folder = try TemporaryFolder()
        let text = try Self.lines((1...2000).map { Line($0 % 2 == 0 ? "bad" : "{\"id\":\($0)}") })
        let path = try folder.write("rejects.gz", Compressed.gzip(text))
        let options = Self.options { $0.maximumRows = 100 }
        for run in 0..<2 {
            let summary = try await ingest(Entry.self, [.rejects(path)], folder("db"), options)
            #expect(summary.rows == (run == 0 ? 1000 : 0) && summary.rejects == (run == 0 ? 1000 : 0))
        }
        #expect(try Content(folder("db")).ids() == Array(stride(from: 1, to: 2000, by: 2)))
    }

    @Test func aDamagedArchiveGivesWhatStandsBeforeTheDamage() async throws {
        let folder = try TemporaryFolder()
        var bytes = Compressed.gzip(try Self.lines((1...10).map { Line("{\"id\":\($0)}") }))
        bytes += Compressed.gzip(try Self.lines([Line("{\"id\":11}")])).dropLast(5)
        let path = try folder.write("rejects.gz", bytes)
        await expectError(.source, "ends in the middle") { try await ingest([.rejects(path)], folder("db")) }
        #expect(try Content(folder("db")).ids().starts(with: Array(1...10)))
    }

    @Test(arguments: 0..<20)
    func nothingOfADamagedFileIsPassedOver(seed: Int) async throws {
        let folder = try TemporaryFolder()
        var numbers = ChildTableComparisonTests.Numbers(state: UInt64(seed))
        var bytes = Array(
            try Self.lines((1...40).map { id in Line(id % 3 == 0 ? "bad \(id)" : "{\"id\":\(id)}") { $0.line = id } }).utf8)
        for _ in 0...numbers.below(40) {
            switch numbers.below(3) {
            case 0: bytes[numbers.below(bytes.count)] = UInt8(numbers.below(256))
            case 1: bytes.remove(at: numbers.below(bytes.count))
            default: bytes.insert(0x0A, at: numbers.below(bytes.count))
            }
        }
        // The last line is finished.
        if bytes.last != 0x0A { bytes.append(0x0A) }
        let lines = bytes.split(separator: 0x0A).filter { line in line.contains { !" \t\r".utf8.contains($0) } }
        let options = Self.options { $0.maximumRows = 1 + numbers.below(10) }
        let summary = try await ingest(Entry.self, [.rejects(folder.write("rejects", bytes))], folder("db"), options)
        #expect(summary.records == lines.count && summary.rejects > 0)
        let content = try Content(folder("db"))
        #expect(try content.ids().count == summary.rows && content.ints("SELECT count(*) FROM rejects") == [summary.rejects])
    }

    @Test func theFileThatTheRunWritesIsRefused() async throws {
        let folder = try TemporaryFolder()
        try await Self.reject(Array("bad\n".utf8), folder)
        var sink = SQLiteSink.Options()
        sink.rejectsPath = folder("rejects.ndjson")
        await expectError(.source, "that the sink writes") { [sink] in
            try await ingest(Entry.self, [.rejects(folder("rejects.ndjson"))], folder("first"), IngestOptions(), sink)
        }
        #expect(try Content(folder("first")).ints("SELECT count(*) FROM rejects") == [1])
    }

    @Test func theLimitsOfRejectsHold() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(
            "rejects", Self.lines(["bad", "{\"id\":1}", "bad", "{\"id\":2}", "bad", "{\"id\":3}"].map { Line($0) }))
        let options = Self.options { $0.maximumRejects = 2 }
        await expectError(.limit, "3 of 5 records failed") { try await ingest(Entry.self, [.rejects(path)], folder("db"), options) }
        let content = try Content(folder("db"))
        #expect(try content.ids() == [1, 2] && content.ints("SELECT count(*) FROM rejects") == [2])
        // The next run goes on with the one that passes the limit.
        try await ingest(Entry.self, [.rejects(path)], folder("db"), options)
        #expect(try content.ids() == [1, 2, 3] && content.ints("SELECT count(*) FROM rejects") == [3])
    }

    @Test func anySinkTakesThem() async throws {
        let folder = try TemporaryFolder()
        let source = try folder.write("in", "{\"id\":1}\n{\"key\":2}\nbad\n")
        let _: IngestSummary = try await IngestPipeline(Entry.self, from: [.file(source)], into: NDJSONSink(path: folder("out"))).run()
        let sink = NDJSONSink(path: folder("out"))
        await expectError(.source, "that the sink writes") {
            let _: IngestSummary = try await IngestPipeline(Mended.self, from: [.rejects(folder("out.rejects"))], into: sink).run()
        }
        try FileManager.default.copyItem(atPath: folder("out.rejects"), toPath: folder("copy"))
        for _ in 0..<2 {
            let _: IngestSummary = try await IngestPipeline(
                Mended.self, from: [.rejects(folder("copy"))], into: NDJSONSink(path: folder("out"))
            ).run()
        }
        #expect(try String(contentsOfFile: folder("out"), encoding: .utf8) == "{\"id\":1}\n{\"id\":2}\n")
        let rejects = try String(contentsOfFile: folder("out.rejects"), encoding: .utf8).split(separator: "\n").map {
            try Line(json: String($0))
        }
        #expect(rejects.map(\.line) == [2, 3, 3] && rejects.map(\.source) == [source, source, source])
    }
}
#endif
