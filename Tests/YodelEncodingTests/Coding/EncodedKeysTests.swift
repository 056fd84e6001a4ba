import Foundation
import Testing
import Yodel

@testable import YodelTestSupport

// Keys that are kept ready to be copied, styled or not, and members that are put in order: whatever keys have in common, the text is Foundation's.

@Suite("Codable encoding: keys")
struct EncodedKeysTests {
    /// An object of keys that a type gives, some as values of dictionaries.
    private struct Object: Encodable {
        let keys: [String]
        let dictionaries: [[String: Int]]

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: EncodingProgram.Key.self)
            for (index, key) in keys.enumerated() { try container.encode(index, forKey: .init(key)) }
            try container.encode(dictionaries, forKey: .init("dictionaries"))
        }
    }

    /// Keys of every length whose ends are the same and that differ in one place.
    private static let alike = (1...60).flatMap { length in
        ["", "B", "b", "_", "é"].map {
            String(repeating: "aB", count: 30).prefix(length / 2) + $0 + String(repeating: "cD", count: 30).suffix(length / 2) as String
        }
    }

    @Test(arguments: [0, 1, 1 << 7, 1 << 7 | 1, 2 << 7])
    func keysThatAreAlikeAreToldApart(_ settings: Int) {
        var generator = SeededGenerator(seed: UInt64(settings))
        let pair = EncoderPair(settings: settings)
        for _ in 0..<(triesFewerCases ? 20 : 200) {
            let objects = (0..<4).map { _ in
                let keys = (0..<12).map { _ in Self.alike.randomElement(using: &generator) ?? "" }
                let dictionaries = (0..<3).map { _ in
                    Dictionary(keys.shuffled(using: &generator).prefix(5).map { ($0, $0.count) }) { $1 }
                }
                return Object(keys: keys, dictionaries: dictionaries)
            }
            let (theirs, ours) = pair.outcomes(of: objects)
            #expect(theirs == ours)
        }
    }

    /// The same key of a type and of a dictionary: only the type's is styled.
    @Test func aStyleChangesTheKeysOfTypesAlone() throws {
        let encoder = CodableEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        let key = "oneTwo"
        let objects = (0..<3).map { _ in Object(keys: [key], dictionaries: [[key: 1], [:]]) }
        let text = #"{"one_two":0,"dictionaries":[{"oneTwo":1},{}]}"#
        #expect(try encoder.encodeToString(objects) == "[\(text),\(text),\(text)]")
    }

    @Test(arguments: 0..<4)
    func membersAreInOrder(_ settings: Int) {
        var generator = SeededGenerator(seed: UInt64(settings))
        let parts = ["a", "b", "aaaaaaaa", "aaaaaaab", "A", "_", "\"", "/", "é", "\u{0}", "\u{1F600}", ""]
        let pair = EncoderPair(settings: settings)
        for _ in 0..<(triesFewerCases ? 50 : 1000) {
            let keys = (0..<Int.random(in: 0..<40, using: &generator)).map { _ in
                (0..<3).map { _ in parts.randomElement(using: &generator) ?? "" }.joined()
            }
            let dictionary = Dictionary(keys.map { ($0, $0.count) }) { $1 }
            let (theirs, ours) = pair.outcomes(of: ["x": [Object(keys: keys, dictionaries: [dictionary])]])
            guard theirs == ours else {
                Issue.record("\(keys)\n\(theirs)\n\(ours)")
                return
            }
        }
    }

    @Test func withoutSortingDictionariesAreInTheirOwnOrder() throws {
        let dictionary = Dictionary(uniqueKeysWithValues: (0..<100).map { ("key \($0)", [$0]) })
        let members = dictionary.map { "\"\($0)\":[\($1[0])]" }
        #expect(try CodableEncoder().encodeToString(dictionary) == "{\(members.joined(separator: ","))}")
        #expect(try CodableEncoder().encodeToString([dictionary, [:]]) == "[{\(members.joined(separator: ","))},{}]")
    }

    /// The way to a value leads over the elements of arrays and the keys of dictionaries, which may be numbers.
    @Test(arguments: [0, 1 << 7])
    func theWayLeadsOverElementsAndKeys(_ settings: Int) {
        let pair = EncoderPair(settings: settings)
        let values: [[String: [[String: Double?]]]] = [[:], ["12": [["a": 1]], "b": [["a": 1], ["-7": .infinity]]]]
        let (theirs, ours) = pair.outcomes(of: values)
        #expect(theirs == ours)
        #expect(ours.contains("invalid: inf"))
    }
}
