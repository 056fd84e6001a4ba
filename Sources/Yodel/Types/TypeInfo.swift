/// What the runtime knows about the stored properties of a struct or class: names, types, offsets, and whether Yodel can fill them.
///
/// ```swift
/// struct Point: Model { var x = 0.0; var y = 0.0; let id = 1 }
/// let info = TypeInfo(Point.self)!
/// info.properties.map(\.name)      // ["x", "y", "id"]
/// info.properties[1].offset        // 8
/// info.properties[2].unsupportedReason      // .constant
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
    public var name: String { FieldWalk.name(of: type) }
    /// The type itself.
    private let type: Any.Type
    /// Struct or class.
    public let kind: Kind
    /// The number of bytes that a value takes; for a class, that a reference takes.
    public let size: Int
    /// The superclass, if the type is a class with one.
    public let superclass: Any.Type?
    /// The stored properties in the order of declaration, those of superclasses first.
    public let properties: [PropertyInfo]

    /// - Parameter reading: How names with an underscore are read.
    init?(_ type: Any.Type, _ reading: FieldReading) {
        switch FieldWalk.shape(of: type) {
        case .struct: kind = .struct
        case .class: kind = .class
        case .enum, .optional, .tuple, .function, .metatype, .other: return nil
        }
        self.type = type
        size = FieldWalk.layout(of: type).size
        superclass = (type as? AnyClass).flatMap { _getSuperclass($0) }
        let fields = FieldWalk.storedFields(of: type)
        let observed = kind == .class ? FieldWalk.observed(fields, of: type) : []
        properties = fields.indices.map { index in
            PropertyInfo(fields[index], of: type, isObserved: !observed.isEmpty && observed[index], reading)
        }
    }

    /// A struct's own list of its properties.
    init(struct type: Any.Type, _ properties: [PropertyInfo]) {
        kind = .struct
        self.type = type
        size = FieldWalk.layout(of: type).size
        superclass = nil
        self.properties = properties
    }

    /// Whether a type is a function, inside any number of optionals.
    static func isFunction(_ type: Any.Type) -> Bool {
        var inner = type
        while let optional = StandardTypes.optional(inner) {
            inner = optional.wrappedType
        }
        return FieldWalk.shape(of: inner) == .function
    }
}
