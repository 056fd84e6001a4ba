/// What a model's type says about itself, as far as a plan needs it. The layer above makes it from the public protocols.
struct ModelDeclaration {
    /// Makes and moves values of the type.
    var handle: TypeHandle
    var isClass: Bool
    /// The stored properties as the type lists them, of whose values a value is made; nil: they are walked, and the handle makes a value.
    var listed: [DescribedField]?
    /// Properties that hold what a superclass has: their own properties are listed in their stead.
    var inherited: Set<String> = []
    /// The names of those that are listed with keys, and with transforms.
    var listedKeys: [String] = []
    var listedTransforms: [String] = []
    /// Properties that take no part.
    var ignored: Set<String> = []
    /// The only ones that do; nil: all.
    var included: Set<String>?
    /// The only ones that are archived; nil: all that take part.
    var archived: Set<String>?
    /// The only ones that a description shows; nil: all that take part.
    var described: Set<String>?
    /// Properties without which there is no model.
    var required: Set<String> = []
    /// Keys to read by property name: alternatives, each of them a key or a path as it was declared.
    var keys: [String: [String]] = [:]
    /// How the keys of other properties follow from their names; nil: as the cache says.
    var style: KeySpelling?
    /// Whether keys match without regard to case; nil: as the cache says.
    var ignoresCase: Bool?
    /// Ways to properties without storage of their own, by name, in the order of declaration.
    var accessors: [(name: String, access: PropertyAccess)] = []
    /// What makes the values of some properties, and their JSON, in a way of its own, by name.
    var transforms: [String: ValueTransform] = [:]
    /// What some properties are, in words, by name.
    var descriptions: [String: String] = [:]
    /// What stands for some properties where they are nil, by name; for all others the writer's rules say.
    var onNil: [String: NilForm] = [:]
    /// The model's own code that sees its objects; nil if there is none.
    var hooks: ModelHooks?
    /// Keys or paths to write by property name, where they are not the first to be read.
    var writtenKeys: [String: String] = [:]
    /// Properties that collect the keys of their object that no other property takes.
    var rest: Set<String> = []
    /// Properties whose models have their keys in the object of this one.
    var flattened: Set<String> = []
    /// What the keys of some of these begin with.
    var prefixes: [String: String] = [:]
    /// What all its keys begin with.
    var prefix: String?
    /// Whether its objects are arrays.
    var isArray = false
    /// What every object of the type is written with; several only for an enum with several tags.
    var discriminators: [Discriminator] = []
    /// What is wrong with a declaration that could not be read.
    var fault: ModelError?
}

/// A key with a value that says of which type an object is. It is no property's.
struct Discriminator {
    /// The keys of its place.
    var path: [String]
    /// What writes it; nil: an object of this type has none.
    var name: ValueTransform?
    /// The tag that it is, if the type says nothing of it itself.
    var tag: Tag?
}

/// A key whose value says that an object is the payload of a case.
struct Tag {
    /// The keys of its place.
    let path: [String]
    /// The case.
    let name: String
    /// The enum.
    let owner: Any.Type

    /// Its place as a path.
    var key: String { path.count == 1 ? path[0] : JSONPath(path.map { .key($0) }).description }
}

/// How a plan learns of types that layers above know: injected into the cache, so that the plan names none of them.
@safe struct TypeResolver: Sendable {
    // SAFETY of `@safe`: who hands `areEqual` two addresses says that values of the plan's type stand there.

    /// The kind of a leaf type that this layer does not know.
    var leaf: @Sendable (Any.Type) -> FieldKind?
    /// The declaration of a model; nil for every other type.
    var declaration: @Sendable (Any.Type) -> ModelDeclaration?
    /// The cases of an enum that lists them; nil for every other type.
    var cases: @Sendable (Any.Type) -> CasesDeclaration? = { _ in nil }
    /// What a class says that is made of a struct of its values; nil for every other type.
    var box: @Sendable (Any.Type) -> BoxDeclaration? = { _ in nil }
    /// Whether two values of a plan's type are equal; false if nobody can tell.
    var areEqual: @Sendable (_ plan: PlanRef, ValueAddress, ValueAddress, PlanCache) -> Bool = { _, _, _, _ in
        false
    }
}
