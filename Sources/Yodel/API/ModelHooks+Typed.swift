/// The hooks of one model, found by its protocols once.
final class TypedHooks<T: Model>: MappingHooks, @unchecked Sendable {
    // SAFETY of `@unchecked Sendable`: metatypes are constants of the program.

    private let polymorphic: (any PolymorphicModel.Type)?
    private let willDecode: (any WillDecodeModel.Type)?
    private let didDecode: (any DidDecodeModel.Type)?
    private let validated: (any ValidatedModel.Type)?

    /// - Parameter type: The model; one that conforms to `HookedModel`.
    /// - Returns: nil if the type has no hooks for decoding.
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

/// What a model has to say of what is written of it.
final class EncodingHooks: WritingHooks, @unchecked Sendable {
    // SAFETY of `@unchecked Sendable`: metatypes are constants of the program.

    private let model: any WillEncodeModel.Type

    /// - Returns: nil if the type has nothing to say.
    init?(_ type: any Model.Type) {
        guard let type = type as? any WillEncodeModel.Type else { return nil }
        model = type
    }

    override func willEncode(_ owner: UnsafeRawPointer, _ object: inout JSONObject) throws {
        // SAFETY: `owner` is the address of a value of the model's type, or of a reference to an instance of it.
        func open<Hooked: WillEncodeModel>(_ type: Hooked.Type) throws {
            try unsafe owner.assumingMemoryBound(to: Hooked.self).pointee.willEncode(into: &object)
        }
        try open(model)
    }
}
