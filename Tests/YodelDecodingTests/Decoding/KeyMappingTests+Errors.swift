import Testing

@testable import Yodel
@testable import YodelTestSupport

// The strict rules name the token that does not fit: its own path and its own first byte, also in a container that several properties share
// and that is mapped from what was kept of it.

private enum Strict {
    struct Paths: Model {
        var name = ""
        var number = 0
        var maybe: Int?
        var deep = 0
        var cell = 0
        var id = 0
        var list: [Int] = []
        var place = KeyedPlace()
        var dotted = 0

        static func describe(_ model: inout ModelDescription) {
            model.keys = [
                "name": "n", "number": "ext.number", "maybe": "ext.maybe", "deep": "ext.in.deep", "cell": "grid.1.0", "id": "items.2.id",
                "list": "ext.list", "place": "places.0", "dotted": "a\\.b.c",
            ]
        }
    }

    struct Shared: Model {
        var places: [KeyedPlace] = []
        var ids: [JSONValue] = []
        var first = 0
        var table: [String: KeyedPlace] = [:]
        var tableInner = ""
        var one = KeyedPlace()
        var two = KeyedPlace()
        static func describe(_ model: inout ModelDescription) {
            model.keys = [
                "places": "p", "ids": "p", "first": "p.0.number", "table": "x.t", "tableInner": "x.t.k.city", "one": "k", "two": "k",
            ]
        }
    }

    /// A shared container inside a shared container.
    struct Outer: Model {
        var inner: Shared?
        var raw: JSONValue?
        var again: Shared?
        static func describe(_ model: inout ModelDescription) { model.keys = ["inner": "o", "raw": "o", "again": "o"] }
    }

    struct Choice: Model {
        var id = 0
        var text: String?
        static func describe(_ model: inout ModelDescription) {
            model.keys = ["id": ["id", "ext.id", "ID"], "text": ["text", "ext.text"]]
        }
    }

    struct TextAndInner: Model {
        var text = ""
        var inner = 0
        static func describe(_ model: inout ModelDescription) { model.keys = ["text": "d", "inner": "d.e"] }
    }
}

/// Declarations that name what is not there.
private enum Wrong {
    struct Keys: Model {
        var userName = "", userID = 0
        static func describe(_ model: inout ModelDescription) { model.keys = ["userNmae": "n"] }
    }
    struct Strange: Model {
        var id = 0
        static func describe(_ model: inout ModelDescription) { model.keys = ["zzz": [], "id": "ID"] }
    }
    struct Several: Model {
        var title = ""
        static func describe(_ model: inout ModelDescription) { model.keys = ["b": "x", "Title": "y", "title": "z"] }
    }
    class Parent: Model {
        var id = 0
        required init() {}
        class func describe(_ model: inout ModelDescription) { model.keys = ["id": "ID"] }
    }
    final class Child: Parent {
        var extra = 0
        override class func describe(_ model: inout ModelDescription) {
            super.describe(&model)
            model.keys += ["extar": "e"]
        }
    }
    struct Many: Model {
        var id = 0
        static func describe(_ model: inout ModelDescription) { model.keys = KeyMapping(["id": .init((0...100).map { "k\($0)" })]) }
    }
    struct Required: Model {
        var id = 0, name = ""
        static func describe(_ model: inout ModelDescription) {
            model.keys = ["name": []]
            model.required = ["name"]
        }
    }
    struct Outer: Model { var list: [Keys] = [] }
}

extension KeyMappingTests {
    @Test func declarationsThatAreWrong() {
        func expect<M>(
            _ type: M.Type, _ message: String, _ code: ModelError.Code = .unknownProperty,
            location: Testing.SourceLocation = #_sourceLocation
        ) {
            // Before the first byte is looked at, again and again.
            for json in ["{}", "", "{}"] {
                let error = decodeWhole(type, Array(json.utf8)).errorFields
                #expect(error == ErrorFields(.model, code, at: 0, line: 0, column: 0, message), sourceLocation: location)
            }
        }
        let keys = "model.keys of Keys names 'userNmae', which is not one of its properties; did you mean 'userName'?"
        expect(Wrong.Keys.self, keys)
        expect([String: Wrong.Outer?].self, keys)
        expect(Wrong.Strange.self, "model.keys of Strange names 'zzz', which is not one of its properties")
        expect(Wrong.Several.self, "model.keys of Several names 'Title', which is not one of its properties; did you mean 'title'?")
        expect(Wrong.Child.self, "model.keys of Child names 'extar', which is not one of its properties; did you mean 'extra'?")
        expect(Wrong.Many.self, "model.keys of Many gives 'id' more than 100 keys", .invalidDeclaration)
        let required = "model.required of Required names 'name', which no key of a document can set"
        expect(Wrong.Required.self, required, .invalidDeclaration)
        #expect(throws: Never.self) { try ModelDecoder().decode(Wrong.Parent.self, from: "{}") }
    }

    @Test(arguments: [
        (#"{"n":^1}"#, "n", "String", "a number"), (#"{"name":1,"n":^[]}"#, "n", "String", "an array"),
        (#"{"ext":{"number":^"1"}}"#, "ext.number", "Int", "a string"),
        (#"{"x":{"y":[1,"a\"b"]}, "ext" : { "y":[{}], "number" :  ^true }}"#, "ext.number", "Int", "a boolean"),
        ("{\n\"ext\":{\"in\":\n {\"deep\": ^\"\\\"\\\\\"}}}", "ext.in.deep", "Int", "a string"),
        (#"{"ext":{"in":{"deep":^[1]}}}"#, "ext.in.deep", "Int", "an array"),
        (#"{"ext":{"maybe":^{"a":1}}}"#, "ext.maybe", "Int?", "an object"),
        (#"{"ext":{"list":[1,22,^"3"]}}"#, "ext.list[2]", "Int", "a string"),
        (#"{"ext":{"list":^{}}}"#, "ext.list", "[Int]", "an object"),
        (#"{"a.b":{"c":^1.5}}"#, #"["a.b"].c"#, "Int", "a number"), (#"{"grid":[[],[^""]]}"#, "grid[1][0]", "Int", "a string"),
        (#"{"grid":{"1":{"0":^false}}}"#, "grid.1.0", "Int", "a boolean"),
        (#"{"items":[{"id":"a"},{"id":"b"},{"x":0,"id":^"c"}]}"#, "items[2].id", "Int", "a string"),
        (#"{"places":[{"city":"A","number":^"é"}]}"#, "places[0].number", "Int?", "a string"),
        (#"{"places":[^[1]]}"#, "places[0]", "KeyedPlace", "an array"),
        (#"{"places":{"0":{"city":^12345678901}}}"#, "places.0.city", "String", "a number"),
        // On the way of a path.
        (#"{"ext":^1}"#, "ext", "an object", "a number"), (#"{"ext":^"abc"}"#, "ext", "an object", "a string"),
        (#"{"ext": ^[{"number":1}]}"#, "ext", "an object", "an array"),
        (#"{"ext":{"number":1,"in":^false}}"#, "ext.in", "an object", "a boolean"),
        (#"{"ext":{"in":^[]}}"#, "ext.in", "an object", "an array"), (#"{"grid":^7}"#, "grid", "an object", "a number"),
        (#"{"grid":[1,^2]}"#, "grid[1]", "an object", "a number"), (#"{"items":["a","b",^"c"]}"#, "items[2]", "an object", "a string"),
        (#"{"items":[{},{},^[{"id":1}]]}"#, "items[2]", "an object", "an array"),
        (#"{"items":{"2":^true}}"#, "items.2", "an object", "a boolean"),
    ])
    func errorsInPaths(marked: String, path: String, expected: String, found: String) {
        expectRefused(Strict.Paths.self, marked, path: path, "expected \(expected), found \(found)")
        let nested = #"[{"places":[{"city":"\u00e9"}],"ext":{"in":null}}, \#(marked)]"#
        expectRefused([Strict.Paths].self, nested, path: "[1].\(path)".replacing("].[", with: "]["), "expected \(expected), found \(found)")
    }

    @Test(arguments: [
        (#"{"p":[{"city":"a\\"},{"x":[{}],"city":^1}]}"#, "p[1].city", "String", "a number"),
        (#"{"p":[{"city":"\u00e9\"","number":^"12"}]}"#, "p[0].number", "Int?", "a string"),
        (#"{"p":[{"number":  ^true}]}"#, "p[0].number", "Int?", "a boolean"),
        (#"{"p": [ {} , ^[] ]}"#, "p[1]", "KeyedPlace", "an array"), (#"{"p":^12}"#, "p", "[KeyedPlace]", "a number"),
        (#"{"x":{"t":{"j":{"city":"A"},"k":{"number":1,"city":^false}}}}"#, "x.t.k.city", "String", "a boolean"),
        (#"{"x":{"t":{"l":{"number":^-1.5e0}}}}"#, "x.t.l.number", "Int?", "a number"),
        (#"{"x":{"t":{"k":^"a"}}}"#, "x.t.k", "KeyedPlace", "a string"),
        (#"{"k":{"city":"\ud83d\ude00","number":^{}}}"#, "k.number", "Int?", "an object"),
        (#"{"k":{"city":"","x":1.5,"number":^[{}]}}"#, "k.number", "Int?", "an array"),
        (#"{"k":^[{"city":1}]}"#, "k", "KeyedPlace", "an array"),
    ])
    func errorsInSharedContainers(marked: String, path: String, expected: String, found: String) {
        let message = "expected \(expected), found \(found)"
        expectRefused(Strict.Shared.self, marked, path: path, message)
        expectRefused([Strict.Shared].self, #"[{}, {"k":{}}, \#(marked), {}]"#, path: "[2].\(path)", message)
        expectRefused(Strict.Outer.self, #"{"x":"\"","o" : \#(marked)}"#, path: "o.\(path)", message)
    }

    @Test func nullsUnderTheStrictRules() {
        func expect<M>(
            _ type: M.Type, _ json: String, path: String, _ expected: String, location: Testing.SourceLocation = #_sourceLocation
        ) {
            expectRefused(type, json, .unexpectedNull, path: path, "expected \(expected), found null", location: location)
        }
        expect(Strict.Paths.self, #"{"ext":{"maybe":null,"number":^null}}"#, path: "ext.number", "Int")
        expect(Strict.Paths.self, #"{"grid":[null,[^null]]}"#, path: "grid[1][0]", "Int")
        expect(Strict.Shared.self, #"{"k":{"number":null,"city":^null}}"#, path: "k.city", "String")
        expect(Strict.Shared.self, #"{"k":^null}"#, path: "k", "KeyedPlace")
        expect(Strict.TextAndInner.self, #"{"d":^null}"#, path: "d", "String")
    }

    /// What null means is known when all alternatives have come; the error is the null's all the same.
    @Test func nullsOfAlternativesUnderTheStrictRules() {
        func expect(_ json: String, path: String, location: Testing.SourceLocation = #_sourceLocation) {
            expectRefused(Strict.Choice.self, json, .unexpectedNull, path: path, "expected Int, found null", location: location)
        }
        expect(#"{"id":^null}"#, path: "id")
        expect(#"{"text":"a", "id" : ^null , "x":[1, 2]}"#, path: "id")
        expect(#"{"x":1,"ID":^null,"text":null}"#, path: "ID")
        expect(#"{"ext":{"id":^null,"text":"a"},"y":"abcdef"}"#, path: "ext.id")
        #expect(throws: Never.self) { try ModelDecoder(.strict).decode(Strict.Choice.self, from: #"{"id":null,"text":null,"ID":1}"#) }
    }

    @Test func alternativesUnderTheStrictRules() {
        // A value that does not fit ends the decode, even if another alternative has one; one that is beaten is not looked at.
        expectRefused(Strict.Choice.self, #"{"ID":1,"id":^"2"}"#, path: "id", "expected Int, found a string")
        expectRefused(
            Strict.Choice.self, #"{"id":null,"ext":{"id":^[]}}"#, path: "ext.id",
            "expected Int, found an array")
        #expect(throws: Never.self) { try ModelDecoder(.strict).decode(Strict.Choice.self, from: #"{"id":1,"ID":"2","ext":{"id":[]}}"#) }
    }

    @Test func aLeafThatIsAnInnerNodeUnderTheStrictRules() {
        expectRefused(Strict.TextAndInner.self, #"{"d":^1}"#, path: "d", "expected String, found a number")
        expectRefused(Strict.TextAndInner.self, #"{"d":{"f":[],"e":^"x"}}"#, path: "d.e", "expected Int, found a string")
    }

    /// The grammar's faults have the path too, wherever the keys lead.
    @Test(arguments: [
        (#"{"ext":{"in":{"deep":^@1}}}"#, ModelError.Code.unexpectedByte, "ext.in.deep", "expected a JSON token, found '@'"),
        (#"{"grid":[[0],[0 ^0]]}"#, .unexpectedByte, "grid[1][0]", "expected ',' or ']', found a number"),
        (
            #"{"items":[{},{},{"id":1,^}]}"#, .unexpectedByte, "items[2].id",
            "expected a key, found '}': JSON has no comma after the last member"
        ),
        (#"{"ext":{"list":[1,2^"#, .unexpectedEnd, "ext.list[2]", "the input ends before the value does"),
    ])
    func faultsOfTheGrammar(marked: String, code: ModelError.Code, path: String, message: String) {
        let bytes = Array(marked.replacing("^", with: "").utf8)
        let expected = ErrorFields(.syntax, code, at: marked.utf8.prefix { $0 != UInt8(ascii: "^") }.count, path: path, message)
        #expect(decodeWhole(Strict.Paths.self, bytes, .strict).errorFields == expected)
        for size in 1...7 {
            #expect(decodeInChunks(Strict.Paths.self, bytes, size: size, .strict).errorFields == expected, "chunks of \(size)")
        }
    }
}
