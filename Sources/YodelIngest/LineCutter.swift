#if Ingest
import Yodel

typealias LineStart = IngestPlace.LineStart

/// A line of an input.
struct WrappedLine {
    /// Without its end; empty if it is too long.
    var bytes: ArraySlice<UInt8>
    let start: LineStart
    /// Bytes of it, its end included.
    let length: Int
    let isTooLong: Bool
    /// Place of the line's first byte in `bytes`.
    let first: Int

    var end: Int { start.offset + length }
}

/// Cuts an input into lines.
struct LineCutter {
    /// The start of the line at hand, as far as it has come; nothing if it is too long.
    private var carry: [UInt8] = []
    /// Bytes of that line so far.
    private var length = 0
    private(set) var start: LineStart
    /// Bytes that a line may have.
    private let limit: Int

    init(from start: LineStart, limit: Int) {
        (self.start, self.limit) = (start, limit)
    }

    /// Takes the next bytes.
    ///
    /// - Parameter each: Gets each line that has ended.
    mutating func cut(_ chunk: ArraySlice<UInt8>, _ each: (WrappedLine) throws -> Void) rethrows {
        var rest = chunk
        while let feed = rest.firstIndex(of: 0x0A) {
            let line = line(rest[..<feed], hasFeed: true)
            rest = rest[(feed + 1)...]
            (carry, length) = ([], 0)
            start = LineStart(offset: line.end, line: line.start.line + 1)
            try each(line)
        }
        keep(rest)
    }

    /// The line that has not ended; nil if it has no byte.
    var rest: WrappedLine? { length > 0 ? line([], hasFeed: false) : nil }

    private mutating func keep(_ part: ArraySlice<UInt8>) {
        length += part.count
        if length <= limit { carry += part } else { carry = [] }
    }

    private func line(_ part: ArraySlice<UInt8>, hasFeed: Bool) -> WrappedLine {
        let length = length + part.count
        let isTooLong = length > limit
        var bytes = isTooLong ? [] : carry.isEmpty ? part : (carry + part)[...]
        let first = bytes.startIndex
        if hasFeed && bytes.last == 0x0D { bytes.removeLast() }
        if start.offset == 0 && bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
        return WrappedLine(bytes: bytes, start: start, length: length + (hasFeed ? 1 : 0), isTooLong: isTooLong, first: first)
    }
}
#endif
