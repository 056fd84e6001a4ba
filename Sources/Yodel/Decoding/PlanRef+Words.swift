// What errors say of a type: its name, and what would fit, or which option takes what was found. Made when an error is.

extension PlanRef {
    /// The type as a program writes it.
    var typeText: String { TypeText.name(of: type) }

    /// What would fit, to follow what was found; empty if nothing is to be said of it.
    func hint(_ verdict: Verdict, _ found: FoundKind, _ rules: ScalarRules) -> String {
        if verdict == .lossy { return " (acceptsLoss allows it)" }
        let inner = innermost
        guard verdict == .invalidValue || verdict == .typeMismatch else { return "" }
        if inner.pointee.kind == .rawValue { return CaseWords.hint(of: inner.type) }
        switch inner.pointee.kind.scalar {
        case .date:
            if found == .number { return " (for numbers set numericDates or dateFormats)" }
            return found == .string ? rules.dateHint : ""
        case .data: return found == .string ? " (base64; dataFormat takes any text)" : ""
        case .decimal, .double, .float, .float16:
            return found == .string && !rules.contains(.converts) ? " (convertsTypes reads numbers in strings)" : ""
        case .bool, .int, .int8, .int16, .int32, .int64, .int128, .uint, .uint8, .uint16, .uint32, .uint64, .uint128, .string, .substring,
            .character, .url, .uuid, nil:
            return ""
        }
    }
}

extension ScalarRules {
    /// Which texts are dates.
    fileprivate var dateHint: String {
        guard let forms = dateForms?.forms else { return " (ISO 8601, as in 2014-05-06T07:08:09Z; dateFormats names others)" }
        let limit = 8
        let words = forms.prefix(limit).map(\.words).joined(separator: ", ")
        return " (dateFormats has \(words)\(forms.count > limit ? ", ..." : ""))"
    }
}

extension DateForm {
    fileprivate var words: String {
        switch self {
        case .iso8601: "ISO 8601"
        case .epoch(let units): units == 1 ? "seconds since 1970" : "milliseconds since 1970"
        case .fineEpoch(let places): places == 6 ? "microseconds since 1970" : "nanoseconds since 1970"
        case .secondsSince2001: "seconds since 2001"
        case .http: "HTTP's dates"
        case .mail: "RFC 2822"
        case .pattern(let pattern): "'\(pattern.text)'"
        case .custom: "a custom one"
        case .faulty: "a faulty one"
        }
    }
}
