#if Ingest
import Yodel
import YodelArchives

extension RecordInspection {
    /// Looks at the records of a file, plain or compressed by gzip or zstd.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - framing: How records follow each other. `automatic` finds it by the first bytes, as an ingestion does.
    ///   - maximumRecords: How many are looked at, bad ones included; the file is not read beyond them.
    /// - Returns: How records follow each other.
    /// - Throws: `ModelError` of category `input` if there is no such file or it cannot be read, or if it is not framed as it should be; ``IngestError`` of kind `source`
    ///   if it is truncated while it is read, or its compression or encoding is damaged. A record that is no JSON is counted and no error.
    @discardableResult
    public mutating func read(
        file path: String, framing: IngestFraming = .lines, maximumRecords: Int = .max
    ) throws -> IngestFraming {
        let file = try ModelFile(path)
        let head = try file.head(Compression.magicBytes)
        let plain = PlainInput(file, path, at: 0, expecting: try file.currentSize())
        let compression = Compression(head: head)
        let text = TextInput(
            try compression.map { try CompressedInput(plain, path, $0, head: [], at: nil) } ?? plain, path, framing.encoding, at: nil)
        var (records, finder) = (framing.isAutomatic ? nil : try InspectedRecords(framing), SourceFraming { _ in false })
        var (opening, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 256 << 10))
        var left = maximumRecords
        while left > 0 {
            let step = unsafe try buffer.withUnsafeMutableBytes { unsafe try text.read($0) }
            var (chunk, isAll) = (buffer[..<0], true)
            if case .bytes(let count) = step { (chunk, isAll) = (buffer[..<count], false) }
            if records == nil {
                opening += chunk
                guard let found = finder.look(at: opening, isAll: isAll) else { continue }
                records = try InspectedRecords(found)
                chunk = opening[...]
            }
            do {
                try records?.read(chunk, isLast: isAll) { record throws(EnoughRecords) in
                    add(record)
                    left -= 1
                    if left == 0 { throw EnoughRecords() }
                }
            } catch is EnoughRecords {}
            if isAll { break }
        }
        return (records?.framing ?? framing).encoded(as: text.encoding)
    }

    /// Looks at records that arrive in pieces.
    ///
    /// - Parameters:
    ///   - chunks: The input, in pieces of any size.
    ///   - framing: How records follow each other.
    ///   - maximumRecords: How many are looked at, bad ones included; no more chunks are asked for behind them.
    /// - Throws: `ModelError` if the input is not framed as it should be. A record that is no JSON is counted and no error.
    public mutating func read(chunks: some Sequence<[UInt8]>, framing: Framing = .lines, maximumRecords: Int = .max) throws {
        guard maximumRecords > 0 else { return }
        var reader = try ModelReader(JSONValue.self, framing: framing)
        var left = maximumRecords
        do {
            for chunk in chunks { try reader.read(chunk) { record in try take(record, &left) } }
            try reader.finish { record in try take(record, &left) }
        } catch is EnoughRecords {}
    }

    /// Ends a reading. The limit has been reached, and nothing is wrong.
    private struct EnoughRecords: Error {}

    private mutating func take(_ record: consuming ModelRecord<JSONValue>, _ left: inout Int) throws {
        add(record.result)
        left -= 1
        if left == 0 { throw EnoughRecords() }
    }

    private mutating func add(_ result: Result<JSONValue, ModelError>) {
        switch result {
        case .success(let value): add(value)
        case .failure(let error): add(error)
        }
    }
}

/// Takes the records out of an input. Used by one thread at a time.
private final class InspectedRecords {
    let framing: IngestFraming
    private var reader: ModelReader<JSONValue>
    private var cutter: LineCutter
    private var gatherer: RecordGatherer?
    private let decoder = ModelDecoder()
    /// Bytes that a record may have.
    private static var limit: Int { ReadingOptions().maximumRecordBytes }

    init(_ framing: IngestFraming) throws(ModelError) {
        self.framing = framing
        reader = try ModelReader(JSONValue.self, framing: framing.records)
        gatherer = framing.wrapping.map { RecordGatherer($0, limit: Self.limit) }
        cutter = LineCutter(from: LineStart(offset: 0, line: 1), limit: framing.wrapping?.maximumLineBytes(Self.limit) ?? 0)
    }

    /// Reads the next bytes.
    func read<Failure: Error>(
        _ chunk: ArraySlice<UInt8>, isLast: Bool, _ each: (Result<JSONValue, ModelError>) throws(Failure) -> Void
    ) throws {
        guard gatherer != nil else {
            try reader.read(chunk) { record in try each(record.result) }
            if isLast { try reader.finish { record in try each(record.result) } }
            return
        }
        try cutter.cut(chunk) { line in try take(line, each) }
        guard isLast else { return }
        if let line = cutter.rest { try take(line, each) }
        for record in gatherer?.finish() ?? [] { try hand(record, each) }
    }

    private func take<Failure: Error>(
        _ line: WrappedLine, _ each: (Result<JSONValue, ModelError>) throws(Failure) -> Void
    ) throws(Failure) {
        switch gatherer?.take(line) {
        case .nothing, .more, nil: break
        case .record(let record): try hand(record, each)
        case .fault(let why):
            try each(.failure(.ofRecord(.mismatch, .invalidValue, why, line: line.start.line, offset: line.start.offset)))
        }
    }

    private func hand<Failure: Error>(
        _ record: WrappedRecord, _ each: (Result<JSONValue, ModelError>) throws(Failure) -> Void
    ) throws(Failure) {
        guard !record.isBlank else { return }
        if let error = record.fault(limit: Self.limit) { return try each(.failure(error)) }
        let result = Result { () throws(ModelError) in try decoder.decode(JSONValue.self, from: record.bytes) }
        try each(result.mapError { record.located($0) })
    }
}
#endif
