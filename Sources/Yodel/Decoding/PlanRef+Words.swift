// What errors say of a type: its name, and what would fit, or which option takes what was found; and for the sender of a document, what would fit in JSON's
// words. Made when an error is.

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
        default: return ""
        }
    }
}

extension PlanRef {
    /// What would fit, in JSON's words; empty if it is not known.
    func wanted(_ code: ModelError.Code, _ rules: ScalarRules) -> String {
        let inner = innermost
        switch inner.pointee.kind {
        case .rawValue:
            let cases = CaseWords.list(of: inner.type)
            return cases.isEmpty ? inner.key.pointee.kind.wanted(code, rules) : "one of \(cases)"
        case .cases:
            let cases = inner.cases.list
            return cases.isEmpty ? "" : "one of the cases \(cases)"
        case .object, .instance: return inner.model.pointee.isArray ? "an array" : "an object"
        default: return inner.pointee.kind.wanted(code, rules)
        }
    }
}

extension ScalarRules {
    /// Which texts are dates.
    fileprivate var dateHint: String {
        dateForms == nil ? " (\(dateWords); dateFormats names others)" : " (dateFormats has \(dateWords))"
    }
}
