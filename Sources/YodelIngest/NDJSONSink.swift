#if Ingest
import FoundationEssentials
import Synchronization
public import Yodel
internal import YodelSystem

/// A file of JSON lines: a record in, a line out, in the form that its model has.
///
/// ```swift
/// let sink = NDJSONSink(path: "clean.ndjson")
/// ```
///
/// Beside the file stand `….rejects`, a line of JSON for each record that failed, and `….places`: how far each source has been read, and how long both files were then.
/// That one is put in place of the last by one call of the system, behind the lines; what the files have beyond it, of a run that was killed, is cut off by the next
/// one. So each record is in exactly once. One ingestion at a time writes to a file.
///
/// A line has the properties by their names, in the order of declaration; a nil is left out. Dates are ISO 8601 in UTC
/// with microseconds, data is base64, decimals and integers of 128 bits are strings.
public final class NDJSONSink: GroupIngestSink {
    /// What the file of places holds.
    private struct Kept: Codable {
        var length = 0
        var rejectsLength = 0
        var places: [IngestPlace] = []
    }

    private struct Output {
        let lines: AppendedFile
        let rejects: AppendedFile
        var kept: Kept
    }

    private let path: String
    private let output = Mutex<Output?>(nil)

    /// Prepares a sink. Nothing is opened yet.
    ///
    /// - Parameter path: Path of the file. Lines are added to one that is there.
    public init(path: String) {
        self.path = AbsolutePath.of(path)
    }

    /// The file, its rejects and its places.
    public var files: [String] { [path, path + ".rejects", path + ".places", path + ".places.new"] }

    /// Opens the files, and cuts off what no place counts.
    ///
    /// - Parameter fields: The columns.
    /// - Throws: ``IngestError`` of kind `sink`.
    public func open(_ fields: [ColumnField]) throws {
        let lines = try AppendedFile(path)
        let rejects = try AppendedFile(path + ".rejects")
        var kept: Kept?
        if FileKey(path + ".places") != nil {
            do {
                kept = try CodableDecoder().decode(Kept.self, from: Data(contentsOf: URL(filePath: path + ".places")))
            } catch {
                throw IngestError(.sink, "\(path).places cannot be read: \(error)", underlying: error)
            }
        }
        try lines.begin(at: kept?.length)
        try rejects.begin(at: kept?.rejectsLength)
        let opened = Output(lines: lines, rejects: rejects, kept: kept ?? Kept(length: lines.length, rejectsLength: rejects.length))
        output.withLock { $0 = opened }
        // From now on the lengths count.
        try keep(opened.kept)
    }

    /// How far sources have been read into the file.
    ///
    /// - Returns: A place for each.
    public func places() -> [IngestPlace] { output.withLock { $0?.kept.places } ?? [] }

    /// Adds lines and rejects, and the place behind them.
    ///
    /// - Parameter batch: The batch.
    /// - Throws: ``IngestError`` of kind `sink`.
    public func write(_ batch: IngestBatch) throws { try write([batch]) }

    /// Adds lines and rejects of several batches, and the places behind them, all or none.
    ///
    /// - Parameter batches: The batches.
    /// - Throws: ``IngestError`` of kind `sink`.
    public func write(_ batches: [IngestBatch]) throws {
        guard var output = output.withLock({ $0 }) else { throw IngestError(.sink, "\(path) is not open") }
        // What cannot be a line is seen before anything is written.
        let lines = try batches.flatMap { try LineWriter($0.rows).lines() }
        let rejects = try batches.filter { !$0.rejects.isEmpty }.flatMap { try RejectLine.lines($0) }
        try output.lines.append(lines)
        if !rejects.isEmpty { try output.rejects.append(rejects) }
        output.kept.length = output.lines.length
        output.kept.rejectsLength = output.rejects.length
        for place in batches.compactMap(\.place) {
            output.kept.places.removeAll { $0.inode == place.inode && $0.generation == place.generation }
            output.kept.places.append(place)
        }
        try keep(output.kept)
        let kept = output
        self.output.withLock { $0 = kept }
    }

    /// Closes the files.
    public func close() { output.withLock { $0 = nil } }

    /// Puts a new file of places in place of the last.
    private func keep(_ kept: Kept) throws {
        let new = path + ".places.new"
        let data: Data
        do { data = try CodableEncoder().encode(kept) } catch {
            throw IngestError(.sink, "the places cannot be written: \(error)", underlying: error)
        }
        let file = try AppendedFile(new)
        try file.begin(at: 0)
        try file.append(Array(data))
        guard unsafe rename(new, path + ".places") == 0 else { throw IngestError.system(.sink, "\(path).places cannot be written") }
    }
}

/// Writes the rows of a batch as lines of JSON.
struct LineWriter {
    private let batch: ColumnBatch
    private let encoder = ModelEncoder()

    init(_ batch: ColumnBatch) {
        self.batch = batch
    }

    func lines() throws(ModelError) -> [UInt8] {
        try lines(of: 0..<batch.rowCount)
    }

    /// The lines of some rows.
    func lines(of rows: Range<Int>) throws(ModelError) -> [UInt8] {
        let columns = batch.columns
        var keys: [[UInt8]] = []
        for column in columns { keys.append(try encoder.encodeToBytes(column.field.name) + [UInt8(ascii: ":")]) }
        var output: [UInt8] = []
        for row in rows {
            output.append(UInt8(ascii: "{"))
            var isFirst = true
            for (column, key) in zip(columns, keys) where !column.isNull(row) {
                if !isFirst { output.append(UInt8(ascii: ",")) }
                isFirst = false
                output += key
                try write(column, row, to: &output)
            }
            output += [UInt8(ascii: "}"), 0x0A]
        }
        return output
    }

    private func write(_ column: BatchColumn, _ row: Int, to output: inout [UInt8]) throws(ModelError) {
        switch column.field.type {
        case .bool: try encoder.encode(column.bool(row) ?? false, into: &output)
        case .integer(8, true): try number(column, row, Int8.self, &output)
        case .integer(16, true): try number(column, row, Int16.self, &output)
        case .integer(32, true): try number(column, row, Int32.self, &output)
        case .integer(_, true): try number(column, row, Int64.self, &output)
        case .integer(8, false): try number(column, row, UInt8.self, &output)
        case .integer(16, false): try number(column, row, UInt16.self, &output)
        case .integer(32, false): try number(column, row, UInt32.self, &output)
        case .integer: try number(column, row, UInt64.self, &output)
        case .float(16): try number(column, row, Float16.self, &output)
        case .float(32): try number(column, row, Float.self, &output)
        case .float: try number(column, row, Double.self, &output)
        case .text, .dictionaryOfText: try encoder.encode(column.text(row) ?? "", into: &output)
        case .json: column.withBytes(row) { bytes in for index in bytes.indices { output.append(bytes[index]) } }
        case .timestamp: try encoder.encode(ColumnTexts.instant(column.withValues(as: Int64.self) { $0[row] } ?? 0), into: &output)
        case .decimal(_, let scale):
            try encoder.encode(ColumnTexts.decimal(column.withValues(as: Int128.self) { $0[row] } ?? 0, scale), into: &output)
        case .binary:
            let bytes = column.withBytes(row) { bytes in bytes.indices.map { bytes[$0] } } ?? []
            try encoder.encode(Data(bytes).base64EncodedString(), into: &output)
        case .uuid:
            let number = column.withBytes(row) { unsafe $0.withUnsafeBytes { unsafe $0.loadUnaligned(as: UInt128.self) } } ?? 0
            try encoder.encode(ColumnTexts.uuid(number), into: &output)
        case .structure, .list, .map: preconditionFailure("a column with columns below it has no place in a line")
        }
    }

    private func number<Value: BitwiseCopyable & Sendable>(
        _ column: BatchColumn, _ row: Int, _ type: Value.Type, _ output: inout [UInt8]
    ) throws(ModelError) {
        guard let value = column.withValues(as: type, { $0[row] }) else { return }
        try encoder.encode(value, into: &output)
    }
}
#endif
