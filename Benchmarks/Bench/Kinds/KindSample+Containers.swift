import Foundation
import Yodel

// Values of several tokens that are no models, and those that are kept as they are.

extension KindSample {
    static var containers: [KindSample] {
        var list = KindList()
        list.addOptionals()
        list.addSequences()
        list.addDictionaries()
        list.addValues()
        return list.samples
    }
}

extension KindSettings {
    static var unordered: KindSettings { KindSettings(isUnordered: true) }
}

extension KindList {
    fileprivate mutating func addOptionals() {
        add("Int?", One<Int?>.self) { random in
            let value = random.below(1_000_000)
            return KindCase(value, "\(value)")
        }
        add("String?", One<String?>.self) { random in
            let value = random.word()
            return KindCase(value, "\"\(value)\"")
        }
        add("UUID?", One<UUID?>.self) { random in
            let value = random.uuid()
            return KindCase(value, "\"\(value.uuidString)\"")
        }
    }

    fileprivate mutating func addSequences() {
        add("[Int] of three", One<[Int]>.self) { random in
            let values = (0..<3).map { _ in random.below(1_000_000) }
            return KindCase(values, Self.array(values.map { "\($0)" }))
        }
        add("[Double] of three", One<[Double]>.self) { random in
            let values = (0..<3).map { _ in Double(random.below(100_000) * 2 + 1) / 16 }
            return KindCase(values, Self.array(values.map { "\($0)" }))
        }
        add("[String] of three", One<[String]>.self) { random in
            let values = random.words(3)
            return KindCase(values, Self.array(Self.quoted(values)))
        }
        add("[String?] of three", One<[String?]>.self) { random in
            let values = random.words(2)
            return KindCase([values[0], nil, values[1]], "[\"\(values[0])\",null,\"\(values[1])\"]")
        }
        add("[Kind] of three, with raw String", One<[KindStatus]>.self) { random in
            let values = (0..<3).map { _ in random.pick(KindStatus.allCases) }
            return KindCase(values, Self.array(values.map { "\"\($0.rawValue)\"" }))
        }
        add("[UUID] of three", One<[UUID]>.self) { random in
            let values = (0..<3).map { _ in random.uuid() }
            return KindCase(values, Self.array(values.map { "\"\($0.uuidString)\"" }))
        }
        add("[[Int]] of two by two", One<[[Int]]>.self) { random in
            let values = (0..<2).map { _ in (0..<2).map { _ in random.below(1_000_000) } }
            return KindCase(values, Self.array(values.map { Self.array($0.map { "\($0)" }) }))
        }
        add("ContiguousArray<Int> of three", One<ContiguousArray<Int>>.self) { random in
            let values = (0..<3).map { _ in random.below(1_000_000) }
            return KindCase(ContiguousArray(values), Self.array(values.map { "\($0)" }))
        }
        add("Set<String> of three", One<Set<String>>.self, .unordered) { random in
            let values = random.words(3)
            return KindCase(Set(values), Self.array(Self.quoted(values)))
        }
        add("Set<Int> of three", One<Set<Int>>.self, .unordered) { random in
            let first = 100_000 + random.below(100_000)
            let values = [first, first + 1_000 + random.below(1_000), first + 5_000]
            return KindCase(Set(values), Self.array(values.map { "\($0)" }))
        }
    }

    fileprivate mutating func addDictionaries() {
        add("[String: Int] of two", One<[String: Int]>.self, .unordered) { random in
            let (keys, values) = (random.words(2), (0..<2).map { _ in random.below(1_000_000) })
            return KindCase(Self.dictionary(keys, values), Self.object(Self.quoted(keys), values.map { "\($0)" }))
        }
        add("[String: String] of two", One<[String: String]>.self, .unordered) { random in
            let (keys, values) = (random.words(2), random.words(2))
            return KindCase(Self.dictionary(keys, values), Self.object(Self.quoted(keys), Self.quoted(values)))
        }
        add("[Int: String] of two", One<[Int: String]>.self, .unordered) { random in
            let (first, values) = (random.below(100_000), random.words(2))
            let keys = [first, first + 1]
            return KindCase(Self.dictionary(keys, values), Self.object(Self.quoted(keys.map { "\($0)" }), Self.quoted(values)))
        }
        // What is coded by the compiler has an array of keys and values, unless the keys are `CodingKeyRepresentable`.
        add("[Kind: Int] of two; in Codable an array", One<[KindStatus: Int]>.self, .unordered) { random in
            let (keys, values) = (Self.two(KindStatus.allCases, &random), (0..<2).map { _ in random.below(1_000_000) })
            let texts = Self.quoted(keys.map(\.rawValue))
            return KindCase(
                Self.dictionary(keys, values), Self.object(texts, values.map { "\($0)" }),
                coded: "[\(texts[0]),\(values[0]),\(texts[1]),\(values[1])]")
        }
        add("[Kind: Int] of two, CodingKeyRepresentable", One<[KindTopic: Int]>.self, .unordered) { random in
            let (keys, values) = (Self.two(KindTopic.allCases, &random), (0..<2).map { _ in random.below(1_000_000) })
            return KindCase(Self.dictionary(keys, values), Self.object(Self.quoted(keys.map(\.rawValue)), values.map { "\($0)" }))
        }
    }

    /// Adds the same object for whatever takes any JSON: two keys, one of them with an array.
    fileprivate mutating func addValues() {
        func parts(_ random: inout SplitMix64) -> (number: Int, list: [Int], text: String) {
            let (number, list) = (random.below(1_000_000), (0..<3).map { _ in random.below(1_000) })
            return (number, list, #"{"id":\#(number),"list":[\#(list.map { "\($0)" }.joined(separator: ","))]}"#)
        }
        addModel("Any?", OneAny.self, .unordered) { random in
            let (number, list, text) = parts(&random)
            return KindCase(["id": number, "list": list] as [String: Any], text)
        }
        addModel("[String: Any]", OneAnyDictionary.self, .unordered) { random in
            let (number, list, text) = parts(&random)
            return KindCase(["id": number, "list": list], text)
        }
        addModel("[Any]", OneAnyArray.self) { random in
            let (number, word) = (random.below(1_000_000), random.word())
            return KindCase([number, word, true], "[\(number),\"\(word)\",true]")
        }
        add("JSONValue", One<JSONValue>.self, .unordered) { random in
            let (number, list, text) = parts(&random)
            return KindCase(.object(Self.json(number, list)), text)
        }
        add("JSONObject", One<JSONObject>.self, .unordered) { random in
            let (number, list, text) = parts(&random)
            return KindCase(Self.json(number, list), text)
        }
        add("JSONNumber", One<JSONNumber>.self) { random in
            let value = random.below(1_000_000)
            return KindCase(JSONNumber(value), "\(value)")
        }
        addModel("RawJSON", OneRawJSON.self) { random in
            let (number, list, text) = parts(&random)
            return KindCase(RawJSON(.object(Self.json(number, list))), text)
        }
        add("AnyCodable by try?, 13 caught errors", One<AnyCodable>.self, .unordered) { random in
            let (number, list, text) = parts(&random)
            let values = ["id": AnyCodable(value: number), "list": AnyCodable(value: list.map { AnyCodable(value: $0) })]
            return KindCase(AnyCodable(value: values), text)
        }
    }

    private static func json(_ number: Int, _ list: [Int]) -> JSONObject {
        ["id": .number(JSONNumber(number)), "list": .array(list.map { .number(JSONNumber($0)) })]
    }

    private static func quoted(_ texts: [String]) -> [String] { texts.map { "\"\($0)\"" } }

    private static func array(_ texts: [String]) -> String { "[\(texts.joined(separator: ","))]" }

    private static func object(_ keys: [String], _ values: [String]) -> String {
        "{\(zip(keys, values).map { "\($0):\($1)" }.joined(separator: ","))}"
    }

    private static func dictionary<Key: Hashable, Value>(_ keys: [Key], _ values: [Value]) -> [Key: Value] {
        Dictionary(uniqueKeysWithValues: zip(keys, values))
    }

    /// Two that differ.
    private static func two<Value>(_ values: [Value], _ random: inout SplitMix64) -> [Value] {
        let first = random.below(values.count)
        return [values[first], values[(first + 1) % values.count]]
    }
}
