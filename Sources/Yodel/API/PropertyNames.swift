/// What names a property: its name, or a key path to it. No other type should conform.
public protocol PropertyName {}

extension String: PropertyName {}
extension AnyKeyPath: PropertyName {}

/// Properties of a model, by name or by key path.
///
/// ```swift
/// model.ignored = ["isAdmin", \Self.session]
/// model.ignored += ["token"]
/// ```
///
/// The compiler checks key paths. Those of a class that is not `final`, and of computed, wrapped and observed properties, carry no names and are refused, except
/// those that ``ModelDescription/access(_:named:)`` has.
public struct PropertyNames: Hashable, ExpressibleByArrayLiteral {
    private(set) var names: Set<String> = []
    private(set) var paths: Set<AnyKeyPath> = []

    init() {}

    /// The properties of a literal.
    ///
    /// - Parameter elements: Names and key paths.
    public init(arrayLiteral elements: any PropertyName...) {
        for element in elements { insert(element) }
    }

    /// The properties of a sequence.
    ///
    /// - Parameter properties: Names or key paths.
    public init(_ properties: some Sequence<some PropertyName>) {
        for property in properties { insert(property) }
    }

    /// Adds properties.
    ///
    /// - Parameters:
    ///   - names: The properties to add to.
    ///   - others: Those to add.
    public static func += (names: inout PropertyNames, others: PropertyNames) {
        names.names.formUnion(others.names)
        names.paths.formUnion(others.paths)
    }

    var isEmpty: Bool { names.isEmpty && paths.isEmpty }

    private mutating func insert(_ property: any PropertyName) {
        if let name = property as? String {
            names.insert(name)
        } else if let path = property as? AnyKeyPath {
            paths.insert(path)
        } else {
            preconditionFailure("a value of type \(type(of: property)) names no property: strings and key paths do")
        }
    }
}
