extension ModelDecoder {
    /// Decodes one document that arrives in pieces.
    ///
    /// yajl reads the pieces as they arrive, since it can stop between any two bytes. Plain values go straight to memory, so a document may be larger than
    /// memory as long as its value is not. Some values must be complete before they can be read; Yodel assembles them, and reads them when they end: an object
    /// of a model with hooks, paths, alternatives, required properties, accessors, transforms or keys of any case; a ``JSONValue``, `Any`, and a type that
    /// decodes itself; and every model's object under options that watch keys (`onMissing`, `onUnknownKey` or `onDuplicateKey` is `fail`). Read large input of
    /// that kind as records with ``ModelReader``, which assembles one record at a time.
    ///
    /// ```swift
    /// let pieces = [#"{"id": 7, "na"#, #"me": "Ann"}"#]
    /// let user = try decoder.decode(User.self, fromChunks: pieces)
    /// ```
    ///
    /// - Parameters:
    ///   - type: A model, an array, set or dictionary of supported types, or a supported scalar.
    ///   - chunks: The document's bytes in UTF-8, in any pieces; empty ones do not matter.
    /// - Returns: The value.
    /// - Throws: `ModelError`, as ``decode(_:from:)-(_,JSONBytes)`` says; offsets count from the document's first byte. After a piece that shows
    ///   an error, no further piece is requested.
    /// - Complexity: Linear in the number of bytes. Only a token split between pieces, and a value that must be complete, are kept.
    public func decode<T, Chunks: Sequence>(_ type: T.Type, fromChunks chunks: Chunks) throws(ModelError) -> T
    where Chunks.Element: JSONBytes {
        let room = MutableAddress.allocate(byteCount: MemoryLayout<T>.stride, alignment: MemoryLayout<T>.alignment)
        defer { unsafe room.deallocate() }
        unsafe try fill(Slot(room, of: type), type, fromChunks: chunks)
        // SAFETY, here and below: without an error the room holds a value of `type`, which is `T` or, for a class, a subclass of it.
        return unsafe room.assumingMemoryBound(to: T.self).move()
    }

    /// Decodes one document that arrives in pieces, one after the other.
    ///
    /// ```swift
    /// let user = try await decoder.decode(User.self, fromChunks: pieces)
    /// ```
    ///
    /// - Parameters:
    ///   - type: A model, an array, set or dictionary of supported types, or a supported scalar.
    ///   - chunks: The document's bytes in UTF-8, in any pieces; empty ones do not matter. The next piece is requested when one has been read.
    ///   - isolation: The caller's actor, where the models are made.
    /// - Returns: The value.
    /// - Throws: `ModelError`, as ``decode(_:fromChunks:)`` says, or the error of `chunks`.
    /// - Complexity: Linear in the number of bytes. Only a token split between pieces, and a value that must be complete, are kept.
    public func decode<T, Chunks: AsyncSequence>(
        _ type: T.Type, fromChunks chunks: Chunks, isolation: isolated (any Actor)? = #isolation
    ) async throws -> T where Chunks.Element: JSONBytes {
        let room = MutableAddress.allocate(byteCount: MemoryLayout<T>.stride, alignment: MemoryLayout<T>.alignment)
        defer { unsafe room.deallocate() }
        unsafe try await fill(Slot(room, of: type), type, fromChunks: chunks, isolation)
        return unsafe room.assumingMemoryBound(to: T.self).move()
    }

    /// Fills a slot, unless it throws. The document, which destroys what it has begun, is gone when this returns.
    private func fill<Chunks: Sequence>(_ slot: Slot, _ type: Any.Type, fromChunks chunks: Chunks) throws(ModelError)
    where Chunks.Element: JSONBytes {
        var document = try document(type, into: slot)
        for chunk in chunks { try document.feed(chunk) }
        try document.finish()
    }

    private func fill<Chunks: AsyncSequence>(
        _ slot: Slot, _ type: Any.Type, fromChunks chunks: Chunks, _ isolation: isolated (any Actor)?
    ) async throws where Chunks.Element: JSONBytes {
        var document = try document(type, into: slot)
        var iterator = chunks.makeAsyncIterator()
        while let chunk = try await iterator.next(isolation: isolation) { try document.feed(chunk) }
        try document.finish()
    }

    private func document(_ type: Any.Type, into slot: Slot) throws(ModelError) -> ChunkedDocument {
        let request = self.request
        return ChunkedDocument(try plan(for: type), into: slot, rules: request.rules, limits: request.limits)
    }
}

extension ChunkedDocument {
    /// Takes the next bytes.
    fileprivate mutating func feed(_ chunk: some JSONBytes) throws(ModelError) {
        // A document cannot be lent to a closure, so its failure is carried out of it.
        let failure: ModelError? = chunk.withBorrowedJSON { bytes in
            do throws(ModelError) {
                try feed(bytes)
                return nil
            } catch {
                return error
            }
        }
        if let failure { throw failure }
    }
}
