#if Ingest
import Yodel

extension ColumnBuffers {
    // SAFETY of all of it: the row is below the column's count, and the column has what is asked for, as its type says.

    /// Whether a row has no value.
    @inline(__always)
    func isNull(_ row: Int) -> Bool {
        guard let validity = unsafe validity else { return false }
        return unsafe Self.bit(row, in: validity) == 0
    }

    /// A value of one bit.
    @inline(__always)
    func bit(_ row: Int) -> UInt8 { unsafe Self.bit(row, in: values.unsafelyUnwrapped) }

    @unsafe @inline(__always)
    private static func bit(_ row: Int, in bits: UnsafeRawPointer) -> UInt8 {
        unsafe bits.load(fromByteOffset: row >> 3, as: UInt8.self) >> UInt8(row & 7) & 1
    }

    /// A value of a fixed width.
    @inline(__always)
    func value<Value: BitwiseCopyable>(_ row: Int, _ type: Value.Type) -> Value {
        unsafe values.unsafelyUnwrapped.loadUnaligned(fromByteOffset: row &* MemoryLayout<Value>.stride, as: type)
    }

    /// Where the bytes or the elements of a row's value begin, and how many they are.
    @inline(__always)
    func span(_ row: Int) -> (start: Int, count: Int) {
        let offsets = unsafe offsets.unsafelyUnwrapped
        let start = row == 0 ? 0 : unsafe Int(offsets.load(fromByteOffset: row &* 4, as: Int32.self))
        return unsafe (start, Int(offsets.load(fromByteOffset: (row &+ 1) &* 4, as: Int32.self)) &- start)
    }

    /// The bytes of a row's value, where they stand; without an address if no row has any.
    @inline(__always)
    func bytes(of row: Int) -> UnsafeRawBufferPointer {
        let (start, count) = span(row)
        return unsafe UnsafeRawBufferPointer(start: bytes.map { unsafe $0 + start }, count: count)
    }
}
#endif
