/// A struct that lists its stored properties. It needs no `init()` and no reflection, and its properties may be `let`s without defaults.
///
/// The macro `@Model` of the product `YodelMacros` writes the list. By hand it looks like this:
///
/// ```swift
/// struct Member: DescribedModel {
///     let id: Int
///     let name: String
///     var role = "guest"
///     let email: String?
///
///     static func describe(_ properties: inout StoredProperties<Self>) {
///         properties.add("id", \.id)
///         properties.add("name", \.name)
///         properties.add("role", \.role, default: "guest")
///         properties.add("email", \.email, keys: "mail")
///     }
/// }
/// let member = try Member(json: #"{"id": 7, "name": "Ann", "mail": null}"#)
/// member.role   // "guest"
/// ```
///
/// Each object makes a new value. Yodel puts all properties in place before the value exists, so it never writes a `let` afterwards. A missing property gets
/// its default; an optional is nil. A property with neither is required: an object without it, or with null there, is rejected as
/// ``BaseModel/requiredProperties`` says (null is a value of some types), and the error names everything that is missing. Merging a document into a value
/// (`update`) changes its properties and requires nothing.
///
/// All declarations of a ``Model`` except `propertyAccessors` may accompany the list. Hooks belong to ``Model``, whose value exists before its object is read;
/// the compiler refuses them here. It also refuses `ModelHashable`, since the compiler itself makes a struct `Hashable`. List every stored property; add those
/// to ignore with ``StoredProperties/addIgnored(_:_:default:)``. Yodel compares the list with the runtime's own if the build has one, and otherwise looks for
/// bytes that no property covers. A wrong list is an error when the type is first used.
///
/// When a document arrives in pieces (``ModelDecoder/decode(_:fromChunks:)``), the bytes of each object of such a type are kept until it ends.
public protocol DescribedModel: BaseModel where ModelOrigin == ModelMadeOfProperties {
    /// Lists the stored properties. Called once for each key style that the type is used with.
    ///
    /// - Parameter properties: Where to add them, in the order in which they are written.
    static func describe(_ properties: inout StoredProperties<Self>)
}

/// The stored properties of a ``DescribedModel``.
public struct StoredProperties<Root: DescribedModel> {
    /// The properties as a plan sees them.
    private(set) var fields: [DescribedField] = []
    var keys: [String: KeyMapping.Keys] = [:]
    private(set) var transforms: [String: PropertyTransform] = [:]
    private(set) var required: Set<String> = []
    /// Properties that hold what a superclass has.
    private(set) var inherited: Set<String> = []
    /// The index of the first property that is not a superclass's.
    private(set) var firstOwn = 0
    /// The first property that is none that can be listed.
    private(set) var fault: ModelError?

    init() {}

    /// Adds a property without a default. An optional one is nil if its key is missing; any other is required.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - path: The key path to it: one stored property.
    ///   - keys: Its keys, as in ``BaseModel/keyMapping``; nil: its name in the key style.
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
    ///   - keys: Its keys, as in ``BaseModel/keyMapping``; nil: its name in the key style.
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
    ///   - keys: Its keys, as in ``BaseModel/keyMapping``; nil: its name in the key style.
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
        self.keys[name] = keys
        transforms[name] = transform
        if isRequired { required.insert(name) }
    }

    mutating func add<Value>(
        _ name: String, _ path: KeyPath<Root, Value>, _ role: DescribedField.Role, _ makeDefault: (() -> Value)?
    ) {
        guard let offset = MemoryLayout<Root>.offset(of: path) else { return fail(.notStored(name, of: Root.self)) }
        add(DescribedField(name, Value.self, offset: offset, role, makeDefault))
    }

    mutating func add(_ field: DescribedField) {
        guard fields.allSatisfy({ $0.name != field.name && ($0.offset != field.offset || field.size == 0 || $0.size == 0) }) else {
            return fail(.describedTwice(field.name, of: Root.self))
        }
        fields.append(field)
    }

    mutating func fail(_ error: ModelError) { fault = fault ?? error }

    /// Lets a property take no part that has been added as one that does.
    mutating func leaveOut(_ name: String, of type: Any.Type) {
        guard let index = fields.firstIndex(where: { $0.name == name }), keys[name].map({ $0.role == .keyed }) ?? true else { return }
        if keys[name] != nil { return fail(.codedTwice(name, of: type)) }
        fields[index].leaveOut()
        transforms[name] = nil
        required.remove(name)
    }

    /// Takes the properties of another struct.
    ///
    /// - Parameters:
    ///   - offset: Where it begins.
    ///   - name: The name of the property that holds it.
    mutating func take<Inherited>(_ other: StoredProperties<Inherited>, at offset: Int, as name: String) {
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
