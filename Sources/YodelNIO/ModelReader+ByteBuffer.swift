#if NIO
public import NIOCore
public import Yodel

extension ModelReader {
    /// Reads a chunk: a buffer's readable bytes, where they stand.
    ///
    /// - Parameters:
    ///   - chunk: The next bytes of the input, any number. The reader index stays where it is.
    ///   - each: Gets each record that the chunk completes, in their order. An error that it throws ends the reading.
    /// - Throws: As `read(_:each:)` does for bytes lent by a pointer.
    public mutating func read(_ chunk: ByteBuffer, each: (consuming ModelRecord<T>) throws -> Void) throws {
        unsafe try chunk.withUnsafeReadableBytes { bytes in unsafe try read(bytes, each: each) }
    }
}
#endif
