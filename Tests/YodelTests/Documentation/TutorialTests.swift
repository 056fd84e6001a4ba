import Foundation
import Testing
import Yodel

// The tutorial: its first program, run here, and its service, which is the example program Books. `Tests/Examples/run` builds that, and runs the article's commands
// against it.

private struct Book: Model {
    var id: Int?
    var title = ""
    var author = ""
    var pages = 0
    var tags: [String] = []
}

@Suite("Tutorial")
struct TutorialTests {
    /// The lines of the article's Swift, without the manifest and the space around them.
    private func lines() throws -> [String] {
        let blocks = Catalogue.blocks(try Catalogue.article("TutorialService"), "swift")
        return blocks.filter { $0.first?.hasPrefix("// swift-tools-version") == false }.joined().compactMap(trimmed)
    }

    private func trimmed(_ line: Substring) -> String? {
        let text = line.trimmingCharacters(in: .whitespaces)
        return text.isEmpty ? nil : text
    }

    @Test func theFirstProgramPrintsWhatTheArticleSays() throws {
        var output: [String] = []
        func print(_ items: Any...) { output.append(items.map { "\($0)" }.joined(separator: " ")) }

        let book = try Book(json: #"{"title": "Emma", "pages": "474"}"#)
        print(book.title, book.pages)
        print(try book.jsonString())
        let said = try lines().filter { $0.hasPrefix("print(") }.map { $0.components(separatedBy: "   // ").last ?? "" }
        #expect(output == said)
    }

    @Test func theServiceIsTheExample() throws {
        var program: Set<String> = []
        for file in ["Book", "BookService", "Shelf"] {
            let text = try Catalogue.text("Tests/Examples/Sources/Books/\(file).swift")
            program.formUnion(text.split(separator: "\n").compactMap(trimmed))
        }
        let article = Set(try lines())
        #expect(program.count > 50 && program.subtracting(article).isEmpty, "\(program.subtracting(article))")
        // What stands in the article alone is the first program.
        let more = article.subtracting(program)
        #expect(more.count == 3 && more.allSatisfy { $0.hasPrefix("print(") || $0.hasPrefix("let book = try Book(json:") }, "\(more)")
    }
}
