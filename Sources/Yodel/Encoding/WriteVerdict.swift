/// The outcome of an attempt to write a value.
enum WriteVerdict {
    case written
    /// The value is nil: nothing has been written.
    case isNil
    /// The value has no place in JSON and is left out: nothing counts that has been written.
    case leftOut
    /// There is an error.
    case failed
}
