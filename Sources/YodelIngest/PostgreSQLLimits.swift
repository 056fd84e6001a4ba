#if PostgreSQL
import Yodel
internal import YodelSystem

/// A row that PostgreSQL cannot hold.
struct RefusedRow {
    let row: Int
    /// The property whose value is at fault; nil if it is the whole row, or the server did not say.
    let property: String?
    /// Why, without values.
    let reason: String

    /// The code of such a reject.
    static let code = "unstorableValue"
}

// What SQLite takes and PostgreSQL does not is looked for before the rows are sent: for a reason that names the property, and since some of it the server would
// change without a word. Bytes are searched column by column, rows only where something was found. What only the server knows, such as the longest entry of an
// index, is its own to refuse.

/// What PostgreSQL cannot hold.
enum PostgreSQLLimits {
    /// 2000-01-01 in microseconds since 1970, from which PostgreSQL counts.
    static let epoch: Int64 = 946_684_800_000_000
    /// The instants of `timestamptz`, in microseconds since 2000: from 4713 BC to 294276 AD. Beyond are its infinities.
    private static let instants: Range<Int64> = -211_813_488_000_000_000..<9_223_371_331_200_000_000
    /// Bytes of a row: below the 1 GiB that the server has for one.
    static let rowBytes = 1_000_000_000

    /// The rows of a batch that PostgreSQL cannot hold, in their order.
    ///
    /// - Parameters:
    ///   - batch: The rows.
    ///   - types: The types of the table's columns.
    static func refused(_ batch: ColumnBatch, _ types: [String]) -> [RefusedRow] {
        var found: [Int: RefusedRow] = [:]
        for (column, type) in zip(batch.columns, types) {
            for (row, reason) in faults(of: column, type) where found[row] == nil {
                found[row] = RefusedRow(row: row, property: column.field.name, reason: reason)
            }
        }
        // A batch that has fewer bytes than a row may have has no such row.
        if batch.byteCount > rowBytes {
            for row in 0..<batch.rowCount where found[row] == nil && bytes(of: row, in: batch) > rowBytes {
                found[row] = RefusedRow(
                    row: row, property: nil, reason: "the row has more than \(rowBytes) bytes, which PostgreSQL cannot hold")
            }
        }
        return found.values.sorted { $0.row < $1.row }
    }

    private static func bytes(of row: Int, in batch: ColumnBatch) -> Int {
        batch.columns.reduce(0) { $0 + 20 + ($1.withBytes(row) { $0.count } ?? 0) }
    }

    private static func faults(of column: BatchColumn, _ type: String) -> [(row: Int, reason: String)] {
        switch column.field.type {
        case .text: return nulls(in: column)
        case .json: return type == "jsonb" ? unfitJSON(in: column) : []
        case .dictionaryOfText:
            let words = Set(column.dictionary.indices.filter { column.dictionary[$0].utf8.contains(0) }.map { Int32($0) })
            guard !words.isEmpty else { return [] }
            let rows = column.withValues(as: Int32.self) { values in values.indices.filter { words.contains(values[$0]) } } ?? []
            return rows.filter { !column.isNull($0) }.map { ($0, textReason) }
        case .timestamp:
            let rows = column.withValues(as: Int64.self) { values in
                values.indices.filter { row in
                    let (instant, isBeyond) = values[row].subtractingReportingOverflow(epoch)
                    return isBeyond || !instants.contains(instant)
                }
            }
            return (rows ?? []).filter { !column.isNull($0) }.map {
                ($0, "the date is beyond timestamptz, which reaches from 4713 BC to 294276 AD")
            }
        case .bool, .integer, .float, .decimal, .binary, .uuid, .structure, .list, .map: return []
        }
    }

    private static let textReason = "the text has U+0000, which PostgreSQL cannot hold"

    /// Texts with U+0000.
    private static func nulls(in column: BatchColumn) -> [(row: Int, reason: String)] {
        guard unsafe withBytes(of: column, { bytes, count in unsafe memchr(bytes, 0, count) != nil }) else { return [] }
        return (0..<column.count).compactMap { row in
            column.withBytes(row) { bytes in bytes.indices.contains { bytes[$0] == 0 } } == true ? (row, textReason) : nil
        }
    }

    /// JSON with what `jsonb` cannot hold.
    private static func unfitJSON(in column: BatchColumn) -> [(row: Int, reason: String)] {
        (0..<column.count).compactMap { row in
            let reason = column.withBytes(row) { bytes in unsafe bytes.withUnsafeBufferPointer { unsafe JSONLimits.fault(in: $0) } }
            return (reason ?? nil).map { (row, $0) }
        }
    }

    /// Lends the bytes of all values of a column of text.
    private static func withBytes(of column: BatchColumn, _ body: (UnsafeRawPointer, Int) -> Bool) -> Bool {
        guard column.count > 0, let bytes = unsafe column.buffers.bytes else { return false }
        // SAFETY: the last value ends where the bytes of the column do.
        let (start, count) = column.buffers.span(column.count - 1)
        return unsafe body(bytes, start + count)
    }
}

/// What JSON may have and `jsonb` may not.
enum JSONLimits {
    /// Digits of `numeric` before and behind the point. What has more behind it would lose them.
    private static let (whole, fraction) = (131_072, 16_383)

    /// What is wrong with a value.
    ///
    /// - Parameter bytes: JSON that has been checked.
    /// - Returns: The reason; nil if there is nothing.
    static func fault(in bytes: UnsafeBufferPointer<UInt8>) -> String? {
        // SAFETY: each index is looked at before it is read.
        var index = 0
        while index < bytes.count {
            switch unsafe bytes[index] {
            case UInt8(ascii: "\""):
                index += 1
                while index < bytes.count, case let byte = unsafe bytes[index], byte != UInt8(ascii: "\"") {
                    guard byte == UInt8(ascii: "\\") else {
                        index += 1
                        continue
                    }
                    let escape = unsafe bytes[(index + 1)...].prefix(5)
                    if unsafe escape.elementsEqual("u0000".utf8) { return #"the JSON has a text with \u0000, which jsonb cannot hold"# }
                    index += 2
                }
                index += 1
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                let start = index
                while index < bytes.count, unsafe isOfNumber(bytes[index]) { index += 1 }
                // Most numbers are short and have no exponent: they fit.
                if unsafe !fits(UnsafeBufferPointer(rebasing: bytes[start..<index])) {
                    return
                        "the JSON has a number with more than \(whole) digits before the point or \(fraction) after it, which jsonb cannot hold"
                }
            default: index += 1
            }
        }
        return nil
    }

    private static func isOfNumber(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "e"),
            UInt8(ascii: "E"):
            true
        default: false
        }
    }

    /// Whether `numeric` has a number's digits.
    private static func fits(_ number: UnsafeBufferPointer<UInt8>) -> Bool {
        let parts = unsafe number.split(maxSplits: 1) { $0 | 0x20 == UInt8(ascii: "e") }
        let exponent: Int
        if unsafe parts.count == 2 {
            guard let written = unsafe Int(String(decoding: parts[1], as: UTF8.self)), abs(written) < 1_000_000_000 else { return false }
            exponent = written
        } else {
            if number.count <= fraction { return true }
            exponent = 0
        }
        let mantissa = unsafe parts[0]
        let point = unsafe mantissa.firstIndex(of: UInt8(ascii: ".")) ?? mantissa.endIndex
        let behind = unsafe max(0, mantissa.endIndex - point - 1)
        let before = unsafe mantissa[..<point].count { $0 != UInt8(ascii: "-") }
        return before + exponent <= whole && behind - exponent <= fraction
    }
}
#endif
