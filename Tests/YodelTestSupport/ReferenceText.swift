@testable import Yodel

/// What JSON is written as under options, told once more in the plainest way.
struct ReferenceText {
    let options: EncodingOptions

    func text(_ value: JSONValue) -> String { text(value, "\n") }

    /// - Parameter line: A line break and the spaces that the value's own line begins with.
    private func text(_ value: JSONValue, _ line: String) -> String {
        switch value {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .number(let number): number.text
        case .string(let text): quoted(text)
        case .array(let elements): container("[", elements.map { text($0, line + "  ") }, "]", line)
        case .object(let object):
            container("{", pairs(object).map { quoted($0.key) + (options.isPretty ? " : " : ":") + text($0.value, line + "  ") }, "}", line)
        }
    }

    private func pairs(_ object: JSONObject) -> [(key: String, value: JSONValue)] {
        let pairs = object.map { (key: $0.key, value: $0.value) }
        return options.sortsKeys ? pairs.sorted { Array($0.key.utf8).lexicographicallyPrecedes(Array($1.key.utf8)) } : pairs
    }

    private func container(_ opening: String, _ parts: [String], _ closing: String, _ line: String) -> String {
        guard options.isPretty else { return opening + parts.joined(separator: ",") + closing }
        return opening + (parts.isEmpty ? "\n" : "") + parts.map { line + "  " + $0 }.joined(separator: ",") + line + closing
    }

    private func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\" + String(scalar)
            case "/": quoted += options.escapesSlashes ? "\\/" : "/"
            case "\u{8}": quoted += "\\b"
            case "\u{C}": quoted += "\\f"
            case "\n": quoted += "\\n"
            case "\r": quoted += "\\r"
            case "\t": quoted += "\\t"
            default:
                guard scalar.value < 0x20 || options.escapesNonASCII && scalar.value > 0x7F else {
                    quoted.unicodeScalars.append(scalar)
                    continue
                }
                for unit in String(scalar).utf16 {
                    let digits = String(unit, radix: 16)
                    quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
            }
        }
        return quoted + "\""
    }
}
