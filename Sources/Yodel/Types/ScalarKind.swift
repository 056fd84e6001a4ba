import FoundationEssentials

/// The types of the standard library and Foundation that one token makes.
///
/// A new one is a case here, with its type, and a line and a conformance in `Scalars/ScalarTable.swift`: the compiler asks for all of them.
enum ScalarKind: UInt8, Sendable {
    case bool
    case int, int8, int16, int32, int64, int128
    case uint, uint8, uint16, uint32, uint64, uint128
    case float16, float, double
    case string, substring, character
    case date, data, url, uuid, decimal

    /// The type that the kind stands for.
    var type: Any.Type {
        switch self {
        case .bool: Bool.self
        case .int: Int.self
        case .int8: Int8.self
        case .int16: Int16.self
        case .int32: Int32.self
        case .int64: Int64.self
        case .int128: Int128.self
        case .uint: UInt.self
        case .uint8: UInt8.self
        case .uint16: UInt16.self
        case .uint32: UInt32.self
        case .uint64: UInt64.self
        case .uint128: UInt128.self
        case .float16: Float16.self
        case .float: Float.self
        case .double: Double.self
        case .string: String.self
        case .substring: Substring.self
        case .character: Character.self
        case .date: Date.self
        case .data: Data.self
        case .url: URL.self
        case .uuid: UUID.self
        case .decimal: Decimal.self
        }
    }

    /// Whether the type is an integer of any width.
    var isInteger: Bool {
        switch self {
        case .int, .int8, .int16, .int32, .int64, .int128, .uint, .uint8, .uint16, .uint32, .uint64, .uint128: true
        case .bool, .float16, .float, .double, .string, .substring, .character, .date, .data, .url, .uuid, .decimal: false
        }
    }
}
