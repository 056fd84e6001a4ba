// Values at places that RFC 6901 writes, from bytes; nothing is built of the rest.

extension ModelDecoder {
    /// Finds the values that pointers name in a document, in one pass.
    ///
    /// ```swift
    /// let found = try ModelDecoder().find(["/user/name", "/items/0", "/none"], in: #"{"user": {"name": "Ann"}, "items": [{"id": 7}]}"#)
    /// found[0]?.text                          // "Ann", in quotes
    /// try found[1]?.decode(User.self).id      // 7
    /// found[2]                                // nil
    /// ```
    ///
    /// It checks the whole document, as every `decode` does. It keeps the bytes of the values it finds, which you decode when you need them, and skips
    /// everything else.
    ///
    /// - Parameters:
    ///   - pointers: The pointers; one may appear twice.
    ///   - json: The document in UTF-8.
    /// - Returns: The value of each pointer, in order; nil where there is none. If a key appears twice, the last value counts.
    /// - Throws: `ModelError`: `syntax` if the bytes are not JSON in UTF-8, `limit` if they pass a limit, `mismatch` if a key on the path appears twice and
    ///   the options refuse that.
    /// - Complexity: Linear in the number of bytes, and logarithmic in the number of pointers below one container.
    public func find(_ pointers: [JSONPointer], in json: some JSONBytes) throws(ModelError) -> [RawJSON?] {
        let result = json.withBorrowedJSON { bytes in
            Result { () throws(ModelError) in try find(PointerSearch(pointers), pointers, in: bytes) }
        }
        return try result.get()
    }

    private func find(
        _ search: PointerSearch, _ pointers: [JSONPointer], in bytes: BorrowedBytes
    ) throws(ModelError) -> [RawJSON?] {
        let request = self.request
        let (limits, rules) = (request.limits, request.rules)
        if bytes.count <= limits.maximumDocumentBytes,
            let text = DocumentText(bytes, from: limits.startOfText(bytes), maximumTokenBytes: limits.maximumTokenBytes)
        {
            switch search.run(text, depth: rules.maximumDepth, failsOnRepeat: rules.failsOnDuplicateKey) {
            case .found(let values): return values
            case .repeated(let place, let path):
                let offset = unsafe place - bytes.start.unsafelyUnwrapped
                throw .duplicateKey(at: LineCounter().location(of: offset, in: bytes, from: 0), path: path)
            case .failed: break
            }
        }
        // A scalar, or what is no JSON: the error is that of every other decode.
        let whole = try decode(RawJSON.self, borrowing: bytes)
        if !limits.repairs.isEmpty, let byte = whole.bytes.first, byte | 0x20 == UInt8(ascii: "{") {
            // It was no JSON, and has been put right.
            var options = self.options
            (options.nonFiniteNumbers, options.invalidText, options.acceptsControlCharacters) = (.refuse, .refuse, false)
            return try ModelDecoder(options).find(pointers, in: whole.bytes)
        }
        return pointers.map { $0.tokens.isEmpty ? whole : nil }
    }
}
