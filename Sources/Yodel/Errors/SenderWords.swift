/// What a value should be and what it is, as the sender of a document is told: in JSON's words, without the types and options of the program.
struct SenderWords: Sendable {
    /// What would fit; empty if it is not known.
    var expected = ""
    /// What was found: the kind of a JSON value.
    var found = ""
    /// What the model's own code says to the sender; empty if it says nothing.
    var reason = ""

    /// One sentence.
    ///
    /// - Parameter code: Which problem it is.
    func message(_ code: ModelError.Code) -> String {
        let value = found.isEmpty ? "a value" : found
        switch code {
        case .missingKey: return Self.missing
        case .unknownKey: return "a key that no property has"
        case .duplicateKey: return "a key that appears twice in its object"
        case .modelCodeFailed: return Self.refused(reason, value)
        default: break
        }
        if expected.isEmpty { return "\(value) that does not fit" }
        let remark =
            switch code {
            case .numberOutOfRange: " out of range"
            case .lossyConversion: " that cannot be converted without loss"
            case .invalidValue: " that is not a valid one"
            default: ""
            }
        return "expected \(expected), found \(value)\(remark)"
    }

    /// What is said of a value that does not come.
    static var missing: String { "no value for a property that must have one" }

    /// What is said of a value that the model's own code refuses.
    ///
    /// - Parameter reason: What that code says to the sender; empty if it says nothing.
    static func refused(_ reason: String, _ value: String = "a value") -> String {
        "\(value) that is refused" + (reason.isEmpty ? "" : ": \(reason)")
    }
}
