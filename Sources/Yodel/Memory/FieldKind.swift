import FoundationEssentials

/// What a value's type is to the mapping machine: the index of its row in the conversion table.
enum FieldKind: UInt8, Sendable, CaseIterable {
    case bool
    case int, int8, int16, int32, int64, int128
    case uint, uint8, uint16, uint32, uint64, uint128
    case float16, float, double
    case string, substring, character
    case date, data, url, uuid, decimal
    /// `JSONValue`.
    case json
    /// `Any`, `[Any]` and `[String: Any]`.
    case any, anyArray, anyDictionary
    /// A `RawRepresentable` type whose raw value is one of the scalars above.
    case rawValue
    /// A model that is a struct, filled in place.
    case object
    /// A model that is a class, filled in its instance.
    case instance
    /// `Array`, `ContiguousArray`, `Set`.
    case sequence
    case dictionary
    /// Decoded by its own `init(from:)`.
    case decodable
    /// Encoded by its own `encode(to:)`, and never read.
    case encodable
    /// Made by a property's own transform only.
    case custom

    /// A type of the standard library or Foundation that one token makes.
    var isScalar: Bool { rawValue <= FieldKind.decimal.rawValue }

    /// An integer of any width.
    var isInteger: Bool { rawValue >= FieldKind.int.rawValue && rawValue <= FieldKind.uint128.rawValue }

    /// Takes `null` as zero or false under the lenient rules.
    var isNumberOrBool: Bool { rawValue <= FieldKind.double.rawValue || self == .decimal }

    /// The kind of a type that is known by itself, without looking at its protocols.
    static func leaf(_ type: Any.Type) -> FieldKind? { leaves[ObjectIdentifier(type)] }

    /// The kind that stands for a scalar of Foundation, which this library does not import: `CGFloat` is one `Double` in a struct.
    static func twin(_ type: Any.Type) -> FieldKind? {
        func bits<T: BinaryFloatingPoint>(_ type: T.Type) -> UInt64? {
            guard MemoryLayout<T>.size == 8 && MemoryLayout<T>.alignment == MemoryLayout<Double>.alignment else { return nil }
            // SAFETY: a type with the room of a Double has eight bytes to be read.
            return unsafe withUnsafeBytes(of: T(-1.5)) { unsafe $0.load(as: UInt64.self) }
        }
        guard String(reflecting: type) == "Foundation.CGFloat", let number = type as? any BinaryFloatingPoint.Type,
            bits(number) == (-1.5).bitPattern
        else { return nil }
        return .double
    }

    private static let leaves: [ObjectIdentifier: FieldKind] = [
        ObjectIdentifier(Bool.self): .bool,
        ObjectIdentifier(Int.self): .int, ObjectIdentifier(Int8.self): .int8, ObjectIdentifier(Int16.self): .int16,
        ObjectIdentifier(Int32.self): .int32, ObjectIdentifier(Int64.self): .int64, ObjectIdentifier(Int128.self): .int128,
        ObjectIdentifier(UInt.self): .uint, ObjectIdentifier(UInt8.self): .uint8, ObjectIdentifier(UInt16.self): .uint16,
        ObjectIdentifier(UInt32.self): .uint32, ObjectIdentifier(UInt64.self): .uint64, ObjectIdentifier(UInt128.self): .uint128,
        ObjectIdentifier(Float16.self): .float16, ObjectIdentifier(Float.self): .float, ObjectIdentifier(Double.self): .double,
        ObjectIdentifier(String.self): .string, ObjectIdentifier(Substring.self): .substring, ObjectIdentifier(Character.self): .character,
        ObjectIdentifier(Date.self): .date, ObjectIdentifier(Data.self): .data, ObjectIdentifier(URL.self): .url,
        ObjectIdentifier(UUID.self): .uuid, ObjectIdentifier(Decimal.self): .decimal,
        ObjectIdentifier(Any.self): .any, ObjectIdentifier([Any].self): .anyArray, ObjectIdentifier([String: Any].self): .anyDictionary,
    ]
}
