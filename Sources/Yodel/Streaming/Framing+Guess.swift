extension Framing {
    /// How records follow each other in an input that begins with these bytes; nil if more of them are needed.
    ///
    /// - Parameter isLast: Whether no more can be had.
    static func guess(_ bytes: UnsafeBufferPointer<UInt8>, isLast: Bool) -> Framing? {
        guard let first = unsafe bytes.firstIndex(where: { !RecordSplitter.isSpace($0) }) else { return isLast ? .lines : nil }
        switch unsafe bytes[first] {
        case 0x1E: return .sequence
        case UInt8(ascii: "["): return .array
        case UInt8(ascii: "{"): break
        default: return .lines
        }
        var scanner = ValueScanner()
        switch unsafe scanner.scan(bytes, from: first) {
        case .undecidable(let place): return unsafe bytes[first..<place].contains(UInt8(ascii: "\n")) ? .values : .lines
        case .goesOn:
            if unsafe bytes[first...].contains(UInt8(ascii: "\n")) { return .values }
            return isLast ? .lines : nil
        case .ends(let end):
            if unsafe bytes[first..<end].contains(UInt8(ascii: "\n")) { return .values }
            guard let next = unsafe bytes[end...].first(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }) else {
                return isLast ? .lines : nil
            }
            return next == UInt8(ascii: "\n") ? .lines : .values
        }
    }
}
