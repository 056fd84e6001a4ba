import Yodel

/// A record so short that what surrounds it counts.
struct ShortLine: Model, Codable, Equatable, Sendable {
    var id = 0
    var name = ""
}

extension ShortLine {
    /// Lines of 31 bytes, their line feeds included.
    static func corpus(lines: Int) -> Corpus {
        Corpus(framing: .lines, capacity: 31 * lines) { buffer in
            var writer = EventWriter(buffer)
            for index in 0..<lines {
                writer.text(#"{"id":"#)
                writer.number(100_000 + index % 900_000)
                writer.text(#","name":"n"#)
                writer.digits(UInt(index % 1_000_000), atLeast: 6)
                writer.text("\"}\n")
            }
            return writer.count
        }
    }
}
