/// Makes a value of one type from JSON, by a closure of the user's.
class ValueTransform: PropertyConverter, @unchecked Sendable {
    // SAFETY of `@unchecked Sendable`: the subclass holds Sendable closures only.

    /// Makes a value and puts it.
    ///
    /// - Parameter slot: Fresh memory for a `valueType`.
    /// - Returns: Whether there is a value; false if the JSON makes none.
    func decode(_ value: JSONValue, into slot: UnsafeMutableRawPointer) throws -> Bool { preconditionFailure("abstract") }
}

/// A transform with its type.
final class TypedTransform<Value>: ValueTransform, @unchecked Sendable {
    private let make: @Sendable (JSONValue) throws -> Value?

    init(decode: @escaping @Sendable (JSONValue) throws -> Value?) {
        make = decode
        super.init(valueType: Value.self)
    }

    override func decode(_ value: JSONValue, into slot: UnsafeMutableRawPointer) throws -> Bool {
        guard let made = try make(value) else { return false }
        unsafe slot.initializeMemory(as: Value.self, to: made)
        return true
    }
}
