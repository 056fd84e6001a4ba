/// Lets a document fill a property that has no storage of its own to be written to: a computed one, one with observers that should run, one behind a
/// property wrapper, one of an `@Observable` class whose observers should be told.
///
/// ```swift
/// struct Temperature: Model {
///     var celsius = 0.0
///     var fahrenheit: Double {
///         get { celsius * 9 / 5 + 32 }
///         set { celsius = (newValue - 32) * 5 / 9 }
///     }
///     static var propertyAccessors: [PropertyAccessor<Self>] { [PropertyAccessor("fahrenheit", \.fahrenheit)] }
/// }
/// ```
///
/// The value is decoded by the same rules as that of a stored property, and then set through the key path. The name is the one that `keyMapping` and the
/// other declarations use. An accessor with the name of a stored property stands in for it.
public struct PropertyAccessor<Root> {
    let name: String
    let access: PropertyAccess
    /// The way to the property: a declaration may name it so.
    let path: AnyKeyPath

    /// Makes an accessor.
    ///
    /// - Parameters:
    ///   - name: The property's name.
    ///   - path: Reads and writes the property. Its type is any that a stored property may have.
    public init<Value>(_ name: String, _ path: WritableKeyPath<Root, Value>) {
        self.name = name
        access = PropertyAccess(path)
        self.path = path
    }
}
