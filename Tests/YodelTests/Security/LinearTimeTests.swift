import FoundationEssentials
import Testing

@testable import Yodel
@testable import YodelTestSupport

// Documents made to be slow: whatever stands in them, four times the bytes take about four times as long. A list that is searched for each key, a
// token that is read again with each chunk, or digits multiplied by digits would show as sixteen times.

@Suite(.serialized, .early) struct LinearTimeTests {
    /// A document of a given size, and how it is read.
    struct Attack: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let size: Int
        let make: @Sendable (Int) -> String
        let read: @Sendable ([UInt8]) throws -> Void

        init(_ name: String, _ size: Int, _ make: @escaping @Sendable (Int) -> String, _ read: @escaping @Sendable ([UInt8]) throws -> Void)
        {
            testDescription = name
            self.size = size
            self.make = make
            self.read = read
        }

        /// How large it is in this run. What is made of thousands of pieces is smaller by default: a search of them all at each piece would still show.
        /// One long token is read so quickly that it stays as long.
        var wantedSize: Int {
            guard triesFewerCases, size < 100_000 else { return size }
            return size >= 2_000 ? size / 4 : size >= 1_000 ? size / 2 : size
        }

        /// Read as several types, by several options.
        static func all(
            _ name: String, _ size: Int, _ make: @escaping @Sendable (Int) -> String, _ ways: [(String, @Sendable ([UInt8]) throws -> Void)]
        ) -> [Attack] {
            ways.map { Attack("\(name), \($0.0)", size, make, $0.1) }
        }
    }

    private static let attacks = [
        Attack.keys, Attack.numbers, Attack.strings, Attack.routes, Attack.objects, Attack.chunks, Attack.streams,
        Attack.caught,
    ]

    @Test(.slow, arguments: attacks.flatMap { some(1, of: $0) })
    func timeIsLinear(attack: Attack) throws {
        try LinearTime.expect(attack.wantedSize, attack.testDescription, make: { Array(attack.make($0).utf8) }, run: attack.read)
    }

    @Test(.slow, arguments: some(1, of: Attack.sets) + some(2, of: Attack.looks) + some(1, of: Attack.reports) + some(2, of: Attack.marked))
    func whatIsComparedIsLinear(attack: Attack) throws {
        try LinearTime.expect(attack.size, attack.testDescription, make: { Array(attack.make($0).utf8) }, run: attack.read)
    }

    @Test(.slow, arguments: some(3, of: Attack.codedMarks))
    func marksCostTypesThatCodeThemselvesLinearTime(attack: Attack) throws {
        try LinearTime.expect(attack.wantedSize, attack.testDescription, make: { Array(attack.make($0).utf8) }, run: attack.read)
    }

    @Test(.slow, arguments: some(3, of: Attack.waysIn) + Attack.otherWays.flatMap { some(1, of: $0) })
    func everyWayIsLinear(attack: Attack) throws {
        try LinearTime.expect(attack.wantedSize, attack.testDescription, make: { Array(attack.make($0).utf8) }, run: attack.read)
    }

    /// Keys that share length, first and last bytes with a model's own have its hash, whatever the seed: each costs a compare of bytes, no search. The
    /// model's own keys that are alike cost as many compares as there are of them, which is the model's affair.
    @Test func keysMadeToCollideCostACompare() throws {
        let count = triesFewerCases ? 5_000 : 20_000
        func keys<T>(_ type: T.Type, _ key: (Int) -> String) -> () throws -> Void {
            let document = Array(("{" + (0..<count).map { "\"\(key($0))\":0" }.joined(separator: ",") + "}").utf8)
            return { _ = try ModelDecoder().decode(type, from: document) }
        }
        struct Target: Model {
            var value = 0
            static func describe(_ model: inout ModelDescription) { model.keys = ["value": "received_000000_events"] }
        }
        let alike = keys(Target.self) { "received_\(100_000 + $0)_events" }
        let other = keys(Target.self) { "rfceived_\(100_000 + $0)_events" }
        try LinearTime.expect("one key", alike, takesLessThan: 3, times: other)
        let many = keys(AlikeTarget.self) { "received\(100 + $0 % 900)_events_url" }
        try LinearTime.expect("many keys", many, takesLessThan: 100, times: other)
    }
}

private func decode<T>(_ type: T.Type, _ options: DecodingOptions = .lenient) -> @Sendable ([UInt8]) throws -> Void
where T: SendableMetatype {
    { _ = try ModelDecoder(options).decode(type, from: $0) }
}

/// The document is refused.
private func refused<T>(_ type: T.Type, _ options: DecodingOptions) -> @Sendable ([UInt8]) throws -> Void where T: SendableMetatype {
    { bytes in #expect(throws: ModelError.self) { try ModelDecoder(options).decode(type, from: bytes) } }
}

private func reported<T>(_ type: T.Type) -> @Sendable ([UInt8]) throws -> Void where T: SendableMetatype {
    { bytes in
        var report = DecodingReport()
        _ = try ModelDecoder().decode(type, from: Data(bytes), report: &report)
    }
}

private func cut<T>(_ type: T.Type, _ size: Int) -> @Sendable ([UInt8]) throws -> Void where T: SendableMetatype {
    { _ = try decodeInChunks(type, $0, size: size).get() }
}

private func merged(_ bytes: [UInt8]) throws {
    var target = LinkedTarget()
    target.next = LinkedTarget()
    try ModelDecoder().update(&target, from: bytes)
}

private func repeated(_ count: Int, _ separator: String = ",", _ piece: (Int) -> String) -> String {
    (0..<count).map(piece).joined(separator: separator)
}

private var failing: DecodingOptions {
    var options = DecodingOptions.strict
    options.onDuplicateKey = .fail
    options.onUnknownKey = .fail
    return options
}

private var formats: DecodingOptions {
    DecodingOptions.lenient.with(
        \.dateFormats,
        [.http, .rfc2822, .iso8601, .pattern("yyyy-MM-dd HH:mm:ss.S"), .pattern("dd/MM/yyyy"), .pattern("MM/dd/yyyy"), .epochNanoseconds])
}

private var converting: DecodingOptions { DecodingOptions.lenient.with(\.keyStyle, .foundationSnakeCase) }

private var foldingCase: DecodingOptions {
    var options = DecodingOptions.lenient
    options.ignoresKeyCase = true
    return options
}

extension LinearTimeTests.Attack {
    static let keys =
        all(
            "one key again and again", 5_000, { "{" + repeated($0) { "\"id\":\($0)" } + "}" },
            [
                ("model", decode(PlainTarget.self)), ("strict", decode(PlainTarget.self, .strict)), ("report", reported(PlainTarget.self)),
                ("value", decode(JSONValue.self)), ("any", decode(Any?.self)), ("dictionary", decode([String: Int].self)),
                ("kept", decode(KeptTarget.self)), ("changed", decode(ChangedTarget.self)), ("chunks", cut(PlainTarget.self, 7)),
                ("rest", decode(Rests.Child.self)),
            ])
        + all(
            "keys that nobody has", 4_000, { "{" + repeated($0) { "\"key\($0)\":[{}]" } + "}" },
            [
                ("model", decode(PlainTarget.self)), ("case", decode(PlainTarget.self, foldingCase)),
                ("converted", decode(PlainTarget.self, converting)), ("report", reported(PlainTarget.self)),
                ("value", decode(JSONValue.self)), ("any", decode(Any?.self)), ("dictionary", decode([String: JSONValue].self)),
                ("kept", decode(KeptTarget.self)), ("changed", decode(ChangedTarget.self)), ("routed", decode(RoutedTarget.self)),
                ("rest", decode(Rests.Event.self)), ("rest in order", decode(Rests.Ordered.self)),
                ("rest in pieces", cut(Rests.Parent.self, 7)),
            ])
        + all(
            "values that fit nowhere", 1_000, { "{" + repeated($0) { _ in #""id":"x","ratio":[],"numbers":{},"table":7"# } + "}" },
            [("model", decode(PlainTarget.self)), ("report", reported(PlainTarget.self)), ("fail", refused(PlainTarget.self, failing))])
        + all(
            "integers of one remainder", 5_000, { "{" + repeated($0) { "\"\($0 << 20)\":1" } + "}" },
            [("dictionary", decode([Int: Int].self))])
        + [
            LinearTimeTests.Attack("a set", 5_000, { "[" + repeated($0) { "\($0 << 20)" } + "]" }, decode(Set<Int>.self)),
            LinearTimeTests.Attack(
                "a long key", 100_000, { "{\"" + String(repeating: "k", count: $0) + "\":0}" }, decode(PlainTarget.self, foldingCase)),
            LinearTimeTests.Attack(
                "a long key of words", 20_000, { "{\"" + String(repeating: "k_é", count: $0) + "\":0}" },
                decode(PlainTarget.self, converting)),
        ]

    private static let digits: @Sendable (Int) -> String = { "1" + String(repeating: "7", count: $0) }

    static let numbers =
        all(
            "digits without end", 200_000, digits,
            [
                ("Int", refused(Int.self, .lenient)), ("UInt128", refused(UInt128.self, .lenient)),
                ("Double", refused(Double.self, .lenient)),
                ("Float", refused(Float.self, .lenient)), ("Decimal", refused(Decimal.self, .lenient)), ("String", decode(String.self)),
                ("value", decode(JSONValue.self)), ("any", decode(Any?.self)), ("Bool", decode(Bool.self)),
                ("Date", refused(Date.self, .lenient)), ("Date in formats", refused(Date.self, formats)),
            ])
        + all(
            "a fraction without end", 200_000, { "0." + String(repeating: "3", count: $0) },
            [
                ("Int", decode(Int.self)), ("Double", decode(Double.self)), ("Float", decode(Float.self)),
                ("Decimal", refused(Decimal.self, .lenient)), ("Character", refused(Character.self, .lenient)),
            ])
        + all(
            "a number between two others", 200_000, { "9007199254740993." + String(repeating: "0", count: $0) + "1" },
            [("Double", decode(Double.self)), ("Float", decode(Float.self)), ("Int", decode(Int.self))])
        + all(
            "zeros before the digits", 200_000, { "0." + String(repeating: "0", count: $0) + "1" },
            [("Double", decode(Double.self)), ("Decimal", refused(Decimal.self, .lenient)), ("Int", decode(Int.self))])
        + all(
            "zeros in the exponent", 200_000, { "1e" + String(repeating: "0", count: $0) + "1" },
            [("Double", decode(Double.self)), ("Decimal", decode(Decimal.self)), ("Int", decode(Int.self))])
        + all(
            "digits in a string", 200_000, { "\"" + digits($0) + "\"" },
            [
                ("Int", refused(Int.self, .lenient)), ("Double", refused(Double.self, .lenient)),
                ("Decimal", refused(Decimal.self, .lenient)),
            ])

    static let strings =
        all(
            "nothing but escapes", 50_000, { "\"" + String(repeating: "\\u0041\\n\\\\", count: $0) + "\"" },
            [
                ("String", decode(String.self)), ("value", decode(JSONValue.self)), ("Data", refused(Data.self, .lenient)),
                ("chunks", cut(String.self, 16)),
            ])
        + all(
            "nothing but pairs of surrogates", 5_000, { "\"" + String(repeating: "\\ud83d\\ude00", count: $0) + "\"" },
            [("String", decode(String.self)), ("bytes", cut(String.self, 1))])
        + all(
            "spaces around nothing", 300_000, { "\"" + String(repeating: " ", count: $0) + "x" + String(repeating: " ", count: $0) + "\"" },
            [
                ("Date", refused(Date.self, .lenient)), ("Date in formats", refused(Date.self, formats)),
                ("UUID", refused(UUID.self, .lenient)), ("Int", refused(Int.self, .lenient)),
                ("Bool", refused(Bool.self, .lenient)), ("Character", refused(Character.self, .lenient)),
            ])
        + [
            LinearTimeTests.Attack(
                "comments in a date of mail", 100_000, { "\"6 May 2014 07:08:09 Z (" + String(repeating: "((", count: $0) + "\"" },
                refused(Date.self, formats)),
            LinearTimeTests.Attack(
                "the fraction of a date", 100_000, { "\"2014-05-06 07:08:09." + String(repeating: "12", count: $0) + " \"" },
                refused(Date.self, formats)),
            LinearTimeTests.Attack(
                "an address", 20_000, { "[\"http://a/" + String(repeating: "%41b", count: $0) + "\"]" }, decode([URL].self)),
            LinearTimeTests.Attack("base64", 200_000, { "\"" + String(repeating: "QUJD", count: $0) + "\"" }, decode(Data.self)),
            LinearTimeTests.Attack(
                "quotes and backslashes in a mismatch", 100_000, { "[\"" + String(repeating: "\\\\\\\"", count: $0) + "\",7]" },
                reported([Int].self)),
        ]

    static let routes =
        all(
            "all alternatives, again and again", 20,
            { count in
                "{" + repeated(count) { _ in repeated(60) { #""f\#($0)":"x","s\#(59 - $0)":\#($0),"t\#($0)":[1]"# } } + "}"
            },
            [("model", decode(RoutedTarget.self)), ("report", reported(RoutedTarget.self)), ("chunks", cut(RoutedTarget.self, 11))])
        + all(
            "nulls of alternatives", 1_000, { "{" + repeated($0) { #""f\#($0 % 60)":null,"s\#(59 - $0 % 60)":null"# } + "}" },
            [
                ("model", decode(RoutedTarget.self)), ("report", reported(RoutedTarget.self)),
                ("strict", refused(RoutedTarget.self, .strict)),
            ])
        + all(
            "nulls of alternatives before objects", 500,
            { count in
                "{" + repeated(count) { #""s\#($0 % 60)":null"# } + ",\"children\":[" + repeated(count) { _ in #"{"s1":null}"# } + "]}"
            },
            [("report", reported(RoutedTarget.self)), ("model", decode(RoutedTarget.self)), ("bytes", cut(RoutedTarget.self, 1))])
        + all(
            "a path again and again", 500, { "{" + repeated($0) { #""a":{"b":\#($0)},"a":7,"list":[1,2,3,4]"# } + "}" },
            [("model", decode(RoutedTarget.self)), ("report", reported(RoutedTarget.self)), ("chunks", cut(RoutedTarget.self, 5))])
        + all(
            "the end of a path again and again", 2_000, { #"{"a":{"b":{"c":{"d":{"# + repeated($0) { "\"e\":\($0)" } + "}}}}}" },
            [("model", decode(RoutedTarget.self))])
        + [
            LinearTimeTests.Attack(
                "a long array on the way", 10_000, { "{\"list\":[" + repeated($0) { "\($0)" } + "]}" }, decode(RoutedTarget.self)),
            LinearTimeTests.Attack(
                "part of a document", 5_000, { "{" + repeated($0) { #""a":[\#($0)],"b":{}"# } + ",\"x\":[[],1]}" },
                { _ = try ModelDecoder().decode(Int.self, from: $0, at: "x[1]") }),
        ]

    static let objects =
        all(
            "an instance again and again", 1_000, { "{" + repeated($0) { #""next":{"name":"\#($0)","next":{}},"other":null"# } + "}" },
            [
                ("model", decode(LinkedTarget.self)), ("merge", merged), ("report", reported(LinkedTarget.self)),
                ("chunks", cut(LinkedTarget.self, 9)),
            ])
        + all(
            "objects in each other", 30,
            { String(repeating: #"{"name":"x","child":["#, count: $0) + "{}" + String(repeating: "]}", count: $0) },
            [("changed", decode(ChangedTarget.self)), ("kept", decode(KeptTarget.self)), ("chosen", decode(ChosenTarget.self))])
        + all(
            "many small objects", 300, { #"{"child":["# + repeated($0) { _ in #"{"name":"x","child":[{}],"kind":"special"}"# } + "]}" },
            [("changed", decode(ChangedTarget.self)), ("kept", decode(KeptTarget.self)), ("chosen", decode(ChosenTarget.self))])
        + all(
            "objects that are rejected", 1_000, { "[" + repeated($0) { _ in #"{"name":"x"}"# } + "]" },
            [("models", decode([RejectedTarget].self)), ("report", reported([RejectedTarget].self))])

    static let chunks =
        all(
            "bytes of a long string", 20_000, { "[\"" + String(repeating: "x", count: $0) + "\"]" },
            [("value", cut(JSONValue.self, 1)), ("skipped", cut([PlainTarget].self, 1)), ("two", cut([String].self, 2))])
        + all(
            "bytes of a long key", 20_000, { "{\"" + String(repeating: "x", count: $0) + "\":1}" },
            [("value", cut(JSONValue.self, 1)), ("model", cut(PlainTarget.self, 1))])
        + all(
            "bytes of a long number", 20_000, { "[" + digits($0) + "]" },
            [("value", cut(JSONValue.self, 1)), ("skipped", cut([PlainTarget].self, 1))])
        + all("bytes of white space", 8_000, { "[1" + String(repeating: " \n", count: $0) + ",2]" }, [("value", cut(JSONValue.self, 1))])
        + all(
            "bytes of many tokens", 5_000, { "[" + repeated($0) { "\($0)" } + "]" },
            [("value", cut(JSONValue.self, 1)), ("kept", cut([Int].self, 1))])
        + all(
            "bytes behind the root", 20_000, { "[]" + String(repeating: " ", count: $0) }, [("value", cut(JSONValue.self, 1))])

    /// Reads records in chunks.
    private static func stream(_ framing: Framing, _ size: Int) -> @Sendable ([UInt8]) throws -> Void {
        { bytes in
            var reader = try ModelReader(PlainTarget.self, framing: framing)
            for start in stride(from: 0, to: bytes.count, by: size) {
                try reader.read(Array(bytes[start..<min(start + size, bytes.count)])) { _ in }
            }
            try reader.finish { _ in }
        }
    }

    static let streams =
        all(
            "a long record", 6_000, { #"{"name":""# + String(repeating: "\\n", count: $0) + "\"}\n" },
            [
                ("lines", stream(.lines, 1)), ("values", stream(.values, 1)), ("document", stream(.document, 1)),
                ("automatic", stream(.automatic, 1)),
            ])
        + all(
            "many bad records", 1_000, { repeated($0, "\n") { _ in #"{"id":}"# } }, [("lines", stream(.lines, 64))])
        + all(
            "many records", 1_000,
            { #"{"skipped":{"x":["# + repeated($0) { "\($0)" } + #"]},"data":["# + repeated($0) { "{\"id\":\($0)}" } + "]}" },
            [("array", stream(.array(at: "data"), 3))])
}
