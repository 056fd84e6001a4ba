#if Ingest
public import Yodel

/// The table that models of a type become rows of.
///
/// ```swift
/// extension Event: TableModel {
///     static let table = IngestTable("events", key: ["id"], indexes: [["type", "createdAt"]])
/// }
/// ```
///
/// A row has a column for each property, by the property's name. What a column of SQLite holds (`PostgreSQLSink` says what one of PostgreSQL does):
///
/// | property | column |
/// |---|---|
/// | integers, `Bool` | `INTEGER` |
/// | `UInt`, `UInt64` | `ANY`: an integer, or its digits as text beyond 2^63 - 1 |
/// | `Float`, `Double` | `REAL`; NaN is null |
/// | `String` and other text, enums with raw values, `UUID`, `Decimal`, `URL`, integers of 128 bits | `TEXT` |
/// | `Date` | `TEXT`, ISO 8601 in UTC with microseconds: `2026-11-21T10:11:12.000000Z` |
/// | `Data` | `BLOB` |
/// | models, arrays, dictionaries, `JSONValue`, `Any` | `TEXT`, JSON, for SQLite's JSON functions |
/// | arrays, sets and dictionaries that have a table of their own | `INTEGER`, the number of elements: ``Child`` |
public struct IngestTable: Sendable, Hashable {
    /// The table's name.
    public let name: String
    /// The properties that are together the primary key; a row whose key is there already replaces that row. Empty: every record becomes a row of its own.
    public let key: [String]
    /// The properties of each further index, in their order.
    public let indexes: [[String]]
    /// The properties whose elements are rows of tables of their own. A row that replaces another replaces its elements.
    public let children: [Child]

    /// Declares a table.
    ///
    /// - Parameters:
    ///   - name: Its name. Names that begin with `ingest_` or `sqlite_`, and `rejects`, are taken.
    ///   - key: Properties that are together the primary key. Null in one of them makes its record a failure of the sink.
    ///   - indexes: Properties of each further index.
    ///   - children: Arrays, sets and dictionaries whose elements are to be rows of tables of their own. They need a key.
    public init(_ name: String, key: [String] = [], indexes: [[String]] = [], children: [Child] = []) {
        self.name = name
        self.key = key
        self.indexes = indexes
        self.children = children
    }

    /// Looks whether the declaration fits the columns.
    ///
    /// - Parameters:
    ///   - fields: The columns.
    ///   - isCaseSensitive: Whether names that differ in the case of their letters are two.
    /// - Throws: ``IngestError`` of kind `declaration` if a name is taken, or names no column, or comes twice.
    func check(_ fields: [ColumnField], isCaseSensitive: Bool = false) throws(IngestError) {
        let lower = name.lowercased()
        if name.isEmpty || lower == Self.rejects || lower.hasPrefix("ingest_") || lower.hasPrefix("sqlite_") {
            throw IngestError(.declaration, "a table cannot be named \"\(name)\"")
        }
        let names = Set(fields.map(\.name))
        for (what, list) in [("key", key)] + indexes.map({ ("index", $0) }) {
            if what == "index" && list.isEmpty { throw IngestError(.declaration, "an index of \(name) names no property") }
            if Set(list).count < list.count { throw IngestError(.declaration, "the \(what) \(list) of \(name) names a property twice") }
            for property in list where !names.contains(property) {
                throw IngestError(
                    .declaration,
                    "the \(what) of \(name) names \"\(property)\", which is no column; there are \(names.sorted().joined(separator: ", "))")
            }
        }
        if isCaseSensitive { return }
        // To SQLite names are the same whatever the case of their letters.
        let cases = Dictionary(grouping: names.sorted(), by: { $0.lowercased() })
        if let same = cases.values.first(where: { $0.count > 1 }) {
            throw IngestError(.declaration, "SQLite cannot tell the columns \(same.joined(separator: " and ")) apart")
        }
        try checkChildren(fields)
    }

    static let rejects = "rejects"
}

/// A model that says which table its values are rows of.
public protocol TableModel: BaseModel {
    /// The table.
    static var table: IngestTable { get }
}
#endif
