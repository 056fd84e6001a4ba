// What a model declares may be of any type, so that nothing is taken for no declaration because of its type. This is where the forms that
// people write are read; every other one is a fault, which the plan reports.
//
//     ["id"]   Set(["id"])   [\.id]   Optional of these          names
//     ["id": "ID"]   ["id": ["id", "ID"]]   [\.id: "ID"]         keys
//
// What a key path leads to, its own text says: for a stored property of a struct or a final class that is its name. For one of a class that
// may have subclasses the compiler makes a key path of functions, which have no name.

/// Reads the declarations of one model.
struct DeclaredForms {
    let type: Any.Type
    private(set) var accessors: [(name: String, access: PropertyAccess, path: AnyKeyPath)] = []
    /// The first declaration that is of no form that is known.
    private(set) var fault: ModelError?
    var hasFault: Bool { fault != nil }

    init(_ type: Any.Type) {
        self.type = type
    }

    /// What a model declares, or a superclass of it, but for accessors, which are to be read before.
    mutating func declarations<M: BaseModel>(of model: M.Type) -> UsualDeclarations {
        model.usualDeclarations ?? unusualDeclarations(of: model)
    }

    // Not inlined: whoever has it in itself asks the runtime for the types of all declarations first.
    @inline(never)
    private mutating func unusualDeclarations<M: BaseModel>(of model: M.Type) -> UsualDeclarations {
        // Lists that a subclass does not inherit are none of its faults.
        let isOwn = model == type
        return UsualDeclarations(
            keyMapping: mapping(model.keyMapping), ignored: (isOwn ? names(model.ignoredProperties, "ignoredProperties") : nil) ?? [],
            included: isOwn ? names(model.includedProperties, "includedProperties") : nil,
            archived: isOwn ? names(model.archivedProperties, "archivedProperties") : nil,
            described: isOwn ? names(model.describedProperties, "describedProperties") : nil,
            required: names(model.requiredProperties, "requiredProperties") ?? [], transforms: transforms(model.propertyTransforms))
    }

    /// Names of properties; nil if the declaration is nil.
    private mutating func names<Form>(_ form: Form, _ declaration: String) -> Set<String>? {
        if let names = form as? Set<String>? { return names }
        guard let value = Self.unwrapped(form) else { return nil }
        guard let sequence = value as? any Sequence, let elements = Self.names(in: sequence) else {
            return fail(declaration, Swift.type(of: value), "names: a Set<String>, an array of strings or of key paths")
        }
        return Set(elements.compactMap { name($0, declaration) })
    }

    /// Which keys properties have.
    private mutating func mapping<Form>(_ form: Form) -> KeyMapping {
        guard let value = Self.unwrapped(form) else { return [:] }
        if let mapping = value as? KeyMapping { return mapping }
        if let style = value as? KeyStyle { return KeyMapping(style: style) }
        var keys: [String: KeyMapping.Keys] = [:]
        for (name, declared) in pairs(value, "keyMapping", "a KeyMapping, or keys by property: strings or arrays of strings") {
            switch declared {
            case let declared as KeyMapping.Keys: keys[name] = declared
            case let key as String: keys[name] = KeyMapping.Keys([key])
            case let paths as [String]: keys[name] = KeyMapping.Keys(paths)
            default:
                fail("keyMapping", Swift.type(of: declared), "a string or an array of strings for '\(name)'")
            }
        }
        return KeyMapping(keys)
    }

    /// What makes the values of some properties.
    private mutating func transforms<Form>(_ form: Form) -> [String: PropertyTransform] {
        if let transforms = form as? [String: PropertyTransform] { return transforms }
        guard let value = Self.unwrapped(form) else { return [:] }
        var transforms: [String: PropertyTransform] = [:]
        for (name, declared) in pairs(value, "propertyTransforms", "a [String: PropertyTransform]") {
            if let transform = declared as? PropertyTransform {
                transforms[name] = transform
            } else {
                fail("propertyTransforms", Swift.type(of: declared), "a PropertyTransform for '\(name)'")
            }
        }
        return transforms
    }

    /// What properties are, in words.
    mutating func descriptions<Form>(_ form: Form) -> [String: String] {
        guard let value = Self.unwrapped(form) else { return [:] }
        var descriptions: [String: String] = [:]
        for (name, declared) in pairs(value, "propertyDescriptions", "a [String: String]") {
            if let text = declared as? String {
                descriptions[name] = text
            } else {
                fail("propertyDescriptions", Swift.type(of: declared), "a string for '\(name)'")
            }
        }
        return descriptions
    }

    /// Ways to properties without storage of their own. To be read before all names that key paths may give.
    // Not inlined: as above.
    @inline(never)
    mutating func readAccessors<M: BaseModel>(of model: M.Type) { accessors(model.propertyAccessors) }

    private mutating func accessors<Form>(_ form: Form) {
        guard let value = Self.unwrapped(form) else { return }
        guard let array = value as? [any DeclaredAccessor] else {
            fail("propertyAccessors", Swift.type(of: value), "a [PropertyAccessor<\(type)>]")
            return
        }
        for accessor in array {
            // What reads or writes another type would go to memory that is none of its own.
            guard isRoot(accessor.root) else {
                fail("propertyAccessors", Swift.type(of: accessor), "a PropertyAccessor<\(type)>")
                return
            }
            accessors.append((accessor.name, accessor.access, accessor.path))
        }
    }

    // MARK: Parts

    private mutating func pairs(_ value: Any, _ declaration: String, _ expected: String) -> [(name: String, value: Any)] {
        guard let declared = (value as? any DeclaredPairs)?.declaredPairs else {
            fail(declaration, Swift.type(of: value), expected)
            return []
        }
        var pairs: [(name: String, value: Any)] = []
        for (key, value) in declared {
            guard key is String || key is AnyKeyPath else {
                fail(declaration, Swift.type(of: key), "the name of a property or a key path for each")
                return []
            }
            if let name = name(key, declaration) { pairs.append((name, value)) }
        }
        return pairs
    }

    /// The elements of a sequence of names; nil if it is none.
    private static func names(in sequence: any Sequence) -> [Any]? {
        func open<S: Sequence>(_ sequence: S) -> [Any]? {
            guard S.Element.self == String.self || S.Element.self is AnyKeyPath.Type else { return nil }
            return sequence.map { $0 as Any }
        }
        return open(sequence)
    }

    /// The property that a name or a key path stands for; nil after a fault.
    private mutating func name(_ declared: Any, _ declaration: String) -> String? {
        if let name = declared as? String { return name }
        guard let path = declared as? AnyKeyPath else { return nil }
        if let accessor = accessors.first(where: { $0.path == path }) { return accessor.name }
        let root = Swift.type(of: path).rootType
        let text = path.debugDescription
        let start = "\\\(String(describing: root))."
        let name = text.dropFirst(start.count)
        // Anything but a name stands for more than one step, or for code.
        guard isRoot(root), text.hasPrefix(start), !name.isEmpty, name.allSatisfy({ $0 == "_" || $0.isLetter || $0.isNumber }) else {
            if fault == nil { fault = .namelessKeyPath(in: declaration, of: type) }
            return nil
        }
        return String(name)
    }

    /// Whether a type is the model or a superclass of it.
    private func isRoot(_ root: Any.Type) -> Bool {
        var current: AnyClass? = type as? AnyClass
        while let candidate = current {
            if candidate == root { return true }
            current = _getSuperclass(candidate)
        }
        return type == root
    }

    private static func unwrapped(_ value: Any) -> Any? {
        var value = value
        // The kind comes before the protocol, which only a search through all conformances of the process can deny.
        while FieldWalk.shape(of: Swift.type(of: value)) == .optional, let optional = value as? any PlainOptional {
            guard let wrapped = optional.wrappedAny else { return nil }
            value = wrapped
        }
        return value
    }

    @discardableResult
    private mutating func fail(_ declaration: String, _ found: Any.Type, _ expected: String) -> Set<String>? {
        if fault == nil { fault = .wrongDeclaration(declaration, of: type, found: found, expected: expected) }
        return nil
    }
}

/// A dictionary, whatever of.
private protocol DeclaredPairs {
    var declaredPairs: [(key: Any, value: Any)] { get }
}

extension Dictionary: DeclaredPairs {
    fileprivate var declaredPairs: [(key: Any, value: Any)] { map { ($0.key, $0.value) } }
}

extension KeyValuePairs: DeclaredPairs {
    fileprivate var declaredPairs: [(key: Any, value: Any)] { map { ($0.key, $0.value) } }
}

/// An accessor, whatever it is of.
private protocol DeclaredAccessor {
    var name: String { get }
    var access: PropertyAccess { get }
    var path: AnyKeyPath { get }
    var root: Any.Type { get }
}

extension PropertyAccessor: DeclaredAccessor {
    fileprivate var root: Any.Type { Root.self }
}
