import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

// The READMEs and the pages of all catalogues against the sources: each example is compiled by a test, each error code and each option is listed, and
// each public type stands on the landing page.

@Suite("Catalogue")
struct CatalogueTests {
    /// Where the lines of examples are compiled. Those of the traits are compiled where the traits are on.
    private static let compiled = [
        "Tests/YodelTests/Documentation", "Tests/YodelNIOTests/DocumentationTests.swift", "Tests/YodelMacrosTests/DocumentationTests.swift",
        "Tests/YodelMacrosTests/FeedTests.swift", "Tests/YodelIngestTests/DocumentationTests.swift",
        "Tests/YodelServerTests/DocumentationTests.swift", "Python/tests/library/Sources/Events/Event.swift",
        "Tests/Examples/Sources/Books",
    ]

    private func compiledLines() throws -> Set<String> {
        var lines: Set<String> = []
        for path in Self.compiled {
            let files =
                path.hasSuffix(".swift")
                ? [path]
                : try FileManager.default.contentsOfDirectory(atPath: Catalogue.root.appendingPathComponent(path).path).map {
                    "\(path)/\($0)"
                }
            for file in files { lines.formUnion(try Catalogue.text(file).split(separator: "\n").map(code)) }
        }
        return lines
    }

    @Test func everyExampleIsCompiled() throws {
        let compiled = try compiledLines()
        var checked = 0
        for (path, page) in try Catalogue.pages() {
            for block in Catalogue.blocks(page, "swift") where !isManifest(block) {
                for line in block where !code(line).isEmpty && !code(line).hasPrefix("import ") {
                    checked += 1
                    #expect(compiled.contains(code(line)), "\(path) is not compiled: \(line)")
                }
            }
        }
        #expect(checked > 400)
    }

    /// On a screen of 1,440 pixels a page shows about a hundred columns beside the side bar; what is longer is cut. WalkThrough has records, which are lines, and
    /// what the program prints; the code of Engines is run by the tests of the Python package.
    @Test func noSampleIsCut() throws {
        let others = ["Articles/WalkThrough.md", "YodelColumns.docc/Engines.md"]
        for (path, page) in try Catalogue.pages() where path.contains(".docc/") && !others.contains(where: { path.hasSuffix($0) }) {
            for line in ["swift", "sh", "json", "sql", ""].flatMap({ Catalogue.blocks(page, $0).joined() }) {
                #expect(line.count <= 102, "\(path): \(line)")
            }
        }
    }

    @Test func everyFenceIsKnown() throws {
        for (path, page) in try Catalogue.pages() {
            let fences = page.split(separator: "\n").filter { $0.hasPrefix("```") }.map { $0.dropFirst(3) }
            #expect(fences.allSatisfy { ["", "swift", "sh", "json", "python", "sql"].contains($0) }, "\(path): \(fences)")
        }
    }

    @Test func manifestsNameProductsAndTraitsThatThereAre() throws {
        let manifest = try Catalogue.text("Package.swift").replacing(/\(\s+/, with: "(")
        var names = 0
        for (path, page) in try Catalogue.pages() {
            for line in Catalogue.blocks(page, "swift").filter(isManifest).joined() {
                for match in line.matches(of: /\.product\(name: "(\w+)", package: "Yodel"/) {
                    names += 1
                    #expect(manifest.contains(".library(name: \"\(match.output.1)\""), "\(path): \(line)")
                }
                for trait in line.firstMatch(of: /traits: \[(.*?)\]/)?.output.1.matches(of: /\w+/) ?? [] {
                    names += 1
                    #expect(manifest.contains(#".trait(name: "\#(trait.output)""#), "\(path): \(line)")
                }
            }
        }
        #expect(names >= 14)
    }

    @Test func theReadmeIsShort() throws {
        let readme = try Catalogue.text("README.md")
        #expect(readme.split(separator: "\n", omittingEmptySubsequences: false).count <= 245)
        let commands = Catalogue.blocks(readme, "sh").joined()
        #expect(commands.count { $0.contains("swift test") } == 1)
        #expect(commands.count { $0.contains("swift run -c release Bench") } == 1)
    }

    @Test func theFiguresOfTheReadmeAreThoseOfTheArticle() throws {
        let rows = Catalogue.rows(try Catalogue.text("README.md"), with: "times as fast as Foundation")
        #expect(rows.count == 4)
        #expect(rows == Catalogue.rows(try Catalogue.article("Performance"), with: "times as fast as Foundation"))
    }

    @Test func theChartOfTheCatalogueIsThatOfTheBenchmark() throws {
        let chart = try Catalogue.text("Benchmarks/chart.svg")
        #expect(
            try Catalogue.text("Sources/Yodel/Yodel.docc/Resources/chart.svg") == chart,
            "cp Benchmarks/chart.svg Sources/Yodel/Yodel.docc/Resources/chart.svg")
    }

    @Test func theChartSaysWhatTheTablesSay() throws {
        let chart = try Catalogue.text("Benchmarks/chart.svg")
        let bars = chart.matches(of: />([0-9.]+) µs</).compactMap { Double($0.output.1) }
        try #require(bars.count == 4)
        let rows = Catalogue.rows(try Catalogue.text("README.md"), with: "times as fast as Foundation")
        #expect(rows[0][1] == String(format: "%.1f", bars[0] / bars[2]))
        #expect(rows[2][1] == String(format: "%.0f", bars[0] / bars[3]))
    }

    @Test func linksOfPapersLeadToFiles() throws {
        for path in [
            "README.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "CHANGELOG.md", "SECURITY.md", "CODE_OF_CONDUCT.md", "Python/README.md",
            "Tests/README.md", "Tests/Examples/README.md", "Benchmarks/README.md", ".github/RELEASING.md",
        ] {
            let folder = Catalogue.root.appendingPathComponent(path).deletingLastPathComponent()
            for match in try Catalogue.text(path).matches(of: /\]\(([^)#]+)(?:#[^)]*)?\)/) where !match.output.1.contains("://") {
                let file = folder.appendingPathComponent(String(match.output.1))
                #expect(FileManager.default.fileExists(atPath: file.path), "\(path) links to \(match.output.1)")
            }
        }
    }

    @Test func everyCodeIsExplained() throws {
        let source = try Catalogue.text("Sources/Yodel/Errors/ModelError+Code.swift")
        let codes = source.matches(of: /public static let (\w+) = Self\(rawValue: "(\w+)"\)/).map { String($0.output.2) }
        let rows = Catalogue.rows(try Catalogue.article("ErrorsAndTroubleshooting"), with: "code")
        #expect(codes.count > 35 && rows.allSatisfy { $0.count == 3 && !$0.contains("") })
        #expect(rows.map { $0[0] }.sorted() == codes.map { "``ModelError/Code/\($0)``" }.sorted())
    }

    @Test(arguments: [
        ("API/DecodingOptions.swift", DecodingOptions.self as Any.Type), ("API/EncodingOptions.swift", EncodingOptions.self),
        ("Streams/ReadingOptions.swift", ReadingOptions.self), ("API/ColumnOptions.swift", ColumnOptions.self),
    ])
    func everyOptionIsListed(_ path: String, _ type: Any.Type) throws {
        let article = try Catalogue.article("Options")
        let options = try #require(TypeInfo(type)).properties.map(\.name)
        #expect(options.count > 5, "\(path)")
        // These two are the package's own.
        for option in options where option != "mixins" && option != "keys" {
            #expect(article.contains("`\(option)`"), "\(option) of \(type)")
        }
    }

    @Test func everyPublicTypeStandsOnTheLandingPage() throws {
        let sources = Catalogue.root.appendingPathComponent("Sources/Yodel")
        let declaration = /(?:@\w+ )*(?:public|open) (?:final |indirect )?(?:struct|class|enum|protocol|typealias) (\w+)/
        var types: Set<String> = []
        for path in try FileManager.default.subpathsOfDirectory(atPath: sources.path) where path.hasSuffix(".swift") {
            let text = try String(contentsOf: sources.appendingPathComponent(path), encoding: .utf8)
            // Only lines that may begin so: the expression is slow over a whole text.
            var isHidden = false
            for line in text.split(separator: "\n") where "@po".utf8.contains(line.utf8.first ?? 0) {
                if !isHidden, let match = line.prefixMatch(of: declaration) { types.insert(String(match.output.1)) }
                isHidden = line == "@_documentation(visibility: internal)"
            }
        }
        let landing = try String(contentsOf: Catalogue.folder.appendingPathComponent("Yodel.md"), encoding: .utf8)
        let listed = landing.matches(of: /(?m)^- ``(\w+)``$/).map { String($0.output.1) }
        #expect(types.count > 60 && Set(listed).count == listed.count)
        #expect(types == Set(listed), "\(types.symmetricDifference(listed).sorted())")
    }

    @Test func theConversionsAreAsTheArticleSays() throws {
        let rows = Catalogue.rows(try Catalogue.article("ConversionTable"), with: "type")
        #expect(rows.count > 20)
        for row in rows {
            let cells = row.map { $0.trimmingCharacters(in: ["`"]) }
            #expect(cells.count == 5)
            #expect(Self.outcome(cells[0], as: cells[1], .lenient) == cells[2], "\(row)")
            #expect(Self.outcome(cells[0], as: cells[1], .convert) == cells[3], "\(row)")
            #expect(Self.outcome(cells[0], as: cells[1], .strict) == cells[4], "\(row)")
        }
    }

    /// What a value becomes: its text, or what stands in the article for the error.
    private static func outcome(_ json: String, as type: String, _ options: DecodingOptions) -> String {
        func decoded<T>(_ type: T.Type, _ text: (T) -> String = { "\($0)" }) -> String {
            do {
                return text(try ModelDecoder(options).decode(type, from: json))
            } catch {
                return error.code == .unexpectedNull ? "error" : error.category == .mismatch ? "mismatch" : "\(error)"
            }
        }
        switch type {
        case "Int": return decoded(Int.self)
        case "UInt8": return decoded(UInt8.self)
        case "Double": return decoded(Double.self)
        case "Bool": return decoded(Bool.self)
        case "String": return decoded(String.self)
        case "String?": return decoded(String?.self)
        case "[Int]": return decoded([Int].self)
        case "Set<String>": return decoded(Set<String>.self)
        case "Decimal": return decoded(Decimal.self)
        case "Date": return decoded(Date.self)
        default: return "no such type"
        }
    }

    private func isManifest(_ block: [Substring]) -> Bool {
        guard let first = block.first else { return false }
        return ["// swift-tools-version", ".package(", ".product("].contains { first.hasPrefix($0) }
    }

    /// A line without its comment, what says who may use it, and the space around it; nothing of a line that is a comment.
    private func code(_ line: some StringProtocol) -> String {
        if line.trimmingCharacters(in: .whitespaces).hasPrefix("//") { return "" }
        let text = line.components(separatedBy: " // ")[0].components(separatedBy: "  //")[0].trimmingCharacters(in: .whitespaces)
        return ["private ", "public "].first { text.hasPrefix($0) }.map { String(text.dropFirst($0.count)) } ?? text
    }
}
