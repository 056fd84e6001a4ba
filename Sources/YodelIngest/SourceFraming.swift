#if Ingest
import Yodel

// How the records of a source follow each other is found by its first bytes, 64 KiB at most. What can be read as lines is: an ingestion that reads lines
// today must not become another one because a line looks odd.
//
//     [{"id":1},{"id":2}]            an array, if its first element is followed by `,` or `]`, and the array by nothing
//     {"Records":[{"id":1}]}         an array at a key, if the model reads none of the object's keys, and nothing follows the object; on one line or on several
//     {↵  "id": 1↵}↵{↵  "id": 2↵}    values
//     {"id":1}{"id":2}               values, if the next line, if there is one, has several too
//     {"id":1}↵                      lines, as is anything else but what is around records (SourceWrapping.swift)

/// Finds how records follow each other. The bytes it is given may grow.
struct SourceFraming {
    /// Whether the model reads one of some keys, which are as they are in the text.
    private let reads: ([String]) -> Bool
    /// Whether nothing but lines, and logs of containers, is found.
    private let isOfLogs: Bool
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
        (self.reads, isOfLogs) = (reads, false)
    }

    /// - Parameters:
    ///   - type: The model.
    ///   - options: How its records are decoded.
    ///   - isOfLogs: Whether the source grows line by line: nothing but lines, and logs of containers, is found then, by the first line.
    init<T: BaseModel>(_ type: T.Type, _ options: DecodingOptions, isOfLogs: Bool = false) {
        reads = { keys in keys.contains { Self.reads(type, $0, options) } }
        self.isOfLogs = isOfLogs
    }

    /// Looks at the first bytes, but not at each byte that is added: so the time is linear.
    ///
    /// - Parameters:
    ///   - opening: The bytes of the source from its start.
    ///   - isAll: Whether there are no more.
    /// - Returns: nil if more bytes are needed.
    mutating func look(at opening: [UInt8], isAll: Bool) -> IngestFraming? {
        let isFull = opening.count >= Self.window
        let isFirstLine = !hadLineFeed && opening[scanned...].contains(0x0A)
        scanned = opening.count
        guard isAll || isFull || isFirstLine || opening.count >= seen * 2 else { return nil }
        (seen, hadLineFeed) = (opening.count, hadLineFeed || isFirstLine)
        if isOfLogs { return isAll || isFull || hadLineFeed ? logFraming(opening) : nil }
        let text = opening.starts(with: [0xEF, 0xBB, 0xBF]) ? opening.dropFirst(3) : opening[...]
        switch WrappingGuess(text, isAll: isAll, isLast: isAll || isFull, reads) {
        case .found(let wrapping): return IngestFraming(.lines, wrapping)
        case .open: return nil
        case .none: break
        }
        return Opening(text, isAll: isAll, isLast: isAll || isFull, reads).framing.map { IngestFraming($0) }
    }

    /// What the first line says of a log.
    private func logFraming(_ opening: [UInt8]) -> IngestFraming {
        let line = opening[..<(opening.firstIndex(of: 0x0A) ?? opening.endIndex)]
        return if case .found(let wrapping) = WrappingGuess(line, isAll: true, isLast: true, reads), [.cri, .docker].contains(wrapping) {
            IngestFraming(.lines, wrapping)
        } else {
            .lines
        }
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

    /// - Parameter text: The bytes after a byte order mark.
    init(_ text: ArraySlice<UInt8>, isAll: Bool, isLast: Bool, _ reads: @escaping ([String]) -> Bool) {
        (self.text, self.isAll, self.isLast, self.reads) = (text, isAll, isLast, reads)
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
        // What it is if its array has none of the records.
        let other = object.isPretty ? Framing.values : .lines
        let hasLines = object.hasLines
        if !object.isPretty, let feed = text[start...].firstIndex(of: 0x0A), feed < object.end ?? .max {
            guard hasLines, !reads(object.keys) else { return .lines }
        }
        guard let end = object.end else {
            guard isLast else { return nil }
            // Of a source that ends here the object is cut off.
            return (isAll ? nil : arrayFraming(object)) ?? other
        }
        if hasLines {
            guard text[end...].solid == nil else { return other }
            return isLast ? arrayFraming(object) ?? other : nil
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
        guard let key = object.arrayKeys.first(where: SourceFraming.keys.contains), !reads(object.keys) else { return nil }
        return .array(at: JSONPath([.key(key)]))
    }
}

extension ModelFile {
    /// How records follow each other in the file, by its first bytes.
    func found(by finder: inout SourceFraming) throws(ModelError) -> IngestFraming {
        let head = try head(SourceFraming.window)
        return finder.look(at: head, isAll: head.count < SourceFraming.window) ?? .lines
    }
}
#endif
