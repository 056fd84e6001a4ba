#if Macros
import Foundation
import Testing

@Suite("Adopted types")
struct AdoptionTests {
    @Test func thereAreEnoughTypes() {
        #expect(AdoptedPairs.all.count >= 40)
        #expect(Set(AdoptedPairs.all.map(\.testDescription)).count == AdoptedPairs.all.count)
    }

    /// Foundation, the drop-in and the macro agree on instances, both ways.
    @Test(arguments: AdoptedPairs.all)
    func allCodersAgree(_ pair: any AdoptedPair) throws {
        for seed in 1...50 as ClosedRange<UInt64> { try pair.checkRoundTrip(seed: seed) }
    }

    /// What one refuses the others do, and they name the same key.
    @Test(arguments: AdoptedPairs.all)
    func allMissTheSameKeys(_ pair: any AdoptedPair) throws {
        var required = 0
        for seed in 51...56 as ClosedRange<UInt64> { required += try pair.checkMissingKeys(seed: seed) }
        #expect(required > 0 || !pair.isObject)
    }

    @Test(arguments: AdoptedPairs.all.filter(\.isObject))
    func noneMindsUnknownKeys(_ pair: any AdoptedPair) throws {
        for seed in 57...60 as ClosedRange<UInt64> { try pair.checkUnknownKey(seed: seed) }
    }

    /// The instances are worth their name: the same from the same seed, different from others, with values in all that may be empty.
    @Test func instancesAreOfAllKinds() throws {
        func text(_ seed: UInt64) throws -> String {
            String(decoding: try JSONEncoder().encode(RandomSource.instance(of: ByCodable.Message.self, seed: seed)), as: UTF8.self)
        }
        let texts = try (1...50).map { try text($0) }
        #expect(Set(texts).count == texts.count)
        let message = try RandomSource.instance(of: ByCodable.Message.self, seed: 7)
        let again = try RandomSource.instance(of: ByCodable.Message.self, seed: 7)
        #expect(message.id == again.id && message.content == again.content && message.timestamp == again.timestamp)
        let words = [#""referenced_message":{"#, #""button":{"#, #""row":{"_0":[{"#, #""separator":{}"#, #""waveform":""#, #""fields":[{"#]
        for word in words { #expect(texts.contains { $0.contains(word) }, "\(word)") }
        #expect(texts.contains { !$0.contains("edited_timestamp") } && texts.contains { $0.contains("edited_timestamp") })
    }
}

/// What the types are adopted by: one word.
@Suite("Sources of adopted types")
struct AdoptedSourceTests {
    private static let names = ["", "+Social", "+Hosting", "+Payments", "+Chat", "+Cluster"]

    private func lines(_ file: String) throws -> [String] {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let text = try String(contentsOf: folder.appendingPathComponent(file + ".swift"), encoding: .utf8)
        return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    private func isWord(_ line: String) -> Bool { line.trimmingPrefix(while: \.isWhitespace) == "@Model" }

    @Test(arguments: names)
    func theyDifferByOneWord(_ name: String) throws {
        let coded = try lines("CodableTypes" + name)
        let modelled = try lines("ModelTypes" + name)
        let plain = coded.map { line in
            line.replacing("ByCodable", with: "ByModel").replacing("Codable & ", with: "").replacing("Codable, ", with: "").replacing(
                ", Codable", with: ""
            )
            .replacing(": Codable", with: "")
        }
        #expect(plain == modelled.filter { !isWord($0) && $0 != "import YodelMacros" })
    }

    @Test func theWordStandsBeforeEachTypeButThoseWithRawValues() throws {
        var (words, types, raw) = (0, 0, 0)
        for name in Self.names {
            words += try lines("ModelTypes" + name).count(where: isWord)
            let declarations = try lines("CodableTypes" + name).filter { $0.contains(#/\b(struct|class|enum) .*\bCodable\b.*\{/#) }
            types += declarations.count
            raw += declarations.count { $0.contains(#/enum \w+: (String|Int), Codable/#) }
        }
        #expect(words == types - raw && words >= 40 && raw > 10)
    }
}
#endif
