import Foundation

@testable import YodelTestSupport

// Types of every shape, with instances that are drawn.

/// A type of which instances are drawn.
protocol EncodedSample: Encodable {
    static func draw(_ generator: inout SeededGenerator) -> Self
}

extension FixedWidthInteger {
    static func draw(_ generator: inout SeededGenerator) -> Self {
        switch generator.next() % 5 {
        case 0: .min
        case 1: .max
        case 2: 0
        default: Self(truncatingIfNeeded: generator.next()) >> Self(generator.next() % UInt64(bitWidth))
        }
    }
}

extension Int: EncodedSample {}
extension Int8: EncodedSample {}
extension Int16: EncodedSample {}
extension Int32: EncodedSample {}
extension Int64: EncodedSample {}
extension Int128: EncodedSample {}
extension UInt: EncodedSample {}
extension UInt8: EncodedSample {}
extension UInt16: EncodedSample {}
extension UInt32: EncodedSample {}
extension UInt64: EncodedSample {}
extension UInt128: EncodedSample {}

extension Bool: EncodedSample {
    static func draw(_ generator: inout SeededGenerator) -> Bool { random(using: &generator) }
}

extension Double: EncodedSample {
    static func draw(_ generator: inout SeededGenerator) -> Double {
        switch generator.next() % 12 {
        case 0: Double(Int.random(in: -1000...1000, using: &generator))
        case 1: Double(Int64.draw(&generator))
        case 2: [0, -0.0, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 1e16, 1e-5, 0.0001].randomElement(using: &generator)!
        case 3 where generator.next() % 8 == 0: [.nan, .infinity, -.infinity].randomElement(using: &generator)!
        case 4, 5: Double(Int.random(in: -100_000...100_000, using: &generator)) / 1000
        default: { $0.isFinite ? $0 : 0.5 }(Double(bitPattern: generator.next()))
        }
    }
}

extension Float: EncodedSample {
    static func draw(_ generator: inout SeededGenerator) -> Float { Float(Double.draw(&generator)) }
}

extension String: EncodedSample {
    static func draw(_ generator: inout SeededGenerator) -> String {
        let parts = [
            "", "a", "Key", "URL", "/", "\"", "\\", "\n", "\u{0}", "\u{1F}", "\u{7F}", "é", "e\u{301}", "ÅB", "ß", "日本", "😀", "\u{2028}",
            "_", "x1", " ",
        ]
        return (0..<Int.random(in: 0...6, using: &generator)).map { _ in parts.randomElement(using: &generator)! }.joined()
            + (generator.next() % 10 == 0 ? String(repeating: "long ", count: 30) : "")
    }
}

extension Date: EncodedSample {
    static func draw(_ generator: inout SeededGenerator) -> Date {
        let seconds = Double(Int.random(in: -70_000_000_000...300_000_000_000, using: &generator))
        switch generator.next() % 6 {
        case 0: return Date(timeIntervalSince1970: seconds)
        case 1: return Date(timeIntervalSince1970: seconds + .random(in: 0..<1, using: &generator))
        case 2: return Date(timeIntervalSinceReferenceDate: seconds / 100 - .ulpOfOne)
        case 3: return Date(timeIntervalSinceReferenceDate: (seconds / 100).nextDown)
        case 4: return generator.next() % 20 == 0 ? Date(timeIntervalSince1970: .nan) : .distantPast
        default: return Date(timeIntervalSince1970: (seconds / 7).rounded() / 1000)
        }
    }
}

extension Data: EncodedSample {
    static func draw(_ generator: inout SeededGenerator) -> Data {
        Data((0..<Int.random(in: 0...40, using: &generator)).map { _ in .random(in: 0...255, using: &generator) })
    }
}

extension URL: EncodedSample {
    static func draw(_ generator: inout SeededGenerator) -> URL {
        URL(string: ["https://a.example/b?c=d#e", "x", "file:///a%20b", "mailto:a@b"].randomElement(using: &generator)!)!
    }
}

extension Decimal: EncodedSample {
    static func draw(_ generator: inout SeededGenerator) -> Decimal {
        Decimal(Int64.draw(&generator)) / [1, 3, 1000, Decimal(string: "1e30")!].randomElement(using: &generator)!
    }
}

extension UUID: EncodedSample {
    static func draw(_ generator: inout SeededGenerator) -> UUID {
        let bytes = (0..<16).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
        return bytes.withUnsafeBytes { UUID(uuid: $0.load(as: uuid_t.self)) }
    }
}

extension Optional: EncodedSample where Wrapped: EncodedSample {
    static func draw(_ generator: inout SeededGenerator) -> Wrapped? { generator.next() % 3 == 0 ? nil : Wrapped.draw(&generator) }
}

extension Array: EncodedSample where Element: EncodedSample {
    static func draw(_ generator: inout SeededGenerator) -> [Element] {
        (0..<Int.random(in: 0...4, using: &generator)).map { _ in Element.draw(&generator) }
    }
}

extension ContiguousArray: EncodedSample where Element: EncodedSample {
    static func draw(_ generator: inout SeededGenerator) -> ContiguousArray { ContiguousArray([Element].draw(&generator)) }
}

/// A set of one at most, since its order is none.
extension Set: EncodedSample where Element: EncodedSample {
    static func draw(_ generator: inout SeededGenerator) -> Set { Set([Element].draw(&generator).prefix(1)) }
}

extension Dictionary: EncodedSample where Key: EncodedSample, Value: EncodedSample {
    /// Other keys than strings and integers make arrays, whose order is none: of those there is one at most.
    static func draw(_ generator: inout SeededGenerator) -> Dictionary {
        let isObject = Key.self == String.self || Key.self == Int.self || Key.self is any CodingKeyRepresentable.Type
        let count = isObject ? Int.random(in: 0...5, using: &generator) : Int.random(in: 0...1, using: &generator)
        return Dictionary((0..<count).map { _ in (Key.draw(&generator), Value.draw(&generator)) }, uniquingKeysWith: { $1 })
    }
}

// MARK: Types of their own

enum DrawnSize: String, Codable, CaseIterable, EncodedSample, CodingKeyRepresentable {
    case extraSmall, largeURL, m
    static func draw(_ generator: inout SeededGenerator) -> Self { allCases.randomElement(using: &generator)! }
}

enum DrawnNumber: Int, Codable, CaseIterable, EncodedSample {
    case one = 1, many = 1000
    static func draw(_ generator: inout SeededGenerator) -> Self { allCases.randomElement(using: &generator)! }
}

struct DrawnPoint: Codable, Hashable, EncodedSample {
    var xPosition: Double?
    var yPosition = 0
    static func draw(_ generator: inout SeededGenerator) -> Self { Self(xPosition: .draw(&generator), yPosition: .draw(&generator)) }
}

struct DrawnNothing: Codable, EncodedSample {
    static func draw(_ generator: inout SeededGenerator) -> Self { Self() }
}

struct DrawnScalars: Codable, EncodedSample {
    var aBool: Bool, int8: Int8, int16: Int16?, int32: Int32, int64: Int64?, uInt: UInt, uInt8: UInt8?, uInt16: UInt16, uInt32: UInt32
    var uInt64: UInt64, int128: Int128?, uInt128: UInt128, aFloat: Float, aDouble: Double?, text: String, maybeText: String?
    static func draw(_ g: inout SeededGenerator) -> Self {
        Self(
            aBool: .draw(&g), int8: .draw(&g), int16: .draw(&g), int32: .draw(&g), int64: .draw(&g), uInt: .draw(&g), uInt8: .draw(&g),
            uInt16: .draw(&g), uInt32: .draw(&g), uInt64: .draw(&g), int128: .draw(&g), uInt128: .draw(&g), aFloat: .draw(&g),
            aDouble: .draw(&g), text: .draw(&g), maybeText: .draw(&g))
    }
}

struct DrawnFoundation: Codable, EncodedSample {
    var createdAt: Date, updatedAt: Date?, rawData: Data, moreData: Data?, homeURL: URL, otherURL: URL?, thePrice: Decimal, theID: UUID
    static func draw(_ g: inout SeededGenerator) -> Self {
        Self(
            createdAt: .draw(&g), updatedAt: .draw(&g), rawData: .draw(&g), moreData: .draw(&g), homeURL: .draw(&g), otherURL: .draw(&g),
            thePrice: .draw(&g), theID: .draw(&g))
    }
}

struct DrawnKeys: Codable, EncodedSample {
    var first: Int, second: String, third: [Double]
    enum CodingKeys: String, CodingKey {
        case first = "_firstKey_", second = "a/b\"c\\d\n", third = "Äther日本OneTWO"
    }
    static func draw(_ g: inout SeededGenerator) -> Self { Self(first: .draw(&g), second: .draw(&g), third: .draw(&g)) }
}

struct DrawnBox<Value: Codable & EncodedSample>: Codable, EncodedSample {
    var boxedValue: Value
    static func draw(_ g: inout SeededGenerator) -> Self { Self(boxedValue: .draw(&g)) }
}

struct DrawnPair<First: Codable & EncodedSample, Second: Codable & EncodedSample>: Codable, EncodedSample {
    var firstValue: First?
    var secondValue: Second
    static func draw(_ g: inout SeededGenerator) -> Self { Self(firstValue: .draw(&g), secondValue: .draw(&g)) }
}

indirect enum DrawnTree: Codable, EncodedSample {
    case leaf(Int)
    case branch(left: DrawnTree, rightSide: DrawnTree?)
    case empty
    static func draw(_ g: inout SeededGenerator) -> Self {
        switch g.next() % 4 {
        case 0: .branch(left: .draw(&g), rightSide: .draw(&g))
        case 1: .empty
        default: .leaf(.draw(&g))
        }
    }
}

enum DrawnPayload: Codable, EncodedSample {
    case plain, text(String), labelled(userName: String, Int?), nested(DrawnPoint, [String: DrawnPoint]), numbers([Double])
    static func draw(_ g: inout SeededGenerator) -> Self {
        switch g.next() % 5 {
        case 0: .plain
        case 1: .text(.draw(&g))
        case 2: .labelled(userName: .draw(&g), .draw(&g))
        case 3: .nested(.draw(&g), .draw(&g))
        default: .numbers(.draw(&g))
        }
    }
}

class DrawnBase: Codable, EncodedSample {
    var baseName = ""
    var basePoint: DrawnPoint?
    required init() {}
    func fill(_ g: inout SeededGenerator) {
        baseName = .draw(&g)
        basePoint = .draw(&g)
    }
    static func draw(_ g: inout SeededGenerator) -> Self {
        let value = Self()
        value.fill(&g)
        return value
    }
}

/// Its base in a super encoder, by a key of its own or by that of the language; before or behind its own keys.
final class DrawnDerived: DrawnBase {
    var ownNumber = 0
    var order = 0
    private enum CodingKeys: String, CodingKey { case ownNumber, baseValue }
    required init() { super.init() }
    required init(from decoder: any Decoder) throws { super.init() }
    override func fill(_ g: inout SeededGenerator) {
        super.fill(&g)
        ownNumber = .draw(&g)
        order = .random(in: 0..<4, using: &g)
    }
    override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        if order & 1 == 0 { try container.encode(ownNumber, forKey: .ownNumber) }
        try super.encode(to: order & 2 == 0 ? container.superEncoder() : container.superEncoder(forKey: .baseValue))
        if order & 1 == 1 { try container.encode(ownNumber, forKey: .ownNumber) }
    }
}

/// Its base in the same object.
final class DrawnFlat: DrawnBase {
    var ownNumber = 0
    private enum CodingKeys: String, CodingKey { case ownNumber, baseName }
    required init() { super.init() }
    required init(from decoder: any Decoder) throws { super.init() }
    override func encode(to encoder: any Encoder) throws {
        try super.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(ownNumber, forKey: .ownNumber)
        // Once more: the last value counts.
        try container.encode(1, forKey: .baseName)
    }
}

/// A list as references.
final class DrawnList: Codable, EncodedSample {
    var theValue: Int?
    var nextOne: DrawnList?
    init(_ value: Int?, _ next: DrawnList?) { (theValue, nextOne) = (value, next) }
    static func draw(_ g: inout SeededGenerator) -> DrawnList {
        var list: DrawnList?
        for _ in 0..<Int.random(in: 0...60, using: &g) { list = DrawnList(.draw(&g), list) }
        return DrawnList(.draw(&g), list)
    }
}

/// Nested containers by hand.
struct DrawnNested: Encodable, EncodedSample {
    var point: DrawnPoint
    var numbers: [Double]
    enum Keys: String, CodingKey { case outerKey, innerKey, theNumbers, superKey }
    static func draw(_ g: inout SeededGenerator) -> Self { Self(point: .draw(&g), numbers: .draw(&g)) }
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        var outer = container.nestedContainer(keyedBy: Keys.self, forKey: .outerKey)
        var inner = outer.nestedContainer(keyedBy: Keys.self, forKey: .innerKey)
        var array = container.nestedUnkeyedContainer(forKey: .theNumbers)
        for number in numbers {
            try array.encode(number)
            try inner.encode(number, forKey: .theNumbers)
            var one = array.nestedContainer(keyedBy: Keys.self)
            try one.encode([point], forKey: .superKey)
        }
        try point.encode(to: array.superEncoder())
        try inner.encode(EncoderPair.way(inner.codingPath + array.codingPath), forKey: .superKey)
        try array.encodeNil()
        try container.encodeNil(forKey: .superKey)
        try outer.encode(point, forKey: .outerKey)
    }
}

/// Single values inside each other.
struct DrawnWrapped<Value: Encodable & EncodedSample>: Encodable, EncodedSample {
    var value: Value
    static func draw(_ g: inout SeededGenerator) -> Self { Self(value: .draw(&g)) }
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }
}

/// What only says where it is.
struct DrawnWay: Encodable, EncodedSample {
    static func draw(_ g: inout SeededGenerator) -> Self { Self() }
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(EncoderPair.way(encoder.codingPath) + EncoderPair.way(container.codingPath))
    }
}
