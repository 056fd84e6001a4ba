/// A type that Yodel fills from JSON: a struct or a class that can be made from nothing.
///
/// Nothing is inherited and nothing else has to be written. Every stored `var` whose type Yodel knows takes part under its own name; what a
/// document does not mention keeps the value that `init()` gave it.
///
/// ```swift
/// struct User: Model {
///     var id = 0
///     var name = ""
///     var email: String?
///     var tags: [String] = []
/// }
/// let user = try User(json: #"{"id": 7, "name": "Ann", "tags": ["swift"]}"#)
/// user.name    // "Ann"
/// user.email   // nil
/// ```
///
/// Not filled: `let` properties, `lazy`, `weak` and `unowned` ones, closures, computed properties and the storage of property wrappers.
/// A store goes straight to memory: property observers (`willSet`, `didSet`) do not run. `TypeInfo` tells what applies to each property.
///
/// A class states `required init()`; a subclass takes its parent's properties along.
public protocol Model {
    /// Makes a model with its default values.
    init()

    /// Stored properties that take no part. Default: none. A name that is no stored property is an error when the type is first used.
    static var ignoredProperties: Set<String> { get }
}

extension Model {
    /// None.
    public static var ignoredProperties: Set<String> { [] }
}

extension PlanCache {
    /// The plans of the process.
    static let shared = PlanCache(
        resolver: TypeResolver(
            leaf: { $0 == JSONValue.self ? .json : nil },
            declaration: { type in
                guard let model = type as? any Model.Type else { return nil }
                return declaration(of: model)
            }))

    private static func declaration<T: Model>(of type: T.Type) -> ModelDeclaration {
        // The metatype's own `init`, which for a class may be a subclass of `T`.
        ModelDeclaration(handle: ModelHandle<T>(make: { type.init() }), isClass: type is AnyClass, ignored: type.ignoredProperties)
    }
}
