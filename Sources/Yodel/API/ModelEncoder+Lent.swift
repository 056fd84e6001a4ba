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
        let plan = unsafe try plans.plan(for: T.self)
        var rules = rules
        if isLine {
            rules.isPretty = false
            rules.isOneLine = true
        }
        var failure: ModelError?
        var rest = OutputBuffer()
        unsafe withUnsafePointer(to: value) { address in
            unsafe lend { memory in
                // SAFETY: the memory is free, of bytes, and stays during this closure, which the buffer does not outlive unless it has
                // moved out.
                var buffer = unsafe OutputBuffer(lent: memory.bindMemory(to: UInt8.self))
                failure = unsafe write(plan, UnsafeRawPointer(address), rules, &buffer)
                guard failure == nil else { return 0 }
                if isLine { buffer.append(UInt8(ascii: "\n")) }
                if buffer.isLent { return buffer.count }
                swap(&rest, &buffer)
                return 0
            }
        }
        if let failure { throw failure }
        guard !rest.isLent else { return }
        let room = rest.capacity
        unsafe rest.withBytes { unsafe overflow($0, room) }
    }
}
