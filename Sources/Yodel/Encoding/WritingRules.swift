/// How values are written. Trivial; the layer above makes it from the public options.
struct WritingRules {
    /// What stands for a number that JSON does not have.
    enum NonFinite: UInt8 {
        case fail, leaveOut, null
    }

    /// What, beside the values, decides on the keys of an object.
    struct Choice: OptionSet {
        let rawValue: UInt8

        /// They are in order.
        static let sorted = Choice(rawValue: 1)
        /// Properties that are what they are by default are left out.
        static let omitsDefaults = Choice(rawValue: 2)
    }

    /// How a date is written.
    @safe enum DateForm {
        // SAFETY: an encoder, or what writes for it, keeps the form.
        /// `yyyy-MM-dd'T'HH:mm:ssZ`, with digits of a second's fraction, in the zone so many seconds east of Greenwich.
        case text(fractionDigits: Int, secondsFromGMT: Int)
        /// A number of units since 1970.
        case epoch(unitsPerSecond: Double)
        /// A text by a form of its own, which whoever writes keeps.
        case own(Unmanaged<DateForms>)
    }

    /// What stands for a property that is nil.
    var nils = NilForm.leaveOut
    /// Whether constants are written.
    var writesConstants = true
    var nonFinite = NonFinite.leaveOut
    var isPretty = false
    /// Whether a document is one line, whatever is in it.
    var isOneLine = false
    var choice: Choice = []
    var escapes: StringEscape.Flags = []
    var date = DateForm.text(fractionDigits: 0, secondsFromGMT: 0)
    /// Whether data is written as the string whose UTF-8 it is, not in base64.
    var dataIsText = false
    /// Whether integers beyond 2^53 are strings.
    var quotesLargeIntegers = false
    var maximumDepth = 512

    /// The form of dates that the rules refer to.
    var dateForms: DateForms? {
        if case .own(let forms) = date { unsafe forms.takeUnretainedValue() } else { nil }
    }

    var sortsKeys: Bool { choice.contains(.sorted) }
    var omitsDefaults: Bool { choice.contains(.omitsDefaults) }

    /// The same in compact form and in the order of declaration: how a value is written that is read again at once.
    var compact: WritingRules {
        var rules = self
        rules.isPretty = false
        rules.choice.remove(.sorted)
        rules.escapes = []
        return rules
    }
}

/// What has come of an attempt to write a value.
enum WriteVerdict {
    case written
    /// The value is nil: nothing has been written.
    case isNil
    /// The value has no place in JSON and is left out: nothing counts that has been written.
    case leftOut
    /// There is an error.
    case failed
}
