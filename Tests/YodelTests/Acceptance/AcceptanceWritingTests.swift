import FoundationEssentials
import Testing

@testable import Yodel
@testable import YodelTestSupport

// Models as JSON.

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

/// Writes its time in milliseconds, and is not written without one.
private struct Transformed: DidDecodeModel, WillEncodeModel {
    var id: UInt64 = 0, content: String?, time: Date?
    static func describe(_ model: inout ModelDescription) { model.ignored = ["time"] }

    mutating func didDecode(from object: JSONObject) throws {
        guard let milliseconds = object["time"]?.numberValue?.doubleValue, milliseconds != 0 else { throw AcceptanceRejection() }
        time = Date(timeIntervalSince1970: milliseconds / 1000)
    }

    func willEncode(into object: inout JSONObject) throws {
        guard let time else { throw AcceptanceRejection() }
        object["time"] = .number(JSONNumber(Int64(time.timeIntervalSince1970 * 1000)))
    }
}
private struct Everything: Model {
    var bool = true, int8: Int8 = 1, int32: Int32 = 1, uint64 = UInt64.max, float: Float = 1.5, double = 0.1
    var string: String? = "s", number: Decimal? = 2, url = URL(string: "https://example.com"), date: Date?
    var array: [Any] = [1, "a"], dictionary: [String: Any] = ["k": 1], set: Set<Int> = [1], user: AcceptanceItem? = AcceptanceItem()
}
private struct Paths: Model {
    var a: String? = "a", b: String? = "b", c: String? = "c", d: String? = "d", e: String? = "e", f: [String: Any]? = [:], g: String?
    static func describe(_ model: inout ModelDescription) {
        model.keys = ["a": "ext.a", "b": "ext.b", "c": "ext.a", "e": "d.e", "g": "f.g.g"]
    }
}
private struct Owner: Model { var uid: UInt64 = 0, name: String? }
private struct Repo: Model { var repoID: UInt64 = 0, name: String?, user: Owner? }
private struct Author: Model { var name = "", birthday: Date? }
private struct Book: Model { var author: Author?, name = "", pages: UInt = 0 }
private struct Twice: Model {
    var a: Int?, b: Int? = 1
    static func describe(_ model: inout ModelDescription) { model.keys = ["a": "k", "b": "k"] }
}
private struct Single<T>: Model {
    var v: T
    init() { preconditionFailure("nothing is decoded here") }
    init(_ v: T) { self.v = v }
}
private final class Child: Model { var parent: Parent? }
private final class Parent: Model { var child: Child? }

private let elements = #"[{"name":"Apple", "count":10}, {"name":"Banana", "count":11}, {"name":"Pear", "count":12}, null]"#
private let values = #"{"A":{"name":"Apple", "count":10}, "B":{"name":"Banana", "count":11}, "P":{"name":"Pear", "count":12}, "N":null}"#
private let letters = #"{"a":"A", "b":"B", "c":"C", "d":"D"}"#

@Suite("Acceptance: writing")
struct AcceptanceWritingTests {
    @Test("BW-02: properties that take no part are not written")
    func ignored() throws {
        #expect(try acceptanceDecode(Ignoring.self, json: letters).jsonString() == #"{"b":"B","c":"C"}"#)
        var model = Ignoring()
        model.a = "A"
        #expect(try model.jsonString() == "{}")
    }

    @Test("BW-04: only properties that take part are written")
    func included() throws {
        var model = try acceptanceDecode(Including.self, json: letters)
        (model.b, model.c) = ("B", "C")
        #expect(try model.jsonString() == #"{"a":"A"}"#)
    }

    @Test("BW-06: to take no part goes before to take part")
    func ignoredAndIncluded() throws {
        var model = try acceptanceDecode(Both.self, json: letters)
        (model.a, model.c) = ("A", "C")
        #expect(try model.jsonString() == #"{"b":"B"}"#)
    }

    @Test("CT-05: a model that does not want to be written")
    func refused() throws {
        let json = #"{"id":5472746497,"content":"Hello","time":1401234567000}"#
        var model = try acceptanceDecode(Transformed.self, json: json)
        #expect(try model.jsonString() == json)
        model.time = nil
        let error = #expect(throws: ModelError.self) { try model.jsonObject() }
        #expect(error?.category == .custom && error?.code == .modelCodeFailed && error?.underlying is AcceptanceRejection)
    }

    // MARK: Collections

    /// Of the properties on one key the first declared is written, which is the superclass's.
    @Test("MM-K04: typed arrays")
    func typedArrays() throws {
        let object = try acceptanceDecode(AcceptanceGeneric.self, json: #"{"array":\#(elements)}"#).jsonObject()
        #expect(object["array"]?.arrayValue?.count == 4 && object["array"]?[0] == ["name": "Apple", "count": 10])
        let model = AcceptanceGeneric()
        model.items = [AcceptanceItem()]
        #expect(try model.jsonString() == #"{"array":[{}],"dict":{},"set":[]}"#)
    }

    @Test("MM-K06: an untyped dictionary")
    func untypedDictionary() throws {
        let object = try acceptanceDecode(AcceptanceContainer.self, json: #"{"dict":\#(values)}"#).jsonObject()
        #expect(try object == ModelDecoder().decode(JSONValue.self, from: #"{"dict":\#(values)}"#).objectValue)
    }

    @Test("MM-K08: typed dictionaries")
    func typedDictionaries() throws {
        let model = try acceptanceDecode(AcceptanceGeneric.self, json: #"{"dict":\#(values)}"#)
        #expect(try model.jsonObject()["dict"]?.objectValue?.count == 4)
        model.dict = nil
        #expect(try model.jsonObject()["dict"]?["P"] == ["name": "Pear", "count": 12])
    }

    @Test("MM-K10: an untyped set")
    func untypedSet() throws {
        let object = try acceptanceDecode(AcceptanceContainer.self, json: #"{"set":\#(elements)}"#).jsonObject()
        let set = try #require(object["set"]?.arrayValue)
        #expect(object.keys == ["set"] && set.count == 4 && set.contains(.null) && set.contains(["name": "Pear", "count": 12]))
    }

    @Test("MM-K12: typed sets")
    func typedSets() throws {
        let model = try acceptanceDecode(AcceptanceGeneric.self, json: #"{"set":\#(elements)}"#)
        model.set = nil
        let set = try #require(try model.jsonObject()["set"]?.arrayValue)
        #expect(set.count == 3 && Set(set.compactMap { $0["name"]?.stringValue }) == ["Apple", "Banana", "Pear"])
    }

    // MARK: Models

    @Test("TJ-02: text")
    func text() throws {
        let model = Everything()
        let text =
            #"{"bool":true,"int8":1,"int32":1,"uint64":18446744073709551615,"float":1.5,"double":0.1,"string":"s","number":2,"#
            + #""url":"https://example.com","array":[1,"a"],"dictionary":{"k":1},"set":[1],"user":{}}"#
        #expect(try model.jsonString() == text && model.jsonData() == Data(text.utf8))
        #expect(try ModelDecoder().decode([String: JSONValue].self, from: try model.jsonString()).count == 13)
        let back = try Everything(json: try model.jsonData())
        #expect(back.int32 == 1 && back.uint64 == .max && back.double == 0.1 && back.string == "s" && back.set == [1])
    }

    @Test("TJ-03: bytes are one document")
    func bytes() throws {
        #expect(try ModelDecoder().decode(JSONValue.self, from: try Everything().jsonData()).objectValue?.count == 13)
    }

    @Test("TJ-04: what is written is read")
    func back() throws {
        #expect(try Everything(json: try Everything().jsonString()).int32 == 1)
    }

    /// Decided: the property on the key itself is written, and what lies below it only if that is nil.
    @Test("TJ-05: a key of a path that is a property's own")
    func keyAndPath() throws {
        #expect(try Paths().jsonString() == #"{"ext":{"a":"a","b":"b"},"d":"d","f":{}}"#)
        #expect(try Paths(a: nil, d: nil, f: nil, g: "g").jsonString() == #"{"ext":{"a":"c","b":"b"},"d":{"e":"e"},"f":{"g":{"g":"g"}}}"#)
    }

    @Test("TJ-06: what is no object where a path goes on")
    func noObjectInPath() throws {
        #expect(try Paths(f: ["g": ""]).jsonString() == #"{"ext":{"a":"a","b":"b"},"d":"d","f":{"g":""}}"#)
        // Decided: what would be lost is an error.
        #expect(throws: ModelError.self) { try Paths(f: ["g": ""], g: "g").jsonString() }
    }

    /// Decided: in GMT if no zone is asked for.
    @Test("TJ-07: a date")
    func date() throws {
        let model = Single(Date(timeIntervalSince1970: 100_000_000))
        #expect(try model.jsonObject() == ["v": "1973-03-03T09:46:40+0000"])
        let zoned = ModelEncoder(options { $0.dateFormat = .iso8601(secondsFromGMT: 28_800) })
        #expect(try zoned.encodeToString(model) == #"{"v":"1973-03-03T17:46:40+0800"}"#)
    }

    @Test("NE-02: a nested model")
    func nested() throws {
        let json = #"{"repoID":1234,"name":"YYModel","user":{"uid":5678,"name":"owner"}}"#
        #expect(try acceptanceDecode(Repo.self, json: json).jsonString() == json)
    }

    @Test("RD-02: a book and its author")
    func book() throws {
        let json = #"{"author":{"name":"A. Writer","birthday":"1965-07-31T00:00:00+0000"},"name":"Harry Potter","pages":256}"#
        let read = #"{"name": "Harry Potter", "pages": 256, "author": {"name": "A. Writer", "birthday": "1965-07-31" }}"#
        #expect(try acceptanceDecode(Book.self, json: read).jsonString() == json)
    }

    // MARK: Single rules

    @Test("DV-33: several properties on one key")
    func sameKey() throws {
        #expect(try Twice().jsonString() == #"{"k":1}"#)
        #expect(try Twice(a: 2).jsonString() == #"{"k":2}"#)
    }

    /// In `Any` too, where YYModel ends in an exception.
    @Test("DV-42: a number that is not finite", arguments: [Double.nan, .infinity, -.infinity])
    func notFinite(number: Double) throws {
        #expect(try Single(number).jsonString() == "{}" && Single(number as Double?).jsonString() == "{}")
        #expect(try Single(number as Any).jsonString() == "{}")
    }

    @Test("DV-43: data in base64")
    func data() throws {
        #expect(try Single(Data("hello".utf8)).jsonString() == #"{"v":"aGVsbG8="}"#)
    }

    @Test("DV-44: nil is left out, or null if asked for")
    func nothing() throws {
        #expect(try Single(Int?.none).jsonString() == "{}")
        #expect(try ModelEncoder(options { $0.onNil = .null }).encodeToString(Single(Int?.none)) == #"{"v":null}"#)
    }

    /// Decided: null stays, and what JSON has no place for is an error that says where.
    @Test("DV-45: an untyped array with null and more")
    func untyped() throws {
        #expect(try Single([1, nil, AcceptanceItem()] as [Any?]).jsonString() == #"{"v":[1,null,{}]}"#)
        let error = #expect(throws: ModelError.self) { try Single([1, { 2 } as () -> Int] as [Any]).jsonString() }
        #expect(error?.code == .unsupportedType && error?.path == "v[1]")
    }

    @Test("DV-46: models that refer to each other")
    func cycle() {
        let (parent, child) = (Parent(), Child())
        (parent.child, child.parent) = (child, parent)
        let error = #expect(throws: ModelError.self) { try parent.jsonString() }
        #expect(error?.category == .limit && error?.code == .depthLimit && error?.path == "child.parent")
        child.parent = nil
    }
}
