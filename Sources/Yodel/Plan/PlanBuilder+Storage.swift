// What a model's fields are, before a plan stores into them. A field that cannot be filled is left out in silence only where the documentation of `Model` says
// so: `let`, `lazy`, `weak`, closures. Every other one is an error that says why, unless the model ignores it.

extension PlanBuilder {
    /// Refuses actors, and types of which the walk does not tell every field: what a declaration names cannot be compared with the rest.
    func checkFields(_ declaration: ModelDeclaration, _ info: TypeInfo, _ type: Any.Type) throws(ModelError) {
        let isActor = info.kind == .class && type is any Actor.Type
        if isActor || info.properties.contains(where: { $0.unsupportedReason == .actor }) { throw .actor(type) }
        if FieldWalk.hidesMembers(of: type, besides: info.properties.lazy.map(\.field)) {
            if declaration.accessors.isEmpty { throw .hiddenMembers(type) }
        } else if FieldWalk.hidesFields(of: type, size: declaration.handle.size) {
            throw .noReflection(type)
        }
    }

    /// Refuses a property that takes part and that no store at an offset can fill.
    func checkStorage(_ declaration: ModelDeclaration, _ info: TypeInfo, _ type: Any.Type) throws(ModelError) {
        for property in info.properties where property.isMutable && property.unsupportedReason != nil && declaration.takesPart(property) {
            if declaration.accessors.contains(where: { $0.name == property.name }) { continue }
            switch property.unsupportedReason {
            case nil, .constant, .lazy, .notStrong, .observationRegistrar, .actor: break
            case .function:
                if !TypeInfo.isFunction(property.type) { throw .unsupported(property.type, property: property.name, of: type) }
            case .propertyWrapper:
                throw .unclearStorage(property.field.name, property: property.name, property.type, of: type)
            case .metatype, .noncopyable, .layout:
                throw .unstorable(property.name, property.unsupportedReason?.reason ?? "", of: type)
            }
        }
    }

    /// The fields of an instance that code of the model's own may change while it is filled, besides those that the plan stores to: accessors and hooks
    /// may write to any. Empty for a model without either.
    func restorable(
        _ declaration: ModelDeclaration, _ info: TypeInfo, besides offsets: [Int]
    ) -> [(offset: Int, handle: TypeHandle)] {
        guard !declaration.accessors.isEmpty || declaration.hooks?.decodes == true else { return [] }
        return info.properties.filter { property in
            property.isRestorable && property.field.isVariable && !offsets.contains(property.field.offset)
        }.map { ($0.field.offset, .of($0.field.type)) }
    }
}

extension ModelDeclaration {
    /// Whether a property takes part, by its name.
    func takesPart(_ name: String) -> Bool { !ignored.contains(name) && included?.contains(name) != false }

    /// Whether a stored property takes part, by its name and that of its storage.
    func takesPart(_ property: PropertyInfo) -> Bool { takesPart(property.name) && !ignored.contains(property.field.name) }

    /// Whether a declaration names any property.
    var namesProperties: Bool {
        !(ignored.isEmpty && included == nil && archived == nil && described == nil && keys.isEmpty && required.isEmpty
            && transforms.isEmpty && onNil.isEmpty && accessors.isEmpty)
    }

    /// Whether a declaration names a property, other than to leave it out.
    func names(_ property: String) -> Bool {
        keys[property] != nil || included?.contains(property) == true || archived?.contains(property) == true
            || described?.contains(property) == true || required.contains(property) || transforms[property] != nil
            || accessors.contains { $0.name == property }
    }
}

extension TypeResolver {
    /// How the fields of a type are read.
    ///
    /// - Parameter ofType: The type's declaration; asked for only where a name leaves open what it means.
    func reading(_ ofType: @escaping () -> ModelDeclaration?) -> FieldReading {
        FieldReading(
            isPlain: { type in
                leaf(type) != nil || StandardTypes.optional(type) != nil || StandardTypes.sequence(type) != nil
                    || StandardTypes.dictionary(type) != nil || type is any RawRepresentable.Type || declaration(type) != nil
            },
            isDeclared: { name in ofType()?.names(name) == true })
    }
}
