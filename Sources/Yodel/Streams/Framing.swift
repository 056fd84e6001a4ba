/// How records follow each other in a stream.
public enum Framing: Sendable, Hashable, Codable {
    /// One record per line: NDJSON, JSON Lines. Lines end with LF or CRLF, the last one also with the input. Blank lines are skipped.
    case lines
    /// One value after the other, with or without white space between them: `{"id": 1} {"id": 2}`. A value may span several lines.
    case values
    /// The elements of one array, at the root or at a path of the document: `.array(at: "data.items")`. Everything beside the path is skipped.
    case array(at: JSONPath)
    /// A text sequence (RFC 7464): the byte 0x1E before each record, a line feed after it, which counts as a part of the record.
    case sequence
    /// The whole input is one record.
    case document
    /// One of the others, depending on how the input begins: 0x1E means a sequence, `[` an array at the root, an object that spans several lines or is followed
    /// by another value on its line means values, anything else lines. ``ModelReader/framing`` tells which one it is.
    case automatic

    /// What the records are, in words.
    var name: String {
        switch self {
        case .lines: "lines"
        case .values: "values"
        case .array(let path): path.components.isEmpty ? "the elements of an array" : "the elements of an array at '\(path)'"
        case .sequence: "texts of a sequence"
        case .document: "one document"
        case .automatic: "records that follow each other in a way to be found out"
        }
    }

    /// What a place between two records is known by.
    var boundary: RecordBoundary {
        switch self {
        case .lines: .line
        case .sequence: .byte(0x1E)
        case .values: .value
        case .array: .element
        case .document, .automatic: .none
        }
    }

    /// The elements of one array at the root.
    public static let array = Framing.array(at: JSONPath())
}

/// What a place between two records is known by.
enum RecordBoundary {
    /// The end of a line.
    case line
    /// A byte that no record has.
    case byte(UInt8)
    /// White space, or a byte with which a value begins or ends.
    case value
    /// A comma or a bracket of the array.
    case element
    /// Nothing.
    case none
}
