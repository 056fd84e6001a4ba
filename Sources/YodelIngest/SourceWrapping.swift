#if Ingest
import Yodel

// What is around the records is found by whole lines, and only where lines without it would be no records of the model:
//
//     2016-10-06T00:17:09.669794202Z stdout F …      cri, if the first line begins so
//     data: {"id":1}                                 sse, if all lines to the first with data are of an event stream, and the data begins with a bracket
//     {"log":"{…}\n","stream":"stdout","time":"…"}   docker, if the first line is an object of these keys alone, a text at `log`, and the model reads none of them
//     {"index":{}}↵{"id":1}                          bulk, if an action is followed by an object, and the model reads no key that an action is called by

/// What the first bytes of a source say of what is around its records.
enum WrappingGuess {
    case found(IngestFraming.Wrapping)
    /// Nothing is.
    case none
    /// More bytes are needed.
    case open

    /// - Parameters:
    ///   - text: The first bytes, after a byte order mark.
    ///   - isAll: Whether the source has no more bytes.
    ///   - isLast: Whether no more bytes are looked at.
    ///   - reads: Whether the model reads one of some keys.
    init(_ text: ArraySlice<UInt8>, isAll: Bool, isLast: Bool, _ reads: ([String]) -> Bool) {
        guard let start = text.solid else {
            self = .none
            return
        }
        let text = text[start...]
        switch text[start] {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self = Self.cri(text, isLast: isLast)
        case UInt8(ascii: "d"), UInt8(ascii: "e"), UInt8(ascii: "i"), UInt8(ascii: "r"), UInt8(ascii: ":"):
            self = Self.sse(text, isAll, isLast)
        case UInt8(ascii: "{"): self = Self.objects(text, isAll, isLast, reads)
        default: self = .none
        }
    }

    private static func cri(_ text: ArraySlice<UInt8>, isLast: Bool) -> Self {
        // No prefix is longer but for tags that nobody writes.
        let feed = text.prefix(64).firstIndex(of: 0x0A)
        guard feed != nil || text.count >= 64 || isLast else { return .open }
        return ContainerLine(text[..<(feed ?? text.endIndex)]) != nil ? .found(.cri) : .none
    }

    private static func sse(_ text: ArraySlice<UInt8>, _ isAll: Bool, _ isLast: Bool) -> Self {
        for line in Lines(text, isAll: isAll) {
            switch EventStreamLine.part(of: line) {
            case .piece(let piece):
                if let first = piece.bytes.solid, "{[".utf8.contains(piece.bytes[first]) { return .found(.sse) }
            case .fault: return .none
            case .nothing, .end, .begin: break
            }
        }
        return isLast ? .none : .open
    }

    private static func objects(_ text: ArraySlice<UInt8>, _ isAll: Bool, _ isLast: Bool, _ reads: ([String]) -> Bool) -> Self {
        // One key says that there is something to be looked at.
        let keys = FirstObject(text.prefix(1 << 10)).keys
        guard let key = keys.first else { return isLast || text.contains(0x0A) || text.count >= 1 << 10 ? .none : .open }
        if BulkLine.Action(rawValue: key) != nil { return bulk(text, isAll, isLast, reads) }
        if DockerLine.keys.contains(key) { return docker(text, isAll, isLast, reads) }
        return .none
    }

    private static func docker(_ text: ArraySlice<UInt8>, _ isAll: Bool, _ isLast: Bool, _ reads: ([String]) -> Bool) -> Self {
        guard let line = Lines(text, isAll: isAll).first(where: { $0.solid != nil }) else { return isLast ? .none : .open }
        let object = FirstObject(line)
        let keys = Set(object.keys)
        guard let end = object.end, line[end...].solid == nil, keys.isSubset(of: DockerLine.keys),
            keys.isSuperset(of: ["log", "stream", "time"]), DockerLine(line) != nil, !reads(object.keys)
        else { return .none }
        return .found(.docker)
    }

    private static func bulk(_ text: ArraySlice<UInt8>, _ isAll: Bool, _ isLast: Bool, _ reads: ([String]) -> Bool) -> Self {
        var isOpen = false
        var hasLine = false
        for line in Lines(text, isAll: isAll) where line.solid != nil {
            if isOpen {
                guard let first = line.solid, line[first] == UInt8(ascii: "{"), BulkLine.action(of: line) == nil else { return .none }
                return .found(.bulk)
            }
            guard let action = BulkLine.action(of: line) else { return .none }
            if !hasLine && reads(BulkLine.Action.allCases.map(\.rawValue)) { return .none }
            hasLine = true
            isOpen = action != .delete
        }
        // The record may be longer than what is looked at.
        guard isLast, isOpen, !isAll, let feed = text.lastIndex(of: 0x0A), let first = text[(feed + 1)...].solid else {
            return isLast ? .none : .open
        }
        return text[first] == UInt8(ascii: "{") ? .found(.bulk) : .none
    }
}

/// The lines of a text that have ended, and the last one if the text has no more bytes.
private struct Lines: Sequence, IteratorProtocol {
    private var rest: ArraySlice<UInt8>
    private let isAll: Bool

    init(_ text: ArraySlice<UInt8>, isAll: Bool) {
        (rest, self.isAll) = (text, isAll)
    }

    mutating func next() -> ArraySlice<UInt8>? {
        guard !rest.isEmpty else { return nil }
        let feed = rest.firstIndex(of: 0x0A)
        guard feed != nil || isAll else { return nil }
        var line = rest[..<(feed ?? rest.endIndex)]
        rest = feed.map { rest[($0 + 1)...] } ?? []
        if line.last == 0x0D { line.removeLast() }
        return line
    }
}
#endif
