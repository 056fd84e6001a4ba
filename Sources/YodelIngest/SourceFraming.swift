#if Ingest
package import Yodel

// How the records of a source follow each other is found by its first bytes, 64 KiB at most. What can be read as lines is: an ingestion that reads lines
// today must not become another one because a line looks odd.
//
//     [{"id":1},{"id":2}]            an array, if its first element is followed by `,` or `]`, and the array by nothing
//     {"Records":[{"id":1}]}         an array at a key, if the model reads none of the object's keys, and nothing follows the object
//     {↵  "id": 1↵}↵{↵  "id": 2↵}    values
//     {"id":1}{"id":2}               values, if the next line, if there is one, has several too
//     {"id":1}↵                      lines, as is anything else

/// Finds how records follow each other. The bytes it is given may grow.
struct SourceFraming {
    /// Whether the model reads one of some keys, which are as they are in the text.
    private let reads: ([String]) -> Bool
    /// Bytes that it had at the last look.
    private var seen = 0
    /// Bytes among which a line feed has been looked for.
    private var scanned = 0
    private var hadLineFeed = false

    /// Keys at which an array of records is looked for.
    static var keys: [String] { ["Records", "events", "items", "data"] }
    /// Bytes that are looked at.
    static var window: Int { SourceShape.window }

    /// - Parameter reads: Whether the model reads one of some keys.
    init(_ reads: @escaping ([String]) -> Bool) {
        self.reads = reads
    }

    /// - Parameters:
    ///   - type: The model.
    ///   - options: How its records are decoded.
    init<T: BaseModel>(_ type: T.Type, _ options: DecodingOptions) {
        self.init { keys in keys.contains { Self.reads(type, $0, options) } }
    }

    /// Looks at the first bytes, but not at each byte that is added: so the time is linear.
    ///
    /// - Parameters:
    ///   - opening: The bytes of the source from its start.
    ///   - isAll: Whether there are no more.
    /// - Returns: nil if more bytes are needed.
    mutating func look(at opening: [UInt8], isAll: Bool) -> Framing? {
        let isFull = opening.count >= Self.window
        let isFirstLine = !hadLineFeed && opening[scanned...].contains(0x0A)
        scanned = opening.count
        guard isAll || isFull || isFirstLine || opening.count >= seen * 2 else { return nil }
        (seen, hadLineFeed) = (opening.count, hadLineFeed || isFirstLine)
        return Opening(opening[...], isAll: isAll, isLast: isAll || isFull, reads).framing
    }

    /// Whether a model reads a key. What it makes of the value does not matter.
    private static func reads<T: BaseModel>(_ type: T.Type, _ key: String, _ options: DecodingOptions) -> Bool {
        var options = options
        options.onUnknownKey = .fail
        do throws(ModelError) {
            _ = try ModelDecoder(options).decode(type, from: Array("{\"\(key)\":null}".utf8))
            return true
        } catch {
            return error.code != .unknownKey
        }
    }
}

/// The first bytes of a source.
private struct Opening {
    private let text: ArraySlice<UInt8>
    /// Whether the source has no more bytes.
    private let isAll: Bool
    /// Whether no more bytes are looked at.
    private let isLast: Bool
    private let reads: ([String]) -> Bool

    init(_ bytes: ArraySlice<UInt8>, isAll: Bool, isLast: Bool, _ reads: @escaping ([String]) -> Bool) {
        text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes
        (self.isAll, self.isLast, self.reads) = (isAll, isLast, reads)
    }

    /// What is found; nil if more bytes are needed.
    var framing: Framing? {
        guard let start = text.solid else { return isLast ? .lines : nil }
        switch text[start] {
        case 0x1E: return .sequence
        case UInt8(ascii: "["): return array(from: start)
        case UInt8(ascii: "{"): return object(from: start)
        // It may be a byte order mark of which there is no more yet.
        case 0xEF where text.count < 3 && !isLast: return nil
        default: return .lines
        }
    }

    private func array(from start: Int) -> Framing? {
        guard let first = text[(start + 1)...].solid else { return isLast ? .lines : nil }
        guard "{[".utf8.contains(text[first]) else { return .lines }
        guard let end = FirstObject(text[first...]).end else { return !isLast ? nil : isAll ? .lines : .array }
        guard let next = text[end...].solid else { return isLast ? .lines : nil }
        guard ",]".utf8.contains(text[next]) else { return .lines }
        // An array on each line, perhaps.
        if let end = FirstObject(text[start...]).end { return text[end...].solid != nil ? .lines : isLast ? .array : nil }
        return isLast ? .array : nil
    }

    private func object(from start: Int) -> Framing? {
        let object = FirstObject(text[start...])
        let isPretty = text[(start + 1)...].solidOrFeed == 0x0A
        let feed = text[start...].firstIndex(of: 0x0A)
        guard let end = object.end else {
            if feed != nil && !isPretty { return .lines }
            guard isLast else { return nil }
            // Of a source that ends here the object is cut off.
            if !isAll, let found = arrayFraming(object) { return found }
            return isPretty ? .values : .lines
        }
        if let feed, feed < end {
            guard isPretty else { return .lines }
            guard text[end...].solid == nil else { return .values }
            return isLast ? arrayFraming(object) ?? .values : nil
        }
        switch text[end...].solidOrFeed {
        case nil: return isLast ? arrayFraming(object) ?? .lines : nil
        case 0x0A:
            guard text[end...].solid == nil, let found = arrayFraming(object) else { return .lines }
            return isLast ? found : nil
        case UInt8(ascii: "{"): return values(from: end)
        default: return .lines
        }
    }

    /// What is found if a second object follows the first on its line.
    private func values(from end: Int) -> Framing? {
        guard let feed = text[end...].firstIndex(of: 0x0A), let next = text[feed...].solid else { return isLast ? .values : nil }
        guard text[next] == UInt8(ascii: "{") else { return .lines }
        guard let end = FirstObject(text[next...]).end, let byte = text[end...].solidOrFeed else { return isLast ? .lines : nil }
        return byte == UInt8(ascii: "{") ? .values : .lines
    }

    /// The array of an object that nothing follows, if its elements are the records.
    private func arrayFraming(_ object: FirstObject) -> Framing? {
        guard let key = object.arrayKey, SourceFraming.keys.contains(key), !reads(object.keys) else { return nil }
        return .array(at: JSONPath([.key(key)]))
    }
}

extension ModelFile {
    /// How records follow each other in the file, by its first bytes.
    ///
    /// - Parameter reads: Whether the model reads one of some keys.
    package func foundFraming(_ reads: @escaping ([String]) -> Bool = { _ in false }) throws(ModelError) -> Framing {
        var finder = SourceFraming(reads)
        return try found(by: &finder)
    }

    func found(by finder: inout SourceFraming) throws(ModelError) -> Framing {
        let head = try head(SourceFraming.window)
        return finder.look(at: head, isAll: head.count < SourceFraming.window) ?? .lines
    }
}

extension Framing {
    /// The framing that a command names: `automatic`, `lines`, `values`, `sequence`, `document`, `array`, `array:data.items`.
    package init?(named name: String) {
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
    package var commandName: String {
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
