import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

@Suite("Files that are truncated while columns are read")
struct TruncatedFileTests {
    struct Row: Model {
        var id = 0
    }

    /// 200 lines of 16 bytes.
    private static func file() throws -> TemporaryFile { try TemporaryFile(String(repeating: "{\"id\": 1234567}\n", count: 200)) }

    private static func check(_ error: ModelError?, of path: String, from expected: Int = 3_200, to found: Int) {
        #expect(error?.category == .input && error?.code == .unreadableFile)
        let message = error?.message ?? ""
        #expect(
            message.contains("'\(path)'") && message.contains("it had \(expected) bytes when the reading began, and has \(found) now"),
            "\(message)")
    }

    @Test(arguments: [1, 3], [0, 16, 1_600, 1_607, 3_199]) func theReadingEndsWithAnErrorBehindTheLinesThatAreThere(
        workers: Int, found: Int
    ) throws {
        let file = try Self.file()
        let scan = try ModelFile(file.path).columns(Row.self, workers, nil, ReadingPosition(), ColumnOptions(), pieceBytes: 512)
        truncate(file.path, found)
        var (rows, rejects) = (0, 0)
        let error = #expect(throws: ModelError.self) {
            while let batch = try scan.next() { (rows, rejects) = (rows + batch.rowCount, rejects + batch.rejects.count) }
        }
        Self.check(error, of: file.path, to: found)
        // A line that has been cut is no record, and so no reject.
        #expect(rows == found / 16 && rejects == 0 && scan.failedPath == file.path)
        #expect(try scan.next() == nil)
    }

    @Test func aFileThatIsTruncatedBeforeItsTurnIsAnError() throws {
        let (first, second) = (try Self.file(), try Self.file())
        let scan = try ColumnScan(Row.self, files: [first.path, second.path], workers: 1)
        var rows = try scan.next()?.rowCount ?? 0
        truncate(second.path, 1_600)
        let error = #expect(throws: ModelError.self) { while let batch = try scan.next() { rows += batch.rowCount } }
        Self.check(error, of: second.path, to: 1_600)
        #expect(rows == 300)
    }

    @Test func aFileThatHasBeenLookedAtBeforeIsHeldAgainstWhatItWas() throws {
        let file = try Self.file()
        let sizes = try ColumnScan(Row.self, files: [file.path]).fileBytes
        #expect(sizes == [3_200])
        truncate(file.path, 160)
        let scan = try ColumnScan(Row.self, files: [file.path], expecting: sizes, workers: 1, options: ColumnOptions())
        var rows = 0
        let error = #expect(throws: ModelError.self) { while let batch = try scan.next() { rows += batch.rowCount } }
        Self.check(error, of: file.path, to: 160)
        #expect(rows == 10)
    }

    @Test func aLineThatEndsBehindARangeIsNotCutInSilence() throws {
        let file = try Self.file()
        let scan = try ModelFile(file.path).columns(Row.self, workers: 1, range: 0..<1_605)
        truncate(file.path, 1_610)
        var rows = 0
        let error = #expect(throws: ModelError.self) { while let batch = try scan.next() { rows += batch.rowCount } }
        Self.check(error, of: file.path, to: 1_610)
        #expect(rows == 100)
    }

    @Test func bytesThatAreNotAskedForMayGo() throws {
        let file = try Self.file()
        let scan = try ModelFile(file.path).columns(Row.self, workers: 1, range: 0..<1_600)
        truncate(file.path, 1_600)
        var rows = 0
        while let batch = try scan.next() { rows += batch.rowCount }
        #expect(rows == 100)
    }

    @Test func aFileThatGrowsIsReadToWhereItEnded() throws {
        let file = try Self.file()
        let scan = try ColumnScan(Row.self, files: [file.path], workers: 2)
        file.append("{\"id\": 1}\n")
        var rows = 0
        while let batch = try scan.next() { rows += batch.rowCount }
        #expect(rows == 200 && scan.progress.isFinished)
    }
}
