/// One property of a model as the machine stores it. Trivial and immutable.
@unsafe struct PropertyPlan {
    /// Bytes from the start of the value or instance.
    var offset: Int
    /// Copied from the value plan, so that a scalar's store needs no second load.
    var kind: FieldKind
    /// The same: whether the property is one optional deep.
    var isOptional: Bool
    /// The same: whether one typed store does.
    var isDirect: Bool
    /// The place among the model's properties.
    var index: Int
    var value: UnsafePointer<ValuePlan>
}

/// The properties of one struct or class, in the order of declaration. Trivial and immutable.
@unsafe struct ModelPlan {
    var properties: UnsafeMutablePointer<PropertyPlan>
    var count: Int
    var isClass: Bool
    /// Keys of the properties, by the property's index.
    var keys: KeyTable
}
