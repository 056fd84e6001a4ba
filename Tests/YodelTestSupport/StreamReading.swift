@testable import Yodel

// Streams as these tests read them: each chunk is memory of its own, exactly as long as the chunk and freed after the call, so that
// AddressSanitizer sees a reader that keeps a pointer to it.

/// What the records of the random streams are.
struct StreamItem: Model, Equatable {
    var id = 0
    var name = ""
    var tags: [String] = []
    var inner: JSONValue?
}

/// All that a record says.
struct ReadRecord<T: Equatable>: Equatable, CustomStringConvertible {
    var number: Int
    var line: Int
    var offset: Int
    var length: Int
    var bytes: [UInt8]
    var model: T?
    var error: ErrorFields?

    init(_ record: borrowing ModelRecord<T>) {
        number = record.number
        line = record.line
        offset = record.offset
        length = record.length
        bytes = record.bytes.withUnsafeBytes { Array($0) }
        model = record.model
        error = record.error.map { ErrorFields($0) }
    }

    init(number: Int, line: Int, offset: Int, length: Int, bytes: [UInt8], _ result: Result<T, ModelError>) {
        (self.number, self.line, self.offset, self.length, self.bytes) = (number, line, offset, length, bytes)
        model = try? result.get()
        error = result.errorFields
    }

    var description: String {
        let text = String(decoding: bytes, as: UTF8.self).debugDescription
        return "#\(number) line \(line) \(offset)+\(length) \(text) \(error.map(\.description) ?? model.map { "\($0)" } ?? "nothing")"
    }

    /// The record as the tables of the tests have it: line, offset and length, its text, and what is wrong with it.
    var brief: String {
        let text = String(decoding: bytes, as: UTF8.self)
        return "\(line):\(offset)+\(length) \(text)" + (error.map { " !\($0.code) \($0.offset) \($0.line):\($0.column)" } ?? "")
    }
}

extension ReadingPosition {
    /// The place and the records before it.
    var numbers: [Int] { [offset, line, column, records] }
}

/// What a stream has come to.
struct StreamOutcome<T: Equatable>: Equatable, CustomStringConvertible {
    var records: [ReadRecord<T>] = []
    /// The error that ended the reading.
    var end: ErrorFields?
    /// Positions that cannot be.
    var complaints: [String] = []

    var description: String {
        (records.map(\.description) + [end.map { "ended by \($0)" } ?? "ended"] + complaints).joined(separator: "\n    ")
    }

    var brief: [String] {
        records.map(\.brief) + (end.map { ["!!\($0.code) \($0.offset) \($0.line):\($0.column)"] } ?? []) + complaints
    }

    /// Where two readings part.
    func difference(from other: StreamOutcome) -> String? {
        guard self != other else { return nil }
        let pairs = zip(records, other.records).first { $0 != $1 }
        if let pairs { return "\n    got      \(pairs.0)\n    expected \(pairs.1)" }
        let ends = [self, other].map { "\($0.records.count) records, ended by \($0.end?.description ?? "nothing"), \($0.complaints)" }
        return "\n    got      \(ends[0])\n    expected \(ends[1])"
    }
}

/// Reads a stream in chunks of any sizes.
///
/// - Parameters:
///   - types: What the records are.
///   - position: Where the bytes begin in the input.
func readStream<T: Equatable>(
    _ type: T.Type, _ bytes: [UInt8], _ framing: Framing, _ options: DecodingOptions = .lenient,
    _ reading: ReadingOptions = ReadingOptions(),
    from position: ReadingPosition = ReadingPosition(), nextSize: () -> Int
) throws -> StreamOutcome<T> {
    var reader = try ModelReader(type, framing: framing, options: options, reading: reading, from: position)
    var outcome = StreamOutcome<T>()
    var last = position
    var index = 0
    do {
        var isFinished = false
        while !isFinished {
            if index < bytes.count {
                let end = min(bytes.count, index + max(nextSize(), 1))
                try withCopy(bytes[index..<end], .exact) { chunk in
                    Result { try reader.read(chunk.raw) { record in outcome.records.append(ReadRecord(record)) } }
                }.get()
                index = end
            } else {
                try reader.finish { record in outcome.records.append(ReadRecord(record)) }
                isFinished = true
            }
            let now = reader.position
            let isInOrder = now.offset >= last.offset && now.offset <= position.offset + index
            let isCounted = now.records == position.records + outcome.records.count && now.records == reader.records
            if !isInOrder || !isCounted { outcome.complaints.append("the position \(now) after \(index) bytes") }
            last = now
        }
        if last.offset != position.offset + bytes.count { outcome.complaints.append("the position \(last) at the end") }
    } catch let error as ModelError {
        outcome.end = ErrorFields(error)
        let now = reader.position
        if now.offset < last.offset || now.offset > error.offset { outcome.complaints.append("the position \(now) after the error") }
    }
    return outcome
}

/// Reads a stream in chunks of one size.
func readStream<T: Equatable>(
    _ type: T.Type, _ bytes: [UInt8], _ framing: Framing, _ options: DecodingOptions = .lenient,
    _ reading: ReadingOptions = ReadingOptions(),
    from position: ReadingPosition = ReadingPosition(), size: Int
) throws -> StreamOutcome<T> {
    try readStream(type, bytes, framing, options, reading, from: position) { size }
}
