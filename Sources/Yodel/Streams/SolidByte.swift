/// The last byte of a value so far that is no white space, in whichever chunk it stands.
struct SolidByte {
    private(set) var byte: UInt8 = 0
    /// Offset after it.
    private(set) var end = 0

    /// The last such byte before an index of a chunk.
    ///
    /// - Parameters:
    ///   - start: Index of the chunk's first byte that belongs to the value. If only white space stands from there on, this byte is still the last one.
    ///   - offset: Offset of the chunk's first byte.
    func before(_ index: Int, of chunk: BorrowedBytes, from start: Int, at offset: Int) -> SolidByte {
        var next = index
        while next > start {
            next -= 1
            if !ASCII.isSpace(chunk[next]) { return SolidByte(byte: chunk[next], end: offset + next + 1) }
        }
        return self
    }
}
