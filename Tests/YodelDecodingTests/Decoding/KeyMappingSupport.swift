import Testing

@testable import Yodel
@testable import YodelTestSupport

// Each document of the key tests is decoded whole, in small pieces and as a value that has been parsed: a rule that holds in one way only is
// no rule.

/// What makes of a document the model expected.
///
/// - Parameter repeatsKeys: Whether the document repeats a key: as a value that has been parsed it would be another document.
func expectMapped<M: Equatable>(
    _ json: String, _ expected: M, _ options: DecodingOptions = .lenient, repeatsKeys: Bool = false,
    location: Testing.SourceLocation = #_sourceLocation
) {
    func check(_ result: Result<M, ModelError>, _ way: @autoclosure () -> String) {
        switch result {
        case .success(let model):
            if model != expected { Issue.record("\(way()) of \(json): is \(model), expected \(expected)", sourceLocation: location) }
        case .failure(let error): Issue.record("\(way()) of \(json): \(error)", sourceLocation: location)
        }
    }
    let bytes = Array(json.utf8)
    check(decodeWhole(M.self, bytes, options), "the whole")
    // The chunked decode of the tests knows no styles.
    if options.keyStyle == .verbatim && !options.ignoresKeyCase {
        for size in 1...7 { check(decodeInChunks(M.self, bytes, size: size, options, .noise), "chunks of \(size)") }
    }
    if !repeatsKeys { check(decodeAsValue(M.self, json, options), "the parsed value") }
}

/// What refuses a document with the error expected.
///
/// - Parameters:
///   - marked: The document, with `^` before the token at which the error stands.
///   - repeatsKeys: Whether the document repeats a key.
func expectRefused<M>(
    _ type: M.Type, _ marked: String, _ code: ModelError.Code = .typeMismatch, path: String, _ message: String,
    _ options: DecodingOptions = .strict, repeatsKeys: Bool = false, location: Testing.SourceLocation = #_sourceLocation
) {
    let before = Array(marked.utf8.prefix { $0 != UInt8(ascii: "^") })
    let json = marked.replacing("^", with: "")
    #expect(marked.utf8.count == json.utf8.count + 1, "one mark", sourceLocation: location)
    let newline = UInt8(ascii: "\n")
    let message = message + (code == .typeMismatch ? emptyHint(marked: marked) : "")
    let expected = ErrorFields(
        .mismatch, code, at: before.count, line: before.count { $0 == newline } + 1,
        column: before.count - (before.lastIndex(of: newline) ?? -1), path: path, message)
    let bytes = Array(json.utf8)
    let surroundings: Surroundings = before.count % 2 == 0 ? .exact : .noise
    #expect(decodeWhole(type, bytes, options, surroundings).errorFields == expected, "\(json)", sourceLocation: location)
    for size in 1...7 {
        let error = decodeInChunks(type, bytes, size: size, options).errorFields
        #expect(error == expected, "\(json) in chunks of \(size)", sourceLocation: location)
    }
    guard !repeatsKeys else { return }
    let placeless = ErrorFields(.mismatch, code, at: 0, line: 0, column: 0, path: path, message)
    #expect(decodeAsValue(type, json, options).errorFields == placeless, "\(json) as a value", sourceLocation: location)
}

/// Parses a document into a value and decodes that.
func decodeAsValue<M>(_ type: M.Type, _ json: String, _ options: DecodingOptions = .lenient) -> Result<M, ModelError> {
    Result { () throws(ModelError) in
        let value = try ModelDecoder().decode(JSONValue.self, from: json)
        return try ModelDecoder(options).decode(type, from: value)
    }
}

/// A model with nothing special to its keys, to stand inside others.
struct KeyedPlace: Model, Equatable {
    var city = "Oslo"
    var number: Int?
}
