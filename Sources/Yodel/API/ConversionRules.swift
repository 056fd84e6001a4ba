/// What becomes of values that are not of a property's type, by a word: for programs and services whose users choose.
///
/// `Ingest`, its service, the Python package and its Spark data source have these rules, and `convert` where nothing is said.
///
/// ```swift
/// let rules = ConversionRules(rawValue: "strict")!
/// let decoder = ModelDecoder(rules.options)
/// ```
public enum ConversionRules: String, Sendable, Hashable, CaseIterable {
    /// Values are converted where nothing is lost; what does not fit ends the decode, or makes a record a reject (``DecodingOptions/convert``).
    case convert
    /// Values are converted, whatever is lost; what does not fit leaves its property as it was (``DecodingOptions/lenient``).
    case lenient
    /// Nothing is converted; what does not fit ends the decode, or makes a record a reject (``DecodingOptions/strict``).
    case strict

    /// The options that have these rules.
    public var options: DecodingOptions {
        switch self {
        case .convert: .convert
        case .lenient: .lenient
        case .strict: .strict
        }
    }
}
