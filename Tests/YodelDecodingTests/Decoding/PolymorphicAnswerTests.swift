import Synchronization
import Testing

@testable import Yodel
@testable import YodelTestSupport

// What a type may answer, and what it is shown.

private class SelfNaming: PolymorphicModel {
    var value = 0
    required init() {}
    class func modelType(for object: JSONObject) -> (any Model.Type)? { SelfNaming.self }
}

private final class SelfNamingChild: SelfNaming { var own = 0 }

private class Ping: PolymorphicModel {
    var value = 0
    required init() {}
    class func modelType(for object: JSONObject) -> (any Model.Type)? { Pong.self }
}

private final class Pong: Ping {
    var own = 0
    override class func modelType(for object: JSONObject) -> (any Model.Type)? { Ping.self }
}

private class Trunk: PolymorphicModel {
    var value = 0
    required init() {}
    class func modelType(for object: JSONObject) -> (any Model.Type)? { LeftBranch.self }
}

private final class LeftBranch: Trunk {
    override class func modelType(for object: JSONObject) -> (any Model.Type)? { RightBranch.self }
}

private final class RightBranch: Trunk {
    override class func modelType(for object: JSONObject) -> (any Model.Type)? { LeftBranch.self }
}

private class ChainA: PolymorphicModel {
    var value = 0
    required init() {}
    class func modelType(for object: JSONObject) -> (any Model.Type)? {
        CallLog.note("A")
        return object["deep"] != nil ? ChainB.self : nil
    }
}

private class ChainB: ChainA {
    var b = 0
    override class func modelType(for object: JSONObject) -> (any Model.Type)? {
        CallLog.note("B")
        return object["deep"]?.boolValue == true ? ChainC.self : nil
    }
}

private final class ChainC: ChainB {
    var c = 0
    override class func modelType(for object: JSONObject) -> (any Model.Type)? {
        CallLog.note("C")
        return nil
    }
}

private final class Stone: Model { var weight = 0 }
private struct Pebble: Model {}

/// Answers what is no subclass of it.
private class Wrong: PolymorphicModel {
    var value = 0
    required init() {}
    class func modelType(for object: JSONObject) -> (any Model.Type)? {
        switch object["kind"]?.stringValue {
        case "stone": Stone.self
        case "pebble": Pebble.self
        case "child": WrongChild.self
        default: nil
        }
    }
}

private final class WrongChild: Wrong {
    override class func modelType(for object: JSONObject) -> (any Model.Type)? { Stone.self }
}

private struct WrongHolder: Model {
    var name = "init"
    var wrong: Wrong?
    var wrongs: [Wrong] = []
}

private struct ByContent: PolymorphicModel, Equatable {
    var value = 1
    static func modelType(for object: JSONObject) -> (any Model.Type)? {
        switch object["kind"]?.stringValue {
        case "self": ByContent.self
        case "pebble": Pebble.self
        case "stone": Stone.self
        default: nil
        }
    }
}

/// Looks at the object as hooks do, some keys first and then all of it.
private struct Witness: PolymorphicModel, WillDecodeModel, DidDecodeModel {
    static let keys = ["a", "b", "", "ä", "none", "a"]

    static func look(_ object: JSONObject) {
        for key in keys { CallLog.note("\(key)=\(object[key].map { "\($0.text)" } ?? "nil")") }
        CallLog.keep(object)
    }

    static func modelType(for object: JSONObject) -> (any Model.Type)? {
        look(object)
        return nil
    }

    mutating func willDecode(_ object: inout JSONObject) throws { Self.look(object) }
    mutating func didDecode(from object: JSONObject) throws { Self.look(object) }
}

private let globallyKept = Mutex<[JSONObject]>([])

/// Keeps some objects beyond their decode, in a property and outside.
private final class Keeper: PolymorphicModel, DidDecodeModel {
    var id = 0
    var next: Keeper?
    private(set) var kept = JSONObject()

    static func describe(_ model: inout ModelDescription) { model.ignored = ["kept"] }

    static func modelType(for object: JSONObject) -> (any Model.Type)? {
        if object["keep"] != nil { globallyKept.withLock { $0.append(object) } }
        return nil
    }

    func didDecode(from object: JSONObject) throws {
        if object["keep"] != nil { kept = object }
    }
}

private let documents = [
    "{}", #"{"a":1,"a":2}"#, #"{"a":{"x":1},"b":[],"a":null}"#, #"{"b":1.50,"a":"\u00e9\ud83d\ude00\n","":true}"#,
    #"{"a":[{"a":1,"a":[2,2]}],"ä":"ö"}"#, #"{"\u0061":-0.0e+5,"b":18446744073709551615,"c":[[],{},[{}]]}"#,
    #"{"a":"","":{"":{"":""}},"a":"x","b":false,"a":{"b":{"c":[1,2,{"d":null}]}}}"#,
]

@Suite("Types by content: answers and objects") struct PolymorphicAnswerTests {
    @Test func aTypeThatAnswersItself() throws {
        let model = try ModelDecoder().decode(SelfNaming.self, from: #"{"value": 3, "own": 4}"#)
        #expect(type(of: model) == SelfNaming.self && model.value == 3)
    }

    @Test func aChainOfAnswers() throws {
        let (models, calls, _) = try CallLog.recording {
            try ModelDecoder().decode(
                [ChainA].self, from: #"[{"value": 1}, {"b": 2, "value": 1, "deep": false}, {"c": 3, "b": 2, "value": 1, "deep": true}]"#)
        }
        #expect(models.map { "\(type(of: $0))" } == ["ChainA", "ChainB", "ChainC"] && models.allSatisfy { $0.value == 1 })
        #expect((models[1] as? ChainB)?.b == 2 && (models[2] as? ChainC)?.c == 3 && (models[2] as? ChainB)?.b == 2)
        #expect(calls == ["A", "A", "B", "A", "B", "C"])
    }

    @Test func typesThatNameEachOther() throws {
        let pong = try #require(try ModelDecoder().decode(Ping.self, from: #"{"value": 3, "own": 4}"#) as? Pong)
        #expect(pong.value == 3 && pong.own == 4)
    }

    /// The left one has been asked when the right one names it: the right one it is.
    @Test func branchesThatNameEachOther() throws {
        let model = try ModelDecoder().decode(Trunk.self, from: #"{"value": 3}"#)
        #expect(type(of: model) == RightBranch.self && model.value == 3)
    }

    // MARK: Wrong answers

    @Test(arguments: [
        ("stone", "Wrong", "Stone", "Wrong"), ("pebble", "Wrong", "Pebble", "Wrong"), ("child", "WrongChild", "Stone", "WrongChild"),
    ])
    func anAnswerThatIsNoSubclass(kind: String, asked: String, answer: String, parent: String) {
        let message = "modelType(for:) of \(asked) answered \(answer), which is neither \(parent) nor a subclass of it"
        let expected = ErrorFields(.model, .invalidDeclaration, at: 0, line: 0, column: 0, message)
        let object = #"{"value": 1, "kind": "\#(kind)"}"#
        for options in [DecodingOptions.lenient, .strict] {
            for size in 0...7 {
                func error<T>(_ type: T.Type, _ json: String) -> ErrorFields? {
                    let bytes = Array(json.utf8)
                    return (size == 0 ? decodeWhole(type, bytes, options) : decodeInChunks(type, bytes, size: size, options)).errorFields
                }
                #expect(error(Wrong.self, object) == expected)
                #expect(error(WrongHolder.self, #"{"name": "n", "wrong": \#(object)}"#) == expected)
                #expect(error(WrongHolder.self, #"{"name": "n", "wrongs": [{}, \#(object)]}"#) == expected)
                #expect(error([String: Wrong].self, #"{"k": \#(object)}"#) == expected)
            }
        }
        var holder = WrongHolder()
        let wrong = Wrong()
        holder.wrong = wrong
        #expect(throws: ModelError.self) { try holder.update(json: #"{"name": "n", "wrong": \#(object)}"#) }
        #expect(holder.name == "init" && holder.wrong === wrong && wrong.value == 0)
    }

    @Test func aStruct() throws {
        #expect(try ByContent(json: #"{"value": 2}"#) == ByContent(value: 2))
        #expect(try ByContent(json: #"{"value": 2, "kind": "self"}"#) == ByContent(value: 2))
        #expect(try ModelDecoder().decode([ByContent].self, from: #"[{}, {"value": 3}]"#) == [ByContent(), ByContent(value: 3)])
        for (kind, answer) in [("pebble", "Pebble"), ("stone", "Stone")] {
            let error = #expect(throws: ModelError.self) { try ByContent(json: #"{"kind": "\#(kind)"}"#) }
            #expect(error?.category == .model && error?.code == .invalidDeclaration)
            #expect(error?.message == "modelType(for:) of ByContent answered \(answer), which is neither ByContent nor a subclass of it")
        }
    }

    // MARK: The objects

    @Test(arguments: documents, 0...7)
    func theObjectIsTheDocuments(json: String, size: Int) throws {
        let expected = try #require(try ModelDecoder().decode(JSONValue.self, from: json).objectValue)
        for (prefix, suffix) in [("", ""), ("[", "]"), (#"[{"b":9},"#, "]")] {
            let bytes = Array((prefix + json + suffix).utf8)
            let (_, calls, objects) = try CallLog.recording {
                if prefix.isEmpty {
                    _ = try (size == 0 ? decodeWhole(Witness.self, bytes) : decodeInChunks(Witness.self, bytes, size: size)).get()
                } else {
                    _ = try (size == 0 ? decodeWhole([Witness].self, bytes) : decodeInChunks([Witness].self, bytes, size: size)).get()
                }
            }
            let looks = Witness.keys.map { "\($0)=\(expected[$0].map { $0.text } ?? "nil")" }
            #expect(Array(calls.suffix(18)) == looks + looks + looks)
            #expect(objects.suffix(3).map(\.description) == Array(repeating: expected.description, count: 3))
            #expect(objects.suffix(3).allSatisfy { $0 == expected && $0.keys == expected.keys && $0.values == expected.values })
        }
    }

    /// The memory that the object was read from is used again for the objects that follow.
    @Test func anObjectThatIsKeptStaysRight() throws {
        let inner = #"{"id":2,"keep":{"deep":[1,"é",{"x":null}]}}"#
        let outer = #"{"keep":"a text that is too long to be small","id":1,"next":\#(inner),"list":[1.50,[]],"id":1}"#
        let others = (0..<1_000).map { #"{"id":\#($0),"next":{"id":-1,"other":"a text that is long enough to lie elsewhere"}}"# }
        let json = "[\(outer),\(others.joined(separator: ","))]"
        let keepers = try ModelDecoder().decode([Keeper].self, from: json)
        #expect(throws: ModelError.self) { try ModelDecoder().decode([Keeper].self, from: "[\(inner),\(others[0]),") }
        _ = try ModelDecoder().decode([Keeper].self, from: "[\(others.joined(separator: ","))]")
        let expected = try [outer, inner, inner].map { try #require(try ModelDecoder().decode(JSONValue.self, from: $0).objectValue) }
        #expect(globallyKept.withLock { $0 } == expected)
        #expect(globallyKept.withLock { $0.map(\.description) } == expected.map(\.description))
        #expect(keepers.count == 1_001 && keepers[0].kept == expected[0] && keepers[0].next?.kept == expected[1])
        #expect(keepers[0].kept["keep"] == "a text that is too long to be small" && keepers[1].kept.isEmpty)
    }
}
