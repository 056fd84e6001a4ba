extension CodableDecoder {
    /// Decodes a value from bytes in one piece: an array, a slice, a string, borrowed memory, or with `YodelNIO` a `ByteBuffer`.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - json: One JSON document. A string's characters count; bytes may have any encoding that `Data` may have.
    /// - Returns: The value.
    /// - Throws: `DecodingError` as Foundation's decoder does, or the error that a type throws.
    /// - Complexity: Linear in the number of bytes, apart from the types' own code.
    public func decode<T: Decodable>(_ type: T.Type, from json: some JSONBytes) throws -> T {
        try json.withBorrowedJSON { bytes in
            Result { try decode(type, fromBytes: bytes) }
        }.get()
    }

    /// Decodes a value from a span.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - json: One JSON document.
    /// - Returns: The value.
    /// - Throws: `DecodingError` as Foundation's decoder does, or the error that a type throws.
    /// - Complexity: Linear in the number of bytes, apart from the types' own code.
    public func decode<T: Decodable>(_ type: T.Type, from json: RawSpan) throws -> T {
        unsafe try json.withLentBytes { try decode(type, fromBytes: $0.borrowed) }
    }
}
