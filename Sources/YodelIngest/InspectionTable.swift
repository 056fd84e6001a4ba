#if Ingest
/// Rows of cells on plain text: columns are aligned, and a cell that is too wide goes on in the next line.
struct InspectionTable {
    /// A cell: pieces that stay whole.
    typealias Cell = [String]

    private let header: [String]
    /// As many characters each column has at most, but the last, which has the rest.
    private let widest: [Int]
    private var rows: [[Cell]] = []

    /// Characters of a line.
    static let width = 120
    private static let gap = "  "

    /// - Parameters:
    ///   - header: What the columns are called.
    ///   - widest: As many characters each column has at most, but the last, which has the rest.
    init(_ header: [String], widest: [Int]) {
        self.header = header
        self.widest = widest
    }

    mutating func add(_ row: [Cell]) {
        rows.append(row)
    }

    /// The lines.
    func lines() -> [String] {
        var widths = widest.indices.map { column in
            min(widest[column], max(header[column].count, rows.reduce(0) { max($0, Self.width(of: $1[column])) }))
        }
        widths.append(max(Self.width - widths.reduce(0) { $0 + $1 + Self.gap.count }, 20))
        return ([header.map { [$0] }] + rows).flatMap { lines(of: $0, widths) }
    }

    /// Characters of a cell on one line.
    private static func width(of cell: Cell) -> Int {
        cell.reduce(0) { $0 + $1.count + 1 } - 1
    }

    private func lines(of row: [Cell], _ widths: [Int]) -> [String] {
        var columns = zip(row, widths).map { wrapped($0, $1) }
        var lines: [String] = []
        // A path that is too wide has a line of its own.
        if let path = columns[0].first, path.count > widths[0] {
            lines.append(path)
            columns[0][0] = ""
        }
        for index in 0..<(columns.reduce(1) { max($0, $1.count) }) {
            var line = ""
            for (column, width) in zip(columns, widths) {
                let text = index < column.count ? column[index] : ""
                line += text + String(repeating: " ", count: max(width - text.count, 0)) + Self.gap
            }
            while line.hasSuffix(" ") { line.removeLast() }
            lines.append(line)
        }
        return lines
    }

    /// The lines of a cell.
    private func wrapped(_ cell: Cell, _ width: Int) -> [String] {
        var lines: [String] = []
        for piece in cell {
            if let last = lines.last, last.count + 1 + piece.count <= width {
                lines[lines.count - 1] = last + " " + piece
            } else {
                lines.append(piece)
            }
        }
        return lines
    }
}
#endif
