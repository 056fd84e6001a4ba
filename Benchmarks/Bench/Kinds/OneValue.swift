import Foundation
import Yodel

// An object with one property. One generic struct does for most kinds: a plan is the same for it as for a struct that a program declares, and its coding
// is what the compiler writes. The key is outside of the generic type, so that its type is not looked up at run time. Structs that are declared for a type
// have the same figures.

/// A model with one property that is measured.
protocol OneProperty: BaseModel {
    associatedtype Value

    init(_ value: Value)
}

/// A model of which one property is set.
protocol OneVariable: OneProperty, Model {
    associatedtype Value

    var v: Value { get set }
}

extension OneVariable {
    init(_ value: Value) {
        self.init()
        v = value
    }
}

/// The key of the property.
enum OneKey: CodingKey {
    case v
}

/// A type of properties, and how the compiler codes them.
protocol CodedKind: Codable, Equatable {
    /// The default of a property.
    static var start: Self { get }

    /// By the method that the compiler calls for the type: standard types have one of their own.
    static func read(_ container: KeyedDecodingContainer<OneKey>) throws -> Self
    static func readOptional(_ container: KeyedDecodingContainer<OneKey>) throws -> Self?
    static func write(_ value: Self, _ container: inout KeyedEncodingContainer<OneKey>) throws
    static func writeOptional(_ value: Self?, _ container: inout KeyedEncodingContainer<OneKey>) throws
}

extension CodedKind {
    static func read(_ container: KeyedDecodingContainer<OneKey>) throws -> Self { try container.decode(Self.self, forKey: .v) }
    static func readOptional(_ container: KeyedDecodingContainer<OneKey>) throws -> Self? {
        try container.decodeIfPresent(Self.self, forKey: .v)
    }
    static func write(_ value: Self, _ container: inout KeyedEncodingContainer<OneKey>) throws { try container.encode(value, forKey: .v) }
    static func writeOptional(_ value: Self?, _ container: inout KeyedEncodingContainer<OneKey>) throws {
        try container.encodeIfPresent(value, forKey: .v)
    }
}

/// An object with a property of any type that can be coded.
struct One<Value: CodedKind>: OneVariable, Codable, Equatable {
    var v: Value

    init() {
        v = Value.start
    }

    init(from decoder: any Decoder) throws {
        v = try Value.read(decoder.container(keyedBy: OneKey.self))
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: OneKey.self)
        try Value.write(v, &container)
    }
}

// Containers are coded as any type is.

extension Optional: CodedKind where Wrapped: CodedKind {
    static var start: Wrapped? { nil }
    static func read(_ container: KeyedDecodingContainer<OneKey>) throws -> Wrapped? { try Wrapped.readOptional(container) }
    static func write(_ value: Wrapped?, _ container: inout KeyedEncodingContainer<OneKey>) throws {
        try Wrapped.writeOptional(value, &container)
    }
}

extension Array: CodedKind where Element: Codable & Equatable {
    static var start: [Element] { [] }
}

extension ContiguousArray: CodedKind where Element: Codable & Equatable {
    static var start: ContiguousArray { [] }
}

extension Set: CodedKind where Element: Codable {
    static var start: Set { [] }
}

extension Dictionary: CodedKind where Key: Codable, Value: Codable & Equatable {
    static var start: [Key: Value] { [:] }
}
