/// Makes a property's values from JSON, and JSON from them, in a way of its own. The layer above makes it from the public transforms.
@safe struct ValueTransform: Sendable {
    // SAFETY of `@safe`: who hands a closure an address says that it is of the type.

    enum Kind: Equatable {
        /// By closures.
        case closures
        /// A value of any type that can be mapped, by the plan of that: of a text that holds its document.
        case text
        /// The same, of a text or of what the text would hold.
        case textOrValue
        /// By the plan of the type, as without a transform.
        case plain
        /// The same; one value stands for a sequence of it, and an array of one value for that value.
        ///
        /// - Parameter writesOne: Whether a sequence of one element is written as that.
        case oneOrMany(writesOne: Bool)
        /// The same, of an array of objects: its elements are what stands in each of these at the transform's path.
        case each
        /// A class's name by its discriminator, where it has none: nothing can be written.
        case unnamed

        /// Whether the plan of the property's type has a part in it, so that the type must be one that can be mapped.
        var usesPlan: Bool {
            switch self {
            case .text, .textOrValue, .plain, .oneOrMany, .each: true
            case .closures, .unnamed: false
            }
        }

        /// Whether a value may be read straight into the property.
        var readsInPlace: Bool { usesPlan && self != .text && self != .each }
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
    /// Whether null is the inner nil of the property's two optionals, and no key the outer one.
    private(set) var keepsNull = false
    /// The keys of `path`; nil for all other kinds, whose copies have nothing to count for it.
    private var keys: Box<[Box<String>]>?
    /// The keys that lead from an element to its value, for `each`. Steps of a decode's path refer to them.
    var path: [Box<String>] { keys?.value ?? [] }

    private init(
        _ kind: Kind, _ valueType: Any.Type, fault: ModelError? = nil,
        encode: @escaping @Sendable (ValueAddress) throws -> JSONValue? = { _ in nil }
    ) {
        self.kind = kind
        self.fault = fault
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

    /// The same for a property of two optionals, which tells null from no key.
    func keepingNull() -> ValueTransform {
        var keeping = self
        keeping.keepsNull = true
        return keeping
    }

    /// The transform of texts that hold a document.
    static let text = ValueTransform(.text, Any.self)
    static let textOrValue = ValueTransform(.textOrValue, Any.self)
    static let plain = ValueTransform(.plain, Any.self)

    /// The transform of arrays whose elements have what is wanted in them.
    ///
    /// - Parameter path: The way there; an error of each plan if it has no key, or an index.
    static func each(_ path: JSONPath) -> ValueTransform {
        let keys = path.components.compactMap { if case .key(let key) = $0 { key } else { nil } }
        var transform = ValueTransform(
            .each, Any.self, fault: keys.isEmpty || keys.count < path.components.count ? .pathOfEach(path) : nil)
        transform.keys = Box(keys.map { Box($0) })
        return transform
    }

    static func oneOrMany(writesOne: Bool) -> ValueTransform { ValueTransform(.oneOrMany(writesOne: writesOne), Any.self) }

    /// What writes the name of a class by its discriminator, whatever the instance is.
    ///
    /// - Parameter name: nil: it has none, so that nothing can be written of it.
    static func name(_ name: JSONValue?, of type: Any.Type) -> ValueTransform {
        ValueTransform(name == nil ? .unnamed : .closures, type, encode: { _ in name })
    }
}
