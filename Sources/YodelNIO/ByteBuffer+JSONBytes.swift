#if NIO
public import NIOCore
public import Yodel

// What takes a document or a chunk as bytes takes a buffer by this: `ModelDecoder.decode`, `ModelReader.read`. An overload for buffers beside the one for all bytes
// would be ambiguous where a type is known to be a model.

extension ByteBuffer: JSONBytes {
    /// Lends the buffer's readable bytes. The reader index stays where it is.
    ///
    /// - Parameter body: Gets the bytes, which stay only during the call.
    /// - Returns: What `body` returns.
    @inlinable
    public func withJSONBytes<R>(_ body: (UnsafeRawBufferPointer) -> R) -> R { unsafe withUnsafeReadableBytes { unsafe body($0) } }
}
#endif
