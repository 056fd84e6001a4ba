import FoundationEssentials

// Raw JSON from documents and from models, and back.

extension RawJSON {
    /// Checks a document and keeps its value's bytes.
    ///
    /// - Parameter json: A document in UTF-8: one value, white space around it, at most 512 nested containers.
    /// - Throws: `ModelError`, as ``ModelDecoder/decode(_:from:)-(_,JSONBytes)`` says.
    public init(json: some JSONBytes) throws(ModelError) { self = try ModelDecoder().decode(RawJSON.self, from: json) }

    /// Encodes a value and keeps the result.
    ///
    /// - Parameters:
    ///   - value: A value that ``ModelEncoder/encode(_:)`` accepts.
    ///   - encoder: Writes it.
    /// - Throws: `ModelError`, as ``ModelEncoder/encode(_:)`` says.
    public init<T>(encoding value: T, by encoder: ModelEncoder = ModelEncoder()) throws(ModelError) {
        self.init(unchecked: try encoder.encodeToBytes(value))
    }

    /// Decodes the value.
    ///
    /// - Parameters:
    ///   - type: A model, an array, set or dictionary of supported types, or a supported scalar.
    ///   - decoder: Reads it.
    /// - Returns: The value.
    /// - Throws: `ModelError`, as ``ModelDecoder/decode(_:from:)-(_,JSONBytes)`` says; its offset and line count from the first of these bytes.
    @inlinable
    public func decode<T>(_ type: T.Type, by decoder: ModelDecoder = ModelDecoder()) throws(ModelError) -> T {
        try decoder.decode(type, from: bytes)
    }
}
