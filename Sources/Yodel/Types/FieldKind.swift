import FoundationEssentials

/// What a value's type is to whatever reads a plan.
///
/// One byte: the kinds beside the scalars take values that no scalar's kind has.
enum FieldKind: Hashable, Sendable {
    /// A type that one token makes.
    case scalar(ScalarKind)
    /// `JSONValue`.
    case json
    /// `RawJSON`.
    case rawJSON
    /// `Any`, `[Any]` and `[String: Any]`.
    case any, anyArray, anyDictionary
    /// A `RawRepresentable` type whose raw value is a scalar.
    case rawValue
    /// An enum that lists its cases and their payloads.
    case cases
    /// A model that is a struct, filled in place.
    case object
    /// A model that is a class, filled in its instance.
    case instance
    /// A class whose instances are made of a struct of their values.
    case boxed
    /// `Array`, `ContiguousArray`, `Set`.
    case sequence
    case dictionary
    /// Decoded by its own `init(from:)`.
    case decodable
    /// Encoded by its own `encode(to:)`, and never read.
    case encodable
    /// Made by a property's own transform only.
    case custom

    /// The kind of `String`.
    static var string: FieldKind { .scalar(.string) }

    /// A type that one token makes.
    var isScalar: Bool { scalar != nil }

    /// The kind of scalar; nil for what is none.
    @inline(__always)
    var scalar: ScalarKind? { if case .scalar(let kind) = self { kind } else { nil } }

    /// An integer of any width.
    var isInteger: Bool { scalar?.isInteger == true }

    /// Whether a value of the kind can be made of an object.
    var takesObjects: Bool {
        switch self {
        case .json, .rawJSON, .any, .decodable, .object, .instance, .boxed, .dictionary, .anyDictionary, .cases: true
        case .scalar, .rawValue, .encodable, .custom, .sequence, .anyArray: false
        }
    }

    /// Whether a value of the kind can be made of an array.
    var takesArrays: Bool {
        switch self {
        case .json, .rawJSON, .any, .decodable, .sequence, .anyArray, .cases: true
        case .scalar, .rawValue, .encodable, .custom, .object, .instance, .boxed, .dictionary, .anyDictionary: false
        }
    }

    /// The kind of a type that is known by itself, without looking at its protocols.
    static func leaf(_ type: Any.Type) -> FieldKind? { (type == Any.self ? .any : scalar(type)) ?? collection(type) }

    /// That of an array or a dictionary of `Any`. The type of the latter is made only for what may be one: the first dictionary of a process has the runtime
    /// search all conformances for how its keys are hashed.
    private static func collection(_ type: Any.Type) -> FieldKind? {
        guard let generic = TypeDescriptor(of: type), generic.isGeneric, FieldWalk.shape(of: type) == .struct else { return nil }
        if generic == arrays { return type == [Any].self ? .anyArray : nil }
        return type == [String: Any].self ? .anyDictionary : nil
    }

    private static let arrays = TypeDescriptor(of: [Any].self)

    /// The kind that stands for a scalar of Foundation, which this library does not import: `CGFloat` is one `Double` in a struct.
    static func twin(_ type: Any.Type) -> FieldKind? {
        func bits<T: BinaryFloatingPoint>(_ type: T.Type) -> UInt64? {
            guard MemoryLayout<T>.size == 8 && MemoryLayout<T>.alignment == MemoryLayout<Double>.alignment else { return nil }
            // SAFETY: a number with the room of a Double has eight bytes to be read.
            return unsafe unsafeBitCast(T(-1.5), to: UInt64.self)
        }
        guard String(reflecting: type) == "Foundation.CGFloat", let number = type as? any BinaryFloatingPoint.Type,
            bits(number) == (-1.5).bitPattern
        else { return nil }
        return .scalar(.double)
    }

    /// That of a scalar. To compare with each of the few is as fast as a table, which the runtime would have to make.
    private static func scalar(_ type: Any.Type) -> FieldKind? {
        var number: UInt8 = 0
        while let kind = ScalarKind(rawValue: number) {
            if kind.type == type { return .scalar(kind) }
            number += 1
        }
        return nil
    }

    /// All kinds, for tests.
    static var allCases: [FieldKind] {
        (0...UInt8.max).lazy.compactMap { ScalarKind(rawValue: $0) }.map { .scalar($0) } + [
            .json, .rawJSON, .any, .anyArray, .anyDictionary, .rawValue, .cases, .object, .instance, .boxed, .sequence, .dictionary,
            .decodable, .encodable, .custom,
        ]
    }
}
