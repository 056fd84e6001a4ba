import Testing

@testable import Yodel
@testable import YodelTestSupport

private let missing = DecodingOptions.lenient.with(\.onMissing, .fail)

private func missed<T: SendableMetatype>(
    _ type: T.Type, _ json: String, at offset: Int, line: Int = 1, column: Int? = nil, path: String, _ properties: String...,
    of owner: String,
    _ options: DecodingOptions = missing, asValue: Bool = true
) -> PolicyCase {
    .refused(
        type, json, options, .missingKey, at: offset, line: line, column: column, path: path,
        "no value for the propert\(properties.count == 1 ? "y" : "ies") \(properties.map { "'\($0)'" }.joined(separator: ", ")) of \(owner)",
        asValue: asValue)
}

@Suite("Policies")
struct PolicyTests {
    // MARK: Missing keys

    static let missingKeys: [PolicyCase] = [
        missed(Policy.Leaf.self, "{}", at: 0, path: "id", "id", of: "Leaf"),
        missed(Policy.Leaf.self, #"{"note":"x","other":{"id":1}}"#, at: 0, path: "id", "id", of: "Leaf"),
        missed(Policy.Nest.self, "\n {\"leaf\":{\"id\":1}}", at: 2, line: 2, column: 2, path: "name", "name", of: "Nest"),
        // All of several, at the path of the first that is declared.
        missed(Policy.Nest.self, "{}", at: 0, path: "leaf", "leaf", "name", of: "Nest"),
        missed(Policy.Nest.self, #"{"name":"a"}"#, at: 0, path: "leaf", "leaf", of: "Nest"),
        missed(Policy.Nest.self, #"{"name":"a","leaf":{}}"#, at: 19, path: "leaf.id", "id", of: "Leaf"),
        missed(Policy.Nest.self, #"{"name":"a","leaf":{"id":1},"maybe":{}}"#, at: 36, path: "maybe.id", "id", of: "Leaf"),
        missed(Policy.Path.self, "{}", at: 0, path: "ext.desc", "desc", of: "Path"),
        missed(Policy.Path.self, #"{"ext":{}}"#, at: 0, path: "ext.desc", "desc", of: "Path"),
        missed(Policy.Path.self, #"{"ext":null}"#, at: 0, path: "ext.desc", "desc", of: "Path"),
        missed(Policy.Path.self, #"{"ext":5}"#, at: 0, path: "ext.desc", "desc", of: "Path"),
        missed(Policy.Path.self, #"{"desc":"x"}"#, at: 0, path: "ext.desc", "desc", of: "Path"),
        missed(Policy.Mapped.self, #"{"ext":{"desc":""},"deep":{}}"#, at: 0, path: "k", "key", of: "Mapped"),
        missed(Policy.Mapped.self, #"{"k":1}"#, at: 0, path: "ext.desc", "desc", of: "Mapped"),
        missed(Policy.Indexed.self, #"{"list":[]}"#, at: 0, path: "list.0.a", "first", of: "Indexed"),
        missed([Policy.Leaf].self, #"[{"id":1},{}]"#, at: 10, path: "[1].id", "id", of: "Leaf"),
        missed([Policy.Leaf].self, #"[5,{"id":1}, {"note":null}]"#, at: 13, path: "[2].id", "id", of: "Leaf"),
        missed([String: Policy.Leaf].self, #"{"a":{"id":1},"b":{}}"#, at: 18, path: "b.id", "id", of: "Leaf"),
        missed(Policy.Fanned.self, #"{"both":{}}"#, at: 8, path: "both.id", "id", of: "Leaf"),
        missed(Policy.Shape.self, #"{"radius":1}"#, at: 0, path: "name", "name", of: "Circle"),
        missed(Policy.Shape.self, "{}", at: 0, path: "name", "name", of: "Shape"),
        missed([Policy.After].self, #"[ {"id":1,"json":1}]"#, at: 2, path: "[0].leaf", "leaf", of: "After"),
        missed(Policy.After.self, #"{"id":1,"json":1,"leaf":{}}"#, at: 24, path: "leaf.id", "id", of: "Leaf"),
        // A nested model and a path start afresh with their second key: what came in the first is gone.
        missed(Policy.Nest.self, #"{"leaf":{"id":1},"leaf":{},"name":""}"#, at: 24, path: "leaf.id", "id", of: "Leaf", asValue: false),
        missed(Policy.Path.self, #"{"ext":{"desc":"a"},"ext":{}}"#, at: 0, path: "ext.desc", "desc", of: "Path", asValue: false),
        // Null is passed over as if its key had not come.
        missed(Policy.Leaf.self, #"{"id":null}"#, at: 0, path: "id", "id", of: "Leaf", missing.with(\.onNull, .keep)),
        missed(Policy.Path.self, #"{"ext":{"desc":null}}"#, at: 0, path: "ext.desc", "desc", of: "Path", missing.with(\.onNull, .keep)),
        missed(Policy.Mapped.self, #"{"k":null,"ext":{"desc":""}}"#, at: 0, path: "k", "key", of: "Mapped", missing.with(\.onNull, .keep)),
        // A required property is missed whatever the options say.
        .refused(
            Policy.Required.self, #" {"id":"x"}"#, .lenient, .invalidValue, at: 7, path: "id",
            "expected Int, found a string that is not a valid one"),
        missed(Policy.Required.self, #" {"id":null}"#, at: 1, path: "id", "id", of: "Required", .lenient),
        missed(Policy.RequiredMore.self, #"{"b":1}"#, at: 0, path: "a", "a", of: "RequiredMore", .lenient),
        missed(Policy.RequiredMore.self, #"{"a":1,"B":{}}"#, at: 0, path: "b", "b", of: "RequiredMore", .strict),
        missed(Policy.RequiredMore.self, #"{"a":1,"b":null}"#, at: 0, path: "b", "b", of: "RequiredMore", .lenient),
    ]

    static let nothingMissing: [PolicyCase] = [
        .accepted(Policy.Leaf(id: 1), #"{"id":1}"#, missing),
        .accepted(Policy.Mapped(desc: "x", key: 3), #"{"deep":{"k":3},"ext":{"desc":"x"}}"#, missing),
        .accepted(Policy.Hidden(), #"{"id":1}"#, missing),
        .accepted(Policy.Indexed(first: 4), #"{"list":[{"a":4}]}"#, missing),
        // The key has come, though its value does not do.
        .accepted(Policy.Leaf(), #"{"id":"x"}"#, missing),
        .accepted(Policy.Leaf(), #"{"id":[]}"#, missing),
        .accepted(Policy.Leaf(id: 0), #"{"id":null}"#, missing),
        .accepted(Policy.Nest(leaf: .init(id: 1), name: "n"), #"{"name":null,"leaf":{"id":1}}"#, missing),
        .accepted(Policy.Mapped(), #"{"k":"x","K":[],"ext":{"desc":{}}}"#, missing),
        .accepted(Policy.Mapped(desc: "", key: 0), #"{"K":null,"ext":{"desc":""}}"#, missing),
        .accepted([Policy.Leaf](), "[]", missing),
        .accepted([Policy.Leaf(id: 2)], #"[null,{"id":2},[]]"#, missing),
        // Without the policy nothing is missed.
        .accepted(Policy.Nest(), "{}", .lenient),
        .accepted(Policy.Nest(), "{}", .strict),
    ]

    @Test(arguments: missingKeys + nothingMissing)
    func aMissingKey(_ policy: PolicyCase) {
        #expect(policy.wrong() == [])
    }

    /// What is there need not come; what the document makes has to be whole.
    @Test func aMergeMissesNothingOfWhatIsThere() throws {
        let decoder = ModelDecoder(missing)
        var nest = Policy.Nest(leaf: .init(id: 1), name: "a", maybe: .init(id: 2))
        try decoder.update(&nest, from: #"{"maybe":{"note":"x"},"leaf":{}}"#)
        #expect(nest == Policy.Nest(leaf: .init(id: 1), name: "a", maybe: .init(id: 2, note: "x")))
        try decoder.update(&nest, from: "{}")
        nest.maybe = nil
        let before = nest
        let error = #expect(throws: ModelError.self) { try decoder.update(&nest, from: #"{"name":"b","maybe":{"note":"y"}}"#) }
        #expect(error?.code == .missingKey && error?.path == "maybe.id" && error?.offset == 20 && nest == before)
        var mapped = Policy.Mapped()
        try decoder.update(&mapped, from: #"{"ext":{}}"#)
        #expect(mapped == Policy.Mapped())
    }

    @Test func requiredPropertiesOfAClassAndOfAMerge() throws {
        let made = try Policy.RequiredMore(json: #"{"a":1,"B":{"b":2},"b":null}"#)
        #expect(made.a == 1 && made.b == 2)
        var base: Policy.RequiredBase = made
        try ModelDecoder().update(&base, from: #"{"b":3}"#)
        #expect(made.a == 1 && made.b == 3)
        // A property keeps its value, an element is left out.
        let fanned = try ModelDecoder().decode([[Policy.Required]].self, from: #"[[{},{"id":2}],[{"x":1}]]"#)
        #expect(fanned == [[Policy.Required(id: 2)], []])
    }

    // MARK: Presets

    @Test func thePresets() {
        let lenient = DecodingOptions.lenient
        #expect(lenient == DecodingOptions() && lenient == ModelDecoder().options)
        #expect(lenient.convertsTypes && lenient.onMismatch == .keepDefault && lenient.onNull == .convert)
        #expect(lenient.onMissing == .keepDefault)
        #expect(lenient.onUnknownKey == .ignore && lenient.onDuplicateKey == .lastWins && lenient.onInvalidElement == .asMismatch)
        #expect(lenient.dataFormat == .base64 && lenient.numericDates == .none && lenient.keyStyle == .verbatim && !lenient.ignoresKeyCase)
        #expect(lenient.maximumDepth == 512 && lenient.maximumTokenBytes == 67_108_864 && lenient.maximumDocumentBytes == .max)
        #expect(lenient.acceptsByteOrderMark && lenient.acceptsLoss)
        let expected = lenient.with(\.convertsTypes, false).with(\.onMismatch, .fail).with(\.onNull, .fail)
            .with(\.acceptsByteOrderMark, false)
        #expect(DecodingOptions.strict == expected && DecodingOptions.strict != lenient)
        #expect(DecodingOptions.convert == lenient.with(\.acceptsLoss, false).with(\.onMismatch, .fail).with(\.onNull, .fail))
        #expect(ConversionRules.allCases.map(\.options) == [.convert, .lenient, .strict])
        #expect(DecodingOptions.codable == expected.with(\.onMissing, .failUnlessDefault))
    }

    /// Without a default that a plain model could be told to have, `failUnlessDefault` asks for what `fail` asks for.
    @Test func aPlainModelHasNoDefaults() throws {
        for policy in [DecodingOptions.MissingPolicy.fail, .failUnlessDefault] {
            let decoder = ModelDecoder(.lenient.with(\.onMissing, policy))
            #expect(try decoder.decode(Policy.Leaf.self, from: #"{"id":1,"unknown":2}"#).id == 1)
            let error = #expect(throws: ModelError.self) { try decoder.decode(Policy.Leaf.self, from: "{}") }
            #expect(error?.code == .missingKey && error?.path.description == "id")
        }
        #expect(try ModelDecoder(.codable).decode(Policy.Leaf.self, from: #"{"id":1,"unknown":2}"#).id == 1)
        for json in ["{}", #"{"id":"1"}"#, #"{"id":null}"#] {
            #expect(throws: ModelError.self, "\(json)") { try ModelDecoder(.codable).decode(Policy.Leaf.self, from: json) }
        }
    }

    /// What the options say comes out in the rules of a decode.
    @Test func theRulesOfTheElements() {
        func fails(_ mismatch: DecodingOptions.MismatchPolicy, _ element: DecodingOptions.InvalidElementPolicy) -> [Bool] {
            let rules = DecodingOptions.lenient.with(\.onMismatch, mismatch).with(\.onInvalidElement, element).rules
            return [rules.failsOnMismatch, rules.failsOnInvalidElement]
        }
        #expect(fails(.keepDefault, .asMismatch) == [false, false] && fails(.fail, .asMismatch) == [true, true])
        #expect(fails(.keepDefault, .omit) == [false, false] && fails(.fail, .omit) == [true, false])
        #expect(fails(.keepDefault, .fail) == [false, true] && fails(.fail, .fail) == [true, true])
        #expect(DecodingOptions.lenient.with(\.maximumDepth, 0).rules.maximumDepth == 1)
        #expect(DecodingOptions.lenient.with(\.maximumDepth, 9_999).rules.maximumDepth == 2_000)
    }
}
