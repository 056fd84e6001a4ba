import Testing

@testable import Yodel
@testable import YodelTestSupport

/// A document under some options: the error that it has to end with, or the value that it has to give. Decoded whole, in chunks of one to
/// seven bytes, and from the `JSONValue` that the text parses to.
struct PolicyCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Runs the case and says what is wrong.
    let wrong: @Sendable () -> [String]

    /// - Parameter asValue: Whether a parsed value ends the same way: one whose keys come twice has lost them.
    static func refused<T: SendableMetatype>(
        _ type: T.Type, _ json: String, _ options: DecodingOptions, _ code: ModelError.Code, at offset: Int, line: Int = 1,
        column: Int? = nil, path: String, _ message: String, category: ModelError.Category = .mismatch, asValue: Bool = true
    ) -> PolicyCase {
        let expected = ErrorFields(category, code, at: offset, line: line, column: column, path: path, message)
        return PolicyCase(testDescription: "\(type): \(json)") {
            var wrong: [String] = []
            for (way, result) in results(type, json, options) where result.errorFields != expected {
                wrong.append("\(way): \(result.errorFields.map(\.description) ?? "no error"), not \(expected)")
            }
            guard asValue else { return wrong }
            let replayed = ErrorFields(category, code, at: 0, line: 0, column: 0, path: path, message)
            let error = fromValue(type, json, options).errorFields
            if error != replayed { wrong.append("from a value: \(error.map(\.description) ?? "no error"), not \(replayed)") }
            return wrong
        }
    }

    static func accepted<T: Equatable & Sendable>(
        _ expected: T, _ json: String, _ options: DecodingOptions, asValue: Bool = true
    ) -> PolicyCase {
        PolicyCase(testDescription: "\(T.self): \(json)") {
            let values = asValue ? [("from a value", fromValue(T.self, json, options))] : []
            return (results(T.self, json, options) + values).compactMap { way, result in
                switch result {
                case .success(let value): value == expected ? nil : "\(way): \(value), not \(expected)"
                case .failure(let error): "\(way): \(error)"
                }
            }
        }
    }

    private static func results<T>(_ type: T.Type, _ json: String, _ options: DecodingOptions) -> [(String, Result<T, ModelError>)] {
        let bytes = Array(json.utf8)
        return [("whole", decodeWhole(type, bytes, options)), ("amid noise", decodeWhole(type, bytes, options, .noise))]
            + (1...7).map { ("in chunks of \($0)", decodeInChunks(type, bytes, size: $0, options)) }
    }

    private static func fromValue<T>(_ type: T.Type, _ json: String, _ options: DecodingOptions) -> Result<T, ModelError> {
        Result { () throws(ModelError) in
            try ModelDecoder(options).decode(type, from: try ModelDecoder().decode(JSONValue.self, from: json))
        }
    }
}
