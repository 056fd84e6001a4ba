extension DecodingOptions {
    /// How numbers are read that JSON does not have: `NaN`, `Infinity` and `-Infinity`, as Python writes them.
    public enum NonFiniteNumbers: Sendable, Hashable {
        /// Not at all: a document with one is not JSON.
        case refuse
        /// As null; what that does is for ``DecodingOptions/onNull`` to say.
        case null
        /// As a `Double`, `Float` or `Float16`, also as a string: `"NaN"`. Any other type gets that string.
        case value
    }

    /// What happens to text that stands for no characters: escaped surrogates without a partner (`"\ud800"`), and bytes in strings that are not UTF-8.
    public enum InvalidText: Sendable, Hashable {
        /// The document is not JSON.
        case refuse
        /// U+FFFD stands for each of them. A ``DecodingReport`` counts them.
        case replace
    }
}
