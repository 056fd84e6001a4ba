extension JSONValue {
    /// Whether more than `limit` containers are inside each other, the value itself included. Uses no recursion.
    func isDeeper(than limit: Int) -> Bool {
        var visitor = DepthVisitor(limit: limit)
        return !walk(&visitor)
    }
}

/// Ends a walk that goes deeper than a limit.
private struct DepthVisitor: JSONValueVisitor {
    let limit: Int
    private var depth = 0

    init(limit: Int) {
        self.limit = limit
    }

    mutating func scalar(_ value: JSONValue) -> Bool { true }
    mutating func key(_ key: String) -> Bool { true }

    mutating func start(isObject: Bool) -> Bool {
        depth += 1
        return depth <= limit
    }

    mutating func end(isObject: Bool) -> Bool {
        depth -= 1
        return true
    }
}
