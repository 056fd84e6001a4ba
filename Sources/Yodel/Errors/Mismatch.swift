/// A value that does not fit: what was expected and what was found, in words.
struct Mismatch {
    var code: ModelError.Code
    var expected: String
    var found: String
    /// What would fit, to follow what was found; empty if nothing is to be said of it.
    var hint = ""
    /// What was expected, in JSON's words: what the sender of the document is told; empty if it is not known.
    var wanted = ""

    /// What the sender of the document is told.
    var sender: SenderWords { SenderWords(expected: wanted, found: found) }

    /// What was found, and why it does not do.
    var foundInWords: String {
        switch code {
        case .numberOutOfRange: "a number that it cannot hold"
        case .lossyConversion: "\(found) that cannot be converted without loss\(hint)"
        case .invalidValue: "\(found) that is not a valid one\(hint)"
        default: found + hint
        }
    }
}
