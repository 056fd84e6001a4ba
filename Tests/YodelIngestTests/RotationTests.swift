#if Ingest
import Foundation
import Synchronization
import Testing
import Yodel
@testable import YodelIngest

/// Which files a name that is followed has had, and how they are found.
@Suite("Rotation")
struct RotationTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    // MARK: - While it reads

    @Test func filesThatHaveTheNameForAMomentAreReadWhateverTheyAreCalledThen() throws {
        try folder.write("log", lines(1...3))
        let run = try FollowedRun(folder("log"))
        #expect(try run.read(3) == [1, 2, 3])
        try folder.append("log", lines(4...5))
        try folder.move("log", "first")
        try folder.write("log", lines(6...7))
        try folder.move("log", "second")
        try folder.write("log", lines(8...9))
        try folder.move("second", "third")
        try folder.move("log", "fourth")
        try folder.write("log", lines(10...12))
        #expect(try run.read(9) == Array(4...12))
        #expect(run.texts(.loss) == [])
    }

    @Test func aFileThatIsOpenIsReadToItsEndThoughItIsDeleted() throws {
        try folder.write("log", lines(1...3))
        let run = try FollowedRun(folder("log"))
        #expect(try run.read(3) == [1, 2, 3])
        try folder.append("log", lines(4...20))
        unlink(folder("log"))
        try folder.write("log", lines(21...22))
        #expect(try run.read(19) == Array(4...22))
        #expect(run.texts(.loss) == [])
    }

    @Test func aFileThatIsGoneBeforeItCanBeOpenedIsReported() throws {
        try folder.makeFolder("elsewhere")
        try folder.write("log", lines(1...3))
        let run = try FollowedRun(folder("log"))
        #expect(try run.read(3) == [1, 2, 3])
        try folder.move("log", "first")
        try folder.write("log", lines(4...5))
        try folder.move("log", "elsewhere/log")
        try folder.write("log", lines(6...7))
        #expect(try run.read(2) == [6, 7])
        let lost = run.texts(.loss)
        #expect(lost.count == 1 && lost[0].contains("a file that had this name was moved"), "\(lost)")
    }

    @Test func aNameThatDoesNotExistIsWaitedForWithAWord() throws {
        let path = folder("log")
        let run = try FollowedRun(path) { note in
            if note == .notice { try? Data(lines(1...2).utf8).write(to: URL(fileURLWithPath: path)) }
        }
        #expect(try run.read(2) == [1, 2])
        let said = run.texts(.notice)
        #expect(said.count == 2 && said[0].contains("waiting for one") && said[1].contains("is there now"), "\(said)")
    }

    /// Rotation leaves a name to no file for a moment: that is no warning, however often it happens.
    @Test func aNameThatHasHadAFileIsSaidToBeMissingOnlyAfterAWhile() throws {
        let path = try folder.write("log", lines(1...2))
        let run = try FollowedRun(path)
        #expect(try run.read(2) == [1, 2])
        for id in 3...5 {
            // The file is closed, so that it is gone when it has been deleted.
            #expect(try run.close())
            unlink(path)
            try run.rest(looks: 20)
            try folder.write("log", lines(id...id))
            #expect(try run.read(1) == [id])
        }
        #expect(run.texts(.notice) == [])
        // Another run, which knows that there was one.
        let second = try FollowedRun(path, after: run)
        try folder.move("log", "log.1")
        try folder.append("log.1", lines(6...6))
        #expect(try second.read(1) == [6])
        try second.rest(looks: 20)
        #expect(second.texts(.notice) == [])
        let impatient = try FollowedRun(path, after: second, patience: 1_000_000)
        try impatient.rest(looks: 20)
        try folder.write("log", lines(7...7))
        #expect(try impatient.read(1) == [7])
        let said = impatient.texts(.notice)
        #expect(said.count == 2 && said[0].contains("waiting for one") && said[1].contains("is there now"), "\(said)")
    }

    @Test func aFileThatIsCutShortWithoutACopyIsReported() throws {
        try folder.write("log", lines(1...10))
        let run = try FollowedRun(folder("log"))
        #expect(try run.read(10).count == 10)
        #expect(truncate(folder("log"), 0) == 0)
        try folder.append("log", lines(11...12))
        #expect(try run.read(2) == [11, 12])
        #expect(run.texts(.loss).count == 1 && run.texts(.loss)[0].contains("cut short after it had been read to byte"))
    }

    @Test func aFileThatIsCutShortBesideACopyHasLostNothing() throws {
        try folder.write("log", lines(1...10))
        let run = try FollowedRun(folder("log"))
        #expect(try run.read(10).count == 10)
        try FileManager.default.copyItem(atPath: folder("log"), toPath: folder("log.1"))
        #expect(truncate(folder("log"), 0) == 0)
        try folder.append("log", lines(11...12))
        #expect(try run.read(2) == [11, 12])
        #expect(run.texts(.loss) == [])
    }

    @Test func whatTakesTheNameOfAFileThatTheSinkWritesIsNoneOfTheLog() throws {
        try folder.write("log", lines(1...3))
        let run = try FollowedRun(folder("log"), besides: [folder("log.ndjson"), folder("log.ndjson.places")])
        #expect(try run.read(3) == [1, 2, 3])
        try folder.append("log", lines(4...5))
        try folder.move("log", "log.1")
        // Each batch puts a new file of places in place of the last.
        try folder.write("new", lines([101]))
        try folder.move("new", "log.ndjson.places")
        try folder.write("log", lines(6...7))
        #expect(try run.read(4) == [4, 5, 6, 7])
    }

    // MARK: - Times

    @Test(arguments: [4_102_444_800, 10_000_000_000, -10_000_000_000])
    func aFileOfAnyTimeIsRead(seconds: Int) throws {
        let first = try FollowedRun(folder("log"))
        try folder.write("log", lines(1...3))
        #expect(try first.read(3) == [1, 2, 3])
        try folder.append("log", lines(4...5))
        let times = [timespec(tv_sec: seconds, tv_nsec: 0), timespec(tv_sec: seconds, tv_nsec: 0)]
        #expect(utimensat(AT_FDCWD, folder("log"), times, 0) == 0)
        try folder.move("log", "log.1")
        try folder.write("log", lines(6...7))
        let second = try FollowedRun(folder("log"), after: first)
        #expect(try second.read(4) == [4, 5, 6, 7])
    }

    @Test func whatIsLongAgoIsToldWithoutOverflow() {
        let now = FileTime((1_000, 5))
        for (seconds, isPast) in [(997, true), (998, false), (1_000, false), (2_000, false), (.min, true), (.max, false)] {
            #expect(FileTime((seconds, 0)).isPast(by: 2, at: now) == isPast, "\(seconds)")
        }
        #expect(!FileTime((.max, 0)).isPast(by: 2, at: FileTime((.min, 0))))
        #expect(FileTime((.min, 0)).isPast(by: 2, at: FileTime((.max, 0))))
    }

    // MARK: - After a restart

    @Test func aFileThatWasRenamedMeanwhileIsFoundByItsInode() throws {
        try folder.write("log", lines(1...3))
        let first = try FollowedRun(folder("log"))
        #expect(try first.read(3) == [1, 2, 3])
        try folder.append("log", lines(4...5))
        try folder.move("log", "yesterday")
        try folder.write("log", lines(6...7))
        let second = try FollowedRun(folder("log"), after: first)
        #expect(try second.read(4) == [4, 5, 6, 7])
        #expect(second.texts(.loss) == [])
        // Others may have had the name in between, and nothing says what they are called.
        let said = second.texts(.notice)
        #expect(said.count == 1 && said[0].hasPrefix(folder("yesterday") + ": the file that was read last"), "\(said)")
    }

    @Test func filesThatAreCalledAsRotationCallsThemAreKnown() throws {
        try folder.write("log", lines(1...3))
        let first = try FollowedRun(folder("log"))
        #expect(try first.read(3) == [1, 2, 3])
        try folder.append("log", lines(4...5))
        try folder.move("log", "log.2")
        try folder.write("log", lines(6...7))
        try folder.move("log", "log.1")
        try folder.write("log", lines(8...9))
        let second = try FollowedRun(folder("log"), after: first)
        #expect(try second.read(6) == Array(4...9))
        #expect(second.texts(.loss) == [] && second.texts(.notice) == [])
    }

    @Test func aFileThatCannotBeFoundAnyMoreIsReportedWithItsPlace() throws {
        try folder.write("log", lines(1...3))
        let first = try FollowedRun(folder("log"))
        #expect(try first.read(3) == [1, 2, 3])
        try folder.append("log", lines(4...5))
        unlink(folder("log"))
        try folder.write("log", "{\"id\": 6}\n")
        let second = try FollowedRun(folder("log"), after: first)
        #expect(try second.read(1) == [6])
        let lost = second.texts(.loss)
        #expect(lost.count == 1 && lost[0].contains("read to byte 27, before line 4"), "\(lost)")
    }

    @Test func whatIsFoundIsNotReported() throws {
        try folder.write("log", lines(1...3))
        let first = try FollowedRun(folder("log"))
        #expect(try first.read(3) == [1, 2, 3])
        try folder.append("log", lines(4...5))
        let second = try FollowedRun(folder("log"), after: first)
        #expect(try second.read(2) == [4, 5])
        #expect(second.texts(.loss) == [])
    }

    @Test func blankLinesAtTheEndOfARotatedFileEndIt() throws {
        try folder.write("log", lines(1...3))
        let first = try FollowedRun(folder("log"))
        #expect(try first.read(3) == [1, 2, 3])
        try folder.append("log", "\n \n")
        try folder.move("log", "log.1")
        try folder.write("log", lines(4...5))
        let second = try FollowedRun(folder("log"), after: first)
        #expect(try second.read(2) == [4, 5])
    }

    @Test func linesAfterALastLineThatHasBeenTakenAsItStoodAreRead() throws {
        try folder.write("log", lines(1...2) + "{\"id\":3}")
        let first = try FollowedRun(folder("log"))
        #expect(try first.read(2) == [1, 2])
        try folder.move("log", "log.1")
        try folder.write("log", lines([4]))
        #expect(try first.read(2) == [3, 4])
        try folder.append("log.1", "\n" + lines(5...6) + "{\"id\":7}")
        let second = try FollowedRun(folder("log"), after: first)
        #expect(try second.read(3) == [5, 6, 7])
        #expect(second.texts(.loss) == [] && second.texts(.notice) == [])
        try folder.append("log.1", "more\n" + lines([8]))
        try folder.append("log", lines([9]))
        let third = try FollowedRun(folder("log"), after: second)
        #expect(try third.read(1) == [9])
        #expect(third.texts(.loss).map { $0.contains("has grown since it was read") } == [true])
    }

    @Test func aNameThatIsNoTextIsReported() throws {
        try folder.write("log", lines(1...3))
        let first = try FollowedRun(folder("log"))
        #expect(try first.read(3) == [1, 2, 3])
        try folder.writeFileWithoutName("log.")
        try folder.append("log", lines(4...5))
        let second = try FollowedRun(folder("log"), after: first)
        #expect(try second.read(2) == [4, 5])
        #expect(second.texts(.loss).map { $0.contains(#"log.\xFF: skipped, since its name is not UTF-8"#) } == [true])
    }

    // MARK: - Links

    @Test func theOldTargetOfALinkIsReadToItsEnd() throws {
        try folder.makeFolder("pods")
        try folder.write("pods/0.log", lines(1...3))
        try folder.link("log", to: folder("pods/0.log"))
        let first = try FollowedRun(folder("log"))
        #expect(try first.read(3) == [1, 2, 3])
        // While it reads.
        try folder.append("pods/0.log", lines(4...5))
        try folder.write("pods/1.log", lines(6...7))
        try folder.link("log", to: folder("pods/1.log"))
        #expect(try first.read(4) == [4, 5, 6, 7])
        // While nothing does, through rotation of the target, too.
        try folder.append("pods/1.log", lines(8...9))
        try folder.move("pods/1.log", "pods/1.log.20260101")
        try folder.write("pods/1.log", lines(10...11))
        try folder.write("pods/2.log", lines(12...13))
        try folder.link("log", to: folder("pods/2.log"))
        let second = try FollowedRun(folder("log"), after: first)
        #expect(try second.read(6) == Array(8...13))
        #expect(second.texts(.loss) == [])
    }

    @Test func theOldTargetOfAFolderIsReadToItsEnd() throws {
        try folder.makeFolder("one")
        try folder.makeFolder("two")
        try folder.makeFolder("three")
        try folder.write("one/log", lines(1...3))
        try folder.link("current", to: "one")
        let first = try FollowedRun(folder("current/log"))
        #expect(try first.read(3) == [1, 2, 3])
        try folder.append("one/log", lines(4...5))
        try folder.write("two/log", lines(6...7))
        try folder.link("current", to: "two")
        #expect(try first.read(4) == [4, 5, 6, 7])
        try folder.append("two/log", lines(8...9))
        try folder.write("three/log", lines(10...11))
        try folder.link("current", to: "three")
        let second = try FollowedRun(folder("current/log"), after: first)
        #expect(try second.read(4) == Array(8...11))
        #expect(second.texts(.loss) == [])
    }

    @Test func anotherSpellingFindsThePlace() throws {
        try folder.makeFolder("one")
        try folder.write("one/log", lines(1...3))
        try folder.link("current", to: "one")
        let first = try FollowedRun(folder("current/./log"))
        #expect(try first.read(3) == [1, 2, 3])
        try folder.append("one/log", lines(4...5))
        try folder.move("one/log", "one/yesterday")
        try folder.write("one/log", lines(6...7))
        let second = try FollowedRun(folder("one/log"), after: first)
        #expect(try second.read(4) == [4, 5, 6, 7])
    }

    @Test func pathsKeepTheirLinks() throws {
        try folder.makeFolder("one/deep")
        try folder.link("current", to: "one/deep")
        let root = try #require(AbsolutePath.resolved(folder.path))
        #expect(AbsolutePath.withLinks("\(root)//current/./log") == "\(root)/current/log")
        #expect(AbsolutePath.withLinks("\(root)/current/../log") == "\(root)/one/log")
        #expect(AbsolutePath.of("\(root)/current/log") == "\(root)/one/deep/log")
        #expect(AbsolutePath.withLinks("log") == FileManager.default.currentDirectoryPath + "/log")
    }

    // MARK: - Places

    @Test func noTwoFilesHaveOneGenerationOfAnInode() {
        var position = ReadingPosition()
        position.offset = 1
        let book = PlaceBook([], startsOver: false)
        #expect((0..<3).map { _ in book.newGeneration(7) } == [0, 1, 2])
        #expect(book.newGeneration(8) == 0)
    }

    @Test func theGreatestGenerationIsNoTrap() throws {
        try folder.write("log", lines(1...3))
        let file = try ModelFile(folder("log"))
        var position = ReadingPosition()
        (position.offset, position.line) = (9, 2)
        position.file = try file.identity(before: 9)
        let place = IngestPlace(source: folder("log"), generation: .max, position: position, head: try file.head(9))
        let book = PlaceBook([place], startsOver: false)
        #expect(try book.newGeneration(file.inode()) == .max)
        book.note(place)
        #expect(try book.match(file) == place)
    }

    // MARK: - Events of a folder

    @Test func theHistoryOfANameIsThatOfItsFiles() {
        var history = NameHistory()
        typealias Turn = NameHistory.Turn
        history.add([.init(kind: .created, name: "other"), .init(kind: .created, name: "log")], to: "log")
        history.add([.init(kind: .movedAway, name: "log", cookie: 1)], to: "log")
        #expect(history.turns == [Turn(name: nil, cookie: 1)])
        history.add([.init(kind: .movedHere, name: "a", cookie: 1), .init(kind: .movedHere, name: "log", cookie: 2)], to: "log")
        #expect(history.turns == [Turn(name: "a"), Turn(name: "log")])
        // One takes the place of another.
        history.add([.init(kind: .movedAway, name: "log", cookie: 3), .init(kind: .movedHere, name: "a", cookie: 3)], to: "log")
        #expect(history.turns == [Turn(name: nil), Turn(name: "a")])
        history.add([.init(kind: .deleted, name: "a")], to: "log")
        #expect(history.turns == [Turn(name: nil), Turn(name: nil)])
    }
}
#endif
