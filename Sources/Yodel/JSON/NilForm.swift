/// What stands for a property that is nil.
enum NilForm: UInt8, Sendable {
    case omit, null
    /// Null where `init()` makes another value, nothing elsewhere.
    case nullUnlessDefault
}
