/// The stored properties of a struct, for its ``ModelForm``.
public struct StoredProperties<Root: BaseModel> {
    var list = PropertyList(of: Root.self)

    /// None yet.
    public init() {}

    /// Adds a property without a default. An optional one is nil if its key is missing; any other is required.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - path: The key path to it: one stored property.
    ///   - keys: Its keys, as in ``ModelDescription/keys``; nil: its name in the key style.
    ///   - transform: What makes its value; nil: the conversion table.
    ///   - isRequired: Whether the key of an optional property must be present, too.
    public mutating func add<Value>(
        _ name: String, _ path: KeyPath<Root, Value>, keys: KeyMapping.Keys? = nil, transform: PropertyTransform? = nil,
        isRequired: Bool = false
    ) {
        add(name, path, .property, .none)
        declare(name, keys, transform, isRequired)
    }

    /// Adds a property that has a default.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - path: The key path to it: one stored property.
    ///   - keys: Its keys, as in ``ModelDescription/keys``; nil: its name in the key style.
    ///   - transform: What makes its value; nil: the conversion table.
    ///   - isRequired: Whether the key must be present all the same.
    ///   - makeDefault: Makes the default for each value that lacks the property.
    public mutating func add<Value>(
        _ name: String, _ path: KeyPath<Root, Value>, keys: KeyMapping.Keys? = nil, transform: PropertyTransform? = nil,
        isRequired: Bool = false, default makeDefault: @autoclosure @escaping () -> Value
    ) {
        add(name, path, .property, makeDefault)
        declare(name, keys, transform, isRequired)
    }

    /// Adds a property that Yodel neither reads nor writes; it always has its default.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - path: The key path to it: one stored property.
    ///   - makeDefault: Makes the default for each value.
    public mutating func addIgnored<Value>(
        _ name: String, _ path: KeyPath<Root, Value>, default makeDefault: @autoclosure @escaping () -> Value
    ) {
        add(name, path, .ignored, makeDefault)
    }

    /// Adds a `let` with its value in its declaration: Yodel writes it, but never reads it.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - path: The key path to it: one stored property.
    ///   - keys: Its keys, as in ``ModelDescription/keys``; nil: its name in the key style.
    ///   - transform: What makes its JSON; nil: the conversion table.
    ///   - value: Its declared value.
    public mutating func addConstant<Value>(
        _ name: String, _ path: KeyPath<Root, Value>, keys: KeyMapping.Keys? = nil, transform: PropertyTransform? = nil,
        value: @autoclosure @escaping () -> Value
    ) {
        add(name, path, .constant, value)
        declare(name, keys, transform, false)
    }

    mutating func declare(_ name: String, _ keys: KeyMapping.Keys?, _ transform: PropertyTransform?, _ isRequired: Bool) {
        list.keys[name] = keys
        list.transforms[name] = transform
        if isRequired { list.required.insert(name) }
    }

    mutating func add<Value>(
        _ name: String, _ path: KeyPath<Root, Value>, _ role: DescribedField.Role, _ makeDefault: (() -> Value)?
    ) {
        guard let offset = MemoryLayout<Root>.offset(of: path) else { return list.fail(.notStored(name, of: Root.self)) }
        list.add(DescribedField(name, Value.self, offset: offset, role, makeDefault))
    }
}

/// What a struct lists of its properties.
struct PropertyList {
    /// The struct.
    let type: Any.Type
    /// The properties as a plan sees them.
    private(set) var fields: [DescribedField] = []
    var keys: [String: KeyMapping.Keys] = [:]
    var transforms: [String: PropertyTransform] = [:]
    var required: Set<String> = []
    /// What makes the wrapper of a property whose key is missing, by name: a `() -> Wrapper` each.
    var missing: [String: Any] = [:]
    /// Properties that hold what a superclass has.
    private(set) var inherited: Set<String> = []
    /// The index of the first property that is not a superclass's.
    private(set) var firstOwn = 0
    /// The first property that is none that can be listed.
    private(set) var fault: ModelError?

    init(of type: Any.Type) { self.type = type }

    mutating func add(_ field: DescribedField) {
        guard fields.allSatisfy({ $0.name != field.name && ($0.offset != field.offset || field.size == 0 || $0.size == 0) }) else {
            return fail(.describedTwice(field.name, of: type))
        }
        fields.append(field)
    }

    mutating func fail(_ error: ModelError) { fault = fault ?? error }

    /// Lets a property take no part that has been added as one that does.
    mutating func ignore(_ name: String, of type: Any.Type) {
        guard let index = fields.firstIndex(where: { $0.name == name }), keys[name].map({ $0.role == .keyed }) ?? true else { return }
        if keys[name] != nil { return fail(.codedTwice(name, of: type)) }
        fields[index].ignore()
        transforms[name] = nil
        required.remove(name)
    }

    /// Takes the properties of another struct.
    ///
    /// - Parameters:
    ///   - offset: Where it begins.
    ///   - name: The name of the property that holds it.
    mutating func take(_ other: PropertyList, at offset: Int, as name: String) {
        inherited.insert(name)
        for var field in other.fields {
            field.move(by: offset)
            add(field)
        }
        firstOwn = fields.count
        keys.merge(other.keys) { $1 }
        transforms.merge(other.transforms) { $1 }
        required.formUnion(other.required)
    }
}
