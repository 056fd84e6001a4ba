#if Ingest
import Foundation
import Testing
import Yodel
@testable import YodelIngest

@Suite("Small files")
struct SmallFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    // MARK: - What they are called

    @Test func aFileThatASinkWritesIsKnownByWhateverPath() throws {
        try folder.write("there", "")
        try FileManager.default.createDirectory(atPath: folder("sub"), withIntermediateDirectories: false)
        try folder.write("sub/there", "")
        let written = WrittenFiles([folder("there"), folder("later")])
        for (link, target) in [("a", "there"), ("b", "later"), ("c", "a"), ("d", "none"), ("e", "sub/there")] {
            #expect(symlink(target, folder(link)) == 0)
        }
        #expect(symlink(folder.path, folder("sub/up")) == 0)
        #expect(link(folder("there"), folder("hard")) == 0)
        for name in ["there", "./there", "later", "sub/../later", "a", "b", "c", "hard", "sub/up/there", "sub/up/later", "sub/up/b"] {
            #expect(written.contains(folder(name)), "\(name)")
        }
        for name in ["sub/there", "sub/later", "d", "e", "none", "sub"] { #expect(!written.contains(folder(name)), "\(name)") }
        // What has its name later is the file that is written.
        try folder.write("later", "")
        #expect(written.contains(folder("later")) && written.contains(folder("b")))
    }

    @Test func thePlacesOfAFileAreFoundByWhateverPath() throws {
        try folder.write("log", lines(1...3))
        try FileManager.default.createDirectory(atPath: folder("sub"), withIntermediateDirectories: false)
        try folder.write("sub/log", lines(1...3))
        try folder.write("other", lines(1...3))
        for (link, target) in [("a", "log"), ("b", "a"), ("c", "other")] { #expect(symlink(target, folder(link)) == 0) }
        #expect(symlink(folder.path, folder("sub/up")) == 0)
        let file = try ModelFile(folder("log"))
        var position = ReadingPosition()
        (position.offset, position.line) = (9, 2)
        position.file = try file.identity(before: 9)
        let path = try #require(AbsolutePath.resolved(folder("log")))
        let place = IngestPlace(source: path, generation: 0, position: position, head: try file.head(9))
        let book = PlaceBook([place], startsOver: false)
        for name in ["log", "./log", "a", "b", "sub/up/log", "sub/up/b"] {
            #expect(book.places(of: .file(folder(name))) == [place] && book.places(of: .follow(folder(name))) == [place], "\(name)")
        }
        for name in ["sub/log", "other", "c", "none", "sub/none"] { #expect(book.places(of: .file(folder(name))).isEmpty, "\(name)") }
        // A file that is followed through a link is one of its target's name as well.
        let followed = IngestPlace(
            source: AbsolutePath.withLinks(folder("c")), generation: 0, position: position, head: place.head, file: folder("other"))
        book.note(followed)
        #expect(book.places(of: .file(folder("other"))) == [followed])
    }

    // MARK: - What they share

    @Test(arguments: [1, 7, 50])
    func theLimitOfFailuresIsOneOfAllFiles(limit: Int) async throws {
        let paths = try (0..<30).map { try folder.write("\($0)", "{\"id\":\($0)}\nno json\n{\"id\":\($0 + 100)}\nnone\n") }
        var options = IngestOptions()
        options.maximumRejects = limit
        let sources = paths.map { IngestSource.file($0) }
        if limit == 50 {
            options.maximumRejects = 60
            let summary = try await ingest(Entry.self, sources, folder("db"), options)
            #expect(summary.rows == 60 && summary.rejects == 60, "\(summary)")
        } else {
            await expectError(.limit, "records failed (maximumFailures") { [options] in
                try await ingest(Entry.self, sources, folder("db"), options)
            }
            #expect(try Content(folder("db")).ids().count == limit + 1)
        }
        let rest = try await ingest(Entry.self, sources, folder("db"), IngestOptions())
        let content = try Content(folder("db"))
        #expect(try content.ids() == (Array(0..<30) + Array(100..<130)), "\(rest)")
        #expect(try content.ints("SELECT count(*) FROM rejects") == [60])
    }

    @Test func noLimitOfFailuresStaysNone() {
        let failures = FailureCount()
        func task(_ limit: Int) -> ReadingTask {
            var options = IngestOptions().columns
            options.reading.maximumFailures = limit
            return ReadingTask(
                options: options, workers: 1, places: PlaceBook([], startsOver: false), stop: StopFlag(), limits: failures,
                written: WrittenFiles([]), log: { _, _ in })
        }
        failures.add(5)
        #expect(task(.max).remaining.reading.maximumFailures == .max)
        #expect(task(7).remaining.reading.maximumFailures == 2 && task(3).remaining.reading.maximumFailures == 0)
    }
}
#endif
