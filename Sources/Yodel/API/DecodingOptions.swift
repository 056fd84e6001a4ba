/// How a decoder reads: what it does where the input and the model differ, and what it refuses.
///
/// ```swift
/// var options = DecodingOptions.lenient
/// options.maximumDocumentBytes = 1 << 20
/// let decoder = ModelDecoder(options)
/// ```
public struct DecodingOptions: Sendable, Hashable {
    /// What happens to a value that does not fit its place.
    public enum MismatchPolicy: Sendable, Hashable {
        /// The property keeps the value it had; an element of a collection is left out.
        case keepDefault
        /// The decode ends with an error of category `mismatch`.
        case fail
    }

    /// Whether a value of another JSON kind is converted: a number in a string, a Bool for a number, zero for null. Default: true.
    public var convertsTypes = true
    /// What happens to a value that does not fit, even after conversion. Default: `keepDefault`. A root that does not fit is always an error.
    public var mismatch = MismatchPolicy.keepDefault
    /// Containers inside each other, the root included. Default: 512. Counts as at least 1 and at most 2,000: values nested deeper than
    /// that could not be released without the risk of running out of stack.
    public var maximumDepth = 512
    /// Bytes of the content of one string, key or number. Default: 64 MiB.
    public var maximumTokenBytes = 64 << 20
    /// Bytes of one document. Default: no limit.
    public var maximumDocumentBytes = Int.max
    /// Whether a byte order mark at the very start is stepped over (RFC 8259 section 8.1 allows to). Default: true.
    public var acceptsByteOrderMark = true

    /// Makes the lenient options.
    public init() {}

    /// YYModel's automatic conversion with its holes closed: what can be converted without loss is, what does not fit is left out.
    public static let lenient = DecodingOptions()

    /// Nothing is converted and everything must fit: a value of another kind, an integer with a fraction, or null for a property that is
    /// not optional ends the decode. A byte order mark is refused.
    public static let strict: DecodingOptions = {
        var options = DecodingOptions()
        options.convertsTypes = false
        options.mismatch = .fail
        options.acceptsByteOrderMark = false
        return options
    }()

    var rules: MappingRules {
        MappingRules(converts: convertsTypes, failsOnMismatch: mismatch == .fail, maximumDepth: min(max(maximumDepth, 1), 2_000))
    }

    var limits: ParserLimits {
        ParserLimits(
            maximumTokenBytes: max(maximumTokenBytes, 0), maximumDocumentBytes: max(maximumDocumentBytes, 0),
            acceptsByteOrderMark: acceptsByteOrderMark)
    }
}
