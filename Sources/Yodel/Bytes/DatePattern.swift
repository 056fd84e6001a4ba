import FoundationEssentials

// Dates by a pattern of Unicode's letters (UTS 35), compiled once: a step for each field and each byte between. No formatter and no locale: names
// are English.
//
//     yyyy                   the year, four digits, 0000 to 9999
//     M  MM  MMM  MMMM       the month: 5, 05, May, May
//     d  dd                  the day of the month
//     H  HH  /  h  hh        the hour: 0 to 23, or 1 to 12 beside `a` (AM, PM)
//     m  mm  s  ss           minute and second
//     S  SS  ...             so many digits of a second's fraction, up to nine
//     E  EEE  EEEE           the weekday: Tue, Tuesday; it is read and not checked
//     Z  X  XX  XXX  x ...   the zone; read in any of the forms Z, +08, +0800, +08:00
//     '...'  ''              text as it stands, an apostrophe
//
// A field of one letter is read from one or two digits, or one to nine of a fraction, and written with as few. What a pattern does not have is the
// first: no day is the first of the month, no hour midnight.

/// A date's text by a pattern.
struct DatePattern: Hashable, Sendable {
    /// The pattern as it was given.
    let text: String
    /// The zone of texts without one, and the one to write in.
    let zone: TimeZone
    private let steps: [Step]
    /// The zone's seconds east of Greenwich, if they are always the same.
    private let fixedOffset: Int?
    /// What all texts of the pattern have in common.
    let shape: DateShape

    /// Why a pattern is none.
    struct Fault: Error {
        let reason: String
    }

    private enum Field: Hashable {
        case year, month, day, hour, half, minute, second, fraction, weekday, zone
    }

    private enum Step: Hashable {
        case byte(UInt8)
        /// A number of so many digits; 1 stands for one or two.
        case number(Field, digits: Int)
        /// A fraction of so many digits.
        case fraction(Int)
        case monthName(isShort: Bool)
        case weekdayName(isShort: Bool)
        /// AM or PM.
        case half
        /// The zone as text: whether `Z` stands for Greenwich, whether minutes come if they are none, and whether a colon stands before them.
        case zone(hasZ: Bool, hasMinutes: Bool, hasColon: Bool)
        /// The hour of one to twelve, of one digit or two.
        case halfDayHour(digits: Int)
    }

    static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
    ]
    /// The first of January 1970 was a Thursday.
    static let weekdays = ["Thursday", "Friday", "Saturday", "Sunday", "Monday", "Tuesday", "Wednesday"]

    /// Compiles a pattern.
    ///
    /// - Throws: `Fault` if it has a letter that stands for nothing here, a field twice, or no year.
    init(_ text: String, _ zone: TimeZone) throws(Fault) {
        self.text = text
        self.zone = zone
        fixedOffset = zone.identifier.hasPrefix("GMT") ? zone.secondsFromGMT() : nil
        var steps: [Step] = []
        var fields: Set<Field> = []
        var isHalfDay = false
        let characters = Array(text.utf8)
        var index = 0
        while index < characters.count {
            let letter = characters[index]
            if letter == UInt8(ascii: "'") {
                index = try Self.quoted(characters, from: index, &steps)
                continue
            }
            guard Self.isLetter(letter) else {
                steps.append(.byte(letter))
                index += 1
                continue
            }
            let end = characters[index...].firstIndex { $0 != letter } ?? characters.count
            let (field, step) = try Self.step(letter, count: end - index)
            guard fields.insert(field).inserted else { throw Fault(reason: "has the field \(field) twice") }
            if case .halfDayHour = step { isHalfDay = true }
            steps.append(step)
            index = end
        }
        guard fields.contains(.year) else { throw Fault(reason: "has no year (yyyy)") }
        guard isHalfDay == fields.contains(.half) else { throw Fault(reason: "has h without a, or a without h") }
        self.steps = steps
        shape = Self.shape(steps)
    }

    private static func shape(_ steps: [Step]) -> DateShape {
        var shape = DateShape()
        for step in steps {
            switch step {
            case .byte(let byte): shape.add(.byte(byte), 1...1)
            case .number(_, let digits), .halfDayHour(let digits): shape.add(.digit, digits...max(digits, 2))
            case .fraction(let digits): shape.add(.digit, digits...(digits == 1 ? Int.max : digits))
            case .monthName(let isShort): shape.add(.letter, 3...(isShort ? 3 : 9))
            case .weekdayName(let isShort): shape.add(.letter, isShort ? 3...3 : 6...9)
            case .half: shape.add(.letter, 2...2)
            case .zone: shape.add(.any, 1...6)
            }
        }
        return shape
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | ASCII.caseBit) }

    /// Takes a text in apostrophes.
    ///
    /// - Returns: What follows it.
    private static func quoted(_ characters: [UInt8], from start: Int, _ steps: inout [Step]) throws(Fault) -> Int {
        let quote = UInt8(ascii: "'")
        var index = start + 1
        if index < characters.count && characters[index] == quote {
            steps.append(.byte(quote))
            return index + 1
        }
        while index < characters.count {
            if characters[index] == quote {
                guard index + 1 < characters.count && characters[index + 1] == quote else { return index + 1 }
                index += 1
            }
            steps.append(.byte(characters[index]))
            index += 1
        }
        throw Fault(reason: "has an apostrophe without its pair")
    }

    /// What a letter that stands so many times means.
    private static func step(_ letter: UInt8, count: Int) throws(Fault) -> (Field, Step) {
        switch (letter, count) {
        case (UInt8(ascii: "y"), 4): return (.year, .number(.year, digits: 4))
        case (UInt8(ascii: "M"), 1...2): return (.month, .number(.month, digits: count))
        case (UInt8(ascii: "M"), 3...4): return (.month, .monthName(isShort: count == 3))
        case (UInt8(ascii: "d"), 1...2): return (.day, .number(.day, digits: count))
        case (UInt8(ascii: "H"), 1...2): return (.hour, .number(.hour, digits: count))
        case (UInt8(ascii: "h"), 1...2): return (.hour, .halfDayHour(digits: count))
        case (UInt8(ascii: "a"), 1): return (.half, .half)
        case (UInt8(ascii: "m"), 1...2): return (.minute, .number(.minute, digits: count))
        case (UInt8(ascii: "s"), 1...2): return (.second, .number(.second, digits: count))
        case (UInt8(ascii: "S"), 1...9): return (.fraction, .fraction(count))
        case (UInt8(ascii: "E"), 1...4): return (.weekday, .weekdayName(isShort: count < 4))
        case (UInt8(ascii: "Z"), 1...3): return (.zone, .zone(hasZ: false, hasMinutes: true, hasColon: false))
        case (UInt8(ascii: "Z"), 5): return (.zone, .zone(hasZ: true, hasMinutes: true, hasColon: true))
        case (UInt8(ascii: "X"), 1...3), (UInt8(ascii: "x"), 1...3):
            return (.zone, .zone(hasZ: letter == UInt8(ascii: "X"), hasMinutes: count > 1, hasColon: count == 3))
        default:
            let run = String(repeating: Character(Unicode.Scalar(letter)), count: min(count, 10))
            throw Fault(reason: "has '\(run)', which stands for nothing here; text stands in apostrophes")
        }
    }

    static func == (left: DatePattern, right: DatePattern) -> Bool { left.text == right.text && left.zone == right.zone }

    func hash(into hasher: inout Hasher) {
        hasher.combine(text)
        hasher.combine(zone)
    }
}

// MARK: Reading

extension DatePattern {
    /// Reads a date; nil if the text is not in the pattern, or the calendar has no such day.
    func date(_ text: BorrowedBytes) -> Date? {
        var reader = DateParser.Reader(text)
        var (year, month, day, hour, minute, second) = (1970, 1, 1, 0, 0, 0)
        var fraction = DateParser.Fraction()
        var zone: Int?
        for step in steps {
            switch step {
            case .byte(let byte): guard reader.take(byte) else { return nil }
            case .number(let field, let digits):
                guard let value = reader.field(digits) else { return nil }
                switch field {
                case .year: year = value
                case .month: month = value
                case .day: day = value
                case .hour: hour += value
                case .minute: minute = value
                default: second = value
                }
            case .halfDayHour(let digits):
                guard let value = reader.field(digits), (1...12).contains(value) else { return nil }
                hour += value % 12
            case .half:
                guard let isAfternoon = reader.half() else { return nil }
                hour += isAfternoon ? 12 : 0
            case .fraction(let digits):
                guard let value = reader.fraction(digits: digits) else { return nil }
                fraction = value
            case .monthName(let isShort):
                guard let index = reader.name(Self.months, isShort: isShort) else { return nil }
                month = index + 1
            case .weekdayName(let isShort): guard reader.name(Self.weekdays, isShort: isShort) != nil else { return nil }
            case .zone:
                guard let offset = reader.zone() else { return nil }
                zone = offset
            }
        }
        guard reader.isAtEnd, hour < 24, minute < 60, second < 60, let days = DateParser.days(year, month, day) else { return nil }
        let seconds = hour * 3600 + minute * 60 + second
        return DateParser.date(days, seconds, zone ?? self.offset(atLocal: days * 86_400 + seconds), fraction)
    }

    /// Seconds east of Greenwich where the clocks of the zone show a time. Of a time that they show twice the earlier is meant.
    private func offset(atLocal local: Int) -> Int {
        if let fixedOffset { return fixedOffset }
        func offset(at seconds: Int) -> Int { zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds))) }
        // No zone is further than 14 hours from Greenwich: what holds a day before and after is what holds around a change.
        let (before, after) = (offset(at: local - 86_400), offset(at: local + 86_400))
        return offset(at: local - before) == before ? before : offset(at: local - after) == after ? after : before
    }
}

// MARK: Writing

extension DatePattern {
    /// Writes a date; nil if it is not finite, or its year in the zone is none of 0000 to 9999.
    func text(secondsSince1970: Double) -> String? {
        guard let (seconds, microseconds) = DateWriter.instant(secondsSince1970) else { return nil }
        let offset = fixedOffset ?? zone.secondsFromGMT(for: Date(timeIntervalSince1970: secondsSince1970))
        guard let local = DateWriter.local(seconds + offset) else { return nil }
        let (date, time) = (Int(local.date), Int(local.time))
        // Days since 1970, which a week of days before 0000 keeps from being negative.
        let weekday = ((seconds + offset - time) / 86_400 + 7 * 200_000) % 7
        var output: [UInt8] = []
        for step in steps {
            switch step {
            case .byte(let byte): output.append(byte)
            case .number(let field, let digits):
                switch field {
                case .year: Self.append(date / 10_000, digits, to: &output)
                case .month: Self.append(date / 100 % 100, digits, to: &output)
                case .day: Self.append(date % 100, digits, to: &output)
                case .hour: Self.append(time / 3600, digits, to: &output)
                case .minute: Self.append(time / 60 % 60, digits, to: &output)
                default: Self.append(time % 60, digits, to: &output)
                }
            case .halfDayHour(let digits): Self.append((time / 3600 + 11) % 12 + 1, digits, to: &output)
            case .half: output += time < 43_200 ? Array("AM".utf8) : Array("PM".utf8)
            case .fraction(let digits):
                // What a Double has no room for is zero; digits that the pattern has not are cut off.
                let all = microseconds * 1000
                let scale = (digits..<9).reduce(1) { scale, _ in scale * 10 }
                Self.append(all / scale, digits, to: &output)
            case .monthName(let isShort): Self.append(Self.months[date / 100 % 100 - 1], isShort, to: &output)
            case .weekdayName(let isShort):
                Self.append(Self.weekdays[weekday], isShort, to: &output)
            case .zone(let hasZ, let hasMinutes, let hasColon):
                Self.append(zone: offset, hasZ, hasMinutes, hasColon, to: &output)
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    private static func append(_ value: Int, _ digits: Int, to output: inout [UInt8]) {
        let text = Array(String(value).utf8)
        output += repeatElement(ASCII.zero, count: max(digits - text.count, 0))
        output += text
    }

    private static func append(_ name: String, _ isShort: Bool, to output: inout [UInt8]) {
        output += isShort ? Array(name.utf8.prefix(3)) : Array(name.utf8)
    }

    private static func append(zone: Int, _ hasZ: Bool, _ hasMinutes: Bool, _ hasColon: Bool, to output: inout [UInt8]) {
        guard !(hasZ && zone == 0) else { return output.append(ASCII.upperZ) }
        let minutes = Int(zone.magnitude) / 60
        output.append(zone < 0 ? ASCII.minus : ASCII.plus)
        append(minutes / 60, 2, to: &output)
        guard hasMinutes || !minutes.isMultiple(of: 60) else { return }
        if hasColon { output.append(ASCII.colon) }
        append(minutes % 60, 2, to: &output)
    }
}
