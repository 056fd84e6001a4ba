import FoundationEssentials

/// Maps JSON into models.
///
/// A decoder is a value without state: make one, keep it, and use it from as many threads as you like.
///
/// ```swift
/// let decoder = ModelDecoder()
/// let users = try decoder.decode([User].self, from: data)
/// let byName = try decoder.decode([String: User].self, from: #"{"ann": {"id": 7}}"#)
/// ```
///
/// The input is one JSON document in UTF-8, exactly as RFC 8259 has it. A type's plan is made at its first use and kept for the life of the
/// process.
public struct ModelDecoder: Sendable {
    /// How this decoder reads.
    public let options: DecodingOptions

    /// Makes a decoder.
    ///
    /// - Parameter options: How it reads.
    public init(_ options: DecodingOptions = .lenient) {
        self.options = options
    }

    /// Decodes a value from bytes lent by a pointer.
    ///
    /// Every other `decode` comes here; none of them copies the bytes, if they lie in one piece.
    ///
    /// - Parameters:
    ///   - type: A model, an array, set or dictionary of supported types, or a supported scalar.
    ///   - json: The document. It needs to stay only during the call.
    /// - Returns: The value.
    /// - Throws: `ModelError`: `syntax` if the bytes are not JSON in UTF-8, `limit` if they pass a limit, `mismatch` if the root does not fit
    ///   the type or, under `.fail`, if any value does not, `model` if the type cannot be mapped, `custom` if the model's own code throws.
    /// - Complexity: Linear in the number of bytes.
    public func decode<T>(_ type: T.Type, from json: UnsafeRawBufferPointer) throws(ModelError) -> T {
        let plan = unsafe try PlanCache.shared.plan(for: type)
        var failure: ModelError?
        let value: T? = unsafe withUnsafeTemporaryAllocation(of: T.self, capacity: 1) { buffer in
            // SAFETY: the slot is initialised exactly if `isFilled` says so.
            let slot = unsafe buffer.baseAddress.unsafelyUnwrapped
            var isFilled = false
            failure = unsafe Mapping.map(
                json.bindMemory(to: UInt8.self), plan, into: UnsafeMutableRawPointer(slot), isFilled: &isFilled, rules: options.rules,
                limits: options.limits)
            guard isFilled else { return nil }
            let value = unsafe slot.move()
            return failure == nil ? value : nil
        }
        if let failure { throw failure }
        // The machine fills the root whenever it reports no error.
        return unsafe value.unsafelyUnwrapped
    }

    /// Decodes a value from bytes.
    ///
    /// - Parameters:
    ///   - type: A model, an array, set or dictionary of supported types, or a supported scalar.
    ///   - json: The document in UTF-8.
    /// - Returns: The value.
    /// - Throws: `ModelError`, as ``decode(_:from:)-(_,UnsafeRawBufferPointer)`` says.
    public func decode<T>(_ type: T.Type, from json: [UInt8]) throws(ModelError) -> T {
        unsafe try withBytes(json) { bytes throws(ModelError) in unsafe try decode(type, from: bytes) }
    }

    /// Decodes a value from data.
    ///
    /// - Parameters:
    ///   - type: A model, an array, set or dictionary of supported types, or a supported scalar.
    ///   - json: The document in UTF-8.
    /// - Returns: The value.
    /// - Throws: `ModelError`, as ``decode(_:from:)-(_,UnsafeRawBufferPointer)`` says.
    public func decode<T>(_ type: T.Type, from json: Data) throws(ModelError) -> T {
        unsafe try withBytes(json) { bytes throws(ModelError) in unsafe try decode(type, from: bytes) }
    }

    /// Decodes a value from text.
    ///
    /// - Parameters:
    ///   - type: A model, an array, set or dictionary of supported types, or a supported scalar.
    ///   - json: The document. Offsets in errors count bytes of its UTF-8.
    /// - Returns: The value.
    /// - Throws: `ModelError`, as ``decode(_:from:)-(_,UnsafeRawBufferPointer)`` says.
    public func decode<T>(_ type: T.Type, from json: String) throws(ModelError) -> T {
        unsafe try withBytes(json) { bytes throws(ModelError) in unsafe try decode(type, from: bytes) }
    }

    /// Decodes a value from a span of bytes.
    ///
    /// - Parameters:
    ///   - type: A model, an array, set or dictionary of supported types, or a supported scalar.
    ///   - json: The document in UTF-8.
    /// - Returns: The value.
    /// - Throws: `ModelError`, as ``decode(_:from:)-(_,UnsafeRawBufferPointer)`` says.
    public func decode<T>(_ type: T.Type, from json: RawSpan) throws(ModelError) -> T {
        unsafe try withBytes(json) { bytes throws(ModelError) in unsafe try decode(type, from: bytes) }
    }
}
