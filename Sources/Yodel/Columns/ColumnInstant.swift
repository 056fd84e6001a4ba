import FoundationEssentials

// A `Date` is read and shown by Foundation's calendar, which is the Julian one before 15 October 1582. Arrow, SQL and what reads Parquet count by
// the Gregorian calendar for all times. So that an engine shows the day that Swift shows, a column has the instant at which the Gregorian calendar
// shows the same day and time in UTC:
//
//     text                     Date, seconds since 1970    in the column                as the Date's instant an engine would show
//     0001-01-01T00:00:00Z     -62135769600                -62135596800 000000          0001-12-30 BC
//     1582-10-04T00:00:00Z     -12219379200                -12220243200 000000          1582-10-14
//     1582-10-15T00:00:00Z     -12219292800                -12219292800 000000          1582-10-15
//
// 29 February of a year that is a leap year in the Julian calendar alone, such as 1500, becomes 1 March. The days from 5 to 14 October 1582, which
// neither calendar shows, are read as ten days later.
//
// With years that begin in March, a Gregorian date is 2 - year / 100 + year / 400 days after the Julian one with the same name (see DateParser).

/// Points in time as columns have them.
enum ColumnInstant {
    /// Microseconds since 1970 in the Gregorian calendar; nil if 64 bits do not hold them.
    static func microseconds(_ date: Date) -> Int64? {
        // Whole seconds and the rest apart, so that nothing is rounded but the rest.
        let seconds = date.timeIntervalSinceReferenceDate
        let whole = seconds.rounded(.down)
        guard whole.magnitude < 9e12 else { return nil }
        var since1970 = Int(whole) + 978_307_200
        if since1970 < DateParser.firstGregorianSecond { since1970 += secondsToGregorian(since1970) }
        return Int64(since1970 * 1_000_000 + Int(((seconds - whole) * 1e6).rounded()))
    }

    /// Seconds from the instant at which the Julian calendar shows a date to that at which the Gregorian one does.
    ///
    /// - Parameter since1970: The instant of the Julian date, in seconds since 1970.
    private static func secondsToGregorian(_ since1970: Int) -> Int {
        // Days since the first of March of the Julian year 0.
        let days = quotient(since1970, 86_400) + 719_470
        let year = quotient(4 * days + 3, 1_461)
        return (2 - quotient(year, 100) + quotient(year, 400)) * 86_400
    }

    /// A quotient, rounded down.
    private static func quotient(_ number: Int, _ divisor: Int) -> Int {
        number >= 0 ? number / divisor : ~(~number / divisor)
    }
}
