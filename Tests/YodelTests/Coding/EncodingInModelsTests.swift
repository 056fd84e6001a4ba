import Foundation
import Testing

@testable import Yodel

private typealias Key = EncodingProgram.Key

/// A value that encodes itself by a closure.
private struct Own: Encodable, @unchecked Sendable {
    // SAFETY of `@unchecked Sendable`: a test uses it in one place at a time.
    let write: (any Encoder) throws -> Void
    init(_ write: @escaping (any Encoder) throws -> Void) { self.write = write }
    func encode(to encoder: any Encoder) throws { try write(encoder) }

    /// One that fills a container of keys.
    static func keyed(_ write: @escaping (inout KeyedEncodingContainer<EncodingProgram.Key>) throws -> Void) -> Own {
        Own {
            var container = $0.container(keyedBy: EncodingProgram.Key.self)
            try write(&container)
        }
    }

    /// One that is one value.
    static func single(_ value: some Encodable & Sendable) -> Own {
        Own {
            var container = $0.singleValueContainer()
            try container.encode(value)
        }
    }
}

private struct Holder: Model {
    var before = 1
    var value: Own?
    var list: [Own] = []
    var byKey: [String: Own] = [:]
    var after = "/"
}

private struct Programs: Model {
    var before = 1
    var value: EncodingProgram?
    var list: [EncodingProgram] = []
    var after = "/"
}

/// Types that encode themselves inside of models: written by the containers of `CodableEncoder`, as the options of the model's encoder say.
@Suite("Codable types in models: encoding")
struct EncodingInModelsTests {
    private func options(_ change: (inout EncodingOptions) -> Void) -> EncodingOptions {
        var options = EncodingOptions.default
        change(&options)
        return options
    }

    private func text(_ value: Own, _ options: EncodingOptions = .default) throws -> String {
        var holder = Holder()
        holder.value = value
        holder.list = [value]
        let text = try ModelEncoder(options).encodeToString(holder)
        // In an array it is the same.
        let json = try ModelDecoder().decode(JSONObject.self, from: text)
        let (alone, list) = (json["value"] ?? json["VALUE"], json["list"] ?? json["LIST"])
        #expect(list?[0] == alone ?? .null)
        return try alone.map { value in
            let written = try ModelEncoder(options).encodeToString(value)
            #expect(options.isPretty || text.contains(written))
            return written
        } ?? "nothing"
    }

    private func failure(_ options: EncodingOptions = .default, _ write: @escaping (any Encoder) throws -> Void) -> ModelError? {
        var holder = Holder()
        holder.list = [.single(1), Own(write)]
        return #expect(throws: ModelError.self) { try ModelEncoder(options).encode(holder) }
    }

    // MARK: As CodableEncoder

    /// Containers in any order, keys twice, super encoders: what `CodableEncoder` makes of them, Foundation's encoder has said.
    @Test(arguments: 0..<8)
    func containersAreFilledInAnyOrder(_ part: Int) throws {
        let (isSorted, isPretty, escapes) = (part & 1 != 0, part & 2 != 0, part & 4 != 0)
        let writing = options { ($0.sortsKeys, $0.isPretty, $0.escapesSlashes) = (isSorted, isPretty, escapes) }
        let plain = CodableEncoder()
        if isSorted { plain.outputFormatting.insert(.sortedKeys) }
        if !escapes { plain.outputFormatting.insert(.withoutEscapingSlashes) }
        for seed in 0..<200 {
            var generator = SeededGenerator(seed: UInt64(part * 1000 + seed))
            let (value, first, second) = (
                EncodingProgram.random(&generator, shape: .keyed), EncodingProgram.random(&generator, shape: .unkeyed),
                EncodingProgram.random(&generator, shape: .keyed)
            )
            let (valueText, firstText, secondText) = try (
                plain.encodeToString(value), plain.encodeToString(first), plain.encodeToString(second)
            )
            let slash = escapes ? "\\/" : "/"
            var expected = #"{"before":1,"value":\#(valueText),"list":[\#(firstText),\#(secondText)],"after":"\#(slash)"}"#
            if isSorted { expected = #"{"after":"\#(slash)","before":1,"list":[\#(firstText),\#(secondText)],"value":\#(valueText)}"# }
            if isPretty { expected = try ModelEncoder(writing).encodeToString(ModelDecoder().decode(JSONValue.self, from: expected)) }
            let ours = try ModelEncoder(writing).encodeToString(Programs(value: value, list: [first, second]))
            guard ours == expected else {
                Issue.record("seed \(part * 1000 + seed)\n\(expected)\n\(ours)\n\(value)\n\(first)\n\(second)")
                return
            }
        }
    }

    // MARK: Values that are left out

    private static let gaps = Own.keyed { container in
        try container.encode(Double.nan, forKey: Key("first"))
        try container.encode(1, forKey: Key("twice"))
        try container.encode(-Float.infinity, forKey: Key("twice"))
        try container.encode(Double.nan, forKey: Key("again"))
        try container.encode("/", forKey: Key("again"))
        var nested = container.nestedContainer(keyedBy: Key.self, forKey: Key("nested"))
        try nested.encode(Decimal.nan, forKey: Key("only"))
        var list = container.nestedUnkeyedContainer(forKey: Key("list"))
        try list.encode(1)
        try list.encode(Double.infinity)
        try container.encode([Double.nan, 0.5], forKey: Key("numbers"))
        try list.encode(Own.single(Double.nan))
        try container.encode(Own.single(Own.single(Double.nan)), forKey: Key("single"))
        try list.encode(["key": Double.nan])
        try Own.single(Double.nan).encode(to: container.superEncoder(forKey: Key("super")))
        try Own.single(Double.nan).encode(to: list.superEncoder())
        try container.encode(Date(timeIntervalSince1970: .infinity), forKey: Key("date"))
        // A value that writes elsewhere while it is encoded.
        let outer = container
        try container.encode(
            Own {
                var single = $0.singleValueContainer()
                var outer = outer
                try outer.encode(2, forKey: Key("between"))
                try single.encode(Double.nan)
            }, forKey: Key("detached"))
    }

    @Test func valuesAreLeftOutWithTheirKeys() throws {
        let left = #"{"again":"/","nested":{},"list":[1,null,null,{},null],"numbers":[null,0.5],"between":2}"#
        #expect(try text(Self.gaps) == left)
        #expect(
            try text(Self.gaps, options { $0.sortsKeys = true })
                == #"{"again":"/","between":2,"list":[1,null,null,{},null],"nested":{},"numbers":[null,0.5]}"#)
        let pretty = try text(Self.gaps, options { $0.isPretty = true })
        #expect(try ModelDecoder().decode(JSONValue.self, from: pretty) == ModelDecoder().decode(JSONValue.self, from: left))
        #expect(try text(.single(Double.nan)) == "nothing")
        var holder = Holder()
        holder.byKey = ["a": .single(Double.nan)]
        #expect(try ModelEncoder().encodeToString(holder) == #"{"before":1,"list":[],"byKey":{},"after":"/"}"#)
    }

    @Test func orNullStandsForThem() throws {
        let null = try text(Self.gaps, options { ($0.onNonFinite, $0.sortsKeys) = (.null, true) })
        #expect(
            null == """
                {"again":"/","between":2,"date":null,"detached":null,"first":null,"list":[1,null,null,{"key":null},null],\
                "nested":{"only":null},"numbers":[null,0.5],"single":null,"super":null,"twice":null}
                """)
    }

    @Test func anObjectOfWhichAllIsLeftOutIsEmpty() throws {
        for count in 1...40 {
            let value = Own.keyed { for index in 0..<count { try $0.encode(Double.nan, forKey: Key("key\(index)")) } }
            #expect(try text(value) == "{}")
        }
    }

    // MARK: Options

    private enum Word: String, CodingKey, Hashable, Codable, CodingKeyRepresentable { case firstWord, secondWord }

    @Test func keysOfTypesHaveTheStyleAndThoseOfDictionariesStay() throws {
        enum Kind: Encodable { case withNumber(maxValue: Int) }
        struct Type: Encodable {
            var userName = 1
            var byText: [String: [String: Kind]?] = ["oneKey": ["twoKeys": .withNumber(maxValue: 2)]]
            var byNumber: [Int: String]? = [-5: "a"]
            var byWord: [Word: Int] = [.firstWord: 1]
            var ints = ["camelCase": 1]
        }
        let value = Own { try Type().encode(to: $0) }
        #expect(
            try text(value, options { $0.keyStyle = .snakeCase }) == """
                {"user_name":1,"by_text":{"oneKey":{"twoKeys":{"with_number":{"max_value":2}}}},"by_number":{"-5":"a"},\
                "by_word":{"firstWord":1},"ints":{"camelCase":1}}
                """)
        let shout = options { $0.keyStyle = .custom { $0.uppercased() } }
        #expect(try text(.keyed { try $0.encode([1: ["b": Type?.none]], forKey: Key("a")) }, shout) == #"{"A":{"1":{"b":null}}}"#)
        #expect(try text(.keyed { try Own.single(1).encode(to: $0.superEncoder()) }, shout) == #"{"SUPER":1}"#)
    }

    @Test func valuesHaveTheFormThatTheOptionsSay() throws {
        struct Type: Encodable {
            var at = Date(timeIntervalSince1970: 1.5)
            var data = Data("é/".utf8)
            var link = URL(string: "https://example.org/a")!
            var price = Decimal(string: "-12.50")!
            var whole = 2.0
            var large = 9_007_199_254_740_993
            var wide = UInt128.max
            var half: Float = 0.5
            var text = "é/"
            var none: Double?
            var raw = try! ModelDecoder().decode(RawJSON.self, from: #"{"n":9007199254740993}"#)
            var json: JSONValue = ["oneKey": [1, nil, true, "é", 9_007_199_254_740_993]]
            var number = try! ModelDecoder().decode(JSONNumber.self, from: "1.50")
            var object: JSONObject = ["b": 1, "a": .null]
        }
        let value = Own { try Type().encode(to: $0) }
        let writing = options {
            ($0.dateFormat, $0.dataFormat, $0.onNil, $0.largeIntegers) = (.epochMilliseconds, .utf8, .null, .string)
            ($0.escapesNonASCII, $0.escapesSlashes, $0.sortsKeys, $0.keyStyle) = (true, true, true, .snakeCase)
        }
        var holder = Holder()
        holder.value = value
        #expect(
            try ModelEncoder(writing).encodeToString(holder) == #"""
                {"after":"\/","before":1,"by_key":{},"list":[],"value":{"at":1500,"data":"\u00e9\/","half":0.5,\#
                "json":{"oneKey":[1,null,true,"\u00e9","9007199254740993"]},"large":"9007199254740993","link":"https:\/\/example.org\/a",\#
                "none":null,"number":1.50,"object":{"a":null,"b":1},"price":-12.5,"raw":{"n":9007199254740993},"text":"\u00e9\/",\#
                "whole":2.0,"wide":"340282366920938463463374607431768211455"}}
                """#)
        #expect(
            try text(.keyed { try $0.encode(Type().at, forKey: Key("at")) }, options { $0.dateFormat = .pattern("yyyy/MM/dd") })
                == #"{"at":"1970/01/01"}"#)
    }

    /// A form of dates of the program's own may do what it likes, even write into what is being written.
    @Test func aFormOfDatesThatEncodes() throws {
        nonisolated(unsafe) var container: KeyedEncodingContainer<Key>?
        let format = EncodingOptions.DateFormat.custom(
            read: { _ in nil },
            write: { date in
                var copy = container
                try? copy?.encode(String(repeating: "x", count: 5000), forKey: Key("written"))
                return "the date"
            })
        let value = Own {
            var own = $0.container(keyedBy: Key.self)
            container = own
            try own.encode(Date(), forKey: Key("at"))
            container = nil
        }
        let json = try ModelDecoder().decode(JSONValue.self, from: text(value, options { $0.dateFormat = format }))
        #expect(json["at"] == "the date" && json["written"]?.stringValue?.count == 5000)
    }

    // MARK: Errors

    @Test func errorsHaveTheWayThroughNestedContainers() {
        let strict = options { ($0.onNonFinite, $0.keyStyle) = (.fail, .snakeCase) }
        let number = failure(strict) {
            var container = $0.container(keyedBy: Key.self)
            var list = container.nestedUnkeyedContainer(forKey: Key("someList"))
            try list.encode(1)
            var nested = list.nestedContainer(keyedBy: Key.self)
            try nested.encode(["aKey": [0.5, .nan]], forKey: Key("theValue"))
        }
        #expect(number?.code == .nonFiniteNumber && number?.path.description == "list[1].some_list[1].the_value.aKey[1]")
        struct Refusal: Error {}
        let own = failure(strict) {
            var container = $0.container(keyedBy: Key.self)
            var nested = container.nestedContainer(keyedBy: Key.self, forKey: Key("a"))
            try nested.encode(Own.keyed { try $0.encode([1: Own { _ in throw Refusal() }], forKey: Key("b")) }, forKey: Key("c"))
        }
        #expect(own?.code == .modelCodeFailed && own?.underlying is Refusal && own?.path.description == "list[1].a.c.b.1")
    }

    /// An error that a type catches says nothing of a later one.
    @Test func aCaughtErrorIsNoReason() {
        let error = failure(options { $0.onNonFinite = .fail }) {
            var container = $0.container(keyedBy: Key.self)
            try? container.encode(Double.nan, forKey: Key("a"))
            throw EncodingError.invalidValue(1, .init(codingPath: [Key("b")], debugDescription: "own"))
        }
        #expect(error?.code == .modelCodeFailed && error?.underlying is EncodingError && error?.path.description == "list[1].b")
        let data = failure(options { ($0.onNonFinite, $0.dataFormat) = (.fail, .utf8) }) {
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
        let error = failure(.default, write)
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
        #expect(try text(.keyed { try $0.encode(1, forKey: Key("a")) }) == #"{"a":1}"#)
    }

    /// A value that its type encodes where a container is goes nowhere with Foundation; here that is said.
    @Test func aValueBehindAContainerIsAnError() {
        let error = failure {
            _ = $0.container(keyedBy: Key.self)
            var single = $0.singleValueContainer()
            try single.encode(1)
        }
        #expect(error?.code == .modelCodeFailed)
        let nothing = failure { _ in }
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
        let writing = options { $0.maximumDepth = limit }
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
            let error = failure(writing) { try value.encode(to: $0) }
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
        #expect(try text(value) == #"{"a":1,"b":64,"c":2}"#)
    }
}
