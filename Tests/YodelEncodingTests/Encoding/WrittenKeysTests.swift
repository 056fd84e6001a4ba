import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

// Under which keys properties are written, and that what is written is read back as the same.

/// Checks the text of a model and that it makes the same model.
private func expectBack<M: Model & Equatable>(
    _ model: M, _ text: String, _ set: EncodingOptions = .default, _ decoder: ModelDecoder = ModelDecoder(.strict),
    location: Testing.SourceLocation = #_sourceLocation
) {
    expectWritten(model, text, set, location: location)
    do {
        #expect(try decoder.decode(M.self, from: text) == model, sourceLocation: location)
    } catch {
        Issue.record("\(error)", sourceLocation: location)
    }
}
private struct Folded: Model, Equatable {
    var name = "n", desc = "d", a = 1, id = 2, inner = 3, list = [4], last = 5
    static func describe(_ model: inout ModelDescription) {
        model.keys = [
            "name": "n", "desc": "ext.desc", "id": "ext.id", "inner": "ext.in.ner", "list": ["ext.in.list", "list"],
            "last": ["last", "ext.last"],
        ]
    }
}
private struct Moved: Model, Equatable {
    var moved = 1, path = 2, silent = 3, nowhere = 4, both = 5, plain = 6
    static func describe(_ model: inout ModelDescription) {
        model.keys = [
            "moved": .keys("moved", "old", "new", writing: "new"), "path": .keys("path", "x.y", writing: "x.y"),
            "silent": [], "nowhere": "",
            "both": .keys("both", writing: ""),
        ]
    }
}
private struct Shared: Model, Equatable {
    var a: Int?, b: Double?, c: Int?
    static func describe(_ model: inout ModelDescription) { model.keys = ["a": "k", "b": "k", "c": "k"] }
}
private struct LeafAndNode: Model, Equatable {
    var leaf: JSONValue?, second: Int?, e: Int?, f: Int?
    static func describe(_ model: inout ModelDescription) {
        model.keys = ["leaf": "ext.d", "second": "ext.d", "e": "ext.d.e", "f": "ext.d.f.g"]
    }
}
private struct Indexed: Model, Equatable {
    var third: String?, first: Int?, deep: Int?, last: Int?
    static func describe(_ model: inout ModelDescription) {
        model.keys = ["third": "t.2", "first": "t.0", "deep": "u.1.x.0", "last": "u.1.x.10"]
    }
}
private struct NoIndexes: Model, Equatable {
    var far = 1, near = 2, named = 3, zero = 4, leading = 5, root = 6
    static func describe(_ model: inout ModelDescription) {
        model.keys = ["far": "a.1000", "near": "a.999", "named": "b.x", "zero": "b.0", "leading": "c.01", "root": "7"]
    }
}
private struct LastIndex: Model, Equatable {
    var last = 1
    static func describe(_ model: inout ModelDescription) { model.keys = ["last": "a.999"] }
}
private struct Escaped: Model, Equatable {
    var quote = 1, slash = 2, back = 3, dot = 4, line = 5, accent = 6, head = 7, delete = 8
    static func describe(_ model: inout ModelDescription) {
        model.keys = [
            "quote": "a\"b", "slash": "a/b", "back": #"a\\b"#, "dot": #"a\.b"#, "line": "p\n.q\t", "accent": "é", "head": ".ext",
            "delete": "\u{7F}",
        ]
    }
}
private struct Chosen: Model, Equatable {
    var a = 1, b = 2, c = 3
    static func describe(_ model: inout ModelDescription) {
        model.ignored = ["a", "unknown"]
        model.included = ["a", "b"]
    }
}
private struct Accessed: Model, Equatable {
    var celsius = 10.0, text = "t"
    var fahrenheit: Double {
        get { celsius * 2 }
        set { celsius = newValue / 2 }
    }
    var shout: String? {
        get { text == "t" ? nil : text.uppercased() }
        set { text = newValue ?? "" }
    }
    var parts: [Int?] {
        get { [1, nil] }
        set {}
    }
    static func describe(_ model: inout ModelDescription) {
        model.access(\Self.fahrenheit, named: "fahrenheit")
        model.access(\Self.shout, named: "shout")
        model.access(\Self.parts, named: "parts")
        model.access(\Self.text, named: "text")
        model.keys = ["fahrenheit": "t.f", "shout": "t.s"]
        model.ignored = ["celsius"]
    }
}
private class Base: Model, Equatable {
    var name = "b", count = 1, moved = 2
    var loud: String {
        get { name.uppercased() }
        set { name = newValue.lowercased() }
    }
    required init() {}
    class func describe(_ model: inout ModelDescription) {
        model.access(\Base.loud, named: "loud")
        model.keys = KeyMapping(["name": "base.name", "moved": "m"], style: .snakeCase)
        model.transforms = [
            "count": PropertyTransform(from: { $0.stringValue.flatMap { Int($0) } }, to: { (count: Int) in .string("\(count)") })
        ]
    }
    static func == (left: Base, right: Base) -> Bool { (try? left.jsonString()) == (try? right.jsonString()) }
}
private final class Derived: Base {
    var longName = "l", own = 3
    override class func describe(_ model: inout ModelDescription) {
        super.describe(&model)
        model.keys += ["name": "base.title", "own": "base.own"]
    }
}
private struct Refusal: Error, Equatable {}
private struct Unknown: Equatable, Sendable { var x = 0 }

private struct Changed: Model, Equatable {
    var millis = Date(timeIntervalSince1970: 1.5), parts = ["a", "b"], maybe: Unknown? = Unknown(x: 7), deep: Unknown?? = Unknown(x: 8)
    var none: Unknown?, null = 1, path: [String] = []
    static func describe(_ model: inout ModelDescription) {
        model.keys = ["path": "p.q"]
        let unknown = PropertyTransform(
            from: { $0["x"]?.numberValue?.intValue.map { Unknown(x: $0) } },
            to: { (value: Unknown) in
                if value.x < 0 { throw Refusal() }
                return value.x == 0 ? nil : ["x": .number(JSONNumber(value.x))]
            })
        model.transforms = [
            "millis": .epochMilliseconds, "parts": .separated(by: "/"), "maybe": unknown, "deep": unknown, "none": unknown,
            "null": PropertyTransform(from: { _ in 1 }, to: { (_: Int) in JSONValue.null }), "path": .separated(by: "|"),
        ]
    }
}
private struct Hooked: WillEncodeModel, Equatable {
    var b = 1, secret: String? = "s", inner: [Hooked] = []
    func willEncode(into object: inout JSONObject) throws {
        if b < 0 { throw Refusal() }
        if secret != nil { object["secret"] = .string("***") }
        object["a/é"] = ["z": .number(JSONNumber(object.count)), "y": []]
        if b == 2 { object.removeValue(forKey: "b") }
    }
}
private struct HookOwner: Model {
    var root = Hooked(), maybe: Hooked? = Hooked(b: 2, secret: nil), list = [Hooked(b: 2)], table = ["k": Hooked(b: 2)], path = Hooked(b: 2)
    static func describe(_ model: inout ModelDescription) { model.keys = ["path": "p.0.q"] }
}
private class HookBase: WillEncodeModel {
    var name = "b"
    required init() {}
    func willEncode(into object: inout JSONObject) { object["type"] = .string("\(type(of: self))") }
}
private final class HookChild: HookBase { var extra = 1 }

@Suite("Written keys")
struct WrittenKeysTests {
    @Test func pathsAreFoldedInTheOrderOfDeclaration() {
        expectBack(Folded(), #"{"n":"n","ext":{"desc":"d","id":2,"in":{"ner":3,"list":[4]}},"a":1,"last":5}"#)
    }

    @Test func keysToWrite() {
        expectWritten(Moved(), #"{"new":1,"x":{"y":2},"plain":6}"#)
        expectBack(Moved(moved: 7, path: 8, plain: 9), #"{"new":7,"x":{"y":8},"plain":9}"#)
    }

    @Test func theFirstOfSeveralThatIsNotNil() {
        expectWritten(Shared(), "{}")
        expectWritten(Shared(), #"{"k":null}"#, options { $0.onNil = .null })
        expectWritten(Shared(a: 1, b: 2.5, c: 3), #"{"k":1}"#)
        expectWritten(Shared(b: 2.5, c: 3), #"{"k":2.5}"#)
        expectWritten(Shared(c: 3), #"{"k":3}"#, options { $0.onNil = .null })
        expectWritten(Shared(b: .nan, c: 3), #"{"k":3}"#)
        expectBack(Shared(a: 4, b: 4, c: 4), #"{"k":4}"#)
    }

    @Test func aKeyThatIsLeafAndNode() {
        expectWritten(LeafAndNode(second: 5), #"{"ext":{"d":5}}"#)
        expectWritten(LeafAndNode(e: 2, f: 3), #"{"ext":{"d":{"e":2,"f":{"g":3}}}}"#)
        expectWritten(LeafAndNode(f: 3), #"{"ext":{"d":{"f":{"g":3}}}}"#)
        expectWritten(LeafAndNode(), "{}")
        expectBack(LeafAndNode(leaf: ["e": 2, "f": ["g": 3]], e: 2, f: 3), #"{"ext":{"d":{"e":2,"f":{"g":3}}}}"#)
    }

    @Test func indexes() {
        expectBack(
            Indexed(third: "c", first: 1, deep: 7, last: 9),
            #"{"t":[1,null,"c"],"u":[null,{"x":[7,null,null,null,null,null,null,null,null,null,9]}]}"#)
        expectBack(Indexed(first: 1), #"{"t":[1,null,null]}"#)
        expectBack(
            Indexed(third: "c", deep: 7),
            #"{"t":[null,null,"c"],"u":[null,{"x":[7,null,null,null,null,null,null,null,null,null,null]}]}"#)
        expectBack(Indexed(), "{}")
        expectBack(LastIndex(), #"{"a":[\#(String(repeating: "null,", count: 999))1]}"#)
    }

    @Test func whatIsNoIndex() {
        expectBack(NoIndexes(), #"{"a":{"1000":1,"999":2},"b":{"x":3,"0":4},"c":{"01":5},"7":6}"#)
    }

    @Test func keysThatNeedEscapes() {
        expectBack(
            Escaped(),
            #"{"a\"b":1,"a/b":2,"a\\b":3,"a.b":4,"p\n":{"q\t":5},"é":6,".ext":7,"# + "\"\u{7F}\":8}")
        expectBack(
            Escaped(),
            #"{"a\"b":1,"a\/b":2,"a\\b":3,"a.b":4,"p\n":{"q\t":5},"\u00e9":6,".ext":7,"# + "\"\u{7F}\":8}",
            options { ($0.escapesSlashes, $0.escapesNonASCII) = (true, true) })
    }

    @Test func ignoredAndIncluded() { expectBack(Chosen(), #"{"b":2}"#) }

    @Test func accessors() {
        expectBack(Accessed(), #"{"t":{"f":20.0},"parts":[1,null],"text":"t"}"#)
        expectWritten([Accessed(celsius: 1, text: "ab")], #"[{"t":{"f":2.0,"s":"AB"},"parts":[1,null],"text":"ab"}]"#)
        expectWritten(
            Accessed(), #"{"t":{"f":20.0,"s":null},"parts":[1,null],"text":"t"}"#, options { $0.onNil = .null })
    }

    @Test func subclasses() {
        let text = #"{"base":{"title":"b","own":3},"count":"1","m":2,"long_name":"l","loud":"B"}"#
        expectBack(Base(), #"{"base":{"name":"b"},"count":"1","m":2,"loud":"B"}"#)
        expectBack(Derived(), text)
        expectWritten([Derived() as Base, Base()], #"[\#(text),{"base":{"name":"b"},"count":"1","m":2,"loud":"B"}]"#)
        expectWritten(["k": Derived() as Base?], #"{"k":\#(text)}"#)
    }

    // MARK: Transforms

    @Test func transforms() {
        expectBack(
            Changed(), #"{"millis":1500,"parts":"a/b","maybe":{"x":7},"deep":{"x":8},"null":null,"p":{"q":""}}"#, .default, ModelDecoder())
        expectWritten(
            Changed(maybe: Unknown(), deep: .some(nil), none: Unknown(), path: ["é", ""]),
            #"{"millis":1500,"parts":"a\/b","deep":null,"null":null,"p":{"q":"\u00e9|"}}"#,
            options { ($0.onNil, $0.escapesSlashes, $0.escapesNonASCII) = (.null, true, true) })
        expectWritten(
            Changed(parts: [], maybe: nil, deep: nil),
            #"{"millis":1500,"parts":"","maybe":null,"deep":null,"none":null,"null":null,"p":{"q":""}}"#, options { $0.onNil = .null })
    }

    @Test func aTransformThatThrows() {
        let error = expectUnwritten(
            ["k": [Changed(), Changed(maybe: Unknown(x: -1))]], .custom, .modelCodeFailed, path: "k[1].maybe",
            "the transform of Unknown threw")
        #expect(error?.underlying as? Refusal == Refusal())
    }

    // MARK: Hooks

    @Test func willEncode() {
        expectWritten(
            Hooked(inner: [Hooked(b: 2, secret: nil)]),
            #"{"b":1,"secret":"***","inner":[{"inner":[],"a/é":{"z":2,"y":[]}}],"a/é":{"z":3,"y":[]}}"#)
        let two = #"{"secret":"***","inner":[],"a/é":{"z":3,"y":[]}}"#
        expectWritten(
            HookOwner(),
            #"{"root":{"b":1,"secret":"***","inner":[],"a/é":{"z":3,"y":[]}},"maybe":{"inner":[],"a/é":{"z":2,"y":[]}},"list":[\#(two)],"#
                + #""table":{"k":\#(two)},"p":[{"q":\#(two)}]}"#)
        expectWritten([Hooked(b: 2) as Any], "[\(two)]")
        expectWritten(HookChild() as HookBase, #"{"name":"b","extra":1,"type":"HookChild"}"#)
    }

    /// What a hook sees is compact and in order; what is written of it is as the options say.
    @Test func willEncodeKeepsTheOptions() {
        expectWritten(
            [Hooked(b: 3)],
            "[\n  {\n    \"a\\/\\u00e9\" : {\n      \"y\" : [\n\n      ],\n      \"z\" : 3\n    },\n    \"b\" : 3,\n"
                + "    \"inner\" : [\n\n    ],\n"
                + "    \"secret\" : \"***\"\n  }\n]",
            options { ($0.isPretty, $0.sortsKeys, $0.escapesSlashes, $0.escapesNonASCII) = (true, true, true, true) })
        expectWritten(
            Hooked(secret: nil), #"{"b":1,"secret":null,"inner":[],"a/é":{"z":3,"y":[]}}"#, options { $0.onNil = .null })
    }

    @Test func willEncodeThrows() {
        for (value, path) in [
            ([Hooked(b: -1)] as [Any], "[0]"), ([Hooked(inner: [Hooked(), Hooked(b: -1)])], "[0].inner[1]"),
            ([HookOwner(maybe: Hooked(b: -1))], "[0].maybe"), ([HookOwner(table: ["a.b": Hooked(b: -1)])], #"[0].table["a.b"]"#),
        ] {
            let error = expectUnwritten(value, .custom, .modelCodeFailed, path: path, "willEncode(into:) of Hooked threw")
            #expect(error?.underlying as? Refusal == Refusal())
        }
    }
}
