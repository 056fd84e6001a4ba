#if Ingest
import Foundation
import Testing
import Yodel
import YodelIngest

@Suite("Sources")
struct SourceTests {
    enum Packing: CaseIterable { case gzip, zstd }

    private static func pack(_ text: String, _ packing: Packing) -> [UInt8] {
        packing == .gzip ? Compressed.gzip(text) : Compressed.zstd(text)
    }

    @Test(arguments: Packing.allCases, [1, 3])
    func compressedFilesAreToldByTheirFirstBytes(packing: Packing, members: Int) async throws {
        let folder = try TemporaryFolder()
        // Members end in the middle of a line.
        let text = lines(1...30_000)
        let cuts = (0...members).map { text.utf8.index(text.startIndex, offsetBy: text.utf8.count * $0 / members) }
        let bytes = (0..<members).flatMap { Self.pack(String(text[cuts[$0]..<cuts[$0 + 1]]), packing) }
        // The name says nothing.
        let path = try folder.write("events.ndjson", bytes)
        let summary = try await ingest([.file(path)], folder("db"))
        #expect(summary.rows == 30_000 && summary.rejects == 0)
        #expect(try await ingest([.file(path)], folder("db")).rows == 0)
        #expect(try Content(folder("db")).ids() == Array(1...30_000))
    }

    @Test(arguments: Packing.allCases)
    func aCompressedFileThatGrowsByAMemberGoesOn(packing: Packing) async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("a", Self.pack(lines(1...100), packing))
        try await ingest([.file(path)], folder("db"))
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data(Self.pack(lines(101...200), packing)))
        try handle.close()
        #expect(try await ingest([.file(path)], folder("db")).rows == 100)
        #expect(try Content(folder("db")).ids() == Array(1...200))
    }

    /// The files of a folder, in the order of their names, those that the sink writes aside: a second run reads what is new.
    @Test func aFolderStandsForItsFiles() async throws {
        let folder = try TemporaryFolder()
        try folder.write("b", lines(4...6))
        try folder.write("a", lines(1...3))
        try folder.write(".hidden", "no record\n")
        let first = try await ingest([.folder(folder.path)], folder("db"))
        #expect(first.rows == 6 && first.rejects == 0, "\(first)")
        try folder.write("c", lines(7...7))
        #expect(try await ingest([.folder(folder.path + "/")], folder("db")).rows == 1)
        #expect(try Content(folder("db")).ids() == Array(1...7))
    }

    @Test func aFolderWithoutFilesIsAnError() async throws {
        let folder = try TemporaryFolder()
        await expectError(.source, "there are no files in the folder \(folder.path)/") {
            try await ingest([.folder(folder.path)], folder("db"))
        }
        await expectError(.source, "the folder \(folder.path)/no/ cannot be read") {
            try await ingest([.folder(folder("no"))], folder("db"))
        }
    }

    /// Foundation asks `LocalizedError`, and would print the type's name and a number without it.
    @Test func foundationSaysWhatIsWrong() {
        let error = #expect(throws: IngestError.self) { try IngestSource.named(["/there/is/no/such/file"]) }
        #expect(error?.localizedDescription == "there is no file /there/is/no/such/file")
    }

    @Test(arguments: Packing.allCases)
    func whatStandsBeforeDamageIsIn(packing: Packing) async throws {
        let folder = try TemporaryFolder()
        var whole = Self.pack((1...200_000).map { "{\"id\":\($0),\"x\":\"\($0 &* 2_654_435_761 % 1_000_003)\"}\n" }.joined(), packing)
        let path = try folder.write("cut", Array(whole.prefix(whole.count / 2)))
        await expectError(.source, "ends in the middle") { try await ingest([.file(path)], folder("db")) }
        let ids = try Content(folder("db")).ids()
        #expect(ids.count > 1000 && ids == Array(1...ids.count))
        for place in whole.count / 2..<whole.count / 2 + 200 { whole[place] ^= 0xA5 }
        let damaged = try folder.write("damaged", whole)
        await expectError(.source, "is damaged") { try await ingest([.file(damaged)], folder("other")) }
        let others = try Content(folder("other")).ids()
        #expect(others == Array(1..<1 + others.count))
        // And a second run says so again, and adds nothing.
        await expectError(.source, "is damaged") { try await ingest([.file(damaged)], folder("other")) }
        #expect(try Content(folder("other")).ids() == others)
    }

    @Test(arguments: Packing.allCases)
    func whatWasMendedWhereItHadBeenReadIsRefused(packing: Packing) async throws {
        let folder = try TemporaryFolder()
        let whole = Self.pack((1...200_000).map { "{\"id\":\($0),\"x\":\"\($0 &* 2_654_435_761 % 1_000_003)\"}\n" }.joined(), packing)
        var damaged = whole
        for place in whole.count / 2..<whole.count / 2 + 200 { damaged[place] ^= 0xA5 }
        let path = try folder.write("in", damaged)
        await expectError(.source, "is damaged") { try await ingest([.file(path)], folder("db")) }
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try handle.write(contentsOf: Data(whole))
        try handle.close()
        await expectError(.source, "has been changed where it had been read") { try await ingest([.file(path)], folder("db")) }
        var options = IngestOptions()
        options.startsOver = true
        #expect(try await ingest(Entry.self, [.file(path)], folder("other"), options).rows == 200_000)
    }

    @Test func zerosBehindTheLastMemberArePaddingAndOthersAreDamage() async throws {
        let folder = try TemporaryFolder()
        let bytes = Compressed.gzip(lines(1...10))
        #expect(try await ingest([.file(folder.write("padded", bytes + [UInt8](repeating: 0, count: 1000)))], folder("db")).rows == 10)
        let path = try folder.write("garbage", bytes + [1, 2, 3])
        await expectError(.source, "is damaged") { try await ingest([.file(path)], folder("other")) }
        #expect(try Content(folder("other")).ids() == Array(1...10))
    }

    @Test func emptyAndTinyFilesAreRead() async throws {
        let folder = try TemporaryFolder()
        for (number, bytes) in [[], [0x0A], [0x1F], Array("1".utf8), Array("{\"id\":5}".utf8), Compressed.gzip("")].enumerated() {
            try folder.write("f\(number)", bytes)
        }
        let summary = try await ingest(try IngestSource.named([folder("")]).filter { !$0.name.hasSuffix("db") }, folder("db"))
        // A byte and a number may be the beginning of more.
        #expect(summary.rows == 1 && summary.rejects == 0 && summary.unfinishedLines.count == 2)
    }

    @Test func aPipeIsReadToItsEnd() async throws {
        let folder = try TemporaryFolder()
        #expect(mkfifo(folder("pipe"), 0o600) == 0)
        let writer = Thread {
            guard let handle = FileHandle(forWritingAtPath: folder("pipe")) else { return }
            for start in stride(from: 1, through: 901, by: 100) {
                try? handle.write(contentsOf: Data(lines(start..<start + 100).utf8))
                usleep(1000)
            }
            try? handle.close()
        }
        writer.start()
        #expect(try await ingest([.file(folder("pipe"))], folder("db")).rows == 1000)
        let content = try Content(folder("db"))
        #expect(try content.ids() == Array(1...1000))
        // It cannot be read again, so that no place is kept.
        #expect(try content.ints("SELECT count(*) FROM ingest_places") == [0])
    }

    @Test func argumentsNameFilesFoldersAndPatterns() throws {
        let folder = try TemporaryFolder()
        for name in ["b.ndjson", "a.ndjson", "c.txt", ".hidden"] { try folder.write(name, "") }
        try FileManager.default.createDirectory(atPath: folder("sub"), withIntermediateDirectories: false)
        #expect(try IngestSource.named([folder.path]) == [.file(folder("a.ndjson")), .file(folder("b.ndjson")), .file(folder("c.txt"))])
        #expect(
            try IngestSource.named([folder("*.ndjson"), "-"]) == [.file(folder("a.ndjson")), .file(folder("b.ndjson")), .standardInput])
        for (arguments, words) in [
            ([folder("none")], "there is no file"), ([folder("*.none")], "no file matches"), ([folder("sub")], "no files in the folder"),
            (["-", "-"], "named twice"), ([folder("c.txt"), folder("c.*")], "named twice"),
        ] {
            #expect(throws: IngestError.self) { try IngestSource.named(arguments) }
            do { _ = try IngestSource.named(arguments) } catch { #expect(error.message.contains(words), "\(error)") }
        }
    }

    @Test func argumentsNameFilesToBeFollowed() throws {
        let folder = try TemporaryFolder()
        try folder.write("a", "")
        try folder.write("[a]*", "")
        #expect(symlink(folder("a"), folder("link")) == 0)
        // A file need not be there, and may be called as a pattern is.
        #expect(
            try IngestSource.followed([folder("a"), folder("[a]*"), folder("none")])
                == [.follow(folder("a")), .follow(folder("[a]*")), .follow(folder("none"))])
        #expect(try IngestSource.followed([folder("*.ndjson"), "a?"]) == [.follow(matching: folder("*.ndjson")), .follow(matching: "a?")])
        for (arguments, words) in [
            ([folder.path], "is a folder"), (["-"], "standard input"),
            ([folder("a"), folder("./a")], "named twice"), ([folder("a"), folder("link")], "named twice"),
            ([folder("none"), folder("none")], "named twice"),
        ] {
            #expect(throws: IngestError.self) { try IngestSource.followed(arguments) }
            do { _ = try IngestSource.followed(arguments) } catch { #expect(error.message.contains(words), "\(error)") }
        }
    }
}
#endif
