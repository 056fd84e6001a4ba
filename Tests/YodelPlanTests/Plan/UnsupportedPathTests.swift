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
        #"[*] stands for all elements of an array, but a path leads to one value; map the array to an array of models, or write \[*] if it "#
        + "belongs to a key"

    @Test(arguments: ["data.topic[*].name", "[*]", "[*].name", "a[*][0]", "topic[*]", #"["a[*]"].b[*]"#, "a[0][*]"])
    func noPathLeadsToAllElements(path: String) {
        #expect(Mapped.fault([path]) == Self.message(path, Self.all))
    }

    @Test(arguments: [("[0]", 0), ("[12].name", 12), ("[0][1]", 0)])
    func noPathBeginsWithAnIndex(path: String, index: Int) {
        let reason =
            "it begins with an index, but a model is read from an object, not from an array; the key \(index) of an object is written '\(index)'"
        #expect(Mapped.fault([path]) == Self.message(path, reason))
    }

    @Test func noIndexCountsFromTheEnd() {
        #expect(Mapped.fault(["tags[-1]"]) == Self.message("tags[-1]", "an index counts from the start of an array, from 0"))
    }

    @Test func allPathsAreLookedAt() {
        #expect(Mapped.fault(["id", "a[*]"]) == Self.message("a[*]", Self.all))
        #expect(Mapped.fault(.keys("id", writing: "a[*].b")) == Self.message("a[*].b", Self.all))
    }

    /// Brackets that belong to a key are written as such, and other paths stay what they are.
    @Test(arguments: [
        "0", "0.name", "a[0]", "a.0", "a[10].b[2]", #"a\[*]"#, #"["a[*]"]"#, #"x["[*]"].y"#, "filter[name]", "items[]", "a[01]", #"\[0]"#,
        #"["0"]"#, "*", "a.*.b", "$.a",
    ])
    func otherPathsArePaths(path: String) {
        #expect(Mapped.fault([path]) == "")
    }
}
