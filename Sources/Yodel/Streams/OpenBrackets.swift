/// Brackets that are open, a bit each: 1 for an object.
struct OpenBrackets {
    private var kinds: [UInt64] = []
    private(set) var depth = 0
    /// As many open brackets are told apart: a value of nothing but brackets must not fill the memory.
    private static let limit = 1 << 24

    /// Whether one more may be opened.
    var hasRoom: Bool { depth < Self.limit }

    /// Whether the innermost open bracket is an object's. There must be one.
    var isObject: Bool {
        let innermost = depth - 1
        return kinds[innermost / 64] >> UInt64(innermost % 64) & 1 == 1
    }

    mutating func open(isObject: Bool) {
        let (word, bit) = (depth / 64, UInt64(1) << UInt64(depth % 64))
        if word == kinds.count { kinds.append(0) }
        kinds[word] = isObject ? kinds[word] | bit : kinds[word] & ~bit
        depth += 1
    }

    /// Closes the innermost open bracket.
    ///
    /// - Returns: Whether there is one of that kind; if not, all stay open.
    mutating func close(isObject: Bool) -> Bool {
        guard depth > 0, self.isObject == isObject else { return false }
        depth -= 1
        return true
    }

    /// Forgets all of them.
    mutating func removeAll() { depth = 0 }
}
