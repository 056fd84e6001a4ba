import FoundationEssentials
import Testing

@testable import Yodel
@testable import YodelTestSupport

private struct Over: Model, Equatable {
    var z: Int?
    var q = 0
    static func describe(_ model: inout ModelDescription) { model.keys = ["z": "a.b", "q": "a"] }
}

private struct Defaulted: Model, Equatable {
    var q: [Int]?
    var z = 1
    var y: String? = "y"
    static func describe(_ model: inout ModelDescription) { model.keys = ["q": "a", "z": "a.b", "y": "a.c.d"] }
}

private struct Needed: Model, Equatable {
    var raw: JSONValue?
    var z = 1
    static func describe(_ model: inout ModelDescription) {
        model.keys = ["raw": "a", "z": "a.b"]
        model.required = ["z"]
    }
}

private struct Raw: Model, Equatable {
    var raw: JSONValue?
    var z = 0
    var name: String?
    var second = 0.0
    var parts: [Int] = []
    static func describe(_ model: inout ModelDescription) {
        model.keys = ["raw": "a", "z": "a.b", "name": "a.c.d", "second": "a.list.1", "parts": "a.parts"]
    }
}

private struct Listed: BaseModel, Equatable {
    let raw: JSONObject
    let z: Int?
    var n = 3

    static var modelForm: ModelForm {
        var properties = StoredProperties<Self>()
        properties.add("raw", \.raw, keys: "a")
        properties.add("z", \.z, keys: "a.b")
        properties.add("n", \.n, keys: "a.n", default: 3)
        return ModelForm(properties)
    }
}

/// What is read of a value in other forms than it is written in.
private struct Kinds: Model, Equatable {
    var raw: JSONValue?
    var date = Date.distantPast, maybe: Date?, dates: [Date?] = []
    var float: Float = 0, floats: [Float] = []
    var int = 0, flag = false, text = "", set: Set<Int> = []
    static func describe(_ model: inout ModelDescription) {
        model.keys = [
            "raw": "a", "date": "a.date", "maybe": "a.maybe", "dates": "a.dates", "float": "a.float", "floats": "a.floats", "int": "a.int",
            "flag": "a.flag", "text": "a.text", "set": "a.set",
        ]
    }
}

/// A model whose keys overlap, in a model of its own kind.
private final class Chain: WillEncodeModel {
    var raw: JSONValue?
    var z = 0
    var next: Chain?
    init() {}
    static func describe(_ model: inout ModelDescription) { model.keys = ["raw": "a", "z": "a.z", "next": "a.next"] }
    static let writes = Locked(0)
    func willEncode(into object: inout JSONObject) { Self.writes.withLock { $0 += 1 } }
}

/// A key that is a property's and the way to others is written once: nothing of either is lost without an error.
@Suite("Keys that overlap")
struct OverlappingKeysTests {
    private let everyOption: [EncodingOptions] = [
        .default, options { $0.isPretty = true }, options { $0.sortsKeys = true }, options { $0.onNil = .null },
        options { $0.omitsDefaults = true }, options { ($0.isPretty, $0.sortsKeys, $0.largeIntegers) = (true, true, .string) },
    ]

    private func expectError<M: Model>(
        _ model: M, path: String, naming names: [String], location: Testing.SourceLocation = #_sourceLocation
    ) {
        for options in everyOption {
            let writes: [() throws -> String] = [
                { try ModelEncoder(options).encodeToString(model) }, { try ModelEncoder(options).encodeToString([model]) },
            ]
            for write in writes {
                let error = #expect(throws: ModelError.self, sourceLocation: location) { try write() }
                #expect(error?.code == .invalidDeclaration && error?.path.description.hasSuffix(path) == true, sourceLocation: location)
                for name in names { #expect(error?.message.contains("'\(name)'") == true, sourceLocation: location) }
            }
        }
    }

    @Test func aLossIsAnError() {
        expectError(Over(z: 7, q: 5), path: "a", naming: ["q", "z"])
        expectWritten(Over(q: 5), #"{"a":5}"#)
        expectError(Defaulted(q: [], z: 2), path: "a", naming: ["q", "z", "y"])
        expectError(Defaulted(q: [], y: "x"), path: "a", naming: ["q", "z", "y"])
        expectError(Raw(raw: ["b": 1], z: 2), path: "a", naming: ["raw", "z"])
        expectError(Raw(raw: ["c": ["d": "x"]], name: "y"), path: "a", naming: ["raw", "name"])
        expectError(Raw(raw: ["list": [1, 2]], second: 3), path: "a", naming: ["raw", "second"])
        expectError(Raw(raw: ["parts": [1]], parts: [1, 2]), path: "a", naming: ["raw", "parts"])
        expectError(Raw(raw: ["parts": [1, 2]], parts: [1]), path: "a", naming: ["raw", "parts"])
    }

    @Test func oneOfThemIsWritten() {
        expectWritten(Defaulted(z: 2), #"{"a":{"b":2,"c":{"d":"y"}}}"#)
        // What is missing in the document has its default again.
        expectWritten(Defaulted(q: [5]), #"{"a":[5]}"#)
        expectWritten(Raw(raw: ["x": 1]), #"{"a":{"x":1}}"#)
        expectWritten(
            Raw(raw: ["b": 2, "list": [0, 3], "parts": [1, 2]], z: 2, second: 3, parts: [1, 2]),
            #"{"a":{"b":2,"list":[0,3],"parts":[1,2]}}"#)
    }

    /// What a required property has must be there when the document is read.
    @Test func requiredProperties() {
        expectError(Needed(raw: ["x": 1]), path: "a", naming: ["raw", "z"])
        expectWritten(Needed(raw: ["b": 1]), #"{"a":{"b":1}}"#)
    }

    /// What is read of one value, converted or not, is written as that value.
    @Test(arguments: [
        #"{"a":{"b":7,"c":{"d":"x"},"e":1}}"#, #"{"a":{"b":"7","list":[1,"2.5"]}}"#, #"{"a":{"b":true,"list":[0,3]}}"#,
        #"{"a":{"c":{"d":5}}}"#,
        #"{"a":{"parts":["1",2]}}"#, #"{"a":{"list":[]}}"#, #"{"a":{"c":null,"list":{"1":4}}}"#, #"{"a":7}"#, #"{"a":{}}"#,
    ])
    func whatIsReadIsWritten(_ text: String) throws {
        let model = try ModelDecoder().decode(Raw.self, from: text)
        #expect(try ModelEncoder().encodeToString(model) == text)
        for options in everyOption {
            let written = try ModelEncoder(options).encodeToString(model)
            #expect(try ModelDecoder().decode(Raw.self, from: written) == model, "\(written)")
        }
    }

    /// What is converted when it is read is in the value all the same.
    @Test(arguments: [
        #""date":"2024-01-01""#, #""maybe":"Mon Jan 01 00:00:00 +0000 2024""#, #""dates":["2024-01-01",null]"#, #""float":0.123456789"#,
        #""floats":["0.123456789"]"#, #""int":1.5"#, #""int":" 5 ""#, #""int":"x""#, #""int":null"#,
        #""flag":"yes""#, #""flag":2"#, #""text":true"#, #""text":1.50"#, #""set":[3,1,"2",9,8,7,1]"#,
    ])
    func whatIsConvertedIsWritten(_ member: String) throws {
        let text = "{\"a\":{\(member)}}"
        let model = try ModelDecoder().decode(Kinds.self, from: text)
        for options in everyOption {
            let written = try ModelEncoder(options).encodeToString(model)
            #expect(try ModelDecoder().decode(Kinds.self, from: written) == model, "\(written)")
        }
        #expect(try ModelEncoder().encodeToString(model) == text)
    }

    /// Numbers that are nearly the same, and texts that are the same number, are others.
    @Test func whatIsNearlyTheSameIsLost() {
        expectError(Kinds(raw: ["text": "1.1"], text: "1.10"), path: "a", naming: ["raw", "text"])
        expectError(Kinds(raw: ["text": 1], text: "1.0"), path: "a", naming: ["raw", "text"])
        expectError(Kinds(raw: ["int": 9_007_199_254_740_993], int: 9_007_199_254_740_992), path: "a", naming: ["raw", "int"])
        expectError(Kinds(raw: ["set": [1, 2]], set: [1, 3]), path: "a", naming: ["raw", "set"])
        expectError(Kinds(raw: ["date": "2024-01-01"], date: .distantFuture), path: "a", naming: ["raw", "date"])
    }

    /// Each model inside of another one is looked at in it, but not twice as often as that one.
    @Test func modelsInsideEachOther() throws {
        let depth = 12
        let text = String(repeating: #"{"a":{"next":"#, count: depth) + #"{"a":{}}"# + String(repeating: "}}", count: depth)
        let model = try ModelDecoder().decode(Chain.self, from: text)
        #expect(try ModelEncoder().encodeToString(model) == text)
        #expect(Chain.writes.withLock { $0 } <= 4 * depth * depth)
    }

    @Test func ofListedProperties() throws {
        for text in [#"{"a":{"b":7,"n":4}}"#, #"{"a":{"x":1}}"#, #"{"a":{}}"#] {
            let value = try ModelDecoder().decode(Listed.self, from: text)
            #expect(try ModelEncoder().encodeToString(value) == text)
        }
        let error = #expect(throws: ModelError.self) { try ModelEncoder().encode(Listed(raw: [:], z: nil, n: 4)) }
        #expect(error?.path == "a")
    }
}
