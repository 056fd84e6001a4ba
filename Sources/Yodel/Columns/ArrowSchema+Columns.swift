import CArrow

// Columns by the Arrow C data interface. A struct that is exported keeps what it refers to, and lets go of it when whoever has taken it calls `release`: children
// go with their parent, as the interface asks.

extension ColumnField {
    /// Describes columns for another library: a struct without nulls.
    ///
    /// - Parameter schema: Memory for a struct; what it holds is not looked at. The consumer releases it.
    static func export(_ fields: [ColumnField], to schema: UnsafeMutablePointer<ArrowSchema>) {
        unsafe schema.initialize(to: ArrowSchema(ColumnField("", .structure(fields), isNullable: false)))
    }

    /// The columns below, as the Arrow C data interface has them.
    fileprivate var arrowChildren: [ColumnField] {
        switch type {
        case .structure(let fields): fields
        case .list(let item): [item]
        case .map(let key, let value): [ColumnField("entries", .structure([key, value]), isNullable: false)]
        case .bool, .integer, .float, .text, .timestamp, .decimal, .binary, .uuid, .json, .dictionaryOfText: []
        }
    }
}

extension ArrowSchema: ArrowStruct {
    static func letGo(of schema: Pinned<ArrowSchema>) { unsafe schema.pointee.release?(schema.address) }

    /// A column, with those below it.
    fileprivate init(_ field: ColumnField) {
        let keeper = unsafe ArrowKeeper<ArrowSchema>()
        let children = field.arrowChildren
        let words = field.type == .dictionaryOfText ? ColumnField("", .text, isNullable: false) : nil
        unsafe self.init(
            format: keeper.keep(text: field.type.arrowFormat).address, name: keeper.keep(text: field.name).address,
            metadata: field.type == .json ? UnsafePointer(keeper.keep(ArrowMetadata.json).address) : nil,
            flags: (field.isNullable ? Int64(ARROW_FLAG_NULLABLE) : 0) | field.type.arrowFlags, n_children: Int64(children.count),
            children: keeper.own(children.map { unsafe ArrowSchema($0) }).address,
            dictionary: words.map { unsafe keeper.own(ArrowSchema($0)).address },
            release: { schema in
                // SAFETY: the consumer calls it once, with the struct that was exported or a copy of it.
                guard let schema = unsafe schema else { return }
                unsafe ArrowKeeper<ArrowSchema>.release(schema.pointee.private_data)
                unsafe schema.pointee.release = nil
            },
            private_data: keeper.retain())
    }
}

extension ColumnType {
    /// The type in the words of the Arrow C data interface. Of a dictionary's texts, that of their numbers.
    fileprivate var arrowFormat: String {
        switch self {
        case .bool: "b"
        case .integer(let bits, let isSigned):
            switch bits {
            case 8: isSigned ? "c" : "C"
            case 16: isSigned ? "s" : "S"
            case 32: isSigned ? "i" : "I"
            default: isSigned ? "l" : "L"
            }
        case .float(let bits): bits == 16 ? "e" : bits == 32 ? "f" : "g"
        case .text, .json: "u"
        case .dictionaryOfText: "i"
        case .timestamp: "tsu:UTC"
        case .decimal(let precision, let scale): "d:\(precision),\(scale)"
        case .binary: "z"
        case .uuid: "w:16"
        case .structure: "+s"
        case .list: "+l"
        case .map: "+m"
        }
    }

    fileprivate var arrowFlags: Int64 {
        if case .map = self { Int64(ARROW_FLAG_MAP_KEYS_SORTED) } else { 0 }
    }
}

/// Metadata of a field, as the Arrow C data interface encodes it: a count, and for each pair the lengths and bytes of key and value.
private enum ArrowMetadata {
    /// That of JSON as text, an extension type of Arrow's own list.
    static var json: [CChar] {
        let pairs = [("ARROW:extension:name", "arrow.json"), ("ARROW:extension:metadata", "")]
        var bytes: [UInt8] = []
        // In the machine's order, which is that of all machines Swift runs on: the lowest byte first.
        func append(_ count: Int) { bytes += [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: count >> $0) } }
        append(pairs.count)
        for text in pairs.flatMap({ [$0.0, $0.1] }) {
            append(text.utf8.count)
            bytes.append(contentsOf: text.utf8)
        }
        return bytes.map { CChar(bitPattern: $0) }
    }
}
