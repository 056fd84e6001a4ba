import Testing

@testable import Yodel

/// Values of any JSON inside types that code themselves, by `CodableDecoder`.
@Suite("CodableDecoder: values of any JSON")
struct CodableJSONTests {
    private struct Event: Codable, Equatable {
        var meta: JSONValue
        var object: JSONObject?
        var number: JSONNumber?
    }

    private static let texts = [
        "null", "true", "12", "-0", "1.50", "1e400", "123456789012345678901234567890", "\"\"", #""a\u00e9\n""#, "[]", "{}",
        #"[1,[null,{"b":[2.0],"a":"x"}]]"#, #"{"some_key":1,"b":{"c":[true]}}"#,
    ]

    /// As a model has them: numbers with all their digits, keys as they are written and in their order.
    @Test(arguments: texts)
    func theyAreWhatStandsInTheText(_ text: String) throws {
        let decoder = CodableDecoder()
        for strategy in [CodableDecoder.KeyDecodingStrategy.useDefaultKeys, .convertFromSnakeCase] {
            decoder.keyDecodingStrategy = strategy
            let event = try decoder.decode(Event.self, from: #"{"meta":\#(text)}"#)
            let expected = try ModelDecoder().decode(JSONValue.self, from: text)
            #expect(event.meta == expected && event.meta.description == expected.description)
            #expect(try decoder.decode(JSONValue.self, from: text) == expected)
            #expect(try decoder.decode([String: JSONValue].self, from: #"{"k":\#(text)}"#) == ["k": expected])
        }
    }

    @Test func objectsAndNumbersAreNothingElse() throws {
        let decoder = CodableDecoder()
        let event = try decoder.decode(Event.self, from: #"{"meta":1,"object":{"b":1,"a":2},"number":1.50}"#)
        #expect(event.object?.map(\.key) == ["b", "a"] && event.number?.text == "1.50")
        for text in [#"{"meta":1,"object":[1]}"#, #"{"meta":1,"number":"1"}"#, #"{"meta":1,"number":true}"#] {
            #expect(throws: DecodingError.self) { try decoder.decode(Event.self, from: text) }
        }
    }
}
