import Testing

@testable import Yodel

/// Keeps the parts that it is shown as tokens, and refuses the one at `limit`. Not copyable, as the visitor that writes text is not.
struct RecordingVisitor: JSONValueVisitor, ~Copyable {
    var tokens: [RecordedToken] = []
    var limit = Int.max

    private mutating func record(_ token: RecordedToken) -> Bool {
        guard tokens.count < limit else { return false }
        tokens.append(token)
        return true
    }

    mutating func scalar(_ value: JSONValue) -> Bool {
        switch value {
        case .null: record(.null)
        case .bool(let value): record(.boolean(value))
        case .number(let number): record(.number(number.text))
        case .string(let text): record(.string(text))
        case .array, .object: false
        }
    }

    mutating func key(_ key: String) -> Bool { record(.key(key)) }
    mutating func start(isObject: Bool) -> Bool { record(isObject ? .startObject : .startArray) }
    mutating func end(isObject: Bool) -> Bool { record(isObject ? .endObject : .endArray) }
}

extension JSONValue {
    /// The value's tokens, in the order of its text.
    var tokens: [RecordedToken] {
        var visitor = RecordingVisitor()
        let isWhole = walk(&visitor)
        #expect(isWhole)
        return visitor.tokens
    }
}

@Suite struct JSONValueWalkTests {
    @Test func tokensComeInTheOrderOfTheText() {
        let value: JSONValue = ["b": [1.50, nil, []], "a": ["": true], "s": "é\n"]
        let tokens = value.tokens
        #expect(
            tokens == [
                .startObject, .key("b"), .startArray, .number("1.5"), .null, .startArray, .endArray, .endArray,
                .key("a"), .startObject, .key(""), .boolean(true), .endObject, .key("s"), .string("é\n"), .endObject,
            ])
    }

    @Test(arguments: JSONValueReadTests.values)
    func aRefusedTokenIsTheLast(value: JSONValue) {
        let tokens = value.tokens
        for limit in tokens.indices {
            var visitor = RecordingVisitor(limit: limit)
            let isWhole = value.walk(&visitor)
            #expect(!isWhole)
            let shown = visitor.tokens
            #expect(shown == Array(tokens[..<limit]))
        }
    }
}
