import Foundation
import Testing

@testable import Yodel

private typealias Key = EncodingProgram.Key
private typealias Own = EncodedByClosure.Own
private typealias Holder = EncodedByClosure.Holder

/// What goes wrong in types that encode themselves inside of models: where it was, what it ends, and what stays.
@Suite("Codable types in models: errors of encoding")
struct EncodingErrorsInModelsTests {
    @Test func errorsHaveTheWayThroughNestedContainers() {
        let strict = EncodedByClosure.options { ($0.onNonFinite, $0.keyStyle) = (.fail, .snakeCase) }
        let number = EncodedByClosure.failure(strict) {
            var container = $0.container(keyedBy: Key.self)
            var list = container.nestedUnkeyedContainer(forKey: Key("someList"))
            try list.encode(1)
            var nested = list.nestedContainer(keyedBy: Key.self)
            try nested.encode(["aKey": [0.5, .nan]], forKey: Key("theValue"))
        }
        #expect(number?.code == .nonFiniteNumber && number?.path.description == "list[1].some_list[1].the_value.aKey[1]")
        struct Refusal: Error {}
        let own = EncodedByClosure.failure(strict) {
            var container = $0.container(keyedBy: Key.self)
            var nested = container.nestedContainer(keyedBy: Key.self, forKey: Key("a"))
            try nested.encode(Own.keyed { try $0.encode([1: Own { _ in throw Refusal() }], forKey: Key("b")) }, forKey: Key("c"))
        }
        #expect(own?.code == .modelCodeFailed && own?.underlying is Refusal && own?.path.description == "list[1].a.c.b.1")
    }

    /// An error that a type catches says nothing of a later one.
    @Test func aCaughtErrorIsNoReason() {
        let error = EncodedByClosure.failure(EncodedByClosure.options { $0.onNonFinite = .fail }) {
            var container = $0.container(keyedBy: Key.self)
            try? container.encode(Double.nan, forKey: Key("a"))
            throw EncodingError.invalidValue(1, .init(codingPath: [Key("b")], debugDescription: "own"))
        }
        #expect(error?.code == .modelCodeFailed && error?.underlying is EncodingError && error?.path.description == "list[1].b")
        let data = EncodedByClosure.failure(EncodedByClosure.options { ($0.onNonFinite, $0.dataFormat) = (.fail, .utf8) }) {
            var container = $0.container(keyedBy: Key.self)
            try? container.encode(Double.nan, forKey: Key("a"))
            try container.encode(Data([0xFF]), forKey: Key("d"))
        }
        #expect(data?.code == .invalidValue && data?.path.description == "list[1].d")
    }

    @Test func aCaughtErrorIsNoPlace() {
        struct Refusal: Error {}
        let deep = Own.keyed { try $0.encode(["b": ["c": Own { _ in throw Refusal() }]], forKey: Key("a")) }
        var holder = Holder()
        holder.list = [
            .keyed {
                try? $0.encode(deep, forKey: Key("caught"))
                try $0.encode(1, forKey: Key("x"))
            }, .keyed { try $0.encode(Own { _ in throw Refusal() }, forKey: Key("y")) },
        ]
        let error = #expect(throws: ModelError.self) { try ModelEncoder().encode(holder) }
        #expect(error?.underlying is Refusal && error?.path.description == "list[1].y")
    }

    private static let misuses: [(String, @Sendable (any Encoder) throws -> Void)] = [
        (
            "two values",
            { @Sendable encoder in
                var single = encoder.singleValueContainer()
                try single.encode(1)
                try single.encode(2)
            }
        ),
        (
            "two values with containers",
            { @Sendable encoder in
                var single = encoder.singleValueContainer()
                try single.encode(Own.keyed { try $0.encode(1, forKey: Key("a")) })
                try single.encode(Own.keyed { try $0.encode(1, forKey: Key("a")) })
            }
        ),
        (
            "an array behind an object",
            { @Sendable encoder in
                var keyed = encoder.container(keyedBy: Key.self)
                try keyed.encode([1], forKey: Key("a"))
                var nested = keyed.nestedUnkeyedContainer(forKey: Key("n"))
                try nested.encode(1)
                var list = encoder.unkeyedContainer()
                try list.encode(["a": 1])
                try nested.encode(2)
                try keyed.encode("later", forKey: Key("b"))
                try list.encode(3)
            }
        ),
        (
            "an object behind a value",
            { @Sendable encoder in
                var single = encoder.singleValueContainer()
                try single.encode("text")
                var keyed = encoder.container(keyedBy: Key.self)
                try keyed.encode([1], forKey: Key("a"))
            }
        ),
        (
            "another container for a key",
            { @Sendable encoder in
                var keyed = encoder.container(keyedBy: Key.self)
                var first = keyed.nestedContainer(keyedBy: Key.self, forKey: Key("n"))
                try first.encode("{", forKey: Key("a"))
                var second = keyed.nestedUnkeyedContainer(forKey: Key("n"))
                try second.encode(["b": "]"])
                try first.encode(2, forKey: Key("c"))
                try keyed.encode("x", forKey: Key("v"))
                var third = keyed.nestedUnkeyedContainer(forKey: Key("v"))
                try third.encode(1)
            }
        ),
    ]

    /// What no encoder can follow ends with an error, not with the program, and what is written meanwhile goes nowhere.
    @Test(arguments: misuses)
    func whatNoEncoderCanFollow(what: String, write: @escaping @Sendable (any Encoder) throws -> Void) throws {
        let error = EncodedByClosure.failure(.default, write)
        #expect(
            error?.code == .modelCodeFailed && error?.underlying is EncodingError && error?.path.description.hasPrefix("list[1]") == true)
        let encoder = CodableEncoder()
        for value in [Own(write), Own.keyed { try $0.encode([Own(write)], forKey: Key("list")) }] {
            let plain = #expect(throws: EncodingError.self) { try encoder.encode(value) }
            guard case .invalidValue(_, let context) = plain else { continue }
            #expect(context.debugDescription.hasPrefix("Attempt to "))
        }
        // Nothing of it is left.
        #expect(try encoder.encodeToString(["a": 1]) == #"{"a":1}"#)
        #expect(try EncodedByClosure.text(.keyed { try $0.encode(1, forKey: Key("a")) }) == #"{"a":1}"#)
    }

    /// A value that its type encodes where a container is goes nowhere with Foundation; here that is said.
    @Test func aValueBehindAContainerIsAnError() {
        let error = EncodedByClosure.failure {
            _ = $0.container(keyedBy: Key.self)
            var single = $0.singleValueContainer()
            try single.encode(1)
        }
        #expect(error?.code == .modelCodeFailed)
        let nothing = EncodedByClosure.failure { _ in }
        #expect(nothing?.code == .modelCodeFailed && nothing?.path.description == "list[1]")
    }

    // MARK: Depth

    @Test(arguments: [3, 4, 17])
    func theLimitOfDepthCountsWhatIsAround(limit: Int) throws {
        func nested(_ depth: Int) -> Own {
            depth == 0
                ? .single(1)
                : Own {
                    var list = $0.unkeyedContainer()
                    try list.encode(nested(depth - 1))
                }
        }
        func json(_ depth: Int) -> JSONValue { depth == 0 ? 1 : [json(depth - 1)] }
        let writing = EncodedByClosure.options { $0.maximumDepth = limit }
        var raw = String(repeating: "[", count: limit - 2) + "1" + String(repeating: "]", count: limit - 2)
        // Two containers are around it.
        let fitting = [
            nested(limit - 2), .single(json(limit - 2)), .single(try ModelDecoder().decode(RawJSON.self, from: raw)),
            .keyed {
                var list = $0.nestedUnkeyedContainer(forKey: Key("a")); try list.encode(nested(limit - 4))
            },
        ]
        raw = "[" + raw + "]"
        let tooDeep = [nested(limit - 1), .single(json(limit - 1)), .single(try ModelDecoder().decode(RawJSON.self, from: raw))]
        for value in fitting.prefix(limit == 3 ? 3 : 4) {
            var holder = Holder()
            holder.list = [value]
            #expect(throws: Never.self) { try ModelEncoder(writing).encode(holder) }
        }
        for value in tooDeep {
            let error = EncodedByClosure.failure(writing) { try value.encode(to: $0) }
            #expect(error?.code == .depthLimit && error?.path.description.hasPrefix("list[1]") == true)
        }
    }

    // MARK: Who keeps a part

    @Test func whatIsKeptIsWithoutEffect() throws {
        var kept: [(any Encoder, KeyedEncodingContainer<Key>)] = []
        var holder = Holder()
        holder.list = (0..<3).map { number in
            Own {
                var container = $0.container(keyedBy: Key.self)
                for index in kept.indices { try kept[index].1.encode("lost", forKey: Key("late")) }
                try container.encode(number, forKey: Key("number"))
                kept.append(($0, container))
            }
        }
        #expect(
            try ModelEncoder().encodeToString(holder)
                == #"{"before":1,"list":[{"number":0},{"number":1},{"number":2}],"byKey":{},"after":"/"}"#)
        for index in kept.indices {
            try kept[index].1.encode("lost", forKey: Key("later"))
            #expect(kept[index].0.codingPath.isEmpty)
        }
        #expect(try ModelEncoder().encodeToString(Holder()) == #"{"before":1,"list":[],"byKey":{},"after":"/"}"#)
    }

    /// A type's own code may use an encoder of models meanwhile.
    @Test func anEncoderInsideAnother() throws {
        var inner = Holder()
        inner.value = .keyed { try $0.encode("in", forKey: Key("a")) }
        let (encoder, holder) = (ModelEncoder(), inner)
        let value = Own.keyed {
            try $0.encode(1, forKey: Key("a"))
            try $0.encode(encoder.encodeToString(holder).utf8.count, forKey: Key("b"))
            try $0.encode(2, forKey: Key("c"))
        }
        #expect(try EncodedByClosure.text(value) == #"{"a":1,"b":64,"c":2}"#)
    }
}
