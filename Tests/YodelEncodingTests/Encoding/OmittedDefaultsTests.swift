import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

// Properties that are what they are by default are left out, and what is left out comes back.

private enum Left {
    struct Size: Model, Equatable { var width = 1, height = 1; var note: String? = "n" }

    struct Window: Model, Equatable {
        var title = ""
        var width = 640
        var icon: String? = "app"
        var badge: String?
        var size = Size(width: 3)
        var other: Size?
        var third: Size? = Size(height: 7)
        var sizes: [Size] = [Size()]
        var named: [String: Size] = [:]
        var ratio = 0.5
        let kind = "window"
    }

    struct Required: Model, Equatable {
        var id = 0
        var name = ""
        static func describe(_ model: inout ModelDescription) { model.required = ["id"] }
    }

    struct Shared: Model, Equatable {
        var id = 1
        var old = 2
        var both = 3
        var same = 3
        var apart = 4
        var whole = 5
        var part = 6
        static func describe(_ model: inout ModelDescription) {
            model.keys = [
                "id": ["id", "ID"], "old": ["old", "ID"], "both": "b", "same": "b", "apart": .keys("apart", writing: "ID"), "whole": "w",
                "part": "w.p",
            ]
        }
    }

    struct Paths: Model, Equatable {
        var deep = 1
        var deeper = 2
        var first: Int? = 3
        var second: Int? = 4
        var inner = Size()
        static func describe(_ model: inout ModelDescription) {
            model.keys = ["deep": "in.deep", "deeper": "in.more.deeper", "first": "list.0", "second": "list.1", "inner": "list.2.inner"]
        }
    }

    struct Seen: DidDecodeModel, Equatable {
        var id = 0
        var size = Size()
        var hadID = true
        static func describe(_ model: inout ModelDescription) { model.ignored = ["hadID"] }
        mutating func didDecode(from object: JSONObject) throws { hadID = object["id"] != nil }
    }

    class Shape: PolymorphicModel, ModelHashable {
        var type = "shape"
        var area = 0.0
        required init() {}
        static func modelType(for object: JSONObject) -> (any Model.Type)? { object["type"] == "circle" ? Circle.self : nil }
    }

    final class Circle: Shape {
        var radius = 1.0
        required init() {
            super.init()
            type = "circle"
        }
    }

    class Pet: DiscriminatedModel, ModelHashable {
        var name = ""
        required init() {}
        static var discriminator: ModelDiscriminator { ModelDiscriminator("kind", ["cat": Cat.self, "pet": Pet.self]) }
    }

    final class Cat: Pet { var lives = 9 }

    final class Node: ModelHashable {
        var value = 0
        var home = Place()
        var next: Node?
        required init() {}
    }

    final class Place: ModelHashable {
        var city = "Bern"
        var zip: Int? = 3000
        required init() {}
    }

    struct Owner: Model, Equatable {
        var place = Owner.far
        static var far: Place {
            let place = Place()
            (place.city, place.zip) = ("Chur", nil)
            return place
        }
    }

    struct Accessed: Model, Equatable {
        var stored = Size(height: 4)
        var size: Size {
            get { stored }
            set { stored = newValue }
        }
        static func describe(_ model: inout ModelDescription) {
            model.access(\Self.size, named: "size")
            model.ignored = ["stored"]
        }
    }

    struct Wrapped: WillEncodeModel, Equatable {
        var size = Size(width: 2)
        var text = Size(width: 5)
        var parts = ["a"]
        static func describe(_ model: inout ModelDescription) { model.transforms = ["text": .jsonText, "parts": .separated(by: ",")] }
        func willEncode(into object: inout JSONObject) throws { object["n"] = JSONValue.number(JSONNumber(object.keys.count)) }
    }

    struct Outer: Model, Equatable { var wrapped = Wrapped() }

    struct Blind: Model {
        var any: Any = Mute()
        var list: [Any] = [1, "a"]
        var none: Any?
        var made = Mute()
        static func describe(_ model: inout ModelDescription) {
            model.transforms = ["made": PropertyTransform(from: { _ in Mute() }, to: { (_: Mute) in "mute" })]
        }
    }

    struct Made: Model {
        static let count = Locked(0)
        static let usual = Locked(0)
        var number = Made.usual.current
        init() { Self.count.withLock { $0 += 1 } }
        init(number: Int) { self.number = number }
    }

    struct Mute: Encodable {
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode("mute")
        }
    }

    struct Listed: BaseModel, Equatable {
        let id: Int
        let role: String
        var email: String?
        var size: Size = Size(width: 9)
        let kind = "listed"

        static var modelForm: ModelForm {
            var properties = StoredProperties<Self>()
            properties.add("id", \.id)
            properties.add("role", \.role, default: "guest")
            properties.add("email", \.email)
            properties.add("size", \.size, default: Size(width: 9))
            properties.addConstant("kind", \.kind, value: "listed")
            return ModelForm(properties)
        }
    }

    struct Lists: Model, Equatable {
        var listed = Listed(id: 1, role: "admin", email: nil)
        var window: Window?
    }
}

@Suite("Defaults that are left out")
struct OmittedDefaultsTests {
    private let omitting = options { $0.omitsDefaults = true }

    /// Checks what is written, and that every way of reading it gives the model.
    private func expect<T: BaseModel>(
        _ value: T, _ text: String, _ options: EncodingOptions? = nil, location: Testing.SourceLocation = #_sourceLocation
    ) throws {
        let options = options ?? omitting
        expectWritten(value, text, options, location: location)
        try expectBack(value, text, location: location)
    }

    private func expectBack<T: BaseModel>(_ value: T, _ text: String, location: Testing.SourceLocation = #_sourceLocation) throws {
        let bytes = Array(text.utf8)
        #expect(try decodeWhole(T.self, bytes).get().modelIsEqual(value), "whole", sourceLocation: location)
        for tokenizer in [DecodingOptions.Tokenizer.yajl, .scanner] {
            #expect(try decodeOnce(T.self, bytes, .lenient(tokenizer)).get().modelIsEqual(value), "\(tokenizer)", sourceLocation: location)
        }
        for size in 1...4 {
            #expect(try decodeInChunks(T.self, bytes, size: size).get().modelIsEqual(value), "chunks of \(size)", sourceLocation: location)
        }
        let parsed = try ModelDecoder().decode(JSONValue.self, from: bytes)
        #expect(try ModelDecoder().decode(T.self, from: parsed).modelIsEqual(value), "parsed", sourceLocation: location)
    }

    @Test func whatIsADefaultIsLeftOut() throws {
        try expect(Left.Window(), "{}")
        try expect(Left.Window(title: "Log", icon: nil), #"{"title":"Log","icon":null}"#)
        try expect(
            Left.Window(badge: "3", sizes: [Left.Size(), Left.Size(width: 2, note: nil)], named: ["a": Left.Size()]),
            #"{"badge":"3","sizes":[{},{"width":2,"note":null}],"named":{"a":{}}}"#)
        try expect(Left.Window(width: 641, sizes: [], ratio: -0.5), #"{"width":641,"sizes":[],"ratio":-0.5}"#)
        #expect(try ModelEncoder().encodeToString(Left.Size()) == #"{"width":1,"height":1,"note":"n"}"#)
        expectWritten([Left.Size(), Left.Size(height: 2)], #"[{},{"height":2}]"#, omitting)
        expectWritten(["a": Left.Size()], #"{"a":{}}"#, omitting)
    }

    /// A model in a property is read into the one that is there, which need not be what its own `init()` makes.
    @Test func modelsInModels() throws {
        try expect(Left.Window(size: Left.Size(width: 3, height: 2)), #"{"size":{"width":3,"height":2}}"#)
        try expect(Left.Window(size: Left.Size()), #"{"size":{"width":1}}"#)
        try expect(Left.Window(size: Left.Size(width: 3, note: nil)), #"{"size":{"width":3,"note":null}}"#)
        try expect(Left.Window(other: Left.Size(width: 2)), #"{"other":{"width":2}}"#)
        try expect(Left.Window(third: nil), #"{"third":null}"#)
        try expect(Left.Window(third: Left.Size()), #"{"third":{"height":1}}"#)
        try expect(Left.Accessed(), "{}")
        try expect(Left.Accessed(stored: Left.Size()), #"{"size":{"height":1}}"#)
        try expect(Left.Wrapped(), #"{"n":0}"#)
        try expect(Left.Wrapped(size: Left.Size(), text: Left.Size()), ##"{"size":{"width":1},"text":"{\"width\":1}","n":2}"##)
        try expect(Left.Outer(wrapped: .init(size: Left.Size(width: 2, height: 3))), #"{"wrapped":{"size":{"width":2,"height":3},"n":1}}"#)
    }

    @Test func instances() throws {
        try expect(Left.Node(), "{}")
        let node = Left.Node()
        node.next = Left.Node()
        try expect(node, #"{"next":{}}"#)
        node.next?.home.zip = nil
        node.next?.value = 5
        try expect(node, #"{"next":{"value":5,"home":{"zip":null}}}"#)
        var owner = Left.Owner()
        try expect(owner, "{}")
        owner.place = Left.Place()
        try expect(owner, #"{"place":{"city":"Bern","zip":3000}}"#)
        owner.place.city = "Chur"
        try expect(owner, #"{"place":{"city":"Chur","zip":3000}}"#)
    }

    @Test func listedProperties() throws {
        try expect(Left.Listed(id: 0, role: "guest", email: nil), #"{"id":0}"#)
        try expect(Left.Listed(id: 1, role: "admin", email: "a@b"), #"{"id":1,"role":"admin","email":"a@b"}"#)
        try expect(Left.Listed(id: 1, role: "guest", email: nil, size: Left.Size()), #"{"id":1,"size":{}}"#)
        try expect(Left.Lists(), "{}")
        try expect(Left.Lists(listed: Left.Listed(id: 1, role: "guest", email: nil)), #"{"listed":{"id":1}}"#)
        try expect(Left.Lists(window: Left.Window()), #"{"window":{}}"#)
    }

    @Test func requiredPropertiesAreWritten() throws {
        try expect(Left.Required(), #"{"id":0}"#)
        try expect(Left.Required(id: 1, name: "a"), #"{"id":1,"name":"a"}"#)
    }

    /// What another property's key would change when it is read stays.
    @Test func keysThatMeet() throws {
        let text = #"{"id":1,"old":2,"ID":4,"w":5}"#
        expectWritten(Left.Shared(), text, omitting)
        #expect(try decodeWhole(Left.Shared.self, Array(text.utf8)).get().id == 1)
        expectWritten(Left.Shared(both: 3, same: 9), #"{"id":1,"old":2,"b":3,"ID":4,"w":5}"#, omitting)
        try expect(Left.Paths(), #"{"list":[3,4,{"inner":{}}]}"#)
        try expect(Left.Paths(deep: 7), #"{"in":{"deep":7},"list":[3,4,{"inner":{}}]}"#)
        try expect(
            Left.Paths(deeper: 7, first: nil, inner: Left.Size(width: 8)),
            #"{"in":{"more":{"deeper":7}},"list":[null,4,{"inner":{"width":8}}]}"#)
    }

    /// Code of a model's own may look for any key.
    @Test func whatHooksSeeIsWritten() throws {
        try expect(Left.Seen(), #"{"id":0,"size":{}}"#)
        #expect(try Left.Seen(json: #"{"id":0,"size":{}}"#).hadID)
        let circle = Left.Circle()
        expectWritten(circle as Left.Shape, #"{"type":"circle","area":0.0,"radius":1.0}"#, omitting)
        let read = try ModelDecoder().decode(Left.Shape.self, from: try ModelEncoder(omitting).encode(circle))
        #expect(read == circle && read is Left.Circle)
    }

    @Test func discriminatorsAreWritten() throws {
        let cat = Left.Cat()
        expectWritten(cat as Left.Pet, #"{"kind":"cat"}"#, omitting)
        cat.lives = 3
        expectWritten([cat, Left.Pet()], #"[{"kind":"cat","lives":3},{"kind":"pet"}]"#, omitting)
        #expect(
            try ModelDecoder().decode([Left.Pet].self, from: try ModelEncoder(omitting).encode([cat, Left.Pet()])) == [cat, Left.Pet()])
    }

    /// What `init()` makes is asked for when a document is written, and not for each model of it.
    @Test func initRunsOncePerDocument() throws {
        let values = (0..<50).map { Left.Made(number: $0 % 2) }
        let text = "[" + (0..<50).map { $0 % 2 == 0 ? "{}" : #"{"number":1}"# }.joined(separator: ",") + "]"
        #expect(try ModelEncoder(omitting).encodeToString(values) == text)
        let before = Left.Made.count.current
        #expect(try ModelEncoder(omitting).encodeToString(values) == text)
        #expect(Left.Made.count.current == before + 1)
        Left.Made.usual.withLock { $0 = 1 }
        #expect(try ModelEncoder(omitting).encodeToString(values.prefix(2).map(\.self)) == #"[{"number":0},{}]"#)
    }

    /// What cannot be compared is written; what is encoded is compared by its JSON.
    @Test func whatCannotBeCompared() throws {
        expectWritten(Left.Blind(), "{}", omitting)
        expectWritten(Left.Blind(any: Unknown.a, list: [1, 2], none: 1), #"{"any":"a","list":[1,2],"none":1}"#, omitting)
        expectWritten(Silent(), #"{"made":"silent"}"#, omitting)
        struct NaN: Model { var a = Double.nan, b = 0.0 }
        expectWritten(NaN(), "{}", omitting)
        expectWritten(NaN(a: .infinity, b: -0.0), #"{"a":null}"#, options { ($0.omitsDefaults, $0.onNonFinite) = (true, .null) })
    }

    /// A text has several forms in memory, and a model in a property may be what its `init()` makes or not.
    @Test func whatIsEqualInAnotherForm() {
        struct Texts: Model {
            var empty = "", short = "\u{E9}", long = "a text of more than fifteen bytes", size = Left.Size(), list = [1]
        }
        var empty = String(repeating: "a", count: 100)
        empty.removeAll(keepingCapacity: true)
        let long = ["a text of more than", "fifteen bytes"].joined(separator: " ")
        expectWritten(Texts(empty: empty, short: "e\u{301}", long: long, list: [1]), "{}", omitting)
        expectWritten(
            Texts(empty: "a", short: "e", long: empty, size: Left.Size(height: 2), list: [2]),
            #"{"empty":"a","short":"e","long":"","size":{"height":2},"list":[2]}"#, omitting)
        expectWritten(Texts(empty: long, list: []), ##"{"empty":"\##(long)","list":[]}"##, omitting)
    }

    @Test func withOtherOptions() throws {
        try expect(
            Left.Window(title: "t", width: 1, icon: nil), #"{"icon":null,"title":"t","width":1}"#,
            options { ($0.omitsDefaults, $0.sortsKeys) = (true, true) })
        try expect(Left.Window(icon: nil), #"{"icon":null}"#, options { ($0.omitsDefaults, $0.onNil) = (true, .null) })
        try expect(Left.Window(icon: nil), #"{"icon":null}"#, options { ($0.omitsDefaults, $0.onNil) = (true, .nullUnlessDefault) })
        expectWritten(Left.Window(), "{\n\n}", options { ($0.omitsDefaults, $0.isPretty) = (true, true) })
    }

    /// What is left out comes back the same as what is written: of all combinations of defaults, other values and nil.
    @Test(.slow) func randomModelsComeBack() throws {
        let full = ModelEncoder(options { $0.onNil = .nullUnlessDefault })
        let short = ModelEncoder(omitting)
        var source = RandomSource(seed: 15)
        var saved = 0
        func size() -> Left.Size {
            Left.Size(width: source.below(4), height: [1, 7, 4][source.below(3)], note: [nil, "n", "m"][source.below(3)])
        }
        func compare<T: BaseModel>(_ value: T) throws {
            let (long, left) = (try full.encodeToBytes(value), try short.encodeToBytes(value))
            saved += long.count - left.count
            let (one, other) = (try decodeWhole(T.self, long).get(), try decodeWhole(T.self, left).get())
            #expect(one.modelIsEqual(other), "\(String(decoding: left, as: UTF8.self)) instead of \(String(decoding: long, as: UTF8.self))")
            #expect(try decodeInChunks(T.self, left, size: 1 + source.below(7)).get().modelIsEqual(one))
        }
        for _ in 0..<(triesFewerCases ? 70 : 400) {
            var window = Left.Window(title: ["", "a"][source.below(2)], icon: source.maybe { _ in "app" }, size: size(), ratio: 0.5)
            (window.other, window.third) = (source.bool() ? size() : nil, source.bool() ? size() : nil)
            window.sizes = (0..<source.below(3)).map { _ in size() }
            try compare(window)
            let (a, b) = (source.below(7), source.below(7))
            // What is written below another property must not be lost, so it has its default.
            try compare(Left.Shared(id: a, old: b, both: a, same: b, apart: source.below(7), whole: source.below(7)))
            try compare(
                Left.Paths(
                    deep: source.below(3), deeper: source.below(3), first: source.maybe { $0.below(5) },
                    second: source.maybe { $0.below(5) }, inner: size()))
            try compare(Left.Accessed(stored: size()))
            try compare(Left.Outer(wrapped: .init(size: size(), text: size(), parts: source.bool() ? ["a"] : [])))
            try compare(
                Left.Lists(
                    listed: Left.Listed(id: source.below(2), role: "admin", email: nil, size: size()), window: source.bool() ? window : nil)
            )
            let owner = Left.Owner()
            if source.bool() { (owner.place.city, owner.place.zip) = ("Bern", source.maybe { _ in 3000 }) }
            try compare(owner)
        }
        #expect(saved > (triesFewerCases ? 4_000 : 50_000))
    }

    private enum Unknown: String, Encodable { case a }

    private struct Silent: Model {
        var made = Nothing()
        struct Nothing {}
        static func describe(_ model: inout ModelDescription) {
            model.transforms = ["made": PropertyTransform(from: { _ in Nothing() }, to: { (_: Nothing) in "silent" })]
        }
    }
}
