#if PostgreSQL
import CPostgreSQL

/// A value of a statement.
enum PostgreSQLValue {
    case text(String)
    case bytes([UInt8])

    /// A number, as text: the server knows its type.
    static func number(_ number: some BinaryInteger) -> PostgreSQLValue { .text(String(number)) }

    /// An array of texts, which may have come with records and have what no text of PostgreSQL can have.
    static func list(_ texts: [String]) -> PostgreSQLValue {
        var list: [UInt8] = []
        for text in texts {
            list += list.isEmpty ? #"{""#.utf8 : #",""#.utf8
            for byte in text.withoutNulls.utf8 {
                if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { list.append(UInt8(ascii: "\\")) }
                list.append(byte)
            }
            list.append(UInt8(ascii: "\""))
        }
        return .text(texts.isEmpty ? "{}" : String(decoding: list, as: UTF8.self) + "}")
    }
}

extension String {
    /// The text, with the six characters `\u0000` for each U+0000.
    var withoutNulls: String {
        utf8.contains(0) ? split(separator: "\0", omittingEmptySubsequences: false).joined(separator: #"\u0000"#) : self
    }

    /// The text as a name in a statement.
    var quotedName: String { "\"" + split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\"" }
}

/// The values of a statement in memory.
@safe final class PostgreSQLParameters {
    // SAFETY: what the pointers lead to is the object's own, written when it is made.

    private(set) var pointers = unsafe [UnsafePointer<CChar>?]()
    private(set) var lengths: [Int32] = []
    private(set) var formats: [Int32] = []

    init(_ values: [PostgreSQLValue?]) {
        for value in values {
            let (bytes, isBinary): ([UInt8]?, Bool) =
                switch value {
                case nil: (nil, false)
                // Text ends with a zero.
                case .text(let text): (Array(text.utf8) + [0], false)
                case .bytes(let bytes): (bytes, true)
                }
            unsafe pointers.append(bytes.map { unsafe Self.copy($0) })
            lengths.append(Int32(bytes?.count ?? 0))
            formats.append(isBinary ? 1 : 0)
        }
    }

    private static func copy(_ bytes: [UInt8]) -> UnsafePointer<CChar> {
        let copy = UnsafeMutablePointer<CChar>.allocate(capacity: max(bytes.count, 1))
        unsafe UnsafeMutableRawBufferPointer(start: copy, count: bytes.count).copyBytes(from: bytes)
        return unsafe UnsafePointer(copy)
    }

    deinit {
        unsafe pointers.forEach { unsafe $0?.deallocate() }
    }
}

/// What a statement returns: few values, copied from their binary form.
struct PostgreSQLRows {
    let values: [[[UInt8]?]]
    /// Rows that were changed.
    let changed: Int
    /// What was done, such as `COMMIT`.
    let command: String

    init(_ result: OpaquePointer) {
        // SAFETY: rows and columns are below libpq's own counts; a value has as many bytes as libpq says.
        let columns = unsafe PQnfields(result)
        values = unsafe (0..<PQntuples(result)).map { row in
            (0..<columns).map { column in
                guard unsafe PQgetisnull(result, row, column) == 0, let bytes = unsafe PQgetvalue(result, row, column) else { return nil }
                return unsafe Array(UnsafeRawBufferPointer(start: bytes, count: Int(PQgetlength(result, row, column))))
            }
        }
        changed = unsafe PQcmdTuples(result).flatMap { unsafe Int(String(cString: $0)) } ?? 0
        command = unsafe PQcmdStatus(result).map { unsafe String(cString: $0) } ?? ""
    }

    var count: Int { values.count }
    var isEmpty: Bool { values.isEmpty }

    func bytes(_ row: Int, _ column: Int) -> [UInt8]? { values[row][column] }

    func text(_ row: Int, _ column: Int) -> String? { values[row][column].map { String(decoding: $0, as: UTF8.self) } }

    /// An integer of 16, 32 or 64 bits.
    func integer(_ row: Int, _ column: Int) -> Int? {
        guard let bytes = values[row][column], let first = bytes.first else { return nil }
        return bytes.reduce(Int(first >= 0x80 ? -1 : 0)) { $0 << 8 | Int($1) }
    }

    func bool(_ row: Int, _ column: Int) -> Bool { values[row][column]?.first == 1 }
}
#endif
