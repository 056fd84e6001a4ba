extension KeptObject {
    /// Begins to stand for an object on a tape. Nobody else has it yet.
    ///
    /// - Parameters:
    ///   - token: The object's start; its tape stays until `letGo` or `clear`.
    ///   - isASCII: Whether all its strings are known to be.
    func hold(_ token: TapeToken, isASCII: Bool) {
        unsafe hold(Source(start: token.address, end: token.next, index: nil, isASCII: isASCII, reader: KeptObject.tapeReader))
    }

    /// Reads objects on tapes. Never changed.
    private nonisolated(unsafe) static let tapeReader: UnsafePointer<Reader> = {
        let reader = UnsafeMutablePointer<Reader>.allocate(capacity: 1)
        // SAFETY: a source begins where the object's token does.
        unsafe reader.initialize(
            to: Reader(
                object: { unsafe JSONObject(TapeToken($0.start), isASCII: $0.isASCII) },
                value: { key, source in
                    unsafe find(key, TapeToken(source.start)).map { unsafe JSONValue($0, isASCII: source.isASCII) }
                }))
        return unsafe UnsafePointer(reader)
    }()

    /// The value of a key; of equal keys the last.
    private static func find(_ key: UnsafeBufferPointer<UInt8>, _ object: TapeToken) -> TapeToken? {
        var found: TapeToken?
        var cursor = unsafe object.inside
        let end = unsafe object.next - TapeToken.headerSize
        while unsafe cursor < end {
            let candidate = unsafe TapeToken(cursor)
            let value = unsafe TapeToken(candidate.next)
            if unsafe candidate.size == key.count && Self.areEqual(candidate.content, key) { unsafe found = unsafe value }
            unsafe cursor = unsafe value.next
        }
        return unsafe found
    }

    /// Whether two texts of one length are equal.
    private static func areEqual(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Bool {
        for index in right.indices {
            guard unsafe left[index] == right[index] else { return false }
        }
        return true
    }
}
