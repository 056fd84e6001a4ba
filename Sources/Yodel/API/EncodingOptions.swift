/// How an encoder writes.
///
/// ```swift
/// var options = EncodingOptions.default
/// options.isPretty = true
/// options.sortsKeys = true
/// let encoder = ModelEncoder(options)
/// ```
///
/// All of them hold inside of types that encode themselves (`Encodable`, no model), too; the keys of dictionaries are data and stay as they are.
public struct EncodingOptions: Sendable, Hashable {
    /// What stands for a property that is nil.
    ///
    /// A decoder leaves a property whose key does not come as `init()` has made it. So what is left out comes back as nil only where nil is the
    /// default, and a round trip needs one of the other two:
    ///
    /// ```swift
    /// struct Settings: Model { var theme: String? = "light", font: String? }
    /// // theme and font are nil:   .omit {}    .null {"theme":null,"font":null}    .nullUnlessDefault {"theme":null}
    /// ```
    public enum NilPolicy: Sendable, Hashable {
        /// Nothing: the key is left out. Decoded again, the property has its default, which need not be nil.
        case omit
        /// `null`.
        case null
        /// `null` where the property's default is another value than nil, nothing where it is nil: decoded again, the property is nil, by the
        /// shortest text. The default is the one in a model that `init()` makes, once for each type when this is first needed.
        case nullUnlessDefault
    }

    /// What stands for an integer beyond 2^53: readers whose numbers are Doubles, as those of JavaScript are, lose its last digits.
    public enum LargeIntegers: Sendable, Hashable {
        /// A number, with all its digits.
        case number
        /// A string of its digits.
        case string
    }

    /// What stands for NaN and the infinities, which JSON does not have.
    public enum NonFinitePolicy: Sendable, Hashable {
        /// Nothing: the key is left out. As an element of an array it is `null`, so that the others keep their places.
        case omit
        /// `null`.
        case null
        /// The encoding ends with the error `nonFiniteNumber`.
        case fail
    }

    /// How a `Date` is written.
    public typealias DateFormat = Yodel.DateFormat

    /// What stands for a property that is nil. Default: `omit`, which loses the nil of a property whose default is not nil when the text is decoded again;
    /// `nullUnlessDefault` keeps it. What a model says of a property (``KeyMapping/onNil``) goes before it. An element of an array or a value of a dictionary that is nil is
    /// always `null`.
    public var onNil = NilPolicy.omit
    /// Whether properties are left out that are what they are by default. Default: false.
    ///
    /// The default of a property is what a model has that `init()` makes when this is written; of a ``DescribedModel`` what its list says. Two values are
    /// equal as ``BaseModel/modelIsEqual(_:)`` has it; what has no equality of its own and is not `Encodable` either is written.
    ///
    /// ```swift
    /// struct Window: Model { var title = "", width = 640, height = 480; var icon: String? = "app" }
    /// // title is "Log", icon is nil:   {"title":"Log","icon":null}
    /// ```
    ///
    /// What is left out and decoded again, by the default options, gives an equal model. So the rest is written all the same: required properties; nil where
    /// the default is not nil, whatever `onNil` says; a default whose key, or an alternative of it, leads to what another property writes; elements of
    /// arrays that paths lead through; and all properties of a model whose hooks see its objects, which may look for any key. A model in a property is
    /// read into the one that is there: of it is left out what both have by default. A decoder that fails on missing keys (`onMissing`) misses them.
    public var omitsDefaults = false
    /// What stands for integers beyond 2^53, up to which every one is a Double of its own. Default: `number`.
    ///
    /// It holds for every number of the document that is written with digits alone: properties of any type, elements, values of dictionaries, numbers of a
    /// `JSONValue`, what hooks, transforms and types that encode themselves make. Doubles beyond have an exponent or a point and stay. So do the bytes of
    /// a ``RawJSON``, unless it is in a model whose `willEncode(into:)` gets them as a value. Decoding reads the strings by the conversion table, unless `convertsTypes` is off; a type that decodes itself (`Decodable`)
    /// takes them only if its own code does.
    public var largeIntegers = LargeIntegers.number
    /// What stands for NaN and the infinities. Default: `omit`.
    public var onNonFinite = NonFinitePolicy.omit
    /// Whether the text is laid out over lines, indented by two spaces a level, as Foundation's encoder does it. Default: false, no white space at all.
    public var isPretty = false
    /// Whether the keys of every object are in order, by their UTF-8. Default: false: properties in the order of declaration, superclasses first;
    /// dictionaries in any order. Sets are in any order either way.
    public var sortsKeys = false
    /// Whether `/` is written `\/`, so that the text may stand inside HTML. Default: false.
    public var escapesSlashes = false
    /// Whether characters that are not ASCII are written as `\u` and four digits, those beyond U+FFFF as two of these. Default: false.
    public var escapesNonASCII = false
    /// Whether `let` properties are written, as `JSONEncoder` does it. Default: true. Decoding passes their keys over: a `let` is as `init()` makes it.
    public var writesConstants = true
    /// How a property's key follows from its name, where its model does not say. Default: `verbatim`.
    public var keyStyle = KeyStyle.verbatim
    /// How dates are written. Default: `iso8601`. A date that the format has no text for is an error.
    public var dateFormat = DateFormat.iso8601
    /// How `Data` becomes a string. Default: `base64`. As `utf8` data that is not UTF-8 is an error.
    public var dataFormat = DecodingOptions.DataFormat.base64
    /// Containers inside each other, the root included. Default: 512. Counts as at least 1 and at most 1,000: writing goes down level by level
    /// on the call stack. Instances that refer to each other in a
    /// circle end here, with an error.
    public var maximumDepth = 512

    /// Makes the default options.
    public init() {}

    /// Compact text, keys in the order of declaration, nil left out.
    public static let `default` = EncodingOptions()
}

extension EncodingOptions.NilPolicy {
    var form: NilForm {
        switch self {
        case .omit: .leaveOut
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
            case .omit: .leaveOut
            case .null: .null
            case .fail: .fail
            }
        rules.isPretty = isPretty
        if sortsKeys { rules.choice.insert(.sorted) }
        if omitsDefaults { rules.choice.insert(.omitsDefaults) }
        rules.quotesLargeIntegers = largeIntegers == .string
        if escapesSlashes { rules.escapes.insert(.slash) }
        if escapesNonASCII { rules.escapes.insert(.notASCII) }
        rules.date =
            switch dateFormat.form {
            case .iso8601(let digits, let zone): .text(fractionDigits: digits, secondsFromGMT: zone)
            case .epoch(let units): .epoch(unitsPerSecond: units)
            case .pattern, .custom, .faulty: unsafe .own(.passUnretained(dateFormat.forms))
            }
        rules.dataIsText = dataFormat == .utf8
        rules.maximumDepth = min(max(maximumDepth, 1), 1_000)
        return rules
    }

    /// The plans of types written by these options; nil if they are those of the default options.
    var styledPlans: PlanCache? {
        if let fault = dateFormat.fault { return PlanCache(fault: fault) }
        return keyStyle.rules == nil ? nil : PlanCache.shared(keyStyle, ignoresCase: false)
    }
}
