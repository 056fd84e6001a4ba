import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

// All that is wrong with a document at once: each kind of problem with its place, and that there is none where a strict decode finds none.

private struct Item: Model, Equatable {
    var id = 0
    var name = ""
    var note: String?
}

private struct Order: Model, Equatable {
    var number = 0
    var items: [Item] = []
    var table: [String: Double] = [:]
    var buyer = Item()
    var date = Date(timeIntervalSince1970: 0)
    var raw: RawJSON?
    static func describe(_ model: inout ModelDescription) { model.keys = ["number": ["no", "nr"], "date": "meta.date"] }
}

private struct Required: Model {
    var id = 0
    var name = ""
    var inner: Inner?
    struct Inner: Model {
        var a = 0, b = 0
        static func describe(_ model: inout ModelDescription) { model.required = ["b"] }
    }
    static func describe(_ model: inout ModelDescription) { model.required = ["id"] }
}

private struct Checked: ValidatedModel {
    struct Refused: Error {}
    var age = 0
    var list: [Checked] = []
    func validate() throws { if age < 0 { throw Refused() } }
}

private struct Versioned: Model { let version = 1; var name = "" }

private struct Own: Codable { var at = 0 }
private struct WithOwn: Model { var own = [Own(), Own()]; var last = 0 }

@Suite("Problems")
struct ProblemTests {
    private func problems<T>(_ type: T.Type, _ json: String, limit: Int = 100, _ options: DecodingOptions = .lenient) throws -> [String] {
        var problems: [ModelProblem] = []
        let value = try ModelDecoder(options).decode(type, from: json, limit: limit, problems: &problems)
        #expect((value == nil) == !problems.isEmpty)
        return problems.map { "\($0.status) \($0.code) \($0.pointer) \($0.line):\($0.column) \($0.offset)" }
    }

    /// What a model writes is read again.
    @Test func aConstantIsNoProblem() throws {
        #expect(try problems(Versioned.self, Versioned().jsonString()) == [])
        #expect(try problems(Versioned.self, #"{"version": 2, "name": "a"}"#) == [])
    }

    @Test func everyKindWithItsPlace() throws {
        let json = """
            {"no": "1", "items": [{"id": 1.5, "name": null}, 7,
             {"id": 3, "name": "c", "nam": 1}], "table": {"a": true, "b": 1},
             "buyer": {}, "extra": [1], "meta": {"date": "soon", "more": 0}, "items": []}
            """
        #expect(
            try problems(Order.self, json, .lenient.with(\.onMissing, .fail)) == [
                "422 typeMismatch /no 1:8 7", "422 typeMismatch /items/0/id 1:30 29", "422 unexpectedNull /items/0/name 1:43 42",
                "422 typeMismatch /items/1 1:50 49", "422 unknownKey /items/2/nam 2:25 76", "422 typeMismatch /table/a 2:52 103",
                "422 missingKey /buyer/id 3:11 128", "422 missingKey /buyer/name 3:11 128", "422 unknownKey /extra 3:15 132",
                "422 invalidValue /meta/date 3:46 163", "422 unknownKey /meta/more 3:54 171", "422 duplicateKey /items 3:66 183",
            ])
    }

    @Test func whatIsRight() throws {
        let json =
            #"{"nr": 1, "items": [{"id": 1, "name": "a"}], "table": {"x": 1.5}, "buyer": {"id": 2, "name": "b", "note": null}, "meta": {"date": "2020-01-02"}, "raw": [ 1 ]}"#
        var problems: [ModelProblem] = []
        let order = try ModelDecoder().decode(Order.self, from: json, problems: &problems)
        let strict = try ModelDecoder(.strict).decode(Order.self, from: json)
        #expect(problems.isEmpty && order == strict && order?.raw?.text == "[ 1 ]")
        #expect(try ModelDecoder().decode(Order.self, from: Data(json.utf8), problems: &problems) == order)
        #expect(try ModelDecoder().decode([Int].self, from: "[1, 2]", problems: &problems) == [1, 2] && problems.isEmpty)
        #expect(try ModelDecoder().decode(Int.self, from: "7", problems: &problems) == 7 && problems.isEmpty)
    }

    /// In a value that is made as a whole, a key comes once as well.
    @Test func keysOfWholeValues() throws {
        struct Whole: Model {
            var value = JSONValue.null
            var any: Any?
            var raw: RawJSON?
            var own: Own?
            var changed = Changed()
        }
        struct Changed: WillDecodeModel {
            var id = 0
            func willDecode(_ object: inout JSONObject) {}
        }
        let failing = ModelDecoder(.lenient.with(\.onDuplicateKey, .fail))
        for (json, place) in [
            (#"{"value":[{"a":{"b":1,"b":2}}]}"#, "/value 1:10 9"), (#"{"any":{"a":1,"a":2}}"#, "/any 1:8 7"),
            (#"{"raw":{"a":1,"a":1}}"#, "/raw 1:8 7"), (#"{"own":{"at":1,"at":2}}"#, "/own 1:8 7"),
            (#"{"changed":{"id":1,"id":2}}"#, "/changed 1:12 11"),
        ] {
            #expect(try problems(Whole.self, json) == ["422 duplicateKey \(place)"])
            let error = #expect(throws: ModelError.self) { try failing.decode(Whole.self, from: json) }
            #expect(error?.code == .duplicateKey && place.hasSuffix(" \(error?.offset ?? -1)"))
        }
        #expect(try problems(JSONValue.self, #"{"a":1,"b":{"a":1}}"#) == [])
    }

    @Test func roots() throws {
        #expect(try problems(Order.self, "[]") == ["422 typeMismatch  1:1 0"])
        #expect(try problems(Int.self, #" "7""#) == ["422 typeMismatch  1:2 1"])
        #expect(
            try problems([Int].self, #"[1, "2", null, 4.5]"#) == [
                "422 typeMismatch /1 1:5 4", "422 unexpectedNull /2 1:10 9", "422 typeMismatch /3 1:16 15",
            ])
    }

    @Test func whatIsRequired() throws {
        #expect(
            try problems(Required.self, #"{"inner": {"a": 1}}"#, .lenient.with(\.onMissing, .fail)) == [
                "422 missingKey /id 1:1 0", "422 missingKey /name 1:1 0", "422 missingKey /inner/b 1:11 10",
            ])
        let withoutA = #"{"id": 1, "name": "n", "inner": {"b": 1}}"#
        #expect(try problems(Required.self, withoutA, .lenient.with(\.onMissing, .fail)) == ["422 missingKey /inner/a 1:33 32"])
    }

    /// A default stands in for what is missing, unless the options say otherwise.
    @Test func defaultsStandIn() throws {
        #expect(try problems(Required.self, #"{"id": 1, "inner": {"b": 1}}"#) == [])
        #expect(
            try problems(Required.self, #"{"inner": {"a": 1}}"#) == ["422 missingKey /id 1:1 0", "422 missingKey /inner/b 1:11 10"])
        #expect(try problems(Item.self, "{}") == [] && problems([Item].self, "[{}, {}]") == [])
    }

    /// A value that does not fit is one problem, though its property has no value then.
    @Test func whatDoesNotFitIsNamedOnce() throws {
        for options in [DecodingOptions.lenient, .strict, .lenient.with(\.onMissing, .fail)] {
            #expect(
                try problems(Required.self, #"{"id": "x", "name": "n", "inner": {"a": 1, "b": null}}"#, options) == [
                    "422 typeMismatch /id 1:8 7", "422 unexpectedNull /inner/b 1:49 48",
                ])
            #expect(try problems([Required].self, #"[{"id": [], "name": "n"}]"#, options) == ["422 typeMismatch /0/id 1:9 8"])
        }
    }

    @Test func theModelsOwnCode() throws {
        #expect(
            try problems(Checked.self, #"{"age": 1, "list": [{"age": -1, "list": []}, {"age": "x", "list": []}]}"#) == [
                "422 modelCodeFailed /list/0 1:21 20", "422 typeMismatch /list/1/age 1:54 53",
            ])
        #expect(
            try problems(Checked.self, #"{"age": -1, "list": [1]}"#) == ["422 modelCodeFailed  1:1 0", "422 typeMismatch /list/0 1:22 21"])
        #expect(
            try problems(WithOwn.self, #"{"own": [{"at": "x"}, {}], "last": "x"}"#) == [
                "422 typeMismatch /own/0/at 1:10 9", "422 missingKey /own/1/at 1:23 22", "422 typeMismatch /last 1:36 35",
            ])
    }

    @Test func whatIsNoJSON() throws {
        var all: [ModelProblem] = []
        #expect(try ModelDecoder().decode(Order.self, from: "{\n\"no\": \"x\",\n]", problems: &all) == nil)
        #expect(all.map { "\($0.status) \($0.code) \($0.line):\($0.column)" } == ["422 typeMismatch 2:7", "400 unexpectedByte 3:1"])
        #expect(try problems(Order.self, "") == ["400 emptyInput  1:1 0"])
        #expect(try problems([Int].self, "[1] 2") == ["400 trailingContent  1:5 4"])
        var options = DecodingOptions()
        options.maximumDepth = 2
        #expect(try problems([JSONValue].self, "[[[]]]", options).first?.hasPrefix("413 depthLimit") == true)
    }

    @Test func asManyAsTheLimit() throws {
        let json = "[" + Array(repeating: "null", count: 1000).joined(separator: ",") + "]"
        #expect(try problems([Int].self, json).count == 100)
        #expect(try problems([Int].self, json, limit: 1000).count == 1000)
        #expect(try problems([Int].self, json, limit: -1).count == 1)
        #expect(try problems([Int].self, json + "x", limit: 5).map { $0.prefix(3) } == ["422", "422", "422", "422", "422", "400"])
    }

    /// Each problem has the way to it, which the document makes long; what is left out is said.
    @Test func noMoreBytesThanTheLimit() throws {
        func json(_ count: Int, keyOf length: Int) -> String {
            "{\"\(String(repeating: "~", count: length))\":[" + Array(repeating: "null", count: count).joined(separator: ",") + "]}"
        }
        for (maximum, isCut) in [(100_000, true), (20_000, true), (0, true), (8 << 20, false)] {
            var all: [ModelProblem] = []
            let value = try ModelDecoder().decode(
                [String: [Int]].self, from: json(300, keyOf: 400), limit: .max, maximumBytes: maximum, problems: &all)
            #expect(value == nil && !all.isEmpty)
            let listed = all.filter { $0.code == "unexpectedNull" }
            // A pointer has each `~` in two bytes.
            let bytes = listed.reduce(0) { $0 + $1.pointer.utf8.count + $1.path.utf8.count + $1.message.utf8.count }
            #expect(bytes <= 2 * maximum && (listed.count < 300) == isCut, "\(bytes) of \(maximum)")
            #expect(all.count == listed.count + (isCut ? 1 : 0))
            guard isCut else { continue }
            #expect(all.last?.message == "\(300 - listed.count) more problems are not listed: their places are too long")
            #expect(all.last?.code == "failureLimit" && all.last?.pointer == "" && all.last?.line == 1)
        }
        var all: [ModelProblem] = []
        _ = try ModelDecoder().decode([String: [Int]].self, from: json(200, keyOf: 4_000), limit: .max, problems: &all)
        #expect(all.count > 50 && all.count < 200)
    }

    /// Something is said even where nothing has room.
    @Test func missingPropertiesBelowALongKey() throws {
        for length in [100_000, 600_000] {
            var all: [ModelProblem] = []
            let json = "{\"\(String(repeating: "k", count: length))\":{}}"
            #expect(try ModelDecoder().decode([String: Required].self, from: json, problems: &all) == nil)
            #expect(all.map(\.code) == [length < 500_000 ? "missingKey" : "failureLimit"])
        }
        var all: [ModelProblem] = []
        #expect(try ModelDecoder().decode(Required.self, from: "{}", maximumBytes: 0, problems: &all) == nil)
        #expect(all.first?.code == "missingKey")
    }

    /// What has no room in the list of a part that is read for itself is a problem all the same.
    @Test func partsOfTheirOwnBelowLongKeys() throws {
        struct Part: ModelCodable { var size = 0 }
        struct Own: Codable { var items: [String: Part] }
        struct Whole: Model {
            var own: Own?
            var text: [String: Part]?
            static func describe(_ model: inout ModelDescription) { model.transforms = ["text": .jsonText] }
        }
        let items = #"{"\#(String(repeating: "k", count: 1 << 20))":{"size":"x"}}"#
        for json in [#"{"own":{"items":\#(items)}}"#, #"{"text":"\#(items.replacing("\"", with: "\\\""))"}"#] {
            var all: [ModelProblem] = []
            #expect(try ModelDecoder().decode(Whole.self, from: json, problems: &all) == nil)
            #expect(all.map(\.code) == ["failureLimit"])
        }
    }

    /// A null of alternatives is a problem, whatever is missing before it.
    @Test func nullsOfAlternativesBehindWhatIsMissing() throws {
        struct Both: Model {
            var id = 0, name = "", last = ""
            static func describe(_ model: inout ModelDescription) {
                model.keys = ["name": ["name", "nick"], "last": ["last", "end"]]
                model.required = ["id"]
            }
        }
        #expect(
            try problems(Both.self, #"{"nick": null, "end": null}"#) == [
                "422 missingKey /id 1:1 0", "422 unexpectedNull /nick 1:10 9", "422 unexpectedNull /end 1:23 22",
            ])
        #expect(
            try problems(Both.self, #"{"nick": null, "end": "x"}"#, .lenient.with(\.onMissing, .fail)) == [
                "422 missingKey /id 1:1 0", "422 unexpectedNull /nick 1:10 9",
            ])
    }

    /// Options for how things are written hold; those for what is forgiven do not.
    @Test func options() throws {
        var options = DecodingOptions.lenient
        options.keyStyle = .snakeCase
        options.numericDates = .epochSeconds
        struct Styled: Model { var userName = "", at = Date.distantPast }
        #expect(try problems(Styled.self, #"{"user_name": "a", "at": 5}"#, options) == [])
        options.onMissing = .keepDefault
        options.onNull = .keep
        #expect(
            try problems(Styled.self, #"{"user_name": null, "x": 1}"#, options) == [
                "422 unexpectedNull /user_name 1:15 14", "422 unknownKey /x 1:21 20",
            ])
        #expect(try problems(Styled.self, #"{"user_name": "a"}"#, options.with(\.onMissing, .fail)) == ["422 missingKey /at 1:1 0"])
        #expect(try problems(Styled.self, #"{"user_name": "a", "at": 5}"#, options.with(\.tokenizer, .yajl)) == [])
    }

    @Test func aTypeThatCannotBeMappedIsNoFaultOfTheDocument() {
        struct Wrong: Model {
            var a = 0
            static func describe(_ model: inout ModelDescription) { model.required = ["b"] }
        }
        var problems: [ModelProblem] = []
        #expect(throws: ModelError.self) { try ModelDecoder().decode(Wrong.self, from: "{}", problems: &problems) }
        #expect(problems.isEmpty)
    }

    @Test func whatIsWritten() throws {
        var problems: [ModelProblem] = []
        _ = try ModelDecoder().decode([String: [Int]].self, from: #"{"a/b~.": ["x"]}"#, problems: &problems)
        let problem = try #require(problems.first)
        #expect(problem.pointer == "/a~1b~0./0" && JSONPointer(problem.pointer)?.tokens == ["a/b~.", "0"])
        #expect(problem.description == #"line 1, column 12, ["a/b~."][0]: expected Int, found a string"#)
        #expect(try CodableDecoder().decode([ModelProblem].self, from: CodableEncoder().encode(problems)) == problems)
        #expect(try ModelDecoder().decode([JSONValue].self, from: ModelEncoder().encode(problems))[0]["line"] == 1)
    }
}
