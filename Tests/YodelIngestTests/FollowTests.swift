#if Ingest
import Foundation
import Testing
import Yodel
@testable import YodelIngest

// The limit is for what never ends: beside a whole suite under a sanitizer each step may wait for minutes.
@Suite("Files that are followed", .timeLimit(.minutes(40)))
struct FollowTests {
    /// An ingestion that follows a file until it is stopped.
    private final class Following: Sendable {
        private let ingestion: IngestPipeline<Entry>
        private let task: Task<Void, any Error>
        private let database: String

        convenience init(_ folder: TemporaryFolder, _ name: String = "log") { self.init(folder, .follow(folder(name))) }

        init(_ folder: TemporaryFolder, _ source: IngestSource) {
            database = folder("db")
            ingestion = IngestPipeline(Entry.self, from: [source], into: SQLiteSink(Entry.self, path: database))
            task = Task { [ingestion] in let _: IngestSummary = try await ingestion.run() }
        }

        /// Waits until so many records have come in.
        func wait(for records: Int) async throws {
            for _ in 0..<2000 {
                if ingestion.summary.records >= records { return }
                try await Task.sleep(for: .milliseconds(10))
            }
            Issue.record("\(ingestion.summary) after 20 seconds and more, not \(records) records")
        }

        func stop() async throws {
            ingestion.stop()
            try await task.value
        }
    }

    @Test func linesComeInAsTheyAreFinished() async throws {
        let folder = try TemporaryFolder()
        let following = Following(folder)
        // It need not be there at the start.
        try await Task.sleep(for: .milliseconds(50))
        try folder.write("log", lines(1...3) + "{\"id\":")
        try await following.wait(for: 3)
        try await Task.sleep(for: .milliseconds(100))
        let content = try Content(folder("db"))
        #expect(try content.ids() == [1, 2, 3])
        try folder.append("log", "4}\n{\"id\":5}\n{\"id\"")
        try await following.wait(for: 5)
        try await following.stop()
        // The unfinished line is left, and read when it is finished.
        #expect(try content.ids() == [1, 2, 3, 4, 5])
        try folder.append("log", ":6}\n")
        let next = Following(folder)
        try await next.wait(for: 1)
        try await next.stop()
        #expect(try content.ids() == [1, 2, 3, 4, 5, 6])
        #expect(try content.ints("SELECT count(*) FROM rejects") == [0])
    }

    @Test func aFileThatIsRotatedIsReadToItsEnd() async throws {
        let folder = try TemporaryFolder()
        try folder.write("log", lines(1...10))
        let following = Following(folder)
        try await following.wait(for: 10)
        try FileManager.default.moveItem(atPath: folder("log"), toPath: folder("log.1"))
        // Whoever writes it has not noticed yet.
        try folder.append("log.1", lines(11...12))
        try folder.write("log", lines(13...15))
        try await following.wait(for: 15)
        try FileManager.default.moveItem(atPath: folder("log.1"), toPath: folder("log.2"))
        try FileManager.default.moveItem(atPath: folder("log"), toPath: folder("log.1"))
        try folder.write("log", lines(16...20))
        try await following.wait(for: 20)
        try await following.stop()
        #expect(try Content(folder("db")).ints("SELECT id FROM entries ORDER BY rowid") == Array(1...20))
    }

    @Test func filesThatWereRotatedMeanwhileAreFound() async throws {
        let folder = try TemporaryFolder()
        try folder.write("log", lines(1...10))
        let first = Following(folder)
        try await first.wait(for: 10)
        try await first.stop()
        try folder.append("log", lines(11...12))
        for (index, ids) in [13...14, 15...16, 17...18].enumerated() {
            for number in stride(from: index + 1, to: 0, by: -1) {
                let from = number == 1 ? folder("log") : folder("log.\(number - 1)")
                try FileManager.default.moveItem(atPath: from, toPath: folder("log.\(number)"))
            }
            try await Task.sleep(for: .milliseconds(20))
            try folder.write("log", lines(ids))
        }
        let second = Following(folder)
        try await second.wait(for: 8)
        try await second.stop()
        #expect(try Content(folder("db")).ints("SELECT id FROM entries ORDER BY rowid") == Array(1...18))
    }

    @Test func aFileThatIsCutShortAndWrittenAnewIsReadFromItsStart() async throws {
        let folder = try TemporaryFolder()
        try folder.write("log", lines(1...1000))
        let following = Following(folder)
        try await following.wait(for: 1000)
        try FileManager.default.copyItem(atPath: folder("log"), toPath: folder("log.1"))
        #expect(truncate(folder("log"), 0) == 0)
        try folder.append("log", lines(1001...1010))
        try await following.wait(for: 1010)
        // At once more than before, so that its length says nothing.
        try await following.stop()
        #expect(truncate(folder("log"), 0) == 0)
        try folder.append("log", lines(2001...2900))
        let second = Following(folder)
        try await second.wait(for: 900)
        #expect(truncate(folder("log"), 0) == 0)
        try folder.append("log", lines(5001...6500))
        try await second.wait(for: 2400)
        try await second.stop()
        #expect(try Content(folder("db")).ids() == Array(1...1010) + Array(2001...2900) + Array(5001...6500))
    }

    @Test func theRestOfACopyThatRotationMadeComesIn() async throws {
        let folder = try TemporaryFolder()
        try folder.write("log", lines(1...10))
        let first = Following(folder)
        try await first.wait(for: 10)
        try await first.stop()
        try folder.append("log", lines(11...20))
        try FileManager.default.copyItem(atPath: folder("log"), toPath: folder("log.1"))
        #expect(truncate(folder("log"), 0) == 0)
        try folder.append("log", lines(21...30))
        let second = Following(folder)
        try await second.wait(for: 20)
        try await second.stop()
        // And nothing twice.
        let third = Following(folder)
        try folder.append("log", lines(31...35))
        try await third.wait(for: 5)
        try await third.stop()
        #expect(try Content(folder("db")).ids() == Array(1...35))
    }

    @Test func aFollowedFileThatCannotBeReadIsAnError() async throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder("log"), withIntermediateDirectories: false)
        await expectError(.source, "directory") { try await ingest([.follow(folder("log"))], folder("db")) }
    }

    /// Nobody asks for the end: the other source would live for ever.
    @Test(arguments: ["folder", "pipe"])
    func anErrorOfOneSourceEndsTheOthers(kind: String) async throws {
        let folder = try TemporaryFolder()
        try folder.write("a", lines(1...5))
        try FileManager.default.createDirectory(atPath: folder("folder"), withIntermediateDirectories: false)
        #expect(mkfifo(folder("pipe"), 0o600) == 0)
        await expectError(.source, folder(kind)) { try await ingest([.follow(folder("a")), .follow(folder(kind))], folder("db")) }
        // The next run continues, wherever the first one ended.
        let next = Following(folder, "a")
        for _ in 0..<2000 where try Content(folder("db")).ids().count < 5 { try await Task.sleep(for: .milliseconds(10)) }
        try await next.stop()
        #expect(try Content(folder("db")).ids() == Array(1...5))
    }

    @Test func theOldTargetOfALinkIsFoundAfterARestart() async throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder("pods"), withIntermediateDirectories: false)
        try folder.write("pods/0.log", lines(1...3))
        #expect(symlink(folder("pods/0.log"), folder("log")) == 0)
        let first = Following(folder)
        try await first.wait(for: 3)
        try await first.stop()
        try folder.append("pods/0.log", lines(4...5))
        try folder.write("pods/1.log", lines(6...7))
        #expect(unlink(folder("log")) == 0 && symlink(folder("pods/1.log"), folder("log")) == 0)
        let second = Following(folder)
        try await second.wait(for: 4)
        try await second.stop()
        #expect(try Content(folder("db")).ints("SELECT id FROM entries ORDER BY rowid") == Array(1...7))
    }

    @Test func aFileThatIsFollowedIsNoSourceASecondTime() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("log", lines(1...3))
        #expect(link(path, folder("hard")) == 0 && symlink("log", folder("link")) == 0)
        let doubles: [IngestSource] = [
            .follow(path), .follow(folder("./log")), .follow(folder("hard")), .follow(folder("link")), .file(path), .file(folder("link")),
        ]
        for double in doubles {
            await expectError(.source, "named twice") { try await ingest([.follow(path), double], folder("db")) }
            await expectError(.source, "named twice") { try await ingest([double, .follow(path)], folder("db")) }
        }
        #expect(!FileManager.default.fileExists(atPath: folder("db")))
    }

    @Test func filesThatFitAPatternAreFollowedWhenTheyCome() async throws {
        let folder = try TemporaryFolder()
        try folder.write("a.log", lines(1...3))
        try folder.write("b.other", lines(100...100))
        let following = Following(folder, .follow(matching: folder("*.log")))
        try await following.wait(for: 3)
        try folder.write("b.log", lines(4...5))
        try await following.wait(for: 5)
        // The pattern fits what it is called then, too.
        try folder.append("a.log", lines(6...6))
        try folder.move("a.log", "c.log")
        try folder.write("a.log", lines(7...8))
        try await following.wait(for: 8)
        try folder.append("c.log", lines(9...9))
        try folder.append("b.log", lines(10...10))
        try await following.wait(for: 10)
        try await following.stop()
        #expect(try Content(folder("db")).ids() == Array(1...10))
        try folder.write("d.log", lines(11...12))
        let next = Following(folder, .follow(matching: folder("*.log")))
        try await next.wait(for: 2)
        try await next.stop()
        #expect(try Content(folder("db")).ids() == Array(1...12))
    }

    @Test func filesThatFitAPatternForAMomentAreReadWhateverTheyAreCalledThen() async throws {
        guard FolderEvents().source != nil else { return }
        let folder = try TemporaryFolder()
        try folder.write("a.log", lines(1...3))
        let following = Following(folder, .follow(matching: folder("*.log")))
        try await following.wait(for: 3)
        for id in 4...20 {
            try folder.write("b.log", lines(id...id))
            try folder.move("b.log", "b.log.\(id)")
        }
        try await following.wait(for: 20)
        try folder.append("b.log.7", lines(21...21))
        try await following.wait(for: 21)
        try await following.stop()
        #expect(try Content(folder("db")).ids() == Array(1...21))
    }

    @Test func whatFitsAPatternAndIsNoLogIsLeftOut() async throws {
        let folder = try TemporaryFolder()
        try folder.write("a", lines(1...3))
        try Data([0x1F, 0x8B, 8, 0]).write(to: URL(fileURLWithPath: folder("b")))
        try FileManager.default.createDirectory(atPath: folder("c"), withIntermediateDirectories: true)
        // The database is in the same folder.
        let following = Following(folder, .follow(matching: folder("*")))
        try await following.wait(for: 3)
        try await following.stop()
        #expect(try Content(folder("db")).ids() == [1, 2, 3])
        #expect(try Content(folder("db")).ints("SELECT count(*) FROM rejects") == [0])
    }

    @Test func severalFilesAreFollowedAtOnce() async throws {
        let folder = try TemporaryFolder()
        try folder.write("a", lines(1...5))
        try folder.write("b", lines(6...9))
        let ingestion = IngestPipeline(
            Entry.self, from: [.follow(folder("a")), .follow(folder("b")), .file(try folder.write("c", lines(10...12)))],
            into: SQLiteSink(Entry.self, path: folder("db")))
        let task = Task { let _: IngestSummary = try await ingestion.run() }
        for _ in 0..<1000 where ingestion.summary.records < 12 { try await Task.sleep(for: .milliseconds(10)) }
        ingestion.stop()
        try await task.value
        #expect(try Content(folder("db")).ids() == Array(1...12))
    }
}
#endif
