import Testing

@testable import Yodel
@testable import YodelTestSupport

private enum Keyed {
    struct Renamed: Model, Equatable {
        var name = "-"
        var page = 1
        var n2 = 2
        // Two names that change places.
        var left = 3
        var right = 4
        static func describe(_ model: inout ModelDescription) {
            model.keys = ["name": "n", "n2": "page2", "left": "right", "right": "left"]
        }
    }

    struct Texts: Model, Equatable {
        var dot = 0, twoDots = 0, path = 0, dottedPath = 0, backslash = 0, backslashPath = 0, other = 0, trailing = 0
        var leading = 0, leadingDot = 0, ending = 0, empties = 0, around = 0, dots = 0, deep = 0, unicode = 0
        var none = 0, empty = 0

        static func describe(_ model: inout ModelDescription) {
            model.keys = [
                "dot": "a\\.b", "twoDots": "a\\.\\.c", "path": "a.b", "dottedPath": "x\\.y.z", "backslash": "\\\\",
                "backslashPath": "p\\\\.q",
                "other": "a\\n", "trailing": "t\\", "leading": ".ext", "leadingDot": ".a\\.b", "ending": "end.", "empties": ".m.n",
                "around": ".o.p.", "dots": "...", "deep": "d.e.f.g.h", "unicode": "é.日本", "none": [], "empty": "",
            ]
        }
    }

    struct Indexed: Model, Equatable {
        var first = -1, third = -1, far = -1, cell = -1, corner = -1
        var title = "-"
        var row: [Int] = [-1]
        var tag: String?
        var place: KeyedPlace?
        var digits = -1

        static func describe(_ model: inout ModelDescription) {
            model.keys = [
                "first": "items.0.id", "third": "items.2.id", "title": "items.2.title", "far": "items.12.id", "cell": "grid.1.0",
                "corner": "grid.1.2", "row": "rows.1", "tag": "tags.0", "place": "places.1", "digits": "7",
            ]
        }
    }

    /// `d` is a leaf for three, an object with `e` and an array with an element 1.
    struct Both: Model, Equatable {
        var text = "-"
        var list: [Int] = [-1]
        var table: [String: Int] = ["-": -1]
        var inner = -1
        var element = -1

        static func describe(_ model: inout ModelDescription) {
            model.keys = ["text": "ext.d", "list": "ext.d", "table": "ext.d", "inner": "ext.d.e", "element": "ext.d.1"]
        }
    }

    /// The same with one leaf, which takes no container.
    struct TextAndInner: Model, Equatable {
        var text = "-"
        var inner = -1
        static func describe(_ model: inout ModelDescription) { model.keys = ["text": "d", "inner": "d.e"] }
    }

    /// Properties below one node.
    struct Node: Model, Equatable {
        var a = 1, b = 2, c = 3, d = 4, alone = 5
        var id = 6
        var place = KeyedPlace(city: "Rome", number: 7)

        static func describe(_ model: inout ModelDescription) {
            model.keys = ["a": "node.a", "b": "node.b", "c": "node.in.c", "d": "node.1", "id": ["id", "node.id"], "place": "node.place"]
        }
    }
}

@Suite("Key mapping")
struct KeyMappingTests {
    @Test func otherNames() {
        var model = Keyed.Renamed()
        expectMapped(#"{"name":"x","n2":9}"#, model)
        (model.name, model.page, model.n2, model.left, model.right) = ("a", 5, 6, 8, 7)
        expectMapped(#"{"n":"a","page":5,"page2":6,"left":7,"right":8}"#, model)
        expectMapped(#"{"name":"x","right":8,"left":7,"page2":6,"n2":0,"page":5,"n":"a"}"#, model)
    }

    @Test(
        arguments: [
            (#"{"a.b":7}"#, \.dot), (#"{"a..c":7}"#, \.twoDots), (#"{"a":{"b":7}}"#, \.path), (#"{"x.y":{"z":7}}"#, \.dottedPath),
            (#"{"\\":7}"#, \.backslash), (#"{"p\\":{"q":7}}"#, \.backslashPath), (#"{"a\\n":7}"#, \.other), (#"{"t\\":7}"#, \.trailing),
            (#"{".ext":7}"#, \.leading), (#"{".a.b":7}"#, \.leadingDot), (#"{"end.":7}"#, \.ending), (#"{"m":{"n":7}}"#, \.empties),
            (#"{"o":{"p":7}}"#, \.around), (#"{"...":7}"#, \.dots), (#"{"d":{"e":{"f":{"g":{"h":7}}}}}"#, \.deep),
            (#"{"é":{"日本":7}}"#, \.unicode), (#"{"\u00e9":{"\u65e5本":7}}"#, \.unicode),
        ] as [(String, WritableKeyPath<Keyed.Texts, Int> & Sendable)])
    private func keysAndPathsAsTheyAreWritten(json: String, property: WritableKeyPath<Keyed.Texts, Int> & Sendable) {
        var model = Keyed.Texts()
        model[keyPath: property] = 7
        expectMapped(json, model)
    }

    @Test func whatLooksLikeAKeyOfTheseIsNone() {
        for json in [
            #"{"a\\.b":7,"a":7,"b":7,"c":7}"#, #"{"x":{"y":{"z":7}},"x.y.z":7}"#, #"{"p.q":7,"p":{"q":7},"p\\.q":7,"\\\\":7,"":7}"#,
            #"{"a\n":7,"an":7,"t":7,"ext":7,"":{"ext":7,"":7},"end":7,"end":{"":7},"m":{"":{"n":7}},"m..n":7}"#,
            #"{"o.p":7,".o.p.":7,"":{"o":{"p":7}},"..":7,"....":7,"d":{"e":{"f":{"g":{"i":7}},"g":{"h":7}}}}"#,
            #"{"dot":7,"path":7,"backslash":7,"leading":7,"dots":7,"deep":7,"none":7,"empty":7,"unicode":7,"[]":7}"#,
        ] {
            expectMapped(json, Keyed.Texts(), repeatsKeys: json.contains(#""end":{"#))
        }
    }

    @Test func indexesOfArrays() {
        func expect(_ json: String, location: Testing.SourceLocation = #_sourceLocation, _ change: (inout Keyed.Indexed) -> Void) {
            var model = Keyed.Indexed()
            change(&model)
            expectMapped(json, model, location: location)
        }
        expect(#"{"items":[{"id":5}]}"#) { $0.first = 5 }
        expect(#"{"items":[7,{"id":5},{"title":"t","id":6},{"id":8}]}"#) { ($0.third, $0.title) = (6, "t") }
        expect(#"{"items":[{"id":5},[{"id":1}],{"id":6,"x":[{"id":2}]},null,"a",true]}"#) { ($0.first, $0.third) = (5, 6) }
        expect(#"{"items":[]}"#) { _ in }
        expect(#"{"items":[[],[],[],[],[],[],[],[],[],[],[],[],{"id":4},{"id":3}]}"#) { $0.far = 4 }
        // An object has the index as a key, in whatever order.
        expect(#"{"items":{"2":{"title":"t"},"0":{"id":5},"12":{"id":9},"1":{"id":8}}}"#) { ($0.first, $0.title, $0.far) = (5, "t", 9) }
        expect(#"{"items":{"00":{"id":5},"id":5,"+0":{"id":5}}}"#) { _ in }
        expect(#"{"grid":[[1],[2,3,4]]}"#) { ($0.cell, $0.corner) = (2, 4) }
        expect(#"{"grid":[[1,2,3],[5],[6,7,8]]}"#) { $0.cell = 5 }
        expect(#"{"grid":{"1":{"2":3}}}"#) { $0.corner = 3 }
        expect(#"{"grid":[[9],{"0":3,"2":4}]}"#) { ($0.cell, $0.corner) = (3, 4) }
        expect(#"{"grid":{"1":[3,[],4]}}"#) { ($0.cell, $0.corner) = (3, 4) }
        expect(#"{"rows":[[1],[2,3],[4]],"tags":["x","y"],"places":[{"city":"A"},{"number":3}]}"#) {
            ($0.row, $0.tag, $0.place) = ([2, 3], "x", KeyedPlace(number: 3))
        }
        expect(#"{"rows":[[1]],"tags":[null,"y"],"places":[{"city":"A"}],"7":5}"#) { $0.digits = 5 }
        // A root has no elements to name: a key of digits is a key.
        #expect(decodeWhole(Keyed.Indexed.self, Array("[0,1,2,3,4,5,6,7]".utf8)).errorFields?.code == .typeMismatch)
    }

    @Test func aKeyThatIsLeafAndInnerNode() {
        func expect(_ json: String, location: Testing.SourceLocation = #_sourceLocation, _ change: (inout Keyed.Both) -> Void) {
            var model = Keyed.Both()
            change(&model)
            expectMapped(#"{"ext":{"d":\#(json)}}"#, model, location: location)
            // Its neighbours do not matter to it.
            expectMapped(#"{"d":1,"ext":{"e":1,"c":[{"d":3}],"d":\#(json),"f":{}},"x":{"d":2}}"#, model, location: location)
        }
        expect(#""a""#) { $0.text = "a" }
        expect("12.50") { $0.text = "12.50" }
        expect(#"{"e":3,"f":4}"#) { ($0.table, $0.inner) = (["e": 3, "f": 4], 3) }
        expect(#"{"f":4,"1":6}"#) { ($0.table, $0.element) = (["f": 4, "1": 6], 6) }
        expect(#"{"e":{"e":3}}"#) { $0.table = [:] }
        expect("[4,5,6]") { ($0.list, $0.element) = ([4, 5, 6], 5) }
        expect(#"["4"]"#) { $0.list = [4] }
        expect("[[7],[8]]") { $0.list = [] }
        expect("null") { _ in }

        expectMapped(#"{"d":"x"}"#, Keyed.TextAndInner(text: "x"), .strict)
        // The leaf has no use for a container, which is no fault of it.
        expectMapped(#"{"d":{"e":5,"text":"x"}}"#, Keyed.TextAndInner(inner: 5), .strict)
        expectMapped(#"{"d":{}}"#, Keyed.TextAndInner(), .strict)
        expectMapped(#"{"d":[]}"#, Keyed.TextAndInner(), .strict)
        expectMapped(#"{"d":{"e":5},"d":"x"}"#, Keyed.TextAndInner(text: "x", inner: 5), repeatsKeys: true)
        expectMapped(#"{"d":"x","d":{"e":5},"d":{}}"#, Keyed.TextAndInner(text: "x"), repeatsKeys: true)
    }

    /// What a node that comes again does not mention is as `init()` has it.
    @Test(arguments: [
        (#"{"node":{"a":10,"b":20,"in":{"c":30}},"node":{"b":21}}"#, [1, 21, 3, 4, 5, 6]),
        (#"{"node":{"in":{"c":30}},"alone":50,"node":{}}"#, [1, 2, 3, 4, 50, 6]),
        (#"{"node":{"a":10},"node":{"b":20},"node":{"in":{"c":30}}}"#, [1, 2, 30, 4, 5, 6]),
        (#"{"node":{"a":10,"in":{"c":30},"in":{}}}"#, [10, 2, 3, 4, 5, 6]),
        (#"{"node":{"a":10,"a":11,"in":{"c":30},"in":{"c":31}}}"#, [11, 2, 31, 4, 5, 6]),
        // What is no container is a mismatch, or nothing, and changes nothing.
        (#"{"node":{"a":10},"node":null}"#, [10, 2, 3, 4, 5, 6]), (#"{"node":{"a":10},"node":"x"}"#, [10, 2, 3, 4, 5, 6]),
        (#"{"node":{"a":10,"in":{"c":30},"in":null,"in":[]}}"#, [10, 2, 30, 4, 5, 6]),
        (#"{"node":null,"node":1,"node":{"a":10}}"#, [10, 2, 3, 4, 5, 6]),
        // As object and as array it is the same node.
        (#"{"node":{"a":10},"node":[0,40]}"#, [1, 2, 3, 40, 5, 6]), (#"{"node":[0,40],"node":{"a":10}}"#, [10, 2, 3, 4, 5, 6]),
        // An alternative that stands elsewhere stays.
        (#"{"node":{"id":60},"node":{}}"#, [1, 2, 3, 4, 5, 6]), (#"{"id":60,"node":{"id":61},"node":{}}"#, [1, 2, 3, 4, 5, 60]),
        (#"{"node":{"id":61},"id":60,"node":{}}"#, [1, 2, 3, 4, 5, 60]),
        (#"{"node":{"id":61},"node":{"id":62}}"#, [1, 2, 3, 4, 5, 62]),
    ])
    func aNodeThatComesTwiceStartsAfresh(json: String, values: [Int]) {
        var model = Keyed.Node()
        (model.a, model.b, model.c, model.d, model.alone, model.id) = (values[0], values[1], values[2], values[3], values[4], values[5])
        expectMapped(json, model, repeatsKeys: true)
    }

    @Test func aModelBelowANodeThatComesTwice() {
        let json = #"{"node":{"place":{"city":"Bern"}},"node":{"place":{"number":1}}}"#
        // The node starts with what `init()` gives, which a first object changes and a second one does not meet.
        var model = Keyed.Node()
        model.place = KeyedPlace(city: "Rome", number: 1)
        expectMapped(json, model, repeatsKeys: true)
        model.place = KeyedPlace(city: "Oslo", number: 2)
        expectMapped(#"{"node":{"place":{"city":"Bern"},"place":{"number":2}}}"#, model, repeatsKeys: true)
        model.place = KeyedPlace(city: "Rome", number: 7)
        expectMapped(#"{"node":{"place":{"city":"Bern"}},"node":{}}"#, model, repeatsKeys: true)
    }

    /// Null on the way is nothing at all; under the lenient rules the rest is passed over.
    @Test func whatIsNoContainerOnTheWay() {
        for value in ["1", #""x""#, "true", "null", "[]", "[{\"c\":7}]", "{}"] {
            expectMapped(
                #"{"node":{"in":\#(value),"a":9}}"#,
                {
                    var model = Keyed.Node(); model.a = 9; return model
                }())
        }
        for value in ["1", #""x""#, "false", "null", "[]", "[1,2]", "{}"] {
            expectMapped(#"{"d":{"e":{"f":\#(value)}},"a":\#(value)}"#, Keyed.Texts())
            expectMapped(#"{"items":\#(value)}"#, Keyed.Indexed())
        }
        expectMapped(#"{"node":null}"#, Keyed.Node(), .strict)
        expectMapped(#"{"node":{"in":null}}"#, Keyed.Node(), .strict)
        expectMapped(#"{"items":null,"grid":[null,null]}"#, Keyed.Indexed(), .strict)
    }
}
