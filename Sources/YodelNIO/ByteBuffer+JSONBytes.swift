#if NIO
public import NIOCore
public import Yodel

extension ByteBuffer: JSONBytes {
    /// Lends the buffer's readable bytes. The reader index stays where it is.
    ///
    /// - Parameter body: Gets the bytes, which stay only during the call.
    /// - Returns: What `body` returns.
    public func withJSONBytes<R>(_ body: (UnsafeRawBufferPointer) -> R) -> R { unsafe withUnsafeReadableBytes { unsafe body($0) } }
}
#endif
