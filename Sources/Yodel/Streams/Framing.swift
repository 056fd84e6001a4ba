/// How records follow each other in a stream.
public enum Framing: Sendable, Hashable, Codable {
    /// A record a line: NDJSON, JSON Lines. Lines end with LF or CRLF, the last one maybe with the input; blank lines are passed over.
    case lines
    /// Values one after the other, with white space between them or none: `{"id": 1} {"id": 2}`. A value may go over several lines.
    case values
    /// The elements of one array, at the root or at a path of the document: `.array(at: "data.items")`. What stands beside the path is passed over.
    case array(at: JSONPath)
    /// A text sequence as RFC 7464 has it: before each record stands the byte 0x1E, behind it a line feed, which counts as a part of it.
    case sequence
    /// The whole input is one record.
    case document
    /// One of the others, by how the input begins: 0x1E is a sequence, `[` an array at the root, an object that goes over several lines or is followed
    /// by another value on its line begins values, anything else lines. Which one it is `ModelReader.framing` tells.
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

    /// The elements of one array at the root.
    public static let array = Framing.array(at: JSONPath())
}
