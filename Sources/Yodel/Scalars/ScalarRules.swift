/// What one scalar becomes. Trivial.
struct ScalarRules: OptionSet {
    let rawValue: UInt8

    /// A value of another kind is converted.
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

    /// Whether numbers are dates.
    var takesEpoch: Bool { !isDisjoint(with: [.epochSeconds, .epochMilliseconds]) }

    /// Null for a type that has no place for it.
    var nullForPresent: Verdict {
        if contains(.keepsOnNull) { return .kept }
        return contains(.converts) && !contains(.failsOnNull) ? .kept : .unexpectedNull
    }
}
