import FoundationEssentials

/// Bytes in one piece: `Data`, `[UInt8]`, `ArraySlice<UInt8>`, `ContiguousArray<UInt8>`, `String` or `UnsafeRawBufferPointer`.
public protocol JSONBytes {
    /// Lends the document's bytes.
    ///
    /// - Parameter body: Gets the bytes, which stay only during the call.
    /// - Returns: What `body` returns.
    func withJSONBytes<R>(_ body: (UnsafeRawBufferPointer) -> R) -> R
}

extension JSONBytes {
    /// The bytes, as long as the closure runs.
    @inline(__always)
    func withBorrowedJSON<R>(_ body: (BorrowedBytes) -> R) -> R { unsafe withJSONBytes { unsafe body(BorrowedBytes($0)) } }
}

extension Data: JSONBytes {
    /// Lends the data's bytes.
    ///
    /// - Parameter body: Gets the bytes, which stay only during the call.
    /// - Returns: What `body` returns.
    @inlinable
    public func withJSONBytes<R>(_ body: (UnsafeRawBufferPointer) -> R) -> R { unsafe withUnsafeBytes(body) }
}

extension [UInt8]: JSONBytes {
    /// Lends the array's bytes.
    ///
    /// - Parameter body: Gets the bytes, which stay only during the call.
    /// - Returns: What `body` returns.
    @inlinable
    public func withJSONBytes<R>(_ body: (UnsafeRawBufferPointer) -> R) -> R { unsafe withUnsafeBytes(body) }
}

extension ArraySlice<UInt8>: JSONBytes {
    /// Lends the slice's bytes.
    ///
    /// - Parameter body: Gets the bytes, which stay only during the call.
    /// - Returns: What `body` returns.
    @inlinable
    public func withJSONBytes<R>(_ body: (UnsafeRawBufferPointer) -> R) -> R { unsafe withUnsafeBytes(body) }
}

extension ContiguousArray<UInt8>: JSONBytes {
    /// Lends the array's bytes.
    ///
    /// - Parameter body: Gets the bytes, which stay only during the call.
    /// - Returns: What `body` returns.
    @inlinable
    public func withJSONBytes<R>(_ body: (UnsafeRawBufferPointer) -> R) -> R { unsafe withUnsafeBytes(body) }
}

extension String: JSONBytes {
    /// Lends the text's UTF-8.
    ///
    /// - Parameter body: Gets the bytes, which stay only during the call.
    /// - Returns: What `body` returns.
    @inlinable
    public func withJSONBytes<R>(_ body: (UnsafeRawBufferPointer) -> R) -> R {
        var text = self
        return text.withUTF8 { unsafe body(UnsafeRawBufferPointer($0)) }
    }
}

extension UnsafeRawBufferPointer: @unsafe JSONBytes {
    /// Lends the bytes.
    ///
    /// - Parameter body: Gets the bytes, which stay only during the call.
    /// - Returns: What `body` returns.
    @inlinable
    public func withJSONBytes<R>(_ body: (UnsafeRawBufferPointer) -> R) -> R { unsafe body(self) }
}
