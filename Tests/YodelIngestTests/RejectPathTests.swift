#if Ingest
import Foundation
import Testing
import Yodel
import YodelIngest

@Suite("Where rejects may go")
struct RejectPathTests {
    /// The content of all files in a folder.
    private static func content(_ folder: TemporaryFolder) throws -> [String: Data] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        return try Dictionary(uniqueKeysWithValues: names.map { ($0, try Data(contentsOf: URL(fileURLWithPath: folder($0)))) })
    }

    private static func sink(_ rejects: String, _ folder: TemporaryFolder, database: String = "db") -> SQLiteSink {
        var options = SQLiteSink.Options()
        options.rejectsPath = rejects
        return SQLiteSink(Entry.self, path: folder(database), options: options)
    }

    private static func refuses(
        _ kind: IngestError.Kind, _ words: String, _ folder: TemporaryFolder, _ sources: [IngestSource], into sink: SQLiteSink,
        _ location: SourceLocation = #_sourceLocation
    ) async throws {
        let before = try content(folder)
        await expectError(kind, words, location) {
            let _: IngestSummary = try await IngestPipeline(Entry.self, from: sources, into: sink).run()
        }
        #expect(try content(folder) == before, "something was written", sourceLocation: location)
    }

    @Test(arguments: ["", "-wal", "-shm", "-journal"], [false, true])
    func noFileOfTheDatabaseIsOneOfRejects(ending: String, exists: Bool) async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("in", lines(1...3))
        if exists { try await ingest([.file(path)], folder("db")) }
        symlink("db\(ending)", folder("link"))
        symlink(folder("link"), folder("second"))
        defer { for name in ["link", "second"] { unlink(folder(name)) } }
        let names = [folder("db\(ending)"), folder.path + "/./db\(ending)", folder("link"), folder("second")]
        for name in names {
            await expectError(.declaration, "a file of the database") {
                let _: IngestSummary = try await IngestPipeline(Entry.self, from: [.file(path)], into: Self.sink(name, folder)).run()
            }
        }
        #expect(FileManager.default.fileExists(atPath: folder("db")) == exists)
        if exists {
            link(folder("db"), folder("hard"))
            await expectError(.declaration, "a file of the database") {
                let _: IngestSummary = try await IngestPipeline(Entry.self, from: [], into: Self.sink(folder("hard"), folder)).run()
            }
            #expect(try Content(folder("db")).ids() == [1, 2, 3])
        }
    }

    @Test func aDatabaseThatIsALinkIsTheFileThatItLeadsTo() async throws {
        let folder = try TemporaryFolder()
        symlink("real", folder("db"))
        defer { unlink(folder("db")) }
        for name in ["real", "real-wal", "db-wal"] {
            await expectError(.declaration, "a file of the database") {
                let _: IngestSummary = try await IngestPipeline(Entry.self, from: [], into: Self.sink(folder(name), folder)).run()
            }
        }
        #expect(!FileManager.default.fileExists(atPath: folder("real")))
    }

    @Test func noSourceIsAFileOfRejects() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("in", lines(1...3) + "bad\n")
        link(path, folder("hard"))
        for rejects in [path, folder.path + "/./in", folder("hard")] {
            try await Self.refuses(.source, "that the sink writes", folder, [.file(path)], into: Self.sink(rejects, folder))
            try await Self.refuses(.source, "that the sink writes", folder, [.follow(path)], into: Self.sink(rejects, folder))
        }
        // In a folder it is left out as a file of the sink, but it has other lines than rejects.
        let sink = Self.sink(path, folder)
        try await Self.refuses(.declaration, "lines of something else", folder, [], into: sink)
    }

    @Test func noSourceIsWhatASinkOfLinesWrites() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("in.ndjson", lines(1...3))
        let before = try Self.content(folder)
        await expectError(.source, "that the sink writes") {
            let _: IngestSummary = try await IngestPipeline(Entry.self, from: [.file(path)], into: NDJSONSink(path: path)).run()
        }
        #expect(try Self.content(folder) == before)
    }

    /// A reject, the path of whose fault is a long key.
    static let longPath =
        "{\"source\":\"s\",\"line\":1,\"offset\":0,\"length\":70000,\"code\":\"invalidValue\",\"path\":\"\(String(repeating: "k", count: 70_000))\","
        + "\"reason\":\"y\"}\n"

    @Test(arguments: [
        ("", true), ("\n", true), ("{\"raw\":\"x\"}\n", true), ("{\"source\":\"s\",\"line\":1,\"reason\":\"y\"}\n{}\n", true),
        ("{\"sour", true), (longPath, true),
        ("{\"id\":1}\n", false), ("bad\n", false), ("[\"raw\"]\n", false), ("{\"id\":{\"raw\":1}}\n", false),
    ])
    func aFileOfSomethingElseIsRefused(text: String, isTaken: Bool) async throws {
        let folder = try TemporaryFolder()
        let rejects = try folder.write("other", text)
        let path = try folder.write("in", "bad\n")
        if isTaken {
            let _: IngestSummary = try await IngestPipeline(Entry.self, from: [.file(path)], into: Self.sink(rejects, folder)).run()
            #expect(try String(contentsOfFile: rejects, encoding: .utf8).hasPrefix(text))
        } else {
            try await Self.refuses(.declaration, "lines of something else", folder, [.file(path)], into: Self.sink(rejects, folder))
        }
    }
}
#endif
