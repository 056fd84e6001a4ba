// What products of this package need that take records out of something else than a stream.

/// Columns of records that are handed in one at a time.
///
/// A record is what its bytes are, from the first to the last: line feeds and separators in it make no second one of it.
package struct RecordColumns: ~Copyable {
    /// What a record has become.
    package enum Outcome {
        case row
        /// The columns have no room for it: it is to be added again when they have been taken.
        case isFull
        /// Why it is no row; the place counts from the start of the input that the record is of.
        case failed(ModelError)
    }

    private let task: ColumnTask
    private let gatherer: ColumnGatherer

    /// - Parameters:
    ///   - type: What each record is: a model that is a struct or a class.
    ///   - options: Which columns there are, and how records are read.
    /// - Throws: `ModelError` of category `model` as `ColumnReader` does.
    package init(_ type: any BaseModel.Type, options: ColumnOptions) throws(ModelError) {
        task = try ColumnTask(of: type, options, workers: 1)
        gatherer = ColumnGatherer(task)
    }

    /// The columns' names and types.
    package var fields: [ColumnField] { task.columns.fields }
    /// Rows that have not been taken.
    package var rows: Int { gatherer.rows }
    /// Whether the columns are to be taken before another record is added.
    package var isFull: Bool { gatherer.isFull }

    /// Adds a record.
    ///
    /// - Parameters:
    ///   - record: Its bytes.
    ///   - line: The line that it stands on, from 1.
    ///   - offset: Bytes before it.
    ///   - counted: The line that it is counted with if its keys are.
    package mutating func add(
        _ record: some Collection<UInt8> & JSONBytes, line: Int = 1, offset: Int = 0, countedAt counted: Int = 1
    ) -> Outcome {
        let location = SourceLocation(offset: offset, line: line, column: 1)
        let limit = task.rules.reading.maximumRecordBytes
        guard record.count <= limit else { return .failed(.recordTooLong(limit, at: location)) }
        // What is empty has no address; white space is as little of a value.
        guard !record.isEmpty else { return add([UInt8(ascii: " ")], line: line, offset: offset) }
        // SAFETY: the gatherer uses the bytes during the call only.
        switch record.withBorrowedJSON({ gatherer.add($0, line: counted) }) {
        case .added: return .row
        case .isFull: return .isFull
        case .failed(let error): return .failed(error.behind(location))
        }
    }

    /// Hands out the rows.
    ///
    /// - Parameters:
    ///   - rejects: What is to go with them.
    ///   - position: The place behind all of it.
    package mutating func take(rejects: [RecordFailure] = [], position: ReadingPosition = ReadingPosition()) -> ColumnBatch {
        ColumnBatch(
            gatherer.take(), from: task.pool, rejects: rejects, rejectedRecords: rejects.count, position: position, path: nil,
            keysFrom: 0)
    }
}

extension RecordFailure {
    /// A record that failed elsewhere than in a reader.
    package init(_ number: Int, line: Int, offset: Int, length: Int, _ error: ModelError, bytes: [UInt8]) {
        self.init(number: number, line: line, offset: offset, length: length, error: error, bytes: bytes)
    }
}

extension ModelError {
    /// An error of a record as a whole.
    ///
    /// - Parameters:
    ///   - line: The line that the record stands on, from 1.
    ///   - offset: Bytes before it.
    package static func ofRecord(_ category: Category, _ code: Code, _ message: String, line: Int, offset: Int) -> ModelError {
        ModelError(category, code, at: SourceLocation(offset: offset, line: line, column: 1), path: JSONPath(), message)
    }

    /// An error of a record that is longer than it may be.
    package static func recordTooLong(_ limit: Int, line: Int, offset: Int) -> ModelError {
        .recordTooLong(limit, at: SourceLocation(offset: offset, line: line, column: 1))
    }

    /// The error at another place of its input.
    ///
    /// - Parameters:
    ///   - line: From 1.
    ///   - column: The byte within the line, from 1.
    ///   - offset: Bytes before the place.
    package func moved(toLine line: Int, column: Int, offset: Int) -> ModelError {
        let location = SourceLocation(offset: offset, line: line, column: column)
        return ModelError(category, code, at: location, path: path, message, underlying: underlying, missing: missingPaths)
    }
}
