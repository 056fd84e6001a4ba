#if Ingest
import Yodel

extension RecordInspection {
    /// Looks at the records of a file.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - framing: How records follow each other.
    ///   - maximumRecords: How many are looked at, bad ones included; the file is not read beyond them.
    /// - Throws: `ModelError` of category `input` if there is no such file or it cannot be read, or if it is not framed as it should be. A record that is no
    ///   JSON is counted and no error.
    public mutating func read(file path: String, framing: Framing = .lines, maximumRecords: Int = .max) throws {
        guard maximumRecords > 0 else { return }
        let file = try ModelFile(path)
        var left = maximumRecords
        do {
            try file.read(JSONValue.self, framing: framing) { record in
                try take(record, &left)
            }
        } catch is EnoughRecords {}
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
        switch record.result {
        case .success(let value): add(value)
        case .failure(let error): add(error)
        }
        left -= 1
        if left == 0 { throw EnoughRecords() }
    }
}
#endif
