/// The lines of a document that comes in pieces, of which those that have been read are gone.
final class LineHistory {
    private var counter = LineCounter()
    /// Bytes that have been counted.
    private var end = 0

    /// Counts bytes; those that have been counted before are stepped over.
    ///
    /// - Parameter offset: Of the first of them.
    func pass(_ bytes: BorrowedBytes, from offset: Int) {
        let skipped = max(end - offset, 0)
        guard skipped < bytes.count else { return }
        counter.pass(bytes.part(skipped...), from: offset + skipped)
        end = offset + bytes.count
    }

    /// The place of an offset on the line up to which bytes have been counted.
    func place(of offset: Int) -> SourceLocation { counter.place(of: offset) }

    /// The place of an offset among bytes at hand.
    ///
    /// - Parameters:
    ///   - bytes: What follows the last token.
    ///   - start: Offset of the first of them.
    func location(of offset: Int, in bytes: BorrowedBytes, from start: Int) -> SourceLocation {
        let skipped = max(0, min(end - start, bytes.count))
        return counter.location(of: offset, in: bytes.part(skipped...), from: start + skipped)
    }
}
