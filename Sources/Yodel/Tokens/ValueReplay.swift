/// A source of tokens that are values already: it walks a `JSONValue` and feeds a sink as a tokenizer would.
enum ValueReplay {
    /// A container that has been opened, and how far it has been walked.
    private struct Frame {
        let isObject: Bool
        /// Empty for an array.
        let keys: [String]
        let values: [JSONValue]
        var next = 0
    }

    /// Feeds the tokens of a value to a sink. Uses no recursion, so depth is the sink's concern only.
    ///
    /// - Returns: Whether all tokens were taken; false as soon as the sink returns false.
    static func replay<Sink: TokenSink & ~Copyable>(_ value: JSONValue, into sink: inout Sink) -> Bool {
        var stack: [Frame] = []
        guard begin(value, into: &sink, stack: &stack) else { return false }
        while let top = stack.indices.last {
            let index = stack[top].next
            if index == stack[top].values.count {
                let isObject = stack[top].isObject
                stack.removeLast()
                guard isObject ? sink.endObject() : sink.endArray() else { return false }
                continue
            }
            stack[top].next += 1
            if stack[top].isObject {
                guard unsafe lend(stack[top].keys[index], to: { unsafe sink.key($0) }) else { return false }
            }
            guard begin(stack[top].values[index], into: &sink, stack: &stack) else { return false }
        }
        return true
    }

    /// Feeds a scalar, or opens a container and puts it on the stack.
    private static func begin<Sink: TokenSink & ~Copyable>(_ value: JSONValue, into sink: inout Sink, stack: inout [Frame]) -> Bool {
        switch value {
        case .null: return sink.null()
        case .bool(let value): return sink.boolean(value)
        case .number(let number): return unsafe lend(number.text) { unsafe sink.number($0) }
        case .string(let string): return unsafe lend(string) { unsafe sink.string($0) }
        case .array(let elements):
            stack.append(Frame(isObject: false, keys: [], values: elements))
            return sink.startArray()
        case .object(let object):
            stack.append(Frame(isObject: true, keys: object.keys, values: object.values))
            return sink.startObject()
        }
    }

    /// Lends the UTF-8 bytes of a string to a call.
    private static func lend(_ text: String, to body: (UnsafeBufferPointer<UInt8>) -> Bool) -> Bool {
        var text = text
        // SAFETY: the bytes live until the closure ends, and no sink keeps what it is lent.
        return text.withUTF8(body)
    }
}
