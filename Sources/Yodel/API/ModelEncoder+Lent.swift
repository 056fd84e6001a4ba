extension ModelEncoder {
    /// Encodes a value into memory of another library's buffer, without a copy as long as that lasts.
    ///
    /// - Parameters:
    ///   - value: As ``encode(_:into:)`` takes it.
    ///   - isLine: Whether the document is to be a line: compact, with a line feed behind it.
    ///   - lend: Lends the buffer's free memory to the closure it gets, once, and counts as many of its bytes as written as that returns.
    ///   - overflow: Gets a document that does not fit the memory, after the memory has been given back, and as much room as makes another
    ///     document of its size fit.
    /// - Throws: `ModelError`, as ``encode(_:into:)`` says; no bytes are counted then.
    package func encode<T>(
        _ value: T, isLine: Bool, lending lend: ((UnsafeMutableRawBufferPointer) -> Int) -> Void,
        overflow: (UnsafeRawBufferPointer, _ room: Int) -> Void
    ) throws(ModelError) {
        let plan = try plans.plan(for: T.self)
        var rules = rules
        if isLine {
            rules.isPretty = false
            rules.isOneLine = true
        }
        unsafe try OutputBuffer.write(lending: lend, overflow: overflow) { buffer throws(ModelError) in
            try write(value, plan, rules, &buffer)
            if isLine { buffer.append(UInt8(ascii: "\n")) }
        }
    }
}

extension CodableEncoder {
    /// Encodes a value into memory of another library's buffer, without a copy as long as that lasts.
    ///
    /// - Parameters:
    ///   - value: As ``encode(_:)`` takes it.
    ///   - lend: Lends the buffer's free memory to the closure it gets, once, and counts as many of its bytes as written as that returns.
    ///   - overflow: Gets a document that does not fit the memory, after the memory has been given back, and as much room as makes another
    ///     document of its size fit.
    /// - Throws: As ``encode(_:)`` does; no bytes are counted then.
    package func encode<T: Encodable>(
        _ value: T, lending lend: ((UnsafeMutableRawBufferPointer) -> Int) -> Void,
        overflow: (UnsafeRawBufferPointer, _ room: Int) -> Void
    ) throws {
        unsafe try OutputBuffer.write(lending: lend, overflow: overflow) { try write(value, &$0) }
    }
}
