/// One stored property of a type.
public struct PropertyInfo: Sendable {
    /// Why a property cannot be filled by a store at its offset.
    public enum UnsupportedReason: String, Sendable, Hashable {
        /// Declared with `let`: the compiler may have folded its value into the code.
        case constant
        /// Declared `lazy`: its storage is an optional that the compiler makes.
        case lazy
        /// Declared `weak`, `unowned` or `unowned(unsafe)`.
        case notStrong
        /// The storage of a property wrapper that does not store its `wrappedValue`, or what may be such storage: a field with an underscore whose type is not a
        /// known value, collection or model.
        case propertyWrapper
        /// A closure or another function, or a tuple that contains one: it is stored in another form than generic code expects.
        case function
        /// A metatype (`Int.Type`), or a tuple or optional that contains one: it may take no bytes where it is stored. An existential metatype (`any P.Type`,
        /// `AnyClass`) is none of these.
        case metatype
        /// The type is noncopyable, which the runtime does not show.
        case noncopyable
        /// The field is smaller than a value of its type.
        case layout
        /// The storage of an actor's executor.
        case actor
        /// The registrar of an `@Observable` class.
        case observationRegistrar
    }

    /// The name as declared. For the storage of a lazy, a wrapped or an observed property, the name without the prefix of the compiler or the macro.
    public let name: String
    /// The declared type. For a lazy property it is the optional that stores it; for a property wrapper that does not store its `wrappedValue`, the wrapper.
    public let type: Any.Type
    /// The number of bytes from the start of the value; for a class, from the start of the instance.
    public let offset: Int
    /// Whether the property is declared with `var`.
    public let isMutable: Bool
    /// Why the property cannot be filled by a store at its offset; nil if it can.
    public let unsupportedReason: UnsupportedReason?
    /// The type that was looked up: this one's values, and those of its subclasses, have the property at its offset.
    let owner: Any.Type
    /// The field that the property is stored in, or inside of.
    let field: WalkedField
    /// Whether generic code can copy what is in the field, and put it back.
    let isRestorable: Bool

    /// Whether Yodel can fill the property by a store at its offset.
    public var isStorable: Bool { unsupportedReason == nil }

    /// Whether Yodel can read the property at its offset though it cannot fill it: a constant that neither the compiler nor a macro made.
    var isReadable: Bool { unsupportedReason == .constant && !name.contains("$") }

    /// What the name of a lazy property's storage begins with.
    static var lazyPrefix: String { "$__lazy_storage_$_" }

    /// - Parameters:
    ///   - isObserved: Whether the field has been made by `@Observable`.
    ///   - reading: How a name with an underscore is read.
    init(_ field: WalkedField, of owner: Any.Type, isObserved: Bool, _ reading: FieldReading) {
        let storageUnsupportedReason = Self.unsupportedReason(field)
        var (name, type, offset, isMutable) = (field.name, field.type, field.offset, field.isVariable)
        var unsupportedReason = storageUnsupportedReason
        if name.utf8.first == UInt8(ascii: "$") && name.hasPrefix(Self.lazyPrefix) {
            name.removeFirst(Self.lazyPrefix.count)
            unsupportedReason = .lazy
        } else if isObserved {
            if !reading.isDeclared(name) { name.removeFirst() }
        } else if storageUnsupportedReason == nil {
            switch reading.storage(field) {
            case .own: break
            case .wrapper(let value):
                name.removeFirst()
                (type, offset, isMutable) = (value.type, offset + value.offset, value.isVariable)
                unsupportedReason = Self.unsupportedReason(value)
            case .unclear:
                name.removeFirst()
                unsupportedReason = .propertyWrapper
            }
        }
        self.name = name
        self.type = type
        self.offset = offset
        self.isMutable = isMutable
        self.unsupportedReason = unsupportedReason
        self.owner = owner
        self.field = field
        // What is stored in the form of a function is bytes and a reference to generic code, as every function is: copied, it is what it was.
        isRestorable = storageUnsupportedReason == nil || storageUnsupportedReason == .function
    }

    /// A property that its type lists: the name is its own.
    ///
    /// - Parameter isWrapper: Whether the field is the storage of a wrapper.
    init(_ field: WalkedField, of owner: Any.Type, isWrapper: Bool) {
        (name, type, offset, isMutable) = (field.name, field.type, field.offset, field.isVariable)
        unsupportedReason = isWrapper ? .propertyWrapper : Self.unsupportedReason(field)
        self.owner = owner
        self.field = field
        isRestorable = true
    }

    /// What a field's own storage says.
    private static func unsupportedReason(_ field: WalkedField) -> UnsupportedReason? {
        if !field.isStrong { return .notStrong }
        if field.name == "$defaultActor" { return .actor }
        switch field.form {
        case .metatype: return .metatype
        case .function: return .function
        case .own: break
        }
        if FieldWalk.isHidden(field) { return .noncopyable }
        if !field.fits { return .layout }
        if FieldWalk.isRegistrar(field) { return .observationRegistrar }
        return field.isVariable ? nil : .constant
    }
}

extension PropertyInfo.UnsupportedReason {
    /// What the property is, as errors say it.
    var reason: String {
        switch self {
        case .constant: "it is declared with let"
        case .lazy: "it is lazy"
        case .notStrong: "it is weak or unowned"
        case .propertyWrapper: "it is the storage of a property wrapper"
        case .function: "it is, or holds, a function, whose form in memory is not that of its type"
        case .metatype: "it is, or holds, a metatype, whose form in memory is not that of its type"
        case .noncopyable: "it is of a noncopyable type, or of type Void"
        case .layout: "it is stored in less room than a value of its type takes"
        case .actor: "it is the storage of an actor's executor"
        case .observationRegistrar: "it is the registrar of an @Observable class"
        }
    }
}
