import CArrow
import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

@Suite("Scans of files into columns")
struct ColumnScanTests {
    struct Row: Model {
        var id = 0
        var name = ""
        var tags: [String]?
    }

    /// A file of lines, of which every twentieth is none.
    private static func withFile<R>(_ count: Int, _ body: (String, [UInt8]) async throws -> R) async throws -> R {
        var text = ""
        var generator = SeededGenerator(seed: UInt64(count))
        for id in 0..<count {
            if id % 20 == 13 {
                text += "{\"id\": \(id)\n"
            } else {
                let tags = generator.below(2) == 0 ? "" : ", \"tags\": [\"\(String(repeating: "t", count: generator.below(40)))\"]"
                text += "{\"id\": \(id), \"name\": \"n\(id)\"\(tags)}" + (generator.below(5) == 0 ? "\r\n" : "\n")
            }
        }
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("columns-\(UUID().uuidString).ndjson").path
        let bytes = Array(text.utf8)
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        return try await body(path, bytes)
    }

    private struct Outcome: Equatable {
        var rows: [String] = []
        var rejects: [String] = []

        mutating func add(_ batch: ColumnBatch) {
            rows += ColumnText.rows(batch)
            rejects += batch.rejects.map { "\($0.number) \($0.line) \($0.offset) \($0.length) \($0.bytes) \($0.error)" }
        }

        init() {}

        init(_ scan: ColumnScan) throws {
            while let batch = try scan.next() { add(batch) }
        }
    }

    private static func read(_ bytes: [UInt8]) throws -> Outcome {
        var outcome = Outcome()
        var reader = try ColumnReader(Row.self)
        try reader.read(bytes) { outcome.add($0) }
        try reader.finish { outcome.add($0) }
        return outcome
    }

    @Test(.slow, arguments: [1, 2, 5], [64, 1000, 1 << 20])
    func anyNumberOfThreadsReadsTheSame(workers: Int, pieceBytes: Int) async throws {
        try await Self.withFile(500) { path, bytes in
            let file = try ModelFile(path)
            var options = ColumnOptions()
            options.maximumRows = pieceBytes == 1000 ? 3 : 1 << 16
            let scan = try file.columns(Row.self, workers, nil, ReadingPosition(), options, pieceBytes: pieceBytes)
            #expect(try Outcome(scan) == Self.read(bytes))
            #expect(scan.progress.rows == 475 && scan.progress.rejectedRecords == 25 && scan.progress.isFinished)
            #expect(scan.progress.totalBytes == bytes.count)
        }
    }

    @Test func batchesTellWhereToGoOn() async throws {
        try await Self.withFile(300) { path, bytes in
            let file = try ModelFile(path)
            let whole = try Self.read(bytes)
            var read = Outcome()
            var position = ReadingPosition()
            for _ in 0..<4 {
                let scan = try file.columns(Row.self, 2, nil, position, ColumnOptions(), pieceBytes: 512)
                for _ in 0..<3 {
                    guard let batch = try scan.next() else { break }
                    read.add(batch)
                    position = batch.position
                }
                scan.cancel()
                #expect(try scan.next() == nil)
            }
            for try await batch in try file.columns(Row.self, workers: 1, from: position) { read.add(batch) }
            #expect(read == whole)
        }
    }

    @Test func rangesShareOutAllLines() async throws {
        try await Self.withFile(200) { path, bytes in
            let file = try ModelFile(path)
            let whole = try Self.read(bytes)
            for bounds in [
                [0, 1, bytes.count], [0, bytes.count / 3, bytes.count / 2, bytes.count * 2], [0, 17, 18, 19, 400, bytes.count],
            ] {
                var read = Outcome()
                for (start, end) in zip(bounds, bounds.dropFirst()) {
                    let scan = try file.columns(Row.self, workers: 2, range: start..<end)
                    while let batch = try scan.next() { read.add(batch) }
                }
                #expect(read.rows == whole.rows && read.rejects.count == whole.rejects.count)
            }
        }
    }

    @Test func filesFollowEachOther() async throws {
        try await Self.withFile(100) { first, firstBytes in
            try await Self.withFile(70) { second, secondBytes in
                let scan = try ColumnScan(Row.self, files: [first, second, first], workers: 3)
                var paths: [String] = []
                var outcome = Outcome()
                for try await batch in scan {
                    paths.append(batch.path ?? "")
                    outcome.add(batch)
                }
                let (one, two) = (try Self.read(firstBytes), try Self.read(secondBytes))
                #expect(outcome.rows == one.rows + two.rows + one.rows && outcome.rejects == one.rejects + two.rejects + one.rejects)
                #expect(paths == [first, second, first])
            }
        }
    }

    @Test(arguments: [1, 3]) func aFailureEndsTheScanBehindWhatStandsBefore(workers: Int) async throws {
        try await Self.withFile(200) { path, _ in
            var options = ColumnOptions()
            options.reading.onFailure = .abort
            let scan = try ModelFile(path).columns(Row.self, workers, nil, ReadingPosition(), options, pieceBytes: 200)
            var rows = 0
            let error = #expect(throws: ModelError.self) { while let batch = try scan.next() { rows += batch.rowCount } }
            #expect(error?.line == 14 && rows == 13 && scan.failedPath == path)
            #expect(try scan.next() == nil)
        }
    }

    @Test(arguments: [1, 3]) func tooManyFailuresEndTheScan(workers: Int) async throws {
        try await Self.withFile(200) { path, _ in
            var options = ColumnOptions()
            options.reading.maximumFailures = 2
            let scan = try ColumnScan(Row.self, files: [path, path], workers: workers, options: options)
            var outcome = Outcome()
            let error = #expect(throws: ModelError.self) { while let batch = try scan.next() { outcome.add(batch) } }
            #expect(error?.code == .failureLimit && outcome.rows.count == 51 && outcome.rejects.count == 3)
        }
    }

    @Test func whatIsWrongWithColumnsIsSaidFirst() throws {
        struct Tree: Model {
            var id = 0
            var children: [Tree] = []
        }
        let recursive = #expect(throws: ModelError.self) { try ColumnScan(Tree.self, files: []) }
        #expect(recursive?.code == .unsupportedColumn && recursive?.path.description == "children")
        #expect(try ColumnScan(Tree.self, files: [], options: ColumnOptions(columns: ["id"])).fields.count == 1)
        let unknown = #expect(throws: ModelError.self) { try ColumnScan(Row.self, files: [], options: ColumnOptions(columns: ["idd"])) }
        #expect(unknown?.code == .unknownProperty)
        let twice = #expect(throws: ModelError.self) { try ColumnScan(Row.self, files: [], options: ColumnOptions(columns: ["id", "id"])) }
        #expect(twice?.code == .invalidDeclaration)
        #expect(throws: ModelError.self) { try ColumnScan(Row.self, files: ["/nowhere/at.all"]) }
    }

    @Test func aScanIsAnArrowStream() async throws {
        try await Self.withFile(300) { path, bytes in
            let scan = try ModelFile(path).columns(Row.self, 2, nil, ReadingPosition(), ColumnOptions(), pieceBytes: 2000)
            var stream = ArrowArrayStream()
            scan.export(to: &stream)
            var schema = ArrowSchema()
            #expect(stream.get_schema(&stream, &schema) == 0)
            #expect(String(cString: schema.format) == "+s" && schema.n_children == 3)
            let formats = (0..<3).map { String(cString: schema.children[$0]!.pointee.format) }
            #expect(formats == ["l", "u", "+l"])
            schema.release(&schema)
            #expect(schema.release == nil)
            var ids: [Int64] = []
            while true {
                var array = ArrowArray()
                #expect(stream.get_next(&stream, &array) == 0)
                guard array.release != nil else { break }
                let column = array.children[0]!.pointee
                let values = column.buffers[1]!.assumingMemoryBound(to: Int64.self)
                ids += (0..<Int(array.length)).map { values[$0] }
                array.release(&array)
            }
            stream.release(&stream)
            #expect(ids == (0..<300).filter { $0 % 20 != 13 }.map(Int64.init))
        }
    }

    @Test func columnsOutliveTheirScan() async throws {
        try await Self.withFile(100) { path, _ in
            var scan: ColumnScan? = try ColumnScan(Row.self, files: [path], workers: 2)
            let batch = try #require(try scan?.next())
            let column = try #require(batch["name"])
            scan = nil
            #expect(column.text(0) == "n0" && column.text(94) == "n99")
        }
    }
}
