import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

// Whatever is there of flattened drafts, and of what a rest has collected, when a decode ends is destroyed once. The items are counted, so these tests
// stand in the suite of the others that make some.

extension DraftLifetimeTests {
    private typealias Held = Described.Held
    private typealias Item = Described.Item

    /// Has its items from the start.
    private struct Pair: Model {
        var left = Item()
        var right: Item? = Item()
        var names: [String] = ["a name that is longer than what is held in place"]
    }

    private struct Outer: BaseModel {
        let head: Item?
        let held: Held
        let pair: Pair
        var other = Other(inner: Item(), texts: ["a text that is longer than what is held in place"])
        let extra: [String: JSONValue]
        let tail: Item

        static var modelForm: ModelForm {
            var properties = StoredProperties<Self>()
            properties.add("head", \.head)
            properties.add("held", \.held, keys: .flattened)
            properties.add("pair", \.pair, keys: .flattened)
            properties.add(
                "other", \.other, keys: .flattened,
                default: Other(inner: Item(), texts: ["a text that is longer than what is held in place"]))
            properties.add("extra", \.extra, keys: .rest)
            properties.add("tail", \.tail)
            return ModelForm(properties)
        }
    }

    private struct Other: BaseModel {
        let inner: Item
        let texts: [String]

        static var modelForm: ModelForm {
            var properties = StoredProperties<Self>()
            properties.add("inner", \.inner)
            properties.add("texts", \.texts)
            return ModelForm(properties)
        }
    }

    private func living() -> Int { Item.alive.withLock { $0 } }

    private static let text =
        #"{"head":{"name":"h"},"more":["a string that is longer than what is held in place"],"left":{"name":"l"},"names":["x"],"#
        + #""inner":{"name":"i"},"tail":{"name":"t"},"x":{"y":[1.5]},"# + Held.text.dropFirst()

    @Test func everyCutDestroysWhatHasComeOfFlattenedOnes() throws {
        let before = living()
        let bytes = Array(Self.text.utf8)
        let places = [0, bytes.count - 1] + some(120, of: 1..<bytes.count - 1)
        for decoder in [ModelDecoder(), ModelDecoder(.strict), ModelDecoder(.with(\.tokenizer, .yajl))] {
            do {
                let outer = try decoder.decode(Outer.self, from: bytes)
                #expect(outer.held.list.count == 2 && outer.pair.left.name == "l" && outer.other.inner.name == "i")
                #expect(outer.other.texts == ["a text that is longer than what is held in place"] && outer.extra.count == 2)
            }
            for end in places {
                #expect(throws: ModelError.self, "cut at \(end)") { try decoder.decode(Outer.self, from: Array(bytes[..<end])) }
            }
            for index in places {
                var broken = bytes
                broken[index] = UInt8(ascii: "!")
                _ = try? decoder.decode([Outer].self, from: Array("[".utf8) + broken + Array("]".utf8))
                broken[index] = UInt8(ascii: "7")
                _ = try? decoder.decode([Outer].self, from: Array("[".utf8) + broken + Array("]".utf8))
            }
        }
        #expect(living() == before)
    }

    @Test func everyMissingPropertyOfFlattenedOnesDestroysTheRest() throws {
        let before = living()
        let object = try #require(try ModelDecoder().decode(JSONValue.self, from: Self.text).objectValue)
        for key in object.keys {
            for value in [nil, JSONValue.null, 7, [:], ["a"]] {
                var some = object
                some[key] = value
                let text = JSONValue.object(some).text
                _ = try? ModelDecoder().decode([Outer].self, from: "[\(text),\(Self.text)]")
                _ = try? ModelDecoder(.with(\.onMissing, .fail)).decode([Outer].self, from: "[\(Self.text),\(text)]")
                // And again behind a value that was there.
                _ = try? ModelDecoder().decode([Outer].self, from: "[\(Self.text.dropLast()),\(text.dropFirst())]")
            }
        }
        #expect(living() == before)
    }

    @Test func updatesOfFlattenedOnes() throws {
        let before = living()
        do {
            var outer = try ModelDecoder().decode(Outer.self, from: Self.text)
            #expect(throws: ModelError.self) { try outer.update(json: #"{"left":{"name":"z"},"q":1,"list":[],"#) }
            #expect(outer.extra.count == 2)
            try outer.update(json: #"{"texts":["u"],"q":1,"list":[]}"#)
            #expect(outer.extra.count == 3 && outer.other.texts == ["u"] && outer.held.list.isEmpty)
        }
        #expect(living() == before)
    }
}
