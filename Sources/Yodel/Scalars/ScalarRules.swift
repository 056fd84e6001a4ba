/// What one scalar becomes. Trivial.
@safe struct ScalarRules: Sendable {
    // SAFETY: the forms of dates are kept by the decoder, or by whoever reads for it, as long as the rules are used.

    /// What holds.
    struct Flags: OptionSet, Sendable {
        let rawValue: UInt8
    }

    /// The flags, and above them the address of the forms that dates have, or zero: one word, which readers pass on with every scalar. No address of a
    /// process has its upper byte.
    private var word: UInt

    init(_ flags: Flags, _ forms: DateForms? = nil) {
        word = UInt(flags.rawValue)
        if let forms { unsafe word |= UInt(bitPattern: Unmanaged.passUnretained(forms).toOpaque()) << 8 }
    }

    @inline(__always)
    private var flags: Flags { Flags(rawValue: UInt8(truncatingIfNeeded: word)) }

    @inline(__always)
    func contains(_ flag: Flags) -> Bool { flags.contains(flag) }

    /// The same without some.
    func subtracting(_ flags: Flags) -> ScalarRules {
        var rules = self
        rules.word &= ~UInt(flags.rawValue)
        return rules
    }

    /// The forms that dates have; nil: those of the conversion table.
    var dateForms: DateForms? {
        unsafe UnsafeRawPointer(bitPattern: word >> 8).map { unsafe Unmanaged<DateForms>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Whether dates have forms that the options name.
    @inline(__always)
    var namesDateForms: Bool { word > UInt(UInt8.max) }

    /// Whether numbers are dates, besides what the forms say.
    var takesEpoch: Bool { !flags.isDisjoint(with: [.epochSeconds, .epochMilliseconds]) }

    /// Null for a type that has no place for it.
    var nullForPresent: Verdict {
        if contains(.keepsOnNull) { return .kept }
        return contains(.converts) && !contains(.failsOnNull) ? .kept : .unexpectedNull
    }
}

extension ScalarRules.Flags {

    /// A value of another kind is converted.
    static let converts = Self(rawValue: 1)
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
}
