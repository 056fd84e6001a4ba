import Testing

@testable import Yodel
@testable import YodelTestSupport

/// Objects of one text that have the same keys share them: what is read must be what would be read of each by itself.
@Suite struct SharedKeysTests {
    /// Keys at the limits of words, of strings' own forms and of what Swift holds equal.
    static let keys =
        [
            "", "a", "b", "id", "seven77", "eight888", "nine99999", "sixteen16sixteen", "seventeen17seventeen", "text", "texu", "\u{E9}",
            "e\u{301}", "日本",
        ]
        + [
            "one that is longer than all the others, by far: sixty-four bytes",
            "one that is longer than all the others, by far: sixty-four bytez",
        ]
        + (0..<100).map { "key \($0)" }

    private typealias Pairs = [(key: String, value: Int)]

    /// Lists of keys of which later objects have one, often cut off or changed.
    private static func objects(_ count: Int, _ random: inout SeededGenerator) -> [Pairs] {
        let lists =
            (0..<12).map { _ in (0..<Int.random(in: 0...40, using: &random)).map { _ in keys.randomElement(using: &random)! } } + [keys]
        return (0..<count).map { number in
            var list = lists.randomElement(using: &random)!
            if Bool.random(using: &random) { list = Array(list.prefix(Int.random(in: 0...list.count, using: &random))) }
            if !list.isEmpty && Int.random(in: 0..<4, using: &random) == 0 {
                list[list.indices.randomElement(using: &random)!] = keys.randomElement(using: &random)!
            }
            return list.enumerated().map { ($1, number * 1000 + $0) }
        }
    }

    /// Some keys with a letter as an escape.
    private static func text(_ object: Pairs, _ random: inout SeededGenerator) -> String {
        let members = object.map { pair in
            let key = Int.random(in: 0..<8, using: &random) == 0 ? pair.key.replacing("e", with: "\\u0065") : pair.key
            return "\"\(key)\":\(pair.value)"
        }
        return "{\(members.joined(separator: ","))}"
    }

    @Test(arguments: some(1, of: [UInt64](0..<20)))
    func objectsAreWhatEachIsByItself(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let objects = Self.objects(200, &random)
        let text = "[\(objects.map { Self.text($0, &random) }.joined(separator: ","))]"
        let elements = try #require(try ModelDecoder().decode(JSONValue.self, from: text).arrayValue)
        let dictionaries = try ModelDecoder().decode([Any].self, from: text)
        try #require(elements.count == objects.count && dictionaries.count == objects.count)
        for (index, pairs) in objects.enumerated() {
            var expected = JSONObject()
            for (key, value) in pairs { expected[key] = .number(JSONNumber(value)) }
            let object = try #require(elements[index].objectValue)
            #expect(object.keys == expected.keys && object.values == expected.values)
            for key in Self.keys { #expect(object[key] == expected[key]) }
            var plain: [String: Int] = [:]
            for (key, value) in expected { plain[key] = value.numberValue?.intValue }
            #expect(dictionaries[index] as? [String: Int] == plain)
        }
    }

    @Test func aChangeOfOneIsNoneOfTheOthers() throws {
        let members = (0..<30).map { "\"key \($0)\":\($0)" }.joined(separator: ",")
        let text = "[\(Array(repeating: "{\(members)}", count: 8).joined(separator: ","))]"
        var objects = try #require(try ModelDecoder().decode(JSONValue.self, from: text).arrayValue?.compactMap(\.objectValue))
        let original = objects
        objects[6]["key 3"] = nil
        objects[6]["new"] = true
        objects[6]["key 29"] = false
        #expect(objects[6].count == 30 && objects[6]["key 4"] == 4 && objects[6]["key 29"] == false && objects[6]["key 3"] == nil)
        for index in [0, 5, 7] { #expect(objects[index] == original[index] && objects[index].keys == original[0].keys) }
        var dictionaries = try #require(try ModelDecoder().decode([Any].self, from: text) as? [[String: Any]])
        dictionaries[6]["key 3"] = nil
        dictionaries[7]["key 3"] = "other"
        #expect(dictionaries[5]["key 3"] as? Int == 3 && dictionaries[6].count == 29 && dictionaries[7]["key 3"] as? String == "other")
    }

    /// Of keys that Swift holds equal the last wins, also where objects share them.
    @Test func keysThatSwiftHoldsEqualAreOne() throws {
        let text = "[\(Array(repeating: "{\"\u{E9}\":1,\"e\u{301}\":2}", count: 8).joined(separator: ","))]"
        #expect(try ModelDecoder().decode([Any].self, from: text) as? [[String: Int]] == Array(repeating: ["\u{E9}": 2], count: 8))
        let values = try ModelDecoder().decode(JSONValue.self, from: text)
        for index in 0..<8 { #expect(values[index]?.objectValue?.count == 2) }
    }

    /// Numbers of every kind in a row become what each becomes by itself.
    @Test func numbersAreTheSameInAnArray() throws {
        let texts = [
            "0", "-0", "-1", "999999999999999999", "9223372036854775807", "-9223372036854775808", "9223372036854775808",
            "18446744073709551615",
            "18446744073709551616", "123456789012345678901234567890", "1.0", "-0.0", "1e2", "1.5", "0.1", "1234567890123456789.5", "1e400",
            "5e-324", "0e999",
        ]
        let array = try ModelDecoder().decode([Any].self, from: "[\(texts.joined(separator: ","))]")
        try #require(array.count == texts.count)
        for (value, text) in zip(array, texts) {
            let single = try #require(JSONNumber(text)).swiftValue
            #expect(type(of: value) == type(of: single) && "\(value)" == "\(single)", "\(text)")
        }
    }

    @Test func aRepeatedKeyIsFoundAmongSharedOnes() throws {
        let strict = ModelDecoder(DecodingOptions.lenient.with(\.onDuplicateKey, .fail))
        let objects = Array(repeating: #"{"a":1,"b":2}"#, count: 6)
        #expect(throws: Never.self) { try strict.decode(JSONValue.self, from: "[\(objects.joined(separator: ","))]") }
        let text = "[\((objects + [#"{"a":1,"b":2,"a":3}"#]).joined(separator: ","))]"
        #expect(throws: ModelError.self) { try strict.decode(JSONValue.self, from: text) }
        #expect(throws: ModelError.self) { try strict.decode([Any].self, from: text) }
        let value = try ModelDecoder().decode(JSONValue.self, from: text)
        #expect(value[6]?.text == #"{"a":3,"b":2}"#)
    }

    /// A text may end anywhere: what has been read by then is given back.
    @Test func aTextThatEndsEarlyLeavesNothing() {
        let object = #"{"one":"a string of more than fifteen bytes","two":[1,"another one that is long",{"three":null}]}"#
        let text = "[\(Array(repeating: object, count: 7).joined(separator: ","))]"
        for end in stride(from: 1, to: text.utf8.count, by: 3) {
            let part = String(text.prefix(end))
            #expect(throws: ModelError.self) { try ModelDecoder().decode(JSONValue.self, from: part) }
            #expect(throws: ModelError.self) { try ModelDecoder().decode([Any].self, from: part + "}") }
        }
    }
}
