/// A value of a type that is known by its metatype only, as what it is.
@unsafe @inline(__always)
func same<T, U>(_ value: T, as type: U.Type) -> U {
    assert(T.self == U.self)
    // SAFETY: whoever calls has seen that the types are the same.
    return unsafe unsafeBitCast(value, to: type)
}
