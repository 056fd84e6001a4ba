#if Ingest
import GRDB
import GRDBSQLite
import Yodel

/// Writes the elements of one property of a batch's rows: those that the database has of a row go, and those of the batch come. Like the rows, they go from the columns' memory
/// to the bindings of a prepared statement.
///
/// Rows come in their order, so that of two with the same key the elements of the last one stay.
struct ChildWriter {
    private let removal: Statement
    private let insertion: Statement
    /// The parent's key, for both statements.
    private let keys: [ColumnBinder]
    /// The key of a dictionary's entry; of elements that have numbers there is none.
    private let entryKeys: [ColumnBinder]
    private let values: [ColumnBinder]
    /// What the binders point to.
    private let memories: [BinderMemory]
    /// The property, with its elements below it.
    private let column: BatchColumn
    /// The elements themselves.
    private let element: BatchColumn
    /// The parameter of the place, behind those of the parent's key.
    private let place: Int32
    private let table: String

    init(_ child: ChildTable, _ batch: ColumnBatch, _ db: Database) throws {
        guard let column = batch[child.property], let element = column.children.last else {
            throw IngestError(.sink, "a batch for \(child.parent.name) has no elements of \(child.property)")
        }
        (self.column, self.element, table) = (column, element, child.table.name)
        let quoted = child.table.name.quotedDatabaseIdentifier
        let names = child.fields.map(\.name.quotedDatabaseIdentifier)
        let parentKey = names.prefix(child.keyCount - 1).map { "\($0) = ?" }.joined(separator: " AND ")
        removal = try db.cachedStatement(sql: "DELETE FROM \(quoted) WHERE \(parentKey)")
        insertion = try db.cachedStatement(
            sql: "INSERT INTO \(quoted) (\(names.joined(separator: ", "))) VALUES (\(names.map { _ in "?" }.joined(separator: ", ")))")
        var memories: [BinderMemory] = []
        func binders(_ columns: [BatchColumn], from first: Int) -> [ColumnBinder] {
            columns.enumerated().map { index, column in
                let memory = BinderMemory(column)
                memories.append(memory)
                return ColumnBinder(column, Int32(first + index), memory)
            }
        }
        keys = binders(child.parent.key.compactMap { batch[$0] }, from: 1)
        place = Int32(child.keyCount)
        // Of a list the elements are the only column below it, of a map the last one, behind that of the keys.
        entryKeys = column.children.count > 1 ? binders([column.children[0]], from: child.keyCount) : []
        let columns = if case .structure = element.field.type { element.children } else { [element] }
        values = binders(columns, from: child.keyCount + 1)
        self.memories = memories
    }

    /// Writes the elements of all rows.
    ///
    /// - Throws: An error of the database if the table rejects one.
    func write() throws {
        // SAFETY, for all of it: the statements stay as long as the writer. Rows and elements are below the counts of their columns, and what is bound
        // points into the batch and the memories, which stay until the bindings are cleared.
        let (removal, insertion) = (BoundStatement(removal), BoundStatement(insertion))
        defer {
            removal.clear()
            insertion.clear()
        }
        let hasNulls = element.nullCount > 0
        try withExtendedLifetime(memories) {
            for row in 0..<column.count {
                try bind(keys, row, to: removal, of: row)
                try step(removal, row)
                guard let elements = column.range(row), !elements.isEmpty else { continue }
                try bind(keys, row, to: insertion, of: row)
                for index in elements {
                    if entryKeys.isEmpty {
                        try check(insertion.bind(Int64(index - elements.lowerBound), place), insertion, row)
                    } else {
                        try bind(entryKeys, index, to: insertion, of: row)
                    }
                    if hasNulls && element.isNull(index) {
                        for number in values.indices { try check(insertion.bindNull(place + Int32(number) + 1), insertion, row) }
                    } else {
                        try bind(values, index, to: insertion, of: row)
                    }
                    try step(insertion, row)
                }
            }
        }
    }

    /// Binds the values of columns.
    ///
    /// - Parameters:
    ///   - index: Their place in the columns.
    ///   - row: The batch's row that they are of.
    @inline(__always)
    private func bind(_ binders: [ColumnBinder], _ index: Int, to statement: BoundStatement, of row: Int) throws {
        for number in binders.indices { try check(binders[number].bind(index, to: statement), statement, row) }
    }

    @inline(__always)
    private func step(_ statement: BoundStatement, _ row: Int) throws {
        let status = statement.step()
        guard status == SQLITE_DONE else { throw statement.failure(status, row, of: table) }
        statement.reset()
    }

    @inline(__always)
    private func check(_ status: Int32, _ statement: BoundStatement, _ row: Int) throws {
        if status != SQLITE_OK { throw statement.failure(status, row, of: table) }
    }
}
#endif
