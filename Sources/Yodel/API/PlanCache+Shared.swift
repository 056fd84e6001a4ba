extension PlanCache {
    /// The plans of the process, for keys that are the properties' own names.
    static let shared = PlanCache(resolver: resolver)

    /// The plans of the process for a style of keys.
    static func shared(_ style: KeyStyle, ignoresCase: Bool) -> PlanCache {
        (style.rules ?? foldedVerbatim).cache(ignoresCase: ignoresCase, resolver: resolver)
    }

    /// Plans of nothing, by options with a fault.
    convenience init(fault: ModelError) { self.init(resolver: Self.resolver, fault: fault) }

    /// Keys that are the properties' own names but for case.
    private static let foldedVerbatim = KeyRules(KeySpelling { $0 })

    private static let resolver = TypeResolver(
        leaf: { $0 == JSONValue.self ? .json : $0 == RawJSON.self ? .rawJSON : nil },
        declaration: { type in
            if let model = ModelProtocols.model(type) { return declaration(made: model) }
            if let model = ModelProtocols.describedModel(type) { return declaration(described: model) }
            return nil
        },
        cases: { type in
            func cases<T: DescribedEnum>(_ type: T.Type) -> CasesDeclaration {
                var cases = EnumCases<T>()
                type.describe(&cases)
                return CasesDeclaration(form: cases.form.form, cases: cases.cases, fault: cases.fault)
            }
            return ModelProtocols.describedEnum(type).map { cases($0) }
        },
        box: { type in ModelProtocols.describedClass(type).map { box(of: $0) } },
        areEqual: { plan, left, right, plans in
            var comparison = ModelComparison(plans)
            return comparison.areSurelyEqual(plan, left, right)
        })

    /// What a model says of itself.
    static func declaration<T: Model>(made type: T.Type) -> ModelDeclaration {
        // The metatype's own `init`, which for a class may be a subclass of `T`.
        let handle = ModelHandle(type) { address, fresh in
            // SAFETY: a handle is given addresses of its type. What `init()` makes is made where it is to stand.
            let typed = unsafe address.assumingMemoryBound(to: T.self)
            if fresh {
                unsafe typed.initialize(to: type.init())
            } else {
                unsafe typed.pointee = type.init()
            }
        }
        var declaration = declaration(of: type, handle, hooks: ModelProtocols.hookedModel(type).map { ModelHooks(of: $0) })
        if ModelProtocols.hasIdleKeys(type) { declaration.fault = declaration.fault ?? .codingKeys(of: type) }
        return declaration
    }

    /// What a struct says of itself that lists its properties.
    static func declaration<T: DescribedModel>(described type: T.Type) -> ModelDeclaration {
        var declaration = declaration(of: type, TypeHandle(type))
        var properties = StoredProperties<T>()
        type.describe(&properties)
        declaration.listed = properties.fields
        declaration.inherited = properties.inherited
        declaration.listedKeys = Array(properties.keys.keys)
        declaration.listedTransforms = Array(properties.transforms.keys)
        declaration.fault = properties.fault ?? declaration.fault
        // What is declared twice, one of them would take no effect.
        let twice =
            Set(declaration.keys.keys).intersection(properties.keys.keys)
            .union(Set(declaration.transforms.keys).intersection(properties.transforms.keys)).sorted()
        if let name = twice.first { declaration.fault = declaration.fault ?? .keysDeclaredTwice(name, of: type) }
        if !declaration.accessors.isEmpty {
            declaration.fault = declaration.fault ?? .wantsValueBefore("propertyAccessors", of: type)
        }
        declaration.accessors = properties.fields.compactMap { field in field.access.map { (field.name, $0) } }
        declaration.keys.merge(properties.keys.mapValues(\.paths)) { $1 }
        declaration.writtenKeys.merge(properties.keys.compactMapValues(\.writing)) { $1 }
        declaration.transforms.merge(properties.transforms.mapValues(\.transform)) { $1 }
        declaration.required.formUnion(properties.required)
        declaration.takeRoles(of: properties.keys, of: type)
        declaration.ignored.formUnion(properties.fields.filter { $0.role == .ignored }.map(\.name))
        return declaration
    }

    static func declaration<T: BaseModel>(of type: T.Type, _ handle: TypeHandle, hooks: ModelHooks? = nil) -> ModelDeclaration {
        var declaration = ModelDeclaration(handle: handle, isClass: type is AnyClass)
        declaration.hooks = hooks
        var forms = DeclaredForms(type)
        if !type.hasNoAccessors {
            forms.readAccessors(of: type)
            declaration.accessors = forms.accessors.map { ($0.name, $0.access) }
        }
        let own = forms.declarations(of: type)
        // Most models declare nothing: no empty dictionaries are merged then, whose types the runtime would have to make.
        if !own.isEmpty || declaration.isClass {
            let inherited = lineage(of: type).dropLast().map { model in forms.declarations(of: model) }
            declaration.take(own, inherited: inherited, of: type)
        }
        if forms.hasFault || !type.hasNoMisnamedDeclaration || !type.hasNoHookName {
            declaration.fault = forms.fault ?? declaration.fault ?? misnamed(type, declaration) ?? uncalledHook(of: type, declaration)
        }
        if declaration.hooks?.modelType != nil, let discriminated = type as? any DiscriminatedModel.Type {
            do throws(ModelError) {
                let root = lineage(of: type).first { $0 is any DiscriminatedModel.Type } ?? type
                declaration.discriminator = try discriminated.discriminator.declaration(of: type, under: root)
            } catch {
                declaration.fault = declaration.fault ?? error
            }
        }
        return declaration
    }

    /// What is wrong with a member that is taken for a declaration and is none; nil if there is no such member.
    private static func misnamed<T: BaseModel>(_ type: T.Type, _ declaration: ModelDeclaration) -> ModelError? {
        let misnamed = MisnamedDeclaration.all(of: type).first { found in
            switch found.kind {
            // A property of documents may have the name of a declaration if the model says so.
            case .instance: !declaration.knows(found.name)
            // Who makes the right declaration has another use for the other name.
            case .name, .function: !declaration.declares(found.meant)
            case .hook: false
            }
        }
        return misnamed.map { found in
            switch found.kind {
            case .name: .noDeclaration(found.name, meant: found.meant, of: type)
            case .function where found.name == found.meant: .declaredAsFunction(found.name, of: type)
            case .function: .noDeclaration(found.name + "()", meant: found.meant, of: type)
            case .instance: .declaredForInstances(found.name, of: type)
            case .hook(let hook): .uncalledHook(found.name, of: type, hook: hook.rawValue, requirement: hook.requirement)
            }
        }
    }

    /// What is wrong with a member that looks like a hook and is never called; nil if there is no such member.
    private static func uncalledHook<T: BaseModel>(of type: T.Type, _ declaration: ModelDeclaration) -> ModelError? {
        for found in MisnamedDeclaration.hooks(of: type) {
            guard case .hook(let hook) = found.kind else { continue }
            let isCalled = hook.isCalled(declaration.hooks, of: type)
            // Who says that it is none has another use for the name.
            if isCalled || declaration.ignored.contains(String(found.name.prefix { $0 != "(" })) { continue }
            if type is any DescribedModel.Type || type is any DescribedClass.Type { return .wantsValueBefore(found.name, of: type) }
            return .uncalledHook(found.name, of: type, hook: hook.rawValue, requirement: hook.requirement)
        }
        return nil
    }

    /// A model and its superclasses that are models, the topmost first.
    static func lineage(of type: any BaseModel.Type) -> [any BaseModel.Type] {
        var lineage: [any BaseModel.Type] = [type]
        var current: AnyClass? = (type as? AnyClass).flatMap { _getSuperclass($0) }
        while let superclass = current {
            if let model = superclass as? any BaseModel.Type { lineage.append(model) }
            current = _getSuperclass(superclass)
        }
        return lineage.reversed()
    }
}

extension ModelDeclaration {
    /// Takes what a model declares, and what its superclasses do: what a subclass declares stands over that.
    fileprivate mutating func take(_ own: UsualDeclarations, inherited: [UsualDeclarations], of type: Any.Type) {
        (ignored, included) = (own.ignored, own.included)
        (archived, described) = (own.archived, own.described)
        var mapping = KeyMapping([:])
        for declared in inherited + [own] where !declared.isEmpty {
            mapping = mapping.extended(by: declared.keyMapping)
            required.formUnion(declared.required)
            transforms.merge(declared.transforms.mapValues(\.transform)) { $1 }
        }
        if mapping.isEmpty { return }
        keys = mapping.keys.mapValues(\.paths)
        writtenKeys = mapping.keys.compactMapValues(\.writing)
        takeRoles(of: mapping.keys, of: type)
        if !mapping.onNil.isEmpty { onNil = mapping.onNil.mapValues(\.form) }
        style = mapping.style.map { $0.rules?.spelling ?? KeySpelling { $0 } }
        ignoresCase = mapping.ignoresCase
    }

    /// Takes what properties are that are no values of keys.
    fileprivate mutating func takeRoles(of mapping: [String: KeyMapping.Keys], of type: Any.Type) {
        for (name, keys) in mapping.sorted(by: { $0.key < $1.key }) where keys.role != .keyed {
            let isRest = keys.role == .rest
            if !keys.paths.isEmpty || keys.writing != nil { fault = fault ?? .keysBesideRole(name, isRest: isRest, of: type) }
            if isRest { rest.insert(name) } else { flattened.insert(name) }
        }
    }

    /// Whether a declaration says something.
    fileprivate func declares(_ declaration: String?) -> Bool {
        switch declaration {
        case "keyMapping": !keys.isEmpty || style != nil || ignoresCase != nil || !onNil.isEmpty
        case "ignoredProperties": !ignored.isEmpty
        case "includedProperties": included != nil
        case "requiredProperties": !required.isEmpty
        case "archivedProperties": archived != nil
        case "describedProperties": described != nil
        case "propertyAccessors": !accessors.isEmpty
        case "propertyTransforms": !transforms.isEmpty
        default: false
        }
    }
}
