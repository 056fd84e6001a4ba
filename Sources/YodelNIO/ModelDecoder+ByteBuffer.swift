#if NIO
public import NIOCore
public import Yodel

extension ModelDecoder {
    /// Decodes a value from a buffer's readable bytes, where they stand.
    ///
    /// ```swift
    /// let user = try decoder.decode(User.self, from: buffer)
    /// ```
    ///
    /// - Parameters:
    ///   - type: A model, an array, set or dictionary of supported types, or a supported scalar.
    ///   - json: The document in UTF-8. The reader index stays where it is.
    /// - Returns: The value.
    /// - Throws: `ModelError`, as `decode(_:from:)` says for bytes lent by a pointer; offsets count from the reader index.
    /// - Complexity: Linear in the number of readable bytes.
    @inlinable
    public func decode<T>(_ type: T.Type, from json: ByteBuffer) throws(ModelError) -> T {
        let result: Result<T, ModelError> = unsafe json.withUnsafeReadableBytes { bytes in
            do throws(ModelError) {
                return unsafe .success(try decode(type, from: bytes))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// Merges a document into a value that is there.
    ///
    /// - Parameters:
    ///   - value: The value to change.
    ///   - json: The document in UTF-8. The reader index stays where it is.
    /// - Throws: `ModelError`, as `update(_:from:)` says for bytes lent by a pointer; `value` is then as it was.
    /// - Complexity: Linear in the number of readable bytes.
    public func update<T>(_ value: inout T, from json: ByteBuffer) throws(ModelError) {
        let failure: ModelError? = unsafe json.withUnsafeReadableBytes { bytes in
            do throws(ModelError) {
                unsafe try update(&value, from: bytes)
                return nil
            } catch {
                return error
            }
        }
        if let failure { throw failure }
    }
}
#endif
