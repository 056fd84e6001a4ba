import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

/// A merge patch changes a model as if it changed its JSON.
@Suite("Merge patches of models")
struct ModelMergePatchTests {
    private let decoders = [ModelDecoder(), ModelDecoder(.with(\.tokenizer, .yajl))]
    private let text =
        #"{"id":7,"name":"Ann","theme":"dark","level":5,"home":{"city":"Bern","zip":3000},"links":{"a":"x","b":"y"},"tags":["p","q"],"parts":{"k":{"city":"c"}}}"#

    @Test(arguments: [
        (#"{}"#, []), (#"{"name":"Bea"}"#, ["name"]), (#"{"name":null}"#, ["name"]), (#"{"level":null}"#, ["level"]),
        (#"{"level":"9"}"#, ["level"]), (#"{"home":{"zip":null}}"#, ["home"]), (#"{"home":null}"#, ["home"]),
        (#"{"links":{"a":null,"c":"z"}}"#, ["links"]), (#"{"links":null}"#, ["links"]), (#"{"tags":["r"]}"#, ["tags"]),
        (#"{"parts":{"k":{"zip":1},"l":{"city":"d"},"m":null}}"#, ["parts"]), (#"{"unknown":{"a":[null]}}"#, []),
        (#"{"theme":null}"#, ["theme"]),
    ])
    func theValueIsThatOfThePatchedDocument(_ patch: String, _ changed: [String]) throws {
        for decoder in decoders {
            var value = try decoder.decode(Patched.self, from: text)
            value.note = "kept"
            try decoder.mergePatch(&value, from: patch)
            var document = try decoder.decode(JSONValue.self, from: text)
            document.mergePatch(try decoder.decode(JSONValue.self, from: patch))
            let expected = try decoder.decode(Patched.self, from: document)
            #expect(value.modelIsEqual(expected))
            let original = try decoder.decode(Patched.self, from: text)
            let (before, after) = (try ModelEncoder().encodeValue(original), try ModelEncoder().encodeValue(value))
            let keys = ["id", "name", "theme", "level", "home", "links", "tags", "parts"]
            #expect(keys.filter { before[$0] != after[$0] } == keys.filter(changed.contains))
        }
    }

    @Test func whatIsRemovedHasItsDefault() throws {
        var value = try Patched(json: text)
        try value.mergePatch(json: #"{"name":null,"theme":null,"level":null,"home":{"city":null},"links":null}"#)
        #expect(value.name == nil && value.theme == "light" && value.level == 1 && value.home?.city == "none" && value.home?.zip == 3000)
        #expect(value.links.isEmpty && value.id == 7)
    }

    @Test func whatIsNilStaysNil() throws {
        var value = try Patched(json: #"{"id":1,"theme":null}"#)
        #expect(value.theme == nil)
        try value.mergePatch(json: #"{"level":3}"#)
        #expect(value.theme == nil && value.level == 3)
        // Whatever the encoder leaves out.
        var options = EncodingOptions()
        options.omitsDefaults = true
        try ModelDecoder().mergePatch(&value, with: ["name": "x"], encoder: ModelEncoder(options))
        #expect(value.theme == nil && value.level == 3 && value.name == "x")
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity], [EncodingOptions.NonFinitePolicy.omit, .null, .fail])
    func whatJSONDoesNotHaveIsNotReset(_ number: Double, _ policy: EncodingOptions.NonFinitePolicy) throws {
        var options = EncodingOptions()
        options.onNonFinite = policy
        var value = Measured(ratio: number, count: 1)
        let error = #expect(throws: ModelError.self) {
            try ModelDecoder().mergePatch(&value, with: ["count": 2], encoder: ModelEncoder(options))
        }
        #expect(error?.code == .nonFiniteNumber && error?.path.description == "ratio")
        #expect(value.count == 1 && value.ratio.bitPattern == number.bitPattern)
    }

    @Test func whatCannotBeLeavesTheValueAsItWas() throws {
        var value = try Patched(json: text)
        let before = try value.jsonString()
        let missing = #expect(throws: ModelError.self) { try value.mergePatch(json: #"{"level":2,"id":null}"#) }
        #expect(missing?.code == .missingKey && missing?.missingPaths.map(\.description) == ["id"])
        let unfit = #expect(throws: ModelError.self) {
            try ModelDecoder(.strict).mergePatch(&value, from: #"{"home":{"zip":"x"},"level":2}"#)
        }
        #expect(unfit?.path.description == "home.zip")
        let broken = #expect(throws: ModelError.self) { try value.mergePatch(json: #"{"level":2,"#) }
        #expect(broken?.category == .syntax)
        #expect(throws: ModelError.self) { try value.mergePatch(json: "[1]") }
        #expect(try value.jsonString() == before)
    }

    @Test func optionsFit() throws {
        var decoding = DecodingOptions()
        decoding.keyStyle = .snakeCase
        decoding.dateFormats = [.pattern("yyyy-MM-dd")]
        var encoding = EncodingOptions()
        encoding.keyStyle = .snakeCase
        encoding.dateFormat = .pattern("yyyy-MM-dd")
        let decoder = ModelDecoder(decoding)
        var value = try decoder.decode(PatchedStyle.self, from: #"{"user_name":"a","signed_up":"2020-02-03"}"#)
        let date = value.signedUp
        try decoder.mergePatch(&value, from: #"{"user_name":"b"}"#, encoder: ModelEncoder(encoding))
        #expect(value.userName == "b" && value.signedUp == date)
    }

    @Test func instancesAreNewOnes() throws {
        let original = try PatchedNode(json: #"{"n":1,"next":{"n":2}}"#)
        var node = original
        try node.mergePatch(json: #"{"next":{"n":3},"n":null}"#)
        #expect(node !== original && node.n == 0 && node.next?.n == 3 && original.n == 1 && original.next?.n == 2)
    }

    @Test func valuesOfAnyType() throws {
        var table = ["a": [1], "b": [2]]
        try ModelDecoder().mergePatch(&table, from: Array(#"{"a":null,"c":[3]}"#.utf8))
        #expect(table == ["b": [2], "c": [3]])
        var json: JSONValue = ["a": 1]
        try ModelDecoder().mergePatch(&json, from: Data(#"{"b":2}"#.utf8))
        #expect(json == ["a": 1, "b": 2])
    }
}

private struct Patched: Model {
    var id = 0
    var name: String?
    var theme: String? = "light"
    var level = 1
    var home: Home?
    var links: [String: String] = [:]
    var tags: [String] = []
    var parts: [String: Home] = [:]
    var note = ""
    static func describe(_ model: inout ModelDescription) {
        model.ignored = ["note"]
        model.required = ["id"]
    }

    struct Home: Model {
        var city = "none"
        var zip: Int?
    }
}

private struct PatchedStyle: BaseModel {
    let userName: String
    let signedUp: Date

    static var modelForm: ModelForm {
        var properties = StoredProperties<Self>()
        properties.add("userName", \.userName)
        properties.add("signedUp", \.signedUp)
        return ModelForm(properties)
    }
}

private final class PatchedNode: Model {
    var n = 0
    var next: PatchedNode?
    required init() {}
}

private struct Measured: Model {
    var ratio = 0.5
    var count = 0
}
