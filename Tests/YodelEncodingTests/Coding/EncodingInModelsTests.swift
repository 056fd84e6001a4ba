import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

private typealias Key = EncodingProgram.Key
private typealias Own = EncodedByClosure.Own
private typealias Holder = EncodedByClosure.Holder

private struct Programs: Model {
    var before = 1
    var value: EncodingProgram?
    var list: [EncodingProgram] = []
    var after = "/"
}

/// Types that encode themselves inside of models: written by the containers of `CodableEncoder`, as the options of the model's encoder say.
@Suite("Codable types in models: encoding")
struct EncodingInModelsTests {
    // MARK: As CodableEncoder

    /// Containers in any order, keys twice, super encoders: what `CodableEncoder` makes of them, Foundation's encoder has said.
    @Test(arguments: 0..<8)
    func containersAreFilledInAnyOrder(_ part: Int) throws {
        let (isSorted, isPretty, escapes) = (part & 1 != 0, part & 2 != 0, part & 4 != 0)
        let writing = EncodedByClosure.options { ($0.sortsKeys, $0.isPretty, $0.escapesSlashes) = (isSorted, isPretty, escapes) }
        let plain = CodableEncoder()
        if isSorted { plain.outputFormatting.insert(.sortedKeys) }
        if !escapes { plain.outputFormatting.insert(.withoutEscapingSlashes) }
        for seed in some(5, of: 0..<200) {
            var generator = SeededGenerator(seed: UInt64(part * 1000 + seed))
            let (value, first, second) = (
                EncodingProgram.random(&generator, shape: .keyed), EncodingProgram.random(&generator, shape: .unkeyed),
                EncodingProgram.random(&generator, shape: .keyed)
            )
            let (valueText, firstText, secondText) = try (
                plain.encodeToString(value), plain.encodeToString(first), plain.encodeToString(second)
            )
            let slash = escapes ? "\\/" : "/"
            var expected = #"{"before":1,"value":\#(valueText),"list":[\#(firstText),\#(secondText)],"after":"\#(slash)"}"#
            if isSorted { expected = #"{"after":"\#(slash)","before":1,"list":[\#(firstText),\#(secondText)],"value":\#(valueText)}"# }
            if isPretty { expected = try ModelEncoder(writing).encodeToString(ModelDecoder().decode(JSONValue.self, from: expected)) }
            let ours = try ModelEncoder(writing).encodeToString(Programs(value: value, list: [first, second]))
            guard ours == expected else {
                Issue.record("seed \(part * 1000 + seed)\n\(expected)\n\(ours)\n\(value)\n\(first)\n\(second)")
                return
            }
        }
    }

    // MARK: Values that are left out

    private static let gaps = Own.keyed { container in
        try container.encode(Double.nan, forKey: Key("first"))
        try container.encode(1, forKey: Key("twice"))
        try container.encode(-Float.infinity, forKey: Key("twice"))
        try container.encode(Double.nan, forKey: Key("again"))
        try container.encode("/", forKey: Key("again"))
        var nested = container.nestedContainer(keyedBy: Key.self, forKey: Key("nested"))
        try nested.encode(Decimal.nan, forKey: Key("only"))
        var list = container.nestedUnkeyedContainer(forKey: Key("list"))
        try list.encode(1)
        try list.encode(Double.infinity)
        try container.encode([Double.nan, 0.5], forKey: Key("numbers"))
        try list.encode(Own.single(Double.nan))
        try container.encode(Own.single(Own.single(Double.nan)), forKey: Key("single"))
        try list.encode(["key": Double.nan])
        try Own.single(Double.nan).encode(to: container.superEncoder(forKey: Key("super")))
        try Own.single(Double.nan).encode(to: list.superEncoder())
        try container.encode(Date(timeIntervalSince1970: .infinity), forKey: Key("date"))
        // A value that writes elsewhere while it is encoded.
        let outer = container
        try container.encode(
            Own {
                var single = $0.singleValueContainer()
                var outer = outer
                try outer.encode(2, forKey: Key("between"))
                try single.encode(Double.nan)
            }, forKey: Key("detached"))
    }

    @Test func valuesAreLeftOutWithTheirKeys() throws {
        let left = #"{"again":"/","nested":{},"list":[1,null,null,{},null],"numbers":[null,0.5],"between":2}"#
        #expect(try EncodedByClosure.text(Self.gaps) == left)
        #expect(
            try EncodedByClosure.text(Self.gaps, EncodedByClosure.options { $0.sortsKeys = true })
                == #"{"again":"/","between":2,"list":[1,null,null,{},null],"nested":{},"numbers":[null,0.5]}"#)
        let pretty = try EncodedByClosure.text(Self.gaps, EncodedByClosure.options { $0.isPretty = true })
        #expect(try ModelDecoder().decode(JSONValue.self, from: pretty) == ModelDecoder().decode(JSONValue.self, from: left))
        #expect(try EncodedByClosure.text(.single(Double.nan)) == "nothing")
        var holder = Holder()
        holder.byKey = ["a": .single(Double.nan)]
        #expect(try ModelEncoder().encodeToString(holder) == #"{"before":1,"list":[],"byKey":{},"after":"/"}"#)
    }

    @Test func orNullStandsForThem() throws {
        let null = try EncodedByClosure.text(Self.gaps, EncodedByClosure.options { ($0.onNonFinite, $0.sortsKeys) = (.null, true) })
        #expect(
            null == """
                {"again":"/","between":2,"date":null,"detached":null,"first":null,"list":[1,null,null,{"key":null},null],\
                "nested":{"only":null},"numbers":[null,0.5],"single":null,"super":null,"twice":null}
                """)
    }

    @Test func anObjectOfWhichAllIsLeftOutIsEmpty() throws {
        for count in 1...40 {
            let value = Own.keyed { for index in 0..<count { try $0.encode(Double.nan, forKey: Key("key\(index)")) } }
            #expect(try EncodedByClosure.text(value) == "{}")
        }
    }

    // MARK: Options

    private enum Word: String, CodingKey, Hashable, Codable, CodingKeyRepresentable { case firstWord, secondWord }

    @Test func keysOfTypesHaveTheStyleAndThoseOfDictionariesStay() throws {
        enum Kind: Encodable { case withNumber(maxValue: Int) }
        struct Type: Encodable {
            var userName = 1
            var byText: [String: [String: Kind]?] = ["oneKey": ["twoKeys": .withNumber(maxValue: 2)]]
            var byNumber: [Int: String]? = [-5: "a"]
            var byWord: [Word: Int] = [.firstWord: 1]
            var ints = ["camelCase": 1]
        }
        let value = Own { try Type().encode(to: $0) }
        #expect(
            try EncodedByClosure.text(value, EncodedByClosure.options { $0.keyStyle = .snakeCase }) == """
                {"user_name":1,"by_text":{"oneKey":{"twoKeys":{"with_number":{"max_value":2}}}},"by_number":{"-5":"a"},\
                "by_word":{"firstWord":1},"ints":{"camelCase":1}}
                """)
        let shout = EncodedByClosure.options { $0.keyStyle = .custom { $0.uppercased() } }
        #expect(
            try EncodedByClosure.text(.keyed { try $0.encode([1: ["b": Type?.none]], forKey: Key("a")) }, shout)
                == #"{"A":{"1":{"b":null}}}"#)
        #expect(try EncodedByClosure.text(.keyed { try Own.single(1).encode(to: $0.superEncoder()) }, shout) == #"{"SUPER":1}"#)
    }

    @Test func valuesHaveTheFormThatTheOptionsSay() throws {
        struct Type: Encodable {
            var at = Date(timeIntervalSince1970: 1.5)
            var data = Data("é/".utf8)
            var link = URL(string: "https://example.org/a")!
            var price = Decimal(string: "-12.50")!
            var whole = 2.0
            var large = 9_007_199_254_740_993
            var wide = UInt128.max
            var half: Float = 0.5
            var text = "é/"
            var none: Double?
            var raw = try! ModelDecoder().decode(RawJSON.self, from: #"{"n":9007199254740993}"#)
            var json: JSONValue = ["oneKey": [1, nil, true, "é", 9_007_199_254_740_993]]
            var number = try! ModelDecoder().decode(JSONNumber.self, from: "1.50")
            var object: JSONObject = ["b": 1, "a": .null]
        }
        let value = Own { try Type().encode(to: $0) }
        let writing = EncodedByClosure.options {
            ($0.dateFormat, $0.dataFormat, $0.onNil, $0.largeIntegers) = (.epochMilliseconds, .utf8, .null, .string)
            ($0.escapesNonASCII, $0.escapesSlashes, $0.sortsKeys, $0.keyStyle) = (true, true, true, .snakeCase)
        }
        var holder = Holder()
        holder.value = value
        #expect(
            try ModelEncoder(writing).encodeToString(holder) == #"""
                {"after":"\/","before":1,"by_key":{},"list":[],"value":{"at":1500,"data":"\u00e9\/","half":0.5,\#
                "json":{"oneKey":[1,null,true,"\u00e9","9007199254740993"]},"large":"9007199254740993","link":"https:\/\/example.org\/a",\#
                "none":null,"number":1.50,"object":{"a":null,"b":1},"price":-12.5,"raw":{"n":9007199254740993},"text":"\u00e9\/",\#
                "whole":2.0,"wide":"340282366920938463463374607431768211455"}}
                """#)
        #expect(
            try EncodedByClosure.text(
                .keyed { try $0.encode(Type().at, forKey: Key("at")) }, EncodedByClosure.options { $0.dateFormat = .pattern("yyyy/MM/dd") })
                == #"{"at":"1970/01/01"}"#)
    }

    /// A form of dates of the program's own may do what it likes, even write into what is being written.
    @Test func aFormOfDatesThatEncodes() throws {
        nonisolated(unsafe) var container: KeyedEncodingContainer<Key>?
        let format = DateFormat.custom(
            read: { _ in nil },
            write: { date in
                var copy = container
                try? copy?.encode(String(repeating: "x", count: 5000), forKey: Key("written"))
                return "the date"
            })
        let value = Own {
            var own = $0.container(keyedBy: Key.self)
            container = own
            try own.encode(Date(), forKey: Key("at"))
            container = nil
        }
        let json = try ModelDecoder().decode(
            JSONValue.self, from: EncodedByClosure.text(value, EncodedByClosure.options { $0.dateFormat = format }))
        #expect(json["at"] == "the date" && json["written"]?.stringValue?.count == 5000)
    }
}
