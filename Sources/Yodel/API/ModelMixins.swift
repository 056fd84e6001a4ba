// Options that describe types: their plans differ from all others, so that each such set of descriptions has caches of its own. Sets that are equal are one,
// for as long as any options have it.

extension DecodingOptions {
    /// Says something of a model that the model does not say itself, for decoders with these options: of one that is not yours, or of which two interfaces
    /// want different keys.
    ///
    /// ```swift
    /// extension Vendor: Model {}  // @retroactive Model if another package has it
    /// var options = DecodingOptions.lenient
    /// options.describe(Vendor.self) { $0.keys = ["name": "vendor_name"] }
    /// let vendor = try ModelDecoder(options).decode(Vendor.self, from: json)
    /// ```
    ///
    /// It holds for this type wherever a document has it, and not for its subclasses. A second call for one type adds to the first. Options
    /// that describe types in the same way are equal, and share plans; transforms are the same only if one call made both. Make options once and keep them, or
    /// the decoder, since their plans end with them.
    ///
    /// ``ModelDescription/archived`` and ``ModelDescription/described`` are only the type's own to say, since archives and texts for people have no options:
    /// changing them is an error when the type is first used.
    ///
    /// - Parameters:
    ///   - type: The model.
    ///   - change: Changes what the model says about itself.
    public mutating func describe<T: BaseModel>(_ type: T.Type, _ change: (inout ModelDescription) -> Void) {
        mixins = ModelMixins.adding(type, to: mixins, change)
    }
}

extension EncodingOptions {
    /// Says something of a model that the model does not say itself, for encoders with these options, as ``DecodingOptions/describe(_:_:)`` does for decoders.
    /// ``ModelDescription/descriptions`` have no effect here: a ``JSONSchema`` has them from its decoding options.
    ///
    /// - Parameters:
    ///   - type: The model.
    ///   - change: Changes what the model says about itself.
    public mutating func describe<T: BaseModel>(_ type: T.Type, _ change: (inout ModelDescription) -> Void) {
        mixins = ModelMixins.adding(type, to: mixins, change)
    }
}

/// What options say of some types.
final class TypeDescriptions: @unchecked Sendable {
    // SAFETY of `@unchecked Sendable`: nothing changes, and key paths and metatypes are constants of the program. Transforms are `Sendable`.

    private let descriptions: [ObjectIdentifier: ModelDescription]

    init(_ descriptions: [ObjectIdentifier: ModelDescription]) { self.descriptions = descriptions }

    subscript(type: Any.Type) -> ModelDescription? { descriptions[ObjectIdentifier(type)] }

    /// The same, with another description.
    func adding(_ description: ModelDescription) -> TypeDescriptions {
        TypeDescriptions(descriptions.merging([ObjectIdentifier(description.type): description]) { $1 })
    }

    func says(theSameAs other: TypeDescriptions) -> Bool {
        descriptions.count == other.descriptions.count
            && descriptions.allSatisfy { type, said in other.descriptions[type]?.says(theSameAs: said) == true }
    }
}

/// What options say of some types, and the plans made of that.
final class ModelMixins: Sendable, Hashable {
    private struct CacheKey: Hashable {
        let style: KeyStyle
        let ignoresCase: Bool
    }

    private struct Known {
        weak var mixins: ModelMixins?
    }

    private static let known = Guarded<[Known]>([])

    let types: TypeDescriptions
    private let caches = Guarded<[CacheKey: PlanCache]>([:])

    private init(_ types: TypeDescriptions) { self.types = types }

    /// The mixins of a decoder, with one more description.
    static func adding<T: BaseModel>(
        _ type: T.Type, to mixins: ModelMixins?, _ change: (inout ModelDescription) -> Void
    ) -> ModelMixins {
        var description =
            mixins?.types[type]
            ?? {
                var own = ModelDescription(of: type)
                type.describe(&own)
                return own
            }()
        let before = description
        change(&description)
        description.refuseChanges(to: before)
        let types = (mixins?.types ?? TypeDescriptions([:])).adding(description)
        // Those that are compared end when the lock is free again, if nobody else has them any more: what they hold may have code of its own.
        let (equal, compared) = known.withLock { known -> (ModelMixins, [ModelMixins]) in
            let alive = known.compactMap { $0.mixins }
            let found = alive.first { $0.types.says(theSameAs: types) }
            let mixins = found ?? ModelMixins(types)
            known = (found == nil ? alive + [mixins] : alive).map { Known(mixins: $0) }
            return (mixins, alive)
        }
        withExtendedLifetime(compared) {}
        return equal
    }

    /// The plans for a style of keys.
    func cache(_ style: KeyStyle, ignoresCase: Bool) -> PlanCache {
        caches.withLock { caches in
            let key = CacheKey(style: style, ignoresCase: ignoresCase)
            if let cache = caches[key] { return cache }
            let cache = PlanCache(resolver: PlanCache.resolver(types), style: style.rules?.spelling, ignoresCase: ignoresCase)
            caches[key] = cache
            return cache
        }
    }

    static func == (left: ModelMixins, right: ModelMixins) -> Bool { left === right }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
