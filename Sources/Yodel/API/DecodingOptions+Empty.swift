extension DecodingOptions {
    /// Empty values that feeds send where they have no value, of which ``DecodingOptions/emptyAsNull`` makes null.
    public struct EmptyValues: OptionSet, Sendable, Hashable {
        /// The values, a bit for each kind.
        public let rawValue: UInt8

        /// Makes the set of these bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// `""`
        public static let strings = EmptyValues(rawValue: EmptyKinds.strings.rawValue)
        /// `[]`
        public static let arrays = EmptyValues(rawValue: EmptyKinds.arrays.rawValue)
        /// `{}`
        public static let objects = EmptyValues(rawValue: EmptyKinds.objects.rawValue)
        /// `false`, but not `true`.
        public static let booleans = EmptyValues(rawValue: EmptyKinds.booleans.rawValue)
        /// All of them.
        public static let all: EmptyValues = [.strings, .arrays, .objects, .booleans]
    }
}
