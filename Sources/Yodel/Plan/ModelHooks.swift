/// A model's own code that sees its objects as a whole: a closure for each hook that the type has.
///
/// The layer above makes it from the public protocols. `owner` is the address of a value of the model's type; for a class, of a reference to an
/// instance of it or of a subclass.
@safe final class ModelHooks {
    // SAFETY of `@safe`: who hands a hook an address says that it is of the model's type. Threads share hooks, which hold metatypes only: constants of
    // the program.

    /// The type that an object is to be decoded as; nil for the type that was asked.
    let modelType: ((_ object: JSONObject) -> Any.Type?)?
    /// Changes the object before the properties are set.
    let willDecode: ((_ owner: MutableAddress, _ object: inout JSONObject) throws -> Void)?
    /// Called when the properties have been set.
    let didDecode: ((_ owner: MutableAddress, _ object: JSONObject) throws -> Void)?
    /// Called after that.
    let validate: ((_ owner: MutableAddress) throws -> Void)?
    /// Changes the object that the model is to be written as.
    let willEncode: ((_ owner: ValueAddress, _ object: inout JSONObject) throws -> Void)?

    init(
        modelType: ((JSONObject) -> Any.Type?)?, willDecode: ((MutableAddress, inout JSONObject) throws -> Void)?,
        didDecode: ((MutableAddress, JSONObject) throws -> Void)?, validate: ((MutableAddress) throws -> Void)?,
        willEncode: ((ValueAddress, inout JSONObject) throws -> Void)?
    ) {
        self.modelType = modelType
        self.willDecode = willDecode
        self.didDecode = didDecode
        self.validate = validate
        self.willEncode = willEncode
    }

    /// Calls what is called when the properties have been set, in its order.
    func finish(_ owner: MutableAddress, _ object: JSONObject?) throws {
        if let object { try didDecode?(owner, object) }
        try validate?(owner)
    }

    /// Whether there is a hook for decoding.
    var decodes: Bool { needsObject || mayReject }
    /// Whether the object has to be kept before it is mapped.
    var needsObject: Bool { modelType != nil || willDecode != nil || didDecode != nil }
    /// Whether an object may be rejected.
    var mayReject: Bool { willDecode != nil || didDecode != nil || validate != nil }
}
