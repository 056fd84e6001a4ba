#if Ingest
import Yodel

/// What a source looks like that has no record on each line, by the bytes that it begins with.
enum SourceShape: Equatable {
    case array
    /// One object, with an array of objects at a key.
    case object(key: String)
    /// Values over several lines; in the first one, below a key, an array of objects.
    case pretty(key: String?)
    /// Several values on a line.
    case values
    /// A text sequence of RFC 7464.
    case sequence
    case wideText
    case markup
    /// Records with something around them.
    case wrapped(IngestFraming.Wrapping)
    /// A file of another kind, and the command that makes text of it, if there is one.
    case other(String, command: String?)

    /// Bytes that are looked at.
    static var window: Int { 64 << 10 }

    /// - Parameters:
    ///   - opening: The first bytes.
    ///   - isOneLine: Whether the source has no more than one line.
    init?(_ opening: [UInt8], isOneLine: Bool) {
        // Text in UTF-16 or UTF-32 that begins with a byte order mark, or with ASCII.
        if opening.starts(with: [0xFF, 0xFE]) || opening.starts(with: [0xFE, 0xFF]) || opening.prefix(2).contains(0) {
            self = .wideText
            return
        }
        if let other = Self.others.first(where: { opening.starts(with: $0.magic) }) {
            self = .other(other.name, command: other.command)
            return
        }
        let text = opening.starts(with: [0xEF, 0xBB, 0xBF]) ? opening.dropFirst(3) : opening[...]
        if case .found(let wrapping) = WrappingGuess(text, isAll: false, isLast: true, { _ in false }) {
            self = .wrapped(wrapping)
            return
        }
        guard let start = text.solid else { return nil }
        switch text[start] {
        case 0x1E: self = .sequence
        case UInt8(ascii: "<"): self = .markup
        case UInt8(ascii: "["):
            // A bracket alone may also begin a line of a log.
            guard let next = text[(start + 1)...].solid, "{[]".utf8.contains(text[next]) else { return nil }
            self = .array
        case UInt8(ascii: "{"):
            let object = FirstObject(text[start...])
            if object.isPretty {
                self = .pretty(key: object.arrayKeys.first)
            } else if let end = object.end, let next = text[end...].solidOrFeed, next != 0x0A {
                guard next == UInt8(ascii: "{") else { return nil }
                self = .values
            } else {
                guard isOneLine || object.hasLines, let key = object.arrayKeys.first else { return nil }
                self = .object(key: key)
            }
        default: return nil
        }
    }

    /// Files of other kinds, by their first bytes.
    private static let others: [(magic: [UInt8], name: String, command: String?)] = [
        ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], "xz", "xz -dc FILE"), (Array("BZh".utf8), "bzip2", "bzip2 -dc FILE"),
        ([0x04, 0x22, 0x4D, 0x18], "lz4", "lz4 -dc FILE"), (Array("PK\u{03}\u{04}".utf8), "zip", "unzip -p FILE"),
        (Array("PAR1".utf8), "Parquet", nil), (Array("Obj\u{01}".utf8), "Avro", nil), (Array("SQLite format 3\0".utf8), "SQLite", nil),
    ]

    /// What it looks like, and what to do, in a sentence.
    var sentence: String {
        switch self {
        case .array: Self.lines("a JSON array", "jq -c '.[]' FILE")
        case .object(let key):
            Self.lines("one JSON object, whose \"\(Self.shown(key))\" is an array", "jq -c '\(Self.filter(key))' FILE")
        case .pretty(let key): Self.lines("pretty-printed JSON", key.map { "jq -c '\(Self.filter($0))' FILE" } ?? "jq -c . FILE")
        case .values: Self.lines("JSON values without line ends", "jq -c . FILE")
        case .sequence: Self.lines("a JSON text sequence", "jq -c --seq . FILE | tr -d '\\036'")
        case .wideText:
            """
            looks like UTF-16 without a byte order mark, or like UTF-32, and not like UTF-8: the framings utf-16le and utf-16be read UTF-16, \
            and iconv -f UTF-16LE -t UTF-8 FILE converts it
            """
        case .wrapped(let wrapping):
            "looks like \(wrapping.words), and not like one record on each line: the framing \(wrapping.rawValue) reads it"
        case .other(let name, let command):
            "looks like a file of \(name), and not like JSON" + (command.map { ": \($0) makes text of it" } ?? "")
        case .markup: "looks like HTML or XML, and not like lines of JSON: perhaps it is the page of an error"
        }
    }

    private static func lines(_ what: String, _ command: String) -> String {
        "looks like \(what), and not like one record on each line: \(command) makes such lines"
    }

    private static func shown(_ key: String) -> String { InspectionText.shown(key, characters: 40) }

    /// The elements of an array below a key, as a filter of jq. The key is a stranger's, and the command is there to be copied: one that could end the quotes of the shell, or
    /// those of jq, is not in it.
    private static func filter(_ key: String) -> String {
        guard shown(key) == key, !key.utf8.contains(where: { "'\"\\".utf8.contains($0) }) else { return ".[] | arrays | .[]" }
        let isWord = key.utf8.allSatisfy { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 || $0 == UInt8(ascii: "_") }
        return isWord && !key.isEmpty ? ".\(key)[]" : ".[\"\(key)\"][]"
    }
}

extension ArraySlice<UInt8> {
    /// The place of the first byte that is no white space.
    var solid: Int? { firstIndex { !ASCII.isSpace($0) } }

    /// The first byte that is a line feed, or no white space.
    var solidOrFeed: UInt8? { first { $0 == 0x0A || !ASCII.isSpace($0) } }
}

/// The object that a text begins with, as far as its brackets and strings tell: what it says of an object that is no JSON does not matter.
struct FirstObject {
    /// As many keys are noted.
    private static let limit = 100
    /// Its own keys, as they are in the text.
    private(set) var keys: [String] = []
    /// Those of its own keys that have an array of objects.
    private(set) var arrayKeys: [String] = []
    /// Where the object has ended; nil if it goes on.
    private(set) var end: Int?
    private let text: ArraySlice<UInt8>

    /// - Parameter text: The text, from the object's bracket on.
    init(_ text: ArraySlice<UInt8>) {
        self.text = text
        var (depth, index) = (0, text.startIndex)
        var string: ArraySlice<UInt8> = []
        // After the colon of one of its own keys.
        var isValue = false
        while index < text.endIndex {
            switch text[index] {
            case UInt8(ascii: "\""):
                let start = index + 1
                index = start
                while index < text.endIndex, text[index] != UInt8(ascii: "\"") { index += text[index] == UInt8(ascii: "\\") ? 2 : 1 }
                if depth == 1 && !isValue { string = text[start..<min(index, text.endIndex)] }
            case UInt8(ascii: ":") where depth == 1:
                isValue = true
                if keys.count < Self.limit { keys.append(String(decoding: string, as: UTF8.self)) }
            case UInt8(ascii: ",") where depth == 1: isValue = false
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                if depth == 1, isValue, arrayKeys.count < Self.limit, text[index] == UInt8(ascii: "["),
                    let first = text[(index + 1)...].solid, text[first] == UInt8(ascii: "{")
                {
                    arrayKeys.append(String(decoding: string, as: UTF8.self))
                }
                depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                if depth == 0 {
                    end = index + 1
                    return
                }
            default: break
            }
            index += 1
        }
    }

    /// Whether a bracket is all that its first line has, as pretty-printed objects begin.
    var isPretty: Bool { text.dropFirst().solidOrFeed == 0x0A }

    /// Whether it goes on after its first line, as an object may: no line that has been cut off is one, since the next line is a value of its own.
    var hasLines: Bool {
        guard let feed = text.firstIndex(of: 0x0A), feed < end ?? .max else { return false }
        return isPretty || text.beginsWithOneValue
    }
}
#endif
