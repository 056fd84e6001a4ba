/// Lets a document fill a property that Yodel cannot or should not store to directly: a computed one, one whose observers should run, one behind a property
/// wrapper, or one of an `@Observable` class whose observers should be notified.
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
/// Yodel decodes the value by the same rules as that of a stored property, and then sets it through the key path. `keyMapping` and the other declarations
/// use the accessor's name. An accessor with the name of a stored property replaces it.
public struct PropertyAccessor<Root> {
    let name: String
    let access: PropertyAccess
    /// The way to the property: a declaration may name it so.
    let path: AnyKeyPath

    /// Makes an accessor.
    ///
    /// - Parameters:
    ///   - name: The property's name.
    ///   - path: Reads and writes the property, which may have any type that a stored property may have.
    public init<Value>(_ name: String, _ path: WritableKeyPath<Root, Value>) {
        self.name = name
        access = PropertyAccess(path)
        self.path = path
    }
}
