/// What the runtime knows of a struct's or class's stored properties: names, types, offsets and whether Yodel can fill them.
///
/// ```swift
/// struct Point: Model { var x = 0.0; var y = 0.0; let id = 1 }
/// let info = TypeInfo(Point.self)!
/// info.properties.map(\.name)      // ["x", "y", "id"]
/// info.properties[1].offset        // 8
/// info.properties[2].obstacle      // .constant
/// ```
public struct TypeInfo: Sendable {
    /// What kind of type it is.
    public enum Kind: String, Sendable, Hashable {
        /// A value type.
        case `struct`
        /// A reference type.
        case `class`
    }

    /// The type's name without its module: `Page<User>`.
    public let name: String
    /// Struct or class.
    public let kind: Kind
    /// Bytes that a value takes; for a class, those of a reference.
    public let size: Int
    /// The superclass, if the type is a class that has one.
    public let superclass: Any.Type?
    /// The stored properties in the order of declaration, those of superclasses first.
    public let properties: [PropertyInfo]

    /// Looks up a type.
    ///
    /// - Parameter type: A struct or a class.
    /// - Returns: nil for every other kind of type (an enum, a tuple, a function, a protocol), and for a type with no stored properties whose kind
    ///   the runtime does not tell.
    /// - Complexity: Linear in the number of properties; nothing is kept between calls.
    public init?(_ type: Any.Type) {
        self.init(type, isWrapper: { FieldKind.leaf($0) == nil && !($0 is any OptionalType.Type) })
    }

    /// - Parameter isWrapper: Whether a field whose name starts with an underscore is a property wrapper's storage, judged by its type.
    init?(_ type: Any.Type, isWrapper: (Any.Type) -> Bool) {
        let size = TypeHandle.of(type).size
        let isClass = type is AnyClass
        let fields = FieldWalk.fields(of: type)
        guard isClass || !fields.isEmpty || Self.isEmptyStruct(type, size: size) else { return nil }
        guard isClass || !Self.isTuple(type) else { return nil }
        self.name = String(describing: type)
        self.kind = isClass ? .class : .struct
        self.size = size
        self.superclass = (type as? AnyClass).flatMap { _getSuperclass($0) }
        self.properties = fields.map { PropertyInfo($0, isWrapper: isWrapper) }
    }

    /// A function type is told by its name: the runtime gives no other sign of one without reading metadata by hand.
    static func isFunction(_ type: Any.Type) -> Bool {
        var inner = type
        while let optional = inner as? any OptionalType.Type {
            inner = optional.wrappedType
        }
        let name = _typeName(inner, qualified: true)
        guard name.hasPrefix("(") || name.hasPrefix("@") else { return false }
        // A tuple's name opens with a bracket as well, but holds no arrow outside of its brackets.
        var depth = 0
        var previous: Character = " "
        for character in name {
            switch character {
            case "(", "<", "[": depth += 1
            case ">" where previous == "-":
                if depth == 0 { return true }
            case ")", ">", "]": depth -= 1
            default: break
            }
            previous = character
        }
        return false
    }

    private static func isTuple(_ type: Any.Type) -> Bool {
        _typeName(type, qualified: true).hasPrefix("(")
    }

    private static func isEmptyStruct(_ type: Any.Type, size: Int) -> Bool {
        size == 0 && !isTuple(type) && Mirror.isStruct(type)
    }
}

extension Mirror {
    /// Whether a type without fields is a struct. An enum with one case has no bytes either; only models, which are structs or classes, ask.
    fileprivate static func isStruct(_ type: Any.Type) -> Bool { !(type is any CaseIterable.Type) && !(type is any RawRepresentable.Type) }
}
