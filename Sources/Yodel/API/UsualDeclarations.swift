// Declarations may be of any type (DeclaredForms.swift), which the runtime finds out one by one. Where all are of the types that they have without being
// declared, the compiler knows: it then picks the second of two functions, which reads them as they are.

/// The declarations of a model in which they have the usual types. Not for use.
public final class UsualDeclarations {
    let keyMapping: KeyMapping
    let ignored: Set<String>
    let included: Set<String>?
    let archived: Set<String>?
    let described: Set<String>?
    let required: Set<String>
    let transforms: [String: PropertyTransform]

    init(
        keyMapping: KeyMapping, ignored: Set<String>, included: Set<String>?, archived: Set<String>?, described: Set<String>?,
        required: Set<String>, transforms: [String: PropertyTransform]
    ) {
        self.keyMapping = keyMapping
        self.ignored = ignored
        self.included = included
        self.archived = archived
        self.described = described
        self.required = required
        self.transforms = transforms
    }

    /// Whether nothing is declared.
    var isEmpty: Bool {
        keyMapping.isEmpty && ignored.isEmpty && included == nil && archived == nil && described == nil && required.isEmpty
            && transforms.isEmpty
    }
}

extension BaseModel {
    /// One of the declarations is of another type.
    public static var usualDeclarations: UsualDeclarations? { nil }
}

extension BaseModel
where
    KeyMappingDeclaration == KeyMapping, IgnoredPropertiesDeclaration == Set<String>, IncludedPropertiesDeclaration == Set<String>?,
    ArchivedPropertiesDeclaration == Set<String>?, DescribedPropertiesDeclaration == Set<String>?,
    RequiredPropertiesDeclaration == Set<String>, PropertyTransformsDeclaration == [String: PropertyTransform]
{
    /// All of them.
    public static var usualDeclarations: UsualDeclarations? {
        UsualDeclarations(
            keyMapping: keyMapping, ignored: ignoredProperties, included: includedProperties, archived: archivedProperties,
            described: describedProperties, required: requiredProperties, transforms: propertyTransforms)
    }
}

extension BaseModel {
    /// Whether the model certainly has no accessors. Not for use.
    public static var hasNoAccessors: Bool { false }
}

extension BaseModel where PropertyAccessorsDeclaration == [PropertyAccessor<Self>] {
    /// Whether the model certainly has no accessors. Not for use.
    public static var hasNoAccessors: Bool { propertyAccessors.isEmpty }
}
