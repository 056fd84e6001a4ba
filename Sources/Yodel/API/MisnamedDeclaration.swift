/// A member of a model that is taken for a declaration and is none.
struct MisnamedDeclaration {
    /// What it is.
    enum Kind {
        /// A static property of another name.
        case name
        /// A function.
        case function
        /// A property of each value.
        case instance
        /// A hook of a model without the hook's protocol, or nearly one.
        case hook(HookName)
    }

    /// The protocols of hooks, and what each of them has.
    enum HookName: String {
        case validated = "ValidatedModel"
        case didDecode = "DidDecodeModel"
        case willDecode = "WillDecodeModel"
        case willEncode = "WillEncodeModel"
        case polymorphic = "PolymorphicModel"
        case discriminated = "DiscriminatedModel"

        /// Its requirement, as it is declared.
        var requirement: String {
            switch self {
            case .validated: "mutating func validate() throws"
            case .didDecode: "mutating func didDecode(from: JSONObject) throws"
            case .willDecode: "mutating func willDecode(_: inout JSONObject) throws"
            case .willEncode: "func willEncode(into: inout JSONObject) throws"
            case .polymorphic: "static func modelType(for: JSONObject) -> (any Model.Type)?"
            case .discriminated: "static var discriminator: ModelDiscriminator"
            }
        }
    }

    /// Its name.
    let name: String
    let kind: Kind
    /// The declaration that is meant; nil if there is none.
    let meant: String?

    /// What a type has of them.
    static func all<T: BaseModel>(of type: T.Type) -> [MisnamedDeclaration] {
        if T.hasNoMisnamedDeclaration { return [] }
        let none = ObjectIdentifier(NoModelDeclaration.self)
        var found: [MisnamedDeclaration] = []
        func look(_ declared: Any.Type, _ kind: Kind, _ name: String, _ meant: String?) {
            if ObjectIdentifier(declared) != none { found.append(MisnamedDeclaration(name: name, kind: kind, meant: meant)) }
        }
        look(T.NotIgnoredProperty.self, .name, "ignoredProperty", "ignoredProperties")
        look(T.NotIgnoreProperties.self, .name, "ignoreProperties", "ignoredProperties")
        look(T.NotIgnoredKeys.self, .name, "ignoredKeys", "ignoredProperties")
        look(T.NotExcludedProperties.self, .name, "excludedProperties", "ignoredProperties")
        look(T.NotModelPropertyBlacklist.self, .name, "modelPropertyBlacklist", "ignoredProperties")
        look(T.NotIncludedProperty.self, .name, "includedProperty", "includedProperties")
        look(T.NotIncludeProperties.self, .name, "includeProperties", "includedProperties")
        look(T.NotModelPropertyWhitelist.self, .name, "modelPropertyWhitelist", "includedProperties")
        look(T.NotRequiredProperty.self, .name, "requiredProperty", "requiredProperties")
        look(T.NotRequireProperties.self, .name, "requireProperties", "requiredProperties")
        look(T.NotRequiredKeys.self, .name, "requiredKeys", "requiredProperties")
        look(T.NotKeyMappings.self, .name, "keyMappings", "keyMapping")
        look(T.NotKeyMap.self, .name, "keyMap", "keyMapping")
        look(T.NotPropertyMapping.self, .name, "propertyMapping", "keyMapping")
        look(T.NotModelCustomPropertyMapper.self, .name, "modelCustomPropertyMapper", "keyMapping")
        look(T.NotPropertyAccessor.self, .name, "propertyAccessor", "propertyAccessors")
        look(T.NotPropertyTransform.self, .name, "propertyTransform", "propertyTransforms")
        look(T.NotPropertyTransformers.self, .name, "propertyTransformers", "propertyTransforms")
        look(T.NotTransforms.self, .name, "transforms", "propertyTransforms")
        look(T.NotArchivedProperty.self, .name, "archivedProperty", "archivedProperties")
        look(T.NotDescribedProperty.self, .name, "describedProperty", "describedProperties")
        look(T.KeyMappingFunction.self, .function, "keyMapping", "keyMapping")
        look(T.IgnoredPropertiesFunction.self, .function, "ignoredProperties", "ignoredProperties")
        look(T.IncludedPropertiesFunction.self, .function, "includedProperties", "includedProperties")
        look(T.RequiredPropertiesFunction.self, .function, "requiredProperties", "requiredProperties")
        look(T.ModelCustomPropertyMapperFunction.self, .function, "modelCustomPropertyMapper", "keyMapping")
        look(T.ModelPropertyBlacklistFunction.self, .function, "modelPropertyBlacklist", "ignoredProperties")
        look(T.ModelPropertyWhitelistFunction.self, .function, "modelPropertyWhitelist", "includedProperties")
        look(T.ModelContainerPropertyGenericClassFunction.self, .function, "modelContainerPropertyGenericClass", nil)
        look(T.InstanceKeyMapping.self, .instance, "keyMapping", "keyMapping")
        look(T.InstanceIgnoredProperties.self, .instance, "ignoredProperties", "ignoredProperties")
        look(T.InstanceIncludedProperties.self, .instance, "includedProperties", "includedProperties")
        look(T.InstanceRequiredProperties.self, .instance, "requiredProperties", "requiredProperties")
        return found
    }

    /// What a type has of members that are hooks, or nearly so, whether or not they are called.
    static func hooks<T: BaseModel>(of type: T.Type) -> [MisnamedDeclaration] {
        if T.hasNoHookName { return [] }
        let none = ObjectIdentifier(NoModelDeclaration.self)
        var found: [MisnamedDeclaration] = []
        func look(_ declared: Any.Type, _ hook: HookName, _ name: String) {
            if ObjectIdentifier(declared) != none { found.append(MisnamedDeclaration(name: name, kind: .hook(hook), meant: hook.rawValue)) }
        }
        look(T.ValidateHook.self, .validated, "validate()")
        look(T.DidDecodeHook.self, .didDecode, "didDecode(from: JSONObject)")
        look(T.DidDecodeHookOfDictionary.self, .didDecode, "didDecode(from: [String: Any])")
        look(T.DidDecodeHookWithoutObject.self, .didDecode, "didDecode()")
        look(T.WillDecodeHook.self, .willDecode, "willDecode(_: inout JSONObject)")
        look(T.WillDecodeHookOfConstant.self, .willDecode, "willDecode(_: JSONObject)")
        look(T.WillEncodeHook.self, .willEncode, "willEncode(into: inout JSONObject)")
        look(T.ModelTypeHook.self, .polymorphic, "modelType(for: JSONObject)")
        // A name that has other uses, too.
        if T.DiscriminatorHook.self == ModelDiscriminator.self { look(T.DiscriminatorHook.self, .discriminated, "discriminator") }
        return found
    }
}
