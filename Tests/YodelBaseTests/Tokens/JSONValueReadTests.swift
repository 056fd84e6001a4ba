import Testing

@testable import Yodel
@testable import YodelTestSupport

/// JSON as a value, read from text by either tokenizer.
@Suite struct JSONValueReadTests {
    /// Values of every shape; `JSONValueWalkTests` uses them too.
    static let values: [JSONValue] = [
        nil, true, false, 0, -1.5, "", "text é 😀 \u{0}", [], [:], [[]], [[:]], ["a": []], ["a": [:]],
        [1, [2, [3, []], 4], ["k": [5]], nil], ["a": ["b": ["c": [1, "x", nil]]], "d": false, "": ""],
        .number(JSONNumber("123456789012345678901234567890.10e-5")!),
        .object(JSONObject((0..<50).map { (key: "key\($0)", value: [.string("value \($0)")]) })),
    ]

    private static let decoders = [ModelDecoder(), ModelDecoder(DecodingOptions.lenient.with(\.tokenizer, .yajl))]

    @Test(arguments: values)
    func aValueIsReadAsItWasWritten(value: JSONValue) throws {
        for decoder in Self.decoders {
            let read = try decoder.decode(JSONValue.self, from: value.text)
            #expect(read == value)
            #expect(read.text == value.text)
            #expect(read.tokens == value.tokens)
        }
    }

    @Test func theLastOfEqualKeysWinsAtThePlaceOfTheFirst() throws {
        for decoder in Self.decoders {
            #expect(try decoder.decode(JSONValue.self, from: #"{"a":1,"b":null,"a":[]}"#).text == #"{"a":[],"b":null}"#)
        }
    }

    /// What is there is not copied at each append.
    @Test(arguments: [1, .max])
    func growingIsLinear(distinctKeys: Int) {
        func text(_ count: Int) -> String {
            let nulls = Array(repeating: "null", count: count).joined(separator: ",")
            let pairs = (0..<count).map { "\"k\($0 % distinctKeys)\":true" }.joined(separator: ",")
            return "[[\(nulls)],{\(pairs)}]"
        }
        for decoder in some(1, of: Self.decoders) {
            LinearTime.expect(triesFewerCases ? 5_000 : 20_000, make: { (count: $0, text: text($0)) }) { input in
                let value = try? decoder.decode(JSONValue.self, from: input.text)
                #expect(value?[0]?.arrayValue?.count == input.count)
                #expect(value?[1]?.objectValue?.count == min(distinctKeys, input.count))
            }
        }
    }
}

/// A token with its content kept, for tests.
enum RecordedToken: Equatable, Sendable {
    case null, boolean(Bool), number(String), string(String), key(String), startObject, endObject, startArray, endArray
}
