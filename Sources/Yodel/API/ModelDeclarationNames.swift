// Names that are taken for declarations and are none. A type that has such a member makes it the witness of a requirement here, and its type,
// which may be any, that of the associated type; every other type has the default and its marker. So a plan sees which of them a type has
// by comparing types, and nothing of this is called or costs anything while a document is read.
//
//     static let requiredProperty = ["id"]          NotRequiredProperty == [String]
//     var ignoredProperties: Set<String> { […] }    InstanceIgnoredProperties == Set<String>       (without `static`)
//     static func keyMapping() -> [String: String]  KeyMappingFunction == [String: String]
//
// Three files: this one is what may be misnamed, ModelHookNames.swift the same of hooks, MisnamedDeclaration.swift is what it means. Each name costs every model a little time to
// compile, so those stand here that somebody has written, or is most likely to. Members of a declaration's own name cost the most, since the compiler
// tries each of them with all others: of the nine declarations only the four are here that say which properties a document reaches, and by which keys.
// Stored properties of all nine names are seen by the plan.

/// The value of a declaration that a type does not have. Not for use.
public struct NoModelDeclaration: Sendable {}

/// Functions that people mistake for declarations of a ``Model``, such as those of YYModel. Not for use, see ``ModelDeclarationNames``.
public protocol ModelDeclarationFunctions {
    /// The type of the misnamed member.
    associatedtype KeyMappingFunction = NoModelDeclaration
    /// Not a declaration: ``BaseModel/keyMapping`` is, a property and no function.
    static func keyMapping() -> KeyMappingFunction
    /// The type of the misnamed member.
    associatedtype IgnoredPropertiesFunction = NoModelDeclaration
    /// Not a declaration: ``BaseModel/ignoredProperties`` is, a property and no function.
    static func ignoredProperties() -> IgnoredPropertiesFunction
    /// The type of the misnamed member.
    associatedtype IncludedPropertiesFunction = NoModelDeclaration
    /// Not a declaration: ``BaseModel/includedProperties`` is, a property and no function.
    static func includedProperties() -> IncludedPropertiesFunction
    /// The type of the misnamed member.
    associatedtype RequiredPropertiesFunction = NoModelDeclaration
    /// Not a declaration: ``BaseModel/requiredProperties`` is, a property and no function.
    static func requiredProperties() -> RequiredPropertiesFunction
    /// The type of the misnamed member.
    associatedtype ModelCustomPropertyMapperFunction = NoModelDeclaration
    /// Not a declaration: ``BaseModel/keyMapping`` is.
    static func modelCustomPropertyMapper() -> ModelCustomPropertyMapperFunction
    /// The type of the misnamed member.
    associatedtype ModelPropertyBlacklistFunction = NoModelDeclaration
    /// Not a declaration: ``BaseModel/ignoredProperties`` is.
    static func modelPropertyBlacklist() -> ModelPropertyBlacklistFunction
    /// The type of the misnamed member.
    associatedtype ModelPropertyWhitelistFunction = NoModelDeclaration
    /// Not a declaration: ``BaseModel/includedProperties`` is.
    static func modelPropertyWhitelist() -> ModelPropertyWhitelistFunction
    /// The type of the misnamed member.
    associatedtype ModelContainerPropertyGenericClassFunction = NoModelDeclaration
    /// Not a declaration: the properties' types determine the elements.
    static func modelContainerPropertyGenericClass() -> ModelContainerPropertyGenericClassFunction
}

extension ModelDeclarationFunctions {
    /// Not declared.
    ///
    /// - Returns: Nothing useful.
    public static func keyMapping() -> NoModelDeclaration { NoModelDeclaration() }
    /// Not declared.
    ///
    /// - Returns: Nothing useful.
    public static func ignoredProperties() -> NoModelDeclaration { NoModelDeclaration() }
    /// Not declared.
    ///
    /// - Returns: Nothing useful.
    public static func includedProperties() -> NoModelDeclaration { NoModelDeclaration() }
    /// Not declared.
    ///
    /// - Returns: Nothing useful.
    public static func requiredProperties() -> NoModelDeclaration { NoModelDeclaration() }
    /// Not declared.
    ///
    /// - Returns: Nothing useful.
    public static func modelCustomPropertyMapper() -> NoModelDeclaration { NoModelDeclaration() }
    /// Not declared.
    ///
    /// - Returns: Nothing useful.
    public static func modelPropertyBlacklist() -> NoModelDeclaration { NoModelDeclaration() }
    /// Not declared.
    ///
    /// - Returns: Nothing useful.
    public static func modelPropertyWhitelist() -> NoModelDeclaration { NoModelDeclaration() }
    /// Not declared.
    ///
    /// - Returns: Nothing useful.
    public static func modelContainerPropertyGenericClass() -> NoModelDeclaration { NoModelDeclaration() }
}

/// Names that people mistake for declarations of a ``Model``. Not for use: `Model` conforms to it so that a type with such a member is an error
/// when it is first used; the error names the right declaration.
public protocol ModelDeclarationNames: ModelDeclarationFunctions, ModelHookNames {
    /// The type of the misnamed member.
    associatedtype NotIgnoredProperty = NoModelDeclaration
    /// Not a declaration: ``BaseModel/ignoredProperties`` is.
    static var ignoredProperty: NotIgnoredProperty { get }
    /// The type of the misnamed member.
    associatedtype NotIgnoreProperties = NoModelDeclaration
    /// Not a declaration: ``BaseModel/ignoredProperties`` is.
    static var ignoreProperties: NotIgnoreProperties { get }
    /// The type of the misnamed member.
    associatedtype NotIgnoredKeys = NoModelDeclaration
    /// Not a declaration: ``BaseModel/ignoredProperties`` is.
    static var ignoredKeys: NotIgnoredKeys { get }
    /// The type of the misnamed member.
    associatedtype NotExcludedProperties = NoModelDeclaration
    /// Not a declaration: ``BaseModel/ignoredProperties`` is.
    static var excludedProperties: NotExcludedProperties { get }
    /// The type of the misnamed member.
    associatedtype NotModelPropertyBlacklist = NoModelDeclaration
    /// Not a declaration: ``BaseModel/ignoredProperties`` is.
    static var modelPropertyBlacklist: NotModelPropertyBlacklist { get }
    /// The type of the misnamed member.
    associatedtype NotIncludedProperty = NoModelDeclaration
    /// Not a declaration: ``BaseModel/includedProperties`` is.
    static var includedProperty: NotIncludedProperty { get }
    /// The type of the misnamed member.
    associatedtype NotIncludeProperties = NoModelDeclaration
    /// Not a declaration: ``BaseModel/includedProperties`` is.
    static var includeProperties: NotIncludeProperties { get }
    /// The type of the misnamed member.
    associatedtype NotModelPropertyWhitelist = NoModelDeclaration
    /// Not a declaration: ``BaseModel/includedProperties`` is.
    static var modelPropertyWhitelist: NotModelPropertyWhitelist { get }
    /// The type of the misnamed member.
    associatedtype NotRequiredProperty = NoModelDeclaration
    /// Not a declaration: ``BaseModel/requiredProperties`` is.
    static var requiredProperty: NotRequiredProperty { get }
    /// The type of the misnamed member.
    associatedtype NotRequireProperties = NoModelDeclaration
    /// Not a declaration: ``BaseModel/requiredProperties`` is.
    static var requireProperties: NotRequireProperties { get }
    /// The type of the misnamed member.
    associatedtype NotRequiredKeys = NoModelDeclaration
    /// Not a declaration: ``BaseModel/requiredProperties`` is.
    static var requiredKeys: NotRequiredKeys { get }
    /// The type of the misnamed member.
    associatedtype NotKeyMappings = NoModelDeclaration
    /// Not a declaration: ``BaseModel/keyMapping`` is.
    static var keyMappings: NotKeyMappings { get }
    /// The type of the misnamed member.
    associatedtype NotKeyMap = NoModelDeclaration
    /// Not a declaration: ``BaseModel/keyMapping`` is.
    static var keyMap: NotKeyMap { get }
    /// The type of the misnamed member.
    associatedtype NotPropertyMapping = NoModelDeclaration
    /// Not a declaration: ``BaseModel/keyMapping`` is.
    static var propertyMapping: NotPropertyMapping { get }
    /// The type of the misnamed member.
    associatedtype NotModelCustomPropertyMapper = NoModelDeclaration
    /// Not a declaration: ``BaseModel/keyMapping`` is.
    static var modelCustomPropertyMapper: NotModelCustomPropertyMapper { get }
    /// The type of the misnamed member.
    associatedtype NotPropertyAccessor = NoModelDeclaration
    /// Not a declaration: ``BaseModel/propertyAccessors`` is.
    static var propertyAccessor: NotPropertyAccessor { get }
    /// The type of the misnamed member.
    associatedtype NotPropertyTransform = NoModelDeclaration
    /// Not a declaration: ``BaseModel/propertyTransforms`` is.
    static var propertyTransform: NotPropertyTransform { get }
    /// The type of the misnamed member.
    associatedtype NotPropertyTransformers = NoModelDeclaration
    /// Not a declaration: ``BaseModel/propertyTransforms`` is.
    static var propertyTransformers: NotPropertyTransformers { get }
    /// The type of the misnamed member.
    associatedtype NotTransforms = NoModelDeclaration
    /// Not a declaration: ``BaseModel/propertyTransforms`` is.
    static var transforms: NotTransforms { get }
    /// The type of the misnamed member.
    associatedtype NotArchivedProperty = NoModelDeclaration
    /// Not a declaration: ``BaseModel/archivedProperties`` is.
    static var archivedProperty: NotArchivedProperty { get }
    /// The type of the misnamed member.
    associatedtype NotDescribedProperty = NoModelDeclaration
    /// Not a declaration: ``BaseModel/describedProperties`` is.
    static var describedProperty: NotDescribedProperty { get }

    /// The type of the misnamed member.
    associatedtype InstanceKeyMapping = NoModelDeclaration
    /// Not a declaration: ``BaseModel/keyMapping`` is, a static member.
    var keyMapping: InstanceKeyMapping { get }
    /// The type of the misnamed member.
    associatedtype InstanceIgnoredProperties = NoModelDeclaration
    /// Not a declaration: ``BaseModel/ignoredProperties`` is, a static member.
    var ignoredProperties: InstanceIgnoredProperties { get }
    /// The type of the misnamed member.
    associatedtype InstanceIncludedProperties = NoModelDeclaration
    /// Not a declaration: ``BaseModel/includedProperties`` is, a static member.
    var includedProperties: InstanceIncludedProperties { get }
    /// The type of the misnamed member.
    associatedtype InstanceRequiredProperties = NoModelDeclaration
    /// Not a declaration: ``BaseModel/requiredProperties`` is, a static member.
    var requiredProperties: InstanceRequiredProperties { get }

    /// Whether a model has none of the members above or of ``ModelDeclarationFunctions``. The compiler knows, so a plan need not check each.
    static var hasNoMisnamedDeclaration: Bool { get }
}

extension ModelDeclarationNames {
    /// A model that has one of them.
    public static var hasNoMisnamedDeclaration: Bool { false }
}

extension ModelDeclarationNames
where
    KeyMappingFunction == NoModelDeclaration,
    IgnoredPropertiesFunction == NoModelDeclaration,
    IncludedPropertiesFunction == NoModelDeclaration,
    RequiredPropertiesFunction == NoModelDeclaration,
    ModelCustomPropertyMapperFunction == NoModelDeclaration,
    ModelPropertyBlacklistFunction == NoModelDeclaration,
    ModelPropertyWhitelistFunction == NoModelDeclaration,
    ModelContainerPropertyGenericClassFunction == NoModelDeclaration,
    NotIgnoredProperty == NoModelDeclaration,
    NotIgnoreProperties == NoModelDeclaration,
    NotIgnoredKeys == NoModelDeclaration,
    NotExcludedProperties == NoModelDeclaration,
    NotModelPropertyBlacklist == NoModelDeclaration,
    NotIncludedProperty == NoModelDeclaration,
    NotIncludeProperties == NoModelDeclaration,
    NotModelPropertyWhitelist == NoModelDeclaration,
    NotRequiredProperty == NoModelDeclaration,
    NotRequireProperties == NoModelDeclaration,
    NotRequiredKeys == NoModelDeclaration,
    NotKeyMappings == NoModelDeclaration,
    NotKeyMap == NoModelDeclaration,
    NotPropertyMapping == NoModelDeclaration,
    NotModelCustomPropertyMapper == NoModelDeclaration,
    NotPropertyAccessor == NoModelDeclaration,
    NotPropertyTransform == NoModelDeclaration,
    NotPropertyTransformers == NoModelDeclaration,
    NotTransforms == NoModelDeclaration,
    NotArchivedProperty == NoModelDeclaration,
    NotDescribedProperty == NoModelDeclaration,
    InstanceKeyMapping == NoModelDeclaration,
    InstanceIgnoredProperties == NoModelDeclaration,
    InstanceIncludedProperties == NoModelDeclaration,
    InstanceRequiredProperties == NoModelDeclaration
{
    /// A model that has none of them.
    public static var hasNoMisnamedDeclaration: Bool { true }
}

extension ModelDeclarationNames {
    /// Not declared.
    public static var ignoredProperty: NoModelDeclaration { NoModelDeclaration() }
    /// Not declared.
    public static var ignoreProperties: NoModelDeclaration { NoModelDeclaration() }
    /// Not declared.
    public static var ignoredKeys: NoModelDeclaration { NoModelDeclaration() }
    /// Not declared.
    public static var excludedProperties: NoModelDeclaration { NoModelDeclaration() }
    /// Not declared.
    public static var modelPropertyBlacklist: NoModelDeclaration { NoModelDeclaration() }
    /// Not declared.
    public static var includedProperty: NoModelDeclaration { NoModelDeclaration() }
    /// Not declared.
    public static var includeProperties: NoModelDeclaration { NoModelDeclaration() }
    /// Not declared.
    public static var modelPropertyWhitelist: NoModelDeclaration { NoModelDeclaration() }
    /// Not declared.
    public static var requiredProperty: NoModelDeclaration { NoModelDeclaration() }
    /// Not declared.
    public static var requireProperties: NoModelDeclaration { NoModelDeclaration() }
    /// Not declared.
    public static var requiredKeys: NoModelDeclaration { NoModelDeclaration() }
    /// Not declared.
    public static var keyMappings: NoModelDeclaration { NoModelDeclaration() }
    /// Not declared.
    public static var keyMap: NoModelDeclaration { NoModelDeclaration() }
    /// Not declared.
    public static var propertyMapping: NoModelDeclaration { NoModelDeclaration() }
    /// Not declared.
    public static var modelCustomPropertyMapper: NoModelDeclaration { NoModelDeclaration() }
    /// Not declared.
    public static var propertyAccessor: NoModelDeclaration { NoModelDeclaration() }
    /// Not declared.
    public static var propertyTransform: NoModelDeclaration { NoModelDeclaration() }
    /// Not declared.
    public static var propertyTransformers: NoModelDeclaration { NoModelDeclaration() }
    /// Not declared.
    public static var transforms: NoModelDeclaration { NoModelDeclaration() }
    /// Not declared.
    public static var archivedProperty: NoModelDeclaration { NoModelDeclaration() }
    /// Not declared.
    public static var describedProperty: NoModelDeclaration { NoModelDeclaration() }

    /// Not declared.
    public var keyMapping: NoModelDeclaration { NoModelDeclaration() }
    /// Not declared.
    public var ignoredProperties: NoModelDeclaration { NoModelDeclaration() }
    /// Not declared.
    public var includedProperties: NoModelDeclaration { NoModelDeclaration() }
    /// Not declared.
    public var requiredProperties: NoModelDeclaration { NoModelDeclaration() }
}
