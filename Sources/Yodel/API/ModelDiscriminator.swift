/// A polymorphic model whose objects say by the value of one key of which class they are. Decoding chooses the class by it, and encoding writes it.
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
/// The key need not be a property's. If it is, the property is filled from it; what is written there is always the class's own value.
public protocol DiscriminatedModel: PolymorphicModel {
    /// The key, and which of its values stands for which class.
    static var discriminator: ModelDiscriminator { get }
}

extension DiscriminatedModel {
    /// The class that the discriminator names.
    ///
    /// - Parameter object: The whole object, as it stands in the document.
    /// - Returns: nil if the object has no such key or the value stands for no class: this type.
    public static func modelType(for object: JSONObject) -> (any Model.Type)? {
        discriminator.type(of: object)
    }
}

/// Which value of a key stands for which class.
public struct ModelDiscriminator: @unchecked Sendable {
    // SAFETY of `@unchecked Sendable`: metatypes are constants of the program.

    /// The key, or a path as ``KeyMapping`` has it.
    public let key: String
    /// The values and their classes, in the order of declaration.
    public let types: [(value: JSONValue, type: any Model.Type)]

    /// Makes a discriminator.
    ///
    /// - Parameters:
    ///   - key: The key, or a path of keys.
    ///   - types: The classes by their values, which are literals: strings, integers, booleans. A value stands for one class; of several values for one class
    ///     the first is written. Each class is the one that declares the discriminator or a subclass of it; anything else is an error when the type is
    ///     first used. The declaring class itself may be left out: it is then written without the key, and an object without the key is read as it. An
    ///     instance of any other class that is left out is an error when it is written.
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
    /// - Parameters:
    ///   - type: A class that has it.
    ///   - root: The topmost of its superclasses that has one.
    func declaration(of type: any BaseModel.Type, under root: any BaseModel.Type) throws(ModelError) -> Discriminator {
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
