/// The hooks of one model, found by its protocols once.
final class TypedHooks<T: Model>: MappingHooks, @unchecked Sendable {
    // SAFETY of `@unchecked Sendable`: metatypes are constants of the program.

    private let polymorphic: (any PolymorphicModel.Type)?
    private let willDecode: (any WillDecodeModel.Type)?
    private let didDecode: (any DidDecodeModel.Type)?
    private let validated: (any ValidatedModel.Type)?

    /// - Returns: nil if the type has no hooks.
    init?(_ type: T.Type) {
        polymorphic = type as? any PolymorphicModel.Type
        willDecode = type as? any WillDecodeModel.Type
        didDecode = type as? any DidDecodeModel.Type
        validated = type as? any ValidatedModel.Type
        if polymorphic == nil && willDecode == nil && didDecode == nil && validated == nil { return nil }
        super.init(
            isPolymorphic: polymorphic != nil, changesObject: willDecode != nil, readsObject: didDecode != nil, validates: validated != nil)
    }

    override func modelType(for object: JSONObject) -> Any.Type? {
        polymorphic?.modelType(for: object)
    }

    // SAFETY, for the three below: `owner` is the address of a value of the model's type, or of a reference to an instance of it or of a
    // subclass; the metatype that is opened is that type itself.

    override func willDecode(_ owner: UnsafeMutableRawPointer, _ object: inout JSONObject) throws {
        func open<Hooked: WillDecodeModel>(_ type: Hooked.Type) throws {
            unsafe try owner.assumingMemoryBound(to: Hooked.self).pointee.willDecode(&object)
        }
        if let willDecode { try open(willDecode) }
    }

    override func didDecode(_ owner: UnsafeMutableRawPointer, from object: JSONObject) throws {
        func open<Hooked: DidDecodeModel>(_ type: Hooked.Type) throws {
            unsafe try owner.assumingMemoryBound(to: Hooked.self).pointee.didDecode(from: object)
        }
        if let didDecode { try open(didDecode) }
    }

    override func validate(_ owner: UnsafeMutableRawPointer) throws {
        func open<Hooked: ValidatedModel>(_ type: Hooked.Type) throws {
            unsafe try owner.assumingMemoryBound(to: Hooked.self).pointee.validate()
        }
        if let validated { try open(validated) }
    }
}
