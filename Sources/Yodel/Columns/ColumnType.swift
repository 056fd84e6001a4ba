/// What the values of a column are, in the terms of Apache Arrow.
public indirect enum ColumnType: Sendable, Hashable {
    /// `Bool`, one bit a value.
    case bool
    /// An integer of 8, 16, 32 or 64 bits.
    case integer(bits: Int, isSigned: Bool)
    /// A number of 16, 32 or 64 bits with a fraction (IEEE 754).
    case float(bits: Int)
    /// Text in UTF-8: `String`, `Substring`, `Character`, `URL`, integers of 128 bits, and `Decimal` without a declared precision.
    case text
    /// Texts that repeat, each stored once: an enum whose raw value is text. One with a case that holds any other text is ``text``.
    case dictionaryOfText
    /// `Date`: microseconds since 1970 in UTC, rounded to the nearest, by the Gregorian calendar for all times. Before 15 October 1582, where Foundation's
    /// calendar is the Julian one, the instant is the one at which the Gregorian calendar shows the same day and time.
    case timestamp
    /// `Decimal` with a declared precision: digits in all, and those behind the point.
    case decimal(precision: Int, scale: Int)
    /// `Data`: bytes.
    case binary
    /// `UUID`: 16 bytes.
    case uuid
    /// JSON as text: `JSONValue`, `RawJSON`, `Any`, enums with payloads, and types that code themselves; by option all that consists of values.
    case json
    /// A struct or class that is a model: a column for each property.
    case structure([ColumnField])
    /// An array or a set.
    case list(ColumnField)
    /// A dictionary.
    case map(key: ColumnField, value: ColumnField)
}

/// A column's name and type.
public struct ColumnField: Sendable, Hashable {
    /// The property's name; of the elements of a list `item`, of a map `key` and `value`.
    public let name: String
    /// What its values are.
    public let type: ColumnType
    /// Whether a value may be null: the property's type is an optional.
    public let isNullable: Bool

    /// Describes a column.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - type: What its values are.
    ///   - isNullable: Whether a value may be null.
    public init(_ name: String, _ type: ColumnType, isNullable: Bool) {
        self.name = name
        self.type = type
        self.isNullable = isNullable
    }
}

/// What columns there are to be, and how records are read into them.
struct ColumnRules: Sendable {
    /// Names or keys of properties; nil: all.
    var columns: [String]?
    /// Digits of decimal numbers, in all and behind the point; nil: they are text.
    var decimals: (precision: Int, scale: Int)?
    /// Whether what consists of values is one, its JSON.
    var nestedAsJSON: Bool
    /// Names or keys of the properties of which that does not hold: only what is nested in their elements is JSON.
    var expanded: [String]
    var reading: ReadingOptions
    var maximumRows: Int
    var maximumBytes: Int
    /// Paths of keys that are counted; nil: nobody wants to know.
    var keys: KeyPaths?
}
