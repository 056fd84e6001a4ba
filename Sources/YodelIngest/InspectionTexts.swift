#if Ingest
/// What is known of the strings at one path.
struct InspectionTexts: Sendable {
    /// What a string may be besides text.
    enum Form: Int, CaseIterable, Sendable {
        case date
        case uuid
        case url
        case integer

        /// Several of them, in words.
        var name: String {
            switch self {
            case .date: "dates"
            case .uuid: "UUIDs"
            case .url: "URLs"
            case .integer: "integers as text"
            }
        }

        /// Whether a text is one, by its bytes.
        func isForm(of text: Span<UInt8>) -> Bool {
            switch self {
            case .date: TextForms.isDate(text)
            case .uuid: TextForms.isUUID(text)
            case .url: TextForms.isURL(text)
            case .integer: TextForms.isInteger(text)
            }
        }
    }

    /// A text, and how often it was there.
    struct Value: Sendable {
        let text: String
        var count: Int
    }

    /// How many strings there are.
    private(set) var count = 0
    /// How many of them are of each form, by its raw value.
    private var formCounts = [0, 0, 0, 0]
    /// The lengths in bytes.
    var lengths = InspectionRange()
    /// The different strings, in the order of their first appearance; none if there are too many, or too long ones.
    var values: [Value] = []
    /// Whether there are more different strings than are kept.
    var hasMoreValues = false

    mutating func add(_ text: String, _ limits: RecordInspection.Limits) {
        lengths.add(text.utf8.count)
        count += 1
        let bytes = text.utf8.span
        for form in Form.allCases where form.isForm(of: bytes) { formCounts[form.rawValue] += 1 }
        if !hasMoreValues { add(Value(text: text, count: 1), limits) }
    }

    mutating func add(_ other: InspectionTexts, _ limits: RecordInspection.Limits) {
        lengths.add(other.lengths)
        count += other.count
        for form in Form.allCases { formCounts[form.rawValue] += other.formCounts[form.rawValue] }
        if other.hasMoreValues {
            hasMoreValues = true
            values = []
        }
        for value in other.values where !hasMoreValues { add(value, limits) }
    }

    private mutating func add(_ value: Value, _ limits: RecordInspection.Limits) {
        // Texts are kept only if they are short, so that Swift's own comparison is quick. It is that of an enum's raw values, too.
        if value.text.utf8.count <= limits.maximumCaseBytes {
            if let index = values.firstIndex(where: { $0.text == value.text }) { return values[index].count += value.count }
            if values.count < limits.maximumCases { return values.append(value) }
        }
        hasMoreValues = true
        values = []
    }

    /// What all strings are, or half of them at least.
    var form: (form: Form, count: Int)? {
        for form in Form.allCases where formCounts[form.rawValue] > 0 && formCounts[form.rawValue] * 2 >= count {
            return (form, formCounts[form.rawValue])
        }
        return nil
    }

    /// What all strings are; nil if they are just strings.
    var wholeForm: Form? { form.flatMap { $0.count == count ? $0.form : nil } }

    /// What the strings are, in words; nil if they are just strings.
    var formName: String? {
        form.map { $0.count == count ? $0.form.name : "\($0.count) of \(count) are \($0.form.name)" }
    }

    /// The different texts, by their bytes.
    var sortedValues: [Value] {
        values.sorted { $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) }
    }

    /// Whether the texts may be the cases of an enum: few different ones, often enough, that are nothing else.
    func isEnum(_ limits: RecordInspection.Limits) -> Bool {
        !hasMoreValues && wholeForm == nil && count >= limits.minimumTexts
    }
}

/// What a text may be, by its bytes.
enum TextForms {
    private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }  // &-: what is less becomes large

    private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- UInt8(ascii: "a") < 26 }  // &-: as above

    /// Whether a text is a calendar date by ISO 8601, alone or with a time, of the year 1583 or later: one that Yodel reads as a `Date`.
    ///
    ///     2026-01-31    2026-01-31T10:20:30.5Z    2026-01-31 10:20:30+0100
    static func isDate(_ text: Span<UInt8>) -> Bool {
        guard text.count >= 10, let year = number(text, 0, 4), let month = number(text, 5, 2), let day = number(text, 8, 2),
            text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"), year >= 1583, (1...12).contains(month)
        else { return false }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        guard day >= 1, day <= (month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31) else { return false }
        return text.count == 10 || isTime(text)
    }

    /// Whether a time follows the date.
    private static func isTime(_ text: Span<UInt8>) -> Bool {
        guard text.count >= 19, text[10] == UInt8(ascii: "T") || text[10] == UInt8(ascii: " "), text[13] == UInt8(ascii: ":"),
            text[16] == UInt8(ascii: ":"), let hour = number(text, 11, 2), hour < 24, let minute = number(text, 14, 2), minute < 60,
            let second = number(text, 17, 2), second < 60
        else { return false }
        var index = 19
        if index < text.count, text[index] == UInt8(ascii: ".") {
            index += 1
            let start = index
            while index < text.count, isDigit(text[index]) { index += 1 }
            guard index > start else { return false }
        }
        return index == text.count || isZone(text, index)
    }

    /// Whether the rest of a text is a zone: `Z`, `+01`, `+0100` or `+01:00`.
    private static func isZone(_ text: Span<UInt8>, _ start: Int) -> Bool {
        if text[start] == UInt8(ascii: "Z") { return start + 1 == text.count }
        guard text[start] == UInt8(ascii: "+") || text[start] == UInt8(ascii: "-"), let hours = number(text, start + 1, 2), hours < 24
        else {
            return false
        }
        var index = start + 3
        if index == text.count { return true }
        if text[index] == UInt8(ascii: ":") { index += 1 }
        guard let minutes = number(text, index, 2) else { return false }
        return minutes < 60 && index + 2 == text.count
    }

    /// A number of so many digits.
    private static func number(_ text: Span<UInt8>, _ start: Int, _ digits: Int) -> Int? {
        guard start + digits <= text.count else { return nil }
        var value = 0
        for index in start..<(start + digits) {
            guard isDigit(text[index]) else { return nil }
            value = value * 10 + Int(text[index] - UInt8(ascii: "0"))
        }
        return value
    }

    /// Whether a text is a UUID, `123e4567-e89b-12d3-a456-426614174000`.
    static func isUUID(_ text: Span<UInt8>) -> Bool {
        guard text.count == 36 else { return false }
        for index in 0..<36 {
            let byte = text[index]
            switch index {
            case 8, 13, 18, 23:
                if byte != UInt8(ascii: "-") { return false }
            default:
                if !isDigit(byte), (byte | 0x20) &- UInt8(ascii: "a") >= 6 { return false }  // &-: what is less becomes large
            }
        }
        return true
    }

    /// Whether a text is a URL with a scheme and `://`, of characters that RFC 3986 has.
    static func isURL(_ text: Span<UInt8>) -> Bool {
        guard text.count > 0, isLetter(text[0]) else { return false }
        var index = 1
        while index < text.count, text[index] != UInt8(ascii: ":") {
            switch text[index] {
            case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."): break
            case let byte where isLetter(byte) || isDigit(byte): break
            default: return false
            }
            index += 1
        }
        guard index + 3 < text.count, text[index + 1] == UInt8(ascii: "/"), text[index + 2] == UInt8(ascii: "/") else { return false }
        for index in (index + 3)..<text.count {
            switch text[index] {
            case 0...0x20, UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"), UInt8(ascii: "^"),
                UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"), 0x7F...:
                return false
            default: break
            }
        }
        return true
    }

    /// Whether a text is an integer in decimal digits, without a plus and without zeros before other digits.
    static func isInteger(_ text: Span<UInt8>) -> Bool {
        let start = text.count > 0 && text[0] == UInt8(ascii: "-") ? 1 : 0
        guard start < text.count, text[start] != UInt8(ascii: "0") || start + 1 == text.count else { return false }
        for index in start..<text.count where !isDigit(text[index]) { return false }
        return true
    }
}
#endif
