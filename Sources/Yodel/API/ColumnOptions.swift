/// How models become columns.
public struct ColumnOptions: Sendable, Hashable {
    /// Digits of `Decimal`: how many there are in all, at most 38, and how many of these stand behind the point.
    public struct DecimalDigits: Sendable, Hashable {
        /// Digits in all, 1 to 38.
        public var precision: Int
        /// Digits behind the point, 0 to `precision`.
        public var scale: Int

        /// Makes a declaration of digits.
        ///
        /// - Parameters:
        ///   - precision: Digits in all, 1 to 38.
        ///   - scale: Digits behind the point, 0 to `precision`.
        public init(precision: Int, scale: Int) {
            self.precision = precision
            self.scale = scale
        }
    }

    /// What a property becomes whose values consist of values: models, arrays, sets and dictionaries.
    public enum NestedValues: Sendable, Hashable {
        /// Columns below the column: ``ColumnType/structure(_:)``, ``ColumnType/list(_:)`` or ``ColumnType/map(key:value:)``.
        case columns
        /// Its JSON as text, ``ColumnType/json``, as a ``ModelEncoder`` with sorted keys writes it. A type may refer to itself there.
        case json
        /// JSON as well, but for the properties that are named, by their names or keys: of these the models, or the elements and entries, have columns, and what is nested in
        /// these is JSON.
        ///
        /// ```swift
        /// var options = ColumnOptions()
        /// options.nested = .jsonExcept(["commits"])  // a list of structures; what a commit's properties hold that is nested is JSON
        /// ```
        case jsonExcept([String])
    }

    /// Names or keys of the properties that become columns, in that order; nil: all, in the order of declaration.
    ///
    /// A record is read whole all the same: which records are good does not depend on the columns asked for.
    public var columns: [String]?
    /// How records are decoded. Default: `lenient`.
    public var decoding: DecodingOptions
    /// What happens to records that fail, and limits. With `deliver`, and up to `maximumCollected` with `collect`, they are the batches' rejects.
    public var reading: ReadingOptions
    /// Rows that a batch has at most. Default: 65,536.
    public var maximumRows: Int
    /// Bytes of columns, or of rejected records, beyond which a batch gets no further record. At most 1 GiB of columns; default: 8 MiB.
    public var maximumBytes: Int
    /// What all `Decimal` columns hold; nil: text, which is exact whatever the digits are. A number that has more digits than are declared makes its record
    /// a reject.
    public var decimals: DecimalDigits?
    /// What a property becomes whose values consist of values. Default: `columns`.
    public var nested = NestedValues.columns

    /// Makes the default options.
    ///
    /// - Parameters:
    ///   - columns: Names or keys of properties; nil: all.
    ///   - decoding: How records are decoded.
    ///   - reading: What happens to records that fail, and limits.
    public init(columns: [String]? = nil, decoding: DecodingOptions = .lenient, reading: ReadingOptions = ReadingOptions()) {
        self.columns = columns
        self.decoding = decoding
        self.reading = reading
        maximumRows = 1 << 16
        maximumBytes = 8 << 20
        decimals = nil
    }

    /// What of them columns are made by.
    var rules: ColumnRules {
        let expanded: [String]? =
            switch nested {
            case .columns: nil
            case .json: []
            case .jsonExcept(let names): names
            }
        return ColumnRules(
            columns: columns, decimals: decimals.map { ($0.precision, $0.scale) }, nestedAsJSON: expanded != nil, expanded: expanded ?? [],
            reading: reading, maximumRows: maximumRows, maximumBytes: maximumBytes)
    }
}
