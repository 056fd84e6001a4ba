/// One stored property of a type.
public struct PropertyInfo: Sendable {
    /// Why a property cannot be filled by a store at its offset.
    public enum Obstacle: String, Sendable, Hashable {
        /// Declared with `let`: the compiler may have folded its value into the code.
        case constant
        /// Declared `lazy`: its storage is an optional of its own making.
        case lazy
        /// Declared `weak`, `unowned` or `unowned(unsafe)`.
        case notStrong
        /// The storage behind a property wrapper.
        case propertyWrapper
        /// A closure or another function.
        case function
    }

    /// The name as declared; for the storage of a lazy property or of a property wrapper, the name without the compiler's prefix.
    public let name: String
    /// The declared type; for the storage of a lazy property the optional that holds it.
    public let type: Any.Type
    /// Bytes from the start of the value; for a class, from the start of the instance.
    public let offset: Int
    /// Whether the property is declared with `var`.
    public let isMutable: Bool
    /// Why the property cannot be filled by a store at its offset; nil if it can.
    public let obstacle: Obstacle?
    /// The type that was looked up: this one's values, and those of its subclasses, have the property at its offset.
    let owner: Any.Type

    /// Whether Yodel can fill the property by a store at its offset.
    public var isStorable: Bool { obstacle == nil }

    init(_ field: WalkedField, of owner: Any.Type, isWrapper: (Any.Type) -> Bool) {
        let lazyPrefix = "$__lazy_storage_$_"
        var name = field.name
        var obstacle: Obstacle?
        if name.hasPrefix(lazyPrefix) {
            name.removeFirst(lazyPrefix.count)
            obstacle = .lazy
        } else if !field.isStrong {
            obstacle = .notStrong
        } else if !field.isVariable {
            obstacle = .constant
        } else if TypeInfo.isFunction(field.type) {
            obstacle = .function
        } else if name.hasPrefix("_"), isWrapper(field.type) {
            name.removeFirst()
            obstacle = .propertyWrapper
        }
        self.name = name
        self.type = field.type
        self.offset = field.offset
        self.isMutable = field.isVariable
        self.obstacle = obstacle
        self.owner = owner
    }
}
