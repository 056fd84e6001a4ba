import FoundationEssentials

@testable import Yodel

// Models with declarations: keys, hooks, transforms, accessors.

extension FuzzModels {
    struct Refusal: Error {}

    class Shape: PolymorphicModel {
        var name = "", inner: Shape?
        required init() {}
        class func modelType(for object: JSONObject) -> (any Model.Type)? {
            switch object["kind"] {
            case "circle": Circle.self
            case "box": Box.self
            default: nil
            }
        }
        class func describe(_ model: inout ModelDescription) {}
    }

    final class Circle: Shape {
        var radius = 1.0, kind = "circle"
    }

    final class Box: Shape {
        var sides: [Int] = [1], kind = "box"
        override class func describe(_ model: inout ModelDescription) {
            super.describe(&model)
            model.keys += ["sides": ["sides", "at.sides"]]
        }
    }

    struct Shapes: Model {
        var a: Shape?, b: [Shape] = [], c: [String: Shape] = [:], d = Shape()
    }

    struct Changed: WillDecodeModel {
        var a = 0, b = "", items: [Changed] = []
        mutating func willDecode(_ object: inout JSONObject) throws {
            if object["a"] == "no" { throw Refusal() }
            if let value = object["old"] { object["b"] = value }
            object["old"] = nil
        }
    }

    struct Derived: DidDecodeModel {
        var a = 0, b = "", keys: [String] = [], items: [Derived] = []
        static func describe(_ model: inout ModelDescription) { model.ignored = ["keys"] }
        mutating func didDecode(from object: JSONObject) throws {
            keys = object.keys
            if a == 13 { throw Refusal() }
        }
    }

    struct Checked: ValidatedModel {
        var a = 0, b: [Checked] = [], c: Part?, d: [String: Checked] = [:]
        mutating func validate() throws {
            if a < 0 { throw Refusal() }
        }
    }

    struct Written: WillEncodeModel {
        var a = 0, b: [Written] = []
        func willEncode(into object: inout JSONObject) throws { object["a"] = .string("\(a)") }
    }

    struct Transformed: Model {
        var a: Date?, b: [String] = ["x"], c = "c", d = 0, e = Data(), f: Data?, g = Date(timeIntervalSince1970: 0)
        var h: [Int] = [1], i = "i", j: String??, k: Inner?, l: [String?] = []
        static func describe(_ model: inout ModelDescription) {
            model.transforms = [
                "a": .epochSeconds, "b": .separated(by: ","), "c": .trimmed, "d": .table(["one": 1, "two": 2]), "e": .base64, "f": .utf8,
                "g": .epochMilliseconds, "h": .oneUnlessMany, "i": .oneOrMany, "j": .nullAsValue, "k": .jsonTextOrValue, "l": .each("a"),
            ]
        }
    }

    struct Paths: Model {
        var a = "", b: Int?, c = 0.0, d: JSONValue?, e: Inner?, f: [Int] = [], g = Inner(), h: Part?, i = ""
        static func describe(_ model: inout ModelDescription) {
            model.keys = [
                "a": "x.y", "b": "x.z", "c": "x.z.w", "d": "x", "e": "x.y.0", "f": "x.1", "g": "x.1.0", "h": "q\\.r",
                "i": .keys("x.1.2.3", writing: "out.i"),
            ]
        }
    }

    struct Alternatives: Model {
        var a = 0, b: String?, c: [Int] = [], d = Inner(), e: Part? = Part(), f = 0
        static func describe(_ model: inout ModelDescription) {
            model.keys = [
                "a": ["id", "ID", "x.id"], "b": ["name", "id", "x.y.0"], "c": ["x.y", "c"], "d": ["d", "x"], "e": ["e", "d", "x"],
                "f": "id",
            ]
        }
    }

    struct Accessed: Model {
        var a = 1.0, seen = 0
        var double: Double {
            get { a * 2 }
            set { a = newValue / 2 }
        }
        var watched = "" { didSet { seen += 1 } }
        var boxed: Inner {
            get { Inner(a: seen, b: watched) }
            set { (seen, watched) = (newValue.a, newValue.b) }
        }
        var list: [Int] {
            get { [seen] }
            set { seen = newValue.last ?? 0 }
        }
        static func describe(_ model: inout ModelDescription) {
            model.access(\Self.double, named: "double")
            model.access(\Self.watched, named: "watched")
            model.access(\Self.boxed, named: "boxed")
            model.access(\Self.list, named: "list")
            model.ignored = ["seen"]
        }
    }

    struct Point: Codable, Hashable { var x = 0, y: [String]? }

    struct Coded: Model {
        var a = Point(), b: Point?, c: [Point] = [], d: [String: Point] = [:]
    }

    struct Required: Model {
        var a = 0, longName = "", partTwo: Inner?, avatarURL: URL?, hidden = 1, items: [Required] = []
        static func describe(_ model: inout ModelDescription) {
            model.keys = KeyMapping(["a": ["a", "x.a"]], style: .snakeCase, ignoresCase: true)
            model.required = ["a", "longName"]
            model.ignored = ["hidden"]
        }
    }

    /// Hooks of every kind on instances in instances.
    final class Hooked: WillDecodeModel, DidDecodeModel, ValidatedModel, WillEncodeModel {
        var a = 0, next: Hooked?, list: [Hooked] = [], calls = 0
        func willDecode(_ object: inout JSONObject) throws {
            calls += 1
            if object["b"] != nil { object["a"] = object["b"] }
        }
        func didDecode(from object: JSONObject) throws {
            calls += object.count
            if a == 1 { throw Refusal() }
        }
        func validate() throws {
            if a < 0 { throw Refusal() }
        }
        func willEncode(into object: inout JSONObject) throws { object["c"] = .number(JSONNumber(calls)) }
        static func describe(_ model: inout ModelDescription) { model.ignored = ["calls"] }
    }

    /// More properties than one word has bits.
    struct Wide: Model {
        var a0 = 0, a1 = 1, a2 = 2, a3 = 3, a4 = 4, a5 = 5, a6 = 6, a7 = 7, a8 = 8, a9 = 9
        var b0 = "", b1 = "", b2 = "", b3 = "", b4 = "", b5 = "", b6 = "", b7 = "", b8 = "", b9 = ""
        var c0: Int?, c1: Int?, c2: Int?, c3: Int?, c4: Int?, c5: Int?, c6: Int?, c7: Int?, c8: Int?, c9: Int?
        var d0 = true, d1 = true, d2 = true, d3 = true, d4 = true, d5 = true, d6 = true, d7 = true, d8 = true, d9 = true
        var e0 = 0.5, e1 = 0.5, e2 = 0.5, e3 = 0.5, e4 = 0.5, e5 = 0.5, e6 = 0.5, e7 = 0.5, e8 = 0.5, e9 = 0.5
        var f0: [Int] = [], f1: [Int] = [], f2: [Int] = [], f3: [Int] = [], f4: [Int] = [], f5: [Int] = [], f6: [Int] = []
        var g0 = Inner(), g1 = Inner(), g2 = Inner(), g3 = Inner(), g4 = Inner(), g5 = Inner(), g6 = Inner(), g7 = Inner()
    }
}
