#if Ingest
import Yodel

extension IngestTable {
    /// A table of the elements of a property: an array, a set or a dictionary.
    ///
    /// ```swift
    /// static let table = IngestTable(
    ///     "pushes", key: ["id"],
    ///     children: ["commits", .init("labels", table: "labels", indexes: [["value"]])])
    /// ```
    ///
    /// Its columns are, in this order,
    ///
    /// | column | holds |
    /// |---|---|
    /// | `pushes_id` | the parent row's key, a column for each property of it, by the parent's name and the property's |
    /// | `position` | the element's number, from 0; of a dictionary `key` instead, the entry's |
    /// | the elements' properties, or `value` | what a model's properties are; an element that is no model itself. What is nested in an element is JSON text |
    ///
    /// Where a property of the elements has one of the first names itself, that column's name ends in an underscore. The primary key is the parent's key with the place. A null
    /// element is a row whose columns behind the place are null. The elements of a set have no order of their own: their numbers say nothing.
    ///
    /// In the parent's table the property is the number of its elements: 0 if there are none, null if it is nil.
    public struct Child: Sendable, Hashable, ExpressibleByStringLiteral {
        /// The property.
        public let property: String
        /// The table's name; nil: the parent's, an underscore and the property's.
        public let name: String?
        /// The columns of each additional index, in order.
        public let indexes: [[String]]

        /// Declares a child table.
        ///
        /// - Parameters:
        ///   - property: The property: an array, a set or a dictionary.
        ///   - name: The table's name; nil: the parent's, an underscore and the property's.
        ///   - indexes: The columns of each additional index; the primary key has an index of its own.
        public init(_ property: String, table name: String? = nil, indexes: [[String]] = []) {
            self.property = property
            self.name = name
            self.indexes = indexes
        }

        /// Declares the child table of a property under its default name, without additional indexes.
        ///
        /// - Parameter value: The property.
        public init(stringLiteral value: String) { self.init(value) }
    }

    /// Looks whether the child tables fit the columns.
    ///
    /// - Throws: ``IngestError`` of kind `declaration` if there is no key, if a property has no elements or is named twice, or if a table's declaration does not fit.
    func checkChildren(_ fields: [ColumnField]) throws(IngestError) {
        for field in fields where field.type.hasColumnsBelow && !children.contains(where: { $0.property == field.name }) {
            throw IngestError(.declaration, "the column \(field.name) of \(name) has columns below it, but is not a child table")
        }
        guard !children.isEmpty else { return }
        let properties = children.map(\.property)
        if key.isEmpty {
            throw IngestError(
                .declaration,
                "\(name) has the child tables \(properties), whose rows need a key of their parent: declare one, as key: [\"id\"]")
        }
        if Set(properties).count < properties.count {
            throw IngestError(.declaration, "the child tables \(properties) of \(name) name a property twice")
        }
        if let both = key.first(where: { properties.contains($0) }) {
            throw IngestError(.declaration, "the key of \(name) names \"\(both)\", which is a child table")
        }
        var names: Set<String> = [name.lowercased()]
        for child in children {
            let child = try ChildTable(child, of: self, fields)
            try child.table.check(child.fields)
            if !names.insert(child.table.name.lowercased()).inserted {
                throw IngestError(.declaration, "two tables of \(name) are named \"\(child.table.name)\"")
            }
        }
    }
}

/// A child table with its columns, worked out of those of its parent.
struct ChildTable {
    let property: String
    /// Its name, its key (the parent's and the place) and its indexes.
    let table: IngestTable
    /// All columns: the parent's key, the place, and those of the elements.
    let fields: [ColumnField]
    let parent: IngestTable

    /// Columns before those of the elements.
    var keyCount: Int { table.key.count }

    /// - Throws: ``IngestError`` of kind `declaration` if the property has no elements in columns.
    init(_ child: IngestTable.Child, of parent: IngestTable, _ fields: [ColumnField]) throws(IngestError) {
        guard let field = fields.first(where: { $0.name == child.property }), let elements = Self.elements(of: field.type) else {
            let others = fields.filter { Self.elements(of: $0.type) != nil }.map(\.name)
            throw IngestError.noElements(child.property, of: parent.name, others)
        }
        property = child.property
        self.parent = parent
        var taken = Set(elements.fields.map { $0.name.lowercased() })
        func free(_ name: String) -> String {
            var name = name
            while !taken.insert(name.lowercased()).inserted { name += "_" }
            return name
        }
        var keys: [ColumnField] = []
        for property in parent.key {
            guard let column = fields.first(where: { $0.name == property }) else {
                throw IngestError(.declaration, "the key of \(parent.name) names \"\(property)\", which is no column")
            }
            keys.append(ColumnField(free("\(parent.name)_\(property)"), column.type, isNullable: false))
        }
        keys.append(ColumnField(free(elements.place.name), elements.place.type, isNullable: false))
        table = IngestTable(child.name ?? "\(parent.name)_\(child.property)", key: keys.map(\.name), indexes: child.indexes)
        self.fields = keys + elements.fields
    }

    /// What a row of an element has: its place, and columns of its value.
    ///
    /// - Returns: nil if values of the type have no elements in columns.
    private static func elements(of type: ColumnType) -> (place: ColumnField, fields: [ColumnField])? {
        switch type {
        case .list(let item): (ColumnField("position", .integer(bits: 64, isSigned: true), isNullable: false), values(item))
        case .map(let key, let value): (ColumnField("key", key.type, isNullable: false), values(value))
        case .bool, .integer, .float, .text, .dictionaryOfText, .timestamp, .decimal, .binary, .uuid, .json, .structure: nil
        }
    }

    private static func values(_ element: ColumnField) -> [ColumnField] {
        guard case .structure(let fields) = element.type else {
            return [ColumnField("value", element.type, isNullable: element.isNullable)]
        }
        // Where the element is null all of it is.
        return fields.map { ColumnField($0.name, $0.type, isNullable: $0.isNullable || element.isNullable) }
    }
}

extension IngestError {
    /// - Parameter others: The properties that have elements.
    static func noElements(_ property: String, of owner: String, _ others: [String]) -> IngestError {
        IngestError(
            .declaration,
            "\"\(property)\" is no array, set or dictionary of \(owner), so that its elements cannot be rows of a child table; "
                + (others.isEmpty ? "it has none" : "those that can: \(others.sorted().joined(separator: ", "))"))
    }
}

extension ColumnType {
    var hasColumnsBelow: Bool {
        switch self {
        case .structure, .list, .map: true
        case .bool, .integer, .float, .text, .dictionaryOfText, .timestamp, .decimal, .binary, .uuid, .json: false
        }
    }
}

extension IngestOptions {
    /// The columns of a model for a sink.
    ///
    /// - Parameter expanded: Properties whose elements are to have columns.
    /// - Throws: ``IngestError`` of kind `declaration` if one of them has no elements; `ModelError` if the type cannot be mapped.
    func columns(of type: any BaseModel.Type, expanding expanded: [String]) throws -> ColumnOptions {
        var columns = columns
        guard !expanded.isEmpty else { return columns }
        let names = try RecordColumns(type, options: columns).fields.map(\.name)
        func hasElements(_ name: String) -> Bool {
            columns.nested = .jsonExcept([name])
            return switch (try? RecordColumns(type, options: columns))?.fields.first(where: { $0.name == name })?.type {
            case .list, .map: true
            default: false
            }
        }
        for name in expanded where !names.contains(name) || !hasElements(name) {
            throw IngestError.noElements(name, of: "\(type)", names.filter(hasElements))
        }
        // What is named twice is refused by whoever has named it.
        columns.nested = .jsonExcept(Array(Set(expanded)))
        return columns
    }
}
#endif
