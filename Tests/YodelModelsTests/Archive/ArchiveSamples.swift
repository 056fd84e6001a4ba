import Foundation

@testable import Yodel

/// A type of value that archives are tested with.
protocol ArchiveSample: Hashable, SendableMetatype {
    /// The extremes of the type.
    static var extremes: [Self] { get }
}

/// Types of the tests' own.
enum ArchiveSamples {
    enum Colour: String, ArchiveSample {
        case red, blue
        static let extremes = [Colour.red, .blue]
    }

    enum Ratio: Double, ArchiveSample {
        case half = 0.5, one = 1
        static let extremes = [Ratio.half, .one]
    }

    struct Wide: RawRepresentable, ArchiveSample {
        var rawValue: Int128
        static let extremes = [Wide(rawValue: .max), Wide(rawValue: .min)]
    }

    struct Point: Model, ArchiveSample {
        var x = 0.0
        var name = ""
        static let extremes = [Point(), Point(x: -1.5, name: "far from here, at least")]
    }

    /// Not a model: by its own coding.
    struct Own: Codable, ArchiveSample {
        var parts: [String]

        init(_ parts: [String]) { self.parts = parts }
        init(from decoder: any Decoder) throws {
            parts = try decoder.singleValueContainer().decode(String.self).split(separator: "/").map(String.init)
        }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(parts.joined(separator: "/"))
        }
        static let extremes = [Own(["z"]), Own(["a", "b"])]
    }
}

extension FixedWidthInteger { static var extremes: [Self] { [.max, .min, 0, 1] } }
extension Int: ArchiveSample {}
extension Int8: ArchiveSample {}
extension Int16: ArchiveSample {}
extension Int32: ArchiveSample {}
extension Int64: ArchiveSample {}
extension Int128: ArchiveSample {}
extension UInt: ArchiveSample {}
extension UInt8: ArchiveSample {}
extension UInt16: ArchiveSample {}
extension UInt32: ArchiveSample {}
extension UInt64: ArchiveSample {}
extension UInt128: ArchiveSample {}
extension Bool: ArchiveSample { static var extremes: [Bool] { [true, false] } }
extension Float16: ArchiveSample {
    static var extremes: [Float16] { [.greatestFiniteMagnitude, -.leastNonzeroMagnitude, 0.1, 0, 1e4] }
}
extension Float: ArchiveSample {
    static var extremes: [Float] { [.greatestFiniteMagnitude, -.leastNonzeroMagnitude, 0.1, 0, 1e10] }
}
extension Double: ArchiveSample {
    static var extremes: [Double] {
        [.greatestFiniteMagnitude, .leastNonzeroMagnitude, -65.613616999999977, 0, 0.1, 1e22, .pi]
    }
}
extension String: ArchiveSample { static var extremes: [String] { ["", "a", "\"\\/\n\r\t é😀", "日本語のテキスト, 😀", "$"] } }
extension Substring: ArchiveSample { static var extremes: [Substring] { ["", "a part of a longer text".dropFirst(2)] } }
extension Character: ArchiveSample { static var extremes: [Character] { ["a", "👩‍👩‍👧", "é"] } }
extension Date: ArchiveSample {
    /// Whole seconds: property lists as text have no others.
    static var extremes: [Date] { [Date(timeIntervalSince1970: 1_399_360_089), Date(timeIntervalSince1970: -86_400)] }
}
extension Data: ArchiveSample { static var extremes: [Data] { [Data(), Data(0...255)] } }
extension URL: ArchiveSample {
    static var extremes: [URL] { ["https://example.org/p?q=1#f", "a:b", "/p%20q"].map { URL(string: $0)! } }
}
extension UUID: ArchiveSample { static var extremes: [UUID] { [UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")!] } }
extension Decimal: ArchiveSample {
    static var extremes: [Decimal] {
        ["12345678901234567890123456789012345678", "-0.1", "0", "1e100", "-1e-100", "1234567890.123456789"].map { Decimal(string: $0)! }
    }
}
extension JSONValue: ArchiveSample {
    static var extremes: [JSONValue] { [false, [1, ["a": nil]], 1.5, "text", ["k": [:]], 18_446_744_073_709_551] }
}
extension JSONNumber: ArchiveSample {
    static var extremes: [JSONNumber] { [0, 0.1, JSONNumber(UInt64.max), JSONNumber("1.2345678901234567890123")!] }
}
