/// Event lines in chunks, made when they are asked for: a stream of any length in the memory of one chunk.
struct EventStream: ~Copyable {
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
    ///   - byteCount: The stream has at least as many, and ends with a whole line.
    ///   - chunkBytes: Of each chunk but the last. Chunks end where they do, be it in a line.
    init(byteCount: Int, chunkBytes: Int) {
        self.chunkBytes = chunkBytes
        wanted = byteCount
        buffer = .allocate(byteCount: chunkBytes + EventText.longestLine, alignment: 64)
    }

    deinit { buffer.deallocate() }

    /// The next chunk, which stays until the one after it; nil behind the last one.
    mutating func next() -> UnsafeRawBufferPointer? {
        count -= handedOut
        UnsafeMutableRawBufferPointer(rebasing: buffer[..<count])
            .copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[handedOut..<handedOut + count]))
        var writer = EventWriter(UnsafeMutableRawBufferPointer(rebasing: buffer[count...]))
        while count + writer.count < chunkBytes, writer.count < wanted {
            EventText.line(lines, &writer, &random)
            lines += 1
        }
        wanted -= writer.count
        count += writer.count
        handedOut = min(count, chunkBytes)
        return handedOut > 0 ? UnsafeRawBufferPointer(rebasing: buffer[..<handedOut]) : nil
    }
}
