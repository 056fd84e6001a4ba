extension PlanCache {
    /// The plans of the process, for keys that are the properties' own names.
    static let shared = PlanCache(resolver: resolver(nil))

    /// The plans of the process for a style of keys, and for what options say of some types.
    static func shared(_ style: KeyStyle, ignoresCase: Bool, _ mixins: ModelMixins?) -> PlanCache {
        if let mixins { return mixins.cache(style, ignoresCase: ignoresCase) }
        if style.rules == nil && !ignoresCase { return shared }
        return (style.rules ?? foldedVerbatim).cache(ignoresCase: ignoresCase, resolver: shared.resolver)
    }

    /// Plans of nothing, by options with a fault.
    convenience init(fault: ModelError) { self.init(resolver: Self.shared.resolver, fault: fault) }

    /// Keys that are the properties' own names but for case.
    private static let foldedVerbatim = KeyRules(KeySpelling { $0 })

    /// - Parameter options: What options say of some types.
    static func resolver(_ options: TypeDescriptions?) -> TypeResolver {
        TypeResolver(
            leaf: { $0 == JSONValue.self ? .json : $0 == RawJSON.self ? .rawJSON : nil },
            declaration: { type in ModelProtocols.baseModel(type).flatMap { declaration(of: $0, options) } },
            cases: { type in
                func cases<T: DescribedEnum>(_ type: T.Type) -> CasesDeclaration {
                    var cases = EnumCases<T>()
                    type.describe(&cases)
                    return CasesDeclaration(form: cases.form.form, cases: cases.cases, fault: cases.fault)
                }
                return ModelProtocols.describedEnum(type).map { cases($0) }
            },
            box: { type in
                guard let model = ModelProtocols.baseModel(type), case .boxed(let form) = model.modelForm.kind else { return nil }
                return box(of: model, form, options)
            },
            areEqual: { plan, left, right, plans in
                var comparison = ModelComparison(plans)
                return comparison.areSurelyEqual(plan, left, right)
            })
    }

    /// The declaration of a model; nil for a class whose instances are made from a struct of their values.
    static func declaration(of type: any BaseModel.Type, _ options: TypeDescriptions?) -> ModelDeclaration? {
        switch type.modelForm.kind {
        case .made(let model) where model == type: declaration(made: model, options)
        case .listed(let list) where list.type == type: declaration(listed: list, of: type, options)
        case .boxed where type is AnyClass: nil
        case .made, .listed, .boxed: foreignForm(of: type)
        }
    }

    /// The form of another type has that one's offsets, or makes values of that one.
    private static func foreignForm(of type: any BaseModel.Type) -> ModelDeclaration {
        var declaration = ModelDeclaration(handle: TypeHandle(type), isClass: type is AnyClass)
        declaration.fault = .foreignForm(of: type)
        return declaration
    }

    private static func declaration<T: Model>(made type: T.Type, _ options: TypeDescriptions?) -> ModelDeclaration {
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
        var declaration = ModelDeclaration(handle: handle, isClass: type is AnyClass)
        declaration.hooks = ModelProtocols.hookedModel(type).map { ModelHooks(of: $0) }
        declaration.take(description(of: type, options))
        if declaration.hooks?.modelType != nil, let discriminated = type as? any DiscriminatedModel.Type {
            do throws(ModelError) {
                declaration.discriminators = [try discriminated.discriminator.declaration(of: discriminated)]
            } catch {
                declaration.fault = declaration.fault ?? error
            }
        }
        if ModelProtocols.hasIdleKeys(type) { declaration.fault = declaration.fault ?? .codingKeys(of: type) }
        return declaration
    }

    /// The declaration of a struct that lists its properties.
    static func declaration(listed list: PropertyList, of type: any BaseModel.Type, _ options: TypeDescriptions?) -> ModelDeclaration {
        var declaration = values(of: type, isClass: false, options)
        declaration.listed = list.fields
        declaration.inherited = list.inherited
        declaration.listedKeys = Array(list.keys.keys)
        declaration.listedTransforms = Array(list.transforms.keys)
        declaration.fault = list.fault ?? declaration.fault
        declaration.accessors = list.fields.compactMap { field in field.access.map { (field.name, $0) } }
        var keys = list.keys
        if options?[type] == nil {
            declaration.checkTwice(declaration.listedKeys, declaration.listedTransforms, of: type)
        } else {
            let own = description(of: type, nil)
            declaration.checkTwice(own.keys.keys.keys, own.transforms.keys, listed: true, of: type)
            // What options say stands over the list.
            keys = keys.filter { declaration.keys[$0.key] == nil }
        }
        declaration.keys.merge(keys.mapValues(\.paths)) { $1 }
        declaration.writtenKeys.merge(keys.compactMapValues(\.writing)) { $1 }
        declaration.transforms.merge(list.transforms.mapValues(\.transform)) { said, _ in said }
        declaration.required.formUnion(list.required)
        declaration.takeRoles(of: keys)
        declaration.ignored.formUnion(list.fields.filter { $0.role == .ignored }.map(\.name))
        return declaration
    }

    /// The declaration of a model whose values are made when all properties have been read.
    static func values(of type: any BaseModel.Type, isClass: Bool, _ options: TypeDescriptions?) -> ModelDeclaration {
        var declaration = ModelDeclaration(handle: TypeHandle(type), isClass: isClass)
        declaration.take(description(of: type, options))
        if !declaration.accessors.isEmpty { declaration.fault = declaration.fault ?? .wantsValueBefore("model.access", of: type) }
        if ModelProtocols.hookedModel(type) != nil { declaration.fault = declaration.fault ?? .wantsValueBefore("hooks", of: type) }
        return declaration
    }

    private static func description(of type: any BaseModel.Type, _ options: TypeDescriptions?) -> ModelDescription {
        if let description = options?[type] { return description }
        var description = ModelDescription(of: type)
        type.describe(&description)
        return description
    }
}
