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
/// Not filled: `let` properties, `lazy`, `weak` and `unowned` ones, closures and computed properties.
/// A store goes straight to memory: property observers (`willSet`, `didSet`) do not run. `TypeInfo` tells what applies to each property.
///
/// A wrapped property is filled where its wrapper stores `wrappedValue`, and the properties of an `@Observable` class where the macro stores them, under
/// their own names; code of the wrapper's own does not run, and observers are not told. A wrapper that works its value out needs a ``PropertyAccessor``:
/// without one, and not ignored, the property is an error when the type is first used. So is a property of a type that cannot be stored to: a
/// metatype, what holds one in-line, a noncopyable type. An actor cannot be a model.
///
/// A class states `required init()`; a subclass takes its parent's properties along.
public protocol Model {
    /// The type whose properties `propertyAccessors` reach: this one. Inferred; nothing has to be written.
    associatedtype AccessedModel = Self

    /// Makes a model with its default values.
    init()

    /// Which keys the properties have. Default: their own names, or what the decoder's key style makes of them.
    static var keyMapping: KeyMapping { get }

    /// Stored properties that take no part. Default: none. A name that is a misspelt property is an error when the type is first used; one that
    /// resembles none is no harm.
    static var ignoredProperties: Set<String> { get }

    /// The only properties that take part; `ignoredProperties` still holds. Default: nil, all of them. Names are checked as there.
    static var includedProperties: Set<String>? { get }

    /// The only properties that take part in ``modelEncode(to:)`` and ``init(modelFrom:)``, among those that take part at all. Default: nil, all of
    /// them. Names are checked as for `ignoredProperties`. A subclass that says nothing has its superclass's.
    static var archivedProperties: Set<String>? { get }

    /// Properties without which an object is no model: where one gets no value, or null, the object is rejected. Default: none.
    ///
    /// A rejected root is an error, a rejected property keeps its value, a rejected element is left out, as the options say. A merge into a value that is there is
    /// not concerned. A subclass's names are added to its superclass's.
    static var requiredProperties: Set<String> { get }

    /// The only properties that `modelDescription` shows. Default: nil, all that take part. Names are checked as those of `ignoredProperties`.
    static var describedProperties: Set<String>? { get }

    /// Accessors of computed, observed and wrapped properties. Default: none.
    static var propertyAccessors: [PropertyAccessor<AccessedModel>] { get }

    /// Transforms by property name. Default: none. A subclass's transforms are added to its superclass's.
    static var propertyTransforms: [String: PropertyTransform] { get }
}

extension Model {
    /// The properties' own names.
    public static var keyMapping: KeyMapping { [:] }

    /// None.
    public static var ignoredProperties: Set<String> { [] }

    /// All.
    public static var includedProperties: Set<String>? { nil }

    /// All.
    public static var archivedProperties: Set<String>? { nil }

    /// None.
    public static var requiredProperties: Set<String> { [] }

    /// All.
    public static var describedProperties: Set<String>? { nil }

    /// None.
    public static var propertyAccessors: [PropertyAccessor<AccessedModel>] { [] }

    /// None.
    public static var propertyTransforms: [String: PropertyTransform] { [:] }
}
