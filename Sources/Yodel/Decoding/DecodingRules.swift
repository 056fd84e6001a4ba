/// What follows where the input and the model differ. Trivial: copied into each decode.
struct DecodingRules: Sendable {
    var scalars: ScalarRules
    /// Whether a value that does not fit ends the decode; otherwise it is left out.
    var failsOnMismatch: Bool
    /// Whether an element that does not fit ends the decode.
    var failsOnInvalidElement: Bool
    /// Whether a property without a value ends the decode, unless it is optional.
    var failsOnMissing = false
    /// Whether it does not if the property is one of a draft, which has a default then.
    var honoursDefaults = false
    /// Whether a property without a value that is not required is noted, and does not end the decode.
    var notesMissing = false
    /// Whether a key that no property has ends the decode.
    var failsOnUnknownKey = false
    /// Whether a key that comes twice ends the decode.
    var failsOnDuplicateKey = false
    /// Whether of each enum's tags the last one is looked for at once, since an enum with a tag is around what is read. If parts went back as well, each of
    /// them inside of another one would double the work.
    var seeksLastTags = false
    /// Values that are null where they do not fit.
    var emptyAsNull: EmptyKinds = []
    /// Containers inside each other, the root included.
    var maximumDepth: Int
    /// How strings are made. Kept here, since each look at that of the process asks whether it has been made.
    let strings = StringLayout.current

    /// Makes them those of a decode that notes all that is wrong: everything has to fit, nothing is converted, and nothing but a fault ends it. What may be
    /// missing is the options' to say.
    mutating func collect() {
        scalars = scalars.subtracting([.converts, .keepsOnNull, .failsOnNull, .falseIsNull])
        emptyAsNull = []
        failsOnMismatch = false
        failsOnInvalidElement = false
        notesMissing = true
        failsOnUnknownKey = false
        failsOnDuplicateKey = false
    }

    /// Makes them those of a try of an enum's case: whatever does not fit ends it.
    ///
    /// - Parameter converts: Whether values are converted as the options say; otherwise none is.
    mutating func fit(converting converts: Bool) {
        if !converts && scalars.contains(.converts) {
            // The round that converts follows.
            scalars = scalars.subtracting([.converts, .falseIsNull])
            emptyAsNull = []
        }
        failsOnMismatch = true
        failsOnInvalidElement = true
        guard notesMissing else { return }
        // Of a decode that notes all that is wrong, what is noted does not fit.
        notesMissing = false
        failsOnUnknownKey = true
        failsOnDuplicateKey = true
    }

    /// Makes them those of a decode that ends wherever there is something to note: one that notes it reads the value again.
    mutating func wantFit() {
        emptyAsNull = []
        failsOnMismatch = true
        failsOnInvalidElement = true
        failsOnUnknownKey = true
        failsOnDuplicateKey = true
    }

    /// Whether each key is of interest, even one of a plain property.
    var tracksKeys: Bool { asksForPresence || failsOnUnknownKey }

    /// Whether it matters of each key of a model whether it is present.
    var asksForPresence: Bool { failsOnMissing || failsOnDuplicateKey }

    /// Whether a value that does not fit its place ends the decode; otherwise the place stays as it is, and an element is left out.
    func ends(behind verdict: Verdict, _ state: SlotState) -> Bool {
        let fails = state.isElement ? failsOnInvalidElement : failsOnMismatch
        return fails || state.isWhole || (verdict == .unexpectedNull && scalars.contains(.failsOnNull))
    }

    /// Whether a value may end the decode.
    var mayFail: Bool { failsOnMismatch || failsOnInvalidElement || tracksKeys || scalars.contains(.failsOnNull) }
}

/// What a decode is asked to do. Trivial.
struct DecodingRequest {
    var rules: DecodingRules
    var limits: ParserLimits
    /// The way to the part of the document that is wanted.
    var seek = SoughtPath.whole
    /// What reads it, if it is bytes; nil: the scanner.
    var parser: (any DocumentParser.Type)?
    /// Where issues are noted. It is the caller's, and stays in place during the decode.
    var report: Pinned<DecodingReport>?
    /// What counts keys that no property has, and those that do not come. It is the caller's, and stays in place during the decode.
    var watch: Pinned<KeyWatch>?
    /// Whether instances are as they were before if something has been noted, and not only after a failure.
    var undoesWhatIsNoted = false
    /// What a part of a document counts together with; nil: it is no part. It is the caller's, and stays in place during the decode.
    var part: Pinned<PartLimits>?

    init(_ rules: DecodingRules, _ limits: ParserLimits) {
        self.rules = rules
        self.limits = limits
    }

    /// Whether a whole document is read, and nothing of it noted.
    var isUnnoted: Bool { report == nil && seek.isEmpty }

    /// Whether everything that does not fit is left alone or ends the decode: nothing is noted, no null passed over, and it does not matter of each key
    /// whether it is present.
    var isPlain: Bool { !rules.asksForPresence && isPlainButForKeys }

    /// The same as `isPlain`, whether or not keys are tracked.
    var isPlainButForKeys: Bool { isUnnoted && mayReadPlainly }

    /// Whether values of the document that are plain may be read so: no null is passed over.
    var mayReadPlainly: Bool { !rules.scalars.contains(.keepsOnNull) }
}

extension ParserLimits {
    /// Whether no key that is found by its pattern is too long, so that the plain loop does not ask.
    var allowAllKnownKeys: Bool { maximumTokenBytes >= KeyPattern.longest }
}

/// The way to a part of a document; empty for all of it.
@safe struct SoughtPath {
    // SAFETY: whoever makes one says that the components stay in place during the decode.
    private let components: UnsafeBufferPointer<JSONPath.Component>

    /// That of the whole document.
    static var whole: SoughtPath { unsafe SoughtPath(UnsafeBufferPointer(start: nil, count: 0)) }

    var isEmpty: Bool { count == 0 }
    var count: Int { unsafe components.count }

    subscript(index: Int) -> JSONPath.Component { unsafe components[index] }

    var path: JSONPath { unsafe JSONPath(Array(components)) }
}

extension SoughtPath {
    init(_ components: UnsafeBufferPointer<JSONPath.Component>) { unsafe self.components = components }
}
