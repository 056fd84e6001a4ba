/// Event lines in chunks, made when they are asked for: a stream of any length in the memory of one chunk.
struct EventStream: ~Copyable {
    enum Form {
        /// One line behind the other.
        case lines
        /// The elements of an array in one document, which has a number on each side of it.
        case document
    }

    private static let start: StaticString = #"{"before":1,"events":["#
    private static let end: StaticString = #"],"after":2}"#

    private let form: Form
    private let chunkBytes: Int
    private let buffer: UnsafeMutableRawBufferPointer
    /// Bytes of the buffer that have been handed out, and those that are there.
    private var (handedOut, count) = (0, 0)
    private var random = EventText.random
    /// Lines that have been made.
    private(set) var lines = 0
    /// Bytes that are still to be made, until the line that completes them ends.
    private var wanted: Int

    /// - Parameters:
    ///   - form: What the lines are.
    ///   - byteCount: The stream has at least as many, and ends with a whole line.
    ///   - chunkBytes: Of each chunk but the last. Chunks end where they do, be it in a line.
    init(_ form: Form = .lines, byteCount: Int, chunkBytes: Int) {
        self.form = form
        self.chunkBytes = chunkBytes
        wanted = byteCount
        let ends = Self.start.utf8CodeUnitCount + Self.end.utf8CodeUnitCount
        buffer = .allocate(byteCount: chunkBytes + EventText.longestLine + ends, alignment: 64)
    }

    deinit { buffer.deallocate() }

    /// The next chunk, which stays until the one after it; nil behind the last one.
    mutating func next() -> UnsafeRawBufferPointer? {
        count -= handedOut
        UnsafeMutableRawBufferPointer(rebasing: buffer[..<count])
            .copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[handedOut..<handedOut + count]))
        var writer = EventWriter(UnsafeMutableRawBufferPointer(rebasing: buffer[count...]))
        while count + writer.count < chunkBytes, writer.count < wanted {
            if form == .document { writer.text(lines == 0 ? Self.start : ",") }
            EventText.line(lines, &writer, &random)
            lines += 1
        }
        let isLast = wanted > 0 && writer.count >= wanted
        if form == .document, isLast { writer.text(Self.end) }
        wanted -= writer.count
        count += writer.count
        handedOut = min(count, chunkBytes)
        return handedOut > 0 ? UnsafeRawBufferPointer(rebasing: buffer[..<handedOut]) : nil
    }
}
