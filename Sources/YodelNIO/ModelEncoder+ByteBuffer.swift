#if NIO
public import NIOCore
public import Yodel

extension ModelEncoder {
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
    /// - Throws: `ModelError`, as `encode(_:)` does.
    /// - Complexity: Linear in the size of the value; with `sortsKeys` dictionaries are sorted.
    public func encode<T>(_ value: T, into output: inout ByteBuffer) throws(ModelError) {
        try write(value, isLine: false, into: &output)
    }

    /// Encodes a value behind a buffer's writer index as a line: compact JSON and a line feed (NDJSON, JSON Lines).
    ///
    /// - Parameters:
    ///   - value: What `encode(_:)` takes.
    ///   - output: Gets the line in UTF-8. After an error its readable bytes are as they were.
    /// - Throws: `ModelError`, as `encode(_:)` does.
    /// - Complexity: As that of `encode(_:into:)`.
    public func encodeLine<T>(_ value: T, into output: inout ByteBuffer) throws(ModelError) {
        try write(value, isLine: true, into: &output)
    }

    private func write<T>(_ value: T, isLine: Bool, into output: inout ByteBuffer) throws(ModelError) {
        unsafe try encode(
            value, isLine: isLine,
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
