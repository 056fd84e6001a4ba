import FoundationEssentials

extension CodableEncoder {
    /// How the text is laid out.
    public struct OutputFormatting: OptionSet, Sendable {
        /// The options as bits.
        public let rawValue: UInt

        /// Makes options of bits.
        ///
        /// - Parameter rawValue: The bits.
        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// A member a line, two spaces for each container around it.
        public static let prettyPrinted = OutputFormatting(rawValue: 1 << 0)
        /// The keys of each object in the order of their UTF-8.
        public static let sortedKeys = OutputFormatting(rawValue: 1 << 1)
        /// `/` as it is; otherwise it is written `\/`, so that the text may stand in HTML.
        public static let withoutEscapingSlashes = OutputFormatting(rawValue: 1 << 3)
    }

    /// How a `Date` is written.
    ///
    /// `.formatted(DateFormatter)` is in `YodelFoundation`.
    public enum DateEncodingStrategy: Sendable {
        /// As `Date` encodes itself: seconds since 2001, as a number.
        case deferredToDate
        /// Seconds since 1970, as a number.
        case secondsSince1970
        /// Milliseconds since 1970, as a number.
        case millisecondsSince1970
        /// A string: `2014-05-06T12:38:09Z`.
        case iso8601
        /// As a closure encodes it. One that encodes nothing makes an empty object.
        case custom(@Sendable (_ date: Date, _ encoder: any Encoder) throws -> Void)
    }

    /// How `Data` is written.
    public enum DataEncodingStrategy: Sendable {
        /// As `Data` encodes itself: an array of numbers.
        case deferredToData
        /// A string in base64.
        case base64
        /// As a closure encodes it. One that encodes nothing makes an empty object.
        case custom(@Sendable (_ data: Data, _ encoder: any Encoder) throws -> Void)
    }

    /// How a number is written that JSON does not have: the infinities and NaN.
    public enum NonConformingFloatEncodingStrategy: Sendable {
        /// Not: the encoding fails.
        case `throw`
        /// As strings.
        case convertToString(positiveInfinity: String, negativeInfinity: String, nan: String)
    }

    /// How keys are written. The keys of dictionaries by `String` are data, and stay as they are.
    public enum KeyEncodingStrategy: Sendable {
        /// As the types give them.
        case useDefaultKeys
        /// In snake case: `oneTwoThree` is `one_two_three`, `myURLProperty` is `my_url_property`, and underscores at both ends stay.
        case convertToSnakeCase
        /// As a closure gives them, by the way to the value, whose last step is the key. If two keys become one, the value that is encoded last is
        /// written.
        case custom(@Sendable (_ codingPath: [any CodingKey]) -> any CodingKey)
    }
}
