#if PostgreSQL
import Yodel

/// The table of a model in PostgreSQL: made if it is not there, and made to fit if it is.
struct PostgreSQLTable {
    /// A column, as it is there.
    struct Column {
        let field: ColumnField
        /// The type by the server's name.
        let type: String
    }

    /// Bytes of a name that PostgreSQL keeps; the rest it cuts off.
    private static let longestName = 63

    let table: IngestTable
    let fields: [ColumnField]

    init(_ table: IngestTable, _ fields: [ColumnField]) throws(IngestError) {
        (self.table, self.fields) = (table, fields)
        try table.check(fields, isCaseSensitive: true)
        for name in [table.name] + fields.map(\.name) where name.utf8.count > Self.longestName || name.utf8.contains(0) {
            throw IngestError(
                .declaration, "the name \"\(name.withoutNulls)\" is no name for PostgreSQL, which takes \(Self.longestName) bytes at most")
        }
    }

    /// Makes the table, or adds the columns and indexes that it does not have. Names are looked up as the connection's `search_path` says.
    ///
    /// - Returns: The columns of the model, with the types that they have.
    /// - Throws: `IngestError` of kind `sink` if the table does not fit, `PostgreSQLFailure`.
    func make(in connection: PostgreSQLConnection) throws -> [Column] {
        if try !Self.exists(table.name, in: connection) { try connection.run(definition) }
        var columns = try present(in: connection)
        let missing = try TableFit(table: table, columns: columns, isCaseSensitive: true).missing(fields) { $0.type.serverTypes }
        for field in missing {
            try connection.run("ALTER TABLE \(table.name.quotedName) ADD COLUMN \(field.name.quotedName) \(field.type.serverTypes[0])")
        }
        if !missing.isEmpty { columns = try present(in: connection) }
        for index in table.indexes {
            let name = Self.indexName(([table.name, "by"] + index).joined(separator: "_"))
            // A CREATE INDEX locks the table even if there is nothing to be made.
            if try Self.exists(name, in: connection) { continue }
            try connection.run("CREATE INDEX \(name.quotedName) ON \(table.name.quotedName) (\(Self.list(index)))")
        }
        let types = Dictionary(columns.map { ($0.name, $0.type) }, uniquingKeysWith: { first, _ in first })
        return fields.map { Column(field: $0, type: types[$0.name] ?? $0.type.serverTypes[0]) }
    }

    /// Whether there is a table, or an index, of a name.
    static func exists(_ name: String, in connection: PostgreSQLConnection) throws(PostgreSQLFailure) -> Bool {
        try connection.run("SELECT to_regclass($1::text) IS NOT NULL", [.text(name.quotedName)]).bool(0, 0)
    }

    static func list(_ names: [String]) -> String { names.map(\.quotedName).joined(separator: ", ") }

    private var definition: String {
        var lines = fields.map { field in
            let isNeeded = !field.isNullable || table.key.contains(field.name)
            return "\(field.name.quotedName) \(field.type.serverTypes[0])\(isNeeded ? " NOT NULL" : "")"
        }
        if !table.key.isEmpty { lines.append("PRIMARY KEY (\(Self.list(table.key)))") }
        return "CREATE TABLE \(table.name.quotedName) (\n    \(lines.joined(separator: ",\n    "))\n)"
    }

    /// The columns that are there.
    private func present(in connection: PostgreSQLConnection) throws -> [TableFit.Column] {
        let rows = try connection.run(
            """
            SELECT a.attname::text, format_type(a.atttypid, a.atttypmod)::text, coalesce(a.attnum = ANY (k.indkey), false),
                a.attnotnull AND NOT a.atthasdef AND a.attidentity = '', a.attgenerated <> '', c.relkind::text
            FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
                LEFT JOIN pg_index k ON k.indrelid = c.oid AND k.indisprimary
            WHERE c.oid = to_regclass($1::text) ORDER BY a.attnum
            """, [.text(table.name.quotedName)])
        if !rows.isEmpty, let kind = rows.text(0, 5), kind != "r" && kind != "p" {
            throw IngestError(.sink, "\(table.name) is not a table, but a view or something else that takes no rows")
        }
        let names = Set(fields.map(\.name))
        return try (0..<rows.count).map { row in
            let name = rows.text(row, 0) ?? ""
            if rows.bool(row, 4), names.contains(name) {
                throw IngestError(
                    .sink, "the table \(table.name) has a column \(name) that is generated, which the model has as a property")
            }
            return TableFit.Column(name: name, type: rows.text(row, 1) ?? "", isInKey: rows.bool(row, 2), isNeeded: rows.bool(row, 3))
        }
    }

    /// An index's name; of one that is too long the beginning, and a number that follows from all of it: two that begin alike stay two.
    private static func indexName(_ name: String) -> String {
        guard name.utf8.count > longestName else { return name }
        // FNV-1a: the same in every run.
        let number = name.utf8.reduce(0x811C_9DC5 as UInt32) { ($0 ^ UInt32($1)) &* 16_777_619 }
        var start = Substring(name)
        while start.utf8.count > longestName - 9 { start.removeLast() }
        return "\(start)_\(String(number, radix: 16))"
    }
}

extension ColumnType {
    /// What a column of PostgreSQL may be declared as: what the sink declares first, then others that take the values as they are.
    var serverTypes: [String] {
        switch self {
        case .bool: ["boolean"]
        case .integer(8, _), .integer(16, true): ["smallint"]
        case .integer(16, false), .integer(32, true): ["integer"]
        case .integer(32, false), .integer(_, true): ["bigint"]
        case .integer: ["numeric(20,0)", "numeric"]
        case .float(16), .float(32): ["real"]
        case .float: ["double precision"]
        case .text, .dictionaryOfText: ["text", "character varying"]
        case .timestamp: ["timestamp with time zone"]
        case .decimal(let precision, let scale): ["numeric(\(precision),\(scale))", "numeric"]
        case .binary: ["bytea"]
        case .uuid: ["uuid"]
        case .json, .structure, .list, .map: ["jsonb", "json", "text"]
        }
    }
}
#endif
