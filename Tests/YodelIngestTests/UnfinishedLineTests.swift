#if Ingest
import Foundation
import Testing
import Yodel
import YodelIngest

@Suite("Last lines that are not finished")
struct UnfinishedLineTests {
    /// How a file is stored.
    enum Form: CaseIterable {
        case plain, gzip

        func bytes(_ text: String) -> [UInt8] { self == .plain ? Array(text.utf8) : Compressed.gzip(text) }
    }

    /// Adds to the end of a file: of a compressed one, a member.
    private static func append(_ text: String, to name: String, _ form: Form, _ folder: TemporaryFolder) throws {
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: folder(name)))
        defer { try? handle.close() }
        try handle.seekToEnd()
        try handle.write(contentsOf: Data(form.bytes(text)))
    }

    @Test(arguments: Form.allCases, [1, 1000])
    func aHalfWrittenLineIsLeftToTheNextRun(form: Form, maximumRows: Int) async throws {
        let folder = try TemporaryFolder()
        var options = IngestOptions()
        options.maximumRows = maximumRows
        let path = try folder.write("in", form.bytes(lines(1...3) + "bad\n{\"id\":4,\"na"))
        let first = try await ingest(Item.self, [.file(path)], folder("db"), options)
        #expect(first.rows == 3 && first.rejects == 1 && first.unfinishedLines == [path: 11] && first.unfitSources.isEmpty, "\(first)")
        #expect("\(first)".contains("1 unfinished last lines left"))
        // It is told again as long as it stays as it is.
        let second = try await ingest(Item.self, [.file(path)], folder("db"), options)
        #expect(second.records == 0 && second.unfinishedLines == [path: 11], "\(second)")
        try Self.append("me\":\"x\"}\n" + lines([5]), to: "in", form, folder)
        let third = try await ingest(Item.self, [.file(path)], folder("db"), options)
        #expect(third.rows == 2 && third.rejects == 0 && third.unfinishedLines.isEmpty, "\(third)")
        let content = try Content(folder("db"))
        #expect(try content.ids("items") == [1, 2, 3, 4, 5] && content.texts("SELECT name FROM items WHERE id = 4") == ["x"])
        #expect(try content.ints("SELECT line FROM rejects") == [4])
    }

    /// A last line, and whether it is a record as it stands.
    static let lastLines: [(String, isRecord: Bool)] = [
        ("{\"id\":7}", true), ("{\"id\":7} \t\r", true), (" {\"id\":7}", true), ("{\"id\":}", true), ("[]", true), ("\"x\"", true),
        ("{\"id\":7}{\"id\":8}", true), ("\u{FEFF}{\"id\":7}", true), ("{", false), ("{\"id\":7", false), ("{\"id\":\"}", false),
        ("{\"id\":7}{", false), ("{\"id\":7} 8", false), ("12", false), ("nul", false), ("\"x", false), ("bad", false),
        ("\u{FEFF}{", false),
    ]

    @Test(arguments: lastLines, Form.allCases)
    func aLineIsARecordIfNothingCanBeAddedToIt(line: (String, isRecord: Bool), form: Form) async throws {
        let folder = try TemporaryFolder()
        for (number, before) in ["", lines([1])].enumerated() {
            let path = try folder.write("in\(number)", form.bytes(before + line.0))
            let sink = PlaceSink()
            var options = IngestOptions()
            options.framing = .lines
            let summary = try await sink.ingest([.file(path)], options)
            #expect(summary.records == number + (line.isRecord ? 1 : 0), "\(summary)")
            #expect(summary.unfinishedLines == (line.isRecord ? [:] : [path: line.0.utf8.count]), "\(summary)")
            // Nor does a run that follows find anything more.
            #expect(try await sink.ingest([.file(path)], options).records == 0)
        }
    }

    @Test(arguments: ["", " ", "\r", "\n \n", "\t\t"])
    func blankLinesAreFinished(end: String) async throws {
        let folder = try TemporaryFolder()
        let summary = try await PlaceSink().ingest([.file(folder.write("in", lines([1]) + end))])
        #expect(summary.rows == 1 && summary.rejects == 0 && summary.unfinishedLines.isEmpty)
    }

    @Test func aCompleteLineMayStillGetItsLineFeed() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("in", "{\"id\":1}")
        #expect(try await ingest([.file(path)], folder("db")).rows == 1)
        try folder.append("in", "\n{\"id\":2}\n{\"id\"")
        let summary = try await ingest([.file(path)], folder("db"))
        #expect(summary.rows == 1 && summary.unfinishedLines == [path: 5], "\(summary)")
        #expect(try Content(folder("db")).ids() == [1, 2])
    }

    @Test(arguments: [100, 20_000, 70_000])
    func anUnfinishedLineMayBeLong(length: Int) async throws {
        let folder = try TemporaryFolder()
        var options = IngestOptions()
        options.maximumRecordBytes = 50_000
        let half = "{\"id\":2,\"x\":\"" + String(repeating: "y", count: length)
        let path = try folder.write("in", lines([1]) + half)
        let sink = PlaceSink()
        let summary = try await sink.ingest([.file(path)], options)
        #expect(summary.rows == 1 && summary.rejects == 0 && summary.unfinishedLines == [path: half.utf8.count], "\(summary)")
        try folder.append("in", "\"}\n" + lines([3]))
        let next = try await sink.ingest([.file(path)], options)
        #expect(next.rows == (length < 50_000 ? 2 : 1) && next.rejects == (length < 50_000 ? 0 : 1), "\(next)")
    }

    @Test func theRestOfAPipeIsARecord() async throws {
        let folder = try TemporaryFolder()
        #expect(mkfifo(folder("pipe"), 0o600) == 0)
        let writer = Thread {
            guard let handle = FileHandle(forWritingAtPath: folder("pipe")) else { return }
            try? handle.write(contentsOf: Data((lines([1]) + "{\"id\":").utf8))
            try? handle.close()
        }
        writer.start()
        let summary = try await ingest([.file(folder("pipe"))], folder("db"))
        #expect(summary.rows == 1 && summary.rejects == 1 && summary.unfinishedLines.isEmpty, "\(summary)")
    }

    @Test(arguments: Form.allCases)
    func aHalfWrittenRejectIsLeftToo(form: Form) async throws {
        let folder = try TemporaryFolder()
        let line = #"{"source":"s","line":1,"offset":0,"length":8,"raw":"{\"id\":1}"}"#
        let path = try folder.write("rejects", form.bytes(line + "\n" + line.prefix(30)))
        let first = try await ingest([.rejects(path)], folder("db"))
        #expect(first.rows == 1 && first.rejects == 0 && first.unfinishedLines == [path: 30], "\(first)")
        try Self.append(String(line.dropFirst(30)), to: "rejects", form, folder)
        let second = try await ingest([.rejects(path)], folder("db"))
        #expect(second.rows == 1 && second.rejects == 0 && second.unfinishedLines.isEmpty, "\(second)")
    }
}
#endif
