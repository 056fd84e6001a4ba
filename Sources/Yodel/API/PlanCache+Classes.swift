extension PlanCache {
    /// What a class says of itself that is made of a struct of its values.
    static func box<T: DescribedClass>(of type: T.Type) -> BoxDeclaration {
        let form = type.classForm
        var values = form.values()
        values.overlay(declaration(of: type, TypeHandle(type)), of: type)
        if type is any Actor.Type {
            values.fault = .actor(type)
        } else if ObjectIdentifier(form.type) != ObjectIdentifier(type) {
            values.fault = .undescribedSubclass(type, of: form.type)
        } else if form.isRoot, let superclass = _getSuperclass(type) {
            values.fault = .undescribedSuperclass(superclass, of: type)
        } else if let lost = lostProperties(of: type, values) {
            values.fault = .undescribedBetween(lost.superclass, lost.names, of: type)
        }
        return BoxDeclaration(handle: form.handle, values: values)
    }

    /// A superclass without a form of its own, and what it stores of which the values of a subclass have nothing; nil if there is none.
    private static func lostProperties(of type: AnyClass, _ values: ModelDeclaration) -> (superclass: AnyClass, names: [String])? {
        let listed = Set(values.listed?.map(\.name) ?? [])
        var current: AnyClass? = _getSuperclass(type)
        while let superclass = current {
            current = _getSuperclass(superclass)
            guard let model = ModelProtocols.describedClass(superclass), let parent = current else { continue }
            if ObjectIdentifier(model.classForm.type) == ObjectIdentifier(superclass) { continue }
            let fields = FieldWalk.fields(of: superclass).dropFirst(FieldWalk.fields(of: parent).count)
            let names = fields.map(\.name).filter { name in
                // The storage of a wrapped property has an underscore before its name.
                !name.hasPrefix(PropertyInfo.lazyPrefix) && !listed.contains(name)
                    && !(name.first == "_" && listed.contains(String(name.dropFirst())))
            }
            // A build without reflection metadata names nothing.
            let isSilent = fields.isEmpty && FieldWalk.instanceSize(of: superclass) > FieldWalk.instanceSize(of: parent)
            if !names.isEmpty || isSilent { return (superclass, names) }
        }
        return nil
    }
}

extension ModelDeclaration {
    /// Takes what a class declares that is made of a struct with this declaration. It stands over the struct's own.
    fileprivate mutating func overlay(_ other: ModelDeclaration, of type: Any.Type) {
        // What is listed with its keys, and declared by the class besides, would have one of them in vain.
        let twice = Set(listedKeys).intersection(other.keys.keys).union(Set(listedTransforms).intersection(other.transforms.keys)).sorted()
        if let name = twice.first { fault = fault ?? .keysDeclaredTwice(name, of: type) }
        if !other.accessors.isEmpty { fault = fault ?? .wantsValueBefore("propertyAccessors", of: type) }
        ignored.formUnion(other.ignored)
        included = other.included ?? included
        archived = other.archived ?? archived
        described = other.described ?? described
        required.formUnion(other.required)
        for name in other.keys.keys { writtenKeys[name] = nil }
        keys.merge(other.keys) { $1 }
        writtenKeys.merge(other.writtenKeys) { $1 }
        style = other.style ?? style
        ignoresCase = other.ignoresCase ?? ignoresCase
        transforms.merge(other.transforms) { $1 }
        onNil.merge(other.onNil) { $1 }
        rest.formUnion(other.rest)
        flattened.formUnion(other.flattened)
        fault = fault ?? other.fault
    }
}
