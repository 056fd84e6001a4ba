#if NIO
public import NIOCore
public import Yodel

extension CodableEncoder {
    /// Encodes a value behind a buffer's writer index.
    ///
    /// The text is written into the buffer's own memory. Only if that does not last it is written elsewhere first; the buffer then grows by
    /// so much that another value of the same size fits.
    ///
    /// ```swift
    /// var buffer = ByteBuffer()
    /// try encoder.encode(user, into: &buffer)
    /// ```
    ///
    /// - Parameters:
    ///   - value: What `encode(_:)` takes.
    ///   - output: Gets the document in UTF-8. After an error its readable bytes are as they were.
    /// - Throws: As `encode(_:)` does.
    /// - Complexity: As that of `encode(_:)`.
    public func encode<T: Encodable>(_ value: T, into output: inout ByteBuffer) throws {
        unsafe try encode(
            value,
            lending: { write in
                // SAFETY: the bytes are written from the first on, as many as are returned.
                unsafe output.writeWithUnsafeMutableBytes(minimumWritableBytes: 0) { unsafe write($0) }
            },
            overflow: { bytes, room in
                output.reserveCapacity(minimumWritableBytes: room)
                unsafe output.writeBytes(bytes)
            })
    }
}
#endif
