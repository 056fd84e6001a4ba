/// Makes a property's values from JSON, and JSON from them, in a way of its own. The layer above makes it from the public transforms.
@safe struct ValueTransform: Sendable {
    // SAFETY of `@safe`: who hands a closure an address says that it is of the type.

    enum Kind {
        /// By closures.
        case closures
        /// A value of any type that can be mapped, by the plan of that: of a text that holds its document.
        case text
        /// A class's name by its discriminator, where it has none: nothing can be written.
        case unnamed
    }

    let kind: Kind
    /// What is wrong with it; nil if nothing is.
    let fault: ModelError?
    /// The type of the values.
    let valueType: Any.Type
    /// Makes a value in fresh memory for one; false: the JSON makes none.
    let decode: @Sendable (_ value: JSONValue, _ slot: MutableAddress) throws -> Bool
    /// Makes the JSON of the value at an address; nil: the property is left out.
    let encode: @Sendable (_ address: ValueAddress) throws -> JSONValue?
    /// The way from the property's type to the values; nil if the property, or what its optionals wrap, is one itself.
    var lift: Lift?

    private init(_ kind: Kind, _ valueType: Any.Type, encode: @escaping @Sendable (ValueAddress) throws -> JSONValue? = { _ in nil }) {
        self.kind = kind
        fault = nil
        self.valueType = valueType
        decode = { _, _ in false }
        self.encode = encode
    }

    /// Takes the closures of a transform.
    ///
    /// - Parameters:
    ///   - fault: What is wrong with it.
    ///   - make: Makes a value; nil: the JSON makes none.
    ///   - write: Makes the JSON of a value; nil: the property is left out.
    init<Value>(
        fault: ModelError? = nil,
        decode make: @escaping @Sendable (JSONValue) throws -> Value?, encode write: @escaping @Sendable (Value) throws -> JSONValue?
    ) {
        kind = .closures
        self.fault = fault
        valueType = Value.self
        // SAFETY, for both: the plan pairs the transform with a property of its very type, or whose elements are.
        decode = { value, slot in
            guard let made = try make(value) else { return false }
            unsafe slot.initialize(as: Value.self, to: made)
            return true
        }
        encode = { address in unsafe try write(address.assumingMemoryBound(to: Value.self).pointee) }
    }

    /// The same for a property whose values stand inside of it.
    func lifted(by lift: Lift) -> ValueTransform {
        var lifted = self
        lifted.lift = lift
        return lifted
    }

    /// The transform of texts that hold a document.
    static let text = ValueTransform(.text, Any.self)

    /// What writes the name of a class by its discriminator, whatever the instance is.
    ///
    /// - Parameter name: nil: it has none, so that nothing can be written of it.
    static func name(_ name: JSONValue?, of type: Any.Type) -> ValueTransform {
        ValueTransform(name == nil ? .unnamed : .closures, type, encode: { _ in name })
    }
}
