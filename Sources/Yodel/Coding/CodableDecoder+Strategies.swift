public import FoundationEssentials

extension CodableDecoder {
    /// How dates are decoded.
    ///
    /// `import YodelFoundation` adds `.formatted(DateFormatter)`.
    public enum DateDecodingStrategy: Sendable {
        /// As `Date` decodes itself: from a number, the seconds since 1 January 2001.
        case deferredToDate
        /// From a number, the seconds since 1970.
        case secondsSince1970
        /// From a number, the milliseconds since 1970.
        case millisecondsSince1970
        /// From a string in the form of ISO 8601 that RFC 3339 has, `2014-05-06T07:08:09Z`.
        case iso8601
        /// By a closure, which gets a decoder of the value.
        @preconcurrency
        case custom(@Sendable (_ decoder: any Decoder) throws -> Date)
    }

    /// How data is decoded.
    public enum DataDecodingStrategy: Sendable {
        /// As `Data` decodes itself: from an array of numbers.
        case deferredToData
        /// From a string in base64.
        case base64
        /// By a closure, which gets a decoder of the value.
        @preconcurrency
        case custom(@Sendable (_ decoder: any Decoder) throws -> Data)
    }

    /// How numbers are decoded that JSON does not have.
    public enum NonConformingFloatDecodingStrategy: Sendable {
        /// They are refused.
        case `throw`
        /// From these strings.
        case convertFromString(positiveInfinity: String, negativeInfinity: String, nan: String)
    }

    /// How the keys of the document are made keys of a type.
    ///
    /// The keys of a dictionary whose keys are strings are data, and stay as they are.
    public enum KeyDecodingStrategy: Sendable {
        /// They are the same.
        case useDefaultKeys
        /// `one_two_three` becomes `oneTwoThree`. Underscores at both ends stay.
        case convertFromSnakeCase
        /// By a closure, which gets the way to the key, the key itself last.
        @preconcurrency
        case custom(@Sendable (_ codingPath: [any CodingKey]) -> any CodingKey)
    }
}
