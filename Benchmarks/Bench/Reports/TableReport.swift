/// The table for people.
enum TableReport {
    /// What the columns mean; printed once.
    static let legend = """
        µs/doc        median time of a document; min and max are the fastest and the slowest round
        MB/s          millions of bytes a second, at the median
        time/yajl     time as a multiple of yajl_empty's; time/hand as a multiple of hand_written's: lower is better
        × decoder     speed as a multiple of json_decoder's: higher is better
        allocs        heap allocations per document
        """

    private static let titles = ["µs/doc", "min", "max", "MB/s", "time/yajl", "time/hand", "× decoder", "allocs"]

    /// The table of one workload, with a heading and a verdict.
    static func text(_ measurements: [Measurement], rounds: Int) -> String {
        guard let first = measurements.first else { return "" }
        let documents = measurements.map(\.documents).max() ?? 0
        var lines = [
            "\(first.workload.rawValue) · \(first.operation.rawValue) · \(formatted(Double(documents))) documents of "
                + "\(formatted(first.bytes)) bytes a round · rounds: \(rounds)"
        ]
        let rows = measurements.map { cells($0, of: measurements, most: documents) }
        let widths = titles.indices.map { column in (rows.map { $0.cells[column].count } + [titles[column].count]).max() ?? 0 }
        let nameWidth = rows.map(\.name.count).max() ?? 0
        func line(_ name: String, _ cells: [String]) -> String {
            "  " + padded(name, nameWidth, left: true) + zip(cells, widths).map { "  " + padded($0, $1) }.joined()
        }
        lines.append(line("", titles))
        lines += rows.map { line($0.name, $0.cells) }
        if measurements.contains(where: { $0.documents < documents }) {
            lines.append("  * fewer documents a round, the first of them")
        }
        lines += verdicts(measurements)
        return lines.joined(separator: "\n")
    }

    private static func cells(_ row: Measurement, of all: [Measurement], most: Int) -> (name: String, cells: [String]) {
        func ratio(_ value: Double?) -> String { value.map { formatted($0, digits: 2) } ?? "–" }
        return (
            row.contender.rawValue + (row.documents < most ? " *" : ""),
            [
                microseconds(row.median), microseconds(row.least), microseconds(row.most), formatted(row.speed),
                ratio(all.median(of: .yajlEmpty, row.operation).map { row.median / $0 }),
                ratio(all.median(of: .handWritten, row.operation).map { row.median / $0 }),
                ratio(all.median(of: .jsonDecoder, row.operation).map { $0 / row.median }),
                row.allocations.map { formatted($0, digits: 1) } ?? "–",
            ]
        )
    }

    /// A sentence for each of Yodel's rows.
    private static func verdicts(_ all: [Measurement]) -> [String] {
        all.filter { $0.contender.family == .yodel }.compactMap { row in
            var parts: [String] = []
            if let other = all.median(of: .jsonDecoder, row.operation) {
                parts.append("\(formatted(other / row.median, digits: 1)) × as fast as json_decoder")
            }
            if let other = all.median(of: .yajlEmpty, row.operation) {
                parts.append("\(formatted(row.median / other, digits: 2)) × the time of yajl_empty")
            }
            if let other = all.median(of: .handWritten, row.operation) {
                parts.append("\(formatted(row.median / other, digits: 2)) × the time of hand_written")
            }
            return parts.isEmpty ? nil : "\(row.workload.rawValue): \(row.contender.rawValue) is " + parts.joined(separator: ", ")
        }
    }
}
