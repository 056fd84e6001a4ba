#if Ingest
import Foundation
import Logging
import Synchronization
import Testing
import Yodel
import YodelIngest

@Suite("Names of files")
struct NameTests {
    /// Keeps what is logged.
    private struct Keeper: LogHandler {
        let lines: LogLines
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) { lines.add("\(event.message)") }
    }

    private final class LogLines: Sendable {
        private let lines = Mutex<[String]>([])

        var all: [String] { lines.withLock { $0 } }
        func add(_ line: String) { lines.withLock { $0.append(line) } }
    }

    private static func run(_ sources: [IngestSource], _ folder: TemporaryFolder, _ log: LogLines) async throws -> IngestSummary {
        let logger = Logger(label: "test") { _ in Keeper(lines: log) }
        return try await IngestPipeline(Entry.self, from: sources, into: SQLiteSink(Entry.self, path: folder("db")), logger: logger).run()
    }

    /// Makes a file whose name is any bytes.
    private static func make(_ name: [UInt8], _ text: String, in folder: TemporaryFolder) {
        let path = (Array((folder.path + "/").utf8) + name).map { CChar(bitPattern: $0) } + [0]
        let descriptor = open(path, O_WRONLY | O_CREAT, 0o600)
        #expect(descriptor >= 0 && write(descriptor, text, text.utf8.count) == text.utf8.count)
        close(descriptor)
    }

    @Test(arguments: ["", "/*"])
    func aNameThatIsNotUTF8IsSaid(pattern: String) async throws {
        let folder = try TemporaryFolder()
        try folder.write("a", lines(1...3))
        Self.make([0x63, 0xE9, 0x1B], lines(4...5), in: folder)
        Self.make([0x2E, 0xE9], "hidden", in: folder)
        let log = LogLines()
        let sources = try IngestSource.named([folder.path + pattern])
        #expect(sources.map(\.name) == [folder("a"), folder("c") + #"\xE9\u{1B}"#])
        let summary = try await Self.run(sources, folder, log)
        #expect(summary.rows == 3 && summary.unfitSources.count == 1, "\(summary)")
        #expect(summary.unfitSources[folder("c") + #"\xE9\u{1B}"#]?.contains("not UTF-8") == true, "\(summary)")
        #expect(log.all.contains { $0.contains(#"c\xE9\u{1B}: its name is not UTF-8"#) }, "\(log.all)")
    }

    @Test func aFolderOfNothingElseIsNoError() async throws {
        let folder = try TemporaryFolder()
        Self.make([0xFF], lines([1]), in: folder)
        let summary = try await Self.run(IngestSource.named([folder.path]), TemporaryFolder(), LogLines())
        #expect(summary.records == 0 && summary.unfitSources.count == 1)
    }

    @Test func controlsInANameAreEscapedWhereverItIsPrinted() async throws {
        let folder = try TemporaryFolder()
        let name = "a\u{1B}[2J\nb\u{9B}31m\u{202E}"
        let path = try folder.write(name, "bad\n{\"id\":1}\n{\"id\"")
        try folder.write(name + "2", "bad\n")
        let log = LogLines()
        let summary = try await Self.run([.file(path), .file(path + "2")], folder, log)
        // The program's own words for what it has read are as they were.
        #expect(summary.recordsBySource == [path: 2, path + "2": 1])
        let again = LogLines()
        #expect(truncate(path, 6) == 0)
        var words = ""
        do { _ = try await Self.run([.file(path)], folder, again) } catch { words = "\(error)" }
        #expect(words.contains(#"a\u{1B}[2J\u{A}b\u{9B}31m\u{202E}"#), "\(words)")
        let said = log.all + again.all + [words]
        #expect(said.contains { $0.contains("from its start") } && said.contains { $0.contains("is not finished") })
        #expect(said.contains { $0.contains("its only record failed") } && said.contains { $0.contains("1 rejects, the first") })
        for line in said {
            #expect(!line.unicodeScalars.contains { $0.value < 0x20 || $0 == "\u{9B}" || $0 == "\u{202E}" }, "\(line.debugDescription)")
        }
    }

    @Test func textIsEscapedOnlyWhereItActs() {
        #expect(PrintedText.escaped("Größe e\u{301} 👩‍👧 \\ \"x\"") == "Größe e\u{301} 👩‍👧 \\ \"x\"")
        #expect(PrintedText.escaped("a\r\n\tb\u{7F}\u{85}\u{2028}\u{200F}") == #"a\u{D}\u{A}\u{9}b\u{7F}\u{85}\u{2028}\u{200F}"#)
        #expect(PrintedText.escaped("a\n\u{1B}b\n", keepsLines: true) == "a\n\\u{1B}b\n")
        #expect(PrintedText.escaped(bytes: [0x61, 0xC3, 0x0A]) == #"a\xC3\u{A}"#)
        let once = PrintedText.escaped("a\u{1B}")
        #expect(PrintedText.escaped(once) == once)
    }
}
#endif
