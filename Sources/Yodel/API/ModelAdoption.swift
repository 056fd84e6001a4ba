/// A model that is `Hashable` by its properties: by ``BaseModel/modelIsEqual(_:)`` and ``BaseModel/modelHash(into:)``.
///
/// Stating the protocol is enough. It replaces what the compiler would synthesise, and also serves classes and their subclasses, for which the compiler
/// synthesises nothing.
///
/// ```swift
/// struct Tag: ModelHashable { var name = "", weight = 0.0 }
/// let tags: Set = [Tag(name: "a"), Tag(name: "b"), Tag(name: "a")]
/// tags.count   // 2
/// ```
///
/// As for every type that is hashed by value, the properties of an instance must not change while it is in a set or a key of a dictionary.
public protocol ModelHashable: Model, Hashable {}

extension ModelHashable {
    /// Whether two models are equal, as ``BaseModel/modelIsEqual(_:)`` says.
    ///
    /// - Parameters:
    ///   - left: A model.
    ///   - right: Another.
    /// - Returns: Whether they are equal.
    public static func == (left: Self, right: Self) -> Bool { left.modelIsEqual(right) }

    /// Feeds the model to a hasher, as ``BaseModel/modelHash(into:)`` does.
    ///
    /// - Parameter hasher: The hasher.
    public func hash(into hasher: inout Hasher) { modelHash(into: &hasher) }
}

/// A model that prints as its ``BaseModel/modelDescription``.
///
/// ```swift
/// struct Place: ModelDescribed { var city = ""; var zip: Int? }
/// print(Place(city: "Bern"))
/// ```
/// ```
/// <Place> {
///     city = "Bern";
///     zip = <nil>
/// }
/// ```
public protocol ModelDescribed: Model, CustomStringConvertible {}

extension ModelDescribed {
    /// The model's ``BaseModel/modelDescription``.
    public var description: String { modelDescription }
}
