import Foundation

/// A number with a fixed count of digits behind the point and commas between thousands.
func formatted(_ value: Double, digits: Int = 0) -> String {
    let text = String(format: "%.\(digits)f", value)
    let point = text.firstIndex(of: ".") ?? text.endIndex
    var whole = ""
    for (index, digit) in text[..<point].reversed().enumerated() {
        if index > 0, index % 3 == 0, digit != "-" { whole.append(",") }
        whole.append(digit)
    }
    return String(whole.reversed()) + text[point...]
}

/// A time in microseconds with three digits that matter.
func microseconds(_ nanoseconds: Double) -> String {
    let value = nanoseconds / 1_000
    return formatted(value, digits: value < 10 ? 3 : value < 100 ? 2 : value < 1_000 ? 1 : 0)
}

/// Text made as wide as its column.
func padded(_ text: String, _ width: Int, left: Bool = false) -> String {
    let space = String(repeating: " ", count: max(0, width - text.count))
    return left ? text + space : space + text
}
