import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

// When hooks are called, on what, and with what.

private class Node: PolymorphicModel, WillDecodeModel, DidDecodeModel, ValidatedModel {
    var name = "init"
    var size = 0
    var child: Node?
    var children: [Node] = []
    required init() {}

    class func modelType(for object: JSONObject) -> (any Model.Type)? {
        CallLog.note("type \(object["name"]?.stringValue ?? "-")")
        return object["leaf"] != nil ? Leaf.self : nil
    }

    func willDecode(_ object: inout JSONObject) throws { CallLog.note("will \(name)") }
    func didDecode(from object: JSONObject) throws { CallLog.note("did \(name)") }
    func validate() throws { CallLog.note("validate \(name)") }
}

private final class Leaf: Node {
    var leaf = 0
    override func didDecode(from object: JSONObject) throws {
        try super.didDecode(from: object)
        CallLog.note("leaf \(leaf)")
    }
}

private class Base: Model {
    var id = 1
    required init() {}
}

/// Its hooks are its own: the superclass has none.
private final class Derived: Base, WillDecodeModel, DidDecodeModel, ValidatedModel {
    var extra = 2
    func willDecode(_ object: inout JSONObject) throws { CallLog.note("will \(id) \(extra)") }
    func didDecode(from object: JSONObject) throws { CallLog.note("did \(id) \(extra) \(object)") }
    func validate() throws {
        CallLog.note("validate \(id) \(extra)")
        if extra < 0 { throw Negative() }
    }
}

private struct Negative: Error {}

private struct BaseHolder: Model {
    var base = Base()
    var end = 0
}

/// Puts its object in order before it is decoded.
private struct Tidied: WillDecodeModel, DidDecodeModel, Equatable {
    var id = 0
    var text = "init"
    var list: [Int] = []
    var inner = Inner()
    var seen = JSONObject()

    struct Inner: Model, Equatable { var a = 1 }

    static func describe(_ model: inout ModelDescription) { model.ignored = ["seen"] }

    mutating func willDecode(_ object: inout JSONObject) throws {
        CallLog.note("\(id) \(text)")
        object["id"] = object.removeValue(forKey: "ID")
        object["old"] = nil
        if let set = object["set"]?.objectValue { for (key, value) in set { object[key] = value } }
    }

    mutating func didDecode(from object: JSONObject) throws { seen = object }
}

private struct Box<Value>: WillDecodeModel, DidDecodeModel, ValidatedModel {
    var value: Value?
    mutating func willDecode(_ object: inout JSONObject) throws { CallLog.note("will \(Value.self)") }
    mutating func didDecode(from object: JSONObject) throws { CallLog.note("did \(Value.self) \(object)") }
    mutating func validate() throws {
        CallLog.note("validate \(Value.self)")
        if let number = value as? Int, number < 0 { throw Negative() }
    }
}

private let refusing: [String: PropertyTransform] = [
    "made": PropertyTransform(from: { _ -> Int? in throw Negative() }, to: { (_: Int) in nil })
]

private struct Turned: Model {
    var made = 0
    static func describe(_ model: inout ModelDescription) { model.transforms = refusing }
}

private struct HookedTurned: DidDecodeModel {
    var made = 0
    static func describe(_ model: inout ModelDescription) { model.transforms = refusing }
    mutating func didDecode(from object: JSONObject) throws {}
}

private struct Foreigner: DidDecodeModel {
    var date: Date?
    var data = Data()
    var id: UUID?
    var base: Base?
    var count = 0
    mutating func didDecode(from object: JSONObject) throws { CallLog.keep(object) }
}

@Suite("Hooks: calls") struct HookCallTests {
    @Test(arguments: 0...7)
    func theOrder(size: Int) throws {
        let json = #"{"child": {"leaf": 7, "name": "b"}, "name": "a", "children": [{"name": "c"}, {"name": "d"}], "size": 1}"#
        let (node, calls, _) = try CallLog.recording {
            try (size == 0 ? decodeOnce(Node.self, Array(json.utf8)) : decodeInChunks(Node.self, Array(json.utf8), size: size)).get()
        }
        #expect(node.child is Leaf && node.children.map(\.name) == ["c", "d"] && node.size == 1)
        #expect(
            calls == [
                "type a", "will init", "type b", "type b", "will init", "did b", "leaf 7", "validate b", "type c", "will init", "did c",
                "validate c", "type d", "will init", "did d", "validate d", "did a", "validate a",
            ])
    }

    @Test func aMergeCallsThemOnTheInstanceThatIsThere() throws {
        var node = try Node(json: #"{"name": "a", "child": {"name": "b", "leaf": 1}}"#)
        let child = try #require(node.child)
        let (_, calls, _) = try CallLog.recording { try node.update(json: #"{"child": {"size": 3}}"#) }
        #expect(node.child === child && child.size == 3)
        #expect(calls == ["type -", "will a", "type -", "will b", "did b", "leaf 1", "validate b", "did a", "validate a"])
    }

    // MARK: Classes

    @Test func hooksOfASubclass() throws {
        var holder = BaseHolder()
        let derived = Derived()
        holder.base = derived
        let (_, calls, _) = try CallLog.recording { try holder.update(json: #"{"base": {"id": 5, "extra": 6}, "end": 1}"#) }
        #expect(calls == ["will 1 2", #"did 5 6 {"id":5,"extra":6}"#, "validate 5 6"] && holder.base === derived)

        // Refused: the instance is as before, the merge goes on.
        try holder.update(json: #"{"base": {"id": 8, "extra": -1}, "end": 2}"#)
        #expect(holder.base === derived && derived.id == 5 && derived.extra == 6 && holder.end == 2)
        let error = #expect(throws: ModelError.self) {
            try ModelDecoder(.strict).update(&holder, from: #"{"end": 3, "base": {"id": 8, "extra": -1}}"#)
        }
        #expect(
            error.map(ErrorFields.init)
                == ErrorFields(.custom, .modelCodeFailed, at: 19, path: "base", "Derived rejected its object"))
        #expect(error?.underlying is Negative && derived.id == 5 && derived.extra == 6 && holder.end == 2)

        var base: Base = derived
        let root = #expect(throws: ModelError.self) { try ModelDecoder().update(&base, from: #"{"extra": -1}"#) }
        #expect(root?.code == .modelCodeFailed && base === derived && derived.extra == 6)
    }

    @Test func hooksOfGenericModels() throws {
        let (box, calls, _) = try CallLog.recording {
            try Box<[Box<Int>]>(json: #"{"value": [{"value": 1}, {"value": -1}, {"value": 2}]}"#)
        }
        #expect(box.value?.map(\.value) == [1, 2])
        func one(_ number: Int) -> [String] { ["will Int", #"did Int {"value":\#(number)}"#, "validate Int"] }
        let whole = #"did Array<Box<Int>> {"value":[{"value":1},{"value":-1},{"value":2}]}"#
        #expect(calls == ["will Array<Box<Int>>"] + one(1) + one(-1) + one(2) + [whole, "validate Array<Box<Int>>"])
    }

    // MARK: Objects

    @Test(arguments: 0...7)
    func changedBefore(size: Int) throws {
        let set = #"{"text": "\"é\\\n\ud83d\ude00", "list": [1, 2], "inner": {"a": 5}}"#
        let json = #"{"old": 1, "ID": 7, "text": "x", "unknown": [1, {}], "set": \#(set)}"#
        let (made, calls, _) = try CallLog.recording {
            try (size == 0 ? decodeOnce(Tidied.self, Array(json.utf8)) : decodeInChunks(Tidied.self, Array(json.utf8), size: size)).get()
        }
        #expect(calls == ["0 init"] && made.id == 7 && made.text == "\"é\\\n😀" && made.list == [1, 2] && made.inner.a == 5)
        // The object as it was decoded, with what no property has.
        #expect(made.seen.keys == ["text", "unknown", "set", "id", "list", "inner"] && made.seen["unknown"] == [1, [:]])
        #expect(made.seen["text"] == "\"é\\\n😀")
    }

    /// What a hook has put in stands, for an error, where its object does.
    @Test(arguments: 0...7)
    func whatAHookPutsInMayNotFit(size: Int) throws {
        let json = "[{},\n {\"ID\": 1, \"set\": {\"inner\": {\"a\": \"x\"}}}]"
        let bytes = Array(json.utf8)
        let error = (size == 0 ? decodeOnce([Tidied].self, bytes, .strict) : decodeInChunks([Tidied].self, bytes, size: size, .strict))
        #expect(
            error.errorFields
                == ErrorFields(
                    .mismatch, .typeMismatch, at: 6, line: 2, column: 2, path: "[1].inner.a", "expected Int, found a string"))
        #expect(try decodeOnce([Tidied].self, bytes).get().map(\.inner.a) == [1, 1])
        var report = DecodingReport()
        _ = try ModelDecoder().decode([Tidied].self, from: bytes, report: &report)
        let misfits = report.issues.filter { $0.code == .invalidValue }
        #expect(misfits.map(\.offset) == [6] && misfits.map(\.path) == ["[1].inner.a"], "\(report.issues)")
        var options = DecodingOptions.lenient
        options.maximumDepth = 3
        let deep = #"{"set": {"inner": {"a": [[[1]]]}}}"#
        #expect(decodeOnce(Tidied.self, Array(deep.utf8), options).errorFields?.code == .depthLimit)
    }

    /// The error stands where the refused value begins, whatever the value is, and whether its object was kept or not.
    @Test(arguments: [#"{"a": 1}"#, "[1]", "12", #""x y""#, "true", "-1.5e3", #""""#], 0...3)
    func aTransformThatRefuses(value: String, size: Int) {
        func check<T>(_ type: T.Type) {
            let bytes = Array("{ \"made\": \(value)}".utf8)
            let result = size == 0 ? decodeOnce(type, bytes, .strict) : decodeInChunks(type, bytes, size: size, .strict)
            #expect(
                result.errorFields
                    == ErrorFields(.custom, .modelCodeFailed, at: 10, path: "made", "the transform that makes Int threw"))
        }
        check(Turned.self)
        check(HookedTurned.self)
    }

    // MARK: Sources

    @Test func objectsFromSwiftsOwnValues() throws {
        let id = try #require(UUID(uuidString: "00112233-4455-6677-8899-AABBCCDDEEFF"))
        let base = Base()
        let source: [String: Any] = [
            "date": Date(timeIntervalSince1970: 7), "data": Data([1, 2]), "id": id, "base": base, "count": 3 as Int8,
            "none": Int?.none as Any, "url": URL(string: "https://example.org/a") as Any, "some": Optional(1.5) as Any,
        ]
        let (model, _, objects) = try CallLog.recording { try Foreigner(json: source) }
        #expect(model.date == Date(timeIntervalSince1970: 7) && model.data == Data([1, 2]) && model.id == id && model.count == 3)
        #expect(model.base === base)
        let expected: JSONObject = [
            "date": 7, "data": "AQI=", "id": "00112233-4455-6677-8899-AABBCCDDEEFF", "base": nil, "count": 3, "none": nil,
            "url": "https://example.org/a", "some": 1.5,
        ]
        // A date is a number of seconds; 7 and 7.0 are two texts of it.
        var seen = try #require(objects.first)
        #expect(seen["date"]?.numberValue?.doubleValue == 7)
        seen["date"] = 7
        #expect(seen == expected)
    }

    @Test func objectsFromParsedValues() throws {
        let value: JSONValue = ["ID": 7, "unknown": [nil, 1.5], "set": ["text": "t"]]
        let made = try ModelDecoder().decode(Tidied.self, from: value)
        #expect(made.id == 7 && made.text == "t" && made.seen == ["unknown": [nil, 1.5], "set": ["text": "t"], "id": 7, "text": "t"])
        let own = try Tidied(json: ["ID": 7, "unknown": [nil, 1.5] as [Any?], "set": ["text": "t"]])
        #expect(own == made)
    }
}
