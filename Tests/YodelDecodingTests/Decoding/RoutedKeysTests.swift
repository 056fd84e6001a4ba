import Testing

@testable import Yodel
@testable import YodelTestSupport

// Paths and alternatives are read as plain keys are while each comes once; otherwise by the reader that knows all rules. What that gives, which chunks
// and values that have been parsed always go to, holds for every document.

extension LifetimeTests {
    @Suite("Paths and alternatives")
    struct RoutedKeysTests {
        private struct Source {
            var generator: SeededGenerator

            mutating func pick<T>(_ values: [T]) -> T { generator.pick(values) }

            private mutating func node() -> String {
                let members = [
                    "\"a\":\(pick(["1", "2", "null", "\"x\""]))", "\"b\":\"b\"", "\"leaf\":{}", "\"leaf\":{\"tag\":\"t\"}", "\"c\":[]",
                ]
                return "{" + (0..<pick([0, 1, 2])).map { _ in pick(members) }.joined(separator: ",") + "}"
            }

            /// The value of a key: mostly one that fits.
            private mutating func value(_ key: String, _ depth: Int) -> String {
                if pick([0, 1, 2, 3, 4, 5, 6, 7]) == 0 { return pick(["null", "null", "[]", "{}", "true", "\"x\"", "7"]) }
                switch key {
                case "ext" where depth > 0, "deep" where depth > 0: return object(depth - 1)
                case "n", "m", "count": return pick(["1", "25", "null"])
                case "list": return pick(["[]", "[1,2]", "[\"1\",null]"])
                case "in", "inner", "leaf": return pick([node(), node(), "null"])
                default: return pick(["\"short\"", "\"a text of more bytes than are stored in place\"", "null"])
                }
            }

            mutating func object(_ depth: Int) -> String {
                let keys = [
                    "name", "title", "n", "m", "in", "inner", "leaf", "ext", "ext", "deep", "deep", "list", "blog", "count", "other",
                ]
                var chosen = keys.shuffled(using: &generator).prefix(pick([2, 5, 9, 14]))
                // Now and then one comes twice.
                if pick([0, 1, 2]) == 0 { chosen.append(pick(keys)) }
                return "{" + chosen.map { key in "\"\(key)\":" + value(key, depth) }.joined(separator: pick([",", " , "])) + "}"
            }

            mutating func damaged(_ text: String) -> String { pick([0, 1, 2, 3, 4]) == 0 ? generator.damaged(text) : text }
        }

        private func same<T>(_ type: T.Type, _ text: String, _ options: DecodingOptions) throws {
            let outcomes = EveryWay.outcomes(type, text, options)
            for outcome in outcomes.dropFirst() {
                switch (outcome, outcomes[0]) {
                case (.success(let value), .success(let first)):
                    let (value, first) = (try ModelEncoder().encodeToString(value), try ModelEncoder().encodeToString(first))
                    #expect(value == first, "\(type) of \(text)")
                case (.failure(let error), .failure(let first)):
                    #expect(error.description == first.description, "\(type) of \(text)")
                default: Issue.record("\(type) of \(text): \(outcome), \(outcomes[0])")
                }
            }
        }

        @Test(arguments: some(1, of: 0..<2 as Range<UInt64>))
        func everyDocumentIsReadByTheSameRules(_ seed: UInt64) throws {
            let before = Tracked.living
            var source = Source(generator: SeededGenerator(seed: seed))
            var strict = DecodingOptions.strict
            strict.onDuplicateKey = .fail
            for number in 0..<(triesFewerCases ? 24 : 40) {
                let text = source.damaged(source.object(3))
                for (rules, options) in [DecodingOptions.lenient, .strict, strict].enumerated() {
                    // Where fewer cases are tried, a document is read as one type by one set of rules: of the 24 two are of each pair.
                    func isTried(_ type: Int) -> Bool { !triesFewerCases || (rules == number % 3 && type == number % 4) }
                    if isTried(0) { try same(RoutedStruct.self, text, options) }
                    if isTried(1) { try same(RoutedClass.self, text, options) }
                    if isTried(2) { try same(RoutedDraft.self, text, options) }
                    if isTried(3) { try same([RoutedDraft].self, "[\(text),\(text)]", options) }
                }
            }
            #expect(Tracked.living == before)
        }

        @Test func ofAlternativesTheFirstThatHasAValue() throws {
            let decoder = ModelDecoder()
            func name(_ text: String) throws -> String? { try decoder.decode(RoutedStruct.self, from: text).name }
            #expect(try name(#"{"title":"t"}"#) == "t")
            #expect(try name(#"{"name":null,"title":"t"}"#) == "t")
            #expect(try name(#"{"title":"t","name":null}"#) == "t")
            #expect(try name(#"{"title":"t","name":"n"}"#) == "n")
            #expect(try name(#"{"name":[],"title":"t"}"#) == "t")
            #expect(try name(#"{"title":"t","name":[]}"#) == "t")
            #expect(try name(#"{"name":"n","title":[]}"#) == "n")
            #expect(try name(#"{"name":"n","title":"t","ext":{"title":null},"name":"again"}"#) == "again")
            #expect(try name(#"{"name":"n","ext":{"title":"t"}}"#) == "n")
            #expect(try name(#"{"ext":{"title":"t"},"title":null}"#) == "t")
            #expect(try name(#"{"title":null,"name":null}"#) == nil)
            #expect(try name(#"{}"#) == "default")
        }

        /// Null takes away no model that another alternative is to be read into.
        @Test func aModelThatIsThereStaysBehindNull() throws {
            let value = try ModelDecoder().decode(RoutedStruct.self, from: #"{"inner":null,"in":{"b":"new"}}"#)
            #expect(value.inner?.a == 5 && value.inner?.b == "new")
        }

        @Test func defaultsOfDrafts() throws {
            let decoder = ModelDecoder()
            func draft(_ text: String) throws -> RoutedDraft { try decoder.decode(RoutedDraft.self, from: text) }
            #expect(try draft(#"{"name":"n"}"#).count == 3)
            #expect(try draft(#"{"name":"n","count":null}"#).count == nil)
            #expect(try draft(#"{"name":"n","n":null,"count":4}"#).count == 4)
            #expect(try draft(#"{"name":"n","count":4,"n":null}"#).count == 4)
            #expect(try draft(#"{"name":null,"ext":{"title":"t"}}"#).name == "t")
            #expect(throws: ModelError.self) { try draft(#"{"name":null,"ext":{"deep":{}}}"#) }
        }

        /// As many keys of which it is noted that they have come as a word has bits, and more.
        @Test func manyKeys() throws {
            func check<T: RoutedMany>(_ type: T.Type) throws {
                func text(_ side: String, _ values: [String]) -> String {
                    "{" + values.enumerated().map { #""\#(side)\#($0)":{"key":"\#($1)"}"# }.joined(separator: ",") + "}"
                }
                let values = type.names.map { "value of \($0)" }
                for decoder in [ModelDecoder(), ModelDecoder(.with(\.tokenizer, .yajl))] {
                    #expect(try decoder.decode(type, from: text("a", values)).values == values)
                    #expect(try decoder.decode(type, from: text("b", values)).values == values)
                    // The first alternative counts, wherever it stands.
                    let both = text("b", type.names).dropLast() + "," + text("a", values).dropFirst()
                    #expect(try decoder.decode(type, from: String(both)).values == values)
                    // What comes again starts afresh.
                    let again = text("a", values).dropLast() + #","a0":{},"a1":{"key":"again"}}"#
                    #expect(try decoder.decode(type, from: String(again)).values == ["", "again"] + values[2...])
                }
            }
            try check(RoutedWord.self)
            try check(RoutedMore.self)
        }
    }
}

private struct RoutedNode: Model {
    var a = 5
    var b = "inner"
    var leaf: TrackedLabelled?
}

/// An instance whose life is counted.
private final class TrackedLabelled: Tracked, Model {
    var tag = ""
    required override init() { super.init() }
}

private struct RoutedStruct: Model {
    var name: String? = "default"
    var n: Int? = 4
    var inner: RoutedNode? = RoutedNode()
    var leaf: TrackedLabelled? = TrackedLabelled()
    var list: [Int] = [9]
    var blog = "none"

    static func describe(_ model: inout ModelDescription) {
        model.keys = [
            "name": ["name", "title", "ext.title"], "n": ["n", "ext.deep.m"], "inner": ["in", "inner"], "leaf": ["leaf", "ext.leaf"],
            "list": "ext.deep.list", "blog": "ext.blog",
        ]
    }
}

private final class RoutedClass: Tracked, Model {
    var name = "default"
    var n = 4
    var inner = RoutedNode()
    var leaf: TrackedLabelled?
    var list: [Int]?
    var blog: String?
    required override init() { super.init() }

    static func describe(_ model: inout ModelDescription) {
        model.keys = [
            "name": ["title", "name"], "n": ["ext.n", "n", "m"], "inner": "ext.inner", "leaf": ["ext.deep.leaf", "ext.leaf"],
            "blog": "deep.ext.blog",
        ]
    }
}

private struct RoutedDraft: BaseModel {
    let name: String
    var count: Int?
    let leaf: TrackedLabelled?
    let inner: RoutedNode
    let blog: String?
    let list: [Int]

    static var modelForm: ModelForm {
        var properties = StoredProperties<Self>()
        properties.add("name", \.name, keys: ["name", "title", "ext.title"])
        properties.add("count", \.count, keys: ["count", "n"], default: 3)
        properties.add("leaf", \.leaf, keys: ["leaf", "ext.leaf"])
        properties.add("inner", \.inner, keys: ["in", "ext.deep.in"], default: RoutedNode())
        properties.add("blog", \.blog, keys: ["blog", "ext.blog"])
        properties.add("list", \.list, keys: "ext.list", default: [])
        return ModelForm(properties)
    }
}

/// Properties with two paths, of different keys.
private protocol RoutedMany: Model {
    var values: [String] { get }
}

extension RoutedMany {
    static var names: [String] { Self().values.indices.map { "v\($0)" } }
    static func describe(_ model: inout ModelDescription) {
        var keys: [String: KeyMapping.Keys] = [:]
        for (index, name) in names.enumerated() { keys[name] = ["a\(index).key", "b\(index).key"] }
        model.keys = KeyMapping(keys)
    }
}

/// Sixty-four keys to note: four for each text.
private struct RoutedWord: RoutedMany {
    var v0 = "", v1 = "", v2 = "", v3 = "", v4 = "", v5 = "", v6 = "", v7 = "", v8 = "", v9 = "", v10 = "",
        v11 = "", v12 = "", v13 = "", v14 = "", v15 = ""

    var values: [String] {
        [v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, v14, v15]
    }
}

/// Sixty-eight keys to note.
private struct RoutedMore: RoutedMany {
    var v0 = "", v1 = "", v2 = "", v3 = "", v4 = "", v5 = "", v6 = "", v7 = "", v8 = "", v9 = "", v10 = "",
        v11 = "", v12 = "", v13 = "", v14 = "", v15 = "", v16 = ""

    var values: [String] {
        [v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, v14, v15, v16]
    }
}
