extension PlanCache {
    /// The plans of the process, for keys that are the properties' own names.
    static let shared = PlanCache(resolver: resolver)

    /// The plans of the process for a style of keys.
    static func shared(_ style: KeyStyle, ignoresCase: Bool) -> PlanCache {
        (style.rules ?? foldedVerbatim).cache(ignoresCase: ignoresCase, resolver: resolver)
    }

    /// Keys that are the properties' own names but for case.
    private static let foldedVerbatim = KeyRules { $0 }

    private static let resolver = TypeResolver(
        leaf: { $0 == JSONValue.self ? .json : nil },
        declaration: { type in
            guard let model = type as? any Model.Type else { return nil }
            return declaration(of: model)
        })

    private static func declaration<T: Model>(of type: T.Type) -> ModelDeclaration {
        // The metatype's own `init`, which for a class may be a subclass of `T`.
        var declaration = ModelDeclaration(handle: ModelHandle<T>(make: { type.init() }), isClass: type is AnyClass)
        declaration.ignored = type.ignoredProperties
        declaration.included = type.includedProperties
        declaration.archived = type.archivedProperties
        declaration.described = type.describedProperties
        declaration.accessors = accessors(of: type)
        declaration.hooks = TypedHooks(type)
        // What a subclass declares stands over what its superclasses do.
        var mapping = KeyMapping([:])
        for model in lineage(of: type) {
            mapping = mapping.extended(by: model.keyMapping)
            declaration.required.formUnion(model.requiredProperties)
            let transforms = model.propertyTransforms
            declaration.converters.merge(transforms.mapValues(\.transform)) { $1 }
            declaration.writers.merge(transforms.mapValues(\.maker)) { $1 }
        }
        declaration.keys = mapping.keys.mapValues(\.paths)
        declaration.writtenKeys = mapping.keys.compactMapValues(\.writing)
        declaration.writingHooks = EncodingHooks(type)
        declaration.style = mapping.style.map { style in style.rules?.key ?? { $0 } }
        declaration.ignoresCase = mapping.ignoresCase
        return declaration
    }

    private static func accessors<T: Model>(of type: T.Type) -> [(name: String, access: PropertyAccess)] {
        type.propertyAccessors.map { ($0.name, $0.access) }
    }

    /// A model and its superclasses that are models, the topmost first.
    private static func lineage(of type: any Model.Type) -> [any Model.Type] {
        var lineage: [any Model.Type] = [type]
        var current: AnyClass? = (type as? AnyClass).flatMap { _getSuperclass($0) }
        while let superclass = current {
            if let model = superclass as? any Model.Type { lineage.append(model) }
            current = _getSuperclass(superclass)
        }
        return lineage.reversed()
    }
}
