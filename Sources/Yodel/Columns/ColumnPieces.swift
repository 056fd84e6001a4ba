// Files of lines as pieces of some MiB, each read into columns as if it were alone, whichever thread has it; put in order again they are counted through,
// as `ParallelLines` does it with models.
//
// What a piece becomes may be many times as large as its text: short lines that fail, or that lack most of a model's properties. So a thread that holds
// enough of a piece leaves the rest of it, which is read when it is asked for.

/// Files that are read together.
struct ColumnFiles: Sendable {
    /// A file as it is when the reading begins.
    struct Entry: Sendable {
        let file: ScannedFile
        /// The bytes that are read: lines that begin in them.
        let range: Range<Int>
        /// Bytes that the file has at least, if nobody truncates it while it is read.
        var expectedBytes: Int { max(range.upperBound, file.size) }
        /// Where the reading begins.
        let position: ReadingPosition
        /// The number of its first piece.
        let firstPiece: Int
    }

    let entries: [Entry]
    let pieceBytes: Int
    /// About as many bytes of columns and failures a thread holds of a piece before it leaves the rest.
    let heldBytes: Int
    let pieceCount: Int
    /// Bytes of all files that are read.
    let totalBytes: Int

    /// - Parameters:
    ///   - files: The files, each with the bytes of it that are read and where its reading begins.
    init(_ files: [(file: ScannedFile, range: Range<Int>, position: ReadingPosition)], pieceBytes: Int, heldBytes: Int = 64 << 20) {
        var entries: [Entry] = []
        var (count, bytes) = (0, 0)
        for file in files {
            entries.append(Entry(file: file.file, range: file.range, position: file.position, firstPiece: count))
            // A file without bytes is one piece too.
            count += max((file.range.count + pieceBytes - 1) / pieceBytes, 1)
            bytes += file.range.count
        }
        self.entries = entries
        self.pieceBytes = pieceBytes
        self.heldBytes = heldBytes
        pieceCount = count
        totalBytes = bytes
    }

    /// The file that a piece is of, and its place among that file's.
    func piece(_ index: Int) -> (file: Int, piece: Int) {
        var (low, high) = (0, entries.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if entries[middle].firstPiece <= index { low = middle } else { high = middle }
        }
        return (low, index - entries[low].firstPiece)
    }
}

/// A file that is opened when its turn comes, and stays open until its last piece has been read, whatever takes its name meanwhile.
final class ScannedFile: Sendable {
    let path: String
    /// Bytes of the file when the reading began.
    let size: Int
    private let file: Guarded<InputFile?>

    init(_ path: String, size: Int) {
        self.path = path
        self.size = size
        file = Guarded(nil)
    }

    /// A file that is open already.
    init(_ file: InputFile) {
        path = file.path
        // A file that does not tell its size cannot be read either, which says why.
        size = (try? file.size()) ?? 0
        self.file = Guarded(file)
    }

    /// The file, after it has been opened if it was not.
    func opened() throws(ModelError) -> InputFile {
        let result = file.withLock { file in
            Result { () throws(ModelError) in
                if let file { return file }
                let opened = try InputFile(path)
                file = opened
                return opened
            }
        }
        return try result.get()
    }

    func close() { file.withLock { $0 = nil } }
}

/// A piece that has been read.
struct ColumnPiece: Sendable {
    let file: Int
    /// Its columns in parts of a batch each. What has ended the reading stands in the last one.
    let parts: [LinePiece<ColumnSet>]
    /// Bytes that have been read.
    let bytes: Int
    /// What has been left of it.
    let rest: PieceRest?
}

/// What a thread has left of a piece: the lines from a place on.
struct PieceRest: Sendable {
    /// The number of the piece.
    let piece: Int
    let offset: Int
    let column: Int
}

/// Ends the reading of a piece of which a thread holds enough.
private struct PieceIsHeld: Error {}

extension ColumnTask {
    /// Bytes of a file that are read at a time.
    static var chunkBytes: Int { 256 << 10 }

    /// Reads a piece of a file.
    ///
    /// - Parameter left: What has been left of it, to be read now; nil: all of it.
    func piece(_ index: Int, of files: ColumnFiles, from left: PieceRest? = nil, isStopped: () -> Bool) -> ColumnPiece {
        let (fileIndex, number) = files.piece(index)
        let entry = files.entries[fileIndex]
        let isFirst = number == 0 && left == nil
        let lower = entry.range.lowerBound + number * files.pieceBytes
        let upper = min(lower + files.pieceBytes, max(entry.range.upperBound, lower))
        let range = min(left?.offset ?? lower, upper)..<upper
        var start = isFirst ? entry.position : ReadingPosition()
        start.offset = range.lowerBound
        if let left { start.column = left.column }
        var parts: [LinePiece<ColumnSet>] = []
        var (bytes, heldBytes) = (0, 0)
        var rest: PieceRest?
        do {
            // Of an empty file nothing is read; that it can be is looked at all the same.
            let file = try entry.file.opened()
            var chunks = FileChunks(
                file, piece: range, isFirst: isFirst || left != nil, expecting: entry.expectedBytes, chunkBytes: Self.chunkBytes)
            try chunks.align()
            start.offset = chunks.offset
            var reader = try RecordReader(.lines, rules.reading.ofPiece, from: start) { decoder }
            let batch = ColumnBatchBuilder(self, from: start, keepsEveryFailure: rules.reading.limitsFailures)
            var failure: (any Error)?
            do {
                while let chunk = try chunks.next() {
                    if isStopped() { throw CancellationError() }
                    bytes += chunk.count
                    try reader.read(chunk, isLast: false, into: batch) { part in
                        parts.append(Self.piece(part, isFirst: parts.isEmpty))
                        heldBytes += part.heldBytes
                        guard heldBytes >= files.heldBytes else { return }
                        rest = PieceRest(piece: index, offset: part.end.offset, column: part.end.column)
                        throw PieceIsHeld()
                    }
                }
                try reader.read(.none, isLast: true, into: batch) { part in
                    parts.append(Self.piece(part, isFirst: parts.isEmpty))
                }
            } catch is PieceIsHeld {
                bytes = reader.position.offset - start.offset
            } catch {
                failure = error
            }
            let end = reader.position
            let hasMore = rest == nil && (batch.hasRecords || end.offset != parts.last?.end.offset || parts.isEmpty)
            if failure != nil || hasMore {
                let part = batch.take(end, reader.failedRecords)
                parts.append(Self.piece(part, isFirst: parts.isEmpty, failure))
            }
        } catch {
            rest = nil
            parts = [
                LinePiece(content: pool.take(), failures: [], start: start, end: start, failedRecords: 0, error: error, isLast: true)
            ]
        }
        return ColumnPiece(file: fileIndex, parts: parts, bytes: bytes, rest: rest)
    }

    /// A part of a piece as one that is counted from its own start, as a piece is.
    private static func piece(_ part: ColumnPart, isFirst: Bool, _ error: (any Error)? = nil) -> LinePiece<ColumnSet> {
        let (records, lines) = isFirst ? (0, 0) : (part.start.records, part.start.line - 1)
        var (start, end) = (part.start, part.end)
        start.records -= records
        start.line -= lines
        end.records -= records
        end.line -= lines
        return LinePiece(
            content: part.set, failures: part.failures.map { $0.behind(records: -records, lines: -lines) }, start: start, end: end,
            failedRecords: part.failedRecords, error: (error as? ModelError).map { $0.behind(lines: -lines) } ?? error, isLast: false)
    }
}
