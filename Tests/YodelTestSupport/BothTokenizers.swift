import Testing

@testable import Yodel

/// Decodes a document that is handed over in one piece. Where the options leave the tokenizer open, both read it, and must agree on what is
/// wrong with it. The value is that of the tokenizer which the options take.
func decodeWhole<T>(
    _ type: T.Type, _ bytes: [UInt8], _ options: DecodingOptions = .lenient, _ surroundings: Surroundings = .exact
) -> Result<T, ModelError> {
    let result = decodeOnce(type, bytes, options, surroundings)
    if options.tokenizer == .automatic {
        var options = options
        options.tokenizer = options.scans ? .yajl : .scanner
        let other = decodeOnce(type, bytes, options, surroundings)
        if result.errorFields != other.errorFields {
            Issue.record("\(options.tokenizer): \(other) instead of \(result)")
        }
    }
    return result
}

extension DecodingOptions {
    /// The lenient options with a tokenizer.
    static func lenient(_ tokenizer: Tokenizer) -> DecodingOptions {
        var options = lenient
        options.tokenizer = tokenizer
        return options
    }
}
