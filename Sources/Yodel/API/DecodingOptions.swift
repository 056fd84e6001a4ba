#if DEBUG
import Glibc
#endif

/// How a decoder reads: what it does where the input and the model differ, and what it refuses.
///
/// ```swift
/// var options = DecodingOptions.lenient
/// options.onUnknownKey = .fail
/// options.maximumDocumentBytes = 1 << 20
/// let decoder = ModelDecoder(options)
/// ```
///
/// Inside of a type that decodes itself (`Decodable`, no model) hold `keyStyle`, `ignoresKeyCase`, `dateFormats`, `numericDates`, `dataFormat`, `decimalPrecision`, what
/// is said of duplicate keys, and the limits. Its values are not converted, but for dates: such a type says itself what it takes, often by trying one
/// type after another. A key that does not come as the style spells it is looked for as it stands. Containers of more than 512 inside each other are
/// refused there.
public struct DecodingOptions: Sendable, Hashable {
    /// What happens to a value that does not fit its place.
    public enum MismatchPolicy: Sendable, Hashable {
        /// The property keeps the value it had.
        case keepDefault
        /// The decode ends with an error of category `mismatch`.
        case fail
    }

    /// What happens to a property whose key does not come.
    public enum MissingPolicy: Sendable, Hashable {
        /// The property keeps the value it had.
        case keepDefault
        /// Unless the property is optional, the decode ends with the error `missingKey`. A merge into a value that is there is not concerned.
        case fail
    }

    /// What null does.
    public enum NullPolicy: Sendable, Hashable {
        /// An optional becomes nil; a number or Bool zero or false, if types are converted; anything else keeps its value.
        case convert
        /// Null is passed over as if its key had not come, also for optionals. As an element of a collection of optionals it is nil, else it is left out.
        case keep
        /// An optional becomes nil; for any other type the decode ends with the error `unexpectedNull`.
        case fail
    }

    /// What happens to a key that no property has.
    public enum UnknownKeyPolicy: Sendable, Hashable {
        /// Its value is passed over.
        case ignore
        /// The decode ends with the error `unknownKey`.
        case fail
    }

    /// What happens when a key comes twice in an object.
    public enum DuplicateKeyPolicy: Sendable, Hashable {
        /// The last value that fits wins, and a nested model starts afresh, as does what stands below a key of a path. An alternative that was passed
        /// over for a better one does not come back.
        case lastWins
        /// The decode ends with the error `duplicateKey`. Keys that no property has are not compared, but in an object that `willDecode` gets.
        case fail
    }

    /// What happens to an element of an array, a set or a dictionary that does not fit.
    public enum InvalidElementPolicy: Sendable, Hashable {
        /// What `onMismatch` says: `keepDefault` leaves the element out, `fail` ends the decode.
        case asMismatch
        /// The element is left out and the others are kept.
        case leaveOut
        /// The decode ends with an error of category `mismatch`.
        case fail
    }

    /// What reads a document's tokens. Values and errors are the same; only the speed differs.
    public enum Tokenizer: Sendable, Hashable {
        /// The scanner for documents and records that lie whole in memory, yajl for a document that comes in chunks.
        case automatic
        /// yajl for everything. What has to be seen as a whole it checks first, as all of a document that is merged, reported on or read in part.
        case yajl
        /// The scanner for all that lies whole in memory. A document in chunks is read by yajl all the same, which alone can stop at any byte.
        case scanner
    }

    /// How strings become `Data`.
    public enum DataFormat: Sendable, Hashable {
        /// Base64 (RFC 4648 section 4).
        case base64
        /// The string's own UTF-8.
        case utf8
    }

    /// What a number, or a string that holds one, is to a `Date`.
    public enum NumericDates: Sendable, Hashable {
        /// A mismatch.
        case none
        /// Seconds since 1970, with any fraction.
        case epochSeconds
        /// Milliseconds since 1970, with any fraction.
        case epochMilliseconds
    }

    /// What a number is to a `Decimal` that has not room for all of its digits: more than 38, or 39 that are together beyond 2^128 - 1, or some
    /// behind the 128th decimal place.
    public enum DecimalPrecision: Sendable, Hashable {
        /// A mismatch, `numberOutOfRange`: no digit is lost without a word.
        case exact
        /// The nearest `Decimal`; of two that are equally near the one whose last digit is even. A number that is too large is still a mismatch.
        case round
    }

    /// Whether a value of another JSON kind is converted: a number in a string, a Bool for a number, zero for null. Default: true.
    public var convertsTypes = true
    /// What happens to a value that does not fit, even after conversion. Default: `keepDefault`. A root that does not fit is always an error.
    public var onMismatch = MismatchPolicy.keepDefault
    /// What happens to a property whose key does not come. Default: `keepDefault`. Properties that their model requires are always missed.
    public var onMissing = MissingPolicy.keepDefault
    /// What null does. Default: `convert`.
    public var onNull = NullPolicy.convert
    /// What happens to a key that no property has. Default: `ignore`.
    public var onUnknownKey = UnknownKeyPolicy.ignore
    /// What happens when a key comes twice. Default: `lastWins`.
    public var onDuplicateKey = DuplicateKeyPolicy.lastWins
    /// What happens to an element that does not fit. Default: `asMismatch`.
    public var onInvalidElement = InvalidElementPolicy.asMismatch
    /// How strings become `Data`. Default: `base64`.
    public var dataFormat = DataFormat.base64
    /// What a `Date` is read from: the first of these formats that has it. Default: none are named, and a date is a string of the conversion table, or a
    /// number where `numericDates` says so.
    ///
    /// A string that holds a number is one to `.epochSeconds` and `.epochMilliseconds` if types are converted. A text in none of the formats is a
    /// mismatch, `invalidValue`. A format that is none (``DateFormat/pattern(_:_:)``) is an error, `invalidDeclaration`, of every decode.
    public var dateFormats: [DateFormat] = []
    /// What a number is to a `Date`, besides what `dateFormats` say. Default: `none`.
    public var numericDates = NumericDates.none
    /// What a number with more digits than a `Decimal` has room for is to one. Default: `exact`. Every value of a `Decimal` is read back either way.
    public var decimalPrecision = DecimalPrecision.exact
    /// How a property's key follows from its name, where its model does not say. Default: `verbatim`.
    public var keyStyle = KeyStyle.verbatim
    /// Whether keys match without regard to the case of ASCII letters, where a model does not say. Of two properties
    /// whose keys differ in nothing else, the one whose key is exactly the document's is meant. Default: false.
    public var ignoresKeyCase = false
    /// Containers inside each other, the root included. Default: 512. Counts as at least 1 and at most 2,000: values nested deeper than
    /// that could not be released without the risk of running out of stack. What is nested deeper than 512 is read on a stack of its own, by a thread
    /// that the caller waits for; hooks run there too.
    public var maximumDepth = 512
    /// Bytes of the content of one string, key or number. Default: 64 MiB. The memory of the tokenizer itself is bounded by sixteen times as much.
    public var maximumTokenBytes = 64 << 20
    /// Bytes of one document. Default: no limit.
    public var maximumDocumentBytes = Int.max
    /// Whether a byte order mark at the very start is stepped over (RFC 8259 section 8.1 allows to). Default: true.
    public var acceptsByteOrderMark = true

    /// What reads a document's tokens. Default: `automatic`.
    public var tokenizer = Tokenizer.automatic

    /// Makes the lenient options.
    public init() {}

    /// YYModel's automatic conversion with its holes closed: what can be converted without loss is, what does not fit is left out.
    public static let lenient = DecodingOptions()

    /// Nothing is converted and everything must fit: a value of another kind, an integer with a fraction, or null for a property that is
    /// not optional ends the decode. A byte order mark is refused. Keys may still be missing, unknown or repeated.
    public static let strict: DecodingOptions = {
        var options = DecodingOptions()
        options.convertsTypes = false
        options.onMismatch = .fail
        options.onNull = .fail
        options.acceptsByteOrderMark = false
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
        if onNull == .keep { scalars.insert(.keepsOnNull) }
        if onNull == .fail { scalars.insert(.failsOnNull) }
        if dataFormat == .utf8 { scalars.insert(.utf8Data) }
        if numericDates == .epochSeconds { scalars.insert(.epochSeconds) }
        if numericDates == .epochMilliseconds { scalars.insert(.epochMilliseconds) }
        if decimalPrecision == .round { scalars.insert(.roundsDecimals) }
        let failsOnMismatch = onMismatch == .fail
        return DecodingRules(
            scalars: ScalarRules(scalars, forms), failsOnMismatch: failsOnMismatch,
            failsOnInvalidElement: onInvalidElement == .fail || (onInvalidElement == .asMismatch && failsOnMismatch),
            failsOnMissing: onMissing == .fail, failsOnUnknownKey: onUnknownKey == .fail, failsOnDuplicateKey: onDuplicateKey == .fail,
            maximumDepth: min(max(maximumDepth, 1), 2_000))
    }

    var limits: ParserLimits {
        ParserLimits(
            maximumTokenBytes: max(maximumTokenBytes, 0), maximumDocumentBytes: max(maximumDocumentBytes, 0),
            acceptsByteOrderMark: acceptsByteOrderMark)
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

    /// The plans of types read by these options; nil if they are those of the default options.
    var styledPlans: PlanCache? {
        if let fault = dateFormats.lazy.compactMap(\.fault).first { return PlanCache(fault: fault) }
        return keyStyle.rules == nil && !ignoresKeyCase ? nil : PlanCache.shared(keyStyle, ignoresCase: ignoresKeyCase)
    }
}
