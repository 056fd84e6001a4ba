#if Ingest
import GRDB
import GRDBSQLite
import Yodel

/// Writes the rows of a batch: values go from the columns' memory to the bindings of one prepared statement, with no object for a row or a value.
struct RowWriter {
    private let statement: Statement
    private let binders: [ColumnBinder]
    /// What the binders point to.
    private let memories: [BinderMemory]
    private let rows: Int
    private let table: String
    /// What writes the elements of properties that have tables of their own.
    private let children: [ChildWriter]

    /// - Parameter insertion: The statement of the batch before, if it has the same table.
    init(_ table: IngestTable, _ batch: ColumnBatch, _ db: Database, _ insertion: inout RowInsertion) throws {
        let columns = batch.columns
        statement = try db.cachedStatement(sql: insertion.sql(table, columns.map(\.field.name)))
        let memories = columns.map { BinderMemory($0) }
        binders = columns.enumerated().map { ColumnBinder($1, Int32($0 + 1), memories[$0]) }
        self.memories = memories
        rows = batch.rowCount
        self.table = table.name
        children = try table.children.map { try ChildWriter(ChildTable($0, of: table, batch.fields), batch, db) }
        // For null in a key that is the row's id SQLite makes a number up.
        guard table.key.count == 1, let key = columns.first(where: { $0.field.name == table.key[0] }) else { return }
        if key.field.type.affinity == "INTEGER", let row = (0..<rows).first(where: { key.isNull($0) }) {
            throw IngestError(.row, "the table \(self.table) rejects a row: null in its key, row \(row + 1) of a batch")
        }
    }

    fileprivate static func sql(_ table: IngestTable, _ names: [String]) -> String {
        let list = names.map(\.quotedDatabaseIdentifier).joined(separator: ", ")
        var sql = "INSERT INTO \(table.name.quotedDatabaseIdentifier) (\(list)) VALUES (\(names.map { _ in "?" }.joined(separator: ", ")))"
        guard !table.key.isEmpty else { return sql }
        let others = names.filter { !table.key.contains($0) }.map(\.quotedDatabaseIdentifier)
        sql += " ON CONFLICT (\(table.key.map(\.quotedDatabaseIdentifier).joined(separator: ", "))) DO "
        return sql + (others.isEmpty ? "NOTHING" : "UPDATE SET \(others.map { "\($0) = excluded.\($0)" }.joined(separator: ", "))")
    }

    /// Writes all rows, and then their elements that have tables of their own.
    ///
    /// - Throws: `IngestError` of kind `sink` if the table rejects one.
    func write() throws {
        let statement = BoundStatement(statement)
        // What is bound points into the batch, which ends before the statement.
        defer { statement.clear() }
        statement.reset()
        try withExtendedLifetime(memories) {
            for row in 0..<rows {
                for index in binders.indices {
                    let status = binders[index].bind(row, to: statement)
                    if status != SQLITE_OK { throw statement.failure(status, row, of: table) }
                }
                let status = statement.step()
                guard status == SQLITE_DONE else { throw statement.failure(status, row, of: table) }
                statement.reset()
            }
        }
        for child in children { try child.write() }
    }
}

/// The text of the statement that adds rows to a table. To make it takes longer than to write a few rows, so that the next batch uses it again.
struct RowInsertion {
    private var names: [String] = []
    private var text = ""

    /// - Parameter table: Always the same.
    fileprivate mutating func sql(_ table: IngestTable, _ names: [String]) -> String {
        if text.isEmpty || names != self.names { (self.names, text) = (names, RowWriter.sql(table, names)) }
        return text
    }
}

/// Binds the values of a column to a parameter. Trivial: nothing is retained for a row.
@safe struct ColumnBinder {
    // SAFETY: the writer keeps the batch and the memories as long as it binds.

    /// How a value is bound.
    private enum Form {
        case bool, int8, int16, int32, int64, uint8, uint16, uint32, uint64, float16, float32, double
        case text, binary, word, timestamp, uuid, decimal(scale: Int)
        /// How many elements there are.
        case count
    }

    private let buffers: ColumnBuffers
    private let index: Int32
    private let form: Form
    /// Room for a text that is made, or the texts of a dictionary.
    private let texts: BoundTexts

    init(_ column: BatchColumn, _ index: Int32, _ memory: BinderMemory) {
        buffers = column.buffers
        self.index = index
        form =
            switch column.field.type {
            case .bool: .bool
            case .integer(8, true): .int8
            case .integer(16, true): .int16
            case .integer(32, true): .int32
            case .integer(_, true): .int64
            case .integer(8, false): .uint8
            case .integer(16, false): .uint16
            case .integer(32, false): .uint32
            case .integer: .uint64
            case .float(16): .float16
            case .float(32): .float32
            case .float: .double
            case .text, .json: .text
            case .dictionaryOfText: .word
            case .timestamp: .timestamp
            case .decimal(_, let scale): .decimal(scale: scale)
            case .binary: .binary
            case .uuid: .uuid
            case .list, .map: .count
            case .structure: preconditionFailure("a structure has no place in a row")
            }
        texts = memory.texts
    }

    /// Binds the value of a row. What it points to stays until the next row is bound.
    @inline(__always)
    func bind(_ row: Int, to statement: BoundStatement) -> Int32 {
        // SAFETY, for all of it: the row is below the column's count, the form is that of its type, and the batch stays until the statement is reset.
        if buffers.isNull(row) { return statement.bindNull(index) }
        switch form {
        case .int64: return statement.bind(value(row, Int64.self), index)
        case .text: return unsafe statement.bind(text: bytes(row), index)
        case .double: return statement.bind(value(row, Double.self), index)
        case .timestamp: return bindInstant(value(row, Int64.self), to: statement)
        case .word: return unsafe statement.bind(text: texts.word(Int(value(row, Int32.self))), index)
        case .bool: return statement.bind(Int64(buffers.bit(row)), index)
        case .int8: return statement.bind(Int64(value(row, Int8.self)), index)
        case .int16: return statement.bind(Int64(value(row, Int16.self)), index)
        case .int32: return statement.bind(Int64(value(row, Int32.self)), index)
        case .uint8: return statement.bind(Int64(value(row, UInt8.self)), index)
        case .uint16: return statement.bind(Int64(value(row, UInt16.self)), index)
        case .uint32: return statement.bind(Int64(value(row, UInt32.self)), index)
        case .uint64:
            let number = value(row, UInt64.self)
            if let number = Int64(exactly: number) { return statement.bind(number, index) }
            return statement.bind(copying: String(number), index)
        case .float16: return statement.bind(Double(value(row, Float16.self)), index)
        case .float32: return statement.bind(Double(value(row, Float.self)), index)
        case .binary: return unsafe statement.bind(bytes(row), index)
        case .uuid: return statement.bind(copying: ColumnTexts.uuid(value(row, UInt128.self)), index)
        case .decimal(let scale): return statement.bind(copying: ColumnTexts.decimal(value(row, Int128.self), scale), index)
        case .count: return statement.bind(Int64(buffers.span(row).count), index)
        }
    }

    @inline(__always)
    private func value<Value: BitwiseCopyable>(_ row: Int, _ type: Value.Type) -> Value { buffers.value(row, type) }

    /// The bytes of a row, which have an address even if there are none: a null pointer would be null, not empty.
    @inline(__always)
    private func bytes(_ row: Int) -> UnsafeRawBufferPointer {
        let bytes = unsafe buffers.bytes(of: row)
        return unsafe UnsafeRawBufferPointer(start: bytes.baseAddress ?? UnsafeRawPointer(texts.room), count: bytes.count)
    }

    private func bindInstant(_ instant: Int64, to statement: BoundStatement) -> Int32 {
        let count = unsafe DateWriter.write(microsecondsSince1970: instant, to: texts.room.assumingMemoryBound(to: UInt8.self))
        return unsafe statement.bind(text: UnsafeRawBufferPointer(start: texts.room, count: count), index)
    }
}

/// Room for a text that is made to be bound, or the texts of a dictionary.
@safe struct BoundTexts {
    // SAFETY: whoever has them keeps the memory that they are of, and asks for words of the dictionary alone.
    let room: UnsafeMutableRawPointer
    /// Where each text of a dictionary begins, and the last one ends.
    fileprivate let ends: UnsafeMutablePointer<Int>

    /// A text of the dictionary.
    @inline(__always)
    func word(_ number: Int) -> UnsafeRawBufferPointer {
        unsafe UnsafeRawBufferPointer(start: room + ends[number], count: ends[number + 1] - ends[number])
    }
}

/// Memory for a text that is made to be bound, or for the texts of a dictionary.
@safe final class BinderMemory {
    // SAFETY: it is written when it is made, or for one value at a time, within its size.
    let texts: BoundTexts

    init(_ column: BatchColumn) {
        let words = column.field.type == .dictionaryOfText ? column.dictionary : []
        let starts = words.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.utf8.count) }
        let ends = UnsafeMutableBufferPointer<Int>.allocate(capacity: starts.count)
        _ = unsafe ends.initialize(from: starts)
        let room = UnsafeMutableRawBufferPointer.allocate(byteCount: max(starts[words.count], 64), alignment: 16)
        for (index, word) in words.enumerated() {
            unsafe UnsafeMutableRawBufferPointer(rebasing: room[starts[index]..<starts[index + 1]]).copyBytes(from: word.utf8)
        }
        texts = unsafe BoundTexts(room: room.baseAddress.unsafelyUnwrapped, ends: ends.baseAddress.unsafelyUnwrapped)
    }

    deinit {
        unsafe texts.room.deallocate()
        unsafe texts.ends.deallocate()
    }
}
#endif
