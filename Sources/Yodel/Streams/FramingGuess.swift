/// Finds out how records follow each other, from the bytes an input begins with. It goes on where it stopped when there are more of them, so
/// that the time is linear however they are cut.
struct FramingGuess {
    private var scanner = ValueScanner()
    /// Bytes that have been looked at. None of those of the first value is a line feed, or the guess would have been made.
    private var seen = 0
    /// Whether the first value has begun.
    private var hasBegun = false
    /// Where the first value, an object, ends.
    private var end: Int?

    /// Looks at more bytes.
    ///
    /// - Parameters:
    ///   - bytes: The input from its start: those of the last look, and more.
    ///   - isLast: Whether no more can be had.
    /// - Returns: The framing; nil if more bytes are needed.
    mutating func look(at bytes: BorrowedBytes, isLast: Bool) -> Framing? {
        defer { seen = bytes.count }
        if !hasBegun {
            guard let first = bytes[seen...].firstIndex(where: { !ASCII.isSpace($0) }) else { return isLast ? .lines : nil }
            switch bytes[first] {
            case 0x1E: return .sequence
            case UInt8(ascii: "["): return .array
            case UInt8(ascii: "{"): break
            default: return .lines
            }
            hasBegun = true
            seen = first
        }
        if end == nil {
            switch scanner.scan(bytes, from: seen) {
            case .undecidable(let place): return hasLineFeed(bytes[seen..<place]) ? .values : .lines
            case .goesOn:
                if hasLineFeed(bytes[seen...]) { return .values }
                return isLast ? .lines : nil
            case .ends(let place):
                if hasLineFeed(bytes[seen..<place]) { return .values }
                end = place
                seen = place
            }
        }
        guard let next = bytes[seen...].first(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }) else {
            return isLast ? .lines : nil
        }
        return next == UInt8(ascii: "\n") ? .lines : .values
    }

    private func hasLineFeed(_ bytes: Slice<BorrowedBytes>) -> Bool {
        bytes.contains(UInt8(ascii: "\n"))
    }
}
