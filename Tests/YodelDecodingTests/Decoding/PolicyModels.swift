import Yodel

// The models of the policy tests: each kind of place that a key may have.

enum Policy {
    struct Constant: Model, Equatable {
        let version = 1
        var id = 7
        static func describe(_ model: inout ModelDescription) { model.keys = ["version": "meta.v"] }
    }
    struct Leaf: Model, Equatable {
        var id = 7
        var note: String?
    }

    struct Nest: Model, Equatable {
        var leaf = Leaf()
        var name = "n"
        var maybe: Leaf?
    }

    /// Keys other than the properties' own names.
    struct Mapped: Model, Equatable {
        var desc = "d"
        var key = 1
        static func describe(_ model: inout ModelDescription) { model.keys = ["desc": "ext.desc", "key": ["k", "K", "deep.k"]] }
    }

    /// A path alone, whose entries are plain.
    struct Path: Model, Equatable {
        var desc = "d"
        static func describe(_ model: inout ModelDescription) { model.keys = ["desc": "ext.desc"] }
    }

    /// Properties that no document can set.
    struct Hidden: Model, Equatable {
        var id = 1
        var unmapped = 2
        var ignored = 3
        let constant = 4
        static func describe(_ model: inout ModelDescription) {
            model.keys = ["unmapped": []]
            model.ignored = ["ignored"]
        }
    }

    /// The first element of an array, and something in it.
    struct Indexed: Model, Equatable {
        var first = 0
        static func describe(_ model: inout ModelDescription) { model.keys = ["first": "list.0.a"] }
    }

    /// One key for two properties.
    struct Fanned: Model, Equatable {
        var left = Leaf()
        var right = Leaf()
        static func describe(_ model: inout ModelDescription) { model.keys = ["left": "both", "right": "both"] }
    }

    /// Whatever the case of its keys.
    struct Folded: Model, Equatable {
        var name = ""
        static func describe(_ model: inout ModelDescription) { model.keys = KeyMapping(style: nil, ignoresCase: true) }
    }

    /// Two keys that differ in case only.
    struct Cased: Model, Equatable {
        var name = ""
        var NAME = ""  // swift-format-ignore: AlwaysUseLowerCamelCase
        static func describe(_ model: inout ModelDescription) { model.keys = KeyMapping(style: nil, ignoresCase: true) }
    }

    struct Own: Decodable, Equatable {
        var a = 0
    }

    struct Open: Model, Equatable {
        var json: JSONValue = .null
        var counts: [String: Int] = [:]
        var leaves: [String: Leaf] = [:]
        var own: Own?
        var rows: [[String: Int]] = []
        var tables: [String: [String: Int]] = [:]
    }

    struct Lists: Model, Equatable {
        var numbers: [Int] = [9]
        var maybes: [Int?] = [9]
        var texts: [String] = ["t"]
        var grid: [[Int]] = [[9]]
        var table: [String: Int] = ["k": 9]
        var byNumber: [Int: Int] = [9: 9]
        var leaves: [Leaf] = []
        var checked: [Checked] = []
        var set: Set<Int> = [9]
    }

    class Shape: PolymorphicModel {
        var name = ""
        required init() {}

        class func modelType(for object: JSONObject) -> (any Model.Type)? { object["radius"] != nil ? Circle.self : nil }
    }

    final class Circle: Shape {
        var radius = 0.0
    }

    struct Before: WillDecodeModel, Equatable {
        var id = 7
        var json: JSONValue = .null
        mutating func willDecode(_ object: inout JSONObject) throws {
            if object["add"] != nil { object["added"] = 1 }
        }
    }

    struct After: DidDecodeModel, Equatable {
        var id = 7
        var leaf = Leaf()
        var json: JSONValue = .null
        mutating func didDecode(from object: JSONObject) throws {}
    }

    struct Refusal: Error {}

    /// Refuses negative numbers.
    struct Checked: ValidatedModel, Equatable {
        var id = 1
        mutating func validate() throws {
            if id < 0 { throw Refusal() }
        }
    }

    struct Required: Model, Equatable {
        var id = 7
        static func describe(_ model: inout ModelDescription) { model.required = ["id"] }
    }

    class RequiredBase: Model {
        var a = 0
        required init() {}
        class func describe(_ model: inout ModelDescription) { model.required = ["a"] }
    }

    /// Adds to what its superclass requires; an optional may be required, by any of its keys.
    final class RequiredMore: RequiredBase {
        var b: Int?
        override class func describe(_ model: inout ModelDescription) {
            super.describe(&model)
            model.keys += ["b": ["b", "B.b"]]
            model.required += ["b"]
        }
    }

    struct Nulls: Model, Equatable {
        var number = 5
        var text = "t"
        var maybe: Int? = 5
        var either = 5
        var eitherText = "t"
        var eitherMaybe: Int? = 5
        var deep = 5
        var deepMaybe: Int? = 5
        static func describe(_ model: inout ModelDescription) {
            model.keys = [
                "either": ["e", "E"], "eitherText": ["t", "T"], "eitherMaybe": ["m", "M"], "deep": "ext.deep", "deepMaybe": "ext.maybe",
            ]
        }
    }

    /// More keys than one word has bits.
    struct Wide: Model, Equatable {
        var a0 = 0, a1 = 0, a2 = 0, a3 = 0, a4 = 0, a5 = 0, a6 = 0, a7 = 0, a8 = 0, a9 = 0, b0 = 0, b1 = 0, b2 = 0, b3 = 0, b4 = 0, b5 = 0
        var b6 = 0, b7 = 0, b8 = 0, b9 = 0, c0 = 0, c1 = 0, c2 = 0, c3 = 0, c4 = 0, c5 = 0, c6 = 0, c7 = 0, c8 = 0, c9 = 0, d0 = 0, d1 = 0
        var d2 = 0, d3 = 0, d4 = 0, d5 = 0, d6 = 0, d7 = 0, d8 = 0, d9 = 0, e0 = 0, e1 = 0, e2 = 0, e3 = 0, e4 = 0, e5 = 0, e6 = 0, e7 = 0
        var e8 = 0, e9 = 0, f0 = 0, f1 = 0, f2 = 0, f3 = 0, f4 = 0, f5 = 0, f6 = 0, f7 = 0, f8 = 0, f9 = 0, g0 = 0, g1 = 0, g2 = 0, g3 = 0
        var g4 = 0, g5 = 0
    }
}
