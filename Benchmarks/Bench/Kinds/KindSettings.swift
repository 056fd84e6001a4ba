import Foundation
import Yodel
import YodelFoundation

/// How the coders are set for a kind, all alike, and what its documents are.
struct KindSettings {
    var reading = DecodingOptions.lenient
    var writing = EncodingOptions.default
    /// How `Codable` coders read and write dates.
    var dates = KindDates.iso8601
    /// Whether the members of a text may have another order than the one it was made in.
    var isUnordered = false
    /// Whether the kind is only written.
    var isWrittenOnly = false

    var modelDecoder: ModelDecoder { ModelDecoder(reading) }
    var modelEncoder: ModelEncoder { ModelEncoder(writing) }

    var codableDecoder: CodableDecoder {
        let decoder = CodableDecoder()
        decoder.dateDecodingStrategy =
            switch dates {
            case .iso8601: .iso8601
            case .seconds: .secondsSince1970
            case .milliseconds: .millisecondsSince1970
            case .pattern(let pattern): .formatted(KindDates.formatter(pattern))
            case .custom: .custom { try KindDates.custom($0) }
            }
        return decoder
    }

    var codableEncoder: CodableEncoder {
        let encoder = CodableEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        encoder.dateEncodingStrategy =
            switch dates {
            case .iso8601: .iso8601
            case .seconds: .secondsSince1970
            case .milliseconds: .millisecondsSince1970
            case .pattern(let pattern): .formatted(KindDates.formatter(pattern))
            case .custom: .custom { try KindDates.encodeCustom($0, to: $1) }
            }
        return encoder
    }

    var jsonDecoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy =
            switch dates {
            case .iso8601: .iso8601
            case .seconds: .secondsSince1970
            case .milliseconds: .millisecondsSince1970
            case .pattern(let pattern): .formatted(KindDates.formatter(pattern))
            case .custom: .custom { try KindDates.custom($0) }
            }
        return decoder
    }

    var jsonEncoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        encoder.dateEncodingStrategy =
            switch dates {
            case .iso8601: .iso8601
            case .seconds: .secondsSince1970
            case .milliseconds: .millisecondsSince1970
            case .pattern(let pattern): .formatted(KindDates.formatter(pattern))
            case .custom: .custom { try KindDates.encodeCustom($0, to: $1) }
            }
        return encoder
    }
}

/// The forms of dates that `Codable` coders have.
enum KindDates {
    case iso8601, seconds, milliseconds
    /// By a `DateFormatter`.
    case pattern(String)
    /// By code of their own: seconds since 1970, to the base 36.
    case custom

    static func formatter(_ pattern: String) -> DateFormatter {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = .gmt
        formatter.dateFormat = pattern
        return formatter
    }

    static func customText(_ date: Date) -> String { String(Int(date.timeIntervalSince1970), radix: 36) }

    static func custom(_ text: String) -> Date? { Int(text, radix: 36).map { Date(timeIntervalSince1970: Double($0)) } }

    fileprivate static func custom(_ decoder: any Decoder) throws -> Date {
        let container = try decoder.singleValueContainer()
        guard let date = custom(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no date")
        }
        return date
    }

    fileprivate static func encodeCustom(_ date: Date, to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(customText(date))
    }
}
