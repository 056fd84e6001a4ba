import Testing

@testable import Yodel
@testable import YodelTestSupport

// Paths that lead nowhere in a mapping are errors of the declaration: a property would stay as it is, whatever the document has.

private enum Mapped {
    @TaskLocal static var keys = KeyMapping.Keys([])

    /// A property with the keys of the test.
    struct Event: Model, Equatable {
        var name = ""
        static func describe(_ model: inout ModelDescription) { model.keys = ["name": Mapped.keys] }
    }

    struct Outer: Model {
        var events: [Event] = []
    }

    /// What is wrong with the keys; empty if nothing is.
    static func fault(_ declared: KeyMapping.Keys) -> String {
        var options = DecodingOptions.lenient
        options.keyStyle = .custom { $0 }  // plans of its own
        return Mapped.$keys.withValue(declared) {
            do throws(ModelError) {
                _ = try ModelDecoder(options).decode(Outer.self, from: "{}")
                return ""
            } catch {
                return error.category == .model && error.code == .invalidDeclaration ? error.message : "\(error)"
            }
        }
    }
}

@Suite("Unsupported paths")
struct UnsupportedPathTests {
    private static func message(_ path: String, _ reason: String) -> String {
        "model.keys of Event gives 'name' the path '\(path)', which is not supported: \(reason)"
    }

    private static let all =
        #"[*] stands for all elements of an array, but a path leads to one value; map the array to an array of models, take one value of "#
        + #"each element with the transform .each("name"), or write \[*] if it belongs to a key"#

    @Test(arguments: ["data.topic[*].name", "[*]", "[*].name", "a[*][0]", "topic[*]", #"["a[*]"].b[*]"#, "a[0][*]"])
    func noPathLeadsToAllElements(path: String) {
        #expect(Mapped.fault([path]) == Self.message(path, Self.all))
    }

    @Test(arguments: [("[0]", 0), ("[12].name", 12), ("[0][1]", 0)])
    func noPathBeginsWithAnIndex(path: String, index: Int) {
        let reason =
            "it begins with an index, but a model is read from an object, not from an array (model.isArray); the key \(index) of an object is "
            + "written '\(index)'"
        #expect(Mapped.fault([path]) == Self.message(path, reason))
    }

    @Test func noIndexCountsFromTheEnd() {
        #expect(Mapped.fault(["tags[-1]"]) == Self.message("tags[-1]", "an index counts from the start of an array, from 0"))
    }

    private static let brackets =
        #"brackets hold an index, as in a[0], or a key in quotes; a key of an object follows a dot, as in a.b, and a bracket that belongs to a "#
        + #"key is written \["#

    @Test(arguments: ["tags[x]", "filter[name]", "items[]", "a[01]", "a[ 1].b", #"a.["b]"#, "data.tags[x].name"])
    func otherBracketsAreSlips(path: String) {
        #expect(Mapped.fault([path]) == Self.message(path, Self.brackets))
    }

    @Test(arguments: ["tags[0", "tags[x", "a.b[", "a[0].b["])
    func everyBracketIsClosed(path: String) {
        let reason = #"a bracket is not closed; an index is written a[0], and a bracket that belongs to a key \["#
        #expect(Mapped.fault([path]) == Self.message(path, reason))
    }

    @Test(arguments: [("data..name", "data.name"), ("a[0]..b", "a[0].b"), ("a...b.c", "a.b.c"), (".a..b.", "a.b")])
    func noPartIsEmpty(path: String, meant: String) {
        let reason =
            "two dots in a row have no key between them: write '\(meant)'; "
            + #"an empty key is written [""], and a dot that belongs to a key \."#
        #expect(Mapped.fault([path]) == Self.message(path, reason))
    }

    @Test(arguments: [("$.data.name", "data.name"), ("$.a", "a"), (#"$["a.b"].c"#, #"["a.b"].c"#)])
    func noPathBeginsWithADollar(path: String, meant: String) {
        let reason = #"a path begins at the model's own object, which has no sign: write '\#(meant)'; a key '$' is written ["$"]"#
        #expect(Mapped.fault([path]) == Self.message(path, reason))
    }

    @Test(arguments: [
        ("/data/name", "write 'data.name'; ", #"["/data/name"]"#), ("/name", "write 'name'; ", #"["/name"]"#), ("/", "", #"["/"]"#),
    ])
    func noPathHasSlashesForDots(path: String, meant: String, quoted: String) {
        let reason =
            "keys of a path are separated by dots, not by slashes: \(meant)a key that begins with a slash is written \(quoted)"
        #expect(Mapped.fault([path]) == Self.message(path, reason))
    }

    /// What a path is written as is a path of a mapping, whatever its first key is.
    @Test func aPathIsWrittenAsOneOfAMapping() {
        for key in ["/data", "$", "/", "$ref", "a/b", "tags[x]"] {
            let path = JSONPath([.key(key), .key("id")])
            #expect(Mapped.fault([path.description]) == "", "\(path)")
            #expect(JSONPath(stringLiteral: path.description) == path)
            #expect(JSONPath(stringLiteral: KeyMapping.Keys.literal(key)).components == [.key(key)])
            #expect(Mapped.fault([KeyMapping.Keys.literal(key)]) == "", "\(key)")
        }
        #expect(JSONPath([.key("/data"), .key("/id")]).description == #"["/data"]./id"#)
        #expect(JSONPath([.key("$"), .key("$")]).description == #"["$"].$"#)
    }

    @Test func allPathsAreLookedAt() {
        #expect(Mapped.fault(["id", "a[*]"]) == Self.message("a[*]", Self.all))
        #expect(Mapped.fault(.keys("id", writing: "a[*].b")) == Self.message("a[*].b", Self.all))
    }

    /// Brackets that belong to a key are written as such, and other paths stay what they are.
    @Test(arguments: [
        "0", "0.name", "a[0]", "a.0", "a[10].b[2]", #"a\[*]"#, #"["a[*]"]"#, #"x["[*]"].y"#, #"filter\[name]"#, #"["items[]"]"#, #"a\[01]"#,
        #"\[0]"#, #"["0"]"#, "*", "a.*.b", #"["$"].a"#, "$", "$ref", "a.$.b", #"["/a"].b"#, "a/b", "a./b", ".a", "a.", "..", ".a.b.",
        "a.[0]", #"a\..b"#,
        "]",
    ])
    func otherPathsArePaths(path: String) {
        #expect(Mapped.fault([path]) == "")
    }
}
