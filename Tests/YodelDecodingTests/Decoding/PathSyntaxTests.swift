import Testing

@testable import Yodel
@testable import YodelTestSupport

// Paths have one syntax everywhere: what `model.keys` reads in a path, `at:` reads too.

private enum WrittenPath {
    @TaskLocal static var path = ""

    /// A property at a path of the test's.
    struct At: Model, Equatable {
        var value: JSONValue?
        static func describe(_ model: inout ModelDescription) { model.keys = ["value": .init([WrittenPath.path])] }
    }

    struct Indexes: Model, Equatable {
        var dotted = 0, bracketed = 0, first = 0, quoted = 0, literal = 0, form = 0
        static func describe(_ model: inout ModelDescription) {
            model.keys = [
                "dotted": "info.1.t", "bracketed": "info[1].t", "first": "0", "quoted": #"["a.b"]["c"]"#, "literal": #"a\[0]"#,
                "form": #"filter\[name]"#,
            ]
        }
    }
}

@Suite("Paths")
struct PathSyntaxTests {
    /// A path, the keys and indexes that it leads along, and a document that has 7 there.
    static let paths: [(String, [String], String)] = [
        ("info.1.t", ["info", "1", "t"], #"{"info":[0,{"t":7}]}"#), ("info[1].t", ["info", "1", "t"], #"{"info":[0,{"t":7}]}"#),
        ("info[1].t", ["info", "1", "t"], #"{"info":{"1":{"t":7}}}"#), ("info.1.t", ["info", "1", "t"], #"{"info":{"1":{"t":7}}}"#),
        ("info[1]t", ["info", "1", "t"], #"{"info":[0,{"t":7}]}"#), ("a[0][1]", ["a", "0", "1"], #"{"a":[[0,7]]}"#),
        ("a.[0]", ["a", "0"], #"{"a":[7]}"#), ("0", ["0"], #"{"0":7}"#), ("0.a", ["0", "a"], #"{"0":{"a":7}}"#),
        (#"["a.b"]"#, ["a.b"], #"{"a.b":7}"#), (#"x["a[0]"].y"#, ["x", "a[0]", "y"], #"{"x":{"a[0]":{"y":7}}}"#),
        (#"["a\"b\\"]"#, [#"a"b\"#], #"{"a\"b\\":7}"#), (#"[""].a"#, ["", "a"], #"{"":{"a":7}}"#),
        (#"a\.b"#, ["a.b"], #"{"a.b":7}"#), (#"a\[0]"#, ["a[0]"], #"{"a[0]":7}"#), (#"a\[0\].b"#, ["a[0]", "b"], #"{"a[0]":{"b":7}}"#),
        (#"a\\"#, [#"a\"#], #"{"a\\":7}"#), (#"a\n"#, [#"a\n"#], #"{"a\\n":7}"#), (#"a\\[0]"#, [#"a\"#, "0"], #"{"a\\":[7]}"#),
        (#"a\\.b"#, [#"a\"#, "b"], #"{"a\\":{"b":7}}"#), (#"filter\[name]"#, ["filter[name]"], #"{"filter[name]":7}"#),
        (#"items\[]"#, ["items[]"], #"{"items[]":7}"#), (#"a\[01].b"#, ["a[01]", "b"], #"{"a[01]":{"b":7}}"#),
        (#"a\["#, ["a["], #"{"a[":7}"#),
        (".ext", [".ext"], #"{".ext":7}"#), ("end.", ["end."], #"{"end.":7}"#), (".m.n.", ["m", "n"], #"{"m":{"n":7}}"#),
        ("...", ["..."], #"{"...":7}"#), (".a\\.b", [".a.b"], #"{".a.b":7}"#), ("\u{E9}[0]", ["\u{E9}", "0"], "{\"\u{E9}\":[7]}"),
        ("e.\u{301}a", ["e", "\u{301}a"], "{\"e\":{\"\u{301}a\":7}}"),
    ]

    @Test(arguments: paths)
    func aPathMeansTheSameEverywhere(path: String, keys: [String], json: String) throws {
        #expect(JSONPath(stringLiteral: path).components.map(\.keyText) == keys)
        #expect(try ModelDecoder().decode(Int.self, from: json, at: JSONPath(stringLiteral: path)) == 7)
        var options = DecodingOptions.lenient
        options.keyStyle = .custom { $0 }  // plans of its own
        WrittenPath.$path.withValue(path) {
            let result = decodeWhole(WrittenPath.At.self, Array(json.utf8), options)
            #expect((try? result.get()) == WrittenPath.At(value: 7))
        }
        // What is written by the path is found by it.
        var encoding = EncodingOptions.default
        encoding.keyStyle = options.keyStyle
        let text = try ModelEncoder(encoding).encodeToString(WrittenPath.At(value: 7))
        #expect(try ModelDecoder().decode(Int.self, from: text, at: JSONPath(stringLiteral: path)) == 7)
        // Records stand at a path, too.
        var reader = try ModelReader(Int.self, framing: .array(at: JSONPath(stringLiteral: path)))
        var found: [Int] = []
        try reader.read(Array(json.replacing("7", with: "[7]").utf8)) { found.append(try $0.get()) }
        #expect(found == [7])
    }

    /// What a mapping refuses is a path elsewhere, and may lead to a key.
    @Test(arguments: [
        ("filter[name]", #"{"filter[name]":7}"#), ("items[]", #"{"items[]":7}"#), ("a[01].b", #"{"a[01]":{"b":7}}"#), ("a[", #"{"a[":7}"#),
        ("m..n", #"{"m":{"n":7}}"#), ("$.a", #"{"$":{"a":7}}"#), ("/a/b", #"{"/a/b":7}"#),
    ])
    func whatAMappingRefusesMayLeadToAKey(path: String, json: String) throws {
        #expect(try ModelDecoder().decode(Int.self, from: json, at: JSONPath(stringLiteral: path)) == 7)
    }

    @Test func indexesInAMapping() {
        expectMapped(
            #"{"info":[0,{"t":7}],"0":1,"a.b":{"c":2},"a[0]":3,"filter[name]":4,"a":[9],"filter":{"name":9}}"#,
            WrittenPath.Indexes(dotted: 7, bracketed: 7, first: 1, quoted: 2, literal: 3, form: 4))
        expectMapped(#"{"info":{"1":{"t":7}},"[0]":9}"#, WrittenPath.Indexes(dotted: 7, bracketed: 7))
    }

    /// A path of a document may begin with an index, one of a model's object may not.
    @Test func aPathMayBeginWithAnIndex() throws {
        for json in ["[[1],{\"a\":7}]", #"{"1":{"a":7}}"#] {
            #expect(try ModelDecoder().decode(Int.self, from: json, at: "[1].a") == 7)
        }
        #expect(JSONPath(stringLiteral: "[0].a").components.map(\.keyText) == ["0", "a"])
        var options = DecodingOptions.lenient
        options.keyStyle = .custom { $0 }  // plans of its own
        WrittenPath.$path.withValue("[0].a") {
            #expect(decodeWhole(WrittenPath.At.self, Array("{}".utf8), options).errorFields?.code == .invalidDeclaration)
        }
    }

    /// A digit with a zero before it is no index, here or there.
    @Test func zerosBeforeDigits() throws {
        #expect(throws: ModelError.self) { try ModelDecoder().decode(Int.self, from: "[1,2]", at: "01") }
        #expect(try ModelDecoder().decode(Int.self, from: #"{"01":2}"#, at: "01") == 2)
    }

    /// Whatever the keys are, a path is read as it is written.
    @Test func anyPathIsReadAsItIsWritten() {
        var generator = SeededGenerator(seed: 24)
        let scalars: [Unicode.Scalar] = [".", "[", "]", "\"", "\\", "0", "1", "a", "\u{301}", " ", "-"]
        for _ in 0..<(triesFewerCases ? 8_000 : 20_000) {
            let path = JSONPath(
                (0..<Int.random(in: 0...4, using: &generator)).map { _ in
                    if Bool.random(using: &generator) { return .index(Int.random(in: 0...12, using: &generator)) }
                    var key = String.UnicodeScalarView()
                    for _ in 0..<Int.random(in: 0...4, using: &generator) { key.append(scalars.randomElement(using: &generator)!) }
                    return .key(String(key))
                })
            let read = JSONPath(stringLiteral: path.description)
            // By their scalars: to Swift, texts that are canonically equivalent are equal.
            let isSame =
                read.components.count == path.components.count
                && zip(read.components, path.components).allSatisfy {
                    $0 == $1 && $0.keyText.unicodeScalars.elementsEqual($1.keyText.unicodeScalars)
                }
            if !isSame { Issue.record("\(path.components) is written \(path.description) and read \(read.components)") }
        }
    }
}
