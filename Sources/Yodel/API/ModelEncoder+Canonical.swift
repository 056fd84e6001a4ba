import FoundationEssentials

extension ModelEncoder {
    /// Encodes a value in canonical form (RFC 8785), to be signed or hashed; see ``JSONValue/canonicalText(largeIntegers:)``.
    ///
    /// ```swift
    /// struct Claim: Model { var subject = "", issued = 0.0 }
    /// try ModelEncoder().encodeCanonical(Claim(subject: "Ann", issued: 4.50))   // {"issued":4.5,"subject":"Ann"}
    /// ```
    ///
    /// Options that say what is written hold: nil, dates, data, key style. Layout, order and escapes are the RFC's.
    ///
    /// - Parameters:
    ///   - value: As ``encode(_:into:)`` takes it.
    ///   - largeIntegers: What is done with integers that no Double is, as most beyond 2^53 are.
    /// - Returns: The document in UTF-8.
    /// - Throws: `ModelError`, as ``encode(_:into:)`` and ``JSONValue/canonicalText(largeIntegers:)`` say.
    public func encodeCanonical<T>(_ value: T, largeIntegers: JSONValue.LargeIntegerPolicy = .fail) throws(ModelError) -> Data {
        var output = OutputBuffer(capacity: 512)
        try encodeValue(value).appendCanonical(to: &output, largeIntegers)
        return output.takeData()
    }
}
