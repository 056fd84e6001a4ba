/// What was found, for a message.
enum FoundKind: String {
    case null = "null"
    case boolean = "a boolean"
    case number = "a number"
    case string = "a string"
    case object = "an object"
    case array = "an array"
    /// A value of Swift's own that JSON does not have.
    case foreign = "a value that is not JSON"
}
