import Testing

@testable import Yodel
@testable import YodelTestSupport

/// Dictionaries that are read where they stand have the pairs that the standard library says, in its order.
@Suite("Dictionaries read by hand")
struct DictionaryLayoutTests {
    private struct Wide: Hashable {
        var first: String
        var second: UInt8
    }

    /// A key that is equal to those of other letters.
    private struct Folded: RawRepresentable, Hashable {
        var rawValue: String
        static func == (left: Folded, right: Folded) -> Bool { left.rawValue.lowercased() == right.rawValue.lowercased() }
        func hash(into hasher: inout Hasher) { hasher.combine(rawValue.lowercased()) }
    }

    /// A key whose hash is that of most others.
    private struct Crowded: RawRepresentable, Hashable, Codable, CustomStringConvertible {
        var rawValue: Int
        var description: String { "\(rawValue)" }
        func hash(into hasher: inout Hasher) { hasher.combine(rawValue % 3) }
    }

    private func pairs<Key: Hashable, Value>(of dictionary: [Key: Value], limit: Int = .max) -> [(Key, Value)] {
        var pairs: [(Key, Value)] = []
        withUnsafePointer(to: dictionary) { address in
            [Key: Value].forEachPair(ValueAddress(address)) { key, value in
                pairs.append((key.assumingMemoryBound(to: Key.self).pointee, value.assumingMemoryBound(to: Value.self).pointee))
                return pairs.count < limit
            }
        }
        return pairs
    }

    /// Were it not, dictionaries would be read slowly, and nothing else would tell.
    @Test func theLayoutOfThisToolchainIsKnown() { #expect(DictionaryLayout.isKnown && DictionaryLayout.copiesAreKnown) }

    /// Of all sizes, with room to spare, with gaps where pairs have been taken out, emptied, and copied.
    @Test(arguments: [0, 1, 2, 3, 11, 12, 13, 47, 48, 49, 95, 96, 97, 1_000])
    func theyAreReadInTheOrderOfTheStandardLibrary(_ count: Int) {
        func check<Key: Hashable, Value: Equatable>(_ make: (Int) -> (Key, Value)) {
            var dictionary: [Key: Value] = [:]
            for number in 0..<count {
                let (key, value) = make(number)
                dictionary[key] = value
            }
            var roomy = dictionary
            roomy.reserveCapacity(4 * count + 1)
            var sparse = roomy
            for number in 0..<count where number % 3 != 1 { sparse[make(number).0] = nil }
            var empty = roomy
            empty.removeAll(keepingCapacity: true)
            for dictionary in [
                dictionary, roomy, sparse, empty, Dictionary(minimumCapacity: count), dictionary.filter { $0.value == $0.value },
            ] {
                let found = pairs(of: dictionary)
                #expect(found.map(\.0) == dictionary.map(\.key) && found.map(\.1) == dictionary.map(\.value))
            }
        }
        check { ($0, "\($0)") }
        check { ("a key that is too long to be small: \($0)", $0) }
        check { (Wide(first: "\($0)", second: UInt8(truncatingIfNeeded: $0)), $0 % 2 == 0) }
        check { (UInt8(truncatingIfNeeded: $0), [$0: Double($0)]) }
        check { (Character(Unicode.Scalar(0x4E00 + UInt32($0)) ?? "x"), $0 % 2 == 0 ? nil : Wide(first: "w", second: 1)) }
    }

    @Test func theBodyMayEnd() {
        let dictionary = Dictionary(uniqueKeysWithValues: (0..<100).map { ($0, $0) })
        for limit in [1, 7, 99] { #expect(pairs(of: dictionary, limit: limit).count == limit) }
    }

    /// The keys and values that are written are those that are read.
    @Test(arguments: [0, 1, 5, 100])
    func theyAreWrittenWhole(_ count: Int) throws {
        let byText = Dictionary(uniqueKeysWithValues: (0..<count).map { ("key \"\($0)\" ä", $0 % 3 == 0 ? nil : $0) })
        let byNumber = Dictionary(uniqueKeysWithValues: (0..<count).map { ($0 * 1_000_003 - 7, ["n": Double($0)]) })
        for encoder in [ModelEncoder(), ModelEncoder(options { $0.isPretty = true })] {
            #expect(try ModelDecoder().decode([String: Int?].self, from: encoder.encode(byText)) == byText)
            #expect(try ModelDecoder().decode([Int: [String: Double]].self, from: encoder.encode(byNumber)) == byNumber)
        }
    }

    /// What is put into a dictionary here is found, changed and taken out as what the standard library has put there.
    @Test(arguments: [0, 1, 2, 3, 6, 7, 24, 25, 100, 1_000])
    func theyAreMadeAsTheStandardLibraryMakesThem(_ count: Int) throws {
        func check<Key: Hashable & Codable>(_ type: Key.Type, _ key: (Int) -> Key) throws {
            // Every fifth key comes once more at the end: the last value wins.
            let numbers = Array(0..<count) + (0..<count).filter { $0 % 5 == 0 }
            let members = zip(numbers, 0...).map { number, place in "\"\(key(number))\":[\"value \(place) of a document\"]" }
            var expected: [Key: [String]] = [:]
            for (number, place) in zip(numbers, 0...) { expected[key(number)] = ["value \(place) of a document"] }
            var made = try ModelDecoder().decode([Key: [String]].self, from: "{" + members.joined(separator: ",") + "}")
            #expect(made == expected && made.count == count)
            for number in 0..<count { #expect(made[key(number)] == expected[key(number)]) }
            #expect(made[key(count)] == nil)
            let copy = made
            for number in 0..<count where number % 3 != 1 { made[key(number)] = nil }
            for number in count..<2 * count { made[key(number)] = ["\(number)"] }
            #expect(made.count == count + (0..<count).count { $0 % 3 == 1 } && copy == expected)
            #expect(made.values.allSatisfy { $0.count == 1 })
        }
        try check(String.self) { "k\($0)" }
        try check(String.self) { "a key that is too long to be small, and not ASCII: é\($0)" }
        try check(Int.self) { $0 * 1_000_003 - 7 }
        try check(Int64.self) { Int64($0) }
        try check(UInt16.self) { UInt16($0) }
        try check(Crowded.self) { Crowded(rawValue: $0) }
    }

    @Test func equalKeysOfOtherBytesAreOne() throws {
        let made = try ModelDecoder().decode([String: Int].self, from: "{\"e\u{301}\":1,\"x\":2,\"\u{E9}\":3}")
        #expect(made == ["\u{E9}": 3, "x": 2])
    }

    /// The first of equal keys stays, the last of their values.
    @Test func equalKeysOfAnyTypeAreOne() throws {
        let made = try ModelDecoder().decode([Folded: Int].self, from: #"{"a":1,"b":2,"A":3,"B":4,"b":5}"#)
        #expect(made == [Folded(rawValue: "a"): 3, Folded(rawValue: "b"): 5])
        #expect(made.keys.map(\.rawValue).sorted() == ["a", "b"])
    }
}
