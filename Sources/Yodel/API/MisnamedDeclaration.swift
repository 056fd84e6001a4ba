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
}
