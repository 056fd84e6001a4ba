import Foundation

/// Foundation's `DateFormatter` on strings: one formatter for each format, made once, and chosen by the length of the string as YYModel does.
///
/// The strings are there beforehand: unlike Yodel, which reads the document, this contender has no JSON to read and no strings to make.
/// That is in its favour. So is that a look at one byte decides where YYModel tries two formatters in turn.
final class DateFormatters {
    private let strings: [String]
    /// By length: for dates with a space, and for those with a T, in the middle.
    private let spaced: [DateFormatter?]
    private let joined: [DateFormatter?]

    init(_ strings: [String]) {
        self.strings = strings
        spaced = Self.formatters(separator: " ")
        joined = Self.formatters(separator: "'T'")
    }

    /// The dates of all strings.
    func dates() throws -> [Date] {
        try strings.map { string in
            guard let date = formatter(for: string)?.date(from: string) else { throw BenchError("no format for \"\(string)\"") }
            return date
        }
    }

    private func formatter(for string: String) -> DateFormatter? {
        let bytes = string.utf8
        var length = bytes.count
        guard length > 10 else { return length == 10 ? spaced[10] : nil }
        guard length < spaced.count else { return nil }
        // 24 bytes are a time with +0800 or one with a fraction and Z; the latter's format is that of 28 bytes.
        if length == 24, byte(19, of: bytes) == UInt8(ascii: ".") { length = 28 }
        return byte(10, of: bytes) == UInt8(ascii: "T") ? joined[length] : spaced[length]
    }

    private func byte(_ offset: Int, of bytes: String.UTF8View) -> UInt8 {
        bytes[bytes.index(bytes.startIndex, offsetBy: offset)]
    }

    private static func formatters(separator: String) -> [DateFormatter?] {
        let time = "yyyy-MM-dd\(separator)HH:mm:ss"
        let formats: [(format: String, lengths: [Int])] = [
            ("yyyy-MM-dd", [10]),
            (time, [19]),
            (time + "Z", [20, 24, 25]),
            (time + ".SSS", [23]),
            (time + ".SSSZ", [28, 29]),
            ("EEE MMM dd HH:mm:ss Z yyyy", [30]),
            ("EEE MMM dd HH:mm:ss.SSS Z yyyy", [34]),
        ]
        var formatters = [DateFormatter?](repeating: nil, count: 35)
        for (format, lengths) in formats {
            let formatter = DateFormatter()
            formatter.locale = Locale(identifier: "en_US_POSIX")
            formatter.timeZone = .gmt
            formatter.dateFormat = format
            for length in lengths { formatters[length] = formatter }
        }
        return formatters
    }
}
