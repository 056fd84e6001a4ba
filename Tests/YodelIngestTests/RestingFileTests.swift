#if Ingest
import Foundation
import Synchronization
import Testing
import Yodel
@testable import YodelIngest

/// Files that are followed while nothing is added to them: what is given up, and how it is found again.
@Suite("Files that rest")
struct RestingFileTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func aFileThatHasBeenClosedGoesOnWhereItWas() throws {
        try folder.write("log", lines(1...3) + "{\"id\":")
        let run = try FollowedRun(folder("log"))
        #expect(try run.read(3) == [1, 2, 3])
        for id in 4...6 {
            #expect(try run.close())
            #expect(try run.close())
            try folder.append("log", "\(id)}\n{\"id\":")
            #expect(try run.read(1) == [id])
        }
        #expect(run.texts(.loss) == [])
        #expect(run.texts(.progress).count == 1)
    }

    @Test func aFileThatHasBeenClosedIsFoundWhateverItIsCalled() throws {
        try folder.write("log", lines(1...3))
        let run = try FollowedRun(folder("log"))
        #expect(try run.read(3) == [1, 2, 3])
        #expect(try run.close())
        try folder.append("log", lines(4...5))
        try folder.move("log", "yesterday")
        try folder.write("log", lines(6...7))
        try folder.move("log", "today")
        try folder.write("log", lines(8...9))
        #expect(try run.read(6) == Array(4...9))
        #expect(run.texts(.loss) == [])
    }

    @Test func aFileThatHasBeenClosedAndIsGoneIsReported() throws {
        try folder.write("log", lines(1...3))
        let run = try FollowedRun(folder("log"))
        #expect(try run.read(3) == [1, 2, 3])
        #expect(try run.close())
        // Under another name first: a file that is made after the other is gone may get its number.
        try folder.write("new", lines(4...5))
        try folder.move("new", "log")
        #expect(try run.read(2) == [4, 5])
        #expect(run.texts(.loss).map { $0.contains("while it was not open; what was added after byte 27") } == [true])
    }

    @Test(arguments: [true, false])
    func aFileThatIsWrittenAnewWithAsManyBytesIsReadAnew(isClosed: Bool) throws {
        try folder.write("log", lines(1...3))
        let run = try FollowedRun(folder("log"))
        #expect(try run.read(3) == [1, 2, 3])
        #expect(try run.close())
        if !isClosed {
            try folder.append("log", lines(4...4))
            #expect(try run.read(1) == [4])
        }
        #expect(truncate(folder("log"), 0) == 0)
        try folder.append("log", isClosed ? lines(7...9) : lines(6...9))
        #expect(try run.read(isClosed ? 3 : 4) == Array((isClosed ? 7 : 6)...9))
        #expect(run.texts(.loss).map { $0.contains("cut short after it had been read to byte") } == [true])
    }

    @Test func theLastLineOfAFileThatHasBeenClosedNeedsNoLineFeedWhenItIsRotated() throws {
        try folder.write("log", lines(1...3) + "{\"id\":4}")
        let run = try FollowedRun(folder("log"))
        #expect(try run.read(3) == [1, 2, 3])
        #expect(try run.close())
        try folder.move("log", "log.1")
        try folder.write("log", lines(5...6))
        #expect(try run.read(3) == [4, 5, 6])
        #expect(run.texts(.loss) == [])
    }

    @Test func aFileWithoutTheNameIsNotClosed() throws {
        try folder.write("log", lines(1...3))
        let run = try FollowedRun(folder("log"))
        #expect(try run.read(3) == [1, 2, 3])
        try folder.makeFolder("elsewhere")
        try folder.move("log", "elsewhere/log")
        #expect(try !run.close())
        try folder.append("elsewhere/log", lines(4...5))
        #expect(try run.read(2) == [4, 5])
        #expect(run.texts(.loss) == [])
    }

    @Test func othersHaveTheirTurnInALongFile() throws {
        let pool = try FollowPool()
        // More than is read at a time, so that the reading is given up in the middle of a line.
        let text = lines(1...20_000) + String(repeating: " ", count: 200_000) + "\n" + lines(20_001...30_000)
        try folder.write("log", text)
        let alone = try FollowedRun(folder("log"), in: pool)
        #expect(try alone.read(100).count >= 100)
        #expect(alone.pauses == 0)
        // Another one waits.
        pool.add(1)
        let run = try FollowedRun(folder("log"), in: pool)
        #expect(try run.read(30_000) == Array(1...30_000))
        #expect(run.pauses > 1)
    }

    @Test func noFileIsReadUnderTwoNames() throws {
        try folder.write("log", lines(1...1))
        try folder.write("other", lines(2...2))
        let (one, other) = (try #require(FileKey(folder("log"))), try #require(FileKey(folder("other"))))
        let claims = FileClaims()
        #expect(claims.take(one, 1) && claims.take(one, 1) && !claims.take(one, 2) && claims.take(other, 2))
        claims.give(one, 2)
        #expect(!claims.take(one, 2))
        claims.give(one, 1)
        #expect(claims.take(one, 2))
    }

    // MARK: - Folders

    @Test func theEventsOfAFolderAreThoseFromTheNameOn() throws {
        let told = Mutex<Set<Int>>([])
        let events = FolderEvents { owners in told.withLock { $0.formUnion(owners) } }
        // Not every system tells.
        guard events.source != nil else { return }
        let path = folder.path + "/"
        let one = try #require(FolderWatch(path, "one", in: events, owner: 1))
        let two = try #require(FolderWatch(path, "two", in: events, owner: 2))
        try folder.write("other", "")
        #expect(one.news().events == [] && two.news().events == [])
        try folder.write("one", "")
        try folder.move("one", "three")
        try folder.write("two", "")
        #expect(one.news().events.map(\.name) == ["one", "one", "three", "two"])
        #expect(two.news().events.map(\.name) == ["two"])
        #expect(told.withLock { $0 } == [1, 2])
        one.settle()
        try folder.move("three", "other")
        #expect(one.news().events == [])
        #expect(two.news().events.map(\.name) == ["three", "other"])
        two.settle()
        #expect(!one.hasNews && !two.hasNews)
        try folder.move("other", "one")
        #expect(one.hasNews && !one.hasNews && !two.hasNews)
    }

    @Test func linksOfAPathAreFound() throws {
        try folder.makeFolder("one/deep")
        try folder.link("current", to: "one")
        try folder.link("one/next", to: folder("current/deep"))
        try folder.write("one/deep/log", "")
        let root = try #require(AbsolutePath.resolved(folder.path))
        let links = AbsolutePath.links("\(root)/current/next/log")
        #expect(links.map { $0.folder + $0.name } == ["\(root)/current", "\(root)/one/next", "\(root)/current"])
        #expect(AbsolutePath.links("\(root)/one/deep/log").isEmpty)
        try folder.link("a", to: "b")
        try folder.link("b", to: "a")
        #expect(AbsolutePath.links("\(root)/a").count == 40)
    }

    @Test func aFolderIsReadAgainWhenItHasChanged() throws {
        try folder.write("log.1", "")
        try folder.write("log-2", "")
        try folder.write("logs", "")
        let lists = FolderLists()
        let path = folder.path + "/"
        let inode = try #require(FileKey(folder("logs"))?.inode)
        for _ in 0..<3 {
            #expect(try lists.list(path)?.names(like: "log", or: []).sorted() == ["log-2", "log.1"])
            #expect(try lists.list(path)?.names(like: "log", or: [inode]).sorted() == ["log-2", "log.1", "logs"])
        }
        for id in 3...20 {
            try folder.write("log.\(id)", "")
            #expect(try lists.list(path)?.names(like: "log", or: []).count == id)
        }
        #expect(try lists.list(path + "none/") == nil)
    }
}
#endif
