import FoundationEssentials

// Dates as `yyyy-MM-dd'T'HH:mm:ssZ`, with a fraction behind the seconds if wanted; no formatter, no locale. What DateParser reads.
//
//     1973-03-03T09:46:40+0000
//     2014-05-06T12:38:09.123+0530
//
// A Double of seconds is rounded to the nearest microsecond first, and the digits behind the last that is wanted are cut off then. So
// .123, which as a Double is a little less, keeps its digits, and 9.9999999 seconds are ten. Rounding to the digits wanted would make a
// time that is still to come: 23:59:59.9 without a fraction is 23:59:59.
//
// The calendar is DateParser's: the Julian one before 15 October 1582, the Gregorian one from then on. What columns hold is written by the
// Gregorian one alone (see ColumnInstant).
//
// Days are counted as in DateParser: in years that begin with March, 400 of which have 146,097 days, and four Julian ones 1,461. Back from days
// to a year: of every 365 days a year is passed, but for the leap days before, one in 1,460 days, not one in 36,524, and the one at the end of
// the cycle. The month of a day of the year is (5 x day + 2) / 153, March being month 0.

package enum DateWriter {
    /// The room that a date needs: with six digits of a fraction.
    package static let maximumBytes = 32

    /// The whole number of units since 1970 that makes the date when it is read: what was read as 5 ms is 4.999995 ms by the date's own seconds.
    ///
    /// - Returns: nil if no whole number makes it.
    static func wholeUnits(since1970 date: Date, unitsPerSecond units: Double) -> Int64? {
        let value = date.timeIntervalSince1970 * units
        let whole = value.rounded()
        guard value == whole || Date(timeIntervalSince1970: whole / units) == date else { return nil }
        return Int64(exactly: whole)
    }

    /// Writes a date as ASCII. Needs room for `maximumBytes`, whatever the digits.
    ///
    /// - Parameters:
    ///   - secondsSince1970: The instant.
    ///   - fractionDigits: Digits of the fraction, 0 to 6; without any there is no point either.
    ///   - secondsFromGMT: The zone to write it in: whole minutes, at most eighteen hours.
    /// - Returns: The number of bytes; nil if the value is not finite, or the year in that zone is not one of 0000 to 9999.
    static func write(
        secondsSince1970: Double, fractionDigits: Int, secondsFromGMT: Int, to target: OutputPlace
    ) -> Int? {
        assert(fractionDigits >= 0 && fractionDigits <= 6)
        assert(secondsFromGMT.isMultiple(of: 60) && secondsFromGMT.magnitude <= 18 * 3600)
        guard let (seconds, microseconds) = instant(secondsSince1970), let local = local(seconds + secondsFromGMT) else { return nil }
        let length = write(local, microseconds, fractionDigits, to: target)
        unsafe writeZone(secondsFromGMT, to: target + length)
        return length + 5
    }

    /// Writes an instant as Arrow and SQL count it, in UTC with six digits of the fraction: `2026-11-21T10:11:12.000000Z`. The calendar is the Gregorian one for
    /// all times. A year before 0000 or after 9999 has a sign and six digits, the extended form of ISO 8601: `+010000-01-01T00:00:00.000000Z`. Needs room for
    /// `maximumBytes`.
    ///
    /// - Returns: The number of bytes.
    package static func write(microsecondsSince1970 instant: Int64, to target: UnsafeMutablePointer<UInt8>) -> Int {
        var (seconds, microseconds) = Int(instant).quotientAndRemainder(dividingBy: 1_000_000)
        if microseconds < 0 {
            seconds -= 1
            microseconds += 1_000_000
        }
        let place = unsafe OutputPlace(target, to: target + maximumBytes)
        // Counted from the first of March of the year -400.
        let sinceMarch = seconds + (719_468 + 146_097) * 86_400
        // From 0000-01-01 to 9999-12-31.
        guard seconds >= -62_167_219_200, seconds <= 253_402_300_799 else { return writeExtended(sinceMarch, microseconds, to: place) }
        let (days, time) = UInt64(sinceMarch).quotientAndRemainder(dividingBy: 86_400)
        let length = write((date(days), time), microseconds, 6, to: place)
        unsafe place.put(UInt8(ascii: "Z"), at: length)
        return length + 1
    }

    /// Writes an instant whose year needs more than four digits, or is negative.
    ///
    /// - Parameter sinceMarch: Seconds since the first of March of the year -400, at most those of 300,000 years before it.
    /// - Returns: The number of bytes, 30.
    private static func writeExtended(_ sinceMarch: Int, _ microseconds: Int, to target: OutputPlace) -> Int {
        // 750 cycles of 400 years earlier no instant is negative.
        let (days, time) = UInt64(sinceMarch + 750 * 146_097 * 86_400).quotientAndRemainder(dividingBy: 86_400)
        let (cycle, day) = days.quotientAndRemainder(dividingBy: 146_097)
        // The day in the cycle that begins with March of the year 0, which is the 752nd.
        let date = date(146_097 + day)
        let year = Int(date / 10_000) + (Int(cycle) - 751) * 400
        let digits = UInt64(year.magnitude)
        unsafe target.put(year < 0 ? ASCII.minus : ASCII.plus)
        unsafe target.put(ASCII.zero + UInt8(digits / 100_000), at: 1)
        unsafe target.put(ASCII.zero + UInt8(digits / 10_000 % 10), at: 2)
        let length = unsafe 3 + write((digits % 10_000 * 10_000 + date % 10_000, time), microseconds, 6, to: target + 3)
        unsafe target.put(UInt8(ascii: "Z"), at: length)
        return length + 1
    }

    /// Writes a day and a time of day.
    ///
    /// - Returns: The number of bytes.
    @inline(__always)
    private static func write(
        _ local: (date: UInt64, time: UInt64), _ microseconds: Int, _ fractionDigits: Int, to target: OutputPlace
    ) -> Int {
        let (date, time) = local
        // SAFETY: the fraction's store ends with the 28th byte, and the zone behind six digits with the 31st.
        let day = NumberWriter.digits(date) | NumberWriter.asciiZeros
        unsafe target.store(UInt32(truncatingIfNeeded: day))
        unsafe target.put(ASCII.minus, at: 4)
        unsafe target.store(UInt16(truncatingIfNeeded: day >> 32), at: 5)
        unsafe target.put(ASCII.minus, at: 7)
        unsafe target.store(UInt16(truncatingIfNeeded: day >> 48), at: 8)
        unsafe target.put(ASCII.upperT, at: 10)
        let clock = NumberWriter.digits(time / 3600 * 10_000 + time / 60 % 60 * 100 + time % 60) | NumberWriter.asciiZeros
        unsafe target.store(UInt16(truncatingIfNeeded: clock >> 16), at: 11)
        unsafe target.put(ASCII.colon, at: 13)
        unsafe target.store(UInt16(truncatingIfNeeded: clock >> 32), at: 14)
        unsafe target.put(ASCII.colon, at: 16)
        unsafe target.store(UInt16(truncatingIfNeeded: clock >> 48), at: 17)
        var length = 19
        if fractionDigits > 0 {
            unsafe target.put(ASCII.point, at: 19)
            // Two zeros and six digits.
            let fraction = NumberWriter.digits(UInt64(microseconds)) | NumberWriter.asciiZeros
            unsafe target.store(fraction >> 16, at: 20)
            length = 20 + fractionDigits
        }
        return length
    }

    /// An instant in whole seconds and microseconds since 1970; nil if it is far from every date.
    @inline(__always)
    static func instant(_ secondsSince1970: Double) -> (seconds: Int, microseconds: Int)? {
        // Rough limits, which NaN is not within either: what is inside can be converted.
        guard secondsSince1970 > -1e12, secondsSince1970 < 1e12 else { return nil }
        var seconds = Int(secondsSince1970)
        if Double(seconds) > secondsSince1970 { seconds -= 1 }
        let exact = (secondsSince1970 - Double(seconds)) * 1e6
        var microseconds = Int(exact)
        if exact - Double(microseconds) >= 0.5 { microseconds += 1 }
        if microseconds >= 1_000_000 {
            microseconds = 0
            seconds += 1
        }
        return (seconds, microseconds)
    }

    /// What calendar and clock show: the date as one number, 20140506, and the seconds since midnight; nil if the year is none of 0000 to 9999.
    ///
    /// - Parameter seconds: Seconds since 1970, and those that the zone is east of Greenwich.
    @inline(__always)
    static func local(_ seconds: Int) -> (date: UInt64, time: UInt64)? {
        // From 0000-01-01 to 9999-12-31.
        guard seconds >= -62_167_392_000, seconds <= 253_402_300_799 else { return nil }
        // Counted from the first of March of the year -400; for Julian dates, which end before 1582-10-15, of the Julian year -4.
        let isJulian = seconds < DateParser.firstGregorianSecond
        let sinceMarch = UInt64(seconds + (isJulian ? 719_470 + 1_461 : 719_468 + 146_097) * 86_400)
        let (days, time) = sinceMarch.quotientAndRemainder(dividingBy: 86_400)
        return (isJulian ? julianDate(days) : date(days), time)
    }

    /// The year, month and day of a day counted from the first of March of the year -400, as one number: 20140506.
    private static func date(_ days: UInt64) -> UInt64 {
        let (cycle, day) = days.quotientAndRemainder(dividingBy: 146_097)
        let yearOfCycle = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365
        let dayOfYear = day - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
        return date(Int64(cycle * 400 + yearOfCycle) - 400, dayOfYear)
    }

    /// The same of a day counted from the first of March of the Julian year -4.
    private static func julianDate(_ days: UInt64) -> UInt64 {
        let (cycle, day) = days.quotientAndRemainder(dividingBy: 1_461)
        let yearOfCycle = (day - day / 1_460) / 365
        return date(Int64(cycle * 4 + yearOfCycle) - 4, day - 365 * yearOfCycle)
    }

    /// - Parameter marchYear: The year in whose March the days begin.
    private static func date(_ marchYear: Int64, _ dayOfYear: UInt64) -> UInt64 {
        let month = (5 * dayOfYear + 2) / 153
        let dayOfMonth = dayOfYear - (153 * month + 2) / 5 + 1
        // January and February are months 10 and 11 of the year before.
        let isNextYear = month >= 10
        let year = UInt64(marchYear + (isNextYear ? 1 : 0))
        return year * 10_000 + (isNextYear ? month - 9 : month + 3) * 100 + dayOfMonth
    }

    /// Writes a sign and four digits.
    private static func writeZone(_ seconds: Int, to target: OutputPlace) {
        let minutes = UInt64(seconds.magnitude / 60)
        let digits = NumberWriter.digits(minutes / 60 * 100 + minutes % 60) | NumberWriter.asciiZeros
        unsafe target.put(seconds < 0 ? ASCII.minus : ASCII.plus)
        unsafe target.store(UInt32(truncatingIfNeeded: digits >> 32), at: 1)
    }
}
