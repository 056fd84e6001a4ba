import Foundation

/// The document of `dates`: an array of 1,000 dates in the formats that Yodel reads, mixed, from a seed. Fractions have three digits, as many
/// as `DateFormatter` reads exactly.
enum DateText {
    struct Entry {
        let text: String
        /// Since 1970, in GMT.
        let milliseconds: Int
    }

    static let entries: [Entry] = {
        var random = SplitMix64(seed: 0x64_61_74_65)
        return (0..<1_000).map { _ in entry(&random) }
    }()

    static var text: String {
        "[" + entries.map { "\"\($0.text)\"" }.joined(separator: ",") + "]"
    }

    private static let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()

    /// A time of the years 1985 to 2034. What the format does not write is zero.
    private static func entry(_ random: inout SplitMix64) -> Entry {
        let day = 5_479 + random.below(18_262)
        let second = random.below(86_400)
        let fraction = random.once(in: 2) ? nil : random.below(1_000)
        let milliseconds = (day * 86_400 + second) * 1_000 + (fraction ?? 0)
        let fields = calendar.dateComponents(
            [.year, .month, .day, .weekday], from: Date(timeIntervalSince1970: Double(day * 86_400)))
        guard let year = fields.year, let month = fields.month, let dayOfMonth = fields.day, let weekday = fields.weekday else {
            fatalError("the calendar has no such day")
        }
        let date = "\(year)-\(digits(month))-\(digits(dayOfMonth))"
        let clock =
            "\(digits(second / 3_600)):\(digits(second / 60 % 60)):\(digits(second % 60))" + (fraction.map { "." + digits($0, 3) } ?? "")

        switch random.below(10) {
        case 0:
            return Entry(text: date, milliseconds: day * 86_400_000)
        case 1, 2:
            let (zone, offset) = zone(separator: "", &random)
            let named = "\(weekdays[weekday - 1]) \(months[month - 1]) \(digits(dayOfMonth)) \(clock) \(zone) \(year)"
            return Entry(text: named, milliseconds: milliseconds - offset)
        default:
            let time = date + (random.once(in: 2) ? "T" : " ") + clock
            switch random.below(4) {
            case 0:
                return Entry(text: time, milliseconds: milliseconds)
            case 1:
                return Entry(text: time + "Z", milliseconds: milliseconds)
            case let form:
                let (zone, offset) = zone(separator: form == 2 ? "" : ":", &random)
                return Entry(text: time + zone, milliseconds: milliseconds - offset)
            }
        }
    }

    /// A zone and the milliseconds that its clocks are ahead of GMT.
    private static func zone(separator: String, _ random: inout SplitMix64) -> (text: String, offset: Int) {
        let minutes = random.pick([-480, -300, -210, 0, 60, 120, 330, 480, 540])
        let text = (minutes < 0 ? "-" : "+") + digits(abs(minutes) / 60) + separator + digits(abs(minutes) % 60)
        return (text, minutes * 60_000)
    }

    private static func digits(_ value: Int, _ count: Int = 2) -> String {
        let text = String(value)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }

    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}
