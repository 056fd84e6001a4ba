extension OrderText {
    /// A line for each order.
    static func corpus(lines: Int) -> Corpus {
        let text = bodies(lines).joined(separator: "\n") + "\n"
        return Corpus(framing: .lines, capacity: text.utf8.count) { buffer in
            buffer.copyBytes(from: text.utf8)
            return text.utf8.count
        }
    }
}
