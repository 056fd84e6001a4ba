/// What a model's type says of itself, as far as a plan needs it. The layer above makes it from the public protocol.
struct ModelDeclaration {
    /// Makes and moves values of the type.
    var handle: TypeHandle
    var isClass: Bool
    /// Properties that take no part.
    var ignored: Set<String> = []
}

/// How a plan learns of types that layers above know: injected into the cache, so that the plan names none of them.
struct TypeResolver: Sendable {
    /// The kind of a leaf type that this layer does not know.
    var leaf: @Sendable (Any.Type) -> FieldKind?
    /// The declaration of a model; nil for every other type.
    var declaration: @Sendable (Any.Type) -> ModelDeclaration?
}
