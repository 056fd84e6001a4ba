/// How records follow each other in a stream.
public enum Framing: Sendable, Hashable, Codable {
    /// One record per line: NDJSON, JSON Lines. Lines end with LF or CRLF, the last one also with the input. Blank lines are skipped.
    case lines
    /// One value after the other, with or without white space between them: `{"id": 1} {"id": 2}`. A value may span several lines.
    ///
    /// What is no value is a record that fails. An object or array that is cut off ends where the next line begins with `{` or `[`, as soon as the bytes show that
    /// it is not JSON; a stray comma, bracket or colon ends with its line, or before the next `{` or `[`.
    case values
    /// The elements of one array, at the root or at a path of the document: `.array(at: "data.items")`.
    ///
    /// What is before the array is skipped by its brackets and strings. What follows it must be JSON up to the end of the document, and only white space may
    /// follow the document; otherwise the reading ends with an error, after the elements. If the value at the path is not an array, the error is a mismatch
    /// (`typeMismatch`, `unexpectedNull`). Of equal keys a stream takes the first, since it cannot take back what it has delivered; a key of the path that
    /// appears again after the array is the error `duplicateKey`.
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
