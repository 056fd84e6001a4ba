import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

private enum Shapes {
    struct Inner: Model, Equatable {
        var id = 0
        var name = "n"
    }

    struct All: Model, Equatable {
        var tags = ["z"]
        var set: Set<Int> = []
        var maybe: [Inner]?
        var name = "n"
        var one = Inner()
        var number: Int?
        var payload: [String: Int] = [:]
        var due: String??
        var at: Date??
        var either: [Int] = []
        var unless: [Int?] = []
        var deep: [[Int]] = []
        static func describe(_ model: inout ModelDescription) {
            model.keys = ["either": ["e", "E"]]
            model.transforms = Dictionary(
                uniqueKeysWithValues: ["tags", "set", "maybe", "name", "one", "number", "either"].map { ($0, PropertyTransform.oneOrMany) })
            model.transforms["unless"] = .oneUnlessMany
            model.transforms["deep"] = .oneUnlessMany
            model.transforms["payload"] = .jsonTextOrValue
            model.transforms["due"] = .nullAsValue
            model.transforms["at"] = .epochMilliseconds.keepingNull
        }
    }

    struct Wrong: Model {
        var due: String?
        static func describe(_ model: inout ModelDescription) { model.transforms = ["due": .nullAsValue] }
    }

    /// One whose properties are set by code of its own.
    struct Behind: Model, Equatable {
        var stored: [Int] = []
        var word = ""
        var list: [Int] {
            get { stored }
            set { stored = newValue.map { $0 + 1 } }
        }
        var text: String {
            get { word }
            set { word = newValue + "!" }
        }
        static func describe(_ model: inout ModelDescription) {
            model.ignored = ["stored", "word"]
            model.access(\Self.list, named: "list")
            model.access(\Self.text, named: "text")
            model.transforms = ["list": .oneOrMany, "text": .oneOrMany]
        }
    }
}

private typealias All = Shapes.All

@Suite("Shapes of values")
struct ShapeTests {
    private static let read: [(json: String, expected: All)] = [
        (#"{"tags":"a","set":1,"maybe":{"id":2}}"#, All(tags: ["a"], set: [1], maybe: [.init(id: 2)])),
        (#"{"tags":["a","b"],"set":[1,2],"maybe":[{},{"id":2}]}"#, All(tags: ["a", "b"], set: [1, 2], maybe: [.init(), .init(id: 2)])),
        (#"{"tags":[],"maybe":null,"number":null}"#, All(tags: [])),
        (#"{"name":["a"],"one":[{"id":3}],"number":[4]}"#, All(name: "a", one: .init(id: 3), number: 4)),
        (#"{"name":"a","one":{"id":3},"number":4}"#, All(name: "a", one: .init(id: 3), number: 4)),
        (#"{"number":[null]}"#, All()), (#"{"payload":{"a":1}}"#, All(payload: ["a": 1])),
        (#"{"payload":"{\"a\": 1}"}"#, All(payload: ["a": 1])), (#"{"due":null,"at":null}"#, All(due: .some(nil), at: .some(nil))),
        (#"{"due":"d","at":1500}"#, All(due: "d", at: Date(timeIntervalSince1970: 1.5))), (#"{}"#, All()),
        (#"{"E":1,"e":[2]}"#, All(either: [2])), (#"{"E":1}"#, All(either: [1])), (#"{"unless":5,"deep":[1]}"#, All(unless: [5])),
        (#"{"unless":[5,null]}"#, All(unless: [5, nil])),
    ]

    @Test func areReadFromWhatIsComplete() throws {
        for (json, expected) in Self.read where !json.contains("deep") {
            for options in [DecodingOptions.lenient, .strict] {
                #expect(try decodeWhole(All.self, Array(json.utf8), options).get() == expected, "\(json)")
                for size in [1, 5] {
                    #expect(try decodeInChunks(All.self, Array(json.utf8), size: size, options).get() == expected, "\(json)")
                }
            }
            let value = try ModelDecoder().decode(JSONValue.self, from: json)
            #expect(try ModelDecoder().decode(All.self, from: value) == expected, "\(json)")
            var updated = All()
            try ModelDecoder().update(&updated, from: json)
            #expect(updated == expected, "\(json)")
        }
    }

    @Test func areReadFromLines() throws {
        var reader = try ModelReader(All.self, framing: .lines)
        var models: [All] = []
        let text = Self.read.map(\.json).joined(separator: "\n")
        try reader.read(text) { record in models.append(try record.get()) }
        try reader.finish { record in models.append(try record.get()) }
        #expect(models == Self.read.map(\.expected))
    }

    @Test func areColumns() throws {
        struct Row: Model {
            var name = ""
            var due: String??
            static func describe(_ model: inout ModelDescription) { model.transforms = ["name": .oneOrMany, "due": .nullAsValue] }
        }
        var reader = try ColumnReader(Row.self)
        var rows: [[String?]] = []
        func take(_ batch: ColumnBatch) {
            for row in 0..<batch.rowCount { rows.append(batch.columns.map { $0.text(row) }) }
        }
        try reader.read("{\"name\": [\"a\"], \"due\": null}\n{\"name\": \"b\", \"due\": \"d\"}\n", each: take)
        try reader.finish(each: take)
        #expect(rows == [["a", nil], ["b", "d"]])
    }

    @Test func areReadFromSwiftValues() throws {
        let source: [String: Any] = ["tags": "a", "set": [1, 2], "name": ["n2"], "one": [["id": 3]], "payload": ["a": 1], "number": [7]]
        #expect(
            try ModelDecoder().decode(All.self, from: source)
                == All(tags: ["a"], set: [1, 2], name: "n2", one: .init(id: 3), number: 7, payload: ["a": 1]))
    }

    @Test func areSetByCode() throws {
        for json in [#"{"list":1,"text":["a"]}"#, #"{"list":[1],"text":"a"}"#] {
            #expect(try decodeWhole(Shapes.Behind.self, Array(json.utf8)).get() == Shapes.Behind(stored: [2], word: "a!"), "\(json)")
        }
    }

    @Test func aValueIsChangedInPlace() throws {
        var value = All(one: .init(id: 1, name: "kept"))
        try ModelDecoder().update(&value, from: #"{"one":{"id":2}}"#)
        #expect(value.one == .init(id: 2, name: "kept"))
        try ModelDecoder().update(&value, from: #"{"one":[{"id":3}],"due":null}"#)
        #expect(value.one == .init(id: 3) && value.due == .some(nil))
    }

    @Test(
        arguments: [
            (#"{"tags":5}"#, .typeMismatch, "tags"), (#"{"tags":{"a":1}}"#, .typeMismatch, "tags"),
            (#"{"tags":[5]}"#, .typeMismatch, "tags[0]"),
            (#"{"name":["a","b"]}"#, .typeMismatch, "name"), (#"{"name":[]}"#, .typeMismatch, "name"),
            (#"{"name":[5]}"#, .typeMismatch, "name[0]"), (#"{"one":[{"id":"x"}]}"#, .typeMismatch, "one[0].id"),
            (#"{"one":[{},{}]}"#, .typeMismatch, "one"), (#"{"maybe":{"id":[]}}"#, .typeMismatch, "maybe.id"),
            (#"{"payload":"x"}"#, .invalidValue, "payload"), (#"{"payload":5}"#, .typeMismatch, "payload"),
            (#"{"payload":{"a":"x"}}"#, .typeMismatch, "payload.a"), (#"{"due":5}"#, .typeMismatch, "due"),
        ] as [(String, ModelError.Code, String)])
    func whatDoesNotFit(json: String, code: ModelError.Code, path: String) throws {
        let bytes = Array(json.utf8)
        let error = decodeWhole(All.self, bytes, .strict).errorFields
        #expect(error?.category == .mismatch && error?.code == code && error?.path == path)
        for size in [1, 4] { #expect(decodeInChunks(All.self, bytes, size: size, .strict).errorFields == error) }
    }

    @Test func whatDoesNotFitLeavesThePropertyAsItWas() throws {
        let json = #"{"tags":{"a":1},"name":["a","b"],"one":[],"set":"x","payload":"{"}"#
        var report = DecodingReport()
        #expect(try ModelDecoder().decode(All.self, from: json, report: &report) == All())
        #expect(report.issues.map(\.path.description) == ["tags", "name", "one", "set", "payload"])
        #expect(report.issues.allSatisfy { $0.action == .kept })
    }

    @Test func damagedTextIsAnErrorOfTheText() {
        for json in [
            #"{"name":["a""#, #"{"name":["a" "b"]}"#, #"{"name":[tru]}"#, #"{"tags":tru}"#, #"{"one":[{"id":1]}"#, #"{"name":["a",]}"#,
        ] {
            for options in [DecodingOptions.lenient, .strict] {
                #expect(decodeWhole(All.self, Array(json.utf8), options).errorFields?.category == .syntax, "\(json)")
            }
        }
    }

    @Test func theDepthIsTheDocuments() throws {
        var options = DecodingOptions.lenient
        options.maximumDepth = 2
        #expect(decodeOnce(All.self, Array(#"{"one":[{"id":1}]}"#.utf8), options).errorFields?.code == .depthLimit)
        options.maximumDepth = 3
        #expect(try decodeWhole(All.self, Array(#"{"one":[{"id":1}]}"#.utf8), options).get().one.id == 1)
    }

    @Test func areWritten() throws {
        func written(_ value: All, _ change: (inout EncodingOptions) -> Void = { _ in }) throws -> JSONValue {
            var options = EncodingOptions.default
            change(&options)
            return try ModelEncoder(options).encodeValue(value)
        }
        let value = All(tags: ["a"], set: [1], payload: ["a": 1], due: .some(nil), at: .some(nil), either: [1], unless: [5], deep: [[1]])
        let object = try written(value)
        #expect(object["tags"]?.text == #"["a"]"# && object["set"]?.text == "[1]" && object["payload"]?.text == #"{"a":1}"#)
        #expect(object["due"]?.text == "null" && object["at"]?.text == "null" && object["e"]?.text == "[1]")
        #expect(object["unless"]?.text == "5" && object["deep"]?.text == "[[1]]" && object["number"]?.text == nil)
        #expect(try ModelDecoder(.strict).decode(All.self, from: object) == value)
        #expect(try written(All())["due"]?.text == nil && written(All(due: "d"))["due"]?.text == #""d""#)
        #expect(try written(All(at: Date(timeIntervalSince1970: 1.5)))["at"]?.text == "1500")
        #expect(try written(All()) { $0.onNil = .null }["due"]?.text == "null")
        for list in [[], [nil], [1, 2]] as [[Int?]] {
            #expect(try ModelDecoder().decode(All.self, from: written(All(unless: list))).unless == list)
            #expect(try written(All(unless: list))["unless"]?.arrayValue?.count == list.count)
        }
        for change in [{ $0.omitsDefaults = true }, { $0.sortsKeys = true }, { $0.isPretty = true }] as [(inout EncodingOptions) -> Void] {
            #expect(try ModelDecoder(.strict).decode(All.self, from: written(value, change)) == value)
        }
        #expect(try ModelEncoder().encodeCanonical(value) == ModelEncoder().encodeCanonical(value.modelCopy()))
        #expect(try written(All()) { $0.omitsDefaults = true }.text == "{}")
    }

    @Test func nullNeedsTwoOptionals() {
        let error = #expect(throws: ModelError.self) { try Shapes.Wrong(json: "{}") }
        #expect(error?.category == .model && error?.code == .invalidDeclaration)
        #expect(error?.message.contains("'due' of Wrong keeps null as a value of its own") == true)
    }

    // MARK: Texts of bytes and amounts

    private struct Token: Model, Equatable {
        var url = Data()
        var plain = Data()
        var list: [Data] = []
        var price: Decimal?
        static func describe(_ model: inout ModelDescription) {
            model.transforms = ["url": .base64URL, "plain": .base64Unpadded, "list": .base64URL, "price": .decimalText]
        }
    }

    @Test func base64OfAnyForm() throws {
        for count in 0..<70 {
            let data = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 251) })
            let padded = data.base64EncodedString()
            let standard = padded.replacingOccurrences(of: "=", with: "")
            let url = standard.replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
            for text in [padded, standard, url, url + String(repeating: "=", count: padded.count - standard.count)] {
                let token = try ModelDecoder(.strict).decode(
                    Token.self, from: #"{"url":"\#(text)","plain":"\#(text)","list":["\#(text)"]}"#)
                #expect(token == Token(url: data, plain: data, list: [data]), "\(text)")
            }
            let written = try ModelEncoder().encodeValue(Token(url: data, plain: data, list: [data]))
            #expect(
                written["url"]?.stringValue == url && written["plain"]?.stringValue == standard && written["list"]?[0]?.stringValue == url)
        }
        for text in ["A", "AAAAA", "A*==", "AA=", "=", "AA\u{20}AA", "é"] {
            #expect(throws: ModelError.self, "\(text)") { try ModelDecoder(.strict).decode(Token.self, from: #"{"url":"\#(text)"}"#) }
        }
    }

    @Test func amountsAreTexts() throws {
        let texts = [
            "0", "1.5", "-12345678901234567890.123456789", "340282366920938463463374607431768211455", "0.00000000000000000000000000001",
        ]
        for text in texts {
            let decimal = try #require(Decimal(string: text))
            for json in [#"{"price":"\#(text)"}"#, #"{"price":\#(text)}"#] {
                #expect(try ModelDecoder(.strict).decode(Token.self, from: json).price == decimal)
            }
            #expect(try ModelEncoder().encodeValue(Token(price: decimal))["price"]?.stringValue == text)
        }
        #expect(try ModelEncoder().encodeValue(Token(price: .nan))["price"]?.text == nil)
        for text in [#""""#, #""x""#, #""1,5""#, #""NaN""#, "true", "[]"] {
            #expect(throws: ModelError.self, "\(text)") { try ModelDecoder(.strict).decode(Token.self, from: #"{"price":\#(text)}"#) }
        }
    }
}
