/// Where lines begin in a text of which the places of many offsets are asked for, in any order. Each part of the text is looked at once, when it is first
/// reached, and afterwards no more than a block of it for each place: errors that a program catches cost no look at the whole document.
struct LineTable {
    private static let blockSize = 1024

    /// The lines before each block, as far as a place has been asked for.
    private var counters: [LineCounter] = []

    /// Forgets the text.
    mutating func reset() {
        if !counters.isEmpty { counters = [] }
    }

    /// - Parameter bytes: The text, the same at each call.
    mutating func location(of offset: Int, in bytes: BorrowedBytes) -> SourceLocation {
        let offset = min(max(offset, 0), bytes.count)
        let block = offset / Self.blockSize
        if counters.isEmpty { counters.append(LineCounter()) }
        while counters.count <= block {
            let start = (counters.count - 1) * Self.blockSize
            var counter = counters[counters.count - 1]
            counter.pass(bytes.part(start..<start + Self.blockSize), from: start)
            counters.append(counter)
        }
        let start = block * Self.blockSize
        return counters[block].location(of: offset, in: bytes.part(start...), from: start)
    }
}
