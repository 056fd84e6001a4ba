import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

// Objects with many keys, asked for in any order, and keys with long runs of marks, which are compared in one order of marks.

/// Takes the members that it is told to, in that order.
private struct Asking: Decodable {
    @TaskLocal static var keys: [String] = []
    var values: [Int?] = []

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: TextKey.self)
        for key in Self.keys {
            let key = TextKey(key)
            values.append(container.contains(key) ? try container.decode(Int.self, forKey: key) : nil)
        }
    }
}

/// The ways to all elements of an array, from the last one on.
private struct Ways: Decodable {
    var indexes: [Int] = []

    init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        var kept: [any Decoder] = []
        while !container.isAtEnd { kept.append(try container.superDecoder()) }
        for decoder in Array(kept.reversed()) + kept { indexes.append(decoder.codingPath.last?.intValue ?? -1) }
    }
}

private struct Asked: Model {
    var asking: Asking?
}

@Suite("Objects with many keys")
struct ManyKeysTests {
    private func object(_ keys: [String]) -> String {
        "{\(keys.enumerated().map { "\(JSONValue.string($1).text):\($0)" }.joined(separator: ","))}"
    }

    private func expectSame(_ json: String, _ asked: [String], _ comment: String) throws {
        try Asking.$keys.withValue(asked) {
            let values = try CodableDecoder().decode(Asking.self, from: json).values
            let expected = try JSONDecoder().decode(Asking.self, from: Data(json.utf8)).values
            #expect(values == expected && values.contains { $0 != nil }, "\(comment)")
        }
    }

    /// On both sides of the counts from which on keys are compared in another way.
    @Test(arguments: [1, 16, 17, 63, 64, 65, 127, 128, 129, 300])
    func membersAreFoundInAnyOrder(count: Int) throws {
        let seed = UInt64(count)
        var generator = SeededGenerator(seed: seed)
        let kinds: [(Int) -> String] = [
            { "\($0)" }, { "key\($0)" }, { "received_\(100_000 + $0)_events_url" }, { "\"\\\($0)\n" }, { "ключ \($0)" },
            { String(repeating: "k", count: 300) + "\($0)" },
        ]
        for kind in kinds {
            let keys = (0..<count).map(kind)
            let asked = (keys + (count..<count + 20).map(kind) + ["", kind(0) + "x"]).shuffled(using: &generator)
            try expectSame(object(keys), asked, "seed \(seed)")
        }
    }

    /// Keys that are not there share bits with those that are, or do not; an object is read anew, and keys are asked for again.
    @Test(arguments: [0, 1, 3, 20, 70, 130])
    func keysThatAreNotThere(count: Int) throws {
        let seed = UInt64(1_000 + count)
        var generator = SeededGenerator(seed: seed)
        let names = (0..<400).map { "k\($0 * 37)" }.shuffled(using: &generator)
        let present = Array(names.prefix(count))
        let asked = (names + names).shuffled(using: &generator) + present + names.reversed()
        let expected = asked.map { name in present.firstIndex { $0 == name } }
        let json = object(present)
        try Asking.$keys.withValue(asked) {
            #expect(try CodableDecoder().decode(Asking.self, from: json).values == expected, "seed \(seed)")
            let second = try CodableDecoder().decode([Asking].self, from: "[{\"other\":0},\(json)]").last?.values
            #expect(second == expected, "seed \(seed)")
            let inModel = try ModelDecoder().decode(Asked.self, from: "{\"asking\":\(json)}").asking?.values
            #expect(inModel == expected, "seed \(seed)")
        }
    }

    /// Of equal keys the first counts for Foundation, the last in a model.
    @Test(arguments: [20, 100])
    func keysThatComeTwice(count: Int) throws {
        let keys = (0..<count).map { "key\($0)" }
        let json = object(keys + keys.reversed())
        try expectSame(json, Array(keys.reversed()), "\(count) keys")
        try Asking.$keys.withValue(keys) {
            let values = try ModelDecoder().decode(Asked.self, from: "{\"asking\":\(json)}").asking?.values
            let expected: [Int?] = (0..<count).map { 2 * count - 1 - $0 }
            #expect(values == expected)
        }
    }

    @Test(arguments: [5, 16, 17, 200])
    func keysWithoutRegardToCase(count: Int) throws {
        let json = "{\"asking\":\(object((0..<count).map { "Key\($0)" }))}"
        try Asking.$keys.withValue((0..<count).reversed().map { "kEY\($0)" } + ["none"]) {
            let values = try ModelDecoder(.with(\.ignoresKeyCase, true)).decode(Asked.self, from: json).asking?.values
            let expected: [Int?] = (0..<count).reversed().map { Optional($0) } + [nil]
            #expect(values == expected)
        }
    }

    @Test(arguments: [3, 64, 65, 500])
    func waysAreRightInAnyOrder(count: Int) throws {
        let json = "[\((0..<count).map { $0 % 3 == 0 ? "[\($0)]" : "\($0)" }.joined(separator: ","))]"
        let indexes = try CodableDecoder().decode(Ways.self, from: json).indexes
        #expect(indexes == Array((0..<count).reversed()) + Array(0..<count))
    }

    // MARK: Marks

    /// A long run of marks is compared in one order, so keys that are equal to Swift but for such a run are one key, as for Foundation.
    @Test func longRunsOfMarksAreOneKeyInAnyOrder() throws {
        let (one, other) = (marks(400), marks(400, reversed: true))
        #expect(one == other && !one.utf8.elementsEqual(other.utf8))
        let json = object([one, "x", other])
        for asked in [[one], [other], ["x", other, one]] { try expectSame(json, asked, "\(asked.count) keys") }
        #expect(try CodableDecoder().decode([String: Int].self, from: json) == [one: 0, "x": 1])
        #expect(try CodableDecoder().decode(Set<String>.self, from: JSONEncoder().encode([one, other])) == [one])
    }

    /// Text that nothing compares keeps its bytes, and so do keys without a long run.
    @Test func textsKeepTheirBytes() throws {
        let texts = [marks(400), marks(400, reversed: true), marks(40), marks(40, reversed: true)]
        let read = try CodableDecoder().decode([String].self, from: JSONEncoder().encode(texts))
        #expect(zip(read, texts).allSatisfy { $0.utf8.elementsEqual($1.utf8) })
        let keys = try CodableDecoder().decode([String: Int].self, from: object([marks(40, reversed: true)])).keys
        #expect(keys.allSatisfy { $0.utf8.elementsEqual(marks(40, reversed: true).utf8) })
    }
}
