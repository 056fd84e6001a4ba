import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

private struct Refused: Error {}

private class Part: PolymorphicModel, DidDecodeModel {
    var kind = ""
    var size = 1
    var next: Part?
    var tags: [String] = ["tag"]
    required init() {}

    class func modelType(for object: JSONObject) -> (any Model.Type)? { object["kind"]?.stringValue == "big" ? BigPart.self : nil }
    class func describe(_ model: inout ModelDescription) { model.access(\Part.double, named: "double") }
    final var double: Int {
        get { size * 2 }
        set { size = newValue / 2 }
    }

    func didDecode(from object: JSONObject) throws {
        tags.append("seen")
        if object["refused"] != nil { throw Refused() }
    }
}

private final class BigPart: Part { var extra = [1] }

private struct Spot: Model {
    var x = 1
    var y = 2
    var part = Part()
    var maybe: Part?
}

/// Refuses what it has become only after everything in it has been changed.
private struct Checked: WillDecodeModel, ValidatedModel {
    var a = 0
    var part = Part()
    mutating func willDecode(_ object: inout JSONObject) throws { a = 99 }
    mutating func validate() throws { if a < 0 { throw Refused() } }
}

private struct Works: Model {
    var name = "old", count = 3, ratio: Double?
    var spot = Spot(), maybe: Spot?, twice: Spot??
    var part = Part(), other: Part?, first: Part?, second: Part?, choice: Part?, below: Part?
    var parts: [Part] = [], table: [String: Part] = ["old": Part()], numbers: [Int] = [1]
    var checked = Checked()
    var list: [String] = ["l"]

    static func describe(_ model: inout ModelDescription) {
        model.keys = ["below": "in.part", "count": "in.count", "first": "shared", "second": "shared", "choice": ["one", "two"]]
        model.transforms = ["list": .separated(by: ",")]
    }

    /// Something in every place, an instance in two of them.
    static func filled() -> Works {
        var works = Works()
        (works.ratio, works.maybe, works.twice) = (0.5, Spot(), Spot())
        (works.other, works.first, works.second, works.choice, works.below) = (works.part, BigPart(), Part(), Part(), Part())
        works.part.next = BigPart()
        works.parts = [Part(), BigPart()]
        return works
    }
}

private final class Plant: Model {
    var title = "t"
    var works = Works.filled()
}

private let worksText = #"""
    {"name": "new", "ratio": 2, "in": {"count": 7, "part": {"size": 8, "next": {"kind": "big"}}},
     "spot": {"x": 5, "part": {"size": 6, "kind": "big"}, "maybe": {"tags": []}}, "maybe": {"y": 9, "part": {"size": 2, "next": {}}},
     "twice": {"part": {"double": 10}}, "two": {"size": 3}, "shared": {"size": 4, "next": {"size": 5}}, "one": {"double": 40},
     "part": {"size": 5, "next": {"size": 7, "extra": [2]}, "tags": ["n"]}, "other": {"refused": 1, "size": 77},
     "parts": [{"size": 9}, {"kind": "big"}], "table": {"k": {"size": 1}}, "numbers": [2, 3], "list": "a,b",
     "checked": {"a": 1, "part": {"size": 12}}, "part": {"size": 6}, "spot": {"x": 6, "part": {"size": 7}}, "checked": {"part": {}, "a": -1},
     "in": {"part": {"size": 9}}, "maybe": null, "first": {}, "name": "last"}
    """#
private let plantText = #"{"title": "new", "works": \#(worksText)}"#

/// All that a value holds, and which instances.
private func state(_ value: Any) -> String {
    let mirror = Mirror(reflecting: value)
    var text = "\(type(of: value))"
    if mirror.displayStyle == .class { text += "@\(ObjectIdentifier(value as AnyObject))" }
    var level: Mirror? = mirror
    while let current = level {
        // Tables have no order of their own, but an unchanged one keeps it.
        for child in current.children { text += " \(child.label ?? "")=(\(state(child.value)))" }
        level = current.superclassMirror
    }
    return mirror.children.isEmpty && mirror.displayStyle != .class ? "\(text) \(value)" : text
}

@Suite("Merges") struct MergeTests {
    // MARK: Rules

    @Test func whatComesAndWhatDoesNot() throws {
        var works = Works.filled()
        let (old, parts) = (works, works.parts)
        try works.update(json: worksText)
        #expect(works.name == "last" && works.count == 3 && works.ratio == 2 && works.numbers == [2, 3] && works.list == ["a", "b"])
        #expect(works.maybe == nil && works.twice??.x == 1 && works.twice??.part === old.twice??.part && works.twice??.part.size == 5)
        #expect(works.parts.map(\.size) == [9, 1] && works.parts[1] is BigPart && works.parts[0] !== parts[0] && parts[0].size == 1)
        #expect(works.table.keys.sorted() == ["k"] && works.first === old.first && works.second === old.second)
        #expect(works.first?.size == 4 && works.second?.size == 4 && works.first?.next?.size == 5)
        #expect(works.choice?.size == 20)
        var plant = Plant()
        let same = plant
        try plant.update(json: #"{"works": {"spot": {"x": 9}, "maybe": {"part": {"size": 3}}}}"#)
        #expect(plant === same && plant.title == "t" && plant.works.spot.x == 9 && plant.works.spot.y == 2 && plant.works.name == "old")
        #expect(plant.works.maybe?.part.size == 3 && plant.works.maybe?.x == 1)
    }

    @Test func nullByPolicy() throws {
        let json =
            #"{"name": null, "in": {"count": null}, "ratio": null, "spot": null, "maybe": null, "part": null, "#
            + #""other": null, "numbers": null}"#
        var works = Works.filled()
        let old = works
        try works.update(json: json)
        #expect(works.name == "old" && works.count == 0 && works.ratio == nil && works.maybe == nil && works.other == nil)
        #expect(works.part === old.part && works.spot.part === old.spot.part && works.numbers == [1])

        var options = DecodingOptions.lenient
        options.onNull = .keep
        works = old
        try ModelDecoder(options).update(&works, from: json)
        #expect(state(works) == state(old))

        options.onNull = .fail
        let error = #expect(throws: ModelError.self) { try ModelDecoder(options).update(&works, from: json) }
        #expect(
            error.map(ErrorFields.init)
                == ErrorFields(.mismatch, .unexpectedNull, at: 9, path: "name", "expected String, found null"))
        #expect(state(works) == state(old))
        try ModelDecoder(options).update(&works, from: #"{"maybe": null, "ratio": null, "other": null}"#)
        #expect(works.maybe == nil && works.ratio == nil && works.other == nil)
    }

    /// What is refused is as it was, with all below it; what stands beside it is changed.
    @Test func aRefusedPartIsAsItWas() throws {
        var works = Works.filled()
        works.other = Part()
        works.other?.next = Part()
        let (checked, other) = (state(works.checked), state(works.other as Any))
        try works.update(
            json: #"{"name": "n", "checked": {"a": -1, "part": {"size": 5, "next": {}}}, "part": {"size": 2}, "#
                + #""other": {"next": {"size": 4}, "refused": 1}}"#)
        #expect(state(works.checked) == checked && state(works.other as Any) == other)
        #expect(works.name == "n" && works.part.size == 2)
    }

    /// An instance with alternatives is changed like any other, by the best of them, whichever comes first.
    @Test func alternatives() throws {
        var works = Works.filled()
        let choice = works.choice
        try works.update(json: #"{"one": {"size": 5}}"#)
        #expect(works.choice === choice && choice?.size == 5)
        let present = works.choice
        try works.update(json: #"{"one": {"size": 6}, "two": {"size": 7}}"#)
        #expect(works.choice === present && present?.size == 6)
        // The hook of the best is called, and nothing of the other's is done.
        let tags = try #require(present?.tags) + ["seen"]
        try works.update(json: #"{"two": {"tags": []}, "one": {"size": 8}}"#)
        #expect(works.choice === present && present?.size == 8 && present?.tags == tags)
    }

    // MARK: Never half-done

    private func check<T>(_ make: () -> T, _ text: String, _ update: (inout T) throws -> Void, _ note: String) -> Bool {
        var value = make()
        let before = state(value)
        do {
            try update(&value)
            return false
        } catch {
            #expect(state(value) == before, "\(note)")
            return true
        }
    }

    @Test(arguments: [DecodingOptions.lenient, .strict])
    func cutAnywhere(options: DecodingOptions) throws {
        let decoder = ModelDecoder(options)
        for end in some(30, of: 0..<worksText.utf8.count) + [0, worksText.utf8.count - 1] {
            let data = Data(worksText.utf8.prefix(end))
            #expect(check(Works.filled, worksText, { try decoder.update(&$0, from: data) }, "cut at \(end)"))
        }
        for end in some(30, of: 0..<plantText.utf8.count) + [0, plantText.utf8.count - 1] {
            let data = Data(plantText.utf8.prefix(end))
            #expect(check(Plant.init, plantText, { try decoder.update(&$0, from: data) }, "cut at \(end)"))
        }
    }

    /// A value that does not fit, or that is refused, in the place of every value, from every source.
    @Test(.slow, arguments: ["[[]]", "{\"refused\": 1}", "{\"a\": -1}", "null", "true"])
    func wrongAnywhere(wrong: String) throws {
        let decoder = ModelDecoder(.strict)
        var failures = [0, 0, 0]
        // Without what is refused in any case, so that it is the wrong value that ends the merge.
        let text = plantText.replacing(#""refused": 1, "#, with: "").replacing(#""a": -1"#, with: #""a": 1"#)
        let places = DocumentPlaces(text)
        for place in some(10, of: places.values) {
            let bytes = places.replacing(place, with: wrong)
            if check(Plant.init, text, { try decoder.update(&$0, from: Data(bytes)) }, "\(wrong) at \(place)") { failures[0] += 1 }
            let value = try ModelDecoder().decode(JSONValue.self, from: bytes)
            if check(Plant.init, text, { try decoder.update(&$0, from: value) }, "\(wrong) at \(place), parsed") { failures[1] += 1 }
            guard let own = value.swiftAny() as? [String: Any] else { continue }
            if check(Plant.init, text, { try decoder.update(&$0, from: own) }, "\(wrong) at \(place), own") { failures[2] += 1 }
        }
        #expect(triesFewerCases || failures.allSatisfy { $0 > 10 }, "\(failures)")
    }

    /// An instance that only an accessor reaches.
    @Test func behindAnAccessor() {
        struct Hidden: Model {
            private let storage = Part()
            var name = "old"
            var part: Part {
                get { storage }
                set {}
            }
            static func describe(_ model: inout ModelDescription) { model.access(\Self.part, named: "part") }
        }
        for json in [#"{"part": {"size": 5, "next": {}}, "name": "#, #"{"part": {"size": 5}, "name": "new"} x"#] {
            #expect(check(Hidden.init, json, { try $0.update(json: json) }, json))
        }
        var hidden = Hidden()
        #expect(throws: Never.self) { try hidden.update(json: #"{"part": {"size": 5}}"#) }
        #expect(hidden.part.size == 5)
    }
}
