extension TypeInfo {
    /// Looks up a type.
    ///
    /// A name with an underscore is read as a plan reads it: according to what the type says about itself, if it is a ``Model``.
    ///
    /// - Parameter type: A struct or a class.
    /// - Returns: nil for every other kind of type: an enum, a tuple, a function, a protocol.
    /// - Complexity: Linear in the number of properties; nothing is cached between calls.
    public init?(_ type: Any.Type) {
        self.init(type, PlanCache.shared.resolver.reading { PlanCache.shared.resolver.declaration(type) })
    }
}
