import Testing

@testable import Yodel

@Suite struct JSONValueBuilderTests {
    /// Values of every shape; `JSONValueWalkTests` uses them too.
    static let values: [JSONValue] = [
        nil, true, false, 0, -1.5, "", "text é 😀 \u{0}", [], [:], [[]], [[:]], ["a": []], ["a": [:]],
        [1, [2, [3, []], 4], ["k": [5]], nil], ["a": ["b": ["c": [1, "x", nil]]], "d": false, "": ""],
        .number(JSONNumber("123456789012345678901234567890.10e-5")!),
        .object(JSONObject((0..<50).map { (key: "key\($0)", value: [.string("value \($0)")]) })),
    ]

    @Test(arguments: values)
    func replayedTokensBuildTheValue(value: JSONValue) {
        var builder = JSONValueBuilder()
        for _ in 0..<2 {
            #expect(!builder.isComplete)
            #expect(feed(value.tokens, to: &builder))
            #expect(builder.isComplete)
            let built = builder.take()
            #expect(built == value)
            #expect(built.text == value.text)
        }
    }

    @Test func theLastOfEqualKeysWinsAtThePlaceOfTheFirst() {
        var builder = JSONValueBuilder()
        let tokens: [RecordedToken] = [
            .startObject, .key("a"), .number("1"), .key("b"), .null, .key("a"), .startArray, .endArray, .endObject,
        ]
        #expect(feed(tokens, to: &builder))
        #expect(builder.take().text == #"{"a":[],"b":null}"#)
    }

    @Test(
        arguments: [
            ([], .endArray), ([], .endObject), ([], .key("a")), ([.null], .null), ([.null], .startArray), ([.startArray], .endObject),
            ([.startArray], .key("a")), ([.startObject], .endArray), ([.startObject], .null), ([.startObject], .startObject),
            ([.startObject, .key("a")], .key("b")), ([.startObject, .key("a")], .endObject), ([.startArray, .endArray], .endArray),
        ] as [([RecordedToken], RecordedToken)])
    func tokensOutOfPlaceAreRefused(tokens: [RecordedToken], last: RecordedToken) {
        var builder = JSONValueBuilder()
        #expect(feed(tokens, to: &builder))
        let wasComplete = builder.isComplete
        #expect(!feed([last], to: &builder))
        #expect(builder.isComplete == wasComplete)
        builder.reset()
        #expect(feed([.startArray, .boolean(true), .endArray], to: &builder))
        #expect(builder.take() == [true])
    }

    @Test func takingTooEarlyIsAProgrammersMistake() async {
        await #expect(processExitsWith: .failure) {
            var builder = JSONValueBuilder()
            _ = builder.startArray()
            _ = builder.take()
        }
    }

    /// What is there is not copied at each append.
    @Test(arguments: [1, .max])
    func growingIsLinear(distinctKeys: Int) {
        LinearTime.expect(20_000, make: { count in (0..<count).map { RecordedToken.key("k\($0 % distinctKeys)") } }) { keys in
            var builder = JSONValueBuilder()
            _ = feed([.startArray, .startArray], to: &builder)
            for _ in keys { _ = builder.null() }
            _ = feed([.endArray, .startObject], to: &builder)
            for key in keys { _ = feed([key, .boolean(true)], to: &builder) }
            #expect(feed([.endObject, .endArray], to: &builder))
            let value = builder.take()
            #expect(value[0]?.arrayValue?.count == keys.count)
            #expect(value[1]?.objectValue?.count == min(distinctKeys, keys.count))
        }
    }
}

/// A token with its content kept, for tests.
enum RecordedToken: Equatable, Sendable {
    case null, boolean(Bool), number(String), string(String), key(String), startObject, endObject, startArray, endArray
}

/// Feeds tokens until the sink refuses one.
func feed<Sink: TokenSink & ~Copyable>(_ tokens: [RecordedToken], to sink: inout Sink) -> Bool {
    for token in tokens {
        let goesOn =
            switch token {
            case .null: sink.null()
            case .boolean(let value): sink.boolean(value)
            case .number(let text): Array(text.utf8).withUnsafeBufferPointer { sink.number($0) }
            case .string(let text): Array(text.utf8).withUnsafeBufferPointer { sink.string($0) }
            case .key(let text): Array(text.utf8).withUnsafeBufferPointer { sink.key($0) }
            case .startObject: sink.startObject()
            case .endObject: sink.endObject()
            case .startArray: sink.startArray()
            case .endArray: sink.endArray()
            }
        guard goesOn else { return false }
    }
    return true
}
