import FoundationEssentials

extension ModelEncoder {
    /// Encodes a value in canonical form (RFC 8785), for signatures or hashes; see ``JSONValue/canonicalText(largeIntegers:)``.
    ///
    /// ```swift
    /// struct Claim: Model { var subject = "", issued = 0.0 }
    /// try ModelEncoder().encodeCanonical(Claim(subject: "Ann", issued: 4.50))   // {"issued":4.5,"subject":"Ann"}
    /// ```
    ///
    /// The options for nil, dates, data and key style apply. The RFC determines layout, order and escapes.
    ///
    /// - Parameters:
    ///   - value: A value that ``encode(_:into:)`` accepts.
    ///   - largeIntegers: How to treat integers that no Double equals, such as most beyond 2^53.
    /// - Returns: The document in UTF-8.
    /// - Throws: `ModelError`, as ``encode(_:into:)`` and ``JSONValue/canonicalText(largeIntegers:)`` say.
    public func encodeCanonical<T>(_ value: T, largeIntegers: JSONValue.LargeIntegerPolicy = .fail) throws(ModelError) -> Data {
        var output = OutputBuffer(capacity: 512)
        let plan = try plans.plan(for: T.self)
        // What is no number any more is not put in form.
        if !rules.quotesLargeIntegers {
            do throws(ModelError) {
                try write(value, plan, rules.canonical(largeIntegers), &output)
                return output.takeData()
            } catch {
                // Below it is found out what is wrong, and where.
            }
        }
        try encodeValue(value).appendCanonical(to: &output, largeIntegers)
        return output.takeData()
    }
}
