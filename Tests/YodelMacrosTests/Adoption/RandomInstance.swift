#if Macros
import Foundation

// Random values of any `Decodable` type: a decoder without a document, whose containers answer each question by chance. Its depth is bounded:
// deep down arrays and dictionaries are empty, optionals nil, and of an enum's cases the first is taken.

/// SplitMix64: the same numbers from the same seed, on every machine.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        // &+, &*: the arithmetic of the generator is modulo 2^64.
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}

/// An enum with payloads, whose cases a decoder without a document has to know.
protocol CasesByName {
    /// What stands for the cases in JSON. The first needs no value of the enum itself.
    static var caseNames: [String] { get }
}

/// A type that is asked for all of its keys.
private protocol KeyedByChance {
    static func keys(_ source: RandomSource) -> [String]
}

extension Dictionary: KeyedByChance {
    fileprivate static func keys(_ source: RandomSource) -> [String] {
        if Key.self == Int.self { return (0..<source.below(3)).map { "\($0 - 1)" } }
        let words = ["app", "app.kubernetes.io/name", "a b", "Größe", "0", "\"", "naïve", "日本", "snake_case", "camelCase", "~"]
        return Array(Set((0..<source.below(3)).map { _ in source.pick(words) })).sorted()
    }
}

/// Where values come from.
final class RandomSource {
    private var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    /// A number from zero on.
    func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }

    /// One of some values.
    func pick<T>(_ values: [T]) -> T { values[below(values.count)] }

    /// A random value of a type.
    static func instance<T: Decodable>(of type: T.Type, seed: UInt64) throws -> T {
        try RandomSource(seed: seed).value(of: type, depth: 0)
    }

    fileprivate func value<T: Decodable>(of type: T.Type, depth: Int) throws -> T {
        if let value = scalar(type) ?? one(of: type) {
            guard let value = value as? T else { throw NoInstance(type: type) }
            return value
        }
        var keys: [String] = []
        if let type = type as? any CasesByName.Type {
            keys = [depth < RandomDecoder.limit ? pick(type.caseNames) : type.caseNames[0]]
        } else if let type = type as? any KeyedByChance.Type, depth < RandomDecoder.limit {
            keys = type.keys(self)
        }
        return try T(from: RandomDecoder(source: self, keys: keys, depth: depth + 1))
    }

    /// A case of an enum without payloads.
    private func one(of type: Any.Type) -> Any? {
        func one<E: CaseIterable>(_ type: E.Type) -> Any { pick(Array(type.allCases)) }
        return (type as? any CaseIterable.Type).map { one($0) }
    }

    private func scalar(_ type: Any.Type) -> Any? {
        func number<I: FixedWidthInteger>(_ type: I.Type) -> Any { integer(type) }
        switch type {
        case is Bool.Type: return below(2) == 0
        case is String.Type: return text()
        case is Double.Type: return double()
        case is Float.Type: return Float(double())
        case is Date.Type: return Date(timeIntervalSince1970: Double(below(4_102_444_800)))
        case is URL.Type: return url()
        case is UUID.Type: return uuid()
        case is Decimal.Type: return decimal()
        case is Data.Type: return Data((0..<below(9)).map { _ in UInt8(below(256)) })
        default: return (type as? any FixedWidthInteger.Type).map { number($0) }
        }
    }

    /// Mostly small, at times any number of the type, and its bounds.
    private func integer<I: FixedWidthInteger>(_ type: I.Type) -> I {
        switch below(8) {
        case 0: I.random(in: I.min...I.max, using: &generator)
        case 1: pick([I.min, I.max, 0])
        default: I(clamping: below(200) - (I.isSigned ? 20 : 0))
        }
    }

    private func double() -> Double {
        switch below(4) {
        case 0: Double(below(2_001) - 1_000)
        case 1: Double(below(200_001) - 100_000) / 100
        case 2: Double.random(in: -1...1, using: &generator)
        default: Double.random(in: -1e15...1e15, using: &generator)
        }
    }

    private func text() -> String {
        let pieces = [
            "a", "swift", "Hello, ", "<p>", "\"quoted\"", "back\\slash", "a/b", "\n", "\t", "\u{1}", "\u{7F}", "é", "e\u{301}", "ß", "日本語",
            "👩‍👩‍👧", "\u{2028}", "\u{FFFF}", "𝄞", "true", "null", "12", "{}", String(repeating: "long ", count: 12),
        ]
        return (0..<below(4)).map { _ in pick(pieces) }.joined()
    }

    private func url() -> URL? {
        let hosts = ["example.org", "api.example.com:8080", "xn--bcher-kva.example", "127.0.0.1"]
        let paths = ["", "/", "/a/b.png", "/search?q=a%20b&page=2", "/~ann#top", "/%C3%A9"]
        return URL(string: pick(["https://", "http://"]) + pick(hosts) + pick(paths))
    }

    private func uuid() -> UUID {
        func byte() -> UInt8 { UInt8(below(256)) }
        return UUID(
            uuid: (
                byte(), byte(), byte(), byte(), byte(), byte(), byte(), byte(), byte(), byte(), byte(), byte(), byte(), byte(), byte(),
                byte()
            ))
    }

    /// Up to 28 digits, with up to six of them behind the point.
    private func decimal() -> Decimal {
        let digits = below(5) == 0 ? "\(below(1_000_000_000))\(UInt64.random(in: 0...UInt64.max, using: &generator))" : "\(below(100_000))"
        let places = below(7)
        return Decimal(string: "\(pick(["", "-"]))\(digits)e-\(places)") ?? 0
    }
}

/// A type of which there is no random value.
struct NoInstance: Error {
    let type: Any.Type
}

/// A decoder without a document.
private struct RandomDecoder: Decoder {
    /// The depth at which nothing goes deeper.
    static let limit = 5

    let source: RandomSource
    /// All keys of the object, where a type asks for them.
    let keys: [String]
    let depth: Int
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// Whether a value that may be nil is.
    var isNil: Bool { depth >= Self.limit || source.below(3) == 0 }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(RandomKeyed<Key>(decoder: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        RandomUnkeyed(decoder: self, count: depth >= Self.limit ? 0 : source.below(3))
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { RandomSingle(decoder: self) }

    func value<T: Decodable>(of type: T.Type) throws -> T { try source.value(of: type, depth: depth) }
}

// One generic `decode` is the witness of all that the protocols ask for.

private struct RandomKeyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: RandomDecoder
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { decoder.keys.compactMap { Key(stringValue: $0) } }

    func contains(_ key: Key) -> Bool { true }
    func decodeNil(forKey key: Key) throws -> Bool { decoder.isNil }
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try decoder.value(of: type) }

    func nestedContainer<Inner: CodingKey>(keyedBy type: Inner.Type, forKey key: Key) throws -> KeyedDecodingContainer<Inner> {
        try decoder.container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { try decoder.unkeyedContainer() }
    func superDecoder() throws -> any Decoder { decoder }
    func superDecoder(forKey key: Key) throws -> any Decoder { decoder }
}

private struct RandomUnkeyed: UnkeyedDecodingContainer {
    let decoder: RandomDecoder
    let count: Int?
    var currentIndex = 0
    var codingPath: [any CodingKey] { [] }
    var isAtEnd: Bool { currentIndex >= count ?? 0 }

    init(decoder: RandomDecoder, count: Int) {
        self.decoder = decoder
        self.count = count
    }

    mutating func decodeNil() throws -> Bool {
        let isNil = decoder.isNil
        currentIndex += isNil ? 1 : 0
        return isNil
    }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        currentIndex += 1
        return try decoder.value(of: type)
    }

    mutating func nestedContainer<Inner: CodingKey>(keyedBy type: Inner.Type) throws -> KeyedDecodingContainer<Inner> {
        currentIndex += 1
        return try decoder.container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        currentIndex += 1
        return try decoder.unkeyedContainer()
    }

    mutating func superDecoder() throws -> any Decoder {
        currentIndex += 1
        return decoder
    }
}

private struct RandomSingle: SingleValueDecodingContainer {
    let decoder: RandomDecoder
    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool { decoder.isNil }
    func decode<T: Decodable>(_ type: T.Type) throws -> T { try decoder.value(of: type) }
}
#endif
