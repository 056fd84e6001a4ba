import Foundation
import Testing

// A name of one plain word at the top of a module is likely to stand in another one as well: GRDB has a `Record`, and a file that imports both could
// say neither name.

@Suite struct PublicNameTests {
    /// Part of the contract, or a word that nobody else has.
    private static let plain: Set = ["Model", "Framing", "RawJSON"]

    @Test func noPublicTypeIsCalledByOnePlainWord() throws {
        let names = try Self.topLevelNames()
        #expect(names.count > 40 && names.contains("ModelRecord"))
        #expect(names.filter { Self.words(of: $0) < 2 }.subtracting(Self.plain) == [])
    }

    @Test(arguments: [("Record", 1), ("ModelRecord", 2), ("JSONPath", 2), ("JSONValue", 2), ("Framing", 1), ("DidDecodeModel", 3)])
    func wordsAreCounted(name: String, words: Int) {
        #expect(Self.words(of: name) == words)
    }

    /// Words of a name: each begins with a capital before a small letter, or is what stands before the first of these.
    private static func words(of name: String) -> Int {
        let letters = Array(name.utf8)
        let isSmall = { (index: Int) in index < letters.count && letters[index] >= UInt8(ascii: "a") }
        let starts = letters.indices.filter { !isSmall($0) && isSmall($0 + 1) }
        return starts.count + (starts.first == 0 ? 0 : 1)
    }

    private static func topLevelNames() throws -> Set<String> {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let sources = root.deletingLastPathComponent().appendingPathComponent("Sources")
        let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "actor", "typealias"]
        var names: Set<String> = []
        for case let file as URL in files where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            for line in text.split(separator: "\n") where line.hasPrefix("public ") || line.hasPrefix("@") {
                var words = line.split(whereSeparator: { " :<(".contains($0) })[...]
                guard words.drop(while: { $0.hasPrefix("@") }).first == "public" else { continue }
                words = words.drop { $0.hasPrefix("@") || ["public", "final", "indirect"].contains($0) }
                guard words.count > 1, kinds.contains(words.removeFirst()), let name = words.first else { continue }
                names.insert(String(name))
            }
        }
        return names
    }
}
