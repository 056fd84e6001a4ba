/// The table for people.
enum TableReport {
    /// What the columns mean; printed once.
    static let legend = """
        µs/doc        median time of a document; min and max are the fastest and the slowest round
        MB/s          millions of bytes a second, at the median
        time/yajl     time as a multiple of yajl_empty's; time/hand as a multiple of hand_written's; time/plain as a multiple of
                      yodel_plain's; time/plist as a multiple of property_list's: lower is better
        × decoder     speed as a multiple of json_decoder's; × encoder as a multiple of json_encoder's; × formatter as a multiple of
                      date_formatter's: higher is better
        allocs        heap allocations per document
        """

    /// A contender that the others are compared with.
    private struct Yardstick {
        let contender: ContenderID
        let title: String
        /// Compared by speed, not by time.
        var isSpeed = false

        /// How the row compares; nil if the yardstick was not measured.
        func ratio(_ row: Measurement, of all: [Measurement]) -> Double? {
            all.median(of: contender, row.operation).map { isSpeed ? $0 / row.median : row.median / $0 }
        }
    }

    private static let yardsticks = [
        Yardstick(contender: .yajlEmpty, title: "time/yajl"),
        Yardstick(contender: .handWritten, title: "time/hand"),
        Yardstick(contender: .yodelPlain, title: "time/plain"),
        Yardstick(contender: .jsonDecoder, title: "× decoder", isSpeed: true),
        Yardstick(contender: .jsonEncoder, title: "× encoder", isSpeed: true),
        Yardstick(contender: .dateFormatter, title: "× formatter", isSpeed: true),
        Yardstick(contender: .propertyList, title: "time/plist"),
    ]

    /// The table of one workload, with a heading and a verdict.
    static func text(_ measurements: [Measurement], rounds: Int) -> String {
        guard let first = measurements.first else { return "" }
        let documents = measurements.map(\.documents).max() ?? 0
        var lines = [
            "\(first.workload.rawValue) · \(first.operation.rawValue) · \(formatted(Double(documents))) documents of "
                + "\(formatted(first.bytes)) bytes a round · rounds: \(rounds)"
        ]
        // A column for each yardstick that was measured.
        let present = yardsticks.filter { measurements.median(of: $0.contender, first.operation) != nil }
        let titles = ["µs/doc", "min", "max", "MB/s"] + present.map(\.title) + ["allocs"]
        let rows = measurements.map { cells($0, of: measurements, by: present, most: documents) }
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

    private static func cells(
        _ row: Measurement, of all: [Measurement], by yardsticks: [Yardstick], most: Int
    ) -> (name: String, cells: [String]) {
        (
            row.contender.rawValue + (row.documents < most ? " *" : ""),
            [microseconds(row.median), microseconds(row.least), microseconds(row.most), formatted(row.speed)]
                + yardsticks.map { $0.ratio(row, of: all).map { formatted($0, digits: 2) } ?? "–" }
                + [row.allocations.map { formatted($0, digits: 1) } ?? "–"]
        )
    }

    /// A sentence for each of Yodel's rows: speeds first, then times.
    private static func verdicts(_ all: [Measurement]) -> [String] {
        all.filter { $0.contender.family == .yodel }.compactMap { row in
            let others = yardsticks.filter { $0.contender != row.contender }
            let parts = (others.filter(\.isSpeed) + others.filter { !$0.isSpeed }).compactMap { other in
                other.ratio(row, of: all).map { ratio in
                    other.isSpeed
                        ? "\(formatted(ratio, digits: 1)) × as fast as \(other.contender.rawValue)"
                        : "\(formatted(ratio, digits: 2)) × the time of \(other.contender.rawValue)"
                }
            }
            guard !parts.isEmpty else { return nil }
            let allocations = row.allocations.map { "; allocations: \(formatted($0, digits: 1))" } ?? ""
            return "\(row.workload.rawValue): \(row.contender.rawValue) is " + parts.joined(separator: ", ") + allocations
        }
    }
}
