#if Ingest
import Foundation
import Testing
import Yodel
@testable import YodelIngest

/// Which files a pattern that is followed finds, and what the log says.
@Suite("Patterns that are followed")
struct PatternTests {
    private let folder: TemporaryFolder
    private let notes = FollowedRun.Notes()

    init() throws { folder = try TemporaryFolder() }

    private func patterns(
        _ names: String..., patience: UInt64 = 3_600_000_000_000, besides written: [String] = [], in events: FolderEvents? = nil
    ) -> FollowedPatterns {
        let task = ReadingTask(
            options: IngestOptions().columns, workers: 1, places: PlaceBook([], startsOver: false), stop: StopFlag(),
            limits: FailureCount(), written: WrittenFiles(written), log: { [notes] in notes.add($0, $1) }, patience: patience,
            names: events)
        return FollowedPatterns(names.map { .follow(matching: folder($0)) }, task)
    }

    @Test func aPatternThatNoFileFitsIsSaidOnceAfterAWhile() throws {
        try folder.write("other", lines(1...1))
        let patient = patterns("*.log", "o*")
        let impatient = patterns("*.log", "o*", patience: 0)
        #expect(patient.news().map(\.name) == [folder("other")] && patient.news().isEmpty)
        #expect(notes.texts(.notice) == [])
        #expect(impatient.news().map(\.name) == [folder("other")])
        for _ in 0..<3 { #expect(impatient.news().isEmpty) }
        #expect(notes.texts(.notice) == ["\(folder("*.log")): no file fits this pattern; waiting for one"])
        // It fits though it has no bytes yet.
        try folder.write("a.log", "")
        #expect(impatient.news().isEmpty && patient.news().isEmpty)
        try folder.write("a.log", lines(1...1))
        #expect(impatient.news().map(\.name) == [folder("a.log")])
        unlink(folder("a.log"))
        #expect(impatient.news().isEmpty)
        #expect(notes.texts(.notice).dropFirst() == ["\(folder("*.log")): a file fits this pattern now"])
    }

    // MARK: - Between two looks

    /// What the kernel tells; nil where it tells nothing.
    private var events: FolderEvents? {
        let events = FolderEvents()
        return events.source == nil ? nil : events
    }

    @Test func aFileThatFitsForAMomentIsFoundByItsNewName() throws {
        guard let events else { return }
        try folder.makeFolder("one")
        let patterns = patterns("*/*.log", in: events)
        #expect(patterns.news().isEmpty)
        try folder.write("one/a.log", lines(1...1))
        try folder.move("one/a.log", "one/a.log.1")
        #expect(patterns.news().map(\.name) == [folder("one/a.log.1")])
        // Through other names, and over another file.
        try folder.write("one/tmp", lines(2...2))
        try folder.move("one/tmp", "one/b.log")
        try folder.move("one/b.log", "one/c")
        try folder.move("one/c", "one/d")
        try folder.write("one/e.log", lines(3...3))
        #expect(patterns.news().map(\.name) == [folder("one/e.log"), folder("one/d")])
        #expect(patterns.news().isEmpty && notes.texts(.loss) == [])
    }

    @Test func aFileThatGetsItsBytesBeforeItIsRenamedIsFound() throws {
        guard let events else { return }
        try folder.write("a.log", "")
        let patterns = patterns("*.log", in: events)
        #expect(patterns.news().isEmpty)
        try folder.write("b.log", "")
        #expect(patterns.news().isEmpty && patterns.news().isEmpty)
        for name in ["a.log", "b.log"] {
            try folder.append(name, lines(1...1))
            try folder.move(name, name + ".1")
        }
        #expect(patterns.news().map(\.name) == [folder("a.log.1"), folder("b.log.1")])
        #expect(patterns.news().isEmpty && notes.texts(.loss) == [])
    }

    @Test func aFileThatIsGoneBetweenTwoLooksIsReported() throws {
        guard let events else { return }
        try folder.makeFolder("other")
        let patterns = patterns("*.log", besides: [folder("sink.log")], in: events)
        #expect(patterns.news().isEmpty)
        for name in ["a.log", "b.log", "sink.log", "no"] { try folder.write(name, lines(1...1)) }
        for name in ["a.log", "sink.log", "no"] { unlink(folder(name)) }
        try folder.move("b.log", "other/b")
        // Of a file that is moved away the other half is never told.
        for _ in 0..<3 { #expect(patterns.news().isEmpty) }
        let lost = notes.texts(.loss)
        #expect(lost.count == 2 && lost[0].hasPrefix(folder("a.log")) && lost[1].hasPrefix(folder("b.log")), "\(lost)")
    }

    /// Who follows the name is told of its files by himself.
    @Test func theFilesOfANameThatIsFollowedAreItsOwn() throws {
        guard let events else { return }
        let patterns = patterns("*.log", in: events)
        try folder.write("a.log", lines(1...1))
        #expect(patterns.news().map(\.name) == [folder("a.log")])
        try folder.move("a.log", "a.log.1")
        #expect(patterns.news().isEmpty)
        try folder.write("a.log", lines(2...2))
        #expect(patterns.news().isEmpty)
        unlink(folder("a.log"))
        #expect(patterns.news().isEmpty && notes.texts(.loss) == [])
    }

    @Test func eventsThatHaveBeenReadAreNotKept() throws {
        guard let events else { return }
        let path = folder.path + "/"
        let pattern = try #require(FolderWatch(path, fitting: "*.log", in: events))
        let name = try #require(FolderWatch(path, "one", in: events, owner: 1))
        try folder.write("two", "")
        #expect(pattern.news().events == [])
        try folder.write("a.log", "")
        try folder.write("one", "")
        try folder.write(".log", "")
        #expect(pattern.news().events.map(\.name) == ["a.log", "one", ".log"])
        try folder.move("one", "b.log")
        #expect(pattern.news().events.map(\.name) == ["one", "b.log"])
        // Each has its own place in the list.
        #expect(name.news().events.map(\.name) == ["one", ".log", "one", "b.log"])
        name.settle()
        #expect(pattern.news().events == [])
        try folder.write("two.txt", "")
        #expect(pattern.news().events.map(\.name) == ["two.txt"] && name.news().events == [])
        pattern.settle()
        try folder.write("three", "")
        #expect(pattern.news().events == [])
    }
}
#endif
