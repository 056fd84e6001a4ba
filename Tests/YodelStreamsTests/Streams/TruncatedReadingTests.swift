import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

@Suite("Files that are truncated while records are read")
struct TruncatedReadingTests {
    struct Row: Model, Sendable {
        var id = 0
    }

    /// Lines of 16 bytes.
    private static func file(lines: Int = 200) throws -> TemporaryFile {
        try TemporaryFile(String(repeating: "{\"id\": 1234567}\n", count: lines))
    }

    private static func check(_ error: ModelError?, of path: String, from expected: Int, to found: Int) {
        #expect(error?.category == .input && error?.code == .unreadableFile && error?.offset == found)
        let sizes = "it had \(expected) bytes when the reading began, and has \(found) now"
        #expect(error?.message == "the file '\(path)' cannot be read: it was truncated or replaced while it was read: \(sizes)")
    }

    @Test(arguments: [16, 100], [48, 64, 1_600, 1_607, 3_199]) func theReadingEndsWithAnErrorBehindTheLinesThatAreThere(
        chunkBytes: Int, found: Int
    ) throws {
        let temporary = try Self.file()
        let file = try ModelFile(temporary.path)
        var (models, failures) = (0, 0)
        let error = #expect(throws: ModelError.self) {
            try file.read(Row.self, framing: .lines, chunkBytes: chunkBytes) { record in
                if record.error == nil { models += 1 } else { failures += 1 }
                if record.number == 3 { truncate(temporary.path, off_t(found)) }
            }
        }
        Self.check(error, of: temporary.path, from: 3_200, to: found)
        // A line that has been cut is no record; what had been read before is one.
        #expect(failures == 0 && models == max(found / 16, chunkBytes == 16 ? 3 : 6))
    }

    @Test func anArrayThatIsCutIsNoFaultOfItsText() throws {
        let temporary = try TemporaryFile("[" + Array(repeating: "{\"id\": 1234567}", count: 50).joined(separator: ",") + "]")
        let file = try ModelFile(temporary.path)
        var models = 0
        let error = #expect(throws: ModelError.self) {
            try file.read(Row.self, framing: .array, chunkBytes: 16) { record in
                models += 1
                if record.number == 3 { truncate(temporary.path, 100) }
            }
        }
        Self.check(error, of: temporary.path, from: 801, to: 100)
        #expect(models == 6)
    }

    @Test func aRangeEndsWithAnErrorToo() throws {
        let temporary = try Self.file()
        let file = try ModelFile(temporary.path)
        var offsets: [Int] = []
        let error = #expect(throws: ModelError.self) {
            try file.read(Row.self, in: 1_590..<3_200, chunkBytes: 16) { record in
                offsets.append(record.offset)
                truncate(temporary.path, 1_647)
            }
        }
        Self.check(error, of: temporary.path, from: 3_200, to: 1_647)
        #expect(offsets == [1_600, 1_616])
    }

    @Test func aRangeBehindTheEndHasNoLines() throws {
        let temporary = try Self.file(lines: 2)
        let file = try ModelFile(temporary.path)
        for range in [32..<64, 100..<200, 31..<33] {
            let end = try file.read(Row.self, in: range) { _ in Issue.record("a line") }
            #expect(end.records == 0)
        }
    }

    @Test func theFirstLineOfARangeIsNotLookedForBehindTheEnd() throws {
        let temporary = try Self.file()
        let file = try InputFile(temporary.path)
        truncate(temporary.path, 2_003)
        // In the second range a line has begun that does not end in what is left.
        for start in [2_010, 2_001] {
            let error = #expect(throws: ModelError.self) { try file.firstLine(in: start..<3_000, expecting: 3_200) }
            Self.check(error, of: temporary.path, from: 3_200, to: 2_003)
        }
        #expect(try file.firstLine(in: 1_990..<3_000, expecting: 3_200) == 2_000)
    }

    /// When the first batch is delivered, no thread has come to the place where the file ends then.
    @Test(arguments: [1, 3], [3_200, 3_207]) func severalCoresEndWithTheSameError(workers: Int, found: Int) async throws {
        let temporary = try Self.file(lines: 400)
        let file = try ModelFile(temporary.path)
        var (models, failures) = (0, 0)
        var error: ModelError?
        do {
            _ = try await file.decodeLines(Row.self, workers, .lenient, ReadingOptions(), ReadingPosition(), pieceBytes: 512) { batch in
                if models == 0 { truncate(temporary.path, off_t(found)) }
                models += batch.count
                failures += batch.failures.count
            }
        } catch let caught as ModelError {
            error = caught
        }
        Self.check(error, of: temporary.path, from: 6_400, to: found)
        #expect(models == 200 && failures == 0)
    }

    @Test func aFileThatGrewMayBeTruncatedAsWell() throws {
        let temporary = try Self.file(lines: 2)
        let file = try ModelFile(temporary.path)
        var models = 0
        let error = #expect(throws: ModelError.self) {
            try file.read(Row.self, framing: .lines, chunkBytes: 24) { record in
                if record.error == nil { models += 1 }
                if record.number == 1 { temporary.append(String(repeating: "{\"id\": 1234567}\n", count: 2)) }
                if record.number == 2 { truncate(temporary.path, 40) }
            }
        }
        let message = error?.message ?? "no error"
        #expect(message.hasSuffix("it had 48 bytes when the reading arrived there, and has 40 now"), "\(message)")
        #expect(models == 3)
    }

    /// What has been read is complete; but no reading goes on in what is left.
    @Test func aFileThatHasBeenReadMayBeTruncated() throws {
        let temporary = try Self.file()
        let file = try ModelFile(temporary.path)
        var models = 0
        let position = try file.read(Row.self, framing: .lines) { record in
            if record.number == 3 { truncate(temporary.path, 1_600) }
            models += 1
        }
        #expect(models == 200 && position.offset == 3_200)
        let error = #expect(throws: ModelError.self) { try file.read(Row.self, framing: .lines, from: position) { _ in } }
        #expect(error?.code == .positionMismatch)
    }
}
