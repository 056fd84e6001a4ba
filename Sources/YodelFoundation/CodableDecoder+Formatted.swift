import Foundation
import Yodel

extension CodableDecoder.DateDecodingStrategy {
    /// Dates from strings, by a formatter.
    ///
    /// - Parameter formatter: Reads the strings. It is used by every decode, from whatever thread; do not change it meanwhile.
    /// - Returns: A strategy that throws `DecodingError.dataCorrupted` for a string that the formatter does not read.
    public static func formatted(_ formatter: DateFormatter) -> Self {
        .custom { decoder in
            let container = try decoder.singleValueContainer()
            guard let date = formatter.date(from: try container.decode(String.self)) else {
                throw DecodingError.dataCorruptedError(
                    in: container, debugDescription: "Date string does not match format expected by formatter.")
            }
            return date
        }
    }
}
