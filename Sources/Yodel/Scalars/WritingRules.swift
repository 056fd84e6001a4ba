import FoundationEssentials

/// How values are written. Trivial; the layer above makes it from the public options.
struct WritingRules: Equatable {
    /// What stands for a number that JSON does not have.
    enum NonFinite: UInt8 {
        case fail, omit, null
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
    @safe enum DateForm: Equatable {
        // SAFETY: an encoder, or what writes for it, keeps the form.
        /// `yyyy-MM-dd'T'HH:mm:ssZ`, with digits of a second's fraction, in the zone so many seconds east of Greenwich.
        case text(fractionDigits: Int, secondsFromGMT: Int)
        /// A number of units since 1970.
        case epoch(unitsPerSecond: Double)
        /// A whole number of units since 1970 that have so many decimal places of a second.
        case fineEpoch(decimalPlaces: Int)
        /// A number of seconds since 2001.
        case secondsSince2001
        /// A text by a form of its own, which whoever writes keeps.
        case own(Unmanaged<DateForms>)

        static func == (left: DateForm, right: DateForm) -> Bool {
            switch (left, right) {
            case (.text(let left, let leftZone), .text(let right, let rightZone)): left == right && leftZone == rightZone
            case (.epoch(let left), .epoch(let right)): left == right
            case (.fineEpoch(let left), .fineEpoch(let right)): left == right
            case (.secondsSince2001, .secondsSince2001): true
            case (.own(let left), .own(let right)): unsafe left.toOpaque() == right.toOpaque()
            case (.text, _), (.epoch, _), (.fineEpoch, _), (.secondsSince2001, _), (.own, _): false
            }
        }
    }

    /// What stands for a property that is nil.
    var nils = NilForm.omit
    /// Whether constants are written.
    var writesConstants = true
    var nonFinite = NonFinite.omit
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
    /// Whether each `Decimal` is a string.
    var quotesDecimals = false
    /// What is done with large integers where the text is to be canonical (RFC 8785); nil: it is not. Only steps make canonical text (ModelWriter+Canonical.swift).
    var canonical: JSONValue.LargeIntegerPolicy?
    /// Whether it is known already that nothing is lost below keys that lead to others (`ModelWriter.written(over:)`).
    var losesNothing = false
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
        rules.canonical = nil
        return rules
    }

    /// The same in canonical form.
    func canonical(_ policy: JSONValue.LargeIntegerPolicy) -> WritingRules {
        var rules = compact
        rules.choice.insert(.sorted)
        rules.canonical = policy
        return rules
    }
}

extension OutputBuffer {
    /// Writes a date, in the form that the rules say.
    mutating func append(_ date: Date, _ rules: WritingRules) -> WriteOutcome {
        let seconds = date.timeIntervalSince1970
        guard seconds.isFinite else { return .notFinite }
        switch rules.date {
        case .text(let digits, let zone):
            var isWritten = true
            unsafe write(DateWriter.maximumBytes + 2) { to in
                let count = unsafe DateWriter.write(
                    secondsSince1970: seconds, fractionDigits: digits, secondsFromGMT: zone, to: to + 1)
                guard let count else {
                    isWritten = false
                    return 0
                }
                unsafe to.put(UInt8(ascii: "\""))
                unsafe to.put(UInt8(ascii: "\""), at: count + 1)
                return count + 2
            }
            return isWritten ? .written : .dateOutOfRange
        case .epoch(let units):
            let value = seconds * units
            guard value.isFinite else { return .dateOutOfRange }
            append(value, whole: DateWriter.wholeUnits(since1970: date, unitsPerSecond: units))
            return .written
        case .fineEpoch(let places):
            guard let units = DateWriter.units(since1970: date, decimalPlaces: places) else { return .dateOutOfRange }
            unsafe write(NumberWriter.maximumIntegerBytes) { NumberWriter.write(units, to: $0) }
            return .written
        case .secondsSince2001:
            let value = date.timeIntervalSinceReferenceDate
            append(value, whole: Int64(exactly: value))
            return .written
        case .own(let forms):
            guard var text = unsafe forms._withUnsafeGuaranteedRef({ $0.text(of: date) }) else { return .dateOutOfRange }
            unsafe text.withBorrowedBytes { append(quoted: $0, rules.escapes) }
            return .written
        }
    }

    /// Writes a finite number, a whole one without a fraction.
    private mutating func append(_ value: Double, whole: Int64?) {
        if let whole {
            unsafe write(NumberWriter.maximumIntegerBytes) { NumberWriter.write(whole, to: $0) }
        } else {
            unsafe write(NumberWriter.maximumDoubleBytes) { NumberWriter.write(value, to: $0) }
        }
    }

    /// Writes a finite Decimal, in the form that the rules say.
    mutating func append(_ value: Decimal, _ rules: WritingRules) {
        guard rules.quotesDecimals else { return append(value) }
        append(UInt8(ascii: "\""))
        append(value)
        append(UInt8(ascii: "\""))
    }

    /// Writes data, in the form that the rules say.
    mutating func append(_ data: Data, _ rules: WritingRules) -> WriteOutcome {
        guard rules.dataIsText else {
            append(base64: data, rules.escapes)
            return .written
        }
        guard var text = String(validating: data, as: UTF8.self) else { return .dataIsNoText }
        unsafe text.withBorrowedBytes { append(quoted: $0, rules.escapes) }
        return .written
    }

    /// Writes the bytes of a value as they are.
    mutating func append(_ value: RawJSON, _ rules: WritingRules) {
        if rules.quotesLargeIntegers { append(LargeIntegers.mark) }
        value.append(to: &self, isOnOneLine: rules.isOneLine)
        if rules.quotesLargeIntegers { append(LargeIntegers.mark) }
    }
}
