extension ModelDecoder {
    /// Decodes one document that comes in pieces.
    ///
    /// The pieces are read as they come, by yajl, which can stop between any two bytes; they are never put together, so a document may be larger than
    /// memory as long as its value is not. For many records in a stream there is ``ModelReader``.
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
    /// - Throws: `ModelError`, as ``decode(_:from:)-(_,UnsafeRawBufferPointer)`` says; offsets count from the document's first byte. What comes after the
    ///   piece that shows an error is not asked for.
    /// - Complexity: Linear in the number of bytes. Of the document only the token that is cut at the end of a piece is kept.
    public func decode<T, Chunks: Sequence>(_ type: T.Type, fromChunks chunks: Chunks) throws(ModelError) -> T
    where Chunks.Element: JSONBytes {
        let slot = UnsafeMutablePointer<T>.allocate(capacity: 1)
        defer { unsafe slot.deallocate() }
        unsafe try fill(slot, fromChunks: chunks)
        return unsafe slot.move()
    }

    /// Decodes one document that comes in pieces, one after the other.
    ///
    /// ```swift
    /// let user = try await decoder.decode(User.self, fromChunks: pieces)
    /// ```
    ///
    /// - Parameters:
    ///   - type: A model, an array, set or dictionary of supported types, or a supported scalar.
    ///   - chunks: The document's bytes in UTF-8, in any pieces; empty ones do not matter. The next piece is asked for when one has been read.
    ///   - isolation: Where the models are made: the caller's actor.
    /// - Returns: The value.
    /// - Throws: `ModelError`, as ``decode(_:fromChunks:)`` says, or the error of `chunks`.
    /// - Complexity: Linear in the number of bytes. Of the document only the token that is cut at the end of a piece is kept.
    public func decode<T, Chunks: AsyncSequence>(
        _ type: T.Type, fromChunks chunks: Chunks, isolation: isolated (any Actor)? = #isolation
    ) async throws -> T where Chunks.Element: JSONBytes {
        let slot = UnsafeMutablePointer<T>.allocate(capacity: 1)
        defer { unsafe slot.deallocate() }
        unsafe try await fill(slot, fromChunks: chunks, isolation)
        return unsafe slot.move()
    }

    /// Fills a slot, unless it throws. The mapping, which destroys what it has begun, is gone when this returns.
    private func fill<T, Chunks: Sequence>(_ slot: UnsafeMutablePointer<T>, fromChunks chunks: Chunks) throws(ModelError)
    where Chunks.Element: JSONBytes {
        if unsafe try plan(for: T.self).pointee.reachesDrafts {
            var document = unsafe PutTogether(request.limits)
            for chunk in chunks where document.take(chunk) {}
            return unsafe try fill(slot, document)
        }
        var mapping = unsafe try mapping(into: slot)
        for chunk in chunks { try mapping.feed(chunk) }
        try mapping.finish()
    }

    private func fill<T, Chunks: AsyncSequence>(
        _ slot: UnsafeMutablePointer<T>, fromChunks chunks: Chunks, _ isolation: isolated (any Actor)?
    ) async throws where Chunks.Element: JSONBytes {
        var iterator = chunks.makeAsyncIterator()
        if unsafe try plan(for: T.self).pointee.reachesDrafts {
            var document = unsafe PutTogether(request.limits)
            while let chunk = try await iterator.next(isolation: isolation), document.take(chunk) {}
            return unsafe try fill(slot, document)
        }
        var mapping = unsafe try mapping(into: slot)
        while let chunk = try await iterator.next(isolation: isolation) { try mapping.feed(chunk) }
        try mapping.finish()
    }

    /// Fills a slot with a value of a type that is read whole.
    private func fill<T>(_ slot: UnsafeMutablePointer<T>, _ document: PutTogether) throws(ModelError) {
        let failure = unsafe document.bytes.withUnsafeBytes { unsafe decode(T.self, from: $0, into: UnsafeMutableRawPointer(slot)) }
        if let failure { throw failure }
    }

    private func mapping<T>(into slot: UnsafeMutablePointer<T>) throws(ModelError) -> ChunkedMapping {
        let request = unsafe self.request
        return unsafe ChunkedMapping(try plan(for: T.self), into: slot, rules: request.rules, limits: request.limits)
    }
}

/// A document whose pieces are put together.
private struct PutTogether {
    var bytes: [UInt8] = []
    let limits: ParserLimits

    init(_ limits: ParserLimits) { self.limits = limits }

    /// Takes the next bytes.
    ///
    /// - Returns: Whether more are wanted: no more than tells that there are too many.
    mutating func take(_ chunk: some JSONBytes) -> Bool {
        unsafe chunk.withJSONBytes { unsafe bytes.append(contentsOf: $0) }
        return bytes.count <= limits.maximumDocumentBytes
    }
}

extension ChunkedMapping {
    /// Takes the next bytes.
    fileprivate mutating func feed(_ chunk: some JSONBytes) throws(ModelError) {
        // A mapping cannot be lent to a closure, so its failure is carried out of it.
        let failure: ModelError? = unsafe chunk.withJSONBytes { bytes in
            do throws(ModelError) {
                unsafe try feed(bytes.bindMemory(to: UInt8.self))
                return nil
            } catch {
                return error
            }
        }
        if let failure { throw failure }
    }
}
