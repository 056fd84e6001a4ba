/// Arrays of the commonest scalars, built by code that knows the element's type.
///
/// Building an array through a type parameter looks up the metadata of its storage every time, which takes longer than a short array does.
enum ScalarArrays {
    /// Moves `count` elements into an array and puts it at `address`.
    ///
    /// - Returns: false if elements of the kind are not built here; nothing has been moved then.
    @inline(never)
    static func build(
        _ kind: ScalarKind, _ address: MutableAddress, elements: MutableAddress?, count: Int, fresh: Bool
    ) -> Bool {
        switch kind {
        case .string: moveStrings(address, elements, count, fresh)
        case .double: copy(Double.self, address, elements, count, fresh)
        case .float: copy(Float.self, address, elements, count, fresh)
        case .int: copy(Int.self, address, elements, count, fresh)
        case .int32: copy(Int32.self, address, elements, count, fresh)
        case .int64: copy(Int64.self, address, elements, count, fresh)
        case .uint8: copy(UInt8.self, address, elements, count, fresh)
        case .uint64: copy(UInt64.self, address, elements, count, fresh)
        case .bool: copy(Bool.self, address, elements, count, fresh)
        // The others are built as any type's are.
        default: return false
        }
        return true
    }

    /// Moves strings into an array of empty ones, which hold nothing that would have to be released.
    private static func moveStrings(
        _ address: MutableAddress, _ elements: MutableAddress?, _ count: Int, _ fresh: Bool
    ) {
        var array = [String](repeating: "", count: count)
        if let elements {
            unsafe array.withUnsafeMutableBufferPointer { buffer in
                // SAFETY: the buffer has `count` elements, each the literal "", which owns no storage.
                unsafe buffer.baseAddress?.moveInitialize(from: elements.assumingMemoryBound(to: String.self), count: count)
            }
        }
        [String].put(array, at: address, fresh: fresh)
    }

    /// Elements without references need no move: they are copied at once.
    @inline(__always)
    private static func copy<T: BitwiseCopyable>(
        _ type: T.Type, _ address: MutableAddress, _ elements: MutableAddress?, _ count: Int, _ fresh: Bool
    ) {
        let array = unsafe [T](UnsafeBufferPointer(start: elements?.assumingMemoryBound(to: T.self), count: count))
        [T].put(array, at: address, fresh: fresh)
    }
}
