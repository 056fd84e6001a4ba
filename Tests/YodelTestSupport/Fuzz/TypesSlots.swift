@testable import Yodel

// What the models of `TypesTarget` are made of: types for their properties, each with a first value and with a text that tells any two values apart.

/// A type that a property of a made-up model may have.
protocol FuzzSlot {
    /// The value that a property begins with.
    static func fuzzed() -> Self
    var fuzzText: String { get }
    /// Whether a property of the type may take part.
    static var isMappable: Bool { get }
}

extension FuzzSlot {
    static var isMappable: Bool { true }
}

/// Counts what lives in one trial.
final class FuzzCounter: @unchecked Sendable {
    // SAFETY of `@unchecked Sendable`: a trial has one thread.
    var living = 0
}

/// An object that is counted.
final class FuzzTracked: FuzzSlot {
    private let counter = TypesTarget.counter

    init() { counter.living += 1 }
    deinit { counter.living -= 1 }

    static func fuzzed() -> FuzzTracked { FuzzTracked() }
    var fuzzText: String { "object" }
    static var isMappable: Bool { false }
}

/// Not mapped, and as large as its cases need.
enum FuzzPayload: FuzzSlot {
    case none, kind(Int.Type, FuzzTracked)

    static func fuzzed() -> FuzzPayload { .kind(Int.self, FuzzTracked()) }
    static var isMappable: Bool { false }

    var fuzzText: String {
        switch self {
        case .none: "none"
        case .kind(let kind, let object): "\(kind) \(object.fuzzText)"
        }
    }
}

/// A wrapper that stores its value behind an object of its own.
@propertyWrapper struct FuzzWrapper<Value> {
    let object = FuzzTracked()
    var small: UInt8 = 3
    var wrappedValue: Value

    init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

struct FuzzToken: ~Copyable {
    var number = 21
    let object = FuzzTracked()
}

// MARK: Concrete types

/// A value whose metatypes take no bytes. The size of a small field before and behind them changes where they would be.
struct FuzzThin: Model, FuzzSlot {
    var a: UInt8 = 1
    var kind: Int.Type = Int.self
    var b = "b"
    var pair: (UInt8, String.Type, FuzzTracked) = (2, String.self, FuzzTracked())
    var c: Int16 = 3
    var maybe: (Bool.Type, UInt8)? = (Bool.self, 4)
    var d: Int? = 5

    static func fuzzed() -> FuzzThin { FuzzThin() }
    static func describe(_ model: inout ModelDescription) { model.ignored = ["kind", "pair", "maybe"] }
    var fuzzText: String {
        "\(a) \(b) \(c) \(d as Any) \(kind) \(pair.0) \(pair.1) \(pair.2.fuzzText) \(maybe?.0 as Any) \(maybe?.1 as Any)"
    }
}

final class FuzzThinInstance: Model, FuzzSlot {
    var a = true
    var kinds: (String.Type, Int.Type) = (String.self, Int.self)
    var b: FuzzThin?
    var token = FuzzToken()
    var vector = SIMD2<Int64>(1, 2)
    var kind: Int.Type? = Int.self
    var next: FuzzThinInstance?
    var call: (UInt8, () -> Int) = (8, { 9 })
    let object = FuzzTracked()
    unowned(unsafe) var shadow: FuzzTracked?
    var c: [UInt8] = [1]
    var last: Bool.Type = Bool.self

    static func fuzzed() -> FuzzThinInstance { FuzzThinInstance() }
    static func describe(_ model: inout ModelDescription) { model.ignored = ["kinds", "token", "vector", "kind", "call", "last"] }
    var fuzzText: String {
        "\(a) \(b?.fuzzText ?? "nil") \(c) \(next?.fuzzText ?? "nil") \(kinds) \(token.number) \(vector) \(kind as Any) \(call.0) \(call.1()) \(last)"
    }
}

// MARK: Values

enum FuzzColour: String, FuzzSlot {
    case red, blue
    static func fuzzed() -> FuzzColour { .red }
    var fuzzText: String { rawValue }
}

extension Bool: FuzzSlot {
    static func fuzzed() -> Bool { true }
    var fuzzText: String { "\(self)" }
}

extension Int: FuzzSlot {
    static func fuzzed() -> Int { 0x1122_3344_5566_7788 }
    var fuzzText: String { "\(self)" }
}

extension UInt8: FuzzSlot {
    static func fuzzed() -> UInt8 { 0x5A }
    var fuzzText: String { "\(self)" }
}

extension Int16: FuzzSlot {
    static func fuzzed() -> Int16 { -2 }
    var fuzzText: String { "\(self)" }
}

extension UInt128: FuzzSlot {
    static func fuzzed() -> UInt128 { 12 }
    var fuzzText: String { "\(self)" }
}

extension Float: FuzzSlot {
    static func fuzzed() -> Float { 0.25 }
    var fuzzText: String { "\(self)" }
}

extension Double: FuzzSlot {
    static func fuzzed() -> Double { 1.5 }
    var fuzzText: String { "\(self)" }
}

extension String: FuzzSlot {
    static func fuzzed() -> String { "a text that is too long to be small" }
    var fuzzText: String { Array(utf8).shown }
}

extension JSONValue: FuzzSlot {
    static func fuzzed() -> JSONValue { .bool(true) }
    var fuzzText: String { text }
}

extension Optional: FuzzSlot where Wrapped: FuzzSlot {
    static func fuzzed() -> Self { .some(.fuzzed()) }
    var fuzzText: String { map { "some \($0.fuzzText)" } ?? "nil" }
    static var isMappable: Bool { Wrapped.isMappable }
}

extension Array: FuzzSlot where Element: FuzzSlot {
    static func fuzzed() -> Self { [.fuzzed()] }
    var fuzzText: String { "[" + map(\.fuzzText).joined(separator: ", ") + "]" }
    static var isMappable: Bool { Element.isMappable }
}

extension Dictionary: FuzzSlot where Key == String, Value: FuzzSlot {
    static func fuzzed() -> Self { ["k": .fuzzed()] }
    var fuzzText: String { "{" + map { "\($0.key.fuzzText): \($0.value.fuzzText)" }.sorted().joined(separator: ", ") + "}" }
    static var isMappable: Bool { Value.isMappable }
}
