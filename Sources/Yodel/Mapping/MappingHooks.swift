/// A model's own code that sees its objects as a whole, as the machine calls it. The layer above makes it from the public protocols.
class MappingHooks: ObjectHooks, @unchecked Sendable {
    // SAFETY of `@unchecked Sendable`: subclasses hold metatypes only.

    /// Whether the type depends on the object.
    let isPolymorphic: Bool
    let changesObject: Bool
    let readsObject: Bool

    init(isPolymorphic: Bool, changesObject: Bool, readsObject: Bool, validates: Bool) {
        self.isPolymorphic = isPolymorphic
        self.changesObject = changesObject
        self.readsObject = readsObject
        super.init(needsObject: isPolymorphic || changesObject || readsObject, mayReject: changesObject || readsObject || validates)
    }

    /// The type that the object is to be decoded as; nil for the type that was asked.
    func modelType(for object: JSONObject) -> Any.Type? { nil }

    /// Called before the properties are set.
    ///
    /// - Parameter owner: The address of the value; for a class, of a reference to the instance.
    func willDecode(_ owner: UnsafeMutableRawPointer, _ object: inout JSONObject) throws {}

    /// Called when the properties have been set.
    ///
    /// - Parameter owner: The address of the value; for a class, of a reference to the instance.
    func didDecode(_ owner: UnsafeMutableRawPointer, from object: JSONObject) throws {}

    /// Called after that.
    ///
    /// - Parameter owner: The address of the value; for a class, of a reference to the instance.
    func validate(_ owner: UnsafeMutableRawPointer) throws {}
}
