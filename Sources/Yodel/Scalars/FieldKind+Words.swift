// What would fit a place, in JSON's words: the sender of a document knows neither the types nor the options of the program. Made when an error is.

extension FieldKind {
    /// What a value of a type is in JSON's words; empty if it is not known.
    static func wanted(_ type: Any.Type, _ code: ModelError.Code, _ rules: ScalarRules = ScalarRules([])) -> String {
        if let kind = leaf(type) { return kind.wanted(code, rules) }
        return type is any ExpressibleByArrayLiteral.Type ? "an array" : type is any ExpressibleByDictionaryLiteral.Type ? "an object" : ""
    }

    /// What would fit a place of the kind, in JSON's words; empty if its type has to be asked.
    func wanted(_ code: ModelError.Code, _ rules: ScalarRules) -> String {
        switch self {
        case .scalar(.date): "a date (\(rules.dateWords))"
        case .scalar(.data): code == .invalidValue ? "base64" : "a string"
        case .scalar(let kind): Self.wanted(kind.scalarType.schema, isOutOfRange: code == .numberOutOfRange)
        case .object, .instance, .boxed, .dictionary, .anyDictionary: "an object"
        case .sequence, .anyArray: "an array"
        case .json, .rawJSON, .any, .rawValue, .cases, .decodable, .encodable, .custom: ""
        }
    }

    /// What fits a scalar's schema. The range of its numbers is named where a number is outside of it, or where it is short.
    private static func wanted(_ schema: JSONObject, isOutOfRange: Bool) -> String {
        var range = ""
        if let least = schema["minimum"]?.text, let greatest = schema["maximum"]?.text {
            if isOutOfRange || greatest.utf8.count <= 5 { range = " from \(least) to \(greatest)" }
        }
        switch schema["type"] {
        case "integer": return "an integer" + range
        case "number": return "a number" + range
        case "boolean": return "true or false"
        default: break
        }
        switch schema["format"] {
        case "uuid": return "a UUID"
        case "uri-reference": return "a URL"
        default: return schema["minLength"] == nil ? "a string" : "a string of one character"
        }
    }
}

extension ScalarRules {
    /// How dates are written.
    var dateWords: String {
        guard let forms = dateForms?.forms else { return "ISO 8601, as in 2014-05-06T07:08:09Z" }
        let limit = 8
        return forms.prefix(limit).map(\.words).joined(separator: ", ") + (forms.count > limit ? ", ..." : "")
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
