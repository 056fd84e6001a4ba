extension String {
    /// Makes a string of bytes that are known to be UTF-8, without checking them again.
    ///
    /// The prevalidator has checked every byte of the input, and yajl's unescaping of paired surrogates and of other escapes yields UTF-8.
    ///
    /// - Parameters:
    ///   - bytes: Well-formed UTF-8; only lent.
    ///   - isASCII: Whether they are known to be ASCII; otherwise that is looked up.
    ///   - layout: That of the process.
    @inline(__always)
    init(valid bytes: BorrowedBytes, isASCII: Bool = false, _ layout: StringLayout = .current) {
        self.init(known: bytes, isASCII: isASCII || Self.isASCII(bytes), layout)
    }

    /// Makes a string of bytes that are known to be UTF-8, and to be ASCII or not.
    ///
    /// - Parameters:
    ///   - bytes: Well-formed UTF-8; only lent.
    ///   - isASCII: Whether all of them are ASCII; asked of texts that are not short.
    ///   - layout: That of the process.
    @inline(__always)
    init(known bytes: BorrowedBytes, isASCII: @autoclosure () -> Bool, _ layout: StringLayout = .current) {
        if let text = layout.make(bytes, isASCII: isASCII()) {
            self = text
            return
        }
        // SAFETY: well-formed by the precondition, and the flag says what the bytes are.
        let span = unsafe UTF8Span(unchecked: Span(_unsafeElements: bytes.buffer), isKnownASCII: isASCII())
        self = String(copying: span)
    }

    /// Whether no byte has its top bit set; sixteen bytes a step.
    @inline(__always)
    private static func isASCII(_ bytes: BorrowedBytes) -> Bool {
        guard let start = bytes.start else { return true }
        let count = bytes.count
        var all: UInt64 = 0
        var index = 0
        // Every load ends at or before `count`.
        while index &+ 16 <= count {  // &+: far below the range of Int
            unsafe all |= start.load(index, as: UInt64.self)
            unsafe all |= start.load(index &+ 8, as: UInt64.self)  // &+: below the count
            index &+= 16  // &+=: likewise
        }
        if index &+ 8 <= count {
            unsafe all |= start.load(index, as: UInt64.self)
        }
        if count >= 8 {
            unsafe all |= start.load(count &- 8, as: UInt64.self)  // &-: count is at least 8
        } else {
            while index < count {
                all |= UInt64(bytes[index])
                index &+= 1  // &+=: below the count
            }
        }
        return all & 0x8080_8080_8080_8080 == 0
    }
}
