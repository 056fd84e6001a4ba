/// What decoding took, as a picture: bars grouped by workload, as in YYModel's chart, in two columns. One SVG file that needs nothing else.
enum ChartReport {
    private static let columnWidth = 430.0
    private static let columns = 2
    private static let width = columnWidth * Double(columns)
    /// Within a column: where bars begin, and what is left free for a figure behind the longest one.
    private static let left = 130.0
    private static let right = 90.0
    private static let barHeight = 15.0
    private static let rowHeight = 20.0
    private static let headingHeight = 44.0
    private static let top = 96.0

    static func svg(_ measurements: [Measurement]) -> String {
        var body: [String] = []
        // The next group goes where there is most room: to the shortest column, of equal ones the first.
        var ends = [Double](repeating: top, count: columns)
        for workload in WorkloadID.allCases {
            // The subclass of Foundation's decoder does what Yodel's own does, and has no bar beside that.
            let rows = measurements.filter { $0.workload == workload && $0.operation == .decode && $0.contender != .fastDecoder }
            guard !rows.isEmpty, let column = ends.indices.min(by: { ends[$0] < ends[$1] }) else { continue }
            body += group(rows, x: columnWidth * Double(column), y: &ends[column])
        }
        let height = (ends.max() ?? top) + 16
        let head = [
            #"<svg xmlns="http://www.w3.org/2000/svg" width="\#(n(width))" height="\#(n(height))" viewBox="0 0 \#(n(width)) \#(n(height))""#
                + #" font-family="Helvetica, Arial, 'DejaVu Sans', sans-serif">"#,
            // Where a page is dark the chart is, too. It has a ground of its own, so that it can be read on any.
            ##"<style>@media (prefers-color-scheme: dark) { rect[fill="white"] { fill: #17191d } text[fill="#222222"] { fill: #e6e6e6 } "##
                + ##"text[fill="#555555"] { fill: #a6a6a6 } }</style>"##,
            #"<rect width="100%" height="100%" fill="white"/>"#,
            text("JSON to models: time for one document", x: 20, y: 34, size: 20, isBold: true),
            text("microseconds, median; shorter is better; each group has its own scale", x: 20, y: 56, size: 13, fill: "#555555"),
        ]
        return (head + legend() + body + ["</svg>"]).joined(separator: "\n") + "\n"
    }

    private static func group(_ rows: [Measurement], x: Double, y: inout Double) -> [String] {
        let longest = rows.map(\.median).max() ?? 1
        let room = columnWidth - left - right
        let start = x + left
        y += headingHeight
        var lines = [
            text(rows[0].workload.rawValue, x: x + 20, y: y - 12, size: 15, isBold: true),
            text(
                "\(formatted(rows[0].bytes)) bytes a document", x: x + columnWidth - 20, y: y - 12, size: 12, anchor: "end", fill: "#555555"
            ),
        ]
        for row in rows {
            let length = max(1, room * row.median / longest)
            let middle = y + barHeight / 2 + 4.5
            lines.append(text(row.contender.rawValue, x: start - 8, y: middle, size: 12, anchor: "end"))
            lines.append(
                #"<rect x="\#(n(start))" y="\#(n(y))" width="\#(n(length))" height="\#(n(barHeight))" rx="2" fill="\#(colour(row))"/>"#)
            lines.append(text("\(microseconds(row.median)) µs", x: start + length + 6, y: middle, size: 12, fill: "#222222"))
            y += rowHeight
        }
        return lines
    }

    private static func legend() -> [String] {
        var x = 20.0
        return ContenderID.Family.allCases.flatMap { family -> [String] in
            defer { x += 34 + Double(family.rawValue.count) * 6.6 }
            return [
                #"<rect x="\#(n(x))" y="74" width="12" height="12" rx="2" fill="\#(colour(family))"/>"#,
                text(family.rawValue, x: x + 18, y: 84.5, size: 12),
            ]
        }
    }

    private static func colour(_ row: Measurement) -> String {
        colour(row.contender.family)
    }

    private static func colour(_ family: ContenderID.Family) -> String {
        switch family {
        case .floor: "#b8bec6"
        case .handWritten: "#5b7fa6"
        case .yodel: "#e0701a"
        case .foundation: "#7a9a57"
        }
    }

    private static func text(
        _ text: String, x: Double, y: Double, size: Int, anchor: String = "start", fill: String = "#222222", isBold: Bool = false
    ) -> String {
        #"<text x="\#(n(x))" y="\#(n(y))" font-size="\#(size)" text-anchor="\#(anchor)" fill="\#(fill)""#
            + (isBold ? #" font-weight="bold">"# : ">") + text + "</text>"
    }

    private static func n(_ value: Double) -> String {
        "\((value * 10).rounded() / 10)"
    }
}
