/// What decoding one document took, as a picture of four bars. One SVG file that needs nothing else.
enum ChartReport {
    private static let width = 860.0
    /// Where bars begin, and what is left free for a figure behind the longest one.
    private static let left = 370.0
    private static let right = 100.0
    private static let barHeight = 24.0
    private static let rowHeight = 36.0
    private static let top = 84.0

    /// What is drawn, from the top, with the words for those who do not know the program.
    private static let bars: [(contender: ContenderID, label: String, colour: String)] = [
        (.jsonDecoder, "Foundation's JSONDecoder", "#7a9a57"),
        (.handWritten, "a parser written by hand for this type, on yajl", "#5b7fa6"),
        (.codableDecoder, "Yodel, the type unchanged: Codable", "#e0701a"),
        (.yodelScanner, "Yodel, the type is a Model", "#e0701a"),
    ]

    static func svg(_ measurements: [Measurement]) -> String {
        let rows = bars.compactMap { bar in
            measurements.first { $0.workload == .githubUser && $0.operation == .decode && $0.contender == bar.contender }
                .map { (measurement: $0, label: bar.label, colour: bar.colour) }
        }
        let longest = rows.map(\.measurement.median).max() ?? 1
        let height = top + rowHeight * Double(rows.count) + 8
        var lines = [
            #"<svg xmlns="http://www.w3.org/2000/svg" width="\#(n(width))" height="\#(n(height))" viewBox="0 0 \#(n(width)) \#(n(height))""#
                + #" font-family="Helvetica, Arial, 'DejaVu Sans', sans-serif">"#,
            // Where a page is dark the chart is, too. It has a ground of its own, so that it can be read on any.
            ##"<style>@media (prefers-color-scheme: dark) { rect[fill="white"] { fill: #17191d } text[fill="#222222"] { fill: #e6e6e6 } "##
                + ##"text[fill="#555555"] { fill: #a6a6a6 } }</style>"##,
            #"<rect width="100%" height="100%" fill="white"/>"#,
            text("Time to decode one GitHub user into a Swift struct", x: 20, y: 34, size: 20, isBold: true),
            text(
                "\(formatted(rows.first?.measurement.bytes ?? 0)) bytes of JSON; microseconds, median; shorter is better", x: 20, y: 58,
                size: 13,
                fill: "#555555"),
        ]
        for (index, row) in rows.enumerated() {
            let y = top + rowHeight * Double(index)
            let middle = y + barHeight / 2 + 5
            let length = max(1, (width - left - right) * row.measurement.median / longest)
            lines.append(text(row.label, x: left - 10, y: middle, size: 15, anchor: "end"))
            lines.append(
                #"<rect x="\#(n(left))" y="\#(n(y))" width="\#(n(length))" height="\#(n(barHeight))" rx="2" fill="\#(row.colour)"/>"#)
            lines.append(text("\(microseconds(row.measurement.median)) µs", x: left + length + 8, y: middle, size: 15))
        }
        return (lines + ["</svg>"]).joined(separator: "\n") + "\n"
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
