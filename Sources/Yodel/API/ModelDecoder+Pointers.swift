// Values at places that RFC 6901 writes, from bytes; nothing is built of the rest.

extension ModelDecoder {
    /// Finds the values at some places of a document, in one pass.
    ///
    /// ```swift
    /// let found = try ModelDecoder().find(["/user/name", "/items/0", "/none"], in: #"{"user": {"name": "Ann"}, "items": [{"id": 7}]}"#)
    /// found[0]?.text                          // "Ann", in quotes
    /// try found[1]?.decode(User.self).id      // 7
    /// found[2]                                // nil
    /// ```
    ///
    /// The whole document is checked, as by every `decode`. What is found is kept as its bytes, to be decoded when it is wanted; all else is passed over.
    ///
    /// - Parameters:
    ///   - pointers: The places; the same one may come twice.
    ///   - json: The document in UTF-8.
    /// - Returns: The value of each place, in the order of the pointers; nil where nothing stands. Of a key that comes twice the last one counts.
    /// - Throws: `ModelError`: `syntax` if the bytes are not JSON in UTF-8, `limit` if they pass a limit, `mismatch` if a key on the way comes twice and the
    ///   options say that this fails.
    /// - Complexity: Linear in the number of bytes, and logarithmic in the number of places below one container.
    public func find(_ pointers: [JSONPointer], in json: some JSONBytes) throws(ModelError) -> [RawJSON?] {
        let result = unsafe json.withJSONBytes { bytes in
            Result { () throws(ModelError) in unsafe try find(PointerSearch(pointers), pointers, in: bytes) }
        }
        return try result.get()
    }

    private func find(
        _ search: PointerSearch, _ pointers: [JSONPointer], in json: UnsafeRawBufferPointer
    ) throws(ModelError) -> [RawJSON?] {
        let bytes = unsafe json.bindMemory(to: UInt8.self)
        let request = self.request
        let (limits, rules) = (request.limits, request.rules)
        if bytes.count <= limits.maximumDocumentBytes,
            let text = unsafe DocumentText(bytes, from: limits.startOfText(bytes), maximumTokenBytes: limits.maximumTokenBytes)
        {
            switch search.run(text, depth: rules.maximumDepth, failsOnRepeat: rules.failsOnDuplicateKey) {
            case .found(let values): return values
            case .repeated(let place, let path):
                let offset = unsafe place.address - bytes.baseAddress.unsafelyUnwrapped
                throw .duplicateKey(at: unsafe LineCounter().location(of: offset, in: bytes, from: 0), path: path)
            case .failed: break
            }
        }
        // A scalar, or what is no JSON: the error is that of every other decode.
        let whole = unsafe try decode(RawJSON.self, from: json)
        return pointers.map { $0.tokens.isEmpty ? whole : nil }
    }
}
