import FoundationEssentials

// Dates in the fixed formats that servers send, read byte by byte from left to right; no formatter and no locale.
//
//     2014-05-06                          midnight
//     2014-05-06 07:08:09                 or with T between
//     2014-05-06T07:08:09.123             any number of digits of a fraction
//     2014-05-06T07:08:09.123+08:00       a zone: Z, +0800, +08:00 or +08
//     Fri Sep 04 00:12:21 +0800 2015      or with a fraction behind the seconds
//
// These come first, at full speed. A text that starts with a digit and has none of these formats may still be
//
//     2014-05-06 07:08:09 +0800           a zone after a space, also UTC or GMT
//     2014-05-06T07:08:09,123Z            a comma before the fraction
//     2014-05-06T07:08Z                   no seconds
//     2014-05-06t07:08:09z                small letters
//
// Without a zone the time is GMT. The calendar is checked (no 30 February). It is Foundation's: the Gregorian one from 15 October 1582 on,
// the Julian one before, in which every fourth year is a leap year. The ten days between 4 and 15 October 1582, which neither has, are read as
// Julian ones, as Foundation reads them. Years are 0000 to 9999; 0000 is the one before 0001. A leap
// second, 23:59:60, is refused: a Date has no place for it. A weekday must be one by its name; that it is the date's own is not checked.
//
// Days are counted in years that begin with March, so that the leap day is the last of its year, and the months before any one have
// (153 x month + 2) / 5 days, March being month 0: 0, 31, 61, 92 and so on. 400 such years always have 146,097 days. 2014-05-06 is day 66 of
// the year 2014, which is year 14 of cycle 5: 5 x 146097 + 14 x 365 + 14 / 4 - 14 / 100 + 66 = 735664 days, less the 719468 up to 1970-01-01.
// Julian years need no cycle: year x 365 + year / 4, and 719470 days up to 1970-01-01.
//
// Seconds and fraction are one decimal number of seconds since 1970, which is rounded to the nearest Double once. Digits after the ninth,
// the nanosecond, are dropped, and more than 2^33 seconds from 1970 those after the seventh: there a Double has no room for even six. The
// nearest Double of such a number may be the next second, and with it the next day or the year 10000; then the last one before it is taken:
// 9999-12-31T23:59:59.9999999Z is 253402300799.99997.

enum DateParser {
    /// Reads a date; nil if the text is in none of the formats.
    static func date(_ text: BorrowedBytes) -> Date? {
        var reader = Reader(text)
        guard text.count >= 10 else { return nil }
        guard ASCII.digit(text[0]) != nil else { return reader.namedDate() }
        return reader.numericDate() ?? rarerDate(text)
    }

    /// Reads a date of ISO 8601's extended format, which has `-` and `:`, in one of the rarer forms. Apart, so that the common ones cost no more.
    @inline(never)
    private static func rarerDate(_ text: BorrowedBytes) -> Date? {
        var reader = Reader(text)
        return reader.isoDate(isExtended: true)
    }

    /// Reads a date as ISO 8601 has them: a calendar date, and after `T` or a space a time, with or without `-` and `:`; seconds, and the fraction
    /// after a point or a comma, may be missing, and 24:00 is the midnight that ends the day. A space may stand before the zone, which may be UTC or GMT then.
    ///
    /// - Returns: nil if the text is none: a date by weeks or by the day of the year, a year of other than four digits, a leap second.
    static func iso8601(_ text: BorrowedBytes) -> Date? {
        var reader = Reader(text)
        return reader.isoDate()
    }

    /// The fraction of a second: so many of its digits.
    struct Fraction {
        var digits = 0
        var count = 0
    }

    /// Reads from left to right; every step is nil if the next bytes are not what is due.
    @safe struct Reader {
        // SAFETY: the text stays in place while it is read.

        let text: BorrowedBytes
        var index = 0

        init(_ text: BorrowedBytes) {
            self.text = text
        }

        var isAtEnd: Bool { index == text.count }

        mutating func numericDate() -> Date? {
            guard let century = number(2), let (year, month, day) = pairs(ASCII.minus),
                let days = DateParser.days(century * 100 + year, month, day)
            else { return nil }
            if isAtEnd { return DateParser.date(days, 0, 0, Fraction()) }
            guard take(ASCII.upperT) || take(ASCII.space), let seconds = time(), let fraction = fraction() else {
                return nil
            }
            if isAtEnd { return DateParser.date(days, seconds, 0, fraction) }
            guard let zone = zone(), isAtEnd else { return nil }
            return DateParser.date(days, seconds, zone, fraction)
        }

        mutating func namedDate() -> Date? {
            let weekdays: [StaticString] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
            let months: [StaticString] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
            guard name(weekdays) != nil, take(ASCII.space), let month = name(months), take(ASCII.space),
                let day = number(2), take(ASCII.space), let seconds = time(), let fraction = fraction(),
                take(ASCII.space), let zone = zone(), take(ASCII.space), let year = number(4), isAtEnd,
                let days = DateParser.days(year, month + 1, day)
            else { return nil }
            return DateParser.date(days, seconds, zone, fraction)
        }

        mutating func take(_ byte: UInt8) -> Bool {
            guard index < text.count, text[index] == byte else { return false }
            index += 1
            return true
        }

        mutating func number(_ digits: Int) -> Int? {
            guard index + digits <= text.count else { return nil }
            var value = 0
            for _ in 0..<digits {
                guard let digit = ASCII.digit(text[index]) else { return nil }
                value = value * 10 + Int(digit)
                index += 1
            }
            return value
        }

        /// Three numbers of two digits, which are read at once.
        ///
        /// - Parameter separator: The byte that stands between them.
        mutating func pairs(_ separator: UInt8) -> (Int, Int, Int)? {
            guard text.count - index >= 8 else { return nil }
            // What is due becomes the values of digits, and zero between them.
            let due = 0x3030_0030_3000_3030 | UInt64(separator) << 16 | UInt64(separator) << 40
            let digits = unsafe text.place(index).word ^ due
            // &+: reaches the top bit of a byte for a digit above nine, and for anything but zero between them. What goes beyond the byte has that bit itself.
            guard (digits &+ 0x7676_7F76_767F_7676 | digits) & 0x8080_8080_8080_8080 == 0 else { return nil }
            // &*, &+: every byte is at most 99.
            let pairs = digits &* 10 &+ digits >> 8
            index += 8
            return (Int(pairs & 0xFF), Int(pairs >> 24 & 0xFF), Int(pairs >> 48 & 0xFF))
        }

        private mutating func name(_ names: [StaticString]) -> Int? {
            guard index + 3 <= text.count else { return nil }
            for (position, name) in names.enumerated() {
                // Every name has three bytes, and so has the text from `index`.
                let word = BorrowedBytes(literal: name)
                if text[index] == word[0] && text[index + 1] == word[1] && text[index + 2] == word[2] {
                    index += 3
                    return position
                }
            }
            return nil
        }

        /// Seconds since midnight.
        mutating func time() -> Int? {
            guard let (hour, minute, second) = pairs(ASCII.colon), hour <= 23, minute <= 59, second <= 59 else { return nil }
            return hour * 3600 + minute * 60 + second
        }

        /// The fraction of a second: zero if there is none, nil if there is a point without digits.
        private mutating func fraction() -> Fraction? {
            take(ASCII.point) ? fraction(digits: 1) : Fraction()
        }

        /// The digits of a fraction: so many; 1 stands for one or more.
        mutating func fraction(digits: Int) -> Fraction? {
            var fraction = Fraction()
            let start = index
            while digits == 1 || index - start < digits, index < text.count, let digit = ASCII.digit(text[index]) {
                if fraction.count < 9 {
                    fraction.digits = fraction.digits * 10 + Int(digit)
                    fraction.count += 1
                }
                index += 1
            }
            return index - start >= digits ? fraction : nil
        }

        /// Seconds east of GMT.
        mutating func zone() -> Int? {
            if take(ASCII.upperZ) { return 0 }
            let isEast = take(ASCII.plus)
            guard isEast || take(ASCII.minus), let hours = number(2), hours <= 23 else { return nil }
            let isAlone = !take(ASCII.colon) && (isAtEnd || text[index] == ASCII.space)
            guard let minutes = isAlone ? 0 : number(2), minutes <= 59 else { return nil }
            let seconds = hours * 3600 + minutes * 60
            return isEast ? seconds : -seconds
        }

        /// A number of so many digits; 1 stands for one or two.
        mutating func field(_ digits: Int) -> Int? {
            guard digits == 1 else { return number(digits) }
            guard let first = number(1) else { return nil }
            return number(1).map { first * 10 + $0 } ?? first
        }

        /// Whether it is the afternoon; nil if neither AM nor PM follows.
        mutating func half() -> Bool? {
            let start = index
            for isAfternoon in [false, true] {
                index = start
                if take(isAfternoon ? 0x50 : 0x41, orSmall: true) && take(0x4D, orSmall: true) { return isAfternoon }
            }
            return nil
        }

        /// The index of a name that follows, or of its first three letters; capitals and small letters are the same.
        mutating func name(_ names: [String], isShort: Bool) -> Int? {
            let start = index
            for (position, name) in names.enumerated() {
                index = start
                let letters = isShort ? name.utf8.prefix(3) : name.utf8.prefix(name.utf8.count)
                if letters.allSatisfy({ take($0 & ~ASCII.caseBit, orSmall: true) }) { return position }
            }
            return nil
        }

        mutating func take(_ capital: UInt8, orSmall: Bool) -> Bool { take(capital) || take(capital | ASCII.caseBit) }

        mutating func take(word: StaticString) -> Bool {
            let word = BorrowedBytes(literal: word)
            guard text.count - index >= word.count, word.indices.allSatisfy({ text[index + $0] == word[$0] }) else { return false }
            index += word.count
            return true
        }

        /// - Parameter isExtended: Whether hyphens and colons are due, and 24:00 is no time.
        mutating func isoDate(isExtended: Bool = false) -> Date? {
            guard let year = number(4) else { return nil }
            let hasHyphens = take(ASCII.minus)
            guard hasHyphens || !isExtended, let month = number(2), !hasHyphens || take(ASCII.minus), let day = number(2),
                let days = DateParser.days(year, month, day)
            else { return nil }
            if isAtEnd { return DateParser.date(days, 0, 0, Fraction()) }
            guard take(ASCII.upperT, orSmall: true) || take(ASCII.space), let time = isoTime(isExtended) else { return nil }
            if isAtEnd { return DateParser.date(days, time.seconds, 0, time.fraction) }
            guard let zone = isoZone(), isAtEnd else { return nil }
            return DateParser.date(days, time.seconds, zone, time.fraction)
        }

        /// Reads a time zone in ISO 8601, in seconds east of GMT.
        private mutating func isoZone() -> Int? {
            if take(ASCII.space) && (take(word: "UTC") || take(word: "GMT")) { return 0 }
            return take(ASCII.upperZ, orSmall: true) ? 0 : zone()
        }

        /// Reads a time of day in ISO 8601, in seconds since midnight.
        private mutating func isoTime(_ isExtended: Bool) -> (seconds: Int, fraction: Fraction)? {
            guard let hour = number(2), hour <= (isExtended ? 23 : 24) else { return nil }
            let hasColons = take(ASCII.colon)
            guard hasColons || !isExtended, let minute = number(2), minute <= 59 else { return nil }
            var (second, fraction) = (0, Fraction())
            if hasColons ? take(ASCII.colon) : index < text.count && ASCII.digit(text[index]) != nil {
                guard let value = number(2), value <= 59 else { return nil }
                second = value
                if take(ASCII.point) || take(UInt8(ascii: ",")) {
                    guard let digits = self.fraction(digits: 1) else { return nil }
                    fraction = digits
                }
            }
            guard hour < 24 || (minute == 0 && second == 0 && fraction.digits == 0) else { return nil }
            return (hour * 3600 + minute * 60 + second, fraction)
        }
    }

    /// The first second of 15 October 1582, with which the Gregorian calendar begins, since 1970.
    static var firstGregorianSecond: Int { -12_219_292_800 }

    /// Days since 1 January 1970, by counting whole 400-year cycles of a year that begins in March.
    static func days(_ year: Int, _ month: Int, _ day: Int) -> Int? {
        guard month >= 1, month <= 12, day >= 1, day <= daysInMonth(year, month) else { return nil }
        let shifted = month <= 2 ? year - 1 : year
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        if year < 1582 || (year == 1582 && (month < 10 || (month == 10 && day < 15))) {
            return shifted * 365 + shifted >> 2 + dayOfYear - 719_470
        }
        let cycle = shifted / 400
        let yearOfCycle = shifted - cycle * 400
        return cycle * 146_097 + yearOfCycle * 365 + yearOfCycle / 4 - yearOfCycle / 100 + dayOfYear - 719_468
    }

    private static func daysInMonth(_ year: Int, _ month: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0 || year < 1582) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    static func date(_ days: Int, _ seconds: Int, _ zone: Int, _ fraction: Fraction) -> Date {
        let whole = days * 86_400 + seconds - zone
        guard fraction.digits != 0 else { return Date(timeIntervalSince1970: Double(whole)) }
        var fraction = fraction
        // Below 2^33 seconds times 10^9, or below 2^38 times 10^7, the number fits in 63 bits.
        let isFar = whole.magnitude >= 1 << 33
        if isFar {
            while fraction.count > 7 {
                fraction.digits /= 10
                fraction.count -= 1
            }
        }
        var scaled = whole
        for _ in 0..<fraction.count { scaled *= 10 }
        scaled += fraction.digits
        let seconds = NumberParser.nearestDouble(UInt64(scaled.magnitude), -fraction.count)
        let date = Date(timeIntervalSince1970: scaled < 0 ? -seconds : seconds)
        return isFar ? min(date, lastDate(before: whole + 1)) : date
    }

    /// The last date before a second that is less than it both in seconds since 1970 and in those since 2001, by which a `Date` counts.
    private static func lastDate(before second: Int) -> Date {
        // The two numbers may have different exponents: the step is that of the greater one.
        Date(
            timeIntervalSinceReferenceDate: min(
                Double(second).nextDown - Date.timeIntervalBetween1970AndReferenceDate,
                (Double(second) - Date.timeIntervalBetween1970AndReferenceDate).nextDown))
    }
}
