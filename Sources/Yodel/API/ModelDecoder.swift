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
    @inlinable
    public func decode<T>(_ type: T.Type, from json: UnsafeRawBufferPointer) throws(ModelError) -> T {
        // Inlinable: where `T` is known the value is moved out once, and no metadata is looked up. Everything else is one body for all types.
        unsafe try withUnsafeTemporaryAllocation(of: T.self, capacity: 1) { (buffer) throws(ModelError) -> T in
            let slot = unsafe buffer.baseAddress.unsafelyUnwrapped
            unsafe try decode(type, from: json, into: UnsafeMutableRawPointer(slot))
            // SAFETY: without an error the slot holds a value of `type`, which is `T` or, for a class, a subclass of it.
            return unsafe slot.move()
        }
    }

    /// Decodes a value of any type into memory for one.
    ///
    /// - Parameter slot: Fresh memory. It holds a value afterwards exactly if no error is thrown.
    @usableFromInline
    func decode(_ type: Any.Type, from json: UnsafeRawBufferPointer, into slot: UnsafeMutableRawPointer) throws(ModelError) {
        let plan = unsafe try PlanCache.shared.plan(for: type)
        var isFilled = false
        let failure = unsafe Mapping.map(
            json.bindMemory(to: UInt8.self), plan, into: slot, isFilled: &isFilled, rules: options.rules, limits: options.limits)
        guard let failure else { return }
        if isFilled {
            unsafe plan.pointee.withHandle { unsafe $0.deinitialize(slot, count: 1) }
        }
        throw failure
    }

    /// Decodes a value from bytes.
    ///
    /// - Parameters:
    ///   - type: A model, an array, set or dictionary of supported types, or a supported scalar.
    ///   - json: The document in UTF-8.
    /// - Returns: The value.
    /// - Throws: `ModelError`, as ``decode(_:from:)-(_,UnsafeRawBufferPointer)`` says.
    @inlinable
    public func decode<T>(_ type: T.Type, from json: [UInt8]) throws(ModelError) -> T {
        unsafe try json.withUnsafeBytes { bytes in outcome { () throws(ModelError) in unsafe try decode(type, from: bytes) } }.get()
    }

    /// Decodes a value from data.
    ///
    /// - Parameters:
    ///   - type: A model, an array, set or dictionary of supported types, or a supported scalar.
    ///   - json: The document in UTF-8.
    /// - Returns: The value.
    /// - Throws: `ModelError`, as ``decode(_:from:)-(_,UnsafeRawBufferPointer)`` says.
    @inlinable
    public func decode<T>(_ type: T.Type, from json: Data) throws(ModelError) -> T {
        unsafe try json.withUnsafeBytes { bytes in outcome { () throws(ModelError) in unsafe try decode(type, from: bytes) } }.get()
    }

    /// Decodes a value from text.
    ///
    /// - Parameters:
    ///   - type: A model, an array, set or dictionary of supported types, or a supported scalar.
    ///   - json: The document. Offsets in errors count bytes of its UTF-8.
    /// - Returns: The value.
    /// - Throws: `ModelError`, as ``decode(_:from:)-(_,UnsafeRawBufferPointer)`` says.
    @inlinable
    public func decode<T>(_ type: T.Type, from json: String) throws(ModelError) -> T {
        var json = json
        return try json.withUTF8 { utf8 in
            outcome { () throws(ModelError) in unsafe try decode(type, from: UnsafeRawBufferPointer(utf8)) }
        }.get()
    }

    /// Decodes a value from a span of bytes.
    ///
    /// - Parameters:
    ///   - type: A model, an array, set or dictionary of supported types, or a supported scalar.
    ///   - json: The document in UTF-8.
    /// - Returns: The value.
    /// - Throws: `ModelError`, as ``decode(_:from:)-(_,UnsafeRawBufferPointer)`` says.
    @inlinable
    public func decode<T>(_ type: T.Type, from json: RawSpan) throws(ModelError) -> T {
        unsafe try json.withUnsafeBytes { (bytes) throws(ModelError) -> T in unsafe try decode(type, from: bytes) }
    }
}

/// Carries a typed error through a closure of the standard library that would forget its type.
@inlinable
@inline(__always)
func outcome<R>(_ body: () throws(ModelError) -> R) -> Result<R, ModelError> {
    do throws(ModelError) {
        return .success(try body())
    } catch {
        return .failure(error)
    }
}
