import Foundation
import Testing

@testable import Yodel
@testable import YodelTestSupport

/// Values of `Any` are written as the JSON that they stand for, whether they are looked at where they stand or asked by casts.
@Suite("Any written")
struct AnyWritingTests {
    private struct Holder: Model {
        var any: Any = 0
        var maybe: Any?
        var array: [Any] = []
        var dictionary: [String: Any] = [:]
    }

    private class Base { var name = "b" }
    private final class Marked: PlainValueConvertible {
        var plainValue: Any? { ["marked": [1, nil] as [Any?]] as [String: Any] }
    }
    private final class Nothing: PlainValueConvertible { var plainValue: Any? { nil } }
    private struct Small: Hashable { var number: UInt8 = 3 }

    private static let text = "a text that is longer than fifteen bytes, é/\"\n"

    // SAFETY: the values are only looked at.
    nonisolated(unsafe) private static let scalars: [Any] =
        [
            "", "short", text, "\u{0}\u{1F}", 0, Int.min, Int.max, true, false, 0.0, -0.0, 2.0, 0.1, 1e300, Double.leastNonzeroMagnitude,
            Float(0.1),
            Float16(1.5),
        ] as [Any] + [
            Decimal(1_234_567) / 1000, UInt8(255), Int8(-128), UInt64.max, Int128.min, Substring("part of it"), Character("é"),
            JSONValue.array([1, "two"]), ["k": "v"] as JSONObject, JSONNumber("1.50")!, AnyHashable(7), AnyHashable("hashed"),
        ] as [Any] + [
            (nil as Int?) as Any, (nil as Any?) as Any, Optional<Any>.some("some") as Any, Optional<Int?>.some(nil) as Any,
            [1, 2], [Int.min, 0, .max], [text, "", "short"], [Int](), [0.5], [UInt8(1)], Set([4]), ContiguousArray([true]), [1: "one"],
            ["k": 0.5], [String](), [String: Int](), Marked(), Nothing(),
            ["x": Marked()], [(nil as Int?) as Any, 1] as [Any],
        ] as [Any]

    /// A value that is nested at random; dictionaries have one key at most if they are to be in one order.
    private static func random(_ generator: inout SeededGenerator, depth: Int, keys: Int) -> Any {
        switch generator.below(depth > 0 ? 6 : 4) {
        case 4: return (0..<generator.below(4)).map { _ in random(&generator, depth: depth - 1, keys: keys) }
        case 5:
            var dictionary: [String: Any] = [:]
            for key in 0..<generator.below(keys + 1) {
                dictionary[generator.pick(["k\(key)", "é/\(key)", ""])] = random(&generator, depth: depth - 1, keys: keys)
            }
            return dictionary
        default: return generator.pick(scalars)
        }
    }

    /// The JSON that a value stands for, found out by casts at every level.
    private static func json(_ value: Any) -> JSONValue {
        switch PlainValue.asked(value) {
        case .null: .null
        case .bool(let value): .bool(value)
        case .number(let text): .number(JSONNumber(unchecked: text))
        case .string(let text): .string(text)
        case .json(let value): value
        case .array(let elements): .array(elements.map { json($0) })
        case .object(let pairs): .object(JSONObject(pairs.map { (key: $0.key, value: json($0.value)) }))
        case .other: .string("none of these")
        }
    }

    private static func randomOptions(_ generator: inout SeededGenerator) -> EncodingOptions {
        var options = EncodingOptions.default
        options.sortsKeys = generator.pick([true, false])
        options.isPretty = generator.pick([true, false])
        options.escapesSlashes = generator.pick([true, false])
        options.escapesNonASCII = generator.pick([true, false])
        options.largeIntegers = generator.pick([.number, .string])
        return options
    }

    @Test(arguments: some(10, of: 0..<200))
    func valuesAreWrittenAsTheJSONThatTheyStandFor(_ seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        for _ in 0..<20 {
            let chosen = Self.randomOptions(&generator)
            let encoder = ModelEncoder(chosen)
            let keys = chosen.sortsKeys ? 4 : 1
            let value = Self.random(&generator, depth: 3, keys: keys)
            var holder = Holder()
            holder.any = value
            holder.maybe = generator.below(3) == 0 ? nil : value
            holder.array = [value, Self.random(&generator, depth: 2, keys: keys)]
            holder.dictionary = ["d": value]
            var expected = JSONObject()
            let any = Self.json(value)
            // Nil is left out where it is a property, and null where it is in a container.
            if any != .null { expected["any"] = any }
            if any != .null && holder.maybe != nil { expected["maybe"] = any }
            expected["array"] = .array(holder.array.map { Self.json($0) })
            expected["dictionary"] = .object(["d": any])
            let text = try encoder.encodeToString(JSONValue.object(expected))
            #expect(try encoder.encodeToString(holder) == text, "seed \(seed): \(value), \(chosen)")
        }
    }

    /// Where keys have no order, all are written.
    @Test(arguments: some(10, of: 0..<100))
    func dictionariesAreWrittenWithAllTheirKeys(_ seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        for _ in 0..<10 {
            let value = Self.random(&generator, depth: 3, keys: 9)
            let written = try ModelEncoder().encodeToString([value, ["key": value]] as [Any])
            let read = try ModelDecoder().decode(JSONValue.self, from: written)
            let sorted = ModelEncoder(options { $0.sortsKeys = true })
            let json = Self.json(value)
            let expected = try sorted.encodeToString(JSONValue.array([json, .object(["key": json])]))
            #expect(try sorted.encodeToString(read) == expected, "seed \(seed)")
        }
    }

    @Test func numbersThatJSONDoesNotHave() throws {
        let values: [Any] = [Double.nan, -Double.infinity, Float.infinity, Float16.nan, Decimal.nan]
        for value in values {
            let dictionary: [String: Any] = ["a": [value, 1] as [Any], "b": value]
            let omitted = try ModelEncoder(options { $0.onNonFinite = .omit }).encodeToString(dictionary)
            #expect(omitted == #"{"a":[null,1]}"#, "\(value)")
            let null = try ModelEncoder(options { $0.onNonFinite = .null }).encodeToString(dictionary)
            #expect([#"{"a":[null,1],"b":null}"#, #"{"b":null,"a":[null,1]}"#].contains(null), "\(value)")
            #expect(throws: ModelError.self) { try ModelEncoder(options { $0.onNonFinite = .fail }).encodeToString(dictionary) }
        }
    }

    /// The place of a value that cannot be written.
    @Test func failuresHaveTheirPlaces() {
        let closure: () -> Void = {}
        for value in [closure, Base()] as [Any] {
            var holder = Holder()
            holder.any = ["key": [1, ["deep": value] as [String: Any]] as [Any]] as [String: Any]
            #expect { try ModelEncoder().encode(holder) } throws: { error in
                (error as? ModelError)?.path.description == JSONPath([.key("any"), .key("key"), .index(1), .key("deep")]).description
            }
        }
    }

    @Test func theDepthIsLimited() throws {
        var value: Any = 1
        for level in 0..<10 { value = level % 2 == 0 ? [value] as [Any] : ["k": value] as [String: Any] }
        #expect(try ModelEncoder(options { $0.maximumDepth = 11 }).encodeToString([value]).hasPrefix(#"[{"k":[{"k":["#))
        #expect(throws: ModelError.self) {
            try ModelEncoder(options { $0.maximumDepth = 10 }).encodeToString([value])
        }
    }

    // MARK: What types tell

    /// Were it not, values would be copied and asked, and nothing else would tell.
    @Test func theLayoutOfThisToolchainIsKnown() { #expect(AnyPlace.isKnown) }

    @Test func anyTellsItsTypeWhereItStands() {
        AnyPlace.forEach(in: Self.scalars) { index, place in
            #expect(place.type == type(of: Self.scalars[index]) || place.type is AnyClass, "\(Self.scalars[index])")
            return true
        }
        let nils: [Any] = [Optional<Int>.none as Any, Optional<Any>.none as Any, Optional<String>.none as Any]
        AnyPlace.forEach(in: nils + [Optional<Any>.some(1) as Any, Optional<Int?>.some(nil) as Any, 1]) { index, place in
            #expect(place.isNil == (index < nils.count), "\(index)")
            return true
        }
        var count = 0
        AnyPlace.forEach(in: [1, 2, 3]) { index, _ in
            count += 1
            return index < 1
        }
        #expect(count == 2)
    }

    /// What is remembered of a type says the same of its values as casts do, again and again.
    @Test func typesTellWhatCastsSay() {
        let others: [Any] = [
            Date(timeIntervalSince1970: 1), Data([1]), URL(string: "https://example.org")!, UUID(), Small(), Base(), (1, "two"), Int.self,
            Double.nan, Float.infinity, Decimal.nan, RawSamples.Odd.letter, [Small(): 1], NSNumber(value: 3), NSNull(),
            NSString(string: "text"), 5 as AnyObject, JSONValue.null,
        ]
        for _ in 0..<3 {
            for value in Self.scalars + others {
                #expect(String(describing: PlainValue(value)) == String(describing: PlainValue.asked(value)), "\(value)")
            }
        }
        #expect(PlainKind.of(Base.self) == .untold && PlainKind.of(AnyHashable.self) == .untold)
    }

    /// More types than there are places for.
    @Test func typesThatFindNoPlaceAreAskedAgain() {
        func nested<T>(_ type: T.Type, _ depth: Int) {
            #expect(PlainKind.of(type) == (depth == 0 ? .int : depth == 1 ? .integers : .list))
            if depth < 300 { nest(type, depth) }
        }
        func nest<T>(_ type: T.Type, _ depth: Int) { nested([T].self, depth + 1) }
        for _ in 0..<2 { nested(Int.self, 0) }
        #expect(PlainKind.of(String.self) == .string && PlainKind.of([Any].self) == .array)
    }

    @Test func manyThreadsAskForKinds() {
        let failures = Locked<[String]>([])
        onEightThreads { thread in
            for index in Self.scalars.indices {
                let value = Self.scalars[(index + thread * 5) % Self.scalars.count]
                if String(describing: PlainValue(value)) != String(describing: PlainValue.asked(value)) { failures.add("\(value)") }
            }
        }
        #expect(failures.current.isEmpty, "\(failures.current)")
    }
}
