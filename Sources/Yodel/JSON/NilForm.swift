/// What stands for a property that is nil.
enum NilForm: UInt8, Sendable {
    case leaveOut, null
    /// Null where `init()` makes another value, nothing elsewhere.
    case nullUnlessDefault
}
