import FoundationEssentials
import Testing

@testable import Yodel
@testable import YodelTestSupport

/// A document that does not fit its type under the strict rules, and the error that says so.
struct MismatchCase: Sendable, CustomTestStringConvertible {
    let json: String
    let expected: ErrorFields

    init(_ json: String, _ code: ModelError.Code, at offset: Int, line: Int = 1, column: Int? = nil, path: String, _ message: String) {
        self.json = json
        expected = ErrorFields(.mismatch, code, at: offset, line: line, column: column, path: path, message)
    }

    var testDescription: String { json }
}

@Suite struct MismatchErrorTests {
    enum Color: String { case red, green }
    enum Level: Int, Equatable { case low = 1 }
    enum Shade: String, CaseIterable { case dark, light = "very light" }
    enum Grade: Int, CaseIterable { case first = 1, second }

    struct Span: Decodable {
        var from: Int
    }

    struct Inner: Model {
        var id = 0
        var maybe: Int?
        var text = ""
    }

    struct Everything: Model {
        var bool = false, int = 0, byte: Int8 = 0, unsigned: UInt = 0, wide: UInt128 = 0, float: Float = 0, double = 0.0,
            decimal: Decimal = 0
        var text = "", part: Substring = "", letter: Character = "x"
        var date = Date(timeIntervalSince1970: 0), data = Data(), url: URL?, id: UUID?
        var shade = Shade.dark, grade: Grade?
        var color = Color.red, level: Level?, maybe: Int?, twice: Int??
        var inner = Inner(), innerOrNil: Inner?, span: Span?
        var numbers: [Int] = [], letters: Set<Character> = [], names: [String: String] = [:], ages: [Int: Int] = [:]
        var inners: [Inner] = [], table: [String: Inner] = [:], byColor: [Color: [Int]] = [:], byShade: [Shade: Int] = [:],
            grid: [[Int]] = []
        var any: [String: Any] = [:], anys: [Any] = []
    }

    /// What is said of an empty value.
    private static let empty = " (emptyAsNull takes it as null)"

    private static let dates =
        "expected Date, found a string that is not a valid one (ISO 8601, as in 2014-05-06T07:08:09Z; dateFormats names others)"

    /// What would fit, or the option that takes what was found, is said as well.
    static let hinted: [MismatchCase] = [
        MismatchCase(
            #"{"decimal": "1"}"#, .typeMismatch, at: 12, path: "decimal",
            "expected Decimal, found a string (convertsTypes reads numbers in strings)"),
        MismatchCase(
            #"{"float": "1"}"#, .typeMismatch, at: 10, path: "float",
            "expected Float, found a string (convertsTypes reads numbers in strings)"),
        MismatchCase(
            #"{"date": 0}"#, .typeMismatch, at: 9, path: "date",
            "expected Date, found a number (for numbers set numericDates or dateFormats)"),
        MismatchCase(#"{"date": "yesterday"}"#, .invalidValue, at: 9, path: "date", dates),
        MismatchCase(#"{"date": "2024-02-30"}"#, .invalidValue, at: 9, path: "date", dates),
        MismatchCase(#"{"date": ""}"#, .invalidValue, at: 9, path: "date", "expected Date, found a string that is not a valid one\(empty)"),
        MismatchCase(
            #"{"data": "$$$"}"#, .invalidValue, at: 9, path: "data",
            "expected Data, found a string that is not a valid one (base64; dataFormat takes any text)"),
        MismatchCase(
            #"{"shade": "blue"}"#, .invalidValue, at: 10, path: "shade",
            "expected Shade, found a string that is not a valid one (its cases: 'dark', 'very light')"),
        MismatchCase(
            #"{"shade": 1}"#, .typeMismatch, at: 10, path: "shade", "expected Shade, found a number (its cases: 'dark', 'very light')"),
        MismatchCase(
            #"{"grade": 3}"#, .invalidValue, at: 10, path: "grade",
            "expected Grade?, found a number that is not a valid one (its cases: 1, 2)"),
        MismatchCase(
            #"{"byShade": {"dark": 1, "": 2}}"#, .invalidValue, at: 24, path: "byShade",
            "expected a key of type Shade, found a string that is not a valid one (its cases: 'dark', 'very light')"),
    ]

    static let kinds: [MismatchCase] = [
        ("bool", "1", "Bool", "a number"), ("bool", #""true""#, "Bool", "a string"), ("bool", "[]", "Bool", "an array"),
        ("int", #""7""#, "Int", "a string"), ("int", "true", "Int", "a boolean"), ("int", "{}", "Int", "an object"),
        ("int", "1.5", "Int", "a number"),
        ("byte", "[1]", "Int8", "an array"), ("unsigned", "false", "UInt", "a boolean"),
        ("double", #"{"a":1}"#, "Double", "an object"), ("text", "12", "String", "a number"),
        ("text", "true", "String", "a boolean"), ("text", "[]", "String", "an array"), ("part", "-1e5", "Substring", "a number"),
        ("letter", "1", "Character", "a number"), ("date", "{}", "Date", "an object"),
        ("data", "1", "Data", "a number"),
        ("url", "1", "URL?", "a number"), ("id", "true", "UUID?", "a boolean"), ("color", "1", "Color", "a number"),
        ("color", "[]", "Color", "an array"), ("level", #""1""#, "Level?", "a string"),
        ("maybe", #""1""#, "Int?", "a string"),
        ("twice", "false", "Int??", "a boolean"), ("inner", "[]", "Inner", "an array"),
        ("inner", "1", "Inner", "a number"),
        ("innerOrNil", #""x""#, "Inner?", "a string"), ("numbers", "{}", "[Int]", "an object"),
        ("numbers", "1", "[Int]", "a number"),
        ("letters", "true", "Set<Character>", "a boolean"), ("names", "[]", "[String: String]", "an array"),
        ("names", "1", "[String: String]", "a number"), ("any", "[]", "[String: Any]", "an array"),
        ("any", "1", "[String: Any]", "a number"), ("anys", "{}", "[Any]", "an object"),
        ("anys", #""x""#, "[Any]", "a string"),
    ].map { name, value, expected, found in
        MismatchCase(
            "{\"\(name)\": \(value)}", .typeMismatch, at: name.utf8.count + 5, path: name,
            "expected \(expected), found \(found)\(["[]", "{}", "false"].contains(value) ? empty : "")")
    }

    static let values: [MismatchCase] =
        [
            ("byte", "128", "Int8"), ("byte", "-129", "Int8"), ("int", "9223372036854775808", "Int"), ("unsigned", "-1", "UInt"),
            ("unsigned", "18446744073709551616", "UInt"), ("wide", "340282366920938463463374607431768211456", "UInt128"),
            ("int", "1e99999999999999999999", "Int"), ("float", "1e39", "Float"), ("double", "-1e309", "Double"),
            ("decimal", "1e999", "Decimal"),
            ("maybe", "1e30", "Int?"), ("level", "9223372036854775808", "Level?"),
        ].map { name, value, expected in
            MismatchCase(
                "{\"\(name)\": \(value)}", .numberOutOfRange, at: name.utf8.count + 5, path: name,
                "expected \(expected), found a number that it cannot hold")
        }
        + [
            ("id", #""123e4567""#, "UUID?", "a string"), ("letter", #""ab""#, "Character", "a string"),
            ("letter", #""""#, "Character", "a string"),
            ("url", #""http://[""#, "URL?", "a string"),
            ("color", #""blue""#, "Color", "a string"),
            ("color", #""""#, "Color", "a string"), ("level", "2", "Level?", "a number"),
            ("span", "[1,2]", "Span?", "an array"),
            ("span", "12", "Span?", "a number"),
        ].map { name, value, expected, found in
            MismatchCase(
                "{\"\(name)\": \(value)}", .invalidValue, at: name.utf8.count + 5, path: name,
                "expected \(expected), found \(found) that is not a valid one\(value == #""""# ? empty : "")")
        }
        + ["bool", "int", "double", "text", "date", "color", "inner", "numbers", "names", "any", "anys"].map { name in
            let type = [
                "bool": "Bool", "int": "Int", "double": "Double", "text": "String", "date": "Date", "color": "Color", "inner": "Inner",
                "numbers": "[Int]", "names": "[String: String]", "any": "[String: Any]", "anys": "[Any]",
            ]
            return MismatchCase(
                "{\"\(name)\": null}", .unexpectedNull, at: name.utf8.count + 5, path: name, "expected \(type[name] ?? ""), found null")
        }

    static let places: [MismatchCase] = [
        MismatchCase(#"{"numbers":[1,2,"x"]}"#, .typeMismatch, at: 16, path: "numbers[2]", "expected Int, found a string"),
        MismatchCase(#"{"numbers":[1,[2]]}"#, .typeMismatch, at: 14, path: "numbers[1]", "expected Int, found an array"),
        MismatchCase(#"{"numbers":[null]}"#, .unexpectedNull, at: 12, path: "numbers[0]", "expected Int, found null"),
        MismatchCase(
            #"{"letters":["a","bc"]}"#, .invalidValue, at: 16, path: "letters[1]",
            "expected Character, found a string that is not a valid one"),
        MismatchCase(#"{"grid":[[1],[],[2,true]]}"#, .typeMismatch, at: 19, path: "grid[2][1]", "expected Int, found a boolean"),
        MismatchCase(#"{"grid":[[1],2]}"#, .typeMismatch, at: 13, path: "grid[1]", "expected [Int], found a number"),
        MismatchCase(#"{"names":{"a":"b","key":1}}"#, .typeMismatch, at: 24, path: "names.key", "expected String, found a number"),
        MismatchCase(#"{"names":{"a.b":{}}}"#, .typeMismatch, at: 16, path: #"names["a.b"]"#, "expected String, found an object\(empty)"),
        MismatchCase(
            #"{"ages":{"7":1,"x":2}}"#, .invalidValue, at: 15, path: "ages",
            "expected a key of type Int, found a string that is not a valid one"),
        MismatchCase(#"{"ages":{"7":"x"}}"#, .typeMismatch, at: 13, path: "ages.7", "expected Int, found a string"),
        MismatchCase(
            #"{"byColor":{"red":[1],"blue":[]}}"#, .invalidValue, at: 22, path: "byColor",
            "expected a key of type Color, found a string that is not a valid one"),
        MismatchCase(#"{"byColor":{"green":[1,"x"]}}"#, .typeMismatch, at: 23, path: "byColor.green[1]", "expected Int, found a string"),
        MismatchCase(#"{"inner":{"text":"a","id":"b"}}"#, .typeMismatch, at: 26, path: "inner.id", "expected Int, found a string"),
        MismatchCase(
            #"{"innerOrNil":{"maybe":{}}}"#, .typeMismatch, at: 23, path: "innerOrNil.maybe", "expected Int?, found an object\(empty)"),
        MismatchCase(
            #"{"inners":[{},{"id":1},{"id":true}]}"#, .typeMismatch, at: 29, path: "inners[2].id", "expected Int, found a boolean"),
        MismatchCase(#"{"inners":[{},7]}"#, .typeMismatch, at: 14, path: "inners[1]", "expected Inner, found a number"),
        MismatchCase(#"{"table":{"k":{"id":1},"l":{"id":null}}}"#, .unexpectedNull, at: 33, path: "table.l.id", "expected Int, found null"),
        MismatchCase(#"{"table":{"k":{},"l":[]}}"#, .typeMismatch, at: 21, path: "table.l", "expected Inner, found an array\(empty)"),
        MismatchCase(
            "{\n \"unknown\": [1,\n{}],\n \"int\":\n  \"a\"}", .typeMismatch, at: 33, line: 5, column: 3, path: "int",
            "expected Int, found a string"),
        MismatchCase("{\r\n\"text\":\r\n\t1}", .typeMismatch, at: 13, line: 3, column: 2, path: "text", "expected String, found a number"),
        // The offset is that of the token's first byte, whatever is in the token and before it.
        MismatchCase(#"{"text":"\"\\","int":"\\\"\"\\\\\""}"#, .typeMismatch, at: 21, path: "int", "expected Int, found a string"),
        MismatchCase(#"{"int":"a \" b \\\" c"}"#, .typeMismatch, at: 7, path: "int", "expected Int, found a string"),
        MismatchCase(#"{"int":"\ud83d\ude00é"}"#, .typeMismatch, at: 7, path: "int", "expected Int, found a string"),
        MismatchCase(#"{"int" :   "","x":1}"#, .typeMismatch, at: 11, path: "int", "expected Int, found a string\(empty)"),
        MismatchCase(#"{"text":-12345678901234567890.25E-10}"#, .typeMismatch, at: 8, path: "text", "expected String, found a number"),
        MismatchCase(#"{"text":0,"x":1}"#, .typeMismatch, at: 8, path: "text", "expected String, found a number"),
        MismatchCase(#"{"text":false}"#, .typeMismatch, at: 8, path: "text", "expected String, found a boolean\(empty)"),
        MismatchCase(
            #"{"span":{"from":[1,{"a":"]}"}]}}"#, .typeMismatch, at: 8, path: "span.from", "expected Int, found an array"),
        MismatchCase(#"{"span":{"from":"x"}}"#, .typeMismatch, at: 8, path: "span.from", "expected Int, found a string"),
        MismatchCase(#"{"span":{}}"#, .missingKey, at: 8, path: "span.from", "expected a value for a key of Span, found none"),
    ]

    @Test(.slow, arguments: kinds + values + places + hinted)
    func theErrorSaysWhatAndWhere(mismatch: MismatchCase) {
        let bytes = Array(mismatch.json.utf8)
        #expect(decodeWhole(Everything.self, bytes, .strict).errorFields == mismatch.expected)
        #expect(decodeWhole(Everything.self, bytes, .strict, .noise).errorFields == mismatch.expected)
        for size in 1...31 {
            #expect(decodeInChunks(Everything.self, bytes, size: size, .strict).errorFields == mismatch.expected, "chunks of \(size)")
        }
    }

    @Test(arguments: values.filter { $0.expected.code != .unexpectedNull } + kinds)
    func theSameFailsInTheFirstOfTwoTwins(mismatch: MismatchCase) {
        let bytes = Array("[\(mismatch.json),\(mismatch.json)]".utf8)
        let error = decodeWhole([Everything].self, bytes, .strict).errorFields
        #expect(error?.offset == mismatch.expected.offset + 1)
        #expect(error?.path == "[0].\(mismatch.expected.path)")
    }

    /// No more of an enum's cases are named than a person reads, and no more of each.
    @Test func theHintIsBounded() throws {
        let error = try #require(throws: ModelError.self) { try ModelDecoder(.strict).decode(Long.self, from: "\"x\"") }
        let words = (0..<32).map { "'\($0)\(String(repeating: "n", count: $0 < 10 ? 63 : 62))…'" }
        #expect(error.message == "expected Long, found a string that is not a valid one (its cases: \(words.joined(separator: ", ")), ...)")
    }

    private struct Long: RawRepresentable, CaseIterable {
        let rawValue: String
        init?(rawValue: String) {
            guard rawValue.utf8.count > 100 else { return nil }
            self.rawValue = rawValue
        }
        static let allCases = (0..<40).compactMap { Long(rawValue: "\($0)\(String(repeating: "n", count: 100))") }
    }

    @Test func datesNameTheFormatsOfTheOptions() throws {
        var options = DecodingOptions.strict
        options.dateFormats = [.pattern("dd.MM.yyyy"), .iso8601, .epochSeconds, .custom(read: { _ in nil }, write: { _ in nil })]
        let error = try #require(throws: ModelError.self) { try ModelDecoder(options).decode([Date].self, from: "[0,\"2014/05/06\"]") }
        #expect(
            error.message
                == "expected Date, found a string that is not a valid one (dateFormats has 'dd.MM.yyyy', ISO 8601, seconds since 1970, a custom one)"
        )
        // A transform's own formats are not the options'.
        struct Day: Model {
            var day = Date(timeIntervalSince1970: 0)
            static func describe(_ model: inout ModelDescription) { model.transforms = ["day": .date(.pattern("dd.MM.yyyy"))] }
        }
        let own = try #require(throws: ModelError.self) { try ModelDecoder(.strict).decode(Day.self, from: #"{"day":"2014-05-06"}"#) }
        #expect(own.message == "expected Date, found a string that is not a valid one")
    }

    // MARK: Roots

    /// A root that does not fit leaves nothing to return: an error under every rule.
    @Test(arguments: [DecodingOptions.lenient, .strict])
    func aRootThatDoesNotFitIsAnError(options: DecodingOptions) {
        expectRoot(Inner.self, "[]", at: 0, .typeMismatch, "expected Inner, found an array\(Self.empty)", options)
        expectRoot(Inner.self, " \n7", at: 2, line: 2, column: 1, .typeMismatch, "expected Inner, found a number", options)
        expectRoot(Inner.self, #""{}""#, at: 0, .typeMismatch, "expected Inner, found a string", options)
        expectRoot(Inner.self, "true ", at: 0, .typeMismatch, "expected Inner, found a boolean", options)
        expectRoot([Inner].self, "{}", at: 0, .typeMismatch, "expected [Inner], found an object\(Self.empty)", options)
        expectRoot([Int].self, "12345", at: 0, .typeMismatch, "expected [Int], found a number", options)
        expectRoot([Int].self, "-1.5e3 ", at: 0, .typeMismatch, "expected [Int], found a number", options)
        expectRoot([String: Int].self, "[1]", at: 0, .typeMismatch, "expected [String: Int], found an array", options)
        expectRoot(Int.self, "  {}", at: 2, .typeMismatch, "expected Int, found an object\(Self.empty)", options)
        expectRoot(
            Date.self, "12", at: 0, .typeMismatch, "expected Date, found a number (for numbers set numericDates or dateFormats)", options)
        expectRoot(Set<Int>.self, "  12", at: 2, .typeMismatch, "expected Set<Int>, found a number", options)
    }

    @Test(arguments: [DecodingOptions.lenient, .strict])
    func aRootWithoutAValueIsAnError(options: DecodingOptions) {
        expectRoot(UInt8.self, "256", at: 0, .numberOutOfRange, "expected UInt8, found a number that it cannot hold", options)
        expectRoot(
            Date.self, #""soon""#, at: 0, .invalidValue, Self.dates, options)
        expectRoot(Level.self, "2", at: 0, .invalidValue, "expected Level, found a number that is not a valid one", options)
        expectRoot(Inner.self, "null", at: 0, .unexpectedNull, "expected Inner, found null", options)
        expectRoot([Int].self, " null", at: 1, .unexpectedNull, "expected [Int], found null", options)
        expectRoot(String.self, "null", at: 0, .unexpectedNull, "expected String, found null", options)
        expectRoot(Int8.self, "1e3\n", at: 0, .numberOutOfRange, "expected Int8, found a number that it cannot hold", options)
    }

    @Test(arguments: [DecodingOptions.lenient, .strict])
    func aRootOfTextThatIsNoURLIsAnError(options: DecodingOptions) {
        expectRoot(URL.self, #""  ""#, at: 0, .invalidValue, "expected URL, found a string that is not a valid one", options)
    }

    private func expectRoot<T>(
        _ type: T.Type, _ json: String, at offset: Int, line: Int = 1, column: Int? = nil, _ code: ModelError.Code,
        _ message: String, _ options: DecodingOptions, location: Testing.SourceLocation = #_sourceLocation
    ) {
        let expected = ErrorFields(.mismatch, code, at: offset, line: line, column: column, message)
        #expect(decodeWhole(type, Array(json.utf8), options).errorFields == expected, sourceLocation: location)
        for size in 1...9 {
            let error = decodeInChunks(type, Array(json.utf8), size: size, options).errorFields
            #expect(error == expected, "chunks of \(size)", sourceLocation: location)
        }
    }
}
