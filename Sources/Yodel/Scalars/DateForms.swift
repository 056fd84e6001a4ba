import FoundationEssentials

/// What a date is in JSON, where the options name a form.
enum DateForm: Sendable, Hashable {
    /// A string by ISO 8601; written with digits of a second's fraction, in the zone so many seconds east of Greenwich.
    case iso8601(fractionDigits: Int, secondsFromGMT: Int)
    /// A number of units since 1970: seconds or milliseconds.
    case epoch(unitsPerSecond: Double)
    /// A number of units since 1970 that have so many decimal places of a second: 6 for microseconds, 9 for nanoseconds. Written as a whole number.
    case fineEpoch(decimalPlaces: Int)
    /// A number of seconds since the start of 2001, by which a `Date` counts.
    case secondsSince2001
    /// A string as HTTP has it.
    case http
    /// A string as mail has it.
    case mail
    /// A string by a pattern.
    case pattern(DatePattern)
    /// A string by the caller's own code.
    case custom(CustomDates)
    /// A pattern that is none, and why.
    case faulty(String)

    /// Makes a date of a string.
    func date(string text: BorrowedBytes) -> Date? {
        switch self {
        case .iso8601: DateParser.iso8601(text)
        case .http: DateParser.http(text)
        case .mail: DateParser.mail(text)
        case .pattern(let pattern): pattern.date(text)
        case .custom(let custom): custom.read(String(valid: text))
        case .epoch, .fineEpoch, .secondsSince2001, .faulty: nil
        }
    }

    /// Makes a date of a number's text; nil if no number is one, or it is beyond the finite ones.
    func date(number text: BorrowedBytes) -> Date? {
        switch self {
        case .epoch(let units): NumberParser.double(text).map { Date(timeIntervalSince1970: $0 / units) }
        case .fineEpoch(let places): NumberParser.double(text, decimalPlaces: places).map { Date(timeIntervalSince1970: $0) }
        case .secondsSince2001: NumberParser.double(text).map { Date(timeIntervalSinceReferenceDate: $0) }
        case .iso8601, .http, .mail, .pattern, .custom, .faulty: nil
        }
    }

    /// Whether numbers are dates.
    var takesNumbers: Bool {
        switch self {
        case .epoch, .fineEpoch, .secondsSince2001: true
        case .iso8601, .http, .mail, .pattern, .custom, .faulty: false
        }
    }

    /// What its texts have in common.
    fileprivate var shape: DateShape {
        switch self {
        case .iso8601: .iso8601
        case .http: .http
        case .mail: .mail
        case .pattern(let pattern): pattern.shape
        case .custom, .epoch, .fineEpoch, .secondsSince2001, .faulty: .any
        }
    }
}

/// The caller's own way to read and write dates. Equal to nothing but itself.
final class CustomDates: Sendable, Hashable {
    let read: @Sendable (String) -> Date?
    let write: @Sendable (Date) -> String?

    init(_ read: @escaping @Sendable (String) -> Date?, _ write: @escaping @Sendable (Date) -> String?) {
        self.read = read
        self.write = write
    }

    static func == (left: CustomDates, right: CustomDates) -> Bool { left === right }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The forms that dates may have, the most wanted first. Rules refer to it; who makes them keeps it.
final class DateForms: Sendable {
    let forms: [DateForm]
    /// Those that strings may have, with what all such strings have in common, so that a form is tried only if it may fit.
    private let texts: [(shape: DateShape, form: DateForm)]
    /// The form of numbers: the first that has any has all.
    private let numbers: DateForm?

    init(_ forms: [DateForm]) {
        self.forms = forms
        texts = forms.filter { !$0.takesNumbers }.map { ($0.shape, $0) }
        numbers = forms.first { $0.takesNumbers }
    }

    /// Whether numbers are dates.
    var takesNumbers: Bool { numbers != nil }

    /// Makes a date of a string, by the first form that has it.
    func date(string text: BorrowedBytes) -> Date? {
        for index in texts.indices where texts[index].shape.mayHave(text) {
            if let date = texts[index].form.date(string: text) { return date }
        }
        return nil
    }

    /// Makes a date of a number's text.
    func date(number text: BorrowedBytes) -> Date? { numbers?.date(number: text) }

    /// How dates are written by the first form. Rules refer to the forms where it is one of their own.
    var writing: WritingRules.DateForm {
        switch forms.first {
        case .iso8601(let digits, let zone): .text(fractionDigits: digits, secondsFromGMT: zone)
        case .epoch(let units): .epoch(unitsPerSecond: units)
        case .fineEpoch(let places): .fineEpoch(decimalPlaces: places)
        case .secondsSince2001: .secondsSince2001
        case .http, .mail, .pattern, .custom, .faulty, nil: unsafe .own(.passUnretained(self))
        }
    }

    /// The text of a date by a form that has one of its own; nil if the form cannot express the date.
    func text(of date: Date) -> String? {
        switch forms.first {
        case .http: DateWriter.internetText(secondsSince1970: date.timeIntervalSince1970, zone: "GMT")
        case .mail: DateWriter.internetText(secondsSince1970: date.timeIntervalSince1970, zone: "+0000")
        case .pattern(let pattern): pattern.text(secondsSince1970: date.timeIntervalSince1970)
        case .custom(let custom): custom.write(date)
        case .iso8601, .epoch, .fineEpoch, .secondsSince2001, .faulty, nil: nil
        }
    }
}
