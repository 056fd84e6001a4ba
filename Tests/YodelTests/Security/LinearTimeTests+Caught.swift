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

private struct Holding: Model {
    var value: AnyValue?
    var list: [AnyValue] = []
    var skipping: Skipping?
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
            Self("fractions, skipped", 4_000, fractions, coded(Skipping.self)),
            Self("texts, skipped", 4_000, texts, coded([AnyValue].self)), Self("members, asked for", 1_000, members, coded(Asking.self)),
            Self("in a model", 1_000, inModel) { _ = try ModelDecoder().decode(Holding.self, from: $0) },
        ]
    }()
}
