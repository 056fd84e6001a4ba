/// A polymorphic model with one key whose value names the class of each object. Decoding uses it to choose the class, and encoding writes it.
///
/// ```swift
/// class Figure: DiscriminatedModel {
///     var name = ""
///     required init() {}
///     static var discriminator: ModelDiscriminator { ModelDiscriminator("kind", ["disc": Disc.self, "box": Box.self]) }
/// }
/// final class Disc: Figure { var radius = 0.0 }
/// final class Box: Figure { var width = 0.0, height = 0.0 }
///
/// let figures = try ModelDecoder().decode([Figure].self, from: #"[{"radius": 2.5, "kind": "disc"}]"#)
/// figures[0] is Disc                                 // true
/// try ModelEncoder().encodeToString(figures)         // [{"kind":"disc","name":"","radius":2.5}]
/// ```
///
/// The key need not belong to a property. If it does, Yodel fills the property from it, but always writes the value of the class.
public protocol DiscriminatedModel: PolymorphicModel {
    /// The key, and the class for each value.
    static var discriminator: ModelDiscriminator { get }
}

extension DiscriminatedModel {
    /// The class that the discriminator names.
    ///
    /// - Parameter object: The whole object, as it is in the document.
    /// - Returns: The class; nil, which means this type, if the object has no such key or the value names no class.
    public static func modelType(for object: JSONObject) -> (any Model.Type)? {
        discriminator.type(of: object)
    }
}

/// A key, and the class for each of its values.
public struct ModelDiscriminator: @unchecked Sendable {
    // SAFETY of `@unchecked Sendable`: metatypes are constants of the program.

    /// The key, or a path in the syntax of ``KeyMapping``.
    let key: String
    /// The values and their classes, in the order of declaration.
    let types: [(value: JSONValue, type: any Model.Type)]

    /// Makes a discriminator.
    ///
    /// - Parameters:
    ///   - key: The key, or a path of keys.
    ///   - types: The classes by their values, which are literals: strings, integers, booleans. A value names one class; if a class has several values, the
    ///     first is written. Each class is the one that declares the discriminator or a subclass of it; any other is an error when the type is first used. The
    ///     declaring class itself may be left out. It is then written without the key, and an object without the key is read as this class. Writing an instance
    ///     of any other class that is left out is an error.
    public init(_ key: String, _ types: KeyValuePairs<JSONValue, any Model.Type>) {
        self.key = key
        self.types = types.map { ($0.key, $0.value) }
    }

    /// The class of an object.
    func type(of object: JSONObject) -> (any Model.Type)? {
        var value: JSONValue? = .object(object)
        for key in KeyText.components(key) { value = value?.objectValue?[key] }
        guard let value else { return nil }
        return types.first { $0.value == value }?.type
    }

    /// What a plan has to know of it.
    ///
    /// - Parameter type: A class that has it.
    func declaration(of type: any DiscriminatedModel.Type) throws(ModelError) -> Discriminator {
        // The topmost superclass that has one.
        var root: any DiscriminatedModel.Type = type
        var current: AnyClass? = (type as? AnyClass).flatMap { _getSuperclass($0) }
        while let superclass = current {
            root = superclass as? any DiscriminatedModel.Type ?? root
            current = _getSuperclass(superclass)
        }
        if let reason = KeyText.reasonAgainst(key) { throw .discriminatorLeadsNowhere(key, reason, of: root) }
        var seen: Set<JSONValue> = []
        for (value, listed) in types {
            guard listed == root || TypeHandle.isClass(listed, under: root) else {
                throw .foreignDiscriminated(listed, by: root)
            }
            guard seen.insert(value).inserted else { throw .repeatedDiscriminator(of: root) }
        }
        let own = types.first { $0.type == type }?.value
        // What is read without the key is the topmost class.
        let isNameless = own == nil && type == root
        return Discriminator(path: KeyText.components(key), name: isNameless ? nil : .name(own, of: type))
    }
}
