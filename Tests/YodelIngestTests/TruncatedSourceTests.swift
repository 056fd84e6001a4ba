#if Ingest
import Foundation
import Testing
import Yodel
@testable import YodelIngest

/// Files that are truncated while they are read, where what is left looks complete.
@Suite("Sources that are truncated")
struct TruncatedSourceTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Reads a source, which is truncated after its first batch.
    ///
    /// - Returns: The rows before the error, and the error.
    private static func read(
        _ source: IngestSource, truncatingTo size: Int, batchRows: Int = 50
    ) -> (rows: Int, error: IngestError?) {
        var options = IngestOptions().columns
        options.maximumRows = batchRows
        let feed = SourceFeed<Entry>(
            source,
            ReadingTask(
                options: options, workers: 1, places: PlaceBook([], startsOver: false), stop: StopFlag(), limits: FailureCount(),
                written: WrittenFiles([]), log: { _, _ in }))
        var rows = 0
        do {
            while let batch = try feed.next() {
                if rows == 0 { truncate(source.name, size) }
                rows += batch.rows.rowCount
            }
            return (rows, nil)
        } catch {
            return (rows, error as? IngestError)
        }
    }

    private static func check(_ error: IngestError?, of path: String, from expected: Int, to found: Int) {
        let words = "it was truncated or replaced while it was read: it had \(expected) bytes when the reading began, and has \(found) now"
        #expect(error?.kind == .source && error?.message.contains(words) == true, "\(error?.message ?? "no error")")
        #expect(error?.message.hasPrefix(path) == true)
    }

    /// Lines of some hundred bytes that hardly become shorter when they are compressed.
    private static func lines(_ ids: ClosedRange<Int>, ofRejects: Bool) -> String {
        ids.map { id in
            let digits = (0..<60).map { String((UInt64(id * 60 + $0) &* 0x9E37_79B9_7F4A_7C15) >> 24, radix: 16) }.joined()
            let record = "{\"id\":\(id),\"x\":\"\(digits)\"}"
            guard ofRejects else { return record + "\n" }
            return "{\"source\":\"s\",\"line\":1,\"offset\":0,\"length\":9,\"raw\":\"\(record.replacing("\"", with: "\\\""))\"}\n"
        }.joined()
    }

    @Test func aFileOfRejectsThatIsCutBetweenLinesIsAnError() throws {
        let (kept, rest) = (Self.lines(1...600, ofRejects: true), Self.lines(601...700, ofRejects: true))
        // The first part is more than what is read at a time.
        #expect(kept.utf8.count > 256 << 10)
        let path = try folder.write("rejects", kept + rest)
        let (rows, error) = Self.read(.rejects(path), truncatingTo: kept.utf8.count)
        #expect(rows == 600)
        Self.check(error, of: path, from: kept.utf8.count + rest.utf8.count, to: kept.utf8.count)
    }

    @Test(arguments: [false, true])
    func aCompressedFileThatIsCutBetweenMembersIsAnError(isOfRejects: Bool) throws {
        let members = [1...600, 601...700].map { Compressed.gzip(Self.lines($0, ofRejects: isOfRejects)) }
        #expect(members[0].count > 128 << 10)
        let path = try folder.write("in", members[0] + members[1])
        let (rows, error) = Self.read(isOfRejects ? .rejects(path) : .file(path), truncatingTo: members[0].count)
        #expect(rows == 600)
        Self.check(error, of: path, from: members[0].count + members[1].count, to: members[0].count)
    }

    @Test func whatHasEndedWhereItDidIsNoError() throws {
        let path = try folder.write("in", Compressed.gzip(Self.lines(1...100, ofRejects: false)))
        // All of it has been read by then.
        let (rows, error) = Self.read(.file(path), truncatingTo: 0, batchRows: 7)
        #expect(rows == 100 && error == nil, "\(String(describing: error))")
    }

    /// An input of ten bytes, of which four are read at a time.
    private func input(expecting size: Int?) throws -> PlainInput {
        let path = try folder.write("ten", "0123456789")
        return try PlainInput(ModelFile(path), path, at: 0, expecting: size)
    }

    /// Reads up to four bytes.
    ///
    /// - Returns: How many; nil: the input has ended.
    private static func read(_ input: PlainInput) throws -> Int? {
        var buffer = [UInt8](repeating: 0, count: 4)
        guard case .bytes(let count) = try buffer.withUnsafeMutableBytes({ try input.read($0) }) else { return nil }
        return count
    }

    @Test(arguments: [0, 3, 4, 9])
    func theEndOfAnInputIsLookedAt(size: Int) throws {
        let input = try input(expecting: 10)
        #expect(try Self.read(input) == 4)
        truncate(input.name, off_t(size))
        let error = #expect(throws: IngestError.self) { while try Self.read(input) != nil {} }
        Self.check(error, of: input.name, from: 10, to: size)
    }

    @Test func anInputThatHasGrownIsLookedAtToo() throws {
        let input = try input(expecting: 10)
        try folder.append("ten", "abcd")
        for count in [4, 4, 4, 2] { #expect(try Self.read(input) == count) }
        #expect(try Self.read(input) == nil)
        truncate(input.name, 11)
        let error = #expect(throws: IngestError.self) { try Self.read(input) }
        #expect(error?.message.contains("it had 14 bytes when the reading arrived there, and has 11 now") == true)
    }

    @Test(arguments: [0, 2])
    func aFileThatIsStandardInputIsLookedAt(start: Int) throws {
        let path = try folder.write("ten", "0123456789")
        let descriptor = open(path, O_RDONLY)
        defer { close(descriptor) }
        #expect(lseek(descriptor, off_t(start), SEEK_SET) == start)
        let input = PipeInput(descriptor: descriptor)
        var buffer = [UInt8](repeating: 0, count: 4)
        guard case .bytes(4) = try buffer.withUnsafeMutableBytes({ try input.read($0) }) else {
            Issue.record("four bytes are there")
            return
        }
        truncate(path, 6)
        let error = #expect(throws: IngestError.self) {
            while case .bytes = try buffer.withUnsafeMutableBytes({ try input.read($0) }) {}
        }
        let words = "it had 10 bytes when the reading began, and has 6 now"
        #expect(error?.kind == .source && error?.message.contains(words) == true, "\(String(describing: error))")
    }

    @Test func anInputThatMayBeTruncatedEnds() throws {
        let input = try input(expecting: nil)
        #expect(try Self.read(input) == 4)
        truncate(input.name, 0)
        #expect(try Self.read(input) == nil)
    }
}
#endif
