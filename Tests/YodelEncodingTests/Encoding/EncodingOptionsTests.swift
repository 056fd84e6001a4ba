import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

private struct Leaf: Model { var value: Int? }
private struct Nils: Model {
    var a: Int?, b = Leaf(), c: Leaf?, d: String? = "d", deep: Int?, other: Int?, mixed: Int?, mixedToo = 1
    var list: [Leaf?] = [nil, Leaf()], table: [String: Int?] = ["k": nil]
    static func describe(_ model: inout ModelDescription) {
        model.keys = ["deep": "x.y.deep", "other": "x.y.other", "mixed": "m.a", "mixedToo": "m.b"]
    }
}
private struct Numbers: Model {
    var double = Double.nan, float = -Float.infinity, maybe: Double? = .infinity, decimal = Decimal.nan
    var date = Date(timeIntervalSince1970: .infinity), list = [1.5, .nan, 2.5], floats: [Float?] = [.nan, nil]
    var table: [String: Double] = ["k": .nan], path = Double.nan, end = 1
    static func describe(_ model: inout ModelDescription) { model.keys = ["path": "p.q"] }
}
private struct One<T>: Model {
    var v: T
    init() { preconditionFailure("nothing is decoded here") }
    init(_ v: T) { self.v = v }
}
private struct Page: Model, Codable, Equatable {
    struct Item: Model, Codable, Equatable {
        var id = 0, text = "a/b \"é\" \n", tags: [String] = [], extra: [String: [Int]] = [:]
    }
    var title = "t", items: [Item] = [], empty: [Int] = [], nothing: [String: Int] = [:]
    var grid: [[Double]] = [[], [0.5, 1.25], [[], []].count == 2 ? [] : [1.5]], flag = true
}
private struct Styled: Model {
    var createdAt = 1, avatarURL = "u", inner = Inner()
    struct Inner: Model { var longName = 2 }
}
private struct OwnStyle: Model {
    var longName = 1, keyed = 2
    static func describe(_ model: inout ModelDescription) { model.keys = KeyMapping(["keyed": "theKey"], style: .snakeCase) }
}

private let day = Date(timeIntervalSince1970: 1_399_379_889.123456)
private let lastSecond = Date(timeIntervalSince1970: 253_402_300_799)

@Suite("Encoding options")
struct EncodingOptionsTests {
    // MARK: Nil and numbers that are not finite

    @Test func nilIsLeftOutOrNull() {
        expectWritten(Nils(), #"{"b":{},"d":"d","m":{"b":1},"list":[null,{}],"table":{"k":null}}"#)
        expectWritten(
            Nils(),
            #"{"a":null,"b":{"value":null},"c":null,"d":"d","x":{"y":{"deep":null,"other":null}},"m":{"a":null,"b":1},"#
                + #""list":[null,{"value":null}],"table":{"k":null}}"#,
            options { $0.onNil = .null })
    }

    /// A property of an index is a property like any other.
    @Test func nilBelowAnIndexIsNull() {
        struct Indexed: Model {
            var third: Int?
            static func describe(_ model: inout ModelDescription) { model.keys = ["third": "array.2"] }
        }
        expectWritten(Indexed(), "{}")
        expectWritten(Indexed(), #"{"array":[null,null,null]}"#, options { $0.onNil = .null })
    }

    @Test func notFiniteIsLeftOut() {
        expectWritten(Numbers(), #"{"list":[1.5,null,2.5],"floats":[null,null],"table":{},"end":1}"#)
        expectWritten([Double.nan, 1.5], "[null,1.5]")
        expectWritten(["k": Float.nan], "{}")
        expectWritten(Double.nan, "null")
        expectWritten(One(Set([Double.infinity])), #"{"v":[null]}"#)
        expectWritten(One([[Decimal.nan]]), #"{"v":[[null]]}"#)
    }

    @Test func notFiniteIsNull() {
        expectWritten(
            Numbers(),
            #"{"double":null,"float":null,"maybe":null,"decimal":null,"date":null,"list":[1.5,null,2.5],"floats":[null,null],"#
                + #""table":{"k":null},"p":{"q":null},"end":1}"#,
            options { $0.onNonFinite = .null })
        expectWritten(-Float.infinity, "null", options { $0.onNonFinite = .null })
    }

    /// In `Any` the same holds.
    @Test func notFiniteInAny() {
        struct Untyped: Model {
            var any: Any = Double.nan, maybe: Any? = -Double.infinity, list: [Any] = [Float.infinity, 1, [Double.nan]]
            var table: [String: Any] = ["k": Decimal.nan]
        }
        expectWritten(Untyped(), #"{"list":[null,1,[null]],"table":{}}"#)
        expectWritten(
            Untyped(), #"{"any":null,"maybe":null,"list":[null,1,[null]],"table":{"k":null}}"#, options { $0.onNonFinite = .null })
    }

    @Test func notFiniteFails() {
        let failing = options { $0.onNonFinite = .fail }
        func check<T>(_ value: T, _ path: String, location: Testing.SourceLocation = #_sourceLocation) {
            expectUnwritten(
                value, .mismatch, .nonFiniteNumber, path: path, "JSON has no text for a number that is not finite (onNonFinite)", failing,
                location: location)
        }
        check(Double.nan, "")
        check(One(Float.infinity), "v")
        check(One(Double?.some(.nan)), "v")
        check(One(Decimal.nan), "v")
        check(One(Date(timeIntervalSince1970: .nan)), "v")
        check(One([1, .nan]), "v[1]")
        check(One(["a.b": [1.5], "a.c": [-.infinity]]), #"v["a.c"][0]"#)
        check([One(One(Double.nan))], "[0].v.v")
        check(One(Double.nan as Any), "v")
        check(One([["k": Float.nan]] as Any), "v[0].k")
        expectWritten(One(1.5), #"{"v":1.5}"#, failing)
    }

    // MARK: Layout

    @Test func prettyIsFoundationsLayout() throws {
        let foundation = JSONEncoder()
        foundation.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let pretty = options { ($0.isPretty, $0.sortsKeys) = (true, true) }
        func check<T: Encodable>(_ value: T) throws {
            expectWritten(value, String(decoding: try foundation.encode(value), as: UTF8.self), pretty)
        }
        let item = Page.Item(id: 1, tags: ["x", "y"], extra: ["b": [], "a": [1, 2], "c": [-1]])
        try check(Page())
        try check(Page(items: [Page.Item(), item], empty: [7], nothing: ["k": 1]))
        try check([Page(items: [item])])
        try check([[Int]]([[], [1], []]))
        try check([String: [String: Int]]())
        try check(["b": ["y": 1, "x": 2], "a": [:]])
        try check([Int]())
        try check("text")
        try check([[[[true]]]])
    }

    @Test func prettyText() {
        expectWritten(
            One(["k": [1, nil], "e": []]), "{\n  \"v\" : {\n    \"e\" : [\n\n    ],\n    \"k\" : [\n      1,\n      null\n    ]\n  }\n}",
            options { ($0.isPretty, $0.sortsKeys) = (true, true) })
        expectWritten([Leaf()], "[\n  {\n\n  }\n]", options { $0.isPretty = true })
        expectWritten([Leaf()], "[\n  {\n    \"value\" : null\n  }\n]", options { ($0.isPretty, $0.onNil) = (true, .null) })
        // What is taken back leaves no trace of its layout.
        expectWritten([Nils](), "[\n\n]", options { $0.isPretty = true })
        expectWritten(
            One([Double.nan]) as Any, "{\n  \"v\" : [\n    null\n  ]\n}", options { $0.isPretty = true })
    }

    @Test func keysAreSortedByUTF8() {
        let keys = ["b", "a", "Z", "", "e\u{301}", "～", "😀", "a/b", "a\"", "10", "9", "aa", "z", "ý"]
        let sorted = keys.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
        #expect(sorted != keys.sorted())
        func text(_ key: String) -> String { "\"" + key.replacing("\"", with: "\\\"") + "\":1" }
        let table = Dictionary(uniqueKeysWithValues: keys.map { ($0, 1) })
        let tableText = "{" + sorted.map(text).joined(separator: ",") + "}"
        let sorting = options { $0.sortsKeys = true }
        expectWritten(table, tableText, sorting)
        expectWritten(table.mapValues { $0 as Any }, tableText, sorting)
        expectWritten(table as Any, tableText, sorting)
        struct Mapped: Model {
            var a = 1, b = 1, c = 1, d = 1, e = 1
            static func describe(_ model: inout ModelDescription) { model.keys = ["a": "～", "b": "x.b", "c": "x.a", "d": "Z", "e": "😀"] }
        }
        expectWritten(Mapped(), #"{"～":1,"x":{"b":1,"a":1},"Z":1,"😀":1}"#)
        expectWritten(Mapped(), #"{"Z":1,"x":{"a":1,"b":1},"～":1,"😀":1}"#, sorting)
        expectWritten([-1: 1, 10: 1, 9: 1], #"{"-1":1,"10":1,"9":1}"#, sorting)
        expectWritten(JSONValue.object(["b": ["d": 1, "c": 2], "a": nil]), #"{"a":null,"b":{"c":2,"d":1}}"#, sorting)
    }

    @Test func escapes() {
        struct Escaped: Model {
            var text = "a/\u{1F}é日😀\u{7F}\u{10FFFF}"
            var any: Any = "/é", json: JSONValue = ["/é": "/"], url = URL(string: "https://a.b/")!, table = ["é": 1]
            static func describe(_ model: inout ModelDescription) { model.keys = ["any": "a/é"] }
        }
        let plain = "a/\\u001fé日😀\u{7F}\u{10FFFF}"
        let escaped = #"a/\u001f\u00e9\u65e5\ud83d\ude00"# + "\u{7F}" + #"\udbff\udfff"#
        func text(_ text: String, _ slash: String, _ e: String) -> String {
            let whole = #"{"text":"TEXT","a/é":"/é","json":{"/é":"/"},"url":"https://a.b/","table":{"é":1}}"#
            return whole.replacing("é", with: e).replacing("TEXT", with: text).replacing("/", with: slash)
        }
        expectWritten(Escaped(), text(plain, "/", "é"))
        expectWritten(Escaped(), text(plain, "\\/", "é"), options { $0.escapesSlashes = true })
        expectWritten(Escaped(), text(escaped, "/", "\\u00e9"), options { $0.escapesNonASCII = true })
        expectWritten(Escaped(), text(escaped, "\\/", "\\u00e9"), options { ($0.escapesSlashes, $0.escapesNonASCII) = (true, true) })
    }

    @Test func keyStyles() {
        expectWritten(Styled(), #"{"createdAt":1,"avatarURL":"u","inner":{"longName":2}}"#)
        expectWritten(Styled(), #"{"created_at":1,"avatar_url":"u","inner":{"long_name":2}}"#, options { $0.keyStyle = .snakeCase })
        let upper = KeyStyle.custom { $0.uppercased() + "\"" }
        expectWritten(Styled(), #"{"CREATEDAT\"":1,"AVATARURL\"":"u","INNER\"":{"LONGNAME\"":2}}"#, options { $0.keyStyle = upper })
        expectWritten([OwnStyle() as Any], #"[{"long_name":1,"theKey":2}]"#)
        expectWritten(OwnStyle(), #"{"long_name":1,"theKey":2}"#, options { $0.keyStyle = upper })
        expectWritten([Styled.Inner() as Any], #"[{"long_name":2}]"#, options { $0.keyStyle = .snakeCase })
    }

    // MARK: Dates

    @Test(
        arguments: [
            (.iso8601, #""2014-05-06T12:38:09+0000""#), (.iso8601(fractionDigits: 3), #""2014-05-06T12:38:09.123+0000""#),
            (.iso8601(fractionDigits: 6), #""2014-05-06T12:38:09.123456+0000""#),
            (.iso8601(fractionDigits: 9), #""2014-05-06T12:38:09.123456+0000""#),
            (.iso8601(fractionDigits: -1, secondsFromGMT: 19_800), #""2014-05-06T18:08:09+0530""#),
            (.iso8601(secondsFromGMT: -12_659), #""2014-05-06T09:08:09-0330""#),
            (.iso8601(secondsFromGMT: 1_000_000), #""2014-05-07T06:38:09+1800""#),
            (.epochSeconds, "1399379889.123456"), (.epochMilliseconds, "1399379889123.456"),
        ] as [(DateFormat, String)])
    func dateFormats(format: DateFormat, text: String) {
        let dated = options { $0.dateFormat = format }
        expectWritten(day, text, dated)
        expectWritten(One([day as Date?, nil]), #"{"v":[\#(text),null]}"#, dated)
        expectWritten(One(day as Any), #"{"v":\#(text)}"#, dated)
        struct Dated: Encodable { var at = day }
        expectWritten(Dated(), #"{"at":\#(text)}"#, dated)
    }

    /// Whole units come back as they were read, though a date's seconds may not be them to the last bit.
    @Test func wholeUnitsGoThereAndBack() throws {
        struct Stamp: Model {
            var at = Date(timeIntervalSince1970: 0)
            var own = Date(timeIntervalSince1970: 0)
            static func describe(_ model: inout ModelDescription) { model.transforms = ["own": .epochMilliseconds] }
        }
        let decoder = ModelDecoder(.with(\.dateFormats, [.epochMilliseconds]))
        let encoder = ModelEncoder(options { $0.dateFormat = .epochMilliseconds })
        var random = SeededGenerator(seed: 5)
        for round in 0..<4_000 {
            let value = round < 100 ? Int64(round) : Int64.random(in: -4_000_000_000_000...4_000_000_000_000, using: &random)
            let text = #"{"at":\#(value),"own":\#(value)}"#
            #expect(try encoder.encodeToString(decoder.decode(Stamp.self, from: text)) == text)
        }
        // What is between two of them is no whole number.
        for value in ["1399379889123.456", "0.25", "-1.5"] {
            let text = try encoder.encodeToString([decoder.decode(Date.self, from: value)])
            #expect(text.contains("."), "\(text)")
        }
    }

    @Test func wholeEpochs() {
        let seconds = options { $0.dateFormat = .epochSeconds }
        let milliseconds = options { $0.dateFormat = .epochMilliseconds }
        expectWritten(Date(timeIntervalSince1970: -1), "-1", seconds)
        expectWritten(Date(timeIntervalSince1970: 0), "0", milliseconds)
        expectWritten(Date(timeIntervalSince1970: 0.25), "250", milliseconds)
        expectWritten(Date(timeIntervalSince1970: 1e300), "1e+300", seconds)
    }

    @Test func datesOutOfRange() {
        func check(_ date: Date, _ format: DateFormat) {
            expectUnwritten(
                One([date]), .mismatch, .numberOutOfRange, path: "v[0]",
                "a date that its format cannot write: the year must have four digits",
                options { $0.dateFormat = format })
        }
        expectWritten(lastSecond, #""9999-12-31T23:59:59+0000""#)
        expectWritten(Date(timeIntervalSince1970: -62_167_392_000), #""0000-01-01T00:00:00+0000""#)
        check(lastSecond + 1, .iso8601)
        check(lastSecond, .iso8601(secondsFromGMT: 60))
        check(Date(timeIntervalSince1970: -62_167_392_001), .iso8601)
        check(Date(timeIntervalSince1970: 1e300), .iso8601)
        expectWritten(lastSecond + 1, "253402300800", options { $0.dateFormat = .epochSeconds })
    }

    @Test func allTogether() {
        let all = options {
            ($0.onNil, $0.onNonFinite, $0.isPretty, $0.sortsKeys) = (.null, .null, true, true)
            ($0.escapesSlashes, $0.escapesNonASCII) = (true, true)
            ($0.keyStyle, $0.dateFormat, $0.maximumDepth) = (.snakeCase, .epochSeconds, 2)
        }
        struct Every: Model {
            var zoneName: String?, bigNumber = Double.nan, atTime = Date(timeIntervalSince1970: 1), allWords = ["é/"]
        }
        expectWritten(
            Every(),
            "{\n  \"all_words\" : [\n    \"\\u00e9\\/\"\n  ],\n  \"at_time\" : 1,\n  \"big_number\" : null,\n  \"zone_name\" : null\n}", all
        )
        expectUnwritten(
            [Every()], .limit, .depthLimit, path: "[0].all_words",
            "containers nested deeper than 2 (maximumDepth); instances that refer to each other have no end", all)
    }
}
