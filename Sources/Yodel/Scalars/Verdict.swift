/// How the store of one value ended.
enum Verdict: UInt8 {
    /// The value is at its place.
    case stored
    /// Nothing was stored, and that is right: null for a place that has none.
    case kept
    /// Nothing was stored; what there is to say about it has been said.
    case passed
    case typeMismatch
    case outOfRange
    case invalidValue
    /// It could be converted, but something of it would be lost.
    case lossy
    case unexpectedNull
    /// Nothing was stored: the token stands for null, and what that makes is the caller's to say (`ScalarRules.Flags.tellsNull`).
    case null
    /// The type's own `init(from:)` has refused the value; the decode's failure says why.
    case undecodable
    /// Nothing was stored and the decode has failed: the model's own code threw.
    case failed

    var code: ModelError.Code {
        switch self {
        case .outOfRange: .numberOutOfRange
        case .invalidValue, .undecodable: .invalidValue
        case .lossy: .lossyConversion
        case .unexpectedNull: .unexpectedNull
        case .typeMismatch, .stored, .kept, .passed, .null, .failed: .typeMismatch
        }
    }
}
