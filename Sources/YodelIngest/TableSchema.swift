#if Ingest
import GRDB
import Yodel

/// The table of a model: made if it is not there, and made to fit if it is.
struct TableSchema {
    let table: IngestTable
    let fields: [ColumnField]
    /// The table whose elements its rows are.
    private let parent: IngestTable?

    init(_ table: IngestTable, _ fields: [ColumnField]) {
        (self.table, self.fields, parent) = (table, fields, nil)
    }

    init(_ child: ChildTable) {
        (table, fields, parent) = (child.table, child.fields, child.parent)
    }

    /// Makes the table, or adds the columns and indexes that it does not have.
    ///
    /// - Throws: `IngestError` of kind `sink` if it has a column of another type, another key, or a column that must not be null and has no default.
    func make(in db: Database) throws {
        if try db.tableExists(table.name) {
            try extend(db)
        } else {
            try db.execute(sql: definition)
        }
        for index in table.indexes {
            let name = ([table.name, "by"] + index).joined(separator: "_")
            try db.execute(
                sql: "CREATE INDEX IF NOT EXISTS \(name.quotedDatabaseIdentifier) ON \(quoted) (\(Self.list(index)))")
        }
        for child in table.children { try TableSchema(ChildTable(child, of: table, fields)).make(in: db) }
        if let parent { try followDeletions(of: parent, db) }
    }

    private var quoted: String { table.name.quotedDatabaseIdentifier }

    private static func list(_ names: some Sequence<String>) -> String { names.map(\.quotedDatabaseIdentifier).joined(separator: ", ") }

    private var definition: String {
        var lines = fields.map { field in
            let isRowID = table.key == [field.name] && field.type.affinity == "INTEGER"
            // NaN is null to SQLite, and a row that has it is a row.
            let isNeeded = (!field.isNullable && field.type.affinity != "REAL") || table.key.contains(field.name)
            return
                "\(field.name.quotedDatabaseIdentifier) \(field.type.affinity)\(isNeeded ? " NOT NULL" : "")\(isRowID ? " PRIMARY KEY" : "")"
        }
        let key = fields.filter { table.key.contains($0.name) }
        if !key.isEmpty && !(key.count == 1 && key[0].type.affinity == "INTEGER") { lines.append("PRIMARY KEY (\(Self.list(table.key)))") }
        // The elements of a row stand together, in the order of the primary key.
        return "CREATE TABLE \(quoted) (\n    \(lines.joined(separator: ",\n    "))\n) STRICT\(parent == nil ? "" : ", WITHOUT ROWID")"
    }

    /// Whoever deletes the parent's row by hand deletes its elements.
    ///
    /// A foreign key would look for the parent whenever an element is added, which takes a third of the whole time, and means nothing to a connection that has not turned foreign keys
    /// on. A trigger on deletions takes none where nothing is deleted.
    private func followDeletions(of parent: IngestTable, _ db: Database) throws {
        let name = "\(table.name)_of_deleted".quotedDatabaseIdentifier
        let condition = zip(table.key, parent.key).map { "\($0.quotedDatabaseIdentifier) = OLD.\($1.quotedDatabaseIdentifier)" }
        try db.execute(
            sql: """
                CREATE TRIGGER IF NOT EXISTS \(name) AFTER DELETE ON \(parent.name.quotedDatabaseIdentifier)
                BEGIN DELETE FROM \(quoted) WHERE \(condition.joined(separator: " AND ")); END
                """)
    }

    private func extend(_ db: Database) throws {
        let columns = try db.columns(in: table.name).map { column in
            TableFit.Column(
                name: column.name, type: column.type.uppercased(), isInKey: column.primaryKeyIndex > 0,
                isNeeded: column.isNotNull && column.defaultValueSQL == nil)
        }
        let fit = TableFit(table: table, columns: columns, isCaseSensitive: false)
        for field in try fit.missing(fields, types: { [$0.type.affinity, "ANY", ""] }) {
            try db.execute(sql: "ALTER TABLE \(quoted) ADD COLUMN \(field.name.quotedDatabaseIdentifier) \(field.type.affinity)")
        }
    }
}

extension ColumnType {
    /// What a column of a `STRICT` table is declared as.
    var affinity: String {
        switch self {
        case .bool: "INTEGER"
        // What is beyond `Int64` is text there.
        case .integer(bits: 64, isSigned: false): "ANY"
        case .integer: "INTEGER"
        case .float: "REAL"
        case .text, .dictionaryOfText, .timestamp, .decimal, .uuid, .json, .structure: "TEXT"
        case .binary: "BLOB"
        // How many elements there are in the child table.
        case .list, .map: "INTEGER"
        }
    }
}
#endif
