import Testing

@testable import Yodel
@testable import YodelTestSupport

@Suite("Memory of rejects in columns")
struct RejectLimitTests {
    struct Row: Model {
        var id = 0
        var counts: [String: Int] = [:]
    }

    private static func batches(_ text: String, _ options: ColumnOptions) throws -> [ColumnBatch] {
        var batches: [ColumnBatch] = []
        var reader = try ColumnReader(Row.self, options: options)
        try reader.read(Array(text.utf8)) { batches.append($0) }
        try reader.finish { batches.append($0) }
        return batches
    }

    /// Lines of so many bytes each that are no records.
    private static func badLines(_ lengths: [Int]) -> String {
        lengths.map { String(repeating: "x", count: $0) + "\n" }.joined()
    }

    // MARK: One reject

    @Test func aRejectHoldsNoMoreBytesThanAllowed() throws {
        var options = ColumnOptions()
        options.reading.maximumFailureBytes = 100
        let rejects = try Self.batches(Self.badLines([99, 100, 101, 5_000]), options).flatMap(\.rejects)
        #expect(rejects.map(\.length) == [99, 100, 101, 5_000])
        #expect(rejects.map(\.bytes.count) == [99, 100, 100, 100])
        #expect(rejects.map(\.isCut) == [false, false, true, true])
        #expect(rejects.map(\.offset) == [0, 100, 201, 303])
    }

    @Test func aRejectIsWholeUnlessALimitIsSet() throws {
        let rejects = try Self.batches(Self.badLines([200_000]), ColumnOptions()).flatMap(\.rejects)
        #expect(rejects.map(\.bytes.count) == [200_000] && rejects.map(\.isCut) == [false])
    }

    @Test func aRejectThatIsTooLongForARecordIsCutToo() throws {
        var options = ColumnOptions()
        options.reading.maximumRecordBytes = 10
        let rejects = try Self.batches(Self.badLines([10, 11]), options).flatMap(\.rejects)
        #expect(rejects.map(\.length) == [10, 11] && rejects.map(\.bytes.count) == [10, 0] && rejects.map(\.isCut) == [false, true])
    }

    /// The budget is that of all batches, and of all pieces of a file, in their order.
    @Test(arguments: [1, 3]) func rejectsThatAreCollectedHaveALimitTogether(workers: Int) throws {
        var options = ColumnOptions()
        options.maximumRows = 7
        options.reading.onFailure = .collect
        options.reading.maximumCollectedBytes = 20_000
        let text = Self.badLines(Array(repeating: 400, count: 100))
        let one = try Self.batches(text, options).flatMap(\.rejects).map { "\($0.number) \($0.bytes.count)" }
        #expect(one.count > 30 && one.count < 100)
        let file = try TemporaryFile(text)
        let files = try Self.files([file], pieceBytes: 1_000, heldBytes: 1 << 20)
        let scan = ColumnScan(try ColumnTask(of: Row.self, options, workers: workers), files, workers)
        var (read, rejected): ([String], Int) = ([], 0)
        while let batch = try scan.next() {
            read += batch.rejects.map { "\($0.number) \($0.bytes.count)" }
            rejected += batch.rejectedRecords
        }
        #expect(read == one && rejected == 100)
    }

    // MARK: Those of a batch

    @Test func keysThatErrorsQuoteCountAsBytesOfABatch() throws {
        var options = ColumnOptions(decoding: .strict)
        options.reading.maximumFailureBytes = 0
        options.maximumBytes = 2_500
        let line = "{\"counts\": {\"\(String(repeating: "k", count: 1_000))\": \"x\"}}\n"
        let batches = try Self.batches(String(repeating: line, count: 10), options)
        #expect(batches.map(\.rejects.count) == [3, 3, 3, 1])
        #expect(batches.flatMap(\.rejects).allSatisfy { $0.bytes.isEmpty && $0.isCut && $0.length == line.utf8.count - 1 })
    }

    // MARK: Those that wait

    /// Lines that are no records, short ones that lack properties, and blank ones.
    private static func mixedLines(_ count: Int) -> String {
        (0..<count).map { index in
            switch index % 3 {
            case 0: "x\n"
            case 1: index % 2 == 0 ? "{}\r\n\n" : "{}\n"
            default: "{\"id\": \(index), \"counts\": {\"a\": \(index)}}\n"
            }
        }.joined()
    }

    private static func files(_ files: [TemporaryFile], pieceBytes: Int, heldBytes: Int) throws -> ColumnFiles {
        var entries: [(file: ScannedFile, range: Range<Int>, position: ReadingPosition)] = []
        for file in files {
            let size = try InputFile(file.path).size()
            entries.append((ScannedFile(file.path, size: size), 0..<size, ReadingPosition()))
        }
        return ColumnFiles(entries, pieceBytes: pieceBytes, heldBytes: heldBytes)
    }

    @Test func aThreadHoldsNoMoreOfAPieceThanAllowed() throws {
        let file = try TemporaryFile(Self.mixedLines(3_000))
        var options = ColumnOptions()
        options.maximumRows = 20
        let task = try ColumnTask(of: Row.self, options, workers: 1)
        let files = try Self.files([file], pieceBytes: 1 << 20, heldBytes: 60_000)
        var (rows, failed, bytes, rounds) = (0, 0, 0, 0)
        var rest: PieceRest?
        repeat {
            let piece = task.piece(0, of: files, from: rest) { false }
            let columns = piece.parts.reduce(0) { $0 + $1.content.capacity }
            let rejects = piece.parts.reduce(0) { $0 + $1.failures.count * MemoryLayout<RecordFailure>.stride }
            // The batch that passes the limit is the last one.
            #expect(columns + rejects < 110_000)
            rows += piece.parts.reduce(0) { $0 + $1.content.rows }
            failed += piece.parts.reduce(0) { $0 + $1.failures.count }
            bytes += piece.bytes
            rounds += 1
            rest = piece.rest
        } while rest != nil && rounds < 1_000
        #expect(rows == 2_000 && failed == 1_000 && bytes == files.totalBytes)
        #expect(rounds > 2)
    }

    private struct Outcome: Equatable {
        var rows: [String] = []
        var rejects: [String] = []

        mutating func add(_ batch: ColumnBatch) {
            rows += ColumnText.rows(batch)
            rejects += batch.rejects.map { "\($0.number) \($0.line) \($0.offset) \($0.length) \($0.bytes) \($0.error)" }
        }
    }

    @Test(arguments: [1, 3], [1, 30_000, 1 << 20]) func whatAThreadLeavesIsReadWhenItIsAskedFor(workers: Int, heldBytes: Int) throws {
        let text = Self.mixedLines(300)
        let file = try TemporaryFile(text)
        var options = ColumnOptions()
        options.maximumRows = 7
        var one = Outcome()
        for batch in try Self.batches(text, options) { one.add(batch) }
        let files = try Self.files([file, file], pieceBytes: 500, heldBytes: heldBytes)
        let scan = ColumnScan(try ColumnTask(of: Row.self, options, workers: workers), files, workers)
        var read = Outcome()
        var position = ReadingPosition()
        while let batch = try scan.next() {
            read.add(batch)
            position = batch.position
        }
        #expect(read.rows == one.rows + one.rows && read.rejects == one.rejects + one.rejects)
        #expect(position.offset == text.utf8.count && position.records == 300)
        #expect(scan.progress.bytes == 2 * text.utf8.count && scan.progress.isFinished)
    }

    @Test(arguments: [1, 1 << 20]) func failuresCountInWhatAThreadLeaves(heldBytes: Int) throws {
        let file = try TemporaryFile(Self.mixedLines(300))
        var options = ColumnOptions()
        options.maximumRows = 7
        options.reading.maximumFailures = 50
        let files = try Self.files([file], pieceBytes: 1 << 20, heldBytes: heldBytes)
        let scan = ColumnScan(try ColumnTask(of: Row.self, options, workers: 1), files, 1)
        var (rows, rejects) = (0, 0)
        let error = #expect(throws: ModelError.self) {
            while let batch = try scan.next() { (rows, rejects) = (rows + batch.rowCount, rejects + batch.rejects.count) }
        }
        #expect(error?.code == .failureLimit && rows == 100 && rejects == 51)
    }

    @Test func aConsumerMayStopBeforeWhatAThreadHasLeft() throws {
        let file = try TemporaryFile(Self.mixedLines(300))
        var options = ColumnOptions()
        options.maximumRows = 7
        let files = try Self.files([file], pieceBytes: 1 << 20, heldBytes: 1)
        let scan = ColumnScan(try ColumnTask(of: Row.self, options, workers: 2), files, 2)
        #expect(try scan.next()?.rowCount == 7)
        scan.cancel()
        #expect(try scan.next() == nil)
    }
}
