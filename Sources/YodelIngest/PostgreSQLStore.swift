#if PostgreSQL
import Yodel

// Without a key rows are copied into the table. COPY knows no conflicts, so with a key they go to a table of the connection's own, each with its number, and from
// there into the model's: of rows with the same key the last one, in the order of keys, so that two ingestions wait for each other and never in a circle.
//
// What the server refuses for a row's value, such as an entry too long for an index, it does not say of which row. Then the rows are sent again by halves, behind a
// savepoint each, until the row stands alone: some 20 attempts for one row of a batch, and none that another row pays for.

/// The rows of a model's table.
struct PostgreSQLStore {
    private static let staging = "ingest_stage"

    let table: IngestTable
    let columns: [PostgreSQLTable.Column]

    /// The column of a row's number, which no property has.
    private var number: String {
        var name = "ingest_row"
        while columns.contains(where: { $0.field.name == name }) { name += "_" }
        return name
    }

    private var names: String { PostgreSQLTable.list(columns.map(\.field.name)) }

    /// Makes what the connection needs.
    func prepare(_ connection: PostgreSQLConnection) throws {
        guard !table.key.isEmpty else { return }
        let list = columns.map { "\($0.field.name.quotedName) \($0.type)" } + ["\(number.quotedName) integer"]
        try connection.run("CREATE TEMPORARY TABLE \(Self.staging) (\(list.joined(separator: ", "))) ON COMMIT DELETE ROWS")
    }

    /// Adds the rows of a batch, within a transaction.
    ///
    /// - Parameters:
    ///   - batch: The rows.
    ///   - connection: The connection.
    ///   - isPart: Whether the transaction has added others before.
    /// - Returns: The rows that PostgreSQL cannot hold, which are not in.
    /// - Throws: `PostgreSQLFailure` if the table does not take the others.
    func add(_ batch: ColumnBatch, in connection: PostgreSQLConnection, isPart: Bool = false) throws -> [RefusedRow] {
        guard batch.rowCount > 0 else { return [] }
        let types = columns.map(\.type)
        let refused = PostgreSQLLimits.refused(batch, types)
        // What lies between them.
        let bounds = [-1] + refused.map(\.row) + [batch.rowCount]
        let ranges = zip(bounds, bounds.dropFirst()).map { $0 + 1..<$1 }.filter { !$0.isEmpty }
        let writer = PostgreSQLRowWriter(batch, types, isNumbered: !table.key.isEmpty)
        return try refused + add(ranges, writer, connection, isPart: isPart)
    }

    /// Adds rows; if the server refuses one of them, those that it takes.
    ///
    /// - Parameter isPart: Whether the staging table may have rows of the same transaction.
    private func add(
        _ ranges: [Range<Int>], _ writer: PostgreSQLRowWriter, _ connection: PostgreSQLConnection, isPart: Bool
    ) throws -> [RefusedRow] {
        let count = ranges.reduce(0) { $0 + $1.count }
        guard count > 0 else { return [] }
        try connection.run("SAVEPOINT ingest_rows")
        do {
            if isPart && !table.key.isEmpty { try connection.run("TRUNCATE \(Self.staging)") }
            try send(ranges, writer, connection)
            try connection.run("RELEASE SAVEPOINT ingest_rows")
            return []
        } catch let failure as PostgreSQLFailure where failure.isOfValue {
            try connection.run("ROLLBACK TO SAVEPOINT ingest_rows")
            try connection.run("RELEASE SAVEPOINT ingest_rows")
            if count == 1 {
                return [RefusedRow(row: ranges[0].lowerBound, property: nil, reason: "PostgreSQL refuses the row: \(failure.reason)")]
            }
            let (first, second) = ranges.halves(count / 2)
            return try add(first, writer, connection, isPart: true) + add(second, writer, connection, isPart: true)
        }
    }

    private func send(_ ranges: [Range<Int>], _ writer: PostgreSQLRowWriter, _ connection: PostgreSQLConnection) throws {
        let target = table.key.isEmpty ? "\(table.name.quotedName) (\(names))" : "\(Self.staging) (\(names), \(number.quotedName))"
        try connection.copy("COPY \(target) FROM STDIN (FORMAT binary)") { copy in
            for range in ranges { try writer.write(range, to: copy) }
        }
        if !table.key.isEmpty { try connection.run(merge) }
    }

    private var merge: String {
        let key = PostgreSQLTable.list(table.key)
        let others = columns.map(\.field.name).filter { !table.key.contains($0) }.map(\.quotedName)
        let change = others.isEmpty ? "NOTHING" : "UPDATE SET \(others.map { "\($0) = excluded.\($0)" }.joined(separator: ", "))"
        return """
            INSERT INTO \(table.name.quotedName) (\(names)) SELECT DISTINCT ON (\(key)) \(names) FROM \(Self.staging)
            ORDER BY \(key), \(number.quotedName) DESC ON CONFLICT (\(key)) DO \(change)
            """
    }
}

extension PostgreSQLFailure {
    /// Why a row was refused. Of errors of values the sentence may have the value; the code has not.
    fileprivate var reason: String { state?.hasPrefix("54") == true ? description : "SQLSTATE \(state ?? "unknown")" }
}

extension [Range<Int>] {
    /// The first so many numbers, and the rest.
    fileprivate func halves(_ count: Int) -> (first: [Range<Int>], second: [Range<Int>]) {
        var (first, second): ([Range<Int>], [Range<Int>]) = ([], [])
        var left = count
        for range in self {
            let middle = range.lowerBound + Swift.min(left, range.count)
            if middle > range.lowerBound { first.append(range.lowerBound..<middle) }
            if middle < range.upperBound { second.append(middle..<range.upperBound) }
            left -= middle - range.lowerBound
        }
        return (first, second)
    }
}
#endif
