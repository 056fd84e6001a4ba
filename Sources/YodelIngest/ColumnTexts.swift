#if Ingest
import Yodel

/// Values of columns that are text in rows and lines.
enum ColumnTexts {
    /// A timestamp, in the form that ``DateWriter`` gives it.
    static func instant(_ microseconds: Int64) -> String {
        var bytes = [UInt8](repeating: 0, count: DateWriter.maximumBytes)
        let count = unsafe bytes.withUnsafeMutableBufferPointer { bytes in
            unsafe DateWriter.write(microsecondsSince1970: microseconds, to: bytes.baseAddress.unsafelyUnwrapped)
        }
        return String(decoding: bytes[..<count], as: UTF8.self)
    }

    /// A UUID.
    ///
    /// - Parameter number: Its bytes, as they stand in memory.
    static func uuid(_ number: UInt128) -> String {
        var digits = Array(String(number.bigEndian, radix: 16, uppercase: true).utf8)
        digits = Array(repeating: UInt8(ascii: "0"), count: 32 - digits.count) + digits
        for place in [8, 13, 18, 23] { digits.insert(UInt8(ascii: "-"), at: place) }
        return String(decoding: digits, as: UTF8.self)
    }

    /// A decimal number.
    ///
    /// - Parameter scale: Digits behind the point.
    static func decimal(_ value: Int128, _ scale: Int) -> String {
        guard scale > 0 else { return String(value) }
        let digits = String(value.magnitude)
        let padded = String(repeating: "0", count: max(0, scale + 1 - digits.count)) + digits
        return (value < 0 ? "-" : "") + padded.dropLast(scale) + "." + padded.suffix(scale)
    }
}
#endif
