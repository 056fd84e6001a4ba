/// How models become columns.
public struct ColumnOptions: Sendable, Hashable {
    /// The digits of a `Decimal`: how many in all, at most 38, and how many of them after the point.
    public struct DecimalDigits: Sendable, Hashable {
        /// Digits in all, 1 to 38.
        public var precision: Int
        /// Digits after the point, 0 to `precision`.
        public var scale: Int

        /// Makes a declaration of digits.
        ///
        /// - Parameters:
        ///   - precision: Digits in all, 1 to 38.
        ///   - scale: Digits after the point, 0 to `precision`.
        public init(precision: Int, scale: Int) {
            self.precision = precision
            self.scale = scale
        }
    }

    /// What a property with nested values becomes: models, arrays, sets and dictionaries.
    public enum NestedValues: Sendable, Hashable {
        /// Columns below the column: ``ColumnType/structure(_:)``, ``ColumnType/list(_:)`` or ``ColumnType/map(key:value:)``.
        case columns
        /// Its JSON as text, ``ColumnType/json``, as a ``ModelEncoder`` with sorted keys writes it. A type may refer to itself there.
        case json
        /// JSON as well, except for the properties named here by name or key: their models, or their elements and entries, have columns, and values nested in
        /// these are JSON.
        ///
        /// ```swift
        /// var options = ColumnOptions()
        /// options.nested = .jsonExcept(["commits"])  // a list of structures; what a commit's properties hold that is nested is JSON
        /// ```
        case jsonExcept([String])
    }

    /// Names or keys of the properties that become columns, in that order; nil: all, in the order of declaration.
    ///
    /// Records are still read completely, so the selection does not decide which records are valid.
    public var columns: [String]?
    /// How records are decoded. Default: `lenient`.
    public var decoding: DecodingOptions
    /// What happens to failed records, and limits. With `deliver`, and up to `maximumCollected` and `maximumCollectedBytes` with `collect`, they are the
    /// batches' rejects, of which each holds `maximumFailureBytes` of its record.
    public var reading: ReadingOptions
    /// The most rows of a batch. Default: 65,536.
    public var maximumRows: Int
    /// Bytes of columns, or of rejected records with their errors, beyond which a batch gets no further record. At most 1 GiB of columns; default: 8 MiB.
    public var maximumBytes: Int
    /// The digits of all `Decimal` columns; nil: text, which is always exact. A number with more digits than declared makes its record a reject.
    public var decimals: DecimalDigits?
    /// What a property with nested values becomes. Default: `columns`.
    public var nested = NestedValues.columns
    /// Counts keys that no property has, and keys that do not come, by path; nil: they are not counted.
    package var keys: KeyPaths?

    /// Makes the default options.
    ///
    /// - Parameters:
    ///   - columns: Names or keys of properties; nil: all.
    ///   - decoding: How records are decoded.
    ///   - reading: What happens to failed records, and limits.
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
            reading: reading, maximumRows: maximumRows, maximumBytes: maximumBytes, keys: keys)
    }
}
