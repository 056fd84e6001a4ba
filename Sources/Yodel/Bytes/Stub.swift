import FoundationEssentials
enum ParsedInteger<T> { case exact(T), truncated(T), outOfRange }
enum NumberParser {
    static func integer<T: FixedWidthInteger & Sendable>(_ t: UnsafeBufferPointer<UInt8>, as: T.Type) -> ParsedInteger<T> { unsafe T(String(decoding: t, as: UTF8.self)).map { .exact($0) } ?? .outOfRange }
    static func double(_ t: UnsafeBufferPointer<UInt8>) -> Double? { unsafe Double(String(decoding: t, as: UTF8.self)) }
    static func float(_ t: UnsafeBufferPointer<UInt8>) -> Float? { unsafe Float(String(decoding: t, as: UTF8.self)) }
    static func decimal(_ t: UnsafeBufferPointer<UInt8>) -> Decimal? { unsafe Decimal(string: String(decoding: t, as: UTF8.self)) }
    static func isNumber(_ t: UnsafeBufferPointer<UInt8>) -> Bool { unsafe Double(String(decoding: t, as: UTF8.self)) != nil }
}
enum DateParser { static func date(_ t: UnsafeBufferPointer<UInt8>) -> Date? { nil } }
enum Words { case truth(Bool), null; static func match(_ t: UnsafeBufferPointer<UInt8>) -> Words? { nil } }
