import Foundation
import Yodel

extension CodableEncoder.DateEncodingStrategy {
    /// Writes dates as a formatter does, as strings.
    ///
    /// ```swift
    /// encoder.dateEncodingStrategy = .formatted(formatter)
    /// ```
    ///
    /// - Parameter formatter: Makes the strings. Its settings are those that it has when a date is encoded.
    /// - Returns: The strategy.
    public static func formatted(_ formatter: DateFormatter) -> Self {
        .custom { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(formatter.string(from: date))
        }
    }
}
