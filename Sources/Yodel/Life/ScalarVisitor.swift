import FoundationEssentials

/// Something to be done with values of a scalar type, as soon as that type is known.
protocol ScalarVisitor {
    mutating func visit<T: Hashable>(_ type: T.Type)
}

extension FieldKind {
    /// Calls a visitor with the type that the kind stands for. Only for scalars and `JSONValue`.
    func visit(_ visitor: inout some ScalarVisitor) {
        switch self {
        case .bool: visitor.visit(Bool.self)
        case .int: visitor.visit(Int.self)
        case .int8: visitor.visit(Int8.self)
        case .int16: visitor.visit(Int16.self)
        case .int32: visitor.visit(Int32.self)
        case .int64: visitor.visit(Int64.self)
        case .int128: visitor.visit(Int128.self)
        case .uint: visitor.visit(UInt.self)
        case .uint8: visitor.visit(UInt8.self)
        case .uint16: visitor.visit(UInt16.self)
        case .uint32: visitor.visit(UInt32.self)
        case .uint64: visitor.visit(UInt64.self)
        case .uint128: visitor.visit(UInt128.self)
        case .float16: visitor.visit(Float16.self)
        case .float: visitor.visit(Float.self)
        case .double: visitor.visit(Double.self)
        case .string: visitor.visit(String.self)
        case .substring: visitor.visit(Substring.self)
        case .character: visitor.visit(Character.self)
        case .date: visitor.visit(Date.self)
        case .data: visitor.visit(Data.self)
        case .url: visitor.visit(URL.self)
        case .uuid: visitor.visit(UUID.self)
        case .decimal: visitor.visit(Decimal.self)
        case .json: visitor.visit(JSONValue.self)
        default: preconditionFailure("a kind that is no scalar")
        }
    }
}
