import FoundationEssentials

/// What a date is in JSON, where the options name a form.
enum DateForm: Sendable, Hashable {
    /// A string by ISO 8601; written with digits of a second's fraction, in the zone so many seconds east of Greenwich.
    case iso8601(fractionDigits: Int, secondsFromGMT: Int)
    /// A number of units since 1970.
    case epoch(unitsPerSecond: Double)
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
        case .pattern(let pattern): pattern.date(text)
        case .custom(let custom): custom.read(String(valid: text))
        case .epoch, .faulty: nil
        }
    }

    /// Makes a date of a number.
    func date(number value: Double) -> Date? {
        guard case .epoch(let units) = self else { return nil }
        return Date(timeIntervalSince1970: value / units)
    }

    /// Whether numbers are dates.
    var takesNumbers: Bool {
        if case .epoch = self { true } else { false }
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
    /// Whether numbers are dates.
    let takesNumbers: Bool

    init(_ forms: [DateForm]) {
        self.forms = forms
        takesNumbers = forms.contains { $0.takesNumbers }
    }

    /// Makes a date of a string, by the first form that has it.
    func date(string text: BorrowedBytes) -> Date? {
        for form in forms {
            if let date = form.date(string: text) { return date }
        }
        return nil
    }

    /// Makes a date of a number.
    func date(number value: Double) -> Date? { forms.lazy.compactMap { $0.date(number: value) }.first }

    /// How dates are written by the first form. Rules refer to the forms where it is one of their own.
    var writing: WritingRules.DateForm {
        switch forms.first {
        case .iso8601(let digits, let zone): .text(fractionDigits: digits, secondsFromGMT: zone)
        case .epoch(let units): .epoch(unitsPerSecond: units)
        case .pattern, .custom, .faulty, nil: unsafe .own(.passUnretained(self))
        }
    }

    /// The text of a date by a form that is a pattern or the caller's own; nil if it has none.
    func text(of date: Date) -> String? {
        switch forms.first {
        case .pattern(let pattern): pattern.text(secondsSince1970: date.timeIntervalSince1970)
        case .custom(let custom): custom.write(date)
        case .iso8601, .epoch, .faulty, nil: nil
        }
    }
}
