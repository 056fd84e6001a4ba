/// A number taken apart: its digits without zeros at both ends, times a power of ten.
struct NumberParts: Equatable {
    var isNegative: Bool
    var digits: [UInt8]
    var exponent = 0

    init(_ text: String) {
        isNegative = text.utf8.first == UInt8(ascii: "-")
        var mantissa = text.utf8[...]
        if let mark = mantissa.firstIndex(where: { $0 | 0x20 == UInt8(ascii: "e") }) {
            let written = mantissa[mantissa.index(after: mark)...]
            // A power that does not fit in an Int still has a sign; a quarter of the range leaves room to add lengths to it.
            let bound = Int.max / 4
            exponent = min(max(Int(Substring(written)) ?? (written.first == UInt8(ascii: "-") ? -bound : bound), -bound), bound)
            mantissa = mantissa[..<mark]
        }
        if let dot = mantissa.firstIndex(of: UInt8(ascii: ".")) {
            exponent -= mantissa.distance(from: dot, to: mantissa.endIndex) - 1
        }
        digits = Array(mantissa.filter { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "-") }.drop { $0 == UInt8(ascii: "0") })
        while digits.last == UInt8(ascii: "0") {
            digits.removeLast()
            exponent += 1
        }
        if digits.isEmpty { exponent = 0 }
    }
}
