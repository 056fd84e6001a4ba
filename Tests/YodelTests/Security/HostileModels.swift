@testable import Yodel

// What the documents of these tests are read into: one model for each thing that a document could try to make slow.

/// Properties on plain keys.
struct PlainTarget: Model {
    var id = 0
    var name = ""
    var ratio = 0.0
    var flag: Bool?
    var any = JSONValue.null
    var numbers: [Int] = []
    var table: [String: Int] = [:]
}

/// Alternatives, paths into each other, several properties on one key, indexes of arrays.
struct RoutedTarget: Model {
    var first = ""
    var second: Int?
    var third: [Int] = []
    var deep = 0
    var deeper = 0
    var whole = JSONValue.null
    var item = 0
    var children: [RoutedTarget] = []

    static func describe(_ model: inout ModelDescription) {
        model.keys = [
            "first": .init(alternatives("f")), "second": .init(alternatives("s")), "third": .init(alternatives("t")),
            "deep": "a.b", "deeper": "a.b.c.d.e", "whole": "a", "item": "list.3",
        ]
    }

    private static func alternatives(_ letter: String) -> [String] { (0..<60).map { "\(letter)\($0)" } }
}

/// An instance in an optional property.
final class LinkedTarget: Model {
    var name = ""
    var next: LinkedTarget?
    var other: LinkedTarget?
    init() {}
}

/// Every object is kept for the model's own code.
struct KeptTarget: DidDecodeModel {
    var name = ""
    var child: [KeptTarget] = []
    mutating func didDecode(from object: JSONObject) {
        if object["name"] == nil { name = "?" }
    }
}

/// Every object is changed by the model's own code.
struct ChangedTarget: WillDecodeModel {
    var name = ""
    var child: [ChangedTarget] = []
    mutating func willDecode(_ object: inout JSONObject) { object["added"] = 1 }
}

/// The class is chosen by a key that stands last.
class ChosenTarget: PolymorphicModel {
    var name = ""
    var child: [ChosenTarget] = []
    required init() {}
    class func modelType(for object: JSONObject) -> (any Model.Type)? {
        object["kind"] == .string("special") ? SpecialTarget.self : nil
    }
}

final class SpecialTarget: ChosenTarget {}

/// Rejects every object.
struct RejectedTarget: ValidatedModel {
    struct No: Error {}
    var name = ""
    func validate() throws { throw No() }
}

/// A hundred keys of one length that begin and end alike: all have one signature.
struct AlikeTarget: Model {
    var value = 0
    static func describe(_ model: inout ModelDescription) {
        model.keys = ["value": .init((0..<100).map { "received\($0 + 100)_events_url" })]
    }
}
