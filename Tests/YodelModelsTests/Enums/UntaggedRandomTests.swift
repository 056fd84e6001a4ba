import Testing

@testable import Yodel
@testable import YodelTestSupport

/// Random documents, valid and damaged: every way of reading gives the same value or the same error, and a plain reading of the rule gives it too.
@Suite("Random documents of enums without a tag")
struct UntaggedRandomTests {
    private struct Source {
        var generator: SeededGenerator

        mutating func pick<T>(_ values: [T]) -> T { generator.pick(values) }

        mutating func value(_ depth: Int) -> String {
            if depth == 0 || pick([true, false, false]) {
                return pick(["1", "2.5", "null", "true", "\"s\"", "\"7\"", "300", "{}", "[]", "{\"radius\":1}", "{\"mark\":1,\"last\":2}"])
            }
            if pick([true, false, false]) {
                return "[" + (0..<pick([0, 1, 2, 3])).map { _ in value(depth - 1) }.joined(separator: ", ") + "]"
            }
            let keys = ["child", "children", "mark", "last", "radius", "width", "height", "tags", "x", "one", "many", "byName"]
            let pairs = (0..<pick([1, 2, 3, 4])).map { _ in "\"\(pick(keys))\":" + value(depth - 1) }
            return "{" + pairs.joined(separator: pick([",", " , "])) + "}"
        }

        mutating func damaged(_ text: String) -> String { pick([true, false, false]) ? generator.damaged(text) : text }
    }

    private func check<T: Equatable>(_ type: T.Type, _ text: String, _ options: DecodingOptions) {
        EveryWay.expectSame(type, text, options)
        guard let json = try? ModelDecoder().decode(JSONValue.self, from: text), options.onDuplicateKey != .fail else { return }
        // A value that has been parsed has no key twice.
        let decoder = ModelDecoder(options)
        guard let plain = try? ModelEncoder().encodeToString(json) else { return }
        let (value, parsed) = (try? decoder.decode(type, from: plain), try? decoder.decode(type, from: json))
        #expect(value == parsed, "\(text)")
    }

    @Test(arguments: some(1, of: 0..<4 as Range<UInt64>))
    func everyWayOfReadingGivesTheSame(_ seed: UInt64) {
        var source = Source(generator: SeededGenerator(seed: seed))
        var unknown = DecodingOptions.strict
        unknown.onUnknownKey = .fail
        unknown.onDuplicateKey = .fail
        let texts = (0..<150).map { _ in source.damaged(source.value(5)) }
        for text in some(12, of: texts) {
            for options in [DecodingOptions.lenient, .strict, unknown] {
                check(Untagged.Mixed.self, text, options)
                check([Untagged.Open].self, "[\(text)]", options)
                check(Untagged.Deep<Int>.self, text, options)
                check([Untagged.ID].self, "[\(text)]", options)
                check(Untagged.Places.self, text, options)
            }
        }
    }

    /// The rule, read plainly: strict options take a value as the first payload that they take it as.
    @Test func theFirstPayloadThatFits() throws {
        var source = Source(generator: SeededGenerator(seed: 42))
        let decoder = ModelDecoder(.strict)
        var fits = 0
        for _ in 0..<(triesFewerCases ? 1_000 : 3_000) {
            let text = source.value(4)
            func first() -> Untagged.Deep<Int>? {
                if let value = try? decoder.decode(Untagged.Deep<Int>.First.self, from: text) { return .first(value) }
                if let value = try? decoder.decode(Untagged.Deep<Int>.Second.self, from: text) { return .second(value) }
                return (try? decoder.decode([Untagged.Deep<Int>].self, from: text)).map { .list($0) }
            }
            let value = try? decoder.decode(Untagged.Deep<Int>.self, from: text)
            #expect(value == first(), "\(text)")
            if let value {
                fits += 1
                #expect(try decoder.decode(Untagged.Deep<Int>.self, from: try ModelEncoder().encodeToString(value)) == value)
            }
        }
        #expect(fits > (triesFewerCases ? 10 : 50))
    }
}
