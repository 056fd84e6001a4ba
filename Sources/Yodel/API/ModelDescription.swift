/// What a model says of itself: which keys its properties have, which take part, which are required. ``BaseModel/describe(_:)`` fills it.
///
/// ```swift
/// struct Account: Model {
///     var name = ""
///     var created: Date?
///     var isAdmin = false
///     static func describe(_ model: inout ModelDescription) {
///         model.keys = ["name": "account_name"]
///         model.ignored = [\Self.isAdmin]
///         model.required = ["name"]
///         model.transforms = ["created": .epochMilliseconds]
///     }
/// }
/// ```
///
/// Names are checked against the properties when the plan of the type is built; the error has the nearest name. What a key path names is checked by the compiler,
/// but for its root. A subclass calls `super.describe` first, and then adds (`+=`) or replaces (`=`).
public struct ModelDescription {
    /// The model.
    let type: Any.Type

    /// Which keys the properties have. Default: their own names, as the decoder's key style spells them.
    public var keys = KeyMapping([:])
    /// Stored properties that take no part. A name that resembles no property is harmless; a misspelt one is an error.
    public var ignored = PropertyNames()
    /// The only properties that take part; `ignored` still applies. Default: nil, all of them. Names are checked as those of `ignored`. A subclass adds to
    /// those of its superclass by `model.included? += [...]`.
    public var included: PropertyNames?
    /// Properties that must have a value. An object in which one is missing or null is rejected.
    ///
    /// Null counts as a value where it is one of the type's own: of a ``JSONValue``, a ``RawJSON``, a `Decodable` type whose `init(from:)` takes it.
    ///
    /// A rejected root is an error, a rejected property keeps its value, a rejected element is left out, depending on the options. Merging into an existing
    /// value requires nothing.
    public var required = PropertyNames()
    /// The only properties that take part in ``BaseModel/modelEncode(to:)`` and `init(modelFrom:)`, among those that take part at all. Default: nil, all of
    /// them. Names are checked as those of `ignored`.
    public var archived: PropertyNames?
    /// The only properties that ``BaseModel/modelDescription`` shows. Default: nil, all that take part. Names are checked as those of `ignored`.
    public var described: PropertyNames?
    /// What makes the values of some properties, and their JSON, by name.
    public var transforms: [String: PropertyTransform] = [:]
    /// What properties are, in words, by name: for a ``JSONSchema``, which also checks the names. Properties that are never read, and models whose own code
    /// changes their objects, have no descriptions in a schema.
    public var descriptions: [String: String] = [:]

    /// Whether the model is an array in JSON, whose elements its properties are, and not an object. Default: false.
    ///
    /// ```swift
    /// struct Candle: Model {
    ///     var start: Date?
    ///     var opening = Decimal()
    ///     var closing = Decimal()
    ///     static func describe(_ model: inout ModelDescription) {
    ///         model.isArray = true
    ///         model.keys = ["closing": "4"]
    ///         model.transforms = [
    ///             "start": .epochMilliseconds, "opening": .decimalText, "closing": .decimalText,
    ///         ]
    ///     }
    /// }
    /// let candles = try decoder.decode(
    ///     [Candle].self, from: #"[[1499040000000, "0.01", "0.80", "0.01", "0.02"]]"#)
    /// ```
    ///
    /// A key is an index, counted from 0. A property without one has its place among the properties that take part; a path may lead on from an index
    /// (`"2.name"`). Elements that no property has are skipped; what is missing at the end is as a missing key. The model is written as an array, with null for
    /// each nil and each index that no property has, whatever `onNil` and `omitsDefaults` say.
    ///
    /// The model is a struct without a rest, flattened properties, a discriminator and hooks other than `validate()`. An object in its place is a mismatch.
    public var isArray = false

    /// Ways to properties without storage of their own.
    private(set) var accessors: [(name: String, access: PropertyAccess, path: AnyKeyPath)] = []
    /// The first thing that is wrong.
    private(set) var fault: ModelError?

    init(of type: Any.Type) { self.type = type }

    /// Gives one property its keys.
    ///
    /// ```swift
    /// model.key(\Book.bookID, ["id", "ID", "book_id"])
    /// ```
    ///
    /// - Parameters:
    ///   - property: The property.
    ///   - keys: Its keys, as in ``keys``.
    public mutating func key<Root, Value>(_ property: KeyPath<Root, Value>, _ keys: KeyMapping.Keys) {
        if let name = checkedName(of: property, in: "model.key") { self.keys[name] = keys }
    }

    /// Has the values of one property, and their JSON, made by a transform.
    ///
    /// - Parameters:
    ///   - property: The property.
    ///   - transform: What makes them.
    public mutating func transform<Root, Value>(_ property: KeyPath<Root, Value>, _ transform: PropertyTransform) {
        if let name = checkedName(of: property, in: "model.transform") { transforms[name] = transform }
    }

    /// Says in words what one property is, as ``descriptions`` do.
    ///
    /// - Parameters:
    ///   - property: The property.
    ///   - text: What it is.
    public mutating func description<Root, Value>(_ property: KeyPath<Root, Value>, _ text: String) {
        if let name = checkedName(of: property, in: "model.description") { descriptions[name] = text }
    }

    /// Lets a document fill a property that Yodel cannot or should not store to directly: a computed one, one whose observers should run, one behind a
    /// property wrapper, or one of an `@Observable` class whose observers should be notified.
    ///
    /// ```swift
    /// struct Temperature: Model {
    ///     var celsius = 0.0
    ///     var fahrenheit: Double {
    ///         get { celsius * 9 / 5 + 32 }
    ///         set { celsius = (newValue - 32) * 5 / 9 }
    ///     }
    ///     static func describe(_ model: inout ModelDescription) { model.access(\Self.fahrenheit, named: "fahrenheit") }
    /// }
    /// ```
    ///
    /// Yodel decodes the value by the same rules as that of a stored property, and then sets it through the key path. One with the name of a stored property
    /// replaces it. The key path names the property in what follows.
    ///
    /// - Parameters:
    ///   - property: Reads and writes the property, which may have any type that a stored property may have.
    ///   - name: The property's name, which the key path does not have at run time.
    public mutating func access<Root, Value>(_ property: WritableKeyPath<Root, Value>, named name: String) {
        // What reads or writes another type would go to memory that is none of its own.
        guard isRoot(Root.self) else { return fail(.foreignKeyPath(in: "model.access", Root.self, of: type)) }
        accessors.append((name, PropertyAccess(property), property))
    }

    /// Whether another description has one plan with this.
    func says(theSameAs other: ModelDescription) -> Bool {
        type == other.type && keys == other.keys && ignored == other.ignored && included == other.included && required == other.required
            && archived == other.archived && described == other.described && descriptions == other.descriptions && isArray == other.isArray
            && transforms.mapValues(\.identity) == other.transforms.mapValues(\.identity)
            && accessors.elementsEqual(other.accessors) { $0.name == $1.name && $0.path == $1.path } && fault == nil && other.fault == nil
    }

    /// Refuses what options have changed that nobody reads of them: archives, and texts for people, have none.
    mutating func refuseChanges(to before: ModelDescription) {
        if archived != before.archived { fail(.notOfOptions("model.archived", of: type)) }
        if described != before.described { fail(.notOfOptions("model.described", of: type)) }
    }

    /// Whether nothing is said.
    var isEmpty: Bool {
        keys.isEmpty && ignored.isEmpty && included == nil && archived == nil && described == nil && required.isEmpty && transforms.isEmpty
            && descriptions.isEmpty && accessors.isEmpty && !isArray && fault == nil
    }

    /// The names of a list.
    func names(_ list: PropertyNames, in declaration: String) throws(ModelError) -> Set<String> {
        if list.paths.isEmpty { return list.names }
        var names = list.names
        for path in list.paths { names.insert(try name(of: path, in: declaration)) }
        return names
    }

    private mutating func checkedName(of path: AnyKeyPath, in declaration: String) -> String? {
        do throws(ModelError) {
            return try name(of: path, in: declaration)
        } catch {
            fail(error)
            return nil
        }
    }

    private mutating func fail(_ error: ModelError) { fault = fault ?? error }

    /// The property that a key path leads to, by the path's own text: for a stored property of a struct or a final class that has its name. For one of a class
    /// that may have subclasses the compiler makes a key path of functions, which have no name.
    private func name(of path: AnyKeyPath, in declaration: String) throws(ModelError) -> String {
        if let accessor = accessors.first(where: { $0.path == path }) { return accessor.name }
        let root = Swift.type(of: path).rootType
        guard isRoot(root) else { throw .foreignKeyPath(in: declaration, root, of: type) }
        let text = path.debugDescription
        let start = "\\\(String(describing: root))."
        let name = text.dropFirst(start.count)
        // Anything but a name stands for more than one step, or for code.
        guard text.hasPrefix(start), !name.isEmpty, name.allSatisfy({ $0 == "_" || $0.isLetter || $0.isNumber }) else {
            throw .namelessKeyPath(in: declaration, of: type)
        }
        return String(name)
    }

    /// Whether a type is the model or a superclass of it.
    private func isRoot(_ root: Any.Type) -> Bool { type == root || TypeHandle.isClass(type, under: root) }
}

extension ModelDeclaration {
    /// Takes what a model says of itself.
    mutating func take(_ description: ModelDescription) {
        if description.isEmpty { return }
        do throws(ModelError) {
            if let fault = description.fault { throw fault }
            accessors = description.accessors.map { ($0.name, $0.access) }
            ignored = try description.names(description.ignored, in: "model.ignored")
            included = try description.included.map { (list) throws(ModelError) in try description.names(list, in: "model.included") }
            archived = try description.archived.map { (list) throws(ModelError) in try description.names(list, in: "model.archived") }
            described = try description.described.map { (list) throws(ModelError) in try description.names(list, in: "model.described") }
            required = try description.names(description.required, in: "model.required")
        } catch {
            fault = fault ?? error
        }
        if !description.transforms.isEmpty { transforms = description.transforms.mapValues(\.transform) }
        if !description.descriptions.isEmpty { descriptions = description.descriptions }
        isArray = description.isArray
        let mapping = description.keys
        if mapping.isEmpty { return }
        keys = mapping.keys.mapValues(\.paths)
        writtenKeys = mapping.keys.compactMapValues(\.writing)
        takeRoles(of: mapping.keys)
        if !mapping.onNil.isEmpty { onNil = mapping.onNil.mapValues(\.form) }
        style = mapping.style.map { $0.rules?.spelling ?? KeySpelling { $0 } }
        ignoresCase = mapping.ignoresCase
    }

    /// Takes the properties that are not values of keys: those that are flattened, and the one that collects other keys.
    mutating func takeRoles(of mapping: [String: KeyMapping.Keys]) {
        for (name, keys) in mapping.sorted(by: { $0.key < $1.key }) where keys.role != .keyed {
            let isRest = keys.role == .rest
            if !keys.paths.isEmpty || keys.writing != nil { fault = fault ?? .keysBesideRole(name, isRest: isRest, of: handle.type) }
            if isRest { rest.insert(name) } else { flattened.insert(name) }
            if !keys.prefix.isEmpty { prefixes[name] = keys.prefix }
        }
    }
}
