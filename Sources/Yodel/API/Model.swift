/// A struct or class that Yodel fills from JSON.
///
/// Stating `: Model` is enough; there is no base class. Every stored `var` takes part under its own name if Yodel knows its type. A property that a
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
/// Yodel does not fill `let`, `lazy`, `weak` and `unowned` properties, closures and computed properties; ``TypeInfo`` names the reason for each stored one.
/// Values go straight to memory, so property observers (`willSet`, `didSet`) do not run. A `let` property is still written and compared if Yodel can write
/// its type (``EncodingOptions/writesConstants``).
///
/// A property behind a wrapper that stores its `wrappedValue` is filled under its own name, as are the properties of an `@Observable` class. The wrapper's
/// code does not run, and observers are not notified. A wrapper that computes its value needs a ``PropertyAccessor``; without one, and unless the property
/// is ignored, the first use of the type is an error. The same applies to a property that Yodel cannot store to: a metatype, a type that contains one, a
/// noncopyable type. An actor cannot be a model.
///
/// A class declares `required init()`. A subclass includes the properties of its superclass.
///
/// ## Declarations
///
/// All static properties below are optional. Yodel never ignores one that is present: it reads the usual forms, and any other type is an error when the
/// model is first used. Names of properties may be a `Set<String>`, an array of strings, or key paths, which the compiler checks:
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
/// Key paths of a class that is not `final`, and of computed properties, carry no names and are refused, except those that `propertyAccessors` has.
///
/// A near miss is an error as well: a stored property of a declaration's name; `keyMapping`, `ignoredProperties`, `includedProperties` or
/// `requiredProperties` that is computed without `static`, or is a function; and names such as `requiredProperty`, `keyMappings` or YYModel's
/// `modelPropertyBlacklist`. So is a hook that nobody calls: `validate()`, `didDecode(from:)`, `willDecode(_:)`, `willEncode(into:)` or `modelType(for:)` in
/// a model without the hook's protocol (``HookedModel``). If you use such a name for something else, list it in `ignoredProperties`.
///
/// Static members of any other name go unnoticed. So does a declaration of a subclass if its superclass leaves that name to the protocol's default,
/// because Swift does not let a subclass replace such a default: the superclass declares `class var ignoredProperties: Set<String> { [] }`, and the
/// subclass writes `override`, which the compiler checks. `CodingKeys` belong to `Codable`; a model's keys are in `keyMapping`.
public protocol Model: BaseModel where ModelOrigin == ModelMadeByInit {
    /// Makes a model with its default values.
    init()
}

/// The common base of ``Model``, ``DescribedModel`` and ``DescribedClass``: the declarations of a type whose properties Yodel fills.
///
/// Do not conform to it directly. A ``Model`` is made by its `init()` and then filled; the others are made from what a document contains.
public protocol BaseModel: ModelDeclarationNames {
    /// Which of the three it is. No type can be two of them.
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

    /// Which keys the properties have. Default: their own names, as the decoder's key style spells them.
    ///
    /// A `KeyMapping`; also a `KeyStyle`, or a dictionary by names or key paths of strings or arrays of strings.
    static var keyMapping: KeyMappingDeclaration { get }

    /// Stored properties that Yodel ignores; all others take part. Default: none. A misspelt property name is an error when the type is first used; a name
    /// that resembles no property is harmless.
    ///
    /// A `Set<String>`; also an array of strings or of key paths, or a set of these, here and for all lists of names below.
    static var ignoredProperties: IgnoredPropertiesDeclaration { get }

    /// The only properties that take part; `ignoredProperties` still applies. Default: nil, all of them. Names are checked as there.
    static var includedProperties: IncludedPropertiesDeclaration { get }

    /// The only properties that take part in ``modelEncode(to:)`` and ``init(modelFrom:)``, among those that take part at all. Default: nil, all of them.
    /// Names are checked as for `ignoredProperties`. A subclass without a declaration has its superclass's.
    static var archivedProperties: ArchivedPropertiesDeclaration { get }

    /// Properties that must have a value. An object in which one is missing or null is rejected. Default: none.
    ///
    /// Null counts as a value where it is one of the type's own: of a ``JSONValue``, a ``RawJSON``, a `Decodable` type whose `init(from:)` takes it.
    ///
    /// A rejected root is an error, a rejected property keeps its value, a rejected element is left out, depending on the options. Merging into an existing
    /// value requires nothing. A subclass adds its names to those of its superclass.
    static var requiredProperties: RequiredPropertiesDeclaration { get }

    /// The only properties that `modelDescription` shows. Default: nil, all that take part. Names are checked as those of `ignoredProperties`.
    static var describedProperties: DescribedPropertiesDeclaration { get }

    /// Accessors of computed, observed and wrapped properties: a `[PropertyAccessor<Self>]`, or of a superclass's. Default: none.
    static var propertyAccessors: PropertyAccessorsDeclaration { get }

    /// Transforms by property name, or by key path: a `[String: PropertyTransform]`. Default: none. A subclass's transforms are added to its
    /// superclass's.
    static var propertyTransforms: PropertyTransformsDeclaration { get }

    /// Descriptions of properties, by name or key path: a `[String: String]`, used in a ``JSONSchema``. Default: none. Yodel reads them when it makes a
    /// schema, where a misspelt name or a declaration of another type is an error. A subclass adds its own to those of its superclass. Properties that are
    /// never read, and models whose own code changes their objects, have no descriptions in a schema.
    static var propertyDescriptions: PropertyDescriptionsDeclaration { get }

    /// The declarations above that a plan reads, if all have their usual types. Not for use.
    static var usualDeclarations: UsualDeclarations? { get }

    /// Whether the model certainly has no accessors. Not for use: the compiler knows the declared type of accessors.
    static var hasNoAccessors: Bool { get }
}

/// Marks a ``Model``, which is made by its `init()`. Not for use.
public enum ModelMadeByInit {}

/// Marks a ``DescribedModel``, which is made from the list of its properties. Not for use.
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
