/// The way from a property's type to the values inside of it that a transform makes: through optionals, arrays, sets and dictionaries.
final class Lift: @unchecked Sendable {
    // SAFETY of `@unchecked Sendable`: immutable; a plan that is pointed to lives as long as the model's.

    // SAFETY: the pointer is only kept; who follows it says why it may.
    @safe enum Kind {
        /// What the transform makes.
        case value
        case optional(Lift)
        case sequence(any SequenceType.Type, Lift)
        case dictionary(any DictionaryType.Type, key: PlanRef, Lift)
    }

    /// The operations of the type.
    let handle: TypeHandle
    let kind: Kind
    /// What `kind` refers to. In an enum a reference is stored with the case's bits, where a leak check does not see it.
    private let inner: Lift?

    init(_ handle: TypeHandle, _ kind: Kind) {
        self.handle = handle
        self.kind = kind
        inner =
            switch kind {
            case .value: nil
            case .optional(let inner), .sequence(_, let inner), .dictionary(_, key: _, let inner): inner
            }
    }

    /// Whether the transform's values are elements of something.
    var hasElements: Bool {
        switch kind {
        case .value: false
        case .optional(let inner): inner.hasElements
        case .sequence, .dictionary: true
        }
    }
}
