// Of input in chunks, what lies behind is forgotten, but some places are asked for later: where an object began that turns out to be none, or
// a token that was kept. Their lines are worked out while the bytes are at hand: of such an object's start at once, of the inside of what
// is kept by the line feeds in it.

/// The lines of a document that comes in chunks.
final class LineHistory {
    private var counter = LineCounter()
    /// Bytes that have been counted.
    private var end = 0
    /// Places that may be asked for, in their order.
    private var marks: [(rank: Int, place: SourceLocation)] = []
    /// Line feeds since the last mark, if they are kept.
    private var lineFeeds: [Int] = []
    private var keepsLineFeeds = false
    /// The place from which on every line is kept, if one is.
    private var base: SourceLocation?
    /// Line feeds since then.
    private var allLineFeeds: [Int] = []
    /// Whether these are not asked for once more bytes are counted. Until then they are: what has just been mapped may yet fail.
    private var isOver = false

    /// Counts bytes; those that have been counted before are stepped over.
    ///
    /// - Parameter offset: Of the first of them.
    func pass(_ bytes: UnsafeBufferPointer<UInt8>, from offset: Int) {
        endIfOver()
        let skipped = max(end - offset, 0)
        guard skipped < bytes.count else { return }
        let rest = unsafe UnsafeBufferPointer(rebasing: bytes[skipped...])
        unsafe counter.pass(rest, from: offset + skipped)
        if keepsLineFeeds || base != nil {
            for index in rest.indices where unsafe rest[index] == UInt8(ascii: "\n") {
                if keepsLineFeeds { lineFeeds.append(offset + skipped + index) }
                if base != nil { allLineFeeds.append(offset + skipped + index) }
            }
        }
        end = offset + bytes.count
    }

    /// Notes the place up to which bytes have been counted: where a container begins, or a scalar inside the innermost one. It goes when a
    /// container is noted that does not stand inside the one that holds it.
    ///
    /// - Parameters:
    ///   - depth: How many containers are open there, the noted one included.
    ///   - isContainer: Whether it is a container.
    ///   - keepsLineFeeds: Whether what follows may be asked for, too, until `forgetInside`.
    func mark(depth: Int, isContainer: Bool, keepsLineFeeds: Bool) {
        let rank = isContainer ? 2 * depth : 2 * depth + 1
        while isContainer, let last = marks.last, last.rank >= rank { marks.removeLast() }
        marks.append((rank, counter.place(of: end)))
        lineFeeds.removeAll(keepingCapacity: true)
        self.keepsLineFeeds = keepsLineFeeds
    }

    /// What follows the last mark is not asked for any more.
    func forgetInside() {
        lineFeeds.removeAll(keepingCapacity: true)
        keepsLineFeeds = false
    }

    /// Keeps every line from a token on, until `forgetAll`.
    ///
    /// - Parameter offset: Of the token's first byte. From there to what has been counted there is no line feed.
    func keepAll(from offset: Int) {
        endIfOver()
        guard base == nil else { return }
        let place = counter.place(of: offset)
        base = place
    }

    /// No line is asked for any more once more bytes are counted.
    func forgetAll() { isOver = true }

    private func endIfOver() {
        guard isOver else { return }
        isOver = false
        base = nil
        allLineFeeds = []
    }

    /// The line and column of an offset: one that was noted, or one of the bytes at hand.
    ///
    /// - Parameters:
    ///   - bytes: What follows the last token.
    ///   - start: Offset of the first of them.
    func location(of offset: Int, in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> SourceLocation {
        if offset < end, let base, offset >= base.offset {
            // The first line feed that is not before the offset.
            var (low, high) = (0, allLineFeeds.count)
            while low < high {
                let middle = (low + high) / 2
                if allLineFeeds[middle] < offset { low = middle + 1 } else { high = middle }
            }
            let column = low > 0 ? offset - allLineFeeds[low - 1] : base.column + offset - base.offset
            return SourceLocation(offset: offset, line: base.line + low, column: column)
        }
        guard offset < end, let mark = marks.last(where: { $0.place.offset <= offset })?.place,
            mark.offset == offset || keepsLineFeeds
        else {
            let skipped = max(0, min(end - start, bytes.count))
            return unsafe counter.location(of: offset, in: UnsafeBufferPointer(rebasing: bytes[skipped...]), from: start + skipped)
        }
        let passed = lineFeeds.prefix { $0 < offset }
        let line = mark.line + passed.count
        let column = passed.last.map { offset - $0 } ?? mark.column + offset - mark.offset
        return SourceLocation(offset: offset, line: line, column: column)
    }
}
