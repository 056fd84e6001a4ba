import FoundationEssentials

// Dates of HTTP (RFC 9110 section 5.6.7) and of mail (RFC 5322 section 3.3, which took over from RFC 2822 and RFC 822), read byte by byte from left to
// right, as in DateParser.
//
//     Tue, 06 May 2014 07:08:09 GMT               HTTP
//     Tuesday, 06-May-14 07:08:09 GMT             HTTP, obsolete (RFC 850)
//     Tue May  6 07:08:09 2014                    HTTP, obsolete (asctime)
//     Tue, 6 May 2014 07:08:09 +0200 (CEST)       mail; the weekday, the seconds and the comment may be missing
//     6 May 14 07:08 EST                          mail, obsolete: a year of fewer digits, a zone by name
//
// A weekday must be one by its name, and is not checked otherwise, with one exception. The year of RFC 850 has two digits. RFC 9110 has readers choose the
// century by their own clock, so that a text would change its meaning with time. Here the weekday chooses: of 1970 to 2099 the year in which the day is
// that weekday. The same day a century later is one or two weekdays earlier, so that never both are; where neither is, the text is no date. For dates from
// 1970 on that are less than 50 years away, RFC 9110 comes to the same.
//
// Years of mail with two digits are those from 2000 to 2049 and from 1950 to 1999; three digits are counted from 1900. Of the zones with names those of
// RFC 5322 are read, and UTC. A single letter but Z is none: the zones of the armed forces were specified with the wrong sign once, so nobody knows what
// one means. Leap seconds are refused, as everywhere.

extension DateParser {
    /// Reads a date of HTTP, in the current form or one of the two obsolete ones; nil if the text is none.
    static func http(_ text: BorrowedBytes) -> Date? {
        var reader = Reader(text)
        return reader.httpDate()
    }

    /// Reads a date of mail; nil if the text is none.
    static func mail(_ text: BorrowedBytes) -> Date? {
        var reader = Reader(text)
        return reader.mailDate()
    }

    /// The weekday of a day since 1970, as an index into `DatePattern.weekdays`.
    static func weekday(_ day: Int) -> Int { (day % 7 + 7) % 7 }
}

// MARK: HTTP

extension DateParser.Reader {
    fileprivate mutating func httpDate() -> Date? {
        guard let weekday = name(DatePattern.weekdays, isShort: true) else { return nil }
        if take(ASCII.space) { return asctimeDate() }
        if take(Self.comma) { return currentDate() }
        for letter in DatePattern.weekdays[weekday].utf8.dropFirst(3) {
            guard take(letter & ~ASCII.caseBit, orSmall: true) else { return nil }
        }
        return take(Self.comma) ? shortYearDate(weekday) : nil
    }

    private static var comma: UInt8 { UInt8(ascii: ",") }

    /// ` 06 May 2014 07:08:09 GMT`
    private mutating func currentDate() -> Date? {
        guard take(ASCII.space), let day = number(2), take(ASCII.space), let month = name(DatePattern.months, isShort: true),
            take(ASCII.space), let year = number(4), let days = DateParser.days(year, month + 1, day)
        else { return nil }
        return dateInGMT(days)
    }

    /// ` 06-May-14 07:08:09 GMT`
    private mutating func shortYearDate(_ weekday: Int) -> Date? {
        guard take(ASCII.space), let day = number(2), take(ASCII.minus), let month = name(DatePattern.months, isShort: true),
            take(ASCII.minus), let year = number(2)
        else { return nil }
        for year in [1900 + year, 2000 + year] where year >= 1970 {
            guard let days = DateParser.days(year, month + 1, day), DateParser.weekday(days) == weekday else { continue }
            return dateInGMT(days)
        }
        return nil
    }

    /// ` 07:08:09 GMT`
    private mutating func dateInGMT(_ days: Int) -> Date? {
        guard take(ASCII.space), let seconds = time(), take(word: " GMT"), isAtEnd else { return nil }
        return DateParser.date(days, seconds, 0, DateParser.Fraction())
    }

    /// `May  6 07:08:09 2014`
    private mutating func asctimeDate() -> Date? {
        guard let month = name(DatePattern.months, isShort: true), take(ASCII.space),
            let day = take(ASCII.space) ? number(1) : number(2), take(ASCII.space), let seconds = time(), take(ASCII.space),
            let year = number(4), isAtEnd, let days = DateParser.days(year, month + 1, day)
        else { return nil }
        return DateParser.date(days, seconds, 0, DateParser.Fraction())
    }
}

// MARK: Mail

extension DateParser.Reader {
    fileprivate mutating func mailDate() -> Date? {
        if !isAtEnd, ASCII.digit(text[index]) == nil {
            guard name(DatePattern.weekdays, isShort: true) != nil, take(Self.comma) else { return nil }
            _ = gap()
        }
        guard let day = field(1), gap(), let month = name(DatePattern.months, isShort: true), gap(), let year = mailYear(), gap(),
            let seconds = mailTime(), gap(), let zone = mailZone(), isAtEnd || comment(), let days = DateParser.days(year, month + 1, day)
        else { return nil }
        return DateParser.date(days, seconds, zone, DateParser.Fraction())
    }

    /// Steps over spaces and tabs.
    ///
    /// - Returns: Whether there are some.
    private mutating func gap() -> Bool {
        let start = index
        while index < text.count, text[index] == ASCII.space || text[index] == UInt8(ascii: "\t") { index += 1 }
        return index > start
    }

    private mutating func mailYear() -> Int? {
        let start = index
        var year = 0
        while index < text.count, index - start < 4, let digit = ASCII.digit(text[index]) {
            year = year * 10 + Int(digit)
            index += 1
        }
        switch index - start {
        case 4: return year
        case 3: return 1900 + year
        case 2: return (year < 50 ? 2000 : 1900) + year
        default: return nil
        }
    }

    /// Seconds since midnight.
    private mutating func mailTime() -> Int? {
        guard let hour = number(2), hour <= 23, take(ASCII.colon), let minute = number(2), minute <= 59 else { return nil }
        guard take(ASCII.colon) else { return hour * 3600 + minute * 60 }
        guard let second = number(2), second <= 59 else { return nil }
        return hour * 3600 + minute * 60 + second
    }

    /// Seconds east of GMT.
    private mutating func mailZone() -> Int? {
        let isEast = take(ASCII.plus)
        if isEast || take(ASCII.minus) {
            guard let hours = number(2), hours <= 23, let minutes = number(2), minutes <= 59 else { return nil }
            let seconds = hours * 3600 + minutes * 60
            return isEast ? seconds : -seconds
        }
        for name in ["GMT", "UTC", "UT", "Z"] as [StaticString] {
            if take(word: name) { return 0 }
        }
        // Standard time and daylight saving time of the four zones.
        for (hours, letter) in [(5, "E"), (6, "C"), (7, "M"), (8, "P")] as [(Int, StaticString)] {
            guard take(word: letter) else { continue }
            return take(word: "ST") ? -hours * 3600 : take(word: "DT") ? -(hours - 1) * 3600 : nil
        }
        return nil
    }

    /// Steps over a comment, which may have others inside, up to the end.
    private mutating func comment() -> Bool {
        _ = gap()
        guard take(UInt8(ascii: "(")) else { return false }
        var depth = 1
        while depth > 0 && index < text.count {
            switch text[index] {
            case UInt8(ascii: "("): depth += 1
            case UInt8(ascii: ")"): depth -= 1
            case UInt8(ascii: "\\"): index += 1
            default: break
            }
            index += 1
        }
        return depth == 0 && isAtEnd
    }
}

// MARK: Writing

extension DateWriter {
    /// Writes a date in GMT as HTTP and mail have it: `Tue, 06 May 2014 07:08:09 GMT`, `Tue, 06 May 2014 07:08:09 +0000`.
    ///
    /// - Parameter zone: The name of GMT.
    /// - Returns: nil if the date is not finite, or its year is not one of 0000 to 9999.
    static func internetText(secondsSince1970: Double, zone: String) -> String? {
        guard let (seconds, _) = instant(secondsSince1970), let (date, time) = local(seconds) else { return nil }
        let weekday = DatePattern.weekdays[DateParser.weekday((seconds - Int(time)) / 86_400)].prefix(3)
        let month = DatePattern.months[Int(date / 100 % 100) - 1].prefix(3)
        func digits(_ value: UInt64, _ count: Int) -> String {
            let text = String(value)
            return String(repeating: "0", count: max(count - text.utf8.count, 0)) + text
        }
        let clock = [time / 3600, time / 60 % 60, time % 60].map { digits($0, 2) }.joined(separator: ":")
        return "\(weekday), \(digits(date % 100, 2)) \(month) \(digits(date / 10_000, 4)) \(clock) \(zone)"
    }

    /// The whole number of units since 1970 that is nearest to a date.
    ///
    /// - Parameter decimalPlaces: Those of a second that a unit has: 6 for microseconds, 9 for nanoseconds.
    /// - Returns: nil if the date is not finite, or further away than 2^63 seconds.
    static func units(since1970 date: Date, decimalPlaces: Int) -> Int128? {
        // Whole seconds and what is over are exact, the product of seconds and units is not.
        let seconds = date.timeIntervalSinceReferenceDate
        let wholeSeconds = seconds.rounded(.down)
        guard let count = Int64(exactly: wholeSeconds) else { return nil }
        let scale = (0..<decimalPlaces).reduce(1) { scale, _ in scale * 10 }
        let rest = ((seconds - wholeSeconds) * Double(scale)).rounded()
        return (Int128(count) + Int128(Date.timeIntervalBetween1970AndReferenceDate)) * Int128(scale) + Int128(rest)
    }
}
