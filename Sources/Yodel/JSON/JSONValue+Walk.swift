/// What takes the parts of a value, one call each, in the order of its text. A member that returns false ends the walk at once.
protocol JSONValueVisitor: ~Copyable {
    /// A value that holds no others.
    mutating func scalar(_ value: JSONValue) -> Bool
    /// A key of an object. Its value comes next.
    mutating func key(_ key: String) -> Bool
    /// The start of an object or of an array.
    mutating func start(isObject: Bool) -> Bool
    /// The end of the innermost object or array.
    mutating func end(isObject: Bool) -> Bool
}

extension JSONValue {
    /// A container that has been opened, and how far it has been walked.
    private struct Frame {
        let isObject: Bool
        /// Empty for an array.
        let keys: [String]
        let values: [JSONValue]
        var next = 0
    }

    /// Shows a visitor all parts of the value. Uses no recursion, so depth is the visitor's concern only.
    ///
    /// - Returns: Whether all parts were taken; false as soon as the visitor returns false.
    func walk<Visitor: JSONValueVisitor & ~Copyable>(_ visitor: inout Visitor) -> Bool {
        var stack: [Frame] = []
        guard begin(&visitor, &stack) else { return false }
        while let top = stack.indices.last {
            let index = stack[top].next
            if index == stack[top].values.count {
                let isObject = stack[top].isObject
                stack.removeLast()
                guard visitor.end(isObject: isObject) else { return false }
                continue
            }
            stack[top].next += 1
            if stack[top].isObject {
                guard visitor.key(stack[top].keys[index]) else { return false }
            }
            guard stack[top].values[index].begin(&visitor, &stack) else { return false }
        }
        return true
    }

    /// Shows a scalar, or opens a container and puts it on the stack.
    private func begin<Visitor: JSONValueVisitor & ~Copyable>(_ visitor: inout Visitor, _ stack: inout [Frame]) -> Bool {
        switch self {
        case .null, .bool, .number, .string: return visitor.scalar(self)
        case .array(let elements):
            stack.append(Frame(isObject: false, keys: [], values: elements))
            return visitor.start(isObject: false)
        case .object(let object):
            stack.append(Frame(isObject: true, keys: object.keys, values: object.values))
            return visitor.start(isObject: true)
        }
    }
}
