extension JSONValue {
    /// Whether more than `limit` containers are inside each other, the value itself included. Uses no recursion.
    func isDeeper(than limit: Int) -> Bool {
        var sink = DepthSink(limit: limit)
        return !ValueReplay.replay(self, into: &sink)
    }
}

/// Ends a replay that goes deeper than a limit.
private struct DepthSink: TokenSink {
    let limit: Int
    private var depth = 0

    init(limit: Int) {
        self.limit = limit
    }

    mutating func null() -> Bool { true }
    mutating func boolean(_ value: Bool) -> Bool { true }
    mutating func number(_ text: UnsafeBufferPointer<UInt8>) -> Bool { true }
    mutating func string(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool { true }
    mutating func key(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool { true }
    mutating func startObject() -> Bool { start() }
    mutating func endObject() -> Bool { end() }
    mutating func startArray() -> Bool { start() }
    mutating func endArray() -> Bool { end() }

    private mutating func start() -> Bool {
        depth += 1
        return depth <= limit
    }

    private mutating func end() -> Bool {
        depth -= 1
        return true
    }
}
