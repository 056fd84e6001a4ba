import Testing

@testable import Yodel
@testable import YodelTestSupport

/// Random documents, valid and damaged: every way of reading gives the same value or the same error.
@Suite("Random documents of enums")
struct EnumRandomTests {
    private struct Source {
        var generator: SeededGenerator

        mutating func pick<T>(_ values: [T]) -> T { generator.pick(values) }

        mutating func value(_ depth: Int) -> String {
            if depth == 0 || pick([true, false, false]) {
                return pick(["1", "2.5", "null", "true", "\"nothing\"", "\"star\"", "\"active\"", "{}", "[]", "\"\\u006eothing\""])
            }
            switch pick([0, 1, 1, 1, 1]) {
            case 0: return "[" + (0..<pick([0, 1, 2])).map { _ in value(depth - 1) }.joined(separator: ", ") + "]"
            default:
                var pairs = (0..<pick([0, 1, 1, 2, 3])).map { _ in "\"\(pick(Self.keys))\":" + value(depth - 1) }
                if pick([true, false]) { pairs.insert("\"type\":\"\(pick(Self.names))\"", at: pick([0, pairs.count])) }
                return "{" + pairs.joined(separator: pick([",", " , "])) + "}"
            }
        }

        static let keys = [
            "circle", "box", "number", "list", "maybe", "pair", "nothing", "_0", "radius", "width", "child", "data", "keyed", "tagged",
            "many", "status", "title", "star", "type",
        ]
        static let names = ["circle", "box", "node", "nothing", "star", "number", "maybe", "disc"]

        mutating func damaged(_ text: String) -> String { pick([true, false]) ? generator.damaged(text) : text }
    }

    @Test(.slow, arguments: some(1, of: 0..<4 as Range<UInt64>))
    func everyWayOfReadingGivesTheSame(_ seed: UInt64) {
        var source = Source(generator: SeededGenerator(seed: seed))
        var unknown = DecodingOptions.strict
        unknown.onUnknownKey = .fail
        unknown.onDuplicateKey = .fail
        let texts = (0..<150).map { _ in source.damaged(source.value(5)) }
        for text in some(24, of: texts) {
            for options in [DecodingOptions.lenient, .strict, unknown] {
                EveryWay.expectSame(Enums.Keyed.self, text, options)
                EveryWay.expectSame([Enums.Tagged].self, "[\(text)]", options)
                EveryWay.expectSame(Enums.Closed.self, text, options)
                EveryWay.expectSame(Enums.Adjacent.self, text, options)
                EveryWay.expectSame([String: Enums.Status].self, "{\"type\": \(text)}", options)
                EveryWay.expectSame(Enums.Places.self, text, options)
            }
        }
    }

    /// What has been read is written so that it is read again.
    @Test func whatIsWrittenIsReadAgain() throws {
        var source = Source(generator: SeededGenerator(seed: 77))
        let decoder = ModelDecoder(.with(\.onDuplicateKey, .fail))
        var values = 0
        for _ in 0..<2_000 {
            let text = source.value(5)
            if let value = try? decoder.decode(Enums.Keyed.self, from: text) {
                values += 1
                #expect(
                    try ModelDecoder(.strict).decode(Enums.Keyed.self, from: try ModelEncoder().encodeToString(value)) == value, "\(text)")
            }
            if let value = try? ModelDecoder().decode(Enums.Tagged.self, from: text) {
                values += 1
                #expect(
                    try ModelDecoder(.strict).decode(Enums.Tagged.self, from: try ModelEncoder().encodeToString(value)) == value, "\(text)")
            }
        }
        #expect(values > 100)
    }
}
