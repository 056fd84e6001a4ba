import CArrow
import Glibc

// Columns by the Arrow C data interface. A struct that is exported keeps what it refers to, and lets go of it when whoever has taken it calls `release`: children
// go with their parent, as the interface asks.

extension ColumnField {
    /// Describes columns for another library: a struct without nulls.
    ///
    /// - Parameter schema: Memory for a struct; what it holds is not looked at. The consumer releases it.
    static func export(_ fields: [ColumnField], to schema: UnsafeMutablePointer<ArrowSchema>) {
        unsafe schema.initialize(to: self.schema(ColumnField("", .structure(fields), isNullable: false)))
    }

    private static func schema(_ field: ColumnField) -> ArrowSchema {
        switch field.type {
        case .structure(let fields): return unsafe schema(field, fields)
        case .list(let item): return unsafe schema(field, [item])
        case .map(let key, let value):
            return unsafe schema(field, [ColumnField("entries", .structure([key, value]), isNullable: false)])
        case .dictionaryOfText:
            let words = UnsafeMutablePointer<ArrowSchema>.allocate(capacity: 1)
            unsafe words.initialize(to: schema(ColumnField("", .text, isNullable: false), []))
            return unsafe schema(field, [], dictionary: words)
        case .bool, .integer, .float, .text, .timestamp, .decimal, .binary, .uuid, .json: return unsafe schema(field, [])
        }
    }

    private static func schema(
        _ field: ColumnField, _ children: [ColumnField], dictionary: UnsafeMutablePointer<ArrowSchema>? = nil
    ) -> ArrowSchema {
        let pointers = UnsafeMutablePointer<UnsafeMutablePointer<ArrowSchema>?>.allocate(capacity: max(children.count, 1))
        for (index, child) in children.enumerated() {
            let memory = UnsafeMutablePointer<ArrowSchema>.allocate(capacity: 1)
            unsafe memory.initialize(to: schema(child))
            unsafe (pointers + index).initialize(to: memory)
        }
        var schema = unsafe ArrowSchema()
        unsafe schema.format = UnsafePointer(strdup(field.type.arrowFormat))
        unsafe schema.name = UnsafePointer(strdup(field.name))
        unsafe schema.metadata = field.type == .json ? ArrowMetadata.json() : nil
        unsafe schema.flags = (field.isNullable ? Int64(ARROW_FLAG_NULLABLE) : 0) | field.type.arrowFlags
        unsafe schema.n_children = Int64(children.count)
        unsafe schema.children = pointers
        unsafe schema.dictionary = dictionary
        unsafe schema.release = { schema in
            // SAFETY: the consumer calls it once, with the struct that was exported or a copy of it; all of its parts were allocated above.
            guard let schema = unsafe schema else { return }
            unsafe ColumnField.release(schema)
        }
        return unsafe schema
    }

    private static func release(_ schema: UnsafeMutablePointer<ArrowSchema>) {
        for index in unsafe 0..<Int(schema.pointee.n_children) {
            guard let child = unsafe schema.pointee.children[index] else { continue }
            // One that the consumer has moved elsewhere is released by itself.
            unsafe child.pointee.release?(child)
            unsafe child.deallocate()
        }
        unsafe schema.pointee.children.deallocate()
        if let words = unsafe schema.pointee.dictionary {
            unsafe words.pointee.release?(words)
            unsafe words.deallocate()
        }
        unsafe free(UnsafeMutableRawPointer(mutating: schema.pointee.format))
        unsafe free(UnsafeMutableRawPointer(mutating: schema.pointee.name))
        unsafe free(UnsafeMutableRawPointer(mutating: schema.pointee.metadata))
        unsafe schema.pointee.release = nil
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
    /// That of JSON as text, an extension type of Arrow's own list. From `malloc`.
    static func json() -> UnsafePointer<CChar>? {
        let pairs = [("ARROW:extension:name", "arrow.json"), ("ARROW:extension:metadata", "")]
        var bytes: [UInt8] = []
        func append(_ count: Int) { unsafe Swift.withUnsafeBytes(of: Int32(count)) { unsafe bytes.append(contentsOf: $0) } }
        append(pairs.count)
        for text in pairs.flatMap({ [$0.0, $0.1] }) {
            append(text.utf8.count)
            bytes.append(contentsOf: text.utf8)
        }
        guard let memory = unsafe malloc(bytes.count) else { return nil }
        unsafe memory.copyMemory(from: bytes, byteCount: bytes.count)
        return unsafe UnsafePointer(memory.assumingMemoryBound(to: CChar.self))
    }
}
