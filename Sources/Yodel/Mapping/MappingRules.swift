/// What the machine does where the input and the model differ. Trivial: copied into the machine.
struct MappingRules: Sendable {
    var scalars: ScalarRules
    /// Whether a value that does not fit ends the decode; otherwise it is left out.
    var failsOnMismatch: Bool
    /// Whether an element that does not fit ends the decode.
    var failsOnInvalidElement: Bool
    /// Whether a property without a value ends the decode, unless it is optional.
    var failsOnMissing = false
    /// Whether a key that no property has ends the decode.
    var failsOnUnknownKey = false
    /// Whether a key that comes twice ends the decode.
    var failsOnDuplicateKey = false
    /// Containers inside each other, the root included.
    var maximumDepth: Int

    /// Whether each key is of interest, even one of a plain property.
    var watchesKeys: Bool { failsOnMissing || failsOnUnknownKey || failsOnDuplicateKey }
}

/// What one scalar becomes. Trivial.
struct ScalarRules: OptionSet {
    let rawValue: UInt8

    /// A value of another kind is converted (DESIGN: the lenient table).
    static let converts = ScalarRules(rawValue: 1)
    /// Null is passed over.
    static let keepsOnNull = ScalarRules(rawValue: 2)
    /// Null ends the decode unless the place is an optional.
    static let failsOnNull = ScalarRules(rawValue: 4)
    /// A string's own bytes are the data.
    static let utf8Data = ScalarRules(rawValue: 8)
    /// Numbers are dates, in seconds since 1970.
    static let epochSeconds = ScalarRules(rawValue: 16)
    /// Numbers are dates, in milliseconds since 1970.
    static let epochMilliseconds = ScalarRules(rawValue: 32)
    /// A number that a `Decimal` cannot hold exactly becomes the nearest one.
    static let roundsDecimals = ScalarRules(rawValue: 64)
}
