/// How an encoder writes.
///
/// ```swift
/// var options = EncodingOptions.default
/// options.isPretty = true
/// options.sortsKeys = true
/// let encoder = ModelEncoder(options)
/// ```
///
/// All of them also apply inside types that encode themselves (`Encodable`, not models). The keys of dictionaries are data and stay as they are.
public struct EncodingOptions: Sendable, Hashable {
    /// How a property that is nil is written.
    ///
    /// A decoder leaves a property whose key is missing as `init()` made it. So an omitted nil reads back as nil only if nil is the default, and an exact
    /// round trip needs one of the other two:
    ///
    /// ```swift
    /// struct Settings: Model { var theme: String? = "light", font: String? }
    /// // theme and font are nil:   .omit {}    .null {"theme":null,"font":null}    .nullUnlessDefault {"theme":null}
    /// ```
    public enum NilPolicy: Sendable, Hashable {
        /// The key is omitted. Decoding it again gives the property its default, which need not be nil.
        case omit
        /// `null`.
        case null
        /// `null` if the default of the property is not nil, nothing if it is: the shortest text from which the property is decoded as nil. The default is
        /// that of a model made by `init()`, once for each type when it is first needed.
        case nullUnlessDefault
    }

    /// How an integer beyond 2^53 is written. Readers whose numbers are doubles, such as JavaScript, lose its last digits.
    public enum LargeIntegers: Sendable, Hashable {
        /// A number, with all its digits.
        case number
        /// A string of its digits.
        case string
    }

    /// How a `Decimal` is written. Readers whose numbers are doubles lose digits of one, and JavaScript shows 0.1 + 0.2 as 0.30000000000000004.
    public enum Decimals: Sendable, Hashable {
        /// A number, with all its digits.
        case number
        /// A string of its digits.
        case string
    }

    /// How NaN and the infinities are written, which JSON does not have.
    public enum NonFinitePolicy: Sendable, Hashable {
        /// The key is omitted. An element of an array is `null`, so the others keep their positions.
        case omit
        /// `null`.
        case null
        /// The encoding ends with the error `nonFiniteNumber`.
        case fail
    }

    /// How a property that is nil is written. Default: `omit`. It loses the nil of a property whose default is not nil when the text is decoded again;
    /// `nullUnlessDefault` keeps it. A model can decide for one property (``KeyMapping/onNil``). A nil element of an array or value of a dictionary is always
    /// `null`.
    public var onNil = NilPolicy.omit
    /// Whether properties that equal their default are left out. Default: false.
    ///
    /// The default of a property is its value in a model made by `init()` at the time of writing; for a struct with a ``ModelForm`` it is the one in its list. Values
    /// are compared as by ``BaseModel/modelIsEqual(_:)``. A value that is neither `Equatable` nor `Encodable` is written.
    ///
    /// ```swift
    /// struct Window: Model { var title = "", width = 640, height = 480; var icon: String? = "app" }
    /// // title is "Log", icon is nil:   {"title":"Log","icon":null}
    /// ```
    ///
    /// The text decodes to an equal model with the default options. So some defaults are still written: required properties; nil where the default is not nil,
    /// whatever `onNil` says; a default whose key, or an alternative of it, leads to what another property writes; elements of arrays that paths lead through;
    /// and all properties of a model whose hooks see its objects, since a hook may look for any key. A model in a property is read into the existing one, so
    /// it omits what both have by default. A decoder that fails on missing keys (`onMissing`) will miss omitted keys.
    public var omitsDefaults = false
    /// How integers beyond 2^53 are written; smaller integers are exact as `Double`. Default: `number`.
    ///
    /// It applies to every number that is written with digits alone: properties of any type, elements, values of dictionaries, numbers of a ``JSONValue``, and
    /// what hooks, transforms and types that encode themselves produce. Large doubles have an exponent or a point and stay numbers. The bytes of a ``RawJSON``
    /// stay unchanged as well, unless its model has a `willEncode(into:)`, which receives them as a value. Decoding converts the strings back unless
    /// `convertsTypes` is off; a type that decodes itself (`Decodable`) accepts them only if its own code does.
    public var largeIntegers = LargeIntegers.number
    /// How each `Decimal` is written, finite ones at least: properties, elements, values of dictionaries, those in `Any` and in types that encode themselves.
    /// Default: `number`.
    ///
    /// Hooks see the strings. Decoding converts them back unless `convertsTypes` is off; a type that decodes itself (`Decodable`) accepts them only if its own
    /// code does. For single properties, and under strict options too, there is ``PropertyTransform/decimalText``.
    public var decimals = Decimals.number
    /// How NaN and the infinities are written. Default: `omit`.
    public var onNonFinite = NonFinitePolicy.omit
    /// Whether the text has line breaks and indents of two spaces, as in Foundation's encoder. Default: false, no white space at all.
    public var isPretty = false
    /// Whether the keys of every object are sorted by their UTF-8. Default: false, properties in the order of declaration, superclasses first, and
    /// dictionaries in any order. Sets are in any order either way.
    public var sortsKeys = false
    /// Whether `/` is written as `\/`, so that the text may be put inside HTML. Default: false.
    public var escapesSlashes = false
    /// Whether characters that are not ASCII are written as `\u` and four digits, those beyond U+FFFF as two of these. Default: false.
    public var escapesNonASCII = false
    /// Whether `let` properties are written, as in `JSONEncoder`. Default: true. Decoding skips their keys: a `let` stays as `init()` makes it.
    public var writesConstants = true
    /// How a property's key follows from its name, unless the model says. Default: `verbatim`.
    public var keyStyle = KeyStyle.verbatim
    /// What is said of types by ``describe(_:_:)``.
    var mixins: ModelMixins?
    /// How dates are written. Default: `iso8601`. A date that the format cannot express is an error.
    public var dateFormat = DateFormat.iso8601
    /// How `Data` becomes a string. Default: `base64`. With `utf8`, data that is not UTF-8 is an error.
    public var dataFormat = DecodingOptions.DataFormat.base64
    /// The greatest number of nested containers, the root included. Default: 512. Values below 1 count as 1 and values above 1,000 as 1,000. A value
    /// deeper than 512 is written once more from its start, on a thread with its own stack, and the caller waits for it; hooks run there too. Instances that
    /// refer to each other in a circle end here, with an error.
    public var maximumDepth = 512

    /// Makes the default options.
    public init() {}

    /// Compact text, keys in the order of declaration, nil left out.
    public static let `default` = EncodingOptions()
}

extension EncodingOptions.NilPolicy {
    var form: NilForm {
        switch self {
        case .omit: .omit
        case .null: .null
        case .nullUnlessDefault: .nullUnlessDefault
        }
    }
}

extension EncodingOptions {
    /// What the options ask of the writer. They have to stay as long as the rules are used, for the form of dates.
    var rules: WritingRules {
        var rules = WritingRules()
        rules.nils = onNil.form
        rules.writesConstants = writesConstants
        rules.nonFinite =
            switch onNonFinite {
            case .omit: .omit
            case .null: .null
            case .fail: .fail
            }
        rules.isPretty = isPretty
        if sortsKeys { rules.choice.insert(.sorted) }
        if omitsDefaults { rules.choice.insert(.omitsDefaults) }
        rules.quotesLargeIntegers = largeIntegers == .string
        rules.quotesDecimals = decimals == .string
        if escapesSlashes { rules.escapes.insert(.slash) }
        if escapesNonASCII { rules.escapes.insert(.notASCII) }
        rules.date = dateFormat.forms.writing
        rules.dataIsText = dataFormat == .utf8
        rules.maximumDepth = min(max(maximumDepth, 1), 1_000)
        return rules
    }

    /// The plans of types written by these options; nil if they are those of the default options.
    var styledPlans: PlanCache? {
        if let fault = dateFormat.fault { return PlanCache(fault: fault) }
        return keyStyle.rules == nil && mixins == nil ? nil : PlanCache.shared(keyStyle, ignoresCase: false, mixins)
    }
}
