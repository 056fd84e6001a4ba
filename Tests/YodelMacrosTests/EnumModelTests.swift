#if Macros
import Foundation
import Testing
import YodelMacros

private struct Circle: Model, Hashable {
    var radius = 0.0
}

@Model(tag: "type")
private enum Shape: Hashable {
    case circle(Circle)
    @Key("rect", "rectangle") case box(width: Double, height: Double = 1, name: String?)
    case nothing
    case other(JSONObject)
}

@Model(tag: "kind", content: "value")
private enum Event: Hashable {
    case number(Int)
    case pair(Int, String)
    case maybe(Int?)
    case end
}

@Model
private indirect enum Tree: Hashable {
    case leaf(Int)
    case node(left: Tree, right: Self)
    case list([Tree])
    case empty
    @Other case strange(RawJSON)
}

@Model(untagged: true)
private enum Loose: Hashable {
    case flag(Bool)
    case range(from: Int, to: Int = 9)
    case pair(Int, String)
    case list([Loose])
    case end
    case unknown(String)
}

@Model
private enum Sheet<Item: Hashable>: Hashable {
    case items([Item], next: Int)
    case one(Item)
}

@Model
private enum Status: Hashable {
    case active
    @Key("closed", "done") case closed
    case unknown(String)
}

@Model
private enum Code: Hashable {
    @Key("200") case success
    @Key("404") case missing
    case unknown(Int)
}

@Model
private enum Colour: Hashable, CaseIterable {
    case red, `default`
}

@Model
private enum Named: Hashable {
    case first(Int), second
    enum CodingKeys: String, CodingKey {
        case first = "1st"
        case second
    }
}

/// Names that are words of the language.
@Model
private enum Words: Hashable {
    case `default`(Int), `switch`(in: Int, default: String?, _ while: Int), `self`
}

/// Types that stand beside the enum in another type.
private enum Outer {
    struct Inner: Model, Hashable { var a = 0 }

    @Model
    enum Nested: Hashable {
        case value(Inner), pair(Inner, inner: [Inner], next: Own = Own())
        struct Own: Model, Hashable { var b = 1 }
    }
}

@Model
private struct Holder: Hashable {
    let shape: Shape
    let status: Status
    let byStatus: [Status: Code]
    let event: Event?
    var trees: [Tree] = []
}

@Suite("@Model on enums")
struct EnumModelTests {
    private func check<T: Hashable>(_ value: T, _ written: String, _ others: String...) throws {
        #expect(try ModelEncoder().encodeToString(value) == written)
        for text in [written] + others {
            let bytes = Array(text.utf8)
            for decoder in [ModelDecoder(), ModelDecoder(.strict), ModelDecoder(.with(\.tokenizer, .yajl))] {
                #expect(try decoder.decode(T.self, from: text) == value, "\(text)")
                #expect(try decoder.decode(T.self, fromChunks: bytes.map { [$0] }) == value, "\(text)")
            }
        }
    }

    @Test func forms() throws {
        try check(Shape.circle(Circle(radius: 1.5)), #"{"type":"circle","radius":1.5}"#)
        try check(
            Shape.box(width: 2, name: nil), #"{"type":"rect","width":2.0,"height":1.0}"#, #"{"width":2,"type":"rectangle"}"#,
            #"{"type":"rect","width":2,"height":1,"name":null}"#)
        try check(Shape.nothing, #"{"type":"nothing"}"#)
        try check(Shape.other(["type": "star"]), #"{"type":"star"}"#)
        try check(Event.number(1), #"{"kind":"number","value":1}"#)
        try check(Event.pair(1, "a"), #"{"kind":"pair","value":{"_0":1,"_1":"a"}}"#)
        try check(Event.maybe(nil), #"{"kind":"maybe","value":null}"#, #"{"kind":"maybe"}"#)
        try check(Event.end, #"{"kind":"end"}"#)
        try check(Tree.node(left: .leaf(1), right: .list([.empty])), #"{"node":{"left":{"leaf":1},"right":{"list":["empty"]}}}"#)
        try check(Tree.strange(ModelDecoder().decode(RawJSON.self, from: #"{"a":[1 ]}"#)), #"{"a":[1 ]}"#)
        try check([Loose.flag(true), .unknown("x"), .end], #"[true,"x",null]"#)
        try check(Loose.range(from: 1, to: 9), #"{"from":1,"to":9}"#, #"{"from":1}"#)
        try check(Loose.list([.pair(1, "a"), .list([])]), #"[{"_0":1,"_1":"a"},[]]"#)
        try check(Sheet.items([1, 2], next: 3), #"{"items":{"_0":[1,2],"next":3}}"#)
        try check(Sheet.one("a"), #"{"one":"a"}"#, #"{"one":{"_0":"a"}}"#)
        try check(Words.default(1), #"{"default":1}"#)
        try check(Words.switch(in: 1, default: "d", 2), #"{"switch":{"in":1,"default":"d","_2":2}}"#)
        try check(Words.`self`, #""self""#)
        try check(Outer.Nested.value(Outer.Inner(a: 1)), #"{"value":{"a":1}}"#)
        try check(
            Outer.Nested.pair(Outer.Inner(a: 1), inner: [Outer.Inner(a: 2)]), #"{"pair":{"_0":{"a":1},"inner":[{"a":2}],"next":{"b":1}}}"#)
        try check(Named.first(1), #"{"1st":1}"#)
    }

    @Test func rawValues() throws {
        try check([Status.active, .closed, .unknown("x")], #"["active","closed","x"]"#, #"["active","done","x"]"#)
        try check([Code.success, .missing, .unknown(500)], "[200,404,500]")
        try check([Colour.red, .default], #"["red","default"]"#)
        #expect(throws: ModelError.self) { try ModelDecoder().decode(Colour.self, from: #""blue""#) }
        #expect(try JSONSchema(of: Colour.self).value["enum"] == ["red", "default"])
    }

    @Test func inModels() throws {
        let holder = Holder(
            shape: .nothing, status: .unknown("s"), byStatus: [.active: .missing], event: .end, trees: [.leaf(1), .empty])
        try check(
            holder,
            #"{"shape":{"type":"nothing"},"status":"s","byStatus":{"active":404},"event":{"kind":"end"},"trees":[{"leaf":1},"empty"]}"#)
        let error = #expect(throws: ModelError.self) {
            try ModelDecoder(.strict).decode(Holder.self, from: #"{"shape":{"type":"rect"},"status":"s","byStatus":{}}"#)
        }
        #expect(error?.message == "no value for the property 'width' of Shape_box" && error?.path.description == "shape.width")
    }

    /// Swift's own form is read.
    @Test func whatCodableWrites() throws {
        enum Own: Codable, Hashable {
            case leaf(Int), node(left: Int, right: Int), pair(Int, String), empty
        }
        func text(_ value: Own) throws -> String { String(decoding: try JSONEncoder().encode(value), as: UTF8.self) }
        #expect(try ModelDecoder().decode(Tree.self, from: text(.leaf(7))) == .leaf(7))
        #expect(try ModelDecoder().decode(Tree.self, from: text(.empty)) == .empty)
        enum Pairs: Codable, Hashable { case pair(Int, String), node(left: Int, right: Int) }
        #expect(try ModelDecoder().decode(Swifts.self, from: text(.pair(1, "a"))) == .pair(1, "a"))
        #expect(try ModelDecoder().decode(Swifts.self, from: text(.node(left: 1, right: 2))) == .node(left: 1, right: 2))
        let written = try ModelEncoder().encodeToString(Swifts.pair(1, "a"))
        #expect(try JSONDecoder().decode(Pairs.self, from: Data(written.utf8)) == .pair(1, "a"))
    }
}

@Model
private enum Swifts: Hashable {
    case pair(Int, String), node(left: Int, right: Int)
}
#endif
