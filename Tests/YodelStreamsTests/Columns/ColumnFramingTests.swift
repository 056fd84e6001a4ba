import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

@Suite("Scans of records that are no lines")
struct ColumnFramingTests {
    struct Row: Model {
        var id = 0
        var name = ""
    }

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// How records may follow each other, and a file of some of them; every twentieth is no JSON.
    static let forms: [Framing] = [.array(at: "data.items"), .array, .values, .sequence, .lines, .automatic]

    private func write(_ framing: Framing, _ count: Int) throws -> ModelFile {
        let records = (0..<count).map { id in
            id % 20 == 13 ? "{\"id\" \(id)}" : "{\"id\": \(id),\n \"name\": \"n\(id)]}\(String(repeating: "x", count: id % 50))\"}"
        }
        let array = "[" + records.joined(separator: " ,\r\n") + "]"
        let text =
            switch framing {
            case .array(let path) where !path.components.isEmpty:
                "{\"count\": 5, \"items\": [1],\n\"data\": {\"items\": \(array), \"next\": null}\n}\n"
            case .array, .automatic: array
            case .values: records.joined(separator: "\n")
            case .sequence: records.map { "\u{1E}\($0)\n" }.joined()
            case .lines, .document: records.map { $0.replacing("\n", with: "") + "\n" }.joined()
            }
        return try ModelFile(folder.write("in", text))
    }

    private struct Outcome: Equatable {
        var rows: [String] = []
        var rejects: [String] = []

        mutating func add(_ batch: ColumnBatch) {
            rows += ColumnText.rows(batch)
            rejects += batch.rejects.map { "\($0.number) \($0.line) \($0.offset) \($0.length) \($0.bytes) \($0.error)" }
        }
    }

    /// The same by a reader of all bytes.
    private func read(_ framing: Framing) throws -> Outcome {
        var outcome = Outcome()
        var reader = try ColumnReader(Row.self, framing: framing)
        try reader.read(Data(contentsOf: URL(fileURLWithPath: folder("in")))) { outcome.add($0) }
        try reader.finish { outcome.add($0) }
        return outcome
    }

    @Test(arguments: forms, [3, 1 << 16])
    func aFileIsReadAsItsBytesAre(framing: Framing, maximumRows: Int) throws {
        // More than a chunk.
        let file = try write(framing, 5_000)
        var options = ColumnOptions()
        options.maximumRows = maximumRows
        let scan = try file.columns(Row.self, framing: framing, options: options)
        var outcome = Outcome()
        while let batch = try scan.next() {
            #expect(batch.path == folder("in") && batch.rowCount <= maximumRows)
            outcome.add(batch)
        }
        #expect(try outcome == read(framing))
        #expect(outcome.rows.count == 4_750 && outcome.rejects.count == 250)
        let progress = scan.progress
        #expect(progress.rows == 4_750 && progress.rejectedRecords == 250 && progress.isFinished)
        #expect(progress.bytes == file.size && progress.totalBytes == file.size && scan.failedPath == nil)
    }

    @Test(arguments: forms)
    func batchesTellWhereToGoOn(framing: Framing) throws {
        let file = try write(framing, 300)
        var options = ColumnOptions()
        options.maximumRows = 40
        var (outcome, position) = (Outcome(), ReadingPosition())
        while true {
            let scan = try file.columns(Row.self, framing: framing, from: position, options: options)
            guard let batch = try scan.next() else { break }
            outcome.add(batch)
            // As somebody stores it.
            position = try JSONDecoder().decode(ReadingPosition.self, from: JSONEncoder().encode(batch.position))
            scan.cancel()
            #expect(try scan.next() == nil && !scan.progress.isFinished)
        }
        #expect(try outcome == read(framing))
    }

    @Test(arguments: [
        ("{\"data\":{\"items\":[{\"id\":1},{\"id\":2}", 2, ModelError.Code.unexpectedEnd),
        ("{\"data\":{\"items\":[{\"id\":1},{\"id\":2}]}} x", 2, .trailingContent), ("{\"data\":{}}", 0, .pathNotFound),
        ("{\"data\":{\"items\":{}}}", 0, .typeMismatch),
    ])
    func whatIsNotFramedSoEndsTheScanAfterItsRows(text: String, rows: Int, code: ModelError.Code) throws {
        let path = try folder.write("in", text)
        let scan = try ModelFile(path).columns(Row.self, framing: .array(at: "data.items"))
        var count = 0
        let error = #expect(throws: ModelError.self) { while let batch = try scan.next() { count += batch.rowCount } }
        #expect(
            count == rows && error?.code == code && scan.failedPath == path && !scan.progress.isFinished, "\(String(describing: error))")
        #expect(try scan.next() == nil)
    }

    @Test func aFailureEndsTheScanAfterWhatIsBeforeIt() throws {
        let file = try write(.array(at: "data.items"), 200)
        var options = ColumnOptions()
        options.reading.onFailure = .abort
        let scan = try file.columns(Row.self, framing: .array(at: "data.items"), options: options)
        var position = ReadingPosition()
        var count = 0
        #expect(throws: ModelError.self) {
            while let batch = try scan.next() { (count, position) = (count + batch.rowCount, batch.position) }
        }
        #expect(count == 13 && position.records == 13)
        // The rest goes on with the record that has failed.
        let rest = try file.columns(Row.self, framing: .array(at: "data.items"), from: position)
        var (rows, rejects) = (0, 0)
        while let batch = try rest.next() { (rows, rejects) = (rows + batch.rowCount, rejects + batch.rejects.count) }
        #expect(rows == 177 && rejects == 10)
    }

    @Test func aPositionOfAnotherFramingOrFileIsRefused() throws {
        let file = try write(.array, 50)
        let batch = try #require(try file.columns(Row.self, framing: .array).next())
        #expect(throws: ModelError.self) { try file.columns(Row.self, framing: .values, from: batch.position) }
        let other = try ModelFile(folder.write("other", "[{\"id\":1},{\"id\":2}]"))
        #expect(throws: ModelError.self) { try other.columns(Row.self, framing: .array, from: batch.position) }
    }

    @Test func aFileThatIsTruncatedIsAnError() throws {
        let file = try write(.array, 20_000)
        var options = ColumnOptions()
        options.maximumRows = 10
        let scan = try file.columns(Row.self, framing: .array, options: options)
        _ = try scan.next()
        #expect(truncate(folder("in"), 300_000) == 0)
        let error = #expect(throws: ModelError.self) { while try scan.next() != nil {} }
        #expect(error?.category == .input)
    }
}
