import FoundationEssentials

/// How a `Date` is represented in JSON, for both directions.
///
/// ```swift
/// let day = DateFormat.pattern("dd.MM.yyyy")
/// var reading = DecodingOptions.lenient
/// reading.dateFormats = [day, .iso8601]         // the first that has the text
/// var writing = EncodingOptions.default
/// writing.dateFormat = day                      // {"born": "03.03.1973"}
/// ```
///
/// Of several formats, the first in the list that has the text is used, for each date anew: what was read before changes nothing. So put the format that you
/// mean first where a text fits two, such as `dd/MM/yyyy` and `MM/dd/yyyy`. All numbers belong to the first format that reads numbers. A format whose texts
/// have another length, or other characters at some place, is passed over without being tried, so that a long list costs little.
///
/// For a single property, use a transform: ``PropertyTransform/date(_:_:)``. For a `CodableDecoder` and a `CodableEncoder` there are strategies,
/// ``CodableDecoder/DateDecodingStrategy/formats(_:)`` and ``CodableEncoder/DateEncodingStrategy/format(_:)``.
public struct DateFormat: Sendable, Hashable {
    /// It alone; one reference, so that options are copied fast.
    let forms: DateForms

    init(form: DateForm) {
        forms = DateForms([form])
    }

    var form: DateForm { forms.forms[0] }

    /// ISO 8601, written as `yyyy-MM-dd'T'HH:mm:ssZ` in GMT: `1973-03-03T09:46:40+0000`. Fractions of a second are cut off.
    ///
    /// Reading accepts a calendar date and, after a `T` or a space, a time: `2014-05-06T07:08:09.123+08:00`, `2014-05-06T07:08Z`, `20140506T070809Z`,
    /// `2014-05-06 07:08:09 UTC`, `2014-05-06`. Without a zone it is GMT. Week dates (`2014-W19-2`), ordinal dates (`2014-126`), years without exactly four
    /// digits and leap seconds are not accepted.
    public static let iso8601 = iso8601()

    /// ISO 8601, written as `yyyy-MM-dd'T'HH:mm:ssZ` with a fraction and in a zone of your choice: `1973-03-03T15:16:40.250+0530`. A date whose year does not
    /// have four digits there is an error. Reading accepts what ``iso8601`` accepts.
    ///
    /// - Parameters:
    ///   - fractionDigits: Digits after the point, from 0 (no point) to 6; other values count as the nearest of these. The date is rounded to microseconds, and
    ///     further digits are cut off.
    ///   - secondsFromGMT: The zone, in seconds east of Greenwich: whole minutes, at most 18 hours. Anything beyond is cut off.
    /// - Returns: The format.
    public static func iso8601(fractionDigits: Int = 0, secondsFromGMT: Int = 0) -> DateFormat {
        let minutes = min(max(secondsFromGMT / 60, -18 * 60), 18 * 60)
        return DateFormat(form: .iso8601(fractionDigits: min(max(fractionDigits, 0), 6), secondsFromGMT: minutes * 60))
    }

    /// A number of seconds since 1970, with any fraction.
    public static let epochSeconds = DateFormat(form: .epoch(unitsPerSecond: 1))

    /// A number of milliseconds since 1970, with any fraction.
    public static let epochMilliseconds = DateFormat(form: .epoch(unitsPerSecond: 1000))

    /// A number of microseconds since 1970. Written as the nearest whole number.
    public static let epochMicroseconds = DateFormat(form: .fineEpoch(decimalPlaces: 6))

    /// A number of nanoseconds since 1970. Written as the nearest whole number.
    ///
    /// A `Date` is a `Double` of seconds, whose steps are about 200 nanoseconds today: the last three digits of a number that was read may be written
    /// differently.
    public static let epochNanoseconds = DateFormat(form: .fineEpoch(decimalPlaces: 9))

    /// A number of seconds since the start of 2001 in GMT, with any fraction: what a `Date` counts, and what Foundation's `JSONEncoder` writes by default.
    /// A date that was written is read as exactly the same.
    public static let secondsSince2001 = DateFormat(form: .secondsSince2001)

    /// The dates of HTTP headers (RFC 9110 section 5.6.7), written in GMT to the second: `Tue, 06 May 2014 07:08:09 GMT`.
    ///
    /// Reading also accepts the two obsolete forms, `Tuesday, 06-May-14 07:08:09 GMT` and `Tue May  6 07:08:09 2014`. A year of two digits is the one of
    /// 1970 to 2099 in which the day is the weekday given; if there is none, the text is a mismatch. Elsewhere the weekday is not checked.
    public static let http = DateFormat(form: .http)

    /// The dates of mail and of RSS (RFC 2822, now RFC 5322 section 3.3), written in GMT to the second: `Tue, 06 May 2014 07:08:09 +0000`.
    ///
    /// Reading also accepts a text without weekday or seconds, a day of one digit, a comment at the end, and the obsolete forms: a year of two digits (2000 to
    /// 2049, 1950 to 1999) or three, and the zones `GMT`, `UT`, `UTC`, `Z`, `EST`, `EDT`, `CST`, `CDT`, `MST`, `MDT`, `PST` and `PDT`. The weekday is not
    /// checked.
    public static let rfc2822 = DateFormat(form: .mail)

    /// A string in a pattern of Unicode date letters (UTS 35), such as `yyyy-MM-dd HH:mm:ss`.
    ///
    /// | letters | field |
    /// |---|---|
    /// | `yyyy` | the year, 0000 to 9999; every pattern has one |
    /// | `M` `MM` `MMM` `MMMM` | the month: `5`, `05`, `May`, `May` |
    /// | `d` `dd` | the day of the month |
    /// | `H` `HH` | the hour, 0 to 23 |
    /// | `h` `hh` with `a` | the hour, 1 to 12, and `AM` or `PM` |
    /// | `m` `mm` `s` `ss` | minute and second |
    /// | `S` to `SSSSSSSSS` | that many digits of the fraction of a second; further ones are dropped |
    /// | `E` to `EEEE` | the weekday, `Tue` or `Tuesday`: read, but not checked |
    /// | `Z` `ZZZZZ` `X` to `XXX` `x` to `xxx` | the zone: `+0800`; `+08:00` or `Z`; `+08`, `+0800`, `+08:00` or `Z`; the same without `Z`. Read in any of these forms |
    /// | `'…'` `''` | literal text; an apostrophe |
    ///
    /// Characters other than letters stand for themselves. A field of one letter reads one or two digits, any other as many digits as it has letters. Names are
    /// English, in upper or lower case. A field that the pattern lacks has its first value: with `yyyy-MM`, the first day of the month.
    ///
    /// A pattern with another letter, with a field twice, or without a year is an error whenever a decoder, an encoder or a transform with it is used.
    ///
    /// - Parameters:
    ///   - pattern: The pattern.
    ///   - zone: The zone of texts whose pattern has none, and the zone to write in. A local time that occurs twice is read as the earlier one.
    /// - Returns: The format.
    public static func pattern(_ pattern: String, _ zone: TimeZone = .gmt) -> DateFormat {
        do throws(DatePattern.Fault) {
            return DateFormat(form: .pattern(try DatePattern(pattern, zone)))
        } catch {
            return DateFormat(form: .faulty("the date format \"\(pattern)\" \(error.reason)"))
        }
    }

    /// A string, converted by your own code. Every call makes a format that equals no other.
    ///
    /// - Parameters:
    ///   - read: Makes a date from a string; nil if it is not one. Called on any thread that decodes.
    ///   - write: Makes the string of a date; nil is an error. Called on any thread that encodes.
    /// - Returns: The format.
    public static func custom(read: @escaping @Sendable (String) -> Date?, write: @escaping @Sendable (Date) -> String?) -> DateFormat {
        DateFormat(form: .custom(CustomDates(read, write)))
    }

    /// Whether two formats are the same.
    ///
    /// - Parameters:
    ///   - left: A format.
    ///   - right: A format.
    /// - Returns: Whether they read and write the same. Custom formats are the same only if one call of `custom` made both.
    public static func == (left: DateFormat, right: DateFormat) -> Bool { left.forms === right.forms || left.form == right.form }

    /// Feeds what the format reads and writes to a hasher.
    ///
    /// - Parameter hasher: The hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(form) }

    /// What is wrong with it; nil if nothing is.
    var fault: ModelError? {
        if case .faulty(let reason) = form { .faultyDateFormat(reason) } else { nil }
    }
}

extension PropertyTransform {
    /// A `Date` in its own formats, for one property.
    ///
    /// ```swift
    /// model.transforms = ["born": .date(.pattern("dd.MM.yyyy"), .iso8601)]
    /// ```
    ///
    /// - Parameters:
    ///   - format: The format to write, and the first to read.
    ///   - others: Further formats to read, in this order.
    /// - Returns: The transform. The formats of numbers also accept a string of digits.
    public static func date(_ format: DateFormat, _ others: DateFormat...) -> PropertyTransform {
        let formats = [format] + others
        let forms = DateForms(formats.map(\.form))
        var options = EncodingOptions()
        options.dateFormat = format
        let encoder = ModelEncoder(options)
        return PropertyTransform(
            fault: formats.lazy.compactMap(\.fault).first,
            from: { forms.firstDate(in: $0) },
            to: { try encoder.encodeValue($0) })
    }
}

extension DateForms {
    /// Makes a date of a string, or of a number, which may stand in a string.
    func firstDate(in value: JSONValue) -> Date? {
        if var text = value.stringValue, let date = unsafe text.withBorrowedBytes({ self.date(string: $0) }) { return date }
        guard var text = value.number?.text else { return nil }
        return unsafe text.withBorrowedBytes { self.date(number: $0) }
    }
}
