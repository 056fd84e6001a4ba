// In an initialiser of a protocol's extension `Self` is the type that the call was compiled with. Called on `let type: Base.Type = Child.self` it is `Base`,
// and the language has no name for the class that is to be made: `type(of: self)` exists only once `self` does. A static method gets that class as its
// `self`. To the compiler both are one: a function of a metatype that returns a value of it. So the initialiser below has no body of its own; its symbol
// is that of the static method.
//
// SAFETY: the two declarations have one signature, word for word, but that one is an initialiser; a closure that does not escape is passed to both in the same
// way. `MetatypeTests` fail where the class does not arrive.

extension BaseModel {
    /// Makes a value as the type says that the call is made on: for a class maybe a subclass of `Self`.
    @_silgen_name("yodel_model_of_own_type")
    @usableFromInline
    static func ofOwnType<Failure: Error>(_ make: (Self.Type) throws(Failure) -> Self) throws(Failure) -> Self { try make(self) }

    /// The same as an initialiser.
    ///
    /// - Parameter make: Gets the type that the initialiser is called on.
    @_silgen_name("yodel_model_of_own_type")
    @usableFromInline
    init<Failure: Error>(ofOwnType make: (Self.Type) throws(Failure) -> Self) throws(Failure)

    /// Whether values are instances of a class. Of nearly every struct the compiler knows the answer, where it knows the struct: it has another size.
    @inlinable
    @inline(__always)
    static var isClass: Bool { MemoryLayout<Self>.size == MemoryLayout<AnyObject>.size && Self.self is AnyClass }
}
