/// Arrays of the commonest scalars, built by code that knows the element's type.
///
/// Building an array through a type parameter looks up the metadata of its storage every time, which takes longer than a short array does.
enum ScalarArrays {
    /// Moves `count` elements into an array and puts it at `address`.
    ///
    /// - Returns: false if elements of the kind are not built here; nothing has been moved then.
    static func build(
        _ kind: FieldKind, _ address: UnsafeMutableRawPointer, elements: UnsafeMutableRawPointer?, count: Int, fresh: Bool
    ) -> Bool {
        switch kind {
        case .string: unsafe [String].build(address, elements: elements, count: count, fresh: fresh)
        case .double: unsafe [Double].build(address, elements: elements, count: count, fresh: fresh)
        case .float: unsafe [Float].build(address, elements: elements, count: count, fresh: fresh)
        case .int: unsafe [Int].build(address, elements: elements, count: count, fresh: fresh)
        case .int32: unsafe [Int32].build(address, elements: elements, count: count, fresh: fresh)
        case .int64: unsafe [Int64].build(address, elements: elements, count: count, fresh: fresh)
        case .uint8: unsafe [UInt8].build(address, elements: elements, count: count, fresh: fresh)
        case .uint64: unsafe [UInt64].build(address, elements: elements, count: count, fresh: fresh)
        case .bool: unsafe [Bool].build(address, elements: elements, count: count, fresh: fresh)
        default: return false
        }
        return true
    }
}
