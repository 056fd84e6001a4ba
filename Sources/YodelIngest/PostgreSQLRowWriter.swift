#if PostgreSQL
import Yodel

/// Writes rows of a batch in COPY's binary form: values go from the columns' memory to the connection's, with no object for a row or a value.
struct PostgreSQLRowWriter {
    private let columns: [PostgreSQLColumn]
    /// What the columns point to.
    private let memories: [BinderMemory]
    private let batch: ColumnBatch
    private let isNumbered: Bool

    /// - Parameters:
    ///   - batch: The rows.
    ///   - types: The types of the table's columns, in the order of the batch's.
    ///   - isNumbered: Whether each row ends with its number, for a table that is to know their order.
    init(_ batch: ColumnBatch, _ types: [String], isNumbered: Bool) {
        self.batch = batch
        self.isNumbered = isNumbered
        memories = batch.columns.map { BinderMemory($0) }
        columns = zip(zip(batch.columns, types), memories).map { PostgreSQLColumn($0.0, type: $0.1, $1) }
    }

    /// Writes rows.
    func write(_ rows: Range<Int>, to copy: PostgreSQLCopy) throws(PostgreSQLFailure) {
        let fields = Int16(columns.count + (isNumbered ? 1 : 0))
        for row in rows {
            try copy.room(for: 16)
            copy.store(fields)
            for index in columns.indices { try columns[index].write(row, to: copy) }
            if isNumbered {
                try copy.room(for: 8)
                copy.store(4 as Int32)
                copy.store(Int32(truncatingIfNeeded: row))
            }
        }
        // SAFETY: the columns point into both, which must not go before the last row is written.
        extendLifetime(memories)
        extendLifetime(batch)
    }
}

/// Writes the values of a column. Trivial: nothing is retained for a row.
@safe private struct PostgreSQLColumn {
    // SAFETY: the writer keeps the batch and the memories as long as it writes.

    /// How a value is written.
    private enum Form {
        case bool, int8, int16, int32, int64, uint8, uint16, uint32, uint64, float16, float32, double
        case text, binary, jsonb, word, timestamp, uuid, decimal(scale: Int)
    }

    private let buffers: ColumnBuffers
    private let form: Form
    /// The texts of a dictionary.
    private let texts: BoundTexts

    init(_ column: BatchColumn, type: String, _ memory: BinderMemory) {
        buffers = column.buffers
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
            case .text: .text
            case .json: type == "jsonb" ? .jsonb : .text
            case .dictionaryOfText: .word
            case .timestamp: .timestamp
            case .decimal(_, let scale): .decimal(scale: scale)
            case .binary: .binary
            case .uuid: .uuid
            case .structure, .list, .map: preconditionFailure("a column with columns below it has no place in a row")
            }
        texts = memory.texts
    }

    /// Writes the value of a row.
    @inline(__always)
    func write(_ row: Int, to copy: PostgreSQLCopy) throws(PostgreSQLFailure) {
        // SAFETY, for all of it: the row is below the column's count, the form is that of its type, and the batch stays until the rows are written.
        try copy.room(for: 64)
        if buffers.isNull(row) { return copy.store(-1 as Int32) }
        switch form {
        case .int64: field(value(row, Int64.self), to: copy)
        case .text, .binary: try bytes(row, to: copy)
        case .jsonb: try bytes(row, version: 1, to: copy)
        case .double: field(value(row, Double.self).bitPattern, to: copy)
        case .timestamp: field(value(row, Int64.self) &- PostgreSQLLimits.epoch, to: copy)
        case .word:
            let word = unsafe texts.word(Int(value(row, Int32.self)))
            copy.store(Int32(word.count))
            unsafe try copy.write(word.baseAddress, word.count)
        case .bool: field(buffers.bit(row), to: copy)
        case .int8: field(Int16(value(row, Int8.self)), to: copy)
        case .int16: field(value(row, Int16.self), to: copy)
        case .int32: field(value(row, Int32.self), to: copy)
        case .uint8: field(Int16(value(row, UInt8.self)), to: copy)
        case .uint16: field(Int32(value(row, UInt16.self)), to: copy)
        case .uint32: field(Int64(value(row, UInt32.self)), to: copy)
        case .uint64: try numeric(Int128(value(row, UInt64.self)), scale: 0, to: copy)
        case .float16: field(Float(value(row, Float16.self)).bitPattern, to: copy)
        case .float32: field(value(row, Float.self).bitPattern, to: copy)
        case .uuid:
            copy.store(16 as Int32)
            // Bytes as they stand: big-endian twice.
            copy.store(value(row, UInt128.self).bigEndian)
        case .decimal(let scale): try numeric(value(row, Int128.self), scale: scale, to: copy)
        }
    }

    @inline(__always)
    private func value<Value: BitwiseCopyable>(_ row: Int, _ type: Value.Type) -> Value { buffers.value(row, type) }

    @inline(__always)
    private func field<Number: FixedWidthInteger & BitwiseCopyable>(_ number: Number, to copy: PostgreSQLCopy) {
        copy.store(Int32(MemoryLayout<Number>.size))
        copy.store(number)
    }

    /// Writes bytes from where they stand.
    ///
    /// - Parameter version: A byte before them.
    @inline(__always)
    private func bytes(_ row: Int, version: UInt8? = nil, to copy: PostgreSQLCopy) throws(PostgreSQLFailure) {
        let bytes = unsafe buffers.bytes(of: row)
        copy.store(Int32(truncatingIfNeeded: bytes.count + (version == nil ? 0 : 1)))
        if let version { copy.store(version) }
        unsafe try copy.write(bytes.baseAddress, bytes.count)
    }

    /// Writes a number in the form of `numeric`: count of digits, weight of the first, sign, digits behind the point; then digits to the base of 10,000.
    private func numeric(_ value: Int128, scale: Int, to copy: PostgreSQLCopy) throws(PostgreSQLFailure) {
        // Digits of four begin at the point: the number is filled up behind it.
        let filled = (4 - scale % 4) % 4
        var rest = value.magnitude
        var digits: [Int16] = []
        if filled > 0 && rest > 0 {
            let divisor = [1, 1_000, 100, 10][filled] as UInt128
            let factor = [1, 10, 100, 1_000][filled] as UInt128
            digits.append(Int16(rest % divisor * factor))
            rest /= divisor
        }
        while rest > 0 {
            digits.append(Int16(rest % 10_000))
            rest /= 10_000
        }
        let weight = digits.count - (scale + filled) / 4 - 1
        try copy.room(for: 12 + digits.count * 2)
        copy.store(Int32(8 + digits.count * 2))
        copy.store(Int16(digits.count))
        copy.store(Int16(digits.isEmpty ? 0 : weight))
        copy.store(value < 0 ? 0x4000 : 0 as Int16)
        copy.store(Int16(scale))
        for digit in digits.reversed() { copy.store(digit) }
    }
}
#endif
