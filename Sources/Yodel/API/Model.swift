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
/// A `let` property is written and compared, though, if its type is one that Yodel can write (``EncodingOptions/writesConstants``).
///
/// A wrapped property is filled where its wrapper stores `wrappedValue`, and the properties of an `@Observable` class where the macro stores them, under
/// their own names; code of the wrapper's own does not run, and observers are not told. A wrapper that works its value out needs a ``PropertyAccessor``:
/// without one, and not ignored, the property is an error when the type is first used. So is a property of a type that cannot be stored to: a
/// metatype, what holds one in-line, a noncopyable type. An actor cannot be a model.
///
/// A class states `required init()`; a subclass takes its parent's properties along.
///
/// ## Declarations
///
/// All of the static properties below may be left out. One that is there is never ignored, whatever its type: the forms that people write are read, and
/// any other type is an error when the model is first used. Names of properties may be a `Set<String>`, an array of strings, or key paths, which the
/// compiler checks:
///
/// ```swift
/// struct Account: Model {
///     var name = ""
///     var isAdmin = false
///     static let ignoredProperties = ["isAdmin"]
///     static var requiredProperties: [PartialKeyPath<Self>] { [\.name] }
/// }
/// ```
///
/// Key paths of a class that is not `final`, and of computed properties, have no names and are refused; those of `propertyAccessors` are known.
///
/// A near miss is an error as well: a stored property of a declaration's name; `keyMapping`, `ignoredProperties`, `includedProperties` or
/// `requiredProperties` that is computed without `static`, or is a function; and names such as `requiredProperty`, `keyMappings` or YYModel's
/// `modelPropertyBlacklist`. So is a hook that nobody calls: `validate()`, `didDecode(from:)`, `willDecode(_:)`, `willEncode(into:)` or `modelType(for:)` in
/// a model without the hook's protocol (``HookedModel``); who has another use for such a name writes it into `ignoredProperties`.
/// A plan cannot see static members of any other name, and neither can the compiler; and it cannot see what a subclass declares whose superclass
/// declares nothing of that name, since Swift does not let a subclass replace a protocol's default: such a superclass declares
/// `class var ignoredProperties: Set<String> { [] }`, and its subclass writes `override`, which the compiler checks. `CodingKeys` are those of `Codable`:
/// a model's keys are in `keyMapping`.
public protocol Model: BaseModel where ModelOrigin == ModelMadeByInit {
    /// Makes a model with its default values.
    init()
}

/// What every type has that Yodel fills by its properties: what a ``Model``, a ``DescribedModel`` and a ``DescribedClass`` may declare.
///
/// Nothing conforms to it by itself. The first is made by its `init()` and then filled, the others are made of what a document has.
public protocol BaseModel: ModelDeclarationNames {
    /// Which of these it is; no type is two of them.
    associatedtype ModelOrigin
    /// The type of `keyMapping`. Inferred; so are the next ones.
    associatedtype KeyMappingDeclaration = KeyMapping
    /// The type of `ignoredProperties`.
    associatedtype IgnoredPropertiesDeclaration = Set<String>
    /// The type of `includedProperties`.
    associatedtype IncludedPropertiesDeclaration = Set<String>?
    /// The type of `archivedProperties`.
    associatedtype ArchivedPropertiesDeclaration = Set<String>?
    /// The type of `requiredProperties`.
    associatedtype RequiredPropertiesDeclaration = Set<String>
    /// The type of `describedProperties`.
    associatedtype DescribedPropertiesDeclaration = Set<String>?
    /// The type of `propertyAccessors`.
    associatedtype PropertyAccessorsDeclaration = [PropertyAccessor<Self>]
    /// The type of `propertyTransforms`.
    associatedtype PropertyTransformsDeclaration = [String: PropertyTransform]
    /// The type of `propertyDescriptions`.
    associatedtype PropertyDescriptionsDeclaration = [String: String]

    /// Which keys the properties have. Default: their own names, or what the decoder's key style makes of them.
    ///
    /// A `KeyMapping`; also a `KeyStyle`, or a dictionary by names or key paths of strings or arrays of strings.
    static var keyMapping: KeyMappingDeclaration { get }

    /// Stored properties that take no part. Default: none. A name that is a misspelt property is an error when the type is first used; one that
    /// resembles none is no harm.
    ///
    /// A `Set<String>`; also an array of strings or of key paths, or a set of these, here and for all lists of names below.
    static var ignoredProperties: IgnoredPropertiesDeclaration { get }

    /// The only properties that take part; `ignoredProperties` still holds. Default: nil, all of them. Names are checked as there.
    static var includedProperties: IncludedPropertiesDeclaration { get }

    /// The only properties that take part in ``modelEncode(to:)`` and ``init(modelFrom:)``, among those that take part at all. Default: nil, all of
    /// them. Names are checked as for `ignoredProperties`. A subclass that says nothing has its superclass's.
    static var archivedProperties: ArchivedPropertiesDeclaration { get }

    /// Properties without which an object is no model: where one gets no value, or null, the object is rejected. Default: none.
    ///
    /// A rejected root is an error, a rejected property keeps its value, a rejected element is left out, as the options say. A merge into a value that is there is
    /// not concerned. A subclass's names are added to its superclass's.
    static var requiredProperties: RequiredPropertiesDeclaration { get }

    /// The only properties that `modelDescription` shows. Default: nil, all that take part. Names are checked as those of `ignoredProperties`.
    static var describedProperties: DescribedPropertiesDeclaration { get }

    /// Accessors of computed, observed and wrapped properties: a `[PropertyAccessor<Self>]`, or of a superclass's. Default: none.
    static var propertyAccessors: PropertyAccessorsDeclaration { get }

    /// Transforms by property name, or by key path: a `[String: PropertyTransform]`. Default: none. A subclass's transforms are added to its
    /// superclass's.
    static var propertyTransforms: PropertyTransformsDeclaration { get }

    /// What properties are, in words, by name or key path: a `[String: String]`, the descriptions of a ``JSONSchema``. Default: none. Looked at when a
    /// schema is made, where a misspelt name or a declaration of another type is an error. A subclass's are added to its superclass's. Those of properties
    /// that are never read, and of models whose objects their own code changes, have no place in a schema.
    static var propertyDescriptions: PropertyDescriptionsDeclaration { get }

    /// The declarations above that a plan reads, if all have the types that they have by default. Not for use.
    static var usualDeclarations: UsualDeclarations? { get }

    /// Whether the model has no accessors for sure. Not for use: the compiler knows of what type accessors are declared.
    static var hasNoAccessors: Bool { get }
}

/// What a ``Model`` is of: its `init()`. Not for use.
public enum ModelMadeByInit {}

/// What a ``DescribedModel`` is of: the list of its properties. Not for use.
public enum ModelMadeOfProperties {}

extension BaseModel {
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
    public static var propertyAccessors: [PropertyAccessor<Self>] { [] }

    /// None.
    public static var propertyTransforms: [String: PropertyTransform] { [:] }

    /// None.
    public static var propertyDescriptions: [String: String] { [:] }
}
