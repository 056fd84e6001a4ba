internal import CScan

/// Counts lines over bytes that are about to be forgotten, so that a later fault can still tell its line and column.
struct LineCounter {
    private var line = 1
    /// Offset of the first byte of the line.
    private var lineStart = 0

    init() {}

    /// Goes on inside a line that begins at an offset.
    init(line: Int, lineStart: Int) {
        self.line = line
        self.lineStart = lineStart
    }

    /// Counts the line feeds of bytes that are left behind.
    mutating func pass(_ bytes: BorrowedBytes, from offset: Int) {
        guard let base = unsafe bytes.baseAddress, bytes.count > 0 else { return }
        var last = 0
        let count = unsafe Int(yodel_count_newlines(base, bytes.count, &last))
        if count > 0 {
            line += count
            lineStart = offset + last + 1
        }
    }

    /// Counts one line feed, that before an offset.
    mutating func pass(lineEnding offset: Int) {
        line += 1
        lineStart = offset
    }

    /// The place of an offset, of which the bytes from `start` are at hand.
    func location(of offset: Int, in bytes: BorrowedBytes, from start: Int) -> SourceLocation {
        var counter = self
        let count = max(0, min(offset - start, bytes.count))
        counter.pass(bytes.part(..<count), from: start)
        return counter.place(of: offset)
    }

    /// The place of an offset on the line that has been reached.
    func place(of offset: Int) -> SourceLocation {
        SourceLocation(offset: offset, line: line, column: offset - lineStart + 1)
    }
}
