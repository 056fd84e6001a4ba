/// What a type that decodes itself has thrown, in the words of a mismatch.
struct Refusal {
    var error: any Error
    /// Empty words: those of the value as a whole.
    var mismatch: Mismatch
    /// The way from the value to what was refused.
    var path: [JSONPath.Component]
    /// What has refused it, if that is a model inside: the error is that one's.
    var inside: ModelError?

    /// - Parameters:
    ///   - type: The type of the whole value.
    ///   - value: The value.
    ///   - expected: What the last scalar that was refused was expected to be, and how deep it is.
    ///   - keys: How keys are spelt in the value.
    init(
        _ error: DecodingError, _ type: any Decodable.Type, _ value: JSONValue, expected: (name: String, depth: Int)?, _ keys: CodedKeys
    ) {
        self.error = error
        var steps: [any CodingKey]
        let whole = Mismatch(code: .invalidValue, expected: "", found: "")
        switch error {
        case .keyNotFound(let key, let context):
            steps = context.codingPath + [key]
            mismatch = Mismatch(code: .missingKey, expected: "a value for a key of \(TypeText.name(of: type))", found: "none")
        case .valueNotFound(let wanted, let context):
            steps = context.codingPath
            mismatch = Mismatch(
                code: .unexpectedNull, expected: Self.name(wanted), found: "null", wanted: FieldKind.wanted(wanted, .unexpectedNull))
        case .typeMismatch(let wanted, let context):
            steps = context.codingPath
            let misfit = Mismatch(
                code: .typeMismatch, expected: Self.name(wanted), found: "", wanted: FieldKind.wanted(wanted, .typeMismatch))
            mismatch = steps.isEmpty ? whole : misfit
        case .dataCorrupted(let context):
            steps = context.codingPath
            let known = expected.flatMap { $0.depth == context.codingPath.count ? $0.name : nil }
            let what = known ?? "a value that \(TypeText.name(of: type)) takes"
            mismatch = steps.isEmpty ? whole : Mismatch(code: .invalidValue, expected: what, found: "")
        @unknown default:
            steps = []
            mismatch = whole
        }
        var refused: JSONValue? = value
        path = Self.path(steps, in: value, keys, &refused)
        if mismatch.found.isEmpty && !mismatch.expected.isEmpty { mismatch.found = refused?.foundKind.rawValue ?? "none" }
    }

    private static func name(_ type: Any.Type) -> String {
        type == [String: Any].self ? "an object" : type == [Any].self ? "an array" : TypeText.name(of: type)
    }

    /// The way that steps are in a document, whose keys may be spelt in another way.
    static func path(_ steps: [any CodingKey], in value: JSONValue, _ keys: CodedKeys) -> [JSONPath.Component] {
        var last: JSONValue?
        return path(steps, in: value, keys, &last)
    }

    private static func path(
        _ steps: [any CodingKey], in value: JSONValue, _ keys: CodedKeys, _ last: inout JSONValue?
    ) -> [JSONPath.Component] {
        last = value
        return steps.map { step in
            if let index = step.intValue, let elements = last?.arrayValue {
                last = elements.indices.contains(index) ? elements[index] : nil
                return .index(index)
            }
            // A dictionary's key stands as it is.
            let found = last?.objectValue.flatMap { object in
                object[step.stringValue].map { (key: step.stringValue, value: $0) } ?? keys.find(step.stringValue, in: object)
            }
            last = found?.value
            return .key(found?.key ?? keys.written(step.stringValue))
        }
    }
}

extension Refusal {
    /// A model inside of a type that decodes itself has been refused.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - way: The way to the model.
    init(inside error: ModelError, _ type: any Decodable.Type, behind way: [JSONPath.Component]) {
        self.error = error
        mismatch = Mismatch(code: error.code, expected: "what \(TypeText.name(of: type)) takes", found: "another value")
        path = way + error.path.components
        inside = error
    }

    /// A document inside of a string that has been refused.
    init(_ error: ModelError) {
        self.error = error
        mismatch = Mismatch(code: .invalidValue, expected: "", found: "")
        path = error.path.components
    }
}
