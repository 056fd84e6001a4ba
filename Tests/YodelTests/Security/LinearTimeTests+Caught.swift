import Testing

@testable import Yodel
@testable import YodelTestSupport

// Types that try what does not fit: each error that they catch must cost no look at the document.

/// A value of any kind, which tries one after the other, as types that code bases copy from each other do.
private enum AnyValue: Decodable {
    case int(Int), double(Double), text(String), list([AnyValue]), table([String: AnyValue])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let value = try? container.decode(Int.self) {
            self = .int(value)
        } else if let value = try? container.decode(Double.self) {
            self = .double(value)
        } else if let value = try? container.decode(String.self) {
            self = .text(value)
        } else if let value = try? container.decode([AnyValue].self) {
            self = .list(value)
        } else {
            self = .table(try container.decode([String: AnyValue].self))
        }
    }
}

/// Reads what it can of an array, from an element each time that does not fit.
private struct Skipping: Decodable {
    var numbers: [Int] = []

    init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        while !container.isAtEnd {
            if let number = try? container.decode(Int.self) { numbers.append(number) } else { _ = try? container.decode(Double.self) }
        }
    }
}

/// Asks for keys that are not there, and for values that do not fit, again and again.
private struct Asking: Decodable {
    private struct Key: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init(_ text: String) { stringValue = text }
        init?(stringValue: String) { self.init(stringValue) }
        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        for key in container.allKeys.reversed() {
            _ = try? container.decode(Int.self, forKey: key)
            _ = try? container.decode(Int.self, forKey: Key("no " + key.stringValue))
            _ = try? container.nestedContainer(keyedBy: Key.self, forKey: key)
        }
    }
}

/// Keeps the decoders of all elements, and asks them from the last one on for what they are not.
private struct Keeping: Decodable {
    init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        var kept: [any Decoder] = []
        while !container.isAtEnd { kept.append(try container.superDecoder()) }
        for decoder in kept.reversed() { _ = try? decoder.singleValueContainer().decode(String.self) }
    }
}

/// Reads the members of an object from the last one on.
private struct Backwards: Decodable {
    var sum = 0

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: TextKey.self)
        for key in container.allKeys.reversed() { sum += try container.decode(Int.self, forKey: key) }
    }
}

private struct Holding: Model {
    var value: AnyValue?
    var list: [AnyValue] = []
    var skipping: Skipping?
}

private struct HoldingAsking: Model {
    var asking: Asking?
}

/// A name that a type of the program's own has, which a key is compared with.
private struct Named: Codable {
    var e: Int?
}

/// Reads an object by keys of its own, and asks which there are.
private struct Listing: Decodable {
    enum Key: String, CodingKey { case e, other }
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        #expect(container.allKeys.isEmpty)
        _ = try? container.decode(Int.self, forKey: .e)
    }
}

/// A value whose error has a key of the document on its way.
private struct Failing: Decodable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: TextKey.self)
        for key in container.allKeys { #expect((try? container.decode(String.self, forKey: key)) == nil) }
    }
}

private func coded<T: Decodable & SendableMetatype>(_ type: T.Type) -> LinearTimeTests.Attack.Read {
    { _ = try CodableDecoder().decode(type, from: $0) }
}

extension LinearTimeTests.Attack {
    static let caught: [Self] = {
        @Sendable func pieces(_ count: Int, _ piece: (Int) -> String) -> String { (0..<count).map(piece).joined(separator: ",\n") }
        let fractions: @Sendable (Int) -> String = { "[" + pieces($0) { _ in "1.5" } + "]" }
        let texts: @Sendable (Int) -> String = { "[" + pieces($0) { _ in "\"x\"" } + "]" }
        let members: @Sendable (Int) -> String = { "{" + pieces($0) { "\"\($0)\":1.5" } + "}" }
        let inModel: @Sendable (Int) -> String = { "{\"value\":\(fractions($0)),\"list\":\(fractions($0)),\"skipping\":\(fractions($0))}" }
        return [
            Self("fractions, any value", 2_000, fractions, coded(AnyValue.self)),
            Self("texts, any value", 2_000, texts, coded(AnyValue.self)),
            Self("members, any value", 2_000, members, coded(AnyValue.self)),
            Self("fractions, asked from the end", 4_000, fractions, coded(Keeping.self)),
            Self("members without regard to case", 1_000, { "{\"asking\":\(members($0))}" }, withoutCase),
            Self(
                "members from the end", 2_000, { count in "{" + pieces(count) { "\"\($0)\":\($0)" } + "}" }, coded(Backwards.self)),
            Self(
                "members that are alike, from the end", 2_000,
                { count in "{" + pieces(count) { "\"received_\(100_000 + $0)_events_url\":\($0)" } + "}" }, coded(Backwards.self)),
            Self(
                "members that come twice, from the end", 1_000,
                { count in "{" + pieces(2 * count) { "\"\($0 % count)\":\($0)" } + "}" }, coded(Backwards.self)),
            Self("fractions, skipped", 4_000, fractions, coded(Skipping.self)),
            Self("texts, skipped", 4_000, texts, coded([AnyValue].self)), Self("members, asked for", 1_000, members, coded(Asking.self)),
            Self("in a model", 1_000, inModel) { _ = try ModelDecoder().decode(Holding.self, from: $0) },
        ]
    }()

    private static let withoutCase: Read = { bytes in
        let options = DecodingOptions.lenient.with(\.ignoresKeyCase, true)
        _ = try ModelDecoder(options).decode(HoldingAsking.self, from: bytes)
    }

    /// Runs of marks in keys, and in texts that types make themselves of.
    static let codedMarks: [Self] = {
        let key: @Sendable (Int) -> String = { #"{"\#(marks($0))":1,"\#(marks($0, reversed: true))":2}"# }
        let texts: @Sendable (Int) -> String = { #"["\#(marks($0))","\#(marks($0, reversed: true))"]"# }
        let keys: [(String, Read)] = [
            ("dictionary", coded([String: Int].self)), ("dictionary of values", coded([String: AnyValue].self)),
            ("own keys", coded(Named.self)), ("listed", coded(Listing.self)), ("asked", coded(Asking.self)),
            ("failing", coded(Failing.self)), ("backwards", coded(Backwards.self)),
            ("snake case", snakeCase), ("written", written),
            ("in a model", { _ = try ModelDecoder().decode([String: AnyValue].self, from: $0) }),
            ("asked in a model", { _ = try ModelDecoder().decode(Asking.self, from: $0) }),
        ]
        let values: [(String, Read)] = [
            ("set", coded(Set<String>.self)), ("set of optionals", coded(Set<String?>.self)), ("words", refusedWords),
            ("set in a model", { _ = try ModelDecoder().decode(CodedSet.self, from: $0) }),
        ]
        return all("marks in a coded key", 8_000, key, keys) + all("marks in a coded text", 8_000, texts, values)
    }()

    private static let snakeCase: Read = { bytes in
        let decoder = CodableDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        _ = try decoder.decode([String: Int].self, from: bytes)
        _ = try decoder.decode(Asking.self, from: bytes)
    }

    private static let written: Read = { bytes in
        let value = Writing(keys: [marks(bytes.count / 8), marks(bytes.count / 8, reversed: true)])
        for format: CodableEncoder.OutputFormatting in [[], .sortedKeys] {
            let encoder = CodableEncoder()
            encoder.outputFormatting = format
            let text = try encoder.encodeToString(value)
            // To Swift, and so to Foundation, the keys are one.
            #expect(text.hasSuffix(":2}"))
        }
    }

    private static let refusedWords: Read = { bytes in
        #expect(throws: DecodingError.self) { try CodableDecoder().decode([WordTarget].self, from: bytes) }
    }
}

/// An object of some keys.
private struct Writing: Encodable {
    let keys: [String]

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: TextKey.self)
        for (index, key) in keys.enumerated() { try container.encode(index + 1, forKey: TextKey(key)) }
    }
}

/// A set inside of a type that decodes itself.
private struct CodedSet: Decodable {
    init(from decoder: any Decoder) throws {
        #expect(try decoder.singleValueContainer().decode(Set<String>.self).count == 1)
    }
}
