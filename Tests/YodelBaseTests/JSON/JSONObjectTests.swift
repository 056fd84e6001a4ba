import Testing

@testable import Yodel
@testable import YodelTestSupport

@Suite struct JSONObjectTests {
    /// Below, at and above the number of keys from which places are looked up in a dictionary.
    static let sizes = [0, 1, 2, 15, 16, 17, 18, 40, 1000]

    private static func object(_ count: Int) -> JSONObject {
        JSONObject((0..<count).map { (key: "key\($0)", value: .number(JSONNumber($0))) })
    }

    @Test(arguments: sizes)
    func keysKeepTheirOrder(count: Int) {
        let object = Self.object(count)
        #expect(object.count == count)
        #expect(object.isEmpty == (count == 0))
        #expect(object.keys == (0..<count).map { "key\($0)" })
        #expect(object.values == (0..<count).map { .number(JSONNumber($0)) })
        #expect(object.map(\.key) == object.keys)
        for number in 0..<count {
            #expect(object["key\(number)"] == .number(JSONNumber(number)))
        }
        #expect(object["key\(count)"] == nil)
    }

    @Test(arguments: sizes)
    func theLastOfEqualKeysWinsAtThePlaceOfTheFirst(count: Int) {
        var object = Self.object(count)
        for number in stride(from: 0, to: count, by: 3) {
            #expect(object.updateValue("new", forKey: "key\(number)") == .number(JSONNumber(number)))
        }
        #expect(object.keys == Self.object(count).keys)
        for number in 0..<count {
            #expect(object["key\(number)"] == (number.isMultiple(of: 3) ? "new" : .number(JSONNumber(number))))
        }
    }

    @Test(arguments: sizes.filter { $0 > 0 })
    func removingKeepsTheOthersInPlace(count: Int) {
        for victim in Set([0, count / 2, count - 1]) {
            var object = Self.object(count)
            #expect(object.removeValue(forKey: "key\(victim)") == .number(JSONNumber(victim)))
            #expect(object.removeValue(forKey: "key\(victim)") == nil)
            let left = (0..<count).filter { $0 != victim }
            #expect(object.keys == left.map { "key\($0)" })
            for number in left {
                #expect(object["key\(number)"] == .number(JSONNumber(number)))
            }
            object["key\(victim)"] = true
            #expect(object.keys.last == "key\(victim)")
            #expect(object["key\(victim)"] == true)
        }
    }

    @Test func settingNilRemovesAndSettingNullDoesNot() {
        var object: JSONObject = ["a": 1, "b": 2]
        object["a"] = nil
        object["c"] = .null
        object["missing"] = nil
        #expect(object == ["b": 2, "c": nil])
        #expect(object.description == #"{"b":2,"c":null}"#)
    }

    @Test func literalsTakeTheLastOfEqualKeys() {
        let object: JSONObject = ["a": 1, "b": 2, "a": 3]
        #expect(object.keys == ["a", "b"])
        #expect(object.values == [3, 2])
    }

    @Test(arguments: sizes)
    func equalityAndHashIgnoreTheOrder(count: Int) {
        let object = Self.object(count)
        let reversed = JSONObject(object.reversed())
        #expect(object == reversed)
        #expect(object.hashValue == reversed.hashValue)
        var other = reversed
        other["key0"] = "other"
        #expect(object != other)
        other = reversed
        other["more"] = 1
        #expect(object != other)
    }

    @Test func keysAreComparedByTheirBytes() {
        // One letter in two spellings, and two marks in either order: equal strings in Swift.
        let pairs = [("\u{e9}", "e\u{301}"), ("a\u{301}\u{323}", "a\u{323}\u{301}")]
        for (left, right) in pairs {
            #expect(left == right)
            var object: JSONObject = [left: 1]
            #expect(object[right] == nil)
            object[right] = 2
            #expect(object.count == 2)
            #expect(object[left] == 1)
            for number in 0..<30 { object["\(number)"] = 0 }
            #expect(object[left] == 1)
            #expect(object[right] == 2)
        }
    }

    @Test func copiesAreIndependent() {
        let original = Self.object(20)
        var copy = original
        copy["key3"] = nil
        copy["new"] = 1
        #expect(original == Self.object(20))
        #expect(copy.count == 20)
    }

    /// Removed and set again in any order, against a list of pairs.
    @Test(.slow, arguments: sizes)
    func changesLeaveTheOthersInPlace(count: Int) {
        var random = SeededGenerator(seed: UInt64(count))
        var object = Self.object(count)
        var pairs = Array(object)
        for step in 0..<(3 * min(count, 60)) {
            let key = "key\(Int.random(in: 0..<(count + 5), using: &random))"
            let place = pairs.firstIndex { $0.key == key }
            if Int.random(in: 0..<4, using: &random) > 0 {
                #expect(object.removeValue(forKey: key) == place.map { pairs.remove(at: $0).value })
            } else if let place {
                object[key] = .number(JSONNumber(step))
                pairs[place].value = .number(JSONNumber(step))
            } else {
                object[key] = true
                pairs.append((key, true))
            }
            #expect(object.count == pairs.count && object.keys == pairs.map(\.key) && object.values == pairs.map(\.value))
            #expect(object[key] == pairs.first { $0.key == key }?.value)
            if let place = pairs.indices.randomElement(using: &random) { #expect(object[place].key == pairs[place].key) }
        }
        #expect(object == JSONObject(pairs.reversed()) && object.hashValue == JSONObject(pairs).hashValue)
    }

    @Test(arguments: sizes)
    func allKeysCanBeRemovedOrRenamed(count: Int) {
        let original = Self.object(count)
        var object = original
        for key in object.keys { object["new" + key] = object.removeValue(forKey: key) }
        #expect(object.keys == original.keys.map { "new" + $0 } && object.values == original.values)
        for key in object.keys.reversed() { object[key] = nil }
        #expect(object.isEmpty && object == [:] && object.keys.isEmpty && original == Self.object(count))
    }

    /// An object takes as much room as before there were gaps in it: every value has one's room.
    @Test func aValueIsSmall() {
        #expect(MemoryLayout<JSONObject>.size == 25 && MemoryLayout<JSONValue>.stride == 32)
    }

    @Test(arguments: [1, 16, .max])
    func buildingIsLinear(distinct: Int) {
        LinearTime.expect(triesFewerCases ? 5_000 : 20_000, make: { count in (0..<count).map { "k\($0 % distinct)" } }) { keys in
            var object = JSONObject()
            for key in keys { object[key] = .null }
            #expect(object.count == min(distinct, keys.count))
        }
    }
}
