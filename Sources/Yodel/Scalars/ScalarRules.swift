/// What one scalar becomes. Trivial.
@safe struct ScalarRules: Sendable {
    // SAFETY: the forms of dates are kept by the decoder, or by whoever reads for it, as long as the rules are used.

    /// What holds.
    struct Flags: OptionSet, Sendable {
        let rawValue: UInt16
    }

    private var flags: Flags
    /// The forms that dates have; nil: those of the conversion table. It is not counted, since readers pass the rules on with every scalar.
    private let forms: Unmanaged<DateForms>?

    init(_ flags: Flags, _ forms: DateForms? = nil) {
        self.flags = flags
        unsafe self.forms = forms.map { unsafe Unmanaged.passUnretained($0) }
    }

    @inline(__always)
    func contains(_ flag: Flags) -> Bool { flags.contains(flag) }

    /// The same without some.
    func subtracting(_ flags: Flags) -> ScalarRules {
        var rules = self
        rules.flags.subtract(flags)
        return rules
    }

    /// The same with more.
    func union(_ flags: Flags) -> ScalarRules {
        var rules = self
        rules.flags.formUnion(flags)
        return rules
    }

    /// The forms that dates have; nil: those of the conversion table.
    var dateForms: DateForms? { unsafe forms?.takeUnretainedValue() }

    /// Whether dates have forms that the options name.
    @inline(__always)
    var namesDateForms: Bool { unsafe forms != nil }

    /// Whether numbers are dates, besides what the forms say.
    var takesEpoch: Bool { !flags.isDisjoint(with: [.epochSeconds, .epochMilliseconds]) }

    /// Null for a type that has no place for it.
    var nullForPresent: Verdict {
        if contains(.keepsOnNull) { return .kept }
        return contains(.converts) && !contains(.failsOnNull) ? .kept : .unexpectedNull
    }

    /// A text that stands for null, for a type that has no place for it.
    var nullTextForPresent: Verdict {
        guard contains(.converts) else { return .invalidValue }
        return contains(.refusesLoss) ? .lossy : .kept
    }
}

extension ScalarRules.Flags {

    /// A value of another kind is converted.
    static let converts = Self(rawValue: 1)
    /// A value is not converted if something of it would be lost.
    static let refusesLoss = Self(rawValue: 1024)
    /// Null is passed over.
    static let keepsOnNull = Self(rawValue: 2)
    /// Null ends the decode unless the place is an optional.
    static let failsOnNull = Self(rawValue: 4)
    /// A string's own bytes are the data.
    static let utf8Data = Self(rawValue: 8)
    /// Numbers are dates, in seconds since 1970.
    static let epochSeconds = Self(rawValue: 16)
    /// Numbers are dates, in milliseconds since 1970.
    static let epochMilliseconds = Self(rawValue: 32)
    /// A number that a `Decimal` cannot hold exactly becomes the nearest one.
    static let roundsDecimals = Self(rawValue: 64)
    /// `false` fits only where a `Bool` or a text is wanted. Elsewhere the readers treat it as null.
    static let falseIsNull = Self(rawValue: 128)
    /// `NaN`, `Infinity` and `-Infinity` as texts are numbers.
    static let nonFinite = Self(rawValue: 512)
    /// What a text that stands for null makes is not stored, but told.
    static let tellsNull = Self(rawValue: 256)
}
