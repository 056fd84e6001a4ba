@testable import Yodel

/// Columns as text, for comparison.
enum ColumnText {
    static func values<T: BitwiseCopyable>(_ column: BatchColumn?, as type: T.Type) -> [T]? {
        column?.withValues(as: type) { values in values.indices.map { values[$0] } }
    }

    /// What is wrong with a batch's columns, whatever their values are.
    static func complaint(_ batch: ColumnBatch) -> String? {
        batch.columns.lazy.compactMap { complaint($0, batch.rowCount) }.first
    }

    private static func complaint(_ column: BatchColumn, _ count: Int) -> String? {
        let nulls = (0..<column.count).filter { column.isNull($0) }.count
        if column.count != count { return "column \(column.field.name) has \(column.count) of \(count) values" }
        if column.nullCount != nulls { return "column \(column.field.name) says \(column.nullCount) of \(nulls) nulls" }
        if nulls > 0 && !column.field.isNullable { return "column \(column.field.name) has nulls" }
        var below = count
        switch column.field.type {
        case .list, .map:
            let ranges = (0..<count).compactMap { column.range($0) }
            below = ranges.last?.upperBound ?? 0
            var last = 0
            for range in ranges {
                if range.lowerBound != last { return "column \(column.field.name) has a gap before \(range)" }
                last = range.upperBound
            }
        default: break
        }
        return column.children.lazy.compactMap { complaint($0, below) }.first
    }

    static func rows(_ batch: ColumnBatch, sortsLists: Bool = false) -> [String] {
        (0..<batch.rowCount).map { row in batch.columns.map { "\($0.field.name)=\(value($0, row, sortsLists))" }.joined(separator: " ") }
    }

    /// - Parameter sortsLists: Whether elements are put in order: a set has none.
    static func value(_ column: BatchColumn, _ row: Int, _ sortsLists: Bool = false) -> String {
        if column.isNull(row) { return "null" }
        func number<T: BitwiseCopyable>(_ type: T.Type) -> String { column.withValues(as: type) { "\($0[row])" } ?? "?" }
        switch column.field.type {
        case .bool: return "\(column.bool(row)!)"
        case .integer(8, true): return number(Int8.self)
        case .integer(16, true): return number(Int16.self)
        case .integer(32, true): return number(Int32.self)
        case .integer(_, true): return number(Int64.self)
        case .integer(8, false): return number(UInt8.self)
        case .integer(16, false): return number(UInt16.self)
        case .integer(32, false): return number(UInt32.self)
        case .integer: return number(UInt64.self)
        case .float(16): return number(Float16.self)
        case .float(32): return number(Float.self)
        case .float: return number(Double.self)
        case .timestamp: return number(Int64.self)
        case .decimal: return number(Int128.self)
        case .text, .json, .dictionaryOfText: return "\"\(column.text(row)!)\""
        case .binary, .uuid: return column.withBytes(row) { bytes in (0..<bytes.count).map { "\(bytes[$0])" }.joined(separator: ".") }!
        case .structure: return "{" + column.children.map { "\($0.field.name)=\(value($0, row, sortsLists))" }.joined(separator: " ") + "}"
        case .list:
            let items = column.range(row)!.map { value(column.children[0], $0, sortsLists) }
            return "[" + (sortsLists ? items.sorted() : items).joined(separator: ",") + "]"
        case .map:
            return "<"
                + column.range(row)!.map { value(column.children[0], $0, sortsLists) + ":" + value(column.children[1], $0, sortsLists) }
                .joined(separator: ",") + ">"
        }
    }
}
