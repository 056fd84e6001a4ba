#if DEBUG
internal import YodelSystem
#endif

/// How a decoder reads: what it does where input and model differ, and what it refuses.
///
/// ```swift
/// var options = DecodingOptions.lenient
/// options.onUnknownKey = .fail
/// options.maximumDocumentBytes = 1 << 20
/// let decoder = ModelDecoder(options)
/// ```
///
/// Inside a type that decodes itself (`Decodable`, not a model) these hold: `keyStyle`, `ignoresKeyCase`, `dateFormats`, `numericDates`, `dataFormat`,
/// `decimalPrecision`, `onDuplicateKey`, and the limits. Its values are not converted, except dates: such a type decides itself what it accepts, often by
/// trying one type after another. A key that is missing in the spelling of the style is looked up as it is. More than 512 nested containers are refused
/// there.
public struct DecodingOptions: Sendable, Hashable {
    /// What happens to a value that does not fit.
    public enum MismatchPolicy: Sendable, Hashable {
        /// The property keeps the value it had.
        case keepDefault
        /// The decode ends with an error of category `mismatch`.
        case fail
    }

    /// What happens to a property whose key is missing.
    public enum MissingPolicy: Sendable, Hashable {
        /// The property keeps the value it had.
        case keepDefault
        /// Unless the property is optional, the decode ends with the error `missingKey`. Merging into an existing value requires nothing.
        case fail
        /// As `fail`, but a property of a type made by `@Model` (``ModelForm``) may be missing if it has a default, which it gets. The properties of a plain
        /// ``Model`` all start with a value, whether a default is meant or not: there only optional ones may be missing.
        case failUnlessDefault
    }

    /// What null does.
    ///
    /// With `convert` and `fail`, types that have null as one of their values take it as any other: ``JSONValue``, ``RawJSON``, and a `Decodable` type whose
    /// `init(from:)` does not throw for it.
    public enum NullPolicy: Sendable, Hashable {
        /// An optional becomes nil. If types are converted, a number becomes 0 and a Bool false. Anything else keeps its value.
        case convert
        /// Null is ignored as if its key had not come, also for optionals. As an element it is nil in a collection of optionals, and left out elsewhere.
        case keep
        /// An optional becomes nil. For any other type the decode ends with the error `unexpectedNull`.
        case fail
    }

    /// What happens to a key that no property has.
    public enum UnknownKeyPolicy: Sendable, Hashable {
        /// Its value is skipped.
        case ignore
        /// The decode ends with the error `unknownKey`.
        case fail
    }

    /// What happens when a key occurs twice in an object.
    public enum DuplicateKeyPolicy: Sendable, Hashable {
        /// The last value that fits wins. A nested model starts afresh, as does everything below a key of a path. An alternative that lost to a better one is
        /// not used again.
        case lastWins
        /// The decode ends with the error `duplicateKey`. Keys that no property has are not compared, except in an object that `willDecode` receives.
        case fail
    }

    /// What happens to an element of an array, set or dictionary that does not fit.
    public enum InvalidElementPolicy: Sendable, Hashable {
        /// `onMismatch` decides: `keepDefault` leaves the element out, `fail` ends the decode.
        case asMismatch
        /// The element is left out and the others are kept.
        case omit
        /// The decode ends with an error of category `mismatch`.
        case fail
    }

    /// Which tokenizer reads a document. Values and errors are the same; only the speed differs.
    public enum Tokenizer: Sendable, Hashable {
        /// The scanner for documents and records that are complete in memory, yajl for a document in chunks.
        case automatic
        /// yajl for everything. It first checks documents that must be complete, such as those to merge, to report on or to read in part.
        case yajl
        /// The scanner for everything that is complete in memory. yajl still reads documents in chunks, since only yajl can stop at any byte.
        case scanner
    }

    /// How strings become `Data`.
    public enum DataFormat: Sendable, Hashable {
        /// Base64 (RFC 4648 section 4).
        case base64
        /// The UTF-8 bytes of the string.
        case utf8
    }

    /// How a number, or a string that contains one, becomes a `Date`.
    public enum NumericDates: Sendable, Hashable {
        /// A mismatch.
        case none
        /// Seconds since 1970, with any fraction.
        case epochSeconds
        /// Milliseconds since 1970, with any fraction.
        case epochMilliseconds
    }

    /// How a number becomes a `Decimal` that cannot hold all of its digits: more than 38, or 39 that exceed 2^128 - 1, or digits after the 128th decimal
    /// place.
    public enum DecimalPrecision: Sendable, Hashable {
        /// Not at all: it is a mismatch, `numberOutOfRange`, so no digit is lost silently.
        case exact
        /// It becomes the nearest `Decimal`; of two equally near ones, the one whose last digit is even. A number that is too large is still a mismatch.
        case round
    }

    /// Whether a value of another JSON kind is converted: a number in a string, a Bool for a number, zero for null. Default: true.
    public var convertsTypes = true
    /// Whether a value is converted though something of it is lost: a fraction for an integer, a number other than 0 and 1 for a `Bool`, a word for null
    /// for what is not optional. Otherwise it is a mismatch, `lossyConversion`. Default: true. What null itself does is for `onNull` to say.
    public var acceptsLoss = true
    /// What happens to a value that does not fit, even after conversion. Default: `keepDefault`. A root that does not fit is always an error.
    public var onMismatch = MismatchPolicy.keepDefault
    /// What happens to a property whose key is missing. Default: `keepDefault`. The required properties of a model must be present either way.
    public var onMissing = MissingPolicy.keepDefault
    /// What null does. Default: `convert`.
    public var onNull = NullPolicy.convert
    /// Which empty values are null where they do not fit. Default: none.
    ///
    /// ```swift
    /// var options = DecodingOptions.lenient
    /// options.emptyAsNull = [.strings, .arrays]
    /// let user = try ModelDecoder(options).decode(
    ///     User.self, from: #"{"age": "", "address": []}"#)   // both are nil
    /// ```
    ///
    /// An empty value that fits stays what it is: an empty string where a string or an enum with that case is wanted, `false` for a `Bool` or a string.
    /// What null does is for `onNull` to say. Inside of a type that decodes itself this does not hold.
    public var emptyAsNull: EmptyValues = []
    /// What happens to a key that no property has. Default: `ignore`.
    public var onUnknownKey = UnknownKeyPolicy.ignore
    /// What happens when a key appears twice. Default: `lastWins`.
    public var onDuplicateKey = DuplicateKeyPolicy.lastWins
    /// What happens to an element that does not fit. Default: `asMismatch`.
    public var onInvalidElement = InvalidElementPolicy.asMismatch
    /// How strings become `Data`. Default: `base64`.
    public var dataFormat = DataFormat.base64
    /// The formats of a `Date`; the first in the list that fits is used, whatever was read before. Default: empty; then a date is a string as in
    /// <doc:ConversionTable>, or a number if `numericDates` says so.
    ///
    /// If types are converted, formats of numbers such as `.epochSeconds` also accept a string that contains a number. A text in none of the formats is a
    /// mismatch, `invalidValue`. An invalid format (``DateFormat/pattern(_:_:)``) makes every decode fail with `invalidDeclaration`.
    public var dateFormats: [DateFormat] = []
    /// How a number becomes a `Date`, in addition to `dateFormats`. Default: `none`.
    public var numericDates = NumericDates.none
    /// What happens to a number with more digits than a `Decimal` can hold. Default: `exact`. Either way every `Decimal` value that was written reads back
    /// exactly.
    public var decimalPrecision = DecimalPrecision.exact
    /// How a property's key follows from its name, unless the model says. Default: `verbatim`.
    public var keyStyle = KeyStyle.verbatim
    /// What is said of types by ``describe(_:_:)``.
    var mixins: ModelMixins?
    /// Whether keys match without regard to the case of ASCII letters, unless the model says. If the keys of two properties differ only in case, the one that
    /// equals the document's key wins. Default: false.
    public var ignoresKeyCase = false
    /// The greatest number of nested containers, the root included. Default: 512. Values below 1 count as 1 and values above 2,000 as 2,000, since releasing
    /// deeper values might exhaust the stack. A document deeper than 512 is read on a thread with its own stack, and the caller waits for it; hooks run there
    /// too.
    public var maximumDepth = 512
    /// The greatest number of bytes in one string, key or number. Default: 64 MiB. The tokenizer itself takes at most sixteen times as much memory.
    public var maximumTokenBytes = 64 << 20
    /// The greatest number of bytes in one document. Default: no limit. Set it for untrusted input.
    public var maximumDocumentBytes = Int.max
    /// How `NaN`, `Infinity` and `-Infinity` are read, which JSON does not have. Default: `refuse`.
    public var nonFiniteNumbers = NonFiniteNumbers.refuse
    /// What happens to escaped surrogates without a partner and to bytes in strings that are not UTF-8. Default: `refuse`.
    public var invalidText = InvalidText.refuse
    /// Whether control characters may stand in strings unescaped. Default: false.
    ///
    /// A line feed ends a record where lines are records, also in a string.
    public var acceptsControlCharacters = false
    /// Whether a byte order mark at the very start of a document is skipped, as RFC 8259 section 8.1 allows. Default: true. A mark at the start of a stream belongs to
    /// no record: readers skip it, whatever this says.
    public var acceptsByteOrderMark = true

    /// Which tokenizer reads a document. Default: `automatic`.
    public var tokenizer = Tokenizer.automatic

    /// Makes the lenient options.
    public init() {}

    /// YYModel's automatic conversion without its gaps: values of another kind are converted, a fraction is cut off for an integer, null is zero for a
    /// number, and a value that does not fit leaves its property as it was.
    public static let lenient = DecodingOptions()

    /// The conversion of ``lenient``, of which nothing is lost: `"12"` is 12 and 1 is true, but a value that cannot be converted without loss, null for a
    /// property that is not optional, and a value that does not fit end the decode. Keys may be missing, unknown or repeated.
    ///
    /// ```swift
    /// struct Sale: Model {
    ///     var count = 0
    ///     var isPaid = false
    /// }
    /// let sales = ModelDecoder(.convert)
    /// try sales.decode(Sale.self, from: #"{"count": "12", "isPaid": 1}"#)   // 12 and true
    /// try sales.decode(Sale.self, from: #"{"count": 4.5}"#)                 // throws: a number that cannot be converted without loss
    /// ```
    public static let convert: DecodingOptions = {
        var options = DecodingOptions()
        options.acceptsLoss = false
        options.onMismatch = .fail
        options.onNull = .fail
        return options
    }()

    /// Nothing is converted, and everything must fit. A value of another kind, a fraction for an integer, or null for a property that is not optional ends
    /// the decode. A byte order mark is refused. Keys may still be missing, unknown or repeated; see ``codable``.
    public static let strict: DecodingOptions = {
        var options = DecodingOptions()
        options.convertsTypes = false
        options.onMismatch = .fail
        options.onNull = .fail
        options.acceptsByteOrderMark = false
        return options
    }()

    /// The rules of `Codable`: as ``strict``, and every property must be present that is not optional. In types made by `@Model`, one with a default may be
    /// missing. Keys may be unknown or repeated.
    ///
    /// ```swift
    /// struct Visit: Model {
    ///     var page = ""
    ///     var from: String?
    /// }
    /// let visits = ModelDecoder(.codable)
    /// try visits.decode(Visit.self, from: #"{"page": "/", "more": 1}"#)   // from is nil
    /// try visits.decode(Visit.self, from: #"{"from": "/"}"#)              // throws: no value for the property
    /// ```
    public static let codable: DecodingOptions = {
        var options = DecodingOptions.strict
        options.onMissing = .failUnlessDefault
        return options
    }()
}

extension DecodingOptions {
    /// The forms that dates have, if the options name some.
    var dateForms: DateForms? { dateFormats.isEmpty ? nil : DateForms(dateFormats.map(\.form)) }

    /// What the options ask of a reader.
    ///
    /// - Parameter forms: The forms that dates have, as ``dateForms`` makes them; they have to stay as long as the rules are used.
    func rules(_ forms: DateForms?) -> DecodingRules {
        var scalars: ScalarRules.Flags = []
        if convertsTypes { scalars.insert(.converts) }
        if !acceptsLoss { scalars.insert(.refusesLoss) }
        if onNull == .keep { scalars.insert(.keepsOnNull) }
        if onNull == .fail { scalars.insert(.failsOnNull) }
        if dataFormat == .utf8 { scalars.insert(.utf8Data) }
        if numericDates == .epochSeconds { scalars.insert(.epochSeconds) }
        if numericDates == .epochMilliseconds { scalars.insert(.epochMilliseconds) }
        if decimalPrecision == .round { scalars.insert(.roundsDecimals) }
        if nonFiniteNumbers == .value { scalars.insert(.nonFinite) }
        if emptyAsNull.contains(.booleans) { scalars.insert(.falseIsNull) }
        let failsOnMismatch = onMismatch == .fail
        return DecodingRules(
            scalars: ScalarRules(scalars, forms), failsOnMismatch: failsOnMismatch,
            failsOnInvalidElement: onInvalidElement == .fail || (onInvalidElement == .asMismatch && failsOnMismatch),
            failsOnMissing: onMissing != .keepDefault, honoursDefaults: onMissing == .failUnlessDefault,
            failsOnUnknownKey: onUnknownKey == .fail, failsOnDuplicateKey: onDuplicateKey == .fail,
            emptyAsNull: EmptyKinds(rawValue: emptyAsNull.rawValue), maximumDepth: min(max(maximumDepth, 1), 2_000))
    }

    var limits: ParserLimits {
        ParserLimits(
            maximumTokenBytes: max(maximumTokenBytes, 0), maximumDocumentBytes: max(maximumDocumentBytes, 0),
            acceptsByteOrderMark: acceptsByteOrderMark, repairs: repairs)
    }

    private var repairs: TextRepairs {
        var repairs: TextRepairs = []
        if nonFiniteNumbers == .value { repairs.insert(.nonFiniteAsText) }
        if nonFiniteNumbers == .null { repairs.insert(.nonFiniteAsNull) }
        if invalidText == .replace { repairs.formUnion([.surrogates, .invalidUTF8]) }
        if acceptsControlCharacters { repairs.insert(.controlCharacters) }
        return repairs
    }

    /// Whether the scanner reads what lies whole in memory.
    var scans: Bool {
        switch tokenizer {
        case .yajl: return false
        case .scanner: return true
        case .automatic:
            #if DEBUG
            return !Self.isTestedOnYajl
            #else
            return true
            #endif
        }
    }

    #if DEBUG
    /// Whether the whole suite is run on yajl (CONTRIBUTING).
    private static let isTestedOnYajl = unsafe getenv("YODEL_TESTS_ON_YAJL") != nil
    #endif

    /// What a model says under these options; nil for a class that is made of a struct of its values.
    func declaration(of type: any BaseModel.Type) -> ModelDeclaration? { PlanCache.declaration(of: type, mixins?.types) }

    /// The plans of types read by these options; nil if they are those of the default options.
    var styledPlans: PlanCache? {
        if let fault = dateFormats.lazy.compactMap(\.fault).first { return PlanCache(fault: fault) }
        return keyStyle.rules == nil && !ignoresKeyCase && mixins == nil
            ? nil : PlanCache.shared(keyStyle, ignoresCase: ignoresKeyCase, mixins)
    }
}
