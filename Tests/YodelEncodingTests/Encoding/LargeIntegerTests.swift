import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

// Integers beyond 2^53 as strings, wherever they stand.

private struct Big: Model, Equatable {
    var a: Int = 9_007_199_254_740_993
    var b: Int64 = -9_007_199_254_740_993
    var c: UInt64 = .max
    var d: UInt? = 9_007_199_254_740_992
    var e: Int128 = .min
    var list: [Int] = [1, .max, .min]
    var table: [String: UInt64] = ["k": .max]
    var set: Set<Int64> = [.max]
    var double = 1e300
    var decimal = Decimal(string: "12345678901234567890")!
    var text = "9007199254740993 \"-9007199254740993\\"
    var enumeration = Kind.large

    enum Kind: Int, Codable { case small = 1, large = 9_007_199_254_740_993 }
}

private struct Kept: Model {
    var raw = RawJSON.null
    var value = JSONValue.null
    var any: Any?
    var coded: Coded?
    var inner: Big?

    struct Coded: Codable { var id = Int.max, raw: RawJSON? }
}

private struct Texts: WillEncodeModel {
    var id = Int.max
    var text = Number()
    static func describe(_ model: inout ModelDescription) { model.transforms = ["text": .jsonText] }
    func willEncode(into object: inout JSONObject) throws {
        #expect(object["id"] == .number(JSONNumber(Int.max)))
        object["more"] = .number(JSONNumber(UInt64.max))
    }

    struct Number: Model { var id = Int.max, raw = RawJSON.null }
}

@Suite("Large integers")
struct LargeIntegerTests {
    private let quoting = options { $0.largeIntegers = .string }

    @Test func everyKindGoesThereAndBack() throws {
        let text =
            #"{"a":"9007199254740993","b":"-9007199254740993","c":"18446744073709551615","d":9007199254740992,"#
            + #""e":"-170141183460469231731687303715884105728","list":[1,"9223372036854775807","-9223372036854775808"],"#
            + #""table":{"k":"18446744073709551615"},"set":["9223372036854775807"],"double":1e+300,"decimal":"12345678901234567890","#
            + #""text":"9007199254740993 \"-9007199254740993\\","enumeration":"9007199254740993"}"#
        expectWritten(Big(), text, quoting)
        let bytes = Array(text.utf8)
        var other = Big()
        (other.a, other.b, other.c, other.list, other.table, other.set, other.decimal) = (0, 0, 0, [], [:], [], 0)
        #expect(try decodeWhole(Big.self, bytes).get() == Big())
        for size in 1...5 { #expect(try decodeInChunks(Big.self, bytes, size: size).get() == Big()) }
        try ModelDecoder().update(&other, from: bytes)
        #expect(other == Big())
        #expect(try ModelDecoder().decode(Big.self, from: try ModelDecoder().decode(JSONValue.self, from: bytes)) == Big())
        #expect(try ModelEncoder().encodeToString(Big()).contains(#""a":9007199254740993,"#))
    }

    @Test(arguments: [
        ("0", false), ("-1", false), ("9007199254740991", false), ("9007199254740992", false), ("-9007199254740992", false),
        ("9007199254740993", true), ("-9007199254740993", true), ("9999999999999999", true), ("10000000000000000", true),
        ("123456789012345678901234567890", true), ("1e30", false), ("9007199254740993.0", false), ("9007199254740993e0", false),
        ("-0.1234567890123456789", false), ("1000000000000000", false),
    ])
    func numbersOfAnyText(text: String, isLarge: Bool) throws {
        let value = try ModelDecoder().decode(JSONValue.self, from: "[\(text),{\"k\":\(text)}]")
        let written = isLarge ? "\"\(text)\"" : text
        expectWritten(value, "[\(written),{\"k\":\(written)}]", quoting)
        expectWritten(try ModelDecoder().decode(JSONValue.self, from: text), written, quoting)
    }

    @Test func whatIsNotTyped() throws {
        let number = JSONValue.number(JSONNumber(Int.max))
        var kept = Kept()
        (kept.value, kept.any, kept.coded) = (["n": number], [Int.max, 1] as [Any], Kept.Coded())
        expectWritten(
            kept, #"{"raw":null,"value":{"n":"9223372036854775807"},"any":["9223372036854775807",1],"coded":{"id":"9223372036854775807"}}"#,
            quoting)
        expectWritten(Int.max, "\"9223372036854775807\"", quoting)
        expectWritten([Int.max: Int.min], #"{"9223372036854775807":"-9223372036854775808"}"#, quoting)
    }

    @Test func rawBytesStay() throws {
        let raw = try RawJSON(json: #" {"n" : 9223372036854775807, "s":"ÿ" } "#)
        var kept = Kept()
        (kept.raw, kept.inner) = (raw, Big())
        let text = try ModelEncoder(quoting).encodeToString(kept)
        #expect(text.hasPrefix(#"{"raw":\#(raw.text),"value":null,"inner":{"a":"9007199254740993""#), "\(text)")
        #expect(try ModelEncoder(quoting).encodeToString([raw, raw]) == "[\(raw.text),\(raw.text)]")
        #expect(try ModelEncoder(quoting).encodeToString(raw) == raw.text)
        #expect(try ModelEncoder(quoting).encodeValue(raw)["n"] == .number(JSONNumber(Int.max)))
        #expect(try ModelDecoder().decode(Kept.self, from: text).raw == raw)
    }

    @Test func hooksAndTextsSeeNumbers() throws {
        var texts = Texts()
        texts.text.raw = try RawJSON(json: "[9223372036854775807]")
        expectWritten(
            texts,
            #"{"id":"9223372036854775807","text":"{\"id\":\"9223372036854775807\",\"raw\":[9223372036854775807]}","more":"18446744073709551615"}"#,
            quoting)
    }

    @Test func layoutAndLines() throws {
        let pretty = options { ($0.largeIntegers, $0.isPretty, $0.sortsKeys) = (.string, true, true) }
        expectWritten(["b": [Int.max], "a": [1]], "{\n  \"a\" : [\n    1\n  ],\n  \"b\" : [\n    \"9223372036854775807\"\n  ]\n}", pretty)
        let lines = try ModelEncoder(quoting).encodeLines([Int.max, 1, .min])
        #expect(String(decoding: lines, as: UTF8.self) == "\"9223372036854775807\"\n1\n\"-9223372036854775808\"\n")
        #expect(try String(decoding: ModelEncoder(quoting).encodeCanonical([Int.max]), as: UTF8.self) == "[\"9223372036854775807\"]")
    }

    /// Many of them: linear, wherever they stand.
    @Test func aLongDocument() throws {
        let values = (0..<(triesFewerCases ? 20_000 : 50_000)).map { $0 % 3 == 0 ? Int.max - $0 : $0 }
        let bytes = try ModelEncoder(quoting).encodeToBytes(values)
        let expected = values.map { $0 > 1 << 53 ? "\"\($0)\"" : "\($0)" }.joined(separator: ",")
        #expect(String(decoding: bytes, as: UTF8.self) == "[\(expected)]")
        #expect(try decodeWhole([Int].self, bytes).get() == values)
    }
}
