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

    init(_ table: IngestTable, _ batch: ColumnBatch, _ db: Database) throws {
        let columns = batch.columns
        statement = try db.cachedStatement(sql: Self.sql(table, columns.map(\.field.name)))
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

    private static func sql(_ table: IngestTable, _ names: [String]) -> String {
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
        let handle = unsafe statement.sqliteStatement
        // What is bound points into the batch, which ends before the statement.
        defer {
            unsafe sqlite3_reset(handle)
            unsafe sqlite3_clear_bindings(handle)
        }
        unsafe sqlite3_reset(handle)
        try withExtendedLifetime(memories) {
            for row in 0..<rows {
                for index in binders.indices {
                    let status = unsafe binders[index].bind(row, to: handle)
                    if status != SQLITE_OK { throw unsafe Self.failure(status, handle, row, of: table) }
                }
                let status = unsafe sqlite3_step(handle)
                guard status == SQLITE_DONE else { throw unsafe Self.failure(status, handle, row, of: table) }
                unsafe sqlite3_reset(handle)
            }
        }
        for child in children { try child.write() }
    }

    /// What a database says of a statement that has failed.
    ///
    /// - Parameter row: Of the batch, from 0.
    static func failure(_ status: Int32, _ handle: SQLiteStatement, _ row: Int, of table: String) -> any Error {
        let message = unsafe sqlite3_db_handle(handle).flatMap { unsafe sqlite3_errmsg($0) }.map { unsafe String(cString: $0) }
        let error = DatabaseError(
            resultCode: ResultCode(rawValue: status), message: "\(message ?? "no reason given"), row \(row + 1) of a batch for \(table)")
        switch error.resultCode {
        // What another row might be taken for.
        case .SQLITE_CONSTRAINT, .SQLITE_TOOBIG, .SQLITE_MISMATCH:
            return IngestError(.row, "the table \(table) rejects a row: \(error.message ?? "")", underlying: error)
        default: return error
        }
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
    private let texts: UnsafeMutableRawPointer
    /// Where the texts of a dictionary end.
    private let ends: UnsafeMutablePointer<Int>

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
        unsafe (texts, ends) = unsafe (memory.texts, memory.ends)
    }

    /// Binds the value of a row. What it points to stays until the next row is bound.
    @inline(__always)
    func bind(_ row: Int, to statement: SQLiteStatement) -> Int32 {
        // SAFETY, for all of it: the row is below the column's count, the form is that of its type, and the batch stays until the statement is reset.
        if let validity = unsafe buffers.validity, unsafe validity.load(fromByteOffset: row >> 3, as: UInt8.self) >> UInt8(row & 7) & 1 == 0
        {
            return unsafe sqlite3_bind_null(statement, index)
        }
        switch form {
        case .int64: return unsafe sqlite3_bind_int64(statement, index, value(row, Int64.self))
        case .text: return unsafe bindBytes(row, to: statement, isText: true)
        case .double: return unsafe sqlite3_bind_double(statement, index, value(row, Double.self))
        case .timestamp: return unsafe bindInstant(value(row, Int64.self), to: statement)
        case .word:
            let number = Int(value(row, Int32.self))
            let word = unsafe (texts + ends[number]).assumingMemoryBound(to: CChar.self)
            return unsafe sqlite3_bind_text(statement, index, word, Int32(ends[number + 1] - ends[number]), nil)
        case .bool:
            let byte = unsafe buffers.values.unsafelyUnwrapped.load(fromByteOffset: row >> 3, as: UInt8.self)
            return unsafe sqlite3_bind_int64(statement, index, Int64(byte >> UInt8(row & 7) & 1))
        case .int8: return unsafe sqlite3_bind_int64(statement, index, Int64(value(row, Int8.self)))
        case .int16: return unsafe sqlite3_bind_int64(statement, index, Int64(value(row, Int16.self)))
        case .int32: return unsafe sqlite3_bind_int64(statement, index, Int64(value(row, Int32.self)))
        case .uint8: return unsafe sqlite3_bind_int64(statement, index, Int64(value(row, UInt8.self)))
        case .uint16: return unsafe sqlite3_bind_int64(statement, index, Int64(value(row, UInt16.self)))
        case .uint32: return unsafe sqlite3_bind_int64(statement, index, Int64(value(row, UInt32.self)))
        case .uint64:
            let number = value(row, UInt64.self)
            if let number = Int64(exactly: number) { return unsafe sqlite3_bind_int64(statement, index, number) }
            return unsafe bindText(String(number), to: statement)
        case .float16: return unsafe sqlite3_bind_double(statement, index, Double(value(row, Float16.self)))
        case .float32: return unsafe sqlite3_bind_double(statement, index, Double(value(row, Float.self)))
        case .binary: return unsafe bindBytes(row, to: statement, isText: false)
        case .uuid: return unsafe bindText(ColumnTexts.uuid(value(row, UInt128.self)), to: statement)
        case .decimal(let scale): return unsafe bindText(ColumnTexts.decimal(value(row, Int128.self), scale), to: statement)
        case .count:
            let offsets = unsafe buffers.offsets.unsafelyUnwrapped
            let start = row == 0 ? 0 : unsafe offsets.load(fromByteOffset: row &* 4, as: Int32.self)
            return unsafe sqlite3_bind_int64(
                statement, index, Int64(offsets.load(fromByteOffset: (row &+ 1) &* 4, as: Int32.self) &- start))
        }
    }

    @inline(__always)
    private func value<Value: BitwiseCopyable>(_ row: Int, _ type: Value.Type) -> Value {
        unsafe buffers.values.unsafelyUnwrapped.loadUnaligned(fromByteOffset: row &* MemoryLayout<Value>.stride, as: type)
    }

    /// Binds bytes where they stand: without a destructor SQLite does not copy them.
    @inline(__always)
    private func bindBytes(_ row: Int, to statement: SQLiteStatement, isText: Bool) -> Int32 {
        let offsets = unsafe buffers.offsets.unsafelyUnwrapped
        let start = row == 0 ? 0 : unsafe Int(offsets.load(fromByteOffset: row &* 4, as: Int32.self))
        let count = unsafe offsets.load(fromByteOffset: (row &+ 1) &* 4, as: Int32.self) &- Int32(truncatingIfNeeded: start)
        // A null pointer would be null, not empty.
        let bytes = unsafe buffers.bytes.map { unsafe $0 + start } ?? UnsafeRawPointer(texts)
        if isText { return unsafe sqlite3_bind_text(statement, index, bytes.assumingMemoryBound(to: CChar.self), count, nil) }
        return unsafe sqlite3_bind_blob(statement, index, bytes, count, nil)
    }

    private func bindInstant(_ instant: Int64, to statement: SQLiteStatement) -> Int32 {
        let target = unsafe texts.assumingMemoryBound(to: UInt8.self)
        guard let count = unsafe DateWriter.write(microsecondsSince1970: instant, to: target) else {
            // Beyond the years that the form has.
            return unsafe bindText(ColumnTexts.instant(instant), to: statement)
        }
        return unsafe sqlite3_bind_text(statement, index, texts.assumingMemoryBound(to: CChar.self), Int32(count), nil)
    }

    /// Binds a text that SQLite copies.
    private func bindText(_ text: String, to statement: SQLiteStatement) -> Int32 {
        var text = text
        // -1: SQLite's constant for a text that does not stay, SQLITE_TRANSIENT.
        let transient = unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        return text.withUTF8 { bytes in
            unsafe bytes.withMemoryRebound(to: CChar.self) {
                unsafe sqlite3_bind_text(statement, index, $0.baseAddress, Int32($0.count), transient)
            }
        }
    }
}

/// Memory for a text that is made to be bound, or for the texts of a dictionary.
@safe final class BinderMemory {
    // SAFETY: it is written when it is made, or for one value at a time, within its size.
    let texts: UnsafeMutableRawPointer
    /// Where each text of a dictionary begins, and the last one ends.
    let ends: UnsafeMutablePointer<Int>

    init(_ column: BatchColumn) {
        let words = column.field.type == .dictionaryOfText ? column.dictionary : []
        let starts = words.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.utf8.count) }
        unsafe ends = .allocate(capacity: starts.count)
        _ = unsafe UnsafeMutableBufferPointer(start: ends, count: starts.count).initialize(from: starts)
        unsafe texts = .allocate(byteCount: max(starts[words.count], 64), alignment: 16)
        for (index, word) in words.enumerated() {
            unsafe UnsafeMutableRawBufferPointer(start: texts + starts[index], count: word.utf8.count).copyBytes(from: word.utf8)
        }
    }

    deinit {
        unsafe texts.deallocate()
        unsafe ends.deallocate()
    }
}
#endif
