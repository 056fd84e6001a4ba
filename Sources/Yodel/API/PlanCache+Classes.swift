extension PlanCache {
    /// The declaration of a class whose instances are made from a struct of their values.
    static func box(of type: any BaseModel.Type, _ form: BoxForm, _ options: TypeDescriptions?) -> BoxDeclaration {
        guard case .listed(let list) = form.values.modelForm.kind, list.type == form.values else {
            var none = ModelDeclaration(handle: TypeHandle(form.values), isClass: false)
            none.fault = .unlisted(form.values)
            return BoxDeclaration(handle: form.handle, values: none)
        }
        var values = declaration(listed: list, of: form.values, options)
        let own = self.values(of: type, isClass: true, options)
        // What is listed with its keys, and said by the class besides, would have one of them in vain.
        let said = options?[type] == nil ? own : self.values(of: type, isClass: true, nil)
        values.checkTwice(said.keys.keys, said.transforms.keys, listed: true, of: type)
        values.overlay(own)
        if type is any Actor.Type {
            values.fault = .actor(type)
        } else if ObjectIdentifier(form.type) != ObjectIdentifier(type) {
            values.fault = .undescribedSubclass(type, of: form.type)
        } else if form.isRoot, let superclass = _getSuperclass(form.type) {
            values.fault = .undescribedSuperclass(superclass, of: type)
        } else if let lost = lostProperties(of: form.type, values) {
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
            guard let model = ModelProtocols.baseModel(superclass), case .boxed(let form) = model.modelForm.kind, let parent = current
            else { continue }
            if ObjectIdentifier(form.type) == ObjectIdentifier(superclass) { continue }
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
    /// Refuses what is said of a property where it is listed, and besides: one of the two would take no effect.
    mutating func checkTwice(_ keys: some Sequence<String>, _ transforms: some Sequence<String>, listed: Bool = false, of type: Any.Type) {
        let twice =
            keys.filter { listed ? listedKeys.contains($0) : self.keys[$0] != nil }
            + transforms.filter { listed ? listedTransforms.contains($0) : self.transforms[$0] != nil }
        if let name = twice.min() { fault = fault ?? .keysDeclaredTwice(name, of: type) }
    }

    /// Takes what a class says that is made of a struct with this declaration. It stands over the struct's own.
    fileprivate mutating func overlay(_ other: ModelDeclaration) {
        ignored.formUnion(other.ignored)
        included = other.included ?? included
        archived = other.archived ?? archived
        described = other.described ?? described
        required.formUnion(other.required)
        for name in other.keys.keys {
            writtenKeys[name] = nil
            rest.remove(name)
            flattened.remove(name)
            prefixes[name] = nil
        }
        keys.merge(other.keys) { $1 }
        writtenKeys.merge(other.writtenKeys) { $1 }
        style = other.style ?? style
        ignoresCase = other.ignoresCase ?? ignoresCase
        transforms.merge(other.transforms) { $1 }
        onNil.merge(other.onNil) { $1 }
        descriptions.merge(other.descriptions) { $1 }
        rest.formUnion(other.rest)
        flattened.formUnion(other.flattened)
        prefixes.merge(other.prefixes) { $1 }
        isArray = isArray || other.isArray
        fault = fault ?? other.fault
    }
}
