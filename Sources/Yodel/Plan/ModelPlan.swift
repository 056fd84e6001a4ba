/// One property of a model as the machine stores it. Trivial and immutable.
@unsafe struct PropertyPlan {
    /// The key, for the compare of the one that is expected next.
    var key: KeyTable.StoredKey
    /// Bytes from the start of the value or instance.
    var offset: Int
    /// Whether the value is text that one typed store puts there.
    var text: TextTarget
    /// The place among the model's properties.
    var index: Int
    var value: UnsafePointer<ValuePlan>
}

/// What a string token meets: most values of most documents are text, so this is worked out before the token comes.
enum TextTarget: UInt8 {
    /// Something else than a `String` property: the machine looks closer.
    case other
    /// A property of type `String`.
    case string
    /// A property of type `String?`.
    case optionalString
    /// The value of a key that no property has.
    case unwanted
}

/// The properties of one struct or class, in the order of declaration. Trivial and immutable.
@unsafe struct ModelPlan {
    /// The properties; behind the last one stands one whose key nothing matches, so that what is expected after it needs no check.
    var properties: UnsafeMutablePointer<PropertyPlan>
    var count: Int
    var isClass: Bool
    /// Whether it matters that a key comes twice: there are models among the properties, and a second one starts afresh.
    var notesRepeats: Bool
    /// Keys of the properties, by the property's index.
    var keys: KeyTable
}
