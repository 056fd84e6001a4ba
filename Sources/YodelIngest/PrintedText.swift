#if Ingest
/// Texts with names that others have chosen, such as those of files, as they are printed and logged: what could move a cursor, end a line or turn its direction is escaped.
package enum PrintedText {
    /// A text without controls.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - keepsLines: Whether line feeds stay, of a text of several lines.
    /// - Returns: The text, a control as `\u{1B}`.
    package static func escaped(_ text: String, keepsLines: Bool = false) -> String {
        func isKept(_ scalar: Unicode.Scalar) -> Bool { !acts(scalar) || (keepsLines && scalar == "\n") }
        if text.unicodeScalars.allSatisfy(isKept) { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            if isKept(scalar) { result.unicodeScalars.append(scalar) } else { result += InspectionText.escape(scalar) }
        }
        return result
    }

    /// A name that is no UTF-8.
    ///
    /// - Parameter bytes: The name.
    /// - Returns: A text, each byte that is not ASCII as `\xE9`.
    package static func escaped(bytes: [UInt8]) -> String {
        escaped(bytes.map { $0 < 0x80 ? String(Unicode.Scalar($0)) : "\\x" + String($0, radix: 16, uppercase: true) }.joined())
    }

    private static func acts(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
#endif
