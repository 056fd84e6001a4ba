import FoundationEssentials
import Testing

@testable import Yodel

// Keys: own names, other names, paths, alternatives, lists of properties.

private struct Custom: Model {
    var name: String?
    var count: Int?
    var desc1: String?
    var desc2: String?
    var desc3: String?
    var desc4: String?
    var modelID: String?

    static func describe(_ model: inout ModelDescription) {
        model.keys = [
            "name": "n", "count": "ext.c", "desc1": "ext.d", "desc2": "ext.d", "desc3": "ext.d.e", "desc4": ".ext",
            "modelID": ["ID", "Id", "id", "ext.id"],
        ]
    }

    /// The properties that hold something, by name.
    var found: [String: String] {
        let all: [String: String?] = [
            "name": name, "count": count.map { "\($0)" }, "desc1": desc1, "desc2": desc2, "desc3": desc3, "desc4": desc4,
            "modelID": modelID,
        ]
        return all.compactMapValues { $0 }
    }
}

private struct Ignoring: Model {
    var a: String?, b: String?, c: String?
    static func describe(_ model: inout ModelDescription) { model.ignored = ["a", "d"] }
}

private struct Including: Model {
    var a: String?, b: String?, c: String?
    static func describe(_ model: inout ModelDescription) { model.included = ["a", "d"] }
}

private struct Both: Model {
    var a: String?, b: String?, c: String?
    static func describe(_ model: inout ModelDescription) {
        model.ignored = ["a", "d"]
        model.included = ["a", "b", "d"]
    }
}

private struct Identified: Model {
    var modelID: String?
    static func describe(_ model: inout ModelDescription) { model.keys = ["modelID": ["ID", "id"]] }
}

private struct Unmapped: Model {
    var p = 0
    var q = 0
    var r = 0
    static func describe(_ model: inout ModelDescription) { model.keys = ["p": "", "q": []] }
}

private struct Dotted: Model {
    var literal = 0
    var path = 0
    static func describe(_ model: inout ModelDescription) { model.keys = ["literal": "a\\.b", "path": "a.b"] }
}

private struct BookWithKeys: Model {
    var name = ""
    var page = 0
    var desc = ""
    var bookID = ""
    static func describe(_ model: inout ModelDescription) {
        model.keys = ["name": "n", "page": "p", "desc": "ext.desc", "bookID": ["id", "ID", "book_id"]]
    }
}

@Suite("Acceptance: keys")
struct AcceptanceMappingTests {
    @Test("MM-A01: own names")
    func ownNames() throws {
        let item = try acceptanceDecode(AcceptanceItem.self, json: #"{"name":"Apple","count":12}"#)
        #expect(item.holds("Apple", 12))
    }

    @Test("MM-A02: unknown keys are passed over")
    func unknownKeys() throws {
        let item = try acceptanceDecode(AcceptanceItem.self, json: #"{"n":"Apple","count":12, "description":"hehe"}"#)
        #expect(item.name == nil && item.count == 12)
    }

    /// MM-C02: a mapped property does not answer to its own name. MM-C03: a path ends at what is no object. MM-C05: two properties on one
    /// path. MM-C07: the path leads on from where two properties are. MM-C08 and MM-C09: a path of one part is a key, dot and all. MM-C12:
    /// the order of the mapping holds, not that of the document.
    @Test(
        arguments: [
            ("MM-C01", #"{"n":"Apple","ext":{"c":12}}"#, ["name": "Apple", "count": "12"]),
            ("MM-C02", #"{"n":"Apple","count":12}"#, ["name": "Apple"]), ("MM-C03", #"{"n":"Apple","ext":12}"#, ["name": "Apple"]),
            ("MM-C05", #"{"ext":{"d":"Apple"}}"#, ["desc1": "Apple", "desc2": "Apple"]),
            ("MM-C07", #"{"ext":{"d":{ "e" : "Apple"}}}"#, ["desc3": "Apple"]), ("MM-C08", #"{".ext":"Apple"}"#, ["desc4": "Apple"]),
            (
                "MM-C09",
                #"""
                {".ext":"Apple", "name":"Apple", "count":"10", "desc1":"Apple", "desc2":"Apple", "desc3":"Apple", "desc4":"Apple",
                 "modelID":"Apple"}
                """#,
                ["desc4": "Apple"]
            ),
            ("MM-C10", #"{"id":"abcd"}"#, ["modelID": "abcd"]), ("MM-C12", #"{"id":"abcd","ID":"ABCD","Id":"Abcd"}"#, ["modelID": "ABCD"]),
        ] as [(String, String, [String: String])])
    func mappedKeys(_ id: String, _ json: String, _ found: [String: String]) throws {
        #expect(try acceptanceDecode(Custom.self, json: json).found == found, "\(id)")
        let value = try ModelDecoder().decode(JSONValue.self, from: json)
        #expect(try ModelDecoder().decode(Custom.self, from: value).found == found, "\(id)")
    }

    @Test("MM-C04: text that is no JSON")
    func malformed() {
        let error = #expect(throws: ModelError.self) { try acceptanceDecode(Custom.self, json: #"{"n":"Apple","ext":@{}}"#) }
        #expect(error?.category == .syntax && error?.offset == 19)
    }

    /// Decided: null stands for absent among alternatives.
    @Test("DV-30: the first alternative is null")
    func nullAlternative() throws {
        #expect(try acceptanceDecode(Identified.self, json: #"{"ID":null,"id":"x"}"#).modelID == "x")
        #expect(try acceptanceDecode(Identified.self, json: #"{"id":"x","ID":null}"#).modelID == "x")
        #expect(try acceptanceDecode(Identified.self, json: #"{"ID":null,"id":null}"#).modelID == nil)
    }

    /// The other half, that the property is not written either, belongs to writing.
    @Test("DV-31: a property that is mapped to no key")
    func unmapped() throws {
        let model = try acceptanceDecode(Unmapped.self, json: #"{"p":1,"q":2,"":3,"r":4}"#)
        #expect(model.p == 0 && model.q == 0 && model.r == 4)
    }

    /// Decided: a key with a dot has a form of its own, whatever the number of keys.
    @Test("DV-32: a key that holds a dot")
    func literalDot() throws {
        for (json, literal, path) in [
            (#"{"a.b":1}"#, 1, 0), (#"{"a":{"b":2}}"#, 0, 2), (#"{"a":{"b":2},"a.b":1}"#, 1, 2),
            (#"{"p":0,"q":0,"r":0,"s":0,"a.b":1}"#, 1, 0),
        ] {
            let model = try acceptanceDecode(Dotted.self, json: json)
            #expect(model.literal == literal && model.path == path, "\(json)")
        }
    }

    /// In all three, `d` is no property and no harm.
    @Test("BW-01: properties that take no part")
    func ignored() throws {
        let model = try acceptanceDecode(Ignoring.self, json: #"{"a":"A", "b":"B", "c":"C", "d":"D"}"#)
        #expect(model.a == nil && model.b == "B" && model.c == "C")
    }

    @Test("BW-03: the only properties that take part")
    func included() throws {
        let model = try acceptanceDecode(Including.self, json: #"{"a":"A", "b":"B", "c":"C", "d":"D"}"#)
        #expect(model.a == "A" && model.b == nil && model.c == nil)
    }

    @Test("BW-05: to take no part goes before to take part")
    func ignoredAndIncluded() throws {
        let model = try acceptanceDecode(Both.self, json: #"{"a":"A", "b":"B", "c":"C", "d":"D"}"#)
        #expect(model.a == nil && model.b == "B" && model.c == nil)
    }

    @Test("RD-03: a book by mapped keys")
    func bookWithKeys() throws {
        let book = try acceptanceDecode(
            BookWithKeys.self, json: #"{"n":"Harry Pottery","p": 256,"ext" : {"desc" : "A book about a school."},"ID" : 100010}"#)
        #expect(book.name == "Harry Pottery" && book.page == 256 && book.desc == "A book about a school." && book.bookID == "100010")
    }
}
