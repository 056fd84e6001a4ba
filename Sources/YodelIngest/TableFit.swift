#if Ingest
import Yodel

/// Whether a table that is there fits a model: what every database asks in the same way.
struct TableFit {
    /// A column that is there.
    struct Column {
        let name: String
        let type: String
        let isInKey: Bool
        /// Whether a row without the column is refused: it must not be null, and has no default.
        let isNeeded: Bool
    }

    let table: IngestTable
    /// The columns that are there.
    let columns: [Column]
    /// Whether names that differ in the case of their letters are two.
    let isCaseSensitive: Bool

    /// Looks whether the table fits.
    ///
    /// - Parameters:
    ///   - fields: What the model has.
    ///   - types: What a column of a field may be declared as, the usual type first.
    /// - Returns: The fields that have no column.
    /// - Throws: `IngestError` of kind `sink` if the table has a column of another type, another key, or a column that must not be null and has no default.
    func missing(_ fields: [ColumnField], types: (ColumnField) -> [String]) throws(IngestError) -> [ColumnField] {
        var missing: [ColumnField] = []
        for field in fields {
            guard let column = column(field.name) else {
                missing.append(field)
                continue
            }
            let types = types(field)
            guard types.contains(column.type) else {
                throw IngestError(
                    .sink,
                    "the table \(table.name) has a column \(column.name) of type \(column.type), where the model's property is \(types.first ?? "")"
                )
            }
        }
        let key = columns.filter(\.isInKey).map(\.name)
        if Set(key.map(folded)) != Set(table.key.map(folded)) {
            throw IngestError(
                .sink,
                "the table \(table.name) has the key (\(key.joined(separator: ", "))), where the model has (\(table.key.joined(separator: ", ")))"
            )
        }
        let names = Set(fields.map { folded($0.name) })
        for column in columns where column.isNeeded && !names.contains(folded(column.name)) {
            throw IngestError(
                .sink, "the table \(table.name) has a column \(column.name) that must not be null, which the model does not have")
        }
        return missing
    }

    /// The column of a field.
    func column(_ name: String) -> Column? { columns.first { folded($0.name) == folded(name) } }

    private func folded(_ name: String) -> String { isCaseSensitive ? name : name.lowercased() }
}
#endif
