import Testing

@testable import Yodel

/// Keeps the tokens it is fed, and refuses the one at `limit`. Not copyable, as the machine that sinks are made for is not.
struct RecordingSink: TokenSink, ~Copyable {
    var tokens: [RecordedToken] = []
    var limit = Int.max

    private mutating func record(_ token: RecordedToken) -> Bool {
        guard tokens.count < limit else { return false }
        tokens.append(token)
        return true
    }

    mutating func null() -> Bool { record(.null) }
    mutating func boolean(_ value: Bool) -> Bool { record(.boolean(value)) }
    mutating func number(_ text: UnsafeBufferPointer<UInt8>) -> Bool { record(.number(String(decoding: text, as: UTF8.self))) }
    mutating func string(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool { record(.string(String(decoding: bytes, as: UTF8.self))) }
    mutating func key(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool { record(.key(String(decoding: bytes, as: UTF8.self))) }
    mutating func startObject() -> Bool { record(.startObject) }
    mutating func endObject() -> Bool { record(.endObject) }
    mutating func startArray() -> Bool { record(.startArray) }
    mutating func endArray() -> Bool { record(.endArray) }
}

@Suite struct ValueReplayTests {
    @Test func tokensComeInTheOrderOfTheText() {
        let value: JSONValue = ["b": [1.50, nil, []], "a": ["": true], "s": "é\n"]
        let tokens = Self.tokens(of: value)
        #expect(
            tokens == [
                .startObject, .key("b"), .startArray, .number("1.5"), .null, .startArray, .endArray, .endArray,
                .key("a"), .startObject, .key(""), .boolean(true), .endObject, .key("s"), .string("é\n"), .endObject,
            ])
    }

    @Test(arguments: JSONValueBuilderTests.values)
    func aBuiltValueReplaysTheTokensItWasBuiltOf(value: JSONValue) {
        let tokens = Self.tokens(of: value)
        var builder = JSONValueBuilder()
        #expect(feed(tokens, to: &builder))
        #expect(Self.tokens(of: builder.take()) == tokens)
    }

    @Test(arguments: JSONValueBuilderTests.values)
    func aRefusedTokenIsTheLast(value: JSONValue) {
        let tokens = Self.tokens(of: value)
        for limit in tokens.indices {
            var sink = RecordingSink(limit: limit)
            #expect(!ValueReplay.replay(value, into: &sink))
            #expect(sink.tokens == Array(tokens[..<limit]))
        }
    }

    private static func tokens(of value: JSONValue) -> [RecordedToken] {
        var sink = RecordingSink()
        #expect(ValueReplay.replay(value, into: &sink))
        return sink.tokens
    }
}
