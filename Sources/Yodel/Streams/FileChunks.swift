internal import YodelSystem

// The bytes of a file, or of the lines that begin in a range of it, chunk by chunk through one buffer. A line belongs to the range that its first
// byte is in, so that ranges which lie side by side share out all lines, wherever their bounds fall:
//
//     {"id":1}\n{"id":2}\n{"id":3}\n
//     |---- range 1 ---|- range 2 -|      range 1: lines 1 and 2; range 2: line 3
//
// A range's first line therefore begins behind the first line feed from the byte before the range on, and its last one is read to its end.
//
// A file that ends before it should has been truncated while it was read. That is an error: what ends with it may be a part of a line, and lines
// are missing.

/// Reads a file in chunks.
@safe struct FileChunks: ~Copyable {
    private let file: InputFile
    /// Memory for a chunk, which is the reader's own.
    private let buffer: MutableAddress
    private let capacity: Int
    /// Offset of the next byte.
    private(set) var offset: Int
    private let end: Int
    /// Bytes that the file has at least, unless somebody truncates it: those that it had when the reading began.
    private let expectedBytes: Int
    /// Bytes that the file had when the last ones were read; 0 if none have been.
    private var knownBytes = 0
    private var isAligned: Bool
    private var isLineOpen = false
    /// Whether the file has ended, be it in the range or at its end.
    private(set) var isAtEnd = false

    /// What is read at a time to find an end of line: few bytes, since lines are short.
    static let stride = 16 << 10
    /// More is not read at a time, whatever the caller asks for: it need not be there as memory.
    static let largestChunk = 1 << 30

    /// The lines that begin in a range.
    ///
    /// - Parameter size: Bytes of the file when the reading began.
    init(_ file: InputFile, linesIn range: Range<Int>, expecting size: Int, chunkBytes: Int) {
        self.init(file, range, isAligned: range.lowerBound <= 0, expecting: size, chunkBytes: chunkBytes)
    }

    /// The lines that begin in a range, the first of them with it; all bytes from its start on if it has no end.
    ///
    /// - Parameter size: Bytes of the file when the reading began.
    init(_ file: InputFile, firstLinesOf range: Range<Int>, expecting size: Int, chunkBytes: Int) {
        self.init(file, range, isAligned: true, expecting: size, chunkBytes: chunkBytes)
    }

    /// The lines of a piece of a file.
    ///
    /// - Parameters:
    ///   - isFirst: Whether the reading begins with it: its first line does too, then.
    ///   - size: Bytes of the file when the reading began.
    init(_ file: InputFile, piece range: Range<Int>, isFirst: Bool, expecting size: Int, chunkBytes: Int) {
        if isFirst {
            self.init(file, firstLinesOf: range, expecting: size, chunkBytes: chunkBytes)
        } else {
            self.init(file, linesIn: range, expecting: size, chunkBytes: chunkBytes)
        }
    }

    private init(_ file: InputFile, _ range: Range<Int>, isAligned: Bool, expecting size: Int, chunkBytes: Int) {
        self.file = file
        offset = max(range.lowerBound, 0)
        end = range.upperBound
        expectedBytes = size
        self.isAligned = isAligned
        capacity = min(max(chunkBytes, 1), Self.largestChunk)
        buffer = .allocate(byteCount: capacity, alignment: 16)
    }

    deinit { unsafe buffer.deallocate() }

    /// The next chunk; nil behind the last one.
    ///
    /// - Returns: Bytes of the buffer, which stay until the next call.
    /// - Throws: An error of category `input` if the file cannot be read, or has been truncated; the bytes before its end have been handed out.
    mutating func next() throws(ModelError) -> BorrowedBytes? {
        try align()
        if !isAtEnd, let chunk = try nextInFile() { return chunk }
        if isAtEnd { try checkEnd() }
        return nil
    }

    private mutating func nextInFile() throws(ModelError) -> BorrowedBytes? {
        if offset < end {
            let chunk = try fill(end - offset)
            isLineOpen = end < .max && chunk.last != 0x0A
            return chunk.isEmpty ? nil : chunk
        }
        guard isLineOpen else { return nil }
        let chunk = try fill(Self.stride)
        guard let length = Self.lineFeed(in: chunk).map({ $0 + 1 }) else { return chunk.isEmpty ? nil : chunk }
        isLineOpen = false
        isAtEnd = false
        offset -= chunk.count - length
        return chunk.part(..<length)
    }

    /// Looks whether the file, which ends after what has been read, has been truncated.
    private func checkEnd() throws(ModelError) { try file.checkEnd(at: offset, expecting: expectedBytes, known: knownBytes) }

    /// Goes to the first line that begins in the range; to the range's end if none does.
    ///
    /// - Throws: As ``next()``.
    mutating func align() throws(ModelError) {
        guard !isAligned else { return }
        isAligned = true
        guard offset < end else { return }
        offset -= 1
        while offset < end - 1 {
            let start = offset
            let chunk = try fill(min(Self.stride, end - 1 - offset))
            if let found = Self.lineFeed(in: chunk) {
                offset = start + found + 1
                isAtEnd = false
                return
            }
            if isAtEnd { return try checkEnd() }
        }
        offset = end
    }

    /// Reads at most `limit` bytes.
    private mutating func fill(_ limit: Int) throws(ModelError) -> BorrowedBytes {
        let limit = min(limit, capacity)
        // SAFETY: the buffer has room for as much; so many of its bytes are then there.
        let count = unsafe try file.read(UnsafeMutableRawBufferPointer(start: buffer.raw, count: limit), at: offset)
        offset += count
        if count > 0 { knownBytes = offset }
        isAtEnd = count < limit
        return unsafe BorrowedBytes(start: buffer.assumingMemoryBound(to: UInt8.self), count: count)
    }

    private static func lineFeed(in bytes: BorrowedBytes) -> Int? {
        bytes.lineFeed(from: 0, to: bytes.count)
    }
}

extension InputFile {
    /// Where the first line begins that does so in a range; the range's end if none does.
    ///
    /// - Parameter size: Bytes of the file when the reading began.
    func firstLine(in range: Range<Int>, expecting size: Int) throws(ModelError) -> Int {
        var chunks = FileChunks(self, linesIn: range, expecting: size, chunkBytes: FileChunks.stride)
        try chunks.align()
        return chunks.offset
    }

    /// Cuts the file into ranges of about the same size that begin and end with lines.
    ///
    /// - Parameter count: How many are wanted, at least 1. There are fewer if the file has too few lines, none if it is empty.
    func ranges(_ count: Int) throws(ModelError) -> [Range<Int>] {
        let size = try size()
        // No more than bytes; what is multiplied below cannot overflow.
        let count = max(min(count, size, 1 << 31), 1)
        var ranges: [Range<Int>] = []
        var start = 0
        for index in 1..<count + 1 where start < size {
            var end = size
            if index < count {
                let (share, rest) = size.quotientAndRemainder(dividingBy: count)
                let bound = index * share + rest * index / count
                guard bound > start else { continue }
                end = min(try firstLine(in: bound..<size, expecting: size), size)
            }
            ranges.append(start..<end)
            start = end
        }
        return ranges
    }
}

extension BorrowedBytes {
    /// Where the first line feed between two places is.
    func lineFeed(from start: Int, to end: Int) -> Int? { place(of: 0x0A, from: start, to: end) }

    /// Where a byte stands first between two places.
    @inline(__always)
    func place(of byte: UInt8, from start: Int, to end: Int) -> Int? {
        guard start < end, let base = unsafe baseAddress else { return nil }
        precondition(start >= 0 && end <= count, "a search beyond the bytes")
        // SAFETY: both places are in the buffer.
        guard let found = unsafe memchr(base + start, Int32(byte), end - start) else { return nil }
        return unsafe UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }

    /// Where the lines are that begin in a range: as `FileChunks` has it.
    func linesBeginning(in range: Range<Int>) -> Range<Int> {
        let range = range.clamped(to: 0..<count)
        guard !range.isEmpty else { return range }
        var start = range.lowerBound
        if start > 0 {
            guard let found = lineFeed(from: start - 1, to: range.upperBound - 1) else {
                return range.upperBound..<range.upperBound
            }
            start = found + 1
        }
        return start..<(lineFeed(from: range.upperBound - 1, to: count).map { $0 + 1 } ?? count)
    }
}
