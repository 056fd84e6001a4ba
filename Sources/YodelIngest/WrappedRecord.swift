#if Ingest
import Yodel

/// A record out of lines that have something around it, or as much of it as there is.
struct WrappedRecord {
    /// Where bytes of it stand.
    private struct Piece {
        /// Bytes of the record before it.
        let first: Int
        let offset: Int
        let line: Int
        let column: Int
        let isVerbatim: Bool
    }

    /// Its first line.
    let start: LineStart
    /// Empty if they are more than a record may have.
    private(set) var bytes: ArraySlice<UInt8> = []
    private(set) var length = 0
    private(set) var isTooLong = false
    /// Why it is no record, whatever its bytes are.
    let fault: String?
    private var firstPiece: Piece?
    /// No more than ``maximumPieces``: a piece may have one byte, and its place takes many.
    private var otherPieces: [Piece] = []

    private static var maximumPieces: Int { 4_096 }

    init(at start: LineStart, fault: String? = nil) {
        (self.start, self.fault) = (start, fault)
    }

    /// Adds a piece.
    ///
    /// - Parameter limit: Bytes that a record may have.
    mutating func add(_ piece: LinePiece, of line: WrappedLine, limit: Int) {
        let isFirst = firstPiece == nil
        let gap = piece.isOwnLine && !isFirst ? 1 : 0
        if otherPieces.count < Self.maximumPieces {
            // What is not verbatim, or one of too many, stands somewhere in its line, or behind it.
            let isVerbatim = piece.isVerbatim && otherPieces.count < Self.maximumPieces - 1
            let column = isVerbatim ? piece.bytes.startIndex - line.first : 0
            let place = Piece(
                first: length + gap, offset: line.start.offset + column, line: line.start.line, column: column + 1, isVerbatim: isVerbatim)
            if isFirst { firstPiece = place } else { otherPieces.append(place) }
        }
        length += gap + piece.bytes.count
        if line.isTooLong || length > limit { isTooLong = true }
        if isTooLong {
            bytes = []
        } else if isFirst {
            // What is read on is a copy: the bytes are lent.
            bytes = piece.isLast ? piece.bytes : Array(piece.bytes)[...]
        } else {
            if gap > 0 { bytes.append(0x0A) }
            bytes += piece.bytes
        }
    }

    /// Adds a line of which nothing is known but that it is too long.
    mutating func add(tooLong line: WrappedLine) {
        (isTooLong, bytes) = (true, [])
        length += line.length
    }

    /// Where its first byte stands.
    var offset: Int { firstPiece?.offset ?? start.offset }
    var line: Int { firstPiece?.line ?? start.line }

    /// Why it is no record, if that is known without looking into it.
    ///
    /// - Parameter limit: Bytes that a record may have.
    func fault(limit: Int) -> ModelError? {
        if let fault { return .ofRecord(.mismatch, .invalidValue, fault, line: line, offset: offset) }
        return isTooLong ? .recordTooLong(limit, line: line, offset: offset) : nil
    }

    /// An error of the record, whose offset counts from the record's start, as one of the input.
    func located(_ error: ModelError) -> ModelError {
        guard error.line > 0, let firstPiece else { return error }
        let piece = otherPieces.last { $0.first <= error.offset } ?? firstPiece
        let distance = piece.isVerbatim ? max(error.offset - piece.first, 0) : 0
        return error.moved(toLine: piece.line, column: piece.column + distance, offset: piece.offset + distance)
    }

    /// Whether it is a record as it stands: nothing that is added to it makes another one of it.
    var isComplete: Bool { !isTooLong && fault == nil && firstPiece != nil && LastLine.isComplete(Array(bytes)) }
    var isBlank: Bool { !isTooLong && fault == nil && bytes.allSatisfy(ASCII.isSpace) }
}

/// Gathers records out of lines that have something around them.
struct RecordGatherer {
    /// What a line has completed.
    enum Outcome {
        /// Nothing: it has nothing of a record.
        case nothing
        /// A record goes on.
        case more
        case record(WrappedRecord)
        /// The line is none of the format.
        case fault(String)
    }

    private let wrapping: IngestFraming.Wrapping
    /// Bytes that a record may have.
    private let limit: Int
    /// The records that have begun, by stream.
    private var open = [WrappedRecord?](repeating: nil, count: IngestFraming.Wrapping.streams)

    init(_ wrapping: IngestFraming.Wrapping, limit: Int) {
        (self.wrapping, self.limit) = (wrapping, limit)
    }

    /// The first line of the records that have begun.
    var start: LineStart? { open.compactMap { $0?.start }.min { $0.offset < $1.offset } }
    /// The records that have begun, in the order of their first lines.
    var unfinished: [WrappedRecord] { open.compactMap(\.self).sorted { $0.start.offset < $1.start.offset } }

    /// Takes the next line.
    mutating func take(_ line: WrappedLine) -> Outcome {
        if line.isTooLong { return take(tooLong: line) }
        switch wrapping.part(of: line.bytes, isOpen: open[0] != nil) {
        case .nothing: return .nothing
        case .fault(let why): return .fault(why)
        case .begin(let fault):
            open[0] = WrappedRecord(at: line.start, fault: fault)
            return .more
        case .end: return end(0)
        case .piece(let piece):
            var record = open[piece.stream] ?? WrappedRecord(at: line.start)
            // Only here from now on, so that what is added is not added to a copy.
            open[piece.stream] = nil
            record.add(piece, of: line, limit: limit)
            guard piece.isLast else {
                open[piece.stream] = record
                return .more
            }
            return .record(record)
        }
    }

    /// Takes a line that is longer than one may be: which record it is of is not known.
    private mutating func take(tooLong line: WrappedLine) -> Outcome {
        if wrapping == .sse && open[0] == nil { open[0] = WrappedRecord(at: line.start) }
        guard open.contains(where: { $0 != nil }) else {
            var record = WrappedRecord(at: line.start)
            record.add(tooLong: line)
            return .record(record)
        }
        for stream in open.indices { open[stream]?.add(tooLong: line) }
        return wrapping == .bulk ? end(0) : .more
    }

    private mutating func end(_ stream: Int) -> Outcome {
        guard let record = open[stream] else { return .nothing }
        open[stream] = nil
        return wrapping.isEnd(record.bytes) ? .nothing : .record(record)
    }

    /// Hands out the records that have begun: nothing follows.
    mutating func finish() -> [WrappedRecord] {
        defer { open = open.map { _ in nil } }
        return unfinished.filter { !wrapping.isEnd($0.bytes) }
    }
}
#endif
