import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

// The recipe of the article Streams, from a file into a store, compiled, killed again and again, and put before disks that are full.

private struct User: Model {
    var id = 0
    var name = ""
    var email: String?
    var tags: [String] = []
}

private protocol UserStore {
    /// The position after the stored users: nil if there are none yet, an error if it cannot be read.
    func position() throws -> ReadingPosition?
    /// Adds users and the place behind them, all or nothing: in one transaction of a database, or in one write.
    func add(_ users: [User], upTo position: ReadingPosition) throws
}

private func ingest(_ path: String, into store: some UserStore, deadLetters: FileHandle) async throws {
    let file = try ModelFile(path)
    let start = try store.position() ?? ReadingPosition()
    try await file.decodeLines(User.self, from: start) { batch in
        for failure in batch.failures {
            print(failure)
            try deadLetters.write(contentsOf: failure.bytes + [0x0A])  // throws where the disk is full; write(_:) would trap
        }
        if !batch.failures.isEmpty { try deadLetters.synchronize() }
        try store.add(batch.models, upTo: batch.position)
        print("\(batch.position.offset) of \(file.size) bytes, \(batch.position.records) records")
    }
}

/// A store that is one file: a line for each call of `add`, written by one call of the system. What no line feed ends is nothing.
private final class LineStore: UserStore {
    private struct Entry: Codable {
        var ids: [Int]
        var position: ReadingPosition
    }

    let path: String
    /// Ends the process at an `add`, before, in, or behind its line.
    var death: IngestRun?

    init(_ path: String, dying death: IngestRun? = nil) {
        (self.path, self.death) = (path, death)
    }

    func position() throws -> ReadingPosition? { try entries().last?.position }

    func ids() throws -> [Int] { try entries().flatMap(\.ids) }

    private func entries() throws -> [Entry] {
        let file = try InputFile(path)
        var bytes = [UInt8](repeating: 0, count: try file.size())
        _ = try bytes.withUnsafeMutableBytes { try file.read($0, at: 0) }
        let whole = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast()
        // A transaction that was not finished is rolled back.
        truncate(path, off_t(whole.reduce(0) { $0 + $1.count + 1 }))
        return try whole.map { try JSONDecoder().decode(Entry.self, from: Data($0)) }
    }

    func add(_ users: [User], upTo position: ReadingPosition) throws {
        var line = Array(try JSONEncoder().encode(Entry(ids: users.map(\.id), position: position)) + [0x0A])
        death?.batch -= 1
        let isDue = death.map { $0.batch < 0 } ?? false
        switch death?.moment {
        case .before where isDue: kill(getpid(), SIGKILL)
        case .within where isDue: line.removeLast(line.count / 2)
        default: break
        }
        let descriptor = open(path, O_WRONLY | O_APPEND)
        defer { close(descriptor) }
        guard line.withUnsafeBytes({ write(descriptor, $0.baseAddress, $0.count) }) == line.count else { throw POSIXError(.EIO) }
        if isDue { kill(getpid(), SIGKILL) }
    }
}

/// One run of the recipe that is killed at a batch.
struct IngestRun: Codable, Sendable {
    enum Moment: String, Codable, CaseIterable { case before, within, behind }

    var input: String
    var output: String
    var letters: String
    var moment: Moment
    /// Batches that are added before.
    var batch: Int

    func run() async throws {
        let handle = try FileHandle(forUpdating: URL(fileURLWithPath: letters))
        try handle.seekToEnd()
        try await ingest(input, into: LineStore(output, dying: self), deadLetters: handle)
    }
}

@Suite struct StreamRecipeTests {
    private static let count = 400
    private static let bad: Set = [1, 77, 150, 151, 299]

    /// Lines of 16 KiB, so that they are several batches; the last one has no line feed.
    private func users() throws -> TemporaryFile {
        let name = String(repeating: "n", count: 16 << 10)
        let lines = (1...Self.count).map { Self.bad.contains($0) ? "{\"id\": \($0), bad}" : "{\"id\": \($0), \"name\": \"\(name)\"}" }
        return try TemporaryFile(lines.joined(separator: "\n"))
    }

    private static var sound: [Int] { (1...count).filter { !bad.contains($0) } }

    private func letters(_ file: TemporaryFile) throws -> [Substring] {
        // Of an empty file Foundation leaks what it has taken for the content.
        if try ModelFile(file.path).size == 0 { return [] }
        return String(decoding: try Data(contentsOf: URL(fileURLWithPath: file.path)), as: UTF8.self).split(separator: "\n")
    }

    private func run(_ input: TemporaryFile, _ store: TemporaryFile, _ letters: String) async throws {
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: letters))
        defer { try? handle.close() }
        if letters != "/dev/full" { try handle.seekToEnd() }
        try await ingest(input.path, into: LineStore(store.path), deadLetters: handle)
    }

    // Swift 6.2 gives nothing to the process of an exit test.
    #if compiler(>=6.3)
    @Test(.slow, .early) func everyUserIsAddedOnceHoweverOftenTheProcessIsKilled() async throws {
        let (input, store, letters) = (try users(), try TemporaryFile(""), try TemporaryFile(""))
        var added: [Int] = []
        for (index, moment) in (IngestRun.Moment.allCases + IngestRun.Moment.allCases).enumerated() {
            let run = IngestRun(input: input.path, output: store.path, letters: letters.path, moment: moment, batch: index / 3)
            await #expect(processExitsWith: .signal(SIGKILL)) { [run = run as IngestRun] in try await run.run() }
            let now = try LineStore(store.path).ids()
            #expect(now.count >= added.count && now == Array(Self.sound.prefix(now.count)), "\(run)")
            added = now
        }
        // The end has not come yet, or there would have been nothing to kill.
        #expect(!added.isEmpty && added.count < Self.sound.count)
        try await run(input, store, letters.path)
        #expect(try LineStore(store.path).ids() == Self.sound)
        let dead = try self.letters(letters)
        #expect(dead.count > Self.bad.count && Set(dead) == Set(Self.bad.map { "{\"id\": \($0), bad}" }))
    }
    #endif

    @Test func aFullDiskOfTheDeadLettersIsAnError() async throws {
        let (input, store, letters) = (try users(), try TemporaryFile(""), try TemporaryFile(""))
        await #expect(throws: (any Error).self) { try await run(input, store, "/dev/full") }
        // The batch of the first bad line has not been added, so nothing is lost.
        #expect(try LineStore(store.path).ids() == [])
        try await run(input, store, letters.path)
        #expect(try LineStore(store.path).ids() == Self.sound)
        #expect(try self.letters(letters).count == Self.bad.count)
    }

    @Test func nothingIsAddedTwiceByFurtherRuns() async throws {
        let (input, store, letters) = (try users(), try TemporaryFile(""), try TemporaryFile(""))
        for _ in 0..<3 { try await run(input, store, letters.path) }
        #expect(try LineStore(store.path).ids() == Self.sound)
        #expect(try self.letters(letters).count == Self.bad.count)
        input.append("\n{\"id\": 401}\n{\"id\": 402}")
        for _ in 0..<3 { try await run(input, store, letters.path) }
        #expect(try LineStore(store.path).ids() == Self.sound + [401, 402])
    }

    @Test func aDamagedPlaceIsAnErrorAndNotTheStart() async throws {
        let (input, store, letters) = (try users(), try TemporaryFile(""), try TemporaryFile(""))
        for damage in ["what?\n", "{\"ids\":[],\"position\":{\"offset\":-1,\"line\":1,\"column\":1,\"records\":0}}\n", "{\"ids\":[]}\n"] {
            truncate(store.path, 0)
            store.append(damage)
            await #expect(throws: DecodingError.self, "\(damage)") { try await run(input, store, letters.path) }
            #expect(try ModelFile(store.path).size == damage.utf8.count && self.letters(letters) == [])
        }
    }

    @Test func aRotatedFileIsAnError() async throws {
        let (input, store, letters) = (try users(), try TemporaryFile(""), try TemporaryFile(""))
        try await run(input, store, letters.path)
        rename(input.path, input.path + ".1")
        defer { unlink(input.path + ".1") }
        try Data(contentsOf: URL(fileURLWithPath: input.path + ".1")).write(to: URL(fileURLWithPath: input.path))
        let error = await #expect(throws: ModelError.self) { try await run(input, store, letters.path) }
        #expect(error?.code == .positionMismatch)
        #expect(try LineStore(store.path).ids() == Self.sound)
    }
}
