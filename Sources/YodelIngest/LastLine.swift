#if Ingest
import Yodel

// A file may be read while a program writes it, so that its last line may be half written. Without a line feed at its end such a line is a record only if nothing that
// is added can make another one of it:
//
//     {"id":1}       complete: a record, which a line feed may still follow
//     {"id":1,"na    left to the next run
//     12             left: the line may become 123
//
// Of a pipe, or a body, no run gets more than this one: there the rest is the last record.

/// A last line that has not been finished.
struct UnfinishedLine: Sendable, Hashable {
    /// Where it begins, in the content.
    let offset: Int
    let length: Int
}

/// What an input has after its last line feed.
struct LastLine {
    /// The bytes; none if they are more than a record may have.
    private var bytes: [UInt8] = []
    private var length = 0
    /// Offset after all bytes.
    private var end: Int
    /// Bytes that a record may have.
    private let limit: Int

    /// - Parameters:
    ///   - offset: Where the input goes on.
    ///   - limit: Bytes that a record may have.
    init(at offset: Int, limit: Int) {
        (end, self.limit) = (offset, limit)
    }

    /// The last line of a part of a file.
    ///
    /// - Parameters:
    ///   - start: Where the part begins.
    ///   - end: Where it ends.
    ///   - limit: Bytes that a record may have.
    ///   - isStopped: Whether nothing will be read of the part: the line need not be found then. It may be as long as a disk is large.
    init(of file: ModelFile, from start: Int, to end: Int, limit: Int, isStopped: () -> Bool) throws(ModelError) {
        var first = max(end, start)
        while first > start && !isStopped() {
            let lower = max(first - Self.window, start)
            let part = try file.bytes(first - lower, at: lower)
            guard let feed = part.lastIndex(of: 0x0A) else {
                first = lower
                continue
            }
            first = lower + feed + 1
            break
        }
        self.init(at: max(end, start), limit: limit)
        length = self.end - first
        if length <= limit { bytes = try file.bytes(length, at: first) }
    }

    /// Bytes of a file that are looked at, at a time, for its last line feed.
    private static var window: Int { 16 << 10 }

    /// Takes the next bytes of the input.
    mutating func add(_ chunk: ArraySlice<UInt8>) {
        end += chunk.count
        var rest = chunk
        if let feed = chunk.lastIndex(of: 0x0A) {
            rest = chunk[(feed + 1)...]
            length = 0
            bytes.removeAll(keepingCapacity: true)
        }
        length += rest.count
        if length <= limit { bytes += rest } else { bytes = [] }
    }

    /// The line, if it is neither blank nor complete.
    var unfinished: UnfinishedLine? {
        length > limit || !Self.isComplete(bytes) ? UnfinishedLine(offset: end - length, length: length) : nil
    }

    /// Whether bytes are blank, or objects, arrays and strings that have ended.
    static func isComplete(_ line: [UInt8]) -> Bool {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let bytes = line.starts(with: mark) ? Array(line.dropFirst(mark.count)) : line
        guard let first = bytes.first(where: { !ASCII.isSpace($0) }) else { return true }
        guard "{[\"".utf8.contains(first) else { return false }
        do {
            // Where a value ends is told by its brackets and quotes, whatever stands between them.
            var reading = ReadingOptions()
            reading.maximumRecordBytes = bytes.count
            var reader = try ModelReader(JSONValue.self, framing: .values, reading: reading)
            try reader.read(bytes) { _ in }
            let end = reader.position.offset
            return end > 0 && bytes[end...].allSatisfy(ASCII.isSpace)
        } catch {
            return false
        }
    }
}

/// What the end of a source has shown.
struct SourceEnding: Sendable {
    /// The last line, which is left to the next run.
    let unfinishedLine: UnfinishedLine?
    /// The bytes that the source begins with; empty if it was not read from its start.
    let opening: [UInt8]
    /// How its records follow each other.
    let framing: IngestFraming

    init(_ reading: any SourceReading) throws {
        unfinishedLine = reading.unfinishedLine
        opening = try reading.opening()
        framing = reading.framing
    }
}
#endif
