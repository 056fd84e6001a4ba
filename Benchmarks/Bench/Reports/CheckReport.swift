/// The table of a check.
enum CheckReport {
    static func text(_ rows: [SpeedCheck.Row]) -> String {
        let titles = ["expected", "threshold", "measured", "attempts", ""]
        let cells = rows.map { row in
            [
                formatted(row.expected, digits: 2), formatted(row.threshold, digits: 2),
                row.measured.map { formatted($0, digits: 2) } ?? "nothing", "\(row.attempts)", row.isMissed ? "MISSED" : "met",
            ]
        }
        let widths = titles.indices.map { column in (cells.map { $0[column].count } + [titles[column].count]).max() ?? 0 }
        let nameWidth = rows.map(\.name.count).max() ?? 0
        func line(_ name: String, _ cells: [String]) -> String {
            "  " + padded(name, nameWidth, left: true) + zip(cells, widths).map { "  " + padded($0, $1) }.joined()
        }
        let missed = rows.filter(\.isMissed)
        let verdict =
            missed.isEmpty
            ? "All \(rows.count) thresholds are met."
            : "\(missed.count) of \(rows.count) thresholds are missed:\n" + missed.map { "  " + $0.name }.joined(separator: "\n")
        return "Check: processor time of one divided by that of the other, best rounds; allocations of a document\n"
            + ([line("ratio", titles)] + zip(rows, cells).map { line($0.name, $1) }).joined(separator: "\n") + "\n" + verdict
    }
}
