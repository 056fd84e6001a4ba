import Foundation

/// The papers of the repository, as tests read them.
enum Catalogue {
    static let root = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in url.deletingLastPathComponent() }
    static let folder = root.appendingPathComponent("Sources/Yodel/Yodel.docc")

    static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    /// An article by its name.
    static func article(_ name: String) throws -> String {
        try String(contentsOf: folder.appendingPathComponent("Articles/\(name).md"), encoding: .utf8)
    }

    /// The READMEs of both languages, and all pages of the catalogues, by their paths.
    static func pages() throws -> [String: String] {
        var pages: [String: String] = [:]
        for path in ["README.md", "Python/README.md"] { pages[path] = try text(path) }
        let sources = root.appendingPathComponent("Sources")
        for path in try FileManager.default.subpathsOfDirectory(atPath: sources.path) where path.contains(".docc/") && path.hasSuffix(".md")
        {
            pages[path] = try text("Sources/\(path)")
        }
        return pages
    }

    /// The lines of a page's blocks of code.
    ///
    /// - Parameter language: What stands behind the fence.
    static func blocks(_ page: String, _ language: String) -> [[Substring]] {
        var blocks: [[Substring]] = []
        var fence: Substring?
        for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") {
                if fence == nil, line == "```\(language)" { blocks.append([]) }
                fence = fence == nil ? line : nil
            } else if fence == "```\(language)" {
                blocks[blocks.count - 1].append(line)
            }
        }
        return blocks
    }

    /// The cells of the rows of a page's tables whose heading has a column of a name.
    static func rows(_ page: String, with column: String) -> [[String]] {
        var rows: [[String]] = []
        var isTable = false
        for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
            guard line.hasPrefix("|") else {
                isTable = false
                continue
            }
            let cells = line.dropFirst().dropLast().components(separatedBy: " | ").map { $0.trimmingCharacters(in: .whitespaces) }
            if cells.contains(column) {
                isTable = true
            } else if isTable, !line.hasPrefix("|-") {
                rows.append(cells)
            }
        }
        return rows
    }
}
