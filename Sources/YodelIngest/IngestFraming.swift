#if Ingest
public import Yodel

/// How the records of a source follow each other, what is around them, and how the text is encoded.
///
/// ```swift
/// var options = IngestOptions()
/// options.framing = .cri  // the log of a container
/// options.framing = .array(at: "data.items")
/// ```
public struct IngestFraming: Sendable, Hashable, Codable, CustomStringConvertible {
    /// What is around the records.
    public enum Wrapping: String, Sendable, Hashable, Codable, CaseIterable {
        /// Server-sent events: the record is the text of an event's `data:` lines, which are joined by line feeds.
        case sse
        /// The log of a container, as containerd and CRI-O write it: `2016-10-06T00:17:09.669794202Z stdout F {…}`. A line with `P` instead of `F` goes on in the next line of
        /// its stream.
        case cri
        /// Docker's log (json-file): `{"log":"{…}\n","stream":"stdout","time":"…"}`. The record is the text in `log`; one without a line feed at its end goes on in the next
        /// line of its stream.
        case docker
        /// A body for Elasticsearch's bulk API: the action in one line, the record in the next one.
        case bulk

        /// What such a source is called in a sentence.
        var words: String {
            switch self {
            case .sse: "a stream of server-sent events"
            case .cri: "the log of a container (CRI)"
            case .docker: "docker's log of a container"
            case .bulk: "a body for Elasticsearch's bulk API"
            }
        }
    }

    /// How text that is not UTF-8 is encoded.
    public enum Encoding: String, Sendable, Hashable, Codable, CaseIterable {
        /// UTF-16, the low byte first.
        case utf16LittleEndian = "utf-16le"
        /// UTF-16, the high byte first.
        case utf16BigEndian = "utf-16be"
    }

    /// How the records follow each other; of records that have something around them `lines`.
    public let records: Framing
    /// What is around the records, if there is something.
    public let wrapping: Wrapping?
    /// How the text is encoded; nil: in UTF-8, or as a byte order mark at its start says.
    public let encoding: Encoding?

    init(_ records: Framing = .lines, _ wrapping: Wrapping? = nil, _ encoding: Encoding? = nil) {
        (self.records, self.wrapping, self.encoding) = (records, wrapping, encoding)
    }

    /// Found by the first bytes.
    public static let automatic = IngestFraming(.automatic)
    /// One record on each line.
    public static let lines = IngestFraming(.lines)
    /// One value after the other, each on any number of lines.
    public static let values = IngestFraming(.values)
    /// A text sequence (RFC 7464).
    public static let sequence = IngestFraming(.sequence)
    /// The whole input is one record.
    public static let document = IngestFraming(.document)
    /// The elements of an array at the root.
    public static let array = IngestFraming(.array)
    /// Server-sent events.
    public static let sse = IngestFraming(.lines, .sse)
    /// The log of a container, in the format of the Container Runtime Interface.
    public static let cri = IngestFraming(.lines, .cri)
    /// The log of a container, in docker's format.
    public static let docker = IngestFraming(.lines, .docker)
    /// A body for Elasticsearch's bulk API.
    public static let bulk = IngestFraming(.lines, .bulk)

    /// The elements of an array at a path.
    ///
    /// - Parameter path: The path, from the root.
    /// - Returns: The framing.
    public static func array(at path: JSONPath) -> IngestFraming { IngestFraming(.array(at: path)) }

    /// The same of text in another encoding.
    ///
    /// - Parameter encoding: The encoding; nil: UTF-8, or as a byte order mark says.
    /// - Returns: The framing.
    public func encoded(as encoding: Encoding?) -> IngestFraming { IngestFraming(records, wrapping, encoding) }

    /// The framing that a command names.
    ///
    /// - Parameter name: `automatic`, `lines`, `values`, `sequence`, `document`, `array`, `array:data.items`, `sse`, `cri`, `docker` or `bulk`; with `utf-16le:` or
    ///   `utf-16be:` before it if the text is in UTF-16 and has no byte order mark. The encoding alone stands for `automatic`.
    public init?(named name: String) {
        for encoding in Encoding.allCases where name == encoding.rawValue || name.hasPrefix(encoding.rawValue + ":") {
            guard let framing = name == encoding.rawValue ? .automatic : Self(named: String(name.dropFirst(encoding.rawValue.count + 1))),
                framing.encoding == nil
            else { return nil }
            self = framing.encoded(as: encoding)
            return
        }
        if let wrapping = Wrapping(rawValue: name) {
            self.init(.lines, wrapping)
        } else if let records = Framing(named: name) {
            self.init(records)
        } else {
            return nil
        }
    }

    /// The name that a command gives it.
    public var description: String {
        let name = wrapping?.rawValue ?? records.commandName
        return encoding.map { "\($0.rawValue):\(name)" } ?? name
    }

    /// Whether how the records follow each other is all there is to it.
    var isPlain: Bool { wrapping == nil && encoding == nil }

    /// Whether it is found by the first bytes.
    var isAutomatic: Bool { records == .automatic }

    /// Whether a file that grows can be read so: line by line.
    package var canBeFollowed: Bool { encoding == nil && (isAutomatic || records == .lines) }
}

extension Framing {
    /// The framing that a command names: `automatic`, `lines`, `values`, `sequence`, `document`, `array`, `array:data.items`.
    init?(named name: String) {
        switch name {
        case "automatic": self = .automatic
        case "lines": self = .lines
        case "values": self = .values
        case "sequence": self = .sequence
        case "document": self = .document
        case "array": self = .array
        default:
            let prefix = "array:"
            guard name.hasPrefix(prefix), name != prefix else { return nil }
            self = .array(at: JSONPath(stringLiteral: String(name.dropFirst(prefix.count))))
        }
    }

    /// The name that a command gives it.
    var commandName: String {
        switch self {
        case .automatic: "automatic"
        case .lines: "lines"
        case .values: "values"
        case .sequence: "sequence"
        case .document: "document"
        case .array(let path): path.components.isEmpty ? "array" : "array:\(path)"
        }
    }
}
#endif
