import Testing

@testable import Yodel

// Two keys are one if their bytes are. To Swift, texts that are canonically equivalent are equal: é as one scalar, and as e with an accent.

private struct Accents: Model, Equatable {
    var one = 0, two = 0, inner = 0, after = 0
    static func describe(_ model: inout ModelDescription) {
        model.keys = ["one": "\u{E9}", "two": "e\u{301}", "inner": "x.e\u{301}.\u{E9}", "after": "x.\u{301}y"]
    }
}

private struct FoldedAccents: Model, Equatable {
    var one = 0, two = 0
    static func describe(_ model: inout ModelDescription) {
        model.keys = KeyMapping(["one": "A\u{E9}", "two": "Ae\u{301}"], ignoresCase: true)
    }
}

@Suite("Keys that look the same")
struct CanonicalKeyTests {
    @Test func eachKeyIsItsBytes() throws {
        let json = "{\"\u{E9}\":1,\"e\u{301}\":2,\"x\":{\"\u{E9}\":7,\"e\u{301}\":{\"e\u{301}\":8,\"\u{E9}\":3},\"\u{301}y\":4}}"
        let model = Accents(one: 1, two: 2, inner: 3, after: 4)
        expectMapped(json, model)
        let text = try model.jsonString()
        #expect(Array(text.utf8) == Array("{\"\u{E9}\":1,\"e\u{301}\":2,\"x\":{\"e\u{301}\":{\"\u{E9}\":3},\"\u{301}y\":4}}".utf8))
    }

    @Test func alsoInAnyCase() {
        expectMapped("{\"A\u{E9}\":1,\"Ae\u{301}\":2}", FoldedAccents(one: 1, two: 2))
        expectMapped("{\"aE\u{301}\":2,\"a\u{E9}\":1}", FoldedAccents(one: 1, two: 2))
    }
}
