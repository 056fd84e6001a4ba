#if Ingest
import Yodel

// Formats that put something around records are read line by line. What a line has of a record is told by the line alone, but for bulk's second lines:
//
//     sse      data: {"id":1}                                     a piece; a blank line ends the record
//     cri      2016-10-06T00:17:09.669794202Z stdout P {"id       a piece of stdout's record, which a line with F ends
//     docker   {"log":"{\"id\":1}\n","stream":"stdout","time":…}  a piece; a line feed in `log` ends the record
//     bulk     {"index":{"_id":"7"}}                              begins a record, which is the next line

/// What a line has of a record.
enum LinePart {
    /// Nothing: a comment, a blank line.
    case nothing
    case piece(LinePiece)
    /// The record has ended before the line.
    case end
    /// The record is the next line.
    case begin(fault: String?)
    /// It is no line of the format: why.
    case fault(String)
}

/// A piece of a record.
struct LinePiece {
    /// A slice of the line, unless it is not verbatim.
    let bytes: ArraySlice<UInt8>
    /// Whether `bytes` stand in the line as they are.
    var isVerbatim = true
    /// Which of the records that are written beside each other has it.
    var stream = 0
    /// Whether the record ends with it.
    let isLast: Bool
    /// Whether a line feed is between the piece before and this one.
    var isOwnLine = false
}

extension IngestFraming.Wrapping {
    /// Records that may be written beside each other: standard output and standard error.
    static var streams: Int { 2 }

    /// What a line has of a record.
    ///
    /// - Parameter isOpen: Whether a record has begun and not ended.
    func part(of line: ArraySlice<UInt8>, isOpen: Bool) -> LinePart {
        switch self {
        case .sse: EventStreamLine.part(of: line)
        case .cri: ContainerLine.part(of: line)
        case .docker: DockerLine.part(of: line)
        case .bulk: BulkLine.part(of: line, isOpen: isOpen)
        }
    }

    /// Whether a record is no record: the sign with which a stream ends.
    func isEnd(_ record: ArraySlice<UInt8>) -> Bool { self == .sse && record.elementsEqual("[DONE]".utf8) }

    /// Bytes that a line may have, of records of so many.
    func maximumLineBytes(_ record: Int) -> Int {
        // Each byte in docker's text may be escaped.
        self == .docker ? RejectedRecord.maximumLineBytes(record) : min(record, Int.max / 16) + 1 << 16
    }
}

/// A line of a stream of server-sent events (HTML, section 9.2).
enum EventStreamLine {
    static func part(of line: ArraySlice<UInt8>) -> LinePart {
        if line.isEmpty { return .end }
        if line.solid == nil { return .nothing }
        // The longest name has five bytes.
        let colon = line.prefix(6).firstIndex(of: UInt8(ascii: ":"))
        guard colon != nil || line.count <= 5 else { return .fault(fault) }
        switch String(decoding: line[..<(colon ?? line.endIndex)], as: UTF8.self) {
        case "", "event", "id", "retry": return .nothing
        case "data":
            var value = line[(colon.map { $0 + 1 } ?? line.endIndex)...]
            if value.first == UInt8(ascii: " ") { value.removeFirst() }
            return .piece(LinePiece(bytes: value, isLast: false, isOwnLine: true))
        default: return .fault(fault)
        }
    }

    private static var fault: String { "no line of an event stream: it begins with none of data, event, id, retry and a colon" }
}

/// A line of a body for Elasticsearch's bulk API.
enum BulkLine {
    /// What is done with a record.
    enum Action: String, CaseIterable {
        case index, create, update, delete
    }

    /// The action that a line has.
    static func action(of line: ArraySlice<UInt8>) -> Action? {
        guard line.count <= longest, let value = try? ModelDecoder().decode(JSONValue.self, from: line), case .object(let object) = value,
            object.count == 1, let (key, value) = object.first.map({ ($0.key, $0.value) }), case .object = value
        else { return nil }
        return Action(rawValue: key)
    }

    /// Bytes of a line that is looked at for an action.
    private static var longest: Int { 16 << 10 }

    static func part(of line: ArraySlice<UInt8>, isOpen: Bool) -> LinePart {
        if line.solid == nil { return .nothing }
        if isOpen { return .piece(LinePiece(bytes: line, isLast: true)) }
        switch action(of: line) {
        case .index, .create: return .begin(fault: nil)
        case .update: return .begin(fault: "an update of a bulk request, which has a part of a record only")
        case .delete: return .fault("a delete of a bulk request, which has no record")
        case nil: return .fault("no action of a bulk request: no object with index, create, update or delete alone")
        }
    }
}
#endif
