#if Ingest
/// Texts of records as they are shown: in reports, and in Swift source.
enum InspectionText {
    /// A text for a person: what has no shape of its own is escaped, and what is long is cut.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - limit: As many characters are shown.
    static func shown(_ text: String, characters limit: Int) -> String {
        var result = ""
        var count = 0
        for scalar in text.unicodeScalars {
            guard count < limit else { return result + "…" }
            result += hasShape(scalar) ? String(scalar) : escape(scalar)
            count += 1
        }
        return result
    }

    /// A text as a literal of Swift.
    static func literal(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\" + String(scalar)
            case _ where hasShape(scalar): result.unicodeScalars.append(scalar)
            default: result += escape(scalar)
            }
        }
        return result + "\""
    }

    /// A scalar as an escape of Swift.
    static func escape(_ scalar: Unicode.Scalar) -> String {
        "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
    }

    /// Whether a scalar shows, by itself and nothing else: no control, no mark on the letter before it, nothing that turns the direction.
    private static func hasShape(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar.value >= 0x20 && scalar.value < 0x7F }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber, .letterNumber,
            .otherNumber,
            .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation,
            .otherPunctuation, .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol:
            return true
        case .nonspacingMark, .spacingMark, .enclosingMark, .spaceSeparator, .lineSeparator, .paragraphSeparator, .control, .format,
            .surrogate, .privateUse, .unassigned:
            return false
        @unknown default: return false
        }
    }
}
#endif
