// Containers that are still open stand on a stack, each in its own frame, and are changed there in place: nothing else holds them, so an
// append never copies what is there. A container moves into its parent once, at its end. The time is linear in the number of tokens.

/// A sink that builds a `JSONValue` of the tokens it is fed.
///
/// Tokens that make no value in the order they come (an end without a start, a value of an object without its key, anything after the
/// whole value) are refused with false, and leave the builder as it was.
///
/// SAFETY: the bytes lent to a call are copied into a string before the call returns; no pointer is kept.
struct JSONValueBuilder: TokenSink {
    private struct Frame {
        let isObject: Bool
        var elements: [JSONValue] = []
        var object = JSONObject()
        /// The key whose value comes next.
        var key: String?
    }

    private var stack: [Frame] = []
    private var result: JSONValue?
    /// Whether a key of the value has come twice in its object.
    private(set) var hasRepeats = false

    /// Whether one whole value has been built.
    var isComplete: Bool { result != nil }

    /// Hands the value out and makes the builder ready for the next.
    mutating func take() -> JSONValue {
        guard let value = result.take() else {
            preconditionFailure("a value is taken before it is complete")
        }
        return value
    }

    /// Forgets what has been built.
    mutating func reset() {
        stack.removeAll(keepingCapacity: true)
        result = nil
        hasRepeats = false
    }

    mutating func null() -> Bool { add(.null) }

    mutating func boolean(_ value: Bool) -> Bool { add(.bool(value)) }

    mutating func number(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        unsafe add(.number(JSONNumber(unchecked: String(decoding: text, as: UTF8.self))))
    }

    mutating func string(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        unsafe add(.string(String(decoding: bytes, as: UTF8.self)))
    }

    mutating func key(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let top = stack.indices.last, stack[top].isObject, stack[top].key == nil else { return false }
        stack[top].key = unsafe String(decoding: bytes, as: UTF8.self)
        return true
    }

    mutating func startObject() -> Bool { open(isObject: true) }

    mutating func endObject() -> Bool {
        guard let top = stack.last, top.isObject, top.key == nil else { return false }
        stack.removeLast()
        return add(.object(top.object))
    }

    mutating func startArray() -> Bool { open(isObject: false) }

    mutating func endArray() -> Bool {
        guard let top = stack.last, !top.isObject else { return false }
        stack.removeLast()
        return add(.array(top.elements))
    }

    /// Whether a value can stand here: at the root once, in an array, in an object after a key.
    private var takesValue: Bool {
        guard let top = stack.indices.last else { return result == nil }
        return !stack[top].isObject || stack[top].key != nil
    }

    private mutating func open(isObject: Bool) -> Bool {
        guard takesValue else { return false }
        stack.append(Frame(isObject: isObject))
        return true
    }

    private mutating func add(_ value: JSONValue) -> Bool {
        guard takesValue else { return false }
        guard let top = stack.indices.last else {
            result = value
            return true
        }
        if let key = stack[top].key.take() {
            if stack[top].object.updateValue(value, forKey: key) != nil { hasRepeats = true }
        } else {
            stack[top].elements.append(value)
        }
        return true
    }
}
